"""Checks at the end of a game: result line and Result tag (check 2), and how the game ended (check 16)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mtgr.replay.ending import Ending
from mtgr.replay.findings import RawFinding
from mtgr.spec.words import RESULTS
from mtgr.syntax.line import Line, kind_of


@dataclass(frozen=True, slots=True)
class Closing:
    """Findings about the end of a game, each with the part of the game whose lines it counts from.

    ``block`` is the index of a block, or -1 for the result line itself.
    """

    block: int
    finding: RawFinding


def close(
    lines: Sequence[str],
    spans: Sequence[tuple[int, int]],
    endings: Sequence[Ending | None],
    result_tag: str | None,
    result_line: str | None,
    cut_off: bool,
) -> list[Closing]:
    """The findings at the end of a game whose body blocks are these spans of the lines (end exclusive).

    ``result_tag`` is None if it is not usable.
    """
    found: list[Closing] = []
    disagree = result_line in RESULTS and result_tag is not None and result_line != result_tag
    if disagree:
        message = f"the result line is {result_line}; the `Result` tag is {result_tag}"
        found.append(Closing(-1, RawFinding(0, 0, len(result_line or ""), "check-2", message)))
    place = next(((block, each) for block, each in enumerate(endings) if each is not None), None)
    if place is not None:
        block, ending = place
        # When only the tag is wrong, the one finding is check 2 (R49).
        if ending.result not in (None, result_tag, result_line if disagree else None) and result_tag is not None:
            message = f"this line means the result {ending.result}; the `Result` tag is {result_tag}"
            found.append(Closing(block, RawFinding(ending.line, ending.start, ending.end, "check-16", message)))
    elif not cut_off:
        last = _last_statement(lines, spans)
        if last is not None:
            found.append(last)
    return found


def _last_statement(lines: Sequence[str], spans: Sequence[tuple[int, int]]) -> Closing | None:
    """The missing ending, reported at the last main-line statement, unless that is ``incomplete`` (R37, R48)."""
    for block in range(len(spans) - 1, -1, -1):
        first, end = spans[block]
        depth = 0
        for n in range(end - 1, first - 1, -1):
            kind = kind_of(lines[n])
            depth += (kind == "close") - (kind == "open")
            if kind != "body" or (lines[n].startswith("-") and depth > 0):
                continue
            depth = 0
            line = Line(lines[n])
            st = line.statement
            if st.form is None:
                return None  # it may have been the ending line: one mistake
            if st.form.name == "extension":
                continue
            if st.form.name == "incomplete":
                return None
            start, end = st.span("statement")
            message = "the game does not end: a `concede`, `lose`, `win`, `game-draw` or `incomplete` line comes last"
            return Closing(block, RawFinding(n - first, line.column + start, line.column + end, "check-16", message))
    return None
