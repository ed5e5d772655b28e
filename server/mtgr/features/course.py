"""The course of a game: life, poison, hand and board of each player from change to change, and its annotated lines."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from mtgr.analysis import Analysis, Block, Game
from mtgr.features.annotations import Annotated, annotated
from mtgr.features.folding import game_title
from mtgr.features.markdown import clip, one_line
from mtgr.replay.block import states_along
from mtgr.replay.branch import read_variations
from mtgr.replay.state import ANY, Player, State
from mtgr.replay.tags import Game as Facts
from mtgr.replay.writes import writes
from mtgr.syntax.line import Line
from mtgr.syntax.tokens import decode

MOST = 10**9
"""Numbers beyond this (the format has no limit, R17) count as this."""
_LONGEST = 300
"""Bytes of a statement or comment."""
_COUNTED = frozenset({"zone", "controller", "life", "poison"})
"""A line that sets none of these fields leaves all totals as they are."""


class Totals(NamedTuple):
    """What a player has: ``board`` counts permanents. A total that is not known is None."""

    life: int | None
    poison: int | None
    hand: int
    board: int


@dataclass(frozen=True, slots=True)
class Stretch:
    """The pregame or a turn. ``turn`` is its number as written, None for the pregame; ``active`` the player's name."""

    turn: str | None
    active: str | None


@dataclass(frozen=True, slots=True)
class Point:
    """The totals of the players from a moment on, in their order."""

    at: float
    totals: tuple[Totals, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """An annotated line (0-based) of the main line. ``statement`` is what it says, ``glyphs`` are its NAGs."""

    at: float
    line: int
    time: str
    turn: str | None
    statement: str
    glyphs: tuple[str, ...]
    comment: str


@dataclass(frozen=True, slots=True)
class Course:
    """A game from its pregame to its end. Every moment is a number: 2.5 is the middle of the third of the ``stretches``
    (by its lines), and the game lasts from 0 to ``len(stretches)``. ``number`` counts the file's games from 1.

    ``gaps`` are the stretches of time, first and last moment, of which the record is incomplete (section 9.8).
    """

    number: int
    title: str
    players: tuple[str, ...]
    stretches: tuple[Stretch, ...]
    points: tuple[Point, ...]
    moments: tuple[Moment, ...]
    gaps: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class BlockCourse:
    """The course of one block: what its lines, counted from its first, change, and which are annotated.

    ``totals`` and ``suspended`` each begin with line 0.
    """

    totals: tuple[tuple[int, dict[str, Totals]], ...]
    suspended: tuple[tuple[int, bool], ...]
    annotated: tuple[tuple[int, Annotated], ...]


def courses(analysis: Analysis) -> list[Course]:
    """The courses of all games of the text, in order."""
    return [game_course(analysis, game) for game in analysis.games]


def game_course(analysis: Analysis, game: Game) -> Course:
    """The course of one game, which must have been replayed."""
    blocks = played(game)
    names = (blocks[-1].outcome.state if blocks else game.entering).players
    nothing = Totals(None, None, 0, 0)
    stretches: list[Stretch] = []
    points: list[Point] = []
    moments: list[Moment] = []
    suspended: list[tuple[float, bool]] = []
    for index, block in enumerate(blocks):
        stretch = _stretch(block)
        found = block.replay_note(analysis.lines, block_course)
        share = 1 / block.length
        for line, totals in found.totals:
            point = Point(index + line * share, tuple(totals.get(name, nothing) for name in names))
            if not points or points[-1].totals != point.totals:
                points.append(point)
        suspended += [(index + line * share, value) for line, value in found.suspended]
        for line, remarks in found.annotated:
            n = block.start + line
            moments.append(_moment(index + line * share, n, analysis.line(n), stretch.turn, remarks))
        stretches.append(stretch)
    players = tuple(one_line(decode(name)) for name in names)
    gaps = _gaps(suspended, len(blocks))
    return Course(game.number, game_title(game), players, tuple(stretches), tuple(points), tuple(moments), gaps)


def prepare_course(analysis: Analysis, game: Game, until: float) -> bool:
    """Works towards the course of one game until a moment of ``time.perf_counter``. Whether there is more to do."""
    for block in played(game):
        if analysis.block_at(block.start) is block and block_course not in block.replay_notes:
            block.replay_note(analysis.lines, block_course)
            if perf_counter() >= until:
                return True
    return False


def played(game: Game) -> list[Block]:
    """The blocks of a game that it has a course in: the pregame and the turns."""
    return [block for block in game.blocks if block.kind in ("pregame", "turn")]


def block_course(lines: list[str], before: State, facts: Facts) -> BlockCourse:
    """The course of one block."""
    main = set(read_variations(lines).main)
    totals: list[tuple[int, dict[str, Totals]]] = []
    suspended: list[tuple[int, bool]] = []
    moments: list[tuple[int, Annotated]] = []
    for n, state in states_along(lines, before, facts):
        if n not in main:
            continue
        if n == 0 or any(field in _COUNTED for _, field in writes(Line(lines[n]).statement)):
            totals.append((n, _totals(state)))
        if not suspended or suspended[-1][1] != state.suspended:
            suspended.append((n, state.suspended))
        remarks = annotated(lines[n])
        if remarks is not None:
            moments.append((n, remarks))
    return BlockCourse(tuple(totals), tuple(suspended), tuple(moments))


def _totals(state: State) -> dict[str, Totals]:
    """The totals of each player. Nothing is known of a player before the first keyframe."""
    hands = Counter(thing.owner for thing in state.objects.values() if thing.zone == "hand")
    boards = Counter(thing.controller for thing in state.objects.values() if thing.zone == "battlefield")

    def total(name: str, field: str) -> int | None:
        player = state.players[name]
        if player == Player() or ANY in state.open.get((name, field), ()):
            return None
        return _amount(getattr(player, field))

    return {
        name: Totals(total(name, "life"), total(name, "poison"), hands[name], boards[name]) for name in state.players
    }


def _amount(token: str) -> int | None:
    """The number that a token is, None if it is none."""
    digits = token.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return None
    value = MOST if len(digits) > len(str(MOST)) else min(int(digits), MOST)
    return value if token == digits else -value


def _gaps(suspended: list[tuple[float, bool]], end: int) -> tuple[tuple[float, float], ...]:
    """From when to when the record is incomplete."""
    gaps: list[tuple[float, float]] = []
    start: float | None = None
    for at, value in (*suspended, (float(end), False)):
        if value and start is None:
            start = at
        elif not value and start is not None:
            gaps.append((start, at))
            start = None
    return tuple(gaps)


def _stretch(block: Block) -> Stretch:
    state = block.outcome.state
    if block.kind == "pregame" or state.turn is None:
        return Stretch(None, None)
    return Stretch(state.turn, None if state.active is None else one_line(decode(state.active)))


def _moment(at: float, n: int, line: Line, turn: str | None, remarks: Annotated) -> Moment:
    statement = line.text[remarks.start : remarks.end]
    glyphs = tuple(map(_short, remarks.glyphs))
    return Moment(at, n, line.time, turn, _short(statement), glyphs, _short(" ".join(remarks.comments)))


def _short(text: str) -> str:
    return clip(one_line(text), _LONGEST)
