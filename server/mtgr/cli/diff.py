"""A unified diff of a file and what it is to be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mtgr.cli.output import Line
from mtgr.features.block_format import Change

CONTEXT = 3
"""Lines shown around a change."""

_STYLES = {"-": "error", "+": "good", " ": ""}


def diff(path: str, lines: Sequence[str], changes: Sequence[Change]) -> Iterator[Line]:
    """The lines of a diff that ``patch`` can read.

    ``lines`` are those of the file, the last being what follows its last LF; the changes are in order, at least one.
    """
    yield [(f"--- {path}", "strong")]
    yield [(f"+++ {path}", "strong")]
    moved = 0
    for hunk in _hunks(changes):
        start = max(hunk[0].start - CONTEXT, 0)
        body = list(_body(lines, hunk, start, min(hunk[-1].end + CONTEXT, len(lines))))
        old, new = (sum(mark in f" {side}" for mark, _ in body) for side in "-+")
        yield [(f"@@ -{_extent(start, old)} +{_extent(start + moved, new)} @@", "id")]
        moved += new - old
        for mark, text in body:
            yield [(mark + text, _STYLES.get(mark, "dim"))]


def _extent(start: int, count: int) -> str:
    """Where a side of a hunk starts, from 1 (the line before it, if it is empty), and how many lines it has."""
    return f"{start + (count > 0)},{count}"


def _hunks(changes: Sequence[Change]) -> Iterator[list[Change]]:
    """The changes, those together whose surroundings touch."""
    hunk: list[Change] = []
    for change in changes:
        if hunk and change.start - hunk[-1].end > 2 * CONTEXT:
            yield hunk
            hunk = []
        hunk.append(change)
    yield hunk


def _body(lines: Sequence[str], hunk: list[Change], start: int, end: int) -> Iterator[tuple[str, str]]:
    """The lines of a hunk with their marks."""
    for change in [*hunk, Change(end, end, ())]:
        yield from _marked(" ", lines[start : change.start], change.start == len(lines))
        yield from _marked("-", lines[change.start : change.end], change.end == len(lines))
        yield from _marked("+", change.lines, change.end == len(lines))
        start = change.end


def _marked(mark: str, lines: Sequence[str], at_end: bool) -> Iterator[tuple[str, str]]:
    """Lines with their mark; of the last of a file, which is empty if it ends with LF, what there is to show."""
    for text in lines[:-1] if at_end else lines:
        yield mark, text
    if at_end and lines and lines[-1]:
        yield mark, lines[-1]
        yield "\\", " No newline at end of file"
