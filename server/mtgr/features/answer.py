"""Short answers: rows of text that become Markdown and plain text, within 12 lines and 2 KB whatever they hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from mtgr.features.markdown import clip, code_span, escape_markdown, one_line

MAX_LINES = 12
MAX_BYTES = 2048
# What a row may take, from generous to strict: twelve rows of the last, with what separates them, always fit.
_ROW_BYTES = (1500, 700, 400, 250, 160)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a row: any text, or one of our own sentences (``ours``), in which backticks mean code."""

    text: str
    style: Literal["quoted", "bold", "code", "ours"]


Row = tuple[Piece, ...]


def row(*parts: str | Piece) -> Row:
    """A row of pieces; bare strings are sentences of this program."""
    return tuple(Piece(part, "ours") if isinstance(part, str) else part for part in parts)


def quoted(text: str) -> Piece:
    """Any text, shown as it is."""
    return Piece(text, "quoted")


def bold(text: str) -> Piece:
    """Any text, in bold."""
    return Piece(text, "bold")


def code(text: str) -> Piece:
    """Any text, in the font of code."""
    return Piece(text, "code")


def render(rows: Sequence[Row], *, bullets: bool) -> tuple[str, str]:
    """The rows as Markdown and as plain text, one line each; those after the first are list items if ``bullets``."""
    if len(rows) > MAX_LINES:
        rows = (*rows[: MAX_LINES - 1], row(f"… and {len(rows) - MAX_LINES + 1} more"))
    markdown = _fitting(rows, _as_markdown, "\n- " if bullets else "  \n")
    return markdown, _fitting(rows, _as_plain, "\n  " if bullets else "\n")


def _fitting(rows: Sequence[Row], show: Callable[[Piece], str], separator: str) -> str:
    text = ""
    for limit in _ROW_BYTES:
        text = separator.join(_fit_row(pieces, show, limit) for pieces in rows)
        if len(text.encode()) <= MAX_BYTES:
            break
    return text


def _fit_row(pieces: Row, show: Callable[[Piece], str], limit: int) -> str:
    """The row in at most ``limit`` bytes: its pieces are shortened from the longest on."""
    shown = "".join(map(show, pieces))
    room = limit
    while len(shown.encode()) > limit:
        room = room * 3 // 4
        shown = "".join(show(_clipped(piece, room)) for piece in pieces)
    return shown


def _clipped(piece: Piece, room: int) -> Piece:
    # A sentence that is cut loses its code font, as half of a pair of backticks would change the rest.
    text = _as_plain(piece)
    return (
        piece
        if len(text.encode()) <= room
        else Piece(clip(text, max(room, 3)), "quoted" if piece.style == "ours" else piece.style)
    )


def _as_markdown(piece: Piece) -> str:
    match piece.style:
        case "quoted":
            return escape_markdown(piece.text)
        case "bold":
            return f"**{escape_markdown(piece.text.strip())}**" if piece.text.strip() else ""
        case "code":
            return code_span(piece.text)
        case "ours":
            return piece.text


def _as_plain(piece: Piece) -> str:
    return piece.text.replace("`", "") if piece.style == "ours" else one_line(piece.text)
