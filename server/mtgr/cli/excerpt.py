"""The part of a line to show around a span, and where the span lies in it."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len

from mtgr.features.visible import visible

CUT = "…"
MOST_PER_CELL = 4
"""Code points looked at for each cell; more than one, since combining characters take none."""


class Excerpt(NamedTuple):
    """A line in three pieces, ready to print, and the cells that a marker under the middle one takes."""

    before: str
    marked: str
    after: str
    offset: int
    width: int


def excerpt(line: str, start: int, end: int, columns: int) -> Excerpt:
    """The span ``start`` to ``end`` of ``line`` (code points), with as much around it as fits in ``columns`` cells.

    An empty span gets a marker of one cell. The time does not depend on the length of the line.
    """
    start = min(start, len(line))
    end = min(max(start, end), len(line))
    if len(line) <= columns and cell_len(visible(line)) <= columns:
        return _placed(visible(line[:start]), visible(line[start:end]), visible(line[end:]))
    marked, cut = _fitting(line[start:end], columns * 2 // 3)
    rest = "" if cut else line[end:]
    room = max(0, columns - cell_len(marked) - 2 * len(CUT))
    reserved = cell_len(_fitting(rest, room // 3)[0])
    before, cut_before = _fitting(line[:start], room - reserved, from_the_end=True)
    after, cut_after = _fitting(rest, room - cell_len(before))
    return _placed((CUT if cut_before else "") + before, marked, after + (CUT if cut or cut_after else ""))


def _placed(before: str, marked: str, after: str) -> Excerpt:
    """The marker under ``marked``. A combining character shares the cell of what stands before it."""
    end = cell_len(before + marked)
    offset = min(cell_len(before), max(0, end - 1)) if marked else end
    return Excerpt(before, marked, after, offset, max(1, end - offset))


def _fitting(text: str, cells: int, from_the_end: bool = False) -> tuple[str, bool]:
    """As much of ``text`` as ``cells`` hold, made visible, and whether that is less than all of it."""
    limit = MOST_PER_CELL * cells
    pieces: list[str] = []
    for character in text[: -limit - 1 : -1] if from_the_end else text[:limit]:
        piece = visible(character)
        cells -= cell_len(piece)
        if cells < 0:
            break
        pieces.append(piece)
    cut = cells < 0 or len(text) > limit
    if from_the_end:
        while cut and pieces and cell_len(pieces[-1]) == 0:  # a combining character without its base
            pieces.pop()
        pieces.reverse()
    return "".join(pieces), cut
