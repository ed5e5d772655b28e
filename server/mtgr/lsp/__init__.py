"""The language server, a thin layer over ``mtgr.features``."""

from __future__ import annotations

import sys

_HARMLESS = ("--stdio", "--clientProcessId=")
"""What some editors add by themselves."""


def main() -> int:
    """The console script ``mtgr-language-server``: speaks on standard input and output, and takes no arguments.

    Returns the exit code: 0 if the editor ended it in good order, else 1; 2 for arguments, 130 after Ctrl-C.
    """
    if unknown := [argument for argument in sys.argv[1:] if not argument.startswith(_HARMLESS)]:
        sys.stderr.write(f"mtgr-language-server takes no arguments (but `mtgr lsp` does): {' '.join(unknown)}\n")
        return 2
    from mtgr.lsp.server import start_io

    try:
        return start_io()
    except KeyboardInterrupt:
        return 130
