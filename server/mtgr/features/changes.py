"""Changes of a text: what stands where, and what shall stand there instead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

MOST_LINES = 500
"""Of more lines it is not worked out which are new and which have moved: that takes the square of their number."""


@dataclass(frozen=True, slots=True, order=True)
class Change:
    """``text`` in the place of what stands from one place (0-based line, code points) to another.

    Lines of ``text`` end with LF, whatever those of the document end with.
    """

    line: int
    start: int
    end_line: int
    end: int
    text: str


def in_line(n: int, start: int, end: int, text: str) -> Change:
    """A change inside a line."""
    return Change(n, start, n, end, text)


def insert_lines(n: int, lines: Iterable[str]) -> Change:
    """New lines before line ``n``."""
    return Change(n, 0, n, 0, "".join(f"{line}\n" for line in lines))


def remove_lines(first: int, end: int) -> Change:
    """Without the lines from ``first`` to ``end``, exclusive."""
    return Change(first, 0, end, 0, "")


def line_changes(first: int, old: Sequence[str], new: Sequence[str]) -> list[Change]:
    """What makes the lines ``new`` of the lines ``old``, which stand from line ``first`` on; lines that stay are left
    alone."""
    most = min(len(old), len(new))
    same = next((n for n in range(most) if old[n] != new[n]), most)
    old, new, first = old[same:], new[same:], first + same
    found: list[Change] = []
    for tag, start, end, new_start, new_end in _differences(old, new):
        if tag == "equal":
            continue
        if end - start == new_end - new_start:
            found.extend(
                in_line(first + n, 0, len(old[n]), new[n + new_start - start])
                for n in range(start, end)
                if old[n] != new[n + new_start - start]
            )
        else:
            text = "".join(f"{line}\n" for line in new[new_start:new_end])
            found.append(Change(first + start, 0, first + end, 0, text))
    return found


def _differences(old: Sequence[str], new: Sequence[str]) -> Sequence[tuple[str, int, int, int, int]]:
    """As ``SequenceMatcher.get_opcodes``, but in linear time: so many lines are looked at as one piece."""
    if max(len(old), len(new)) > MOST_LINES:
        return [("replace", 0, len(old), 0, len(new))]
    return SequenceMatcher(None, old, new, autojunk=False).get_opcodes()


def overlap(one: Change, other: Change) -> bool:
    """Whether two changes touch the same characters, or the same gap between them."""
    first, second = sorted((one, other), key=lambda each: (each.line, each.start, each.end_line, each.end))
    ends, starts = (first.end_line, first.end), (second.line, second.start)
    return ends > starts or (first.line, first.start) == starts


def apply(lines: Sequence[str], changes: Iterable[Change], first: int = 0) -> list[str]:
    """Lines as changes that do not overlap leave them; ``first`` is the number of the first of the lines."""
    found = list(lines)
    for change in sorted(changes, reverse=True):
        top, bottom = change.line - first, change.end_line - first
        before = found[top][: change.start] if top < len(found) else ""
        after = found[bottom][change.end :] if bottom < len(found) else ""
        put = (before + change.text + after).split("\n")
        if bottom >= len(found):
            del put[-1:]  # what stood behind the last of the lines is not among them
        found[top : bottom + 1] = put
    return found
