"""Code lenses: the state at a turn, whether a keyframe matches the replay, how often an object is used.

Where they are shows in the text alone (``lenses``); what they say is found out when they are looked at (``resolve``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from mtgr.analysis import Analysis, Game, Place
from mtgr.analysis.mentions import mentions_in_game
from mtgr.features.board import Seat
from mtgr.features.columns import cut
from mtgr.features.parts import count
from mtgr.features.state import board_at, opening
from mtgr.spec.codes import CODES
from mtgr.syntax.line import Line

LensKind = Literal["turn", "keyframe", "new"]
_DIFFERENCES = frozenset({"check-3", "check-4", "check-7", "check-11"})
"""What a keyframe that differs from the replay is reported as; any other error is a problem of the keyframe itself."""
_LONGEST = 20
"""Cells of a name or number as the file has it."""


@dataclass(frozen=True, slots=True)
class LensSettings:
    """Which lenses there are: the ``state`` at turns, the ``keyframes`` compared, the ``uses`` of objects."""

    state: bool = True
    keyframes: bool = True
    uses: bool = True

    def shows(self, kind: LensKind) -> bool:
        """Whether there are lenses of a kind."""
        return {"turn": self.state, "keyframe": self.keyframes, "new": self.uses}[kind]


class Lens(NamedTuple):
    """A lens above a line, whose text begins at ``start`` (0-based, code points)."""

    line: int
    start: int
    end: int
    kind: LensKind


@dataclass(frozen=True, slots=True)
class LensAnswer:
    """What a lens says, and the places it speaks of: the differences, or the uses."""

    title: str
    places: tuple[Place, ...] = ()


def lenses(analysis: Analysis, settings: LensSettings = LensSettings()) -> list[Lens]:
    """The lenses of a text, in order. What a block has is remembered with it: see ``block_lenses``."""
    return [lens for game in analysis.taken_apart() for lens in game_lenses(analysis, game, settings)]


def game_lenses(analysis: Analysis, game: Game, settings: LensSettings = LensSettings()) -> list[Lens]:
    """The lenses of one game, in order."""
    return [
        Lens(block.start + lens.line, lens.start, lens.end, lens.kind)
        for block in game.blocks
        for lens in block.note(analysis.lines, block_lenses)
        if settings.shows(lens.kind)
    ]


def block_lenses(lines: list[str]) -> list[Lens]:
    """The lenses of a block, whose lines count from its first: on its main line alone."""
    found = []
    for n, text in enumerate(lines):
        if text[:1].isdigit():
            body = text.partition(" ")[2].lstrip(" ")
            kind = _kind(body)
            if kind is not None:
                found.append(Lens(n, len(text) - len(body), len(text.rstrip()), kind))
    return found


def _kind(body: str) -> LensKind | None:
    if body.startswith("new "):
        return "new"
    if body.startswith("turn "):
        return "turn"
    return "keyframe" if body.partition(" ")[0] == "keyframe" else None


def resolve(analysis: Analysis, line: int, kind: LensKind) -> LensAnswer | None:
    """What the lens of a kind above a line says; None if the line has no such lens."""
    if not 0 <= line < len(analysis.lines) or not any(
        each.kind == kind for each in block_lenses([analysis.lines[line]])
    ):
        return None
    match kind:
        case "turn":
            return _state(analysis, line)
        case "keyframe":
            return _compared(analysis, line)
        case "new":
            return _uses(analysis, line)


def _state(analysis: Analysis, line: int) -> LensAnswer | None:
    board = board_at(analysis, opening(analysis, line))
    return LensAnswer(" | ".join(map(_seat, board.seats))) if board is not None and board.seats else None


def _seat(seat: Seat) -> str:
    """``PlayerA 14 life, 5 in hand, 3 creatures + 6 others, library 43``."""
    creatures, others = (row.count for row in list(seat.rows())[:2])
    cards = count(creatures, "creature") + (f" + {count(others, 'other')}" if others else "")
    name, life, library = (cut(text, _LONGEST) for text in (seat.name, seat.life, seat.library))
    return f"{name} {life} life, {seat.zone('hand').count} in hand, {cards}, library {library}"


def _compared(analysis: Analysis, line: int) -> LensAnswer | None:
    block = analysis.block_at(line)
    if block is None:
        return None
    end = _end(analysis, line, block.end)
    found = [
        each
        for each in block.outcome.findings
        if line <= block.start + each.line < end and CODES[each.code].severity.value == "error"
    ]
    if found:
        thing = "difference" if all(each.code in _DIFFERENCES for each in found) else "problem"
        places = tuple(sorted(Place(block.start + each.line, each.start, each.end) for each in found))
        return LensAnswer(count(len(found), thing), places)
    if block.kind == "pregame":
        return LensAnswer("the replay starts here")
    before = analysis.state(line, before=True)
    if before is not None and before.suspended:
        return LensAnswer("the record resumes here")
    return LensAnswer("matches the replay")


def _end(analysis: Analysis, line: int, end: int) -> int:
    """The line after the last entry of a keyframe."""
    level = Line(analysis.lines[line]).level
    for number in range(line + 1, end):
        text = analysis.lines[number]
        if not text.startswith("%") and Line(text).level <= level:
            return number
    return end


def _uses(analysis: Analysis, line: int) -> LensAnswer | None:
    game = analysis.game_at(line)
    if game is None:
        return None
    id = next((token for token in analysis.line(line).tokens if token.kind == "id"), None)
    found = [] if id is None else mentions_in_game(game, analysis.lines, line, id.text)
    # In a line that is still being written, the ID does not count as introduced.
    here = None if id is None else (line, id.start)
    places = tuple(
        Place(each.line, each.start, each.end)
        for each in found
        if each.role != "declaration" and (each.line, each.start) != here
    )
    return LensAnswer(count(len(places), "use"), places)
