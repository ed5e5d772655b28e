"""The smallest server that pygls makes, to know what of the start is pygls."""

from __future__ import annotations

from pygls.lsp.server import LanguageServer

if __name__ == "__main__":
    LanguageServer("empty", "0").start_io()
