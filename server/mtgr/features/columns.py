"""How wide text is where every character has a cell of its own: on terminals, and in tables of plain text."""

from __future__ import annotations

import unicodedata

CUT = "…"
_JOINERS = "\u200c\u200d"


def columns(text: str) -> int:
    """The cells that a text takes: two for wide characters (Chinese, emoji), none for combining ones."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def cut(text: str, most: int) -> str:
    """The text if it takes at most so many cells, else its beginning and an ellipsis."""
    shown = text[: most * 4]  # combining characters take no cell, but are not looked at without end
    if len(shown) == len(text) and columns(text) <= most:
        return text
    used = 1
    for index, character in enumerate(shown):
        used += _cells(character)
        if used > most:
            return shown[:index].rstrip() + CUT
    return shown + CUT


def padded(text: str, width: int) -> str:
    """The text with spaces behind it, as wide as ``width`` cells."""
    return text + " " * (width - columns(text))


def _cells(character: str) -> int:
    if character in _JOINERS or unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
