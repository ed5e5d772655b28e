"""The language server, a thin layer over ``mtgr.features``."""

from __future__ import annotations


def main() -> int:
    """Speaks on standard input and output until the editor ends the session.

    Returns the exit code: 0 if the editor ended it in good order, else 1; 130 after Ctrl-C.
    """
    from mtgr.lsp.server import start_io

    try:
        return start_io()
    except KeyboardInterrupt:
        return 130
