"""Changes of a text: what stands where, and what shall stand there instead."""

from __future__ import annotations

from dataclasses import dataclass


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
