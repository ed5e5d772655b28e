"""The part of a line to show around a span, and where the span lies in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rich.cells import cell_len

from mtgr.cli.visible import visible

CUT = "…"


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
    marked, cut_marked = _fitting(line[start : min(end, start + columns)], columns * 2 // 3)
    if end - start > columns:
        cut_marked = True
    if cut_marked:
        end = start + columns  # nothing of what follows is shown
    room = max(0, columns - cell_len(marked) - 2 * len(CUT))
    after_line = "" if cut_marked else line[end : end + columns]
    before_line = line[max(0, start - columns) : start]
    after_need = min(cell_len(visible(after_line)), room)
    before_room = room - min(after_need, room // 3)
    before, cut_before = _fitting(before_line, before_room, from_the_end=True)
    after, cut_after = _fitting(after_line, room - cell_len(before))
    cut_before = cut_before or start > columns
    cut_after = cut_after or cut_marked or end + columns < len(line)
    return _placed((CUT if cut_before else "") + before, marked, after + (CUT if cut_after else ""))


def _placed(before: str, marked: str, after: str) -> Excerpt:
    """The marker under ``marked``. A combining character shares the cell of what stands before it."""
    end = cell_len(before + marked)
    offset = min(cell_len(before), max(0, end - 1)) if marked else end
    return Excerpt(before, marked, after, offset, max(1, end - offset))


def _fitting(text: str, cells: int, from_the_end: bool = False) -> tuple[str, bool]:
    """As much of ``text`` as ``cells`` hold, made visible, and whether that is less than all of it."""
    pieces: list[str] = []
    characters: Iterable[str] = reversed(text) if from_the_end else text
    for character in characters:
        piece = visible(character)
        cells -= cell_len(piece)
        if cells < 0:
            break
        pieces.append(piece)
    cut = cells < 0
    if from_the_end:
        pieces.reverse()
        while cut and pieces and cell_len(pieces[0]) == 0:  # a combining character without its base
            del pieces[0]
    return "".join(pieces), cut
