"""What makes a drawing of matplotlib's fit to be read: its colours in light and dark, safe text, a title in words."""

from __future__ import annotations

import re
import unicodedata
from xml.sax.saxutils import escape

from mtgr.features.visible import visible

BACKGROUND, INK, FAINT, BAND = "#ffffff", "#24292f", "#8c959f", "#eef1f4"
PLAYERS = ("#0072b2", "#d55e00")
"""Blue and vermilion of Okabe and Ito, which colour-blind people can tell apart."""
DARK = {
    BACKGROUND: "#0d1117", INK: "#e6edf3", FAINT: "#6e7681", BAND: "#1b222b",
    PLAYERS[0]: "#56b4e9", PLAYERS[1]: "#ffa04d",
}  # fmt: skip
"""Every colour of a picture, and what takes its place where the reader prefers dark."""

_NO_CHARACTER = re.compile("[\ufdd0-\ufdef\ufffe\uffff]")


def finished(drawn: str, title: str, description: str) -> str:
    """The drawing with a title and a description, and with the dark colours."""
    start = drawn.index("<svg ")
    end = drawn.index(">", start)
    head = (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'{drawn[start:end]} role="img" aria-labelledby="title description">\n'
        f' <title id="title">{escape(printable(title))}</title>\n'
        f' <desc id="description">{escape(printable(description))}</desc>\n'
        f" <style>\n{_dark_style()} </style>"
    )
    return head + drawn[end + 1 :]


def _dark_style() -> str:
    """Style rules that exchange the colours, which matplotlib writes into the elements, for those of ``DARK``."""
    rules = "".join(
        f'   [style*="{name}: {light}"] {{ {name}: {dark} !important }}\n'
        for light, dark in DARK.items()
        for name in ("fill", "stroke")
    )
    return f"  @media (prefers-color-scheme: dark) {{\n{rules}  }}\n"


def printable(text: str) -> str:
    """Text that XML can hold, and in which nothing hides or turns the reading direction."""
    return _NO_CHARACTER.sub("\ufffd", visible(text))


def fit(text: str, columns: int) -> str:
    """The text made ``printable``, or its beginning with an ellipsis, in so many columns; wide characters take two."""
    text = printable(text)
    used = [0]
    for character in text:
        used.append(used[-1] + (2 if unicodedata.east_asian_width(character) in "WF" else 1))
        if used[-1] > columns:
            return text[: sum(width < columns for width in used) - 1] + "…"
    return text
