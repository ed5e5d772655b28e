"""The ``mtgr`` command. Every module is imported when a command needs it, so that ``mtgr --help`` is quick."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # importing `typing` would be a fifth of the time that `mtgr --version` takes
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from typing import NoReturn

INTERRUPTED = 130


def run() -> NoReturn:
    """The console script: ends the process with ``main``'s exit code."""
    raise SystemExit(main())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line (the process's own by default).

    Returns the exit code: 0, 1 for findings, 2 when the command could not run, 130 after Ctrl-C.
    """
    try:
        return _guarded(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED


def language_server() -> NoReturn:
    """The console script ``mtgr-language-server``: the same as ``mtgr lsp``."""
    raise SystemExit(main(["lsp", *sys.argv[1:]]))


def _guarded(arguments: Sequence[str] | None) -> int:
    from mtgr.cli.arguments import parse
    from mtgr.cli.output import Trouble, complain

    try:
        return _dispatch(parse(arguments))
    except Trouble as trouble:
        complain(str(trouble))
        return 2
    except ModuleNotFoundError as error:
        if (error.name or "mtgr").startswith("mtgr"):
            raise
        complain(f"{error.name} is missing, which this needs: install mtgr again, with pip, which brings it along")
        return 2
    except SystemExit as end:  # argparse, after --help and --version
        return end.code if isinstance(end.code, int) else 0


def _dispatch(options: Namespace) -> int:
    match options.command:
        case "check":
            from mtgr.cli.check import check as command
        case "format":
            from mtgr.cli.format import format_files as command
        case "state":
            from mtgr.cli.state import state as command
        case "strip":
            from mtgr.cli.strip import strip_files as command
        case "plot":
            from mtgr.cli.plot import plot as command
        case "explain":
            from mtgr.cli.explain import explain as command
        case _:
            from mtgr.cli.lsp import lsp as command
    return command(options)
