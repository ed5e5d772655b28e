"""Fixtures that show a text and what is expected of it at once.

A fixture is a `.mtgr` text in which

* ``<|>`` marks the cursor (``$0``, which other projects use, is an annotation in this format), and
* a line of carets under a line marks a span of it, with an optional message::

      0:05     #9 move hand -> graveyard by ?
               ^^ never introduced

``fixture`` takes both out again. Common indentation is taken away, so a fixture may stand indented in a test.
Carets count code points, as places do, and stand under the line as it is written, cursor included. Several marker lines
may stand under one line; none under an empty one.

``game`` makes a whole valid game of the few lines a test is about.
"""

from __future__ import annotations

import re
from textwrap import dedent
from typing import NamedTuple

CURSOR = "<|>"
_MARK = re.compile(r" *(\^+)(?: (.*))?")
_TIMED = re.compile(r"(?:\d+:|- |%)")
_MARGIN = "0:01     "  # the time and indentation of an event in a step (section 5.2)


class Span(NamedTuple):
    """An expected place: 0-based line of the clean text, code points, end exclusive."""

    line: int
    start: int
    end: int
    message: str = ""


class Fixture(NamedTuple):
    """A clean text with its cursor (0-based line, code points; the start of the text if there is none) and spans."""

    text: str
    line: int
    column: int
    spans: tuple[Span, ...]


def fixture(text: str) -> Fixture:
    """Take the cursor and the marker lines out. Raises ``ValueError`` for two cursors, or a mark under nothing."""
    lines: list[str] = []
    spans: list[Span] = []
    cursor: tuple[int, int] | None = None
    for line in dedent(text).removeprefix("\n").split("\n"):
        if mark := _MARK.fullmatch(line):
            if not lines:
                raise ValueError(f"nothing stands over the mark {line!r}")
            number = len(lines) - 1
            start, end = (_without_cursor(column, number, cursor) for column in mark.span(1))
            if not start < end <= len(lines[-1]):
                raise ValueError(f"nothing stands over the mark {line!r}")
            spans.append(Span(number, start, end, mark[2] or ""))
        else:
            if CURSOR in line:
                if cursor is not None or line.count(CURSOR) > 1:
                    raise ValueError("a fixture has one cursor")
                cursor = (len(lines), line.index(CURSOR))
            lines.append(line.replace(CURSOR, ""))
    return Fixture("\n".join(lines), *(cursor or (0, 0)), tuple(spans))


def _without_cursor(column: int, line: int, cursor: tuple[int, int] | None) -> int:
    """A column of a line in which the cursor is written, as a column of the clean line."""
    if cursor is None or cursor[0] != line or column <= cursor[1]:
        return column
    return max(cursor[1], column - len(CURSOR))


def game(
    body: str,
    *,
    pregame: str = "",
    keyframe: str = "",
    end: str = '"PlayerB" concede',
    result: str = "1-0",
    number: int = 1,
) -> str:
    """A valid game of "PlayerA" and "PlayerB" around a few body lines, which may hold a cursor and marker lines.

    ``body`` stands in the first main phase of turn 1 of "PlayerA", ``pregame`` at the end of the pregame and
    ``keyframe`` in the keyframe of turn 1 (objects that ``pregame`` introduces must be listed there). Their lines are
    written without time and indentation, which are added; lines that start with a time, ``- `` or ``%`` are taken as
    they are, so that a body may go on with ``0:02 turn 2 "PlayerB"``. Libraries start at 60 cards. ``end`` ends the
    game; the empty string leaves its line out.
    """
    return "\n".join(
        [
            '[Mtgr "0.3.0"]',
            '[Event "?"]',
            '[Site "?"]',
            '[Date "2026.10.28"]',
            '[Round "-"]',
            '[Player1 "PlayerA"]',
            '[Player2 "PlayerB"]',
            f'[Result "{result}"]',
            '[Format "Modern"]',
            '[Match "m"]',
            f'[Game "{number}"]',
            '[Perspective "PlayerA"]',
            "",
            '0:00 deck "PlayerA" unknown',
            "0:00 pregame",
            "0:00   keyframe",
            '0:00     player "PlayerA" life 20 poison 0 library 60',
            '0:00     player "PlayerB" life 20 poison 0 library 60',
            *_set_in(pregame, "0:00   "),
            '0:01 turn 1 "PlayerA"',
            "0:01   keyframe",
            '0:01     player "PlayerA" life 20 poison 0 library 60',
            '0:01     player "PlayerB" life 20 poison 0 library 60',
            *_set_in(keyframe, _MARGIN),
            "0:01   precombat-main",
            *_set_in(body, _MARGIN),
            *_set_in(end, _MARGIN),
            result,
            "",
        ]
    )


def _set_in(excerpt: str, margin: str) -> list[str]:
    """The lines of an excerpt with their margin; marker lines move along with the line above them."""
    lines: list[str] = []
    shift = ""
    for line in dedent(excerpt).strip("\n").split("\n") if excerpt.strip() else []:
        if not _MARK.fullmatch(line):
            shift = "" if _TIMED.match(line) else margin
            lines.append(shift + line)
        else:
            lines.append(" " * len(shift) + line)
    return lines
