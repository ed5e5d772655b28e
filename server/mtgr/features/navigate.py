"""Ways through a recorded game: from a line to the next annotated one, turn, step, event of an object, and so on."""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Literal, NamedTuple, get_args

from mtgr.analysis import Analysis, Block
from mtgr.analysis.mentions import Mention, innermost, mentions, mentions_in_block, mentions_in_game
from mtgr.features.annotations import annotated
from mtgr.features.subject import subject_at
from mtgr.replay.branch import read_variations
from mtgr.spec.statements import Place as Where
from mtgr.spec.words import STEPS
from mtgr.syntax.line import Line, kind_of

Target = Literal[
    "nextAnnotation", "previousAnnotation", "nextVariation", "previousVariation", "variationStart", "variationEnd",
    "nextTurn", "previousTurn", "nextStep", "previousStep", "nextPriority", "previousPriority", "nextEvent",
    "previousEvent", "nextOfObject", "previousOfObject",
]  # fmt: skip
"""Where to go. ``variationStart`` and ``variationEnd`` are the brackets around a line, the next ones outwards for a
line that is such a bracket; the variations of ``nextVariation`` are the ``(`` lines. ``nextOfObject`` is the next event
that mentions what the column points at, or else what the line mentions first."""

TARGETS: tuple[Target, ...] = get_args(Target)


class Spot(NamedTuple):
    """A place to go to: 0-based line and code point."""

    line: int
    column: int


def navigate(analysis: Analysis, line: int, column: int, to: Target, until: float = math.inf) -> Spot | None:
    """Where a way from a 0-based line and code point column leads; None if there is nothing that way.

    Turns, steps, priority lines and events are those of the main line and of the variations around the line;
    annotations and variations are all there are. Raises ``TimeoutError`` at ``until``, a moment of
    ``time.perf_counter``: to be asked again, since what has been looked through by then is remembered.
    """
    if not 0 <= line < len(analysis.lines):
        return None
    if to == "variationStart" or to == "variationEnd":
        return _bracket(analysis, line, to == "variationStart")
    forwards = to.startswith("next")
    kind = to.removeprefix("next").removeprefix("previous")
    if kind == "OfObject":
        return _event_of_object(analysis, line, column, forwards)
    find, everywhere = _KINDS[kind]
    for block in _blocks(analysis, line, forwards):
        fresh = find not in block.notes
        found = block.note(analysis.lines, find)
        seen = None if everywhere else _in_sight(analysis, block, line)
        for n in _from(found, line - block.start, forwards):
            if seen is None or seen(n):
                return _start(analysis, block.start + n)
        if fresh and perf_counter() >= until:
            raise TimeoutError
    return None


def _start(analysis: Analysis, line: int) -> Spot:
    return Spot(line, analysis.line(line).column)


def _from(found: list[int], line: int, forwards: bool) -> Iterator[int]:
    """Of ascending lines those behind (before) a line, the nearest first."""
    return iter(found[bisect_right(found, line) :] if forwards else found[: bisect_left(found, line)][::-1])


def _blocks(analysis: Analysis, line: int, forwards: bool) -> Iterator[Block]:
    """The blocks from that of a line on to the end (to the start) of the text; they need not have been replayed."""
    game = analysis.game_at(line)
    if game is None and not forwards and (games := analysis.taken_apart()):
        game = games[-1]  # the line is the empty one behind the last game
    while game is not None:
        for block in game.blocks if forwards else reversed(game.blocks):
            if block.end > line if forwards else block.start <= line:
                yield block
        beyond = game.end if forwards else game.start - 1
        game = analysis.game_at(beyond) if beyond >= 0 else None


def _in_sight(analysis: Analysis, block: Block, line: int) -> Callable[[int], bool]:
    """Whether a line of a block, counted from its first, is on the main line or in a variation around line ``line`` of
    the text."""
    lines = analysis.lines

    def seen(n: int) -> bool:
        if not lines[block.start + n].startswith("-"):
            return True
        if not block.start <= line < block.end:
            return False
        around = block.note(lines, read_variations).around(line - block.start)
        return block.note(lines, innermost).get(n) in around

    return seen


# What there is in a block: notes of its lines, in order


def annotated_lines(lines: list[str]) -> list[int]:
    """The lines with annotations that say something."""
    return [n for n, text in enumerate(lines) if annotated(text) is not None]


def opening_lines(lines: list[str]) -> list[int]:
    """The ``(`` lines."""
    return [n for n, text in enumerate(lines) if "(" in text and kind_of(text) == "open"]


_TURN = re.compile(r"[0-9-][^ ]* +turn ")
_STEP = re.compile(rf"[0-9-][^ ]* +(?:{'|'.join(STEPS)})(?: |$)")


def turn_lines(lines: list[str]) -> list[int]:
    """The ``turn`` lines, those of variations too."""
    return [n for n, text in enumerate(lines) if _TURN.match(text)]


def step_lines(lines: list[str]) -> list[int]:
    """The lines at which steps begin."""
    return [n for n, text in enumerate(lines) if _STEP.match(text)]


def priority_lines(lines: list[str]) -> list[int]:
    """The lines at which players receive priority."""
    return [n for n, text in enumerate(lines) if " priority" in text and _is_event(text, "priority")]


def event_lines(lines: list[str]) -> list[int]:
    """The events: neither the structure of the game nor entries of a list."""
    return [n for n, text in enumerate(lines) if _is_event(text)]


def _is_event(text: str, name: str = "") -> bool:
    if kind_of(text) != "body":
        return False
    form = Line(text).statement.form
    return form is not None and form.place is Where.EVENT and name in ("", form.name)


_KINDS: dict[str, tuple[Callable[[list[str]], list[int]], bool]] = {
    "Annotation": (annotated_lines, True),
    "Variation": (opening_lines, True),
    "Turn": (turn_lines, False),
    "Step": (step_lines, False),
    "Priority": (priority_lines, False),
    "Event": (event_lines, False),
}
"""For each kind of line the note that finds it, and whether those in other variations count."""


# Brackets


def _bracket(analysis: Analysis, line: int, opening: bool) -> Spot | None:
    block = analysis.block_at(line, replayed=False)
    if block is None:
        return None
    variations = block.note(analysis.lines, read_variations)
    around = variations.around(line - block.start)
    ends = [first if opening else variations.last[first] for first in reversed(around)]
    found = next((n for n in ends if n != line - block.start), None)
    return None if found is None else _start(analysis, block.start + found)


# Objects


def _event_of_object(analysis: Analysis, line: int, column: int, forwards: bool) -> Spot | None:
    key = _object(analysis, line, column)
    game = analysis.game_at(line)
    if key is None or game is None:
        return None
    if key.startswith("#h"):
        found = mentions_in_game(game, analysis.lines, line, key)
        return _first_event(analysis, found if forwards else found[::-1], line, forwards)
    for block in _blocks(analysis, line, forwards):
        if block.game is not game:
            return None
        seen = _in_sight(analysis, block, line)
        inside = [each for each in mentions_in_block(block, analysis.lines, key) if seen(each.line)]
        moved = [each._replace(line=block.start + each.line) for each in (inside if forwards else reversed(inside))]
        if spot := _first_event(analysis, moved, line, forwards):
            return spot
    return None


def _object(analysis: Analysis, line: int, column: int) -> str | None:
    """The object or player at a column, or else the first that a line mentions."""
    if subject := subject_at(analysis, line, column):
        return subject.key
    found = mentions([analysis.lines[line]])
    return min(found, key=lambda key: found[key][0].start, default=None)


def _first_event(analysis: Analysis, found: list[Mention], line: int, forwards: bool) -> Spot | None:
    """The first of mentions that stands in an event behind (before) a line, and in none of its comments."""
    for each in found:
        if (each.line > line) if forwards else (each.line < line):
            text = analysis.lines[each.line]
            if _is_event(text) and each.end <= _end_of_statement(text):
                return Spot(each.line, _first_mention(found, each).start)
    return None


def _end_of_statement(text: str) -> int:
    parsed = Line(text)
    return parsed.column + parsed.statement.span("statement")[1]


def _first_mention(found: list[Mention], mention: Mention) -> Mention:
    """The first mention of the same thing on the line of a mention."""
    return min(each for each in found if each.line == mention.line)
