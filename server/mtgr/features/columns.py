"""How wide text is where every character has a cell of its own: on terminals, and in tables of plain text."""

from __future__ import annotations

import unicodedata

CUT = "…"
_JOINERS = "\u200c\u200d"


def columns(text: str) -> int:
    """The cells that a text takes: two for wide characters (Chinese, emoji), none for combining ones."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def cut(text: str, most: int) -> str:
    """The text if it takes at most so many cells, else its beginning and an ellipsis. It looks at no more than that."""
    if len(text) <= most and columns(text) <= most:
        return text
    used = 0
    for index, character in enumerate(text):
        used += _cells(character)
        if used >= most:
            return text[:index].rstrip() + CUT if used > most or index + 1 < len(text) else text
    return text


def padded(text: str, width: int) -> str:
    """The text with spaces behind it, as wide as ``width`` cells."""
    return text + " " * (width - columns(text))


def _cells(character: str) -> int:
    if character in _JOINERS or unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
