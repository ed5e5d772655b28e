"""The parts of a game that have others in them: its blocks, steps, keyframes, stacks and variations.

Folding, the outline and selections show them, each in its way.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from mtgr.analysis import Game
from mtgr.features.markdown import clip, one_line
from mtgr.syntax.line import Line, kind_of
from mtgr.syntax.statement import Statement
from mtgr.syntax.tokens import decode

PartName = Literal["deck", "pregame", "turn", "step", "keyframe", "stack", "variation"]


@dataclass(frozen=True, slots=True)
class Part:
    """A part from its first line to its last, with all that is in it; escape lines at its end are not.

    Lines are 0-based, the last is part of it. Of two parts one holds the other, or they share no line, and no two start
    at the same line.
    """

    name: PartName
    start: int
    end: int
    title: str
    """What a reader calls it, from its first line; clipped."""
    events: int
    """The events in it; those of variations count only in these."""
    entries: int
    """The entries of its deck, keyframe or stack, players' entries left out."""
    life: tuple[str, ...] = ()
    """The life totals of a turn's keyframe, in its order (Player1 first, section 10.2)."""
    closed: bool = True
    """False for a variation without its ``)``."""


def block_parts(lines: list[str]) -> list[Part]:
    """The parts of one block, whose lines count from its first, in the order in which they start."""
    walk = _Walk()
    for number, text in enumerate(lines):
        if walk.pass_over(number, text):
            continue
        line = Line(text)
        # Parts start and end at lines of the record, so that no escape run goes across the end of one.
        if line.kind not in ("empty", "escape"):
            walk.take(number, line)
    walk.close(0)
    return sorted(walk.parts, key=lambda part: part.start)


def record_lines(lines: Sequence[str], game: Game) -> tuple[int, int]:
    """The first and the last line of a game that are neither empty nor escape lines; its first line if all are."""
    forwards = (n for n in range(game.start, game.end) if not passed_over(lines[n]))
    backwards = (n for n in range(game.end - 1, game.start - 1, -1) if not passed_over(lines[n]))
    return next(forwards, game.start), next(backwards, game.start)


def passed_over(text: str) -> bool:
    """Whether a line is empty or an escape line, where no part of a game starts or ends."""
    return kind_of(text) in ("empty", "escape")


def short(text: str) -> str:
    """A text from the file as part of a title."""
    return clip(one_line(text), 60)


def count(number: int, thing: str) -> str:
    """``1 event``, ``2 events``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


# A new part ends what is of its rank or deeper, but never what is outside the innermost variation.
_RANKS: dict[PartName, int] = {"deck": 1, "pregame": 1, "turn": 1, "step": 2, "keyframe": 2, "stack": 3}
_RANKED: dict[str, PartName] = {name: name for name in _RANKS}
_LISTS = ("deck", "keyframe", "stack")


def _part_title(name: PartName, statement: Statement) -> str:
    match name:
        case "turn":
            return f"Turn {short(statement['number'] or '')} {short(decode(statement['player'] or ''))}"
        case "step":
            return statement["step"] or ""
        case _:
            return name


@dataclass(slots=True)
class _Part:
    """A part that is open, with its first line and the counts of events and entries as they were there."""

    name: PartName
    start: int
    level: int
    title: str
    events: int
    entries: int
    life: list[str] = field(default_factory=list)
    closed: bool = False


class _Walk:
    """One pass over the lines of a game; ``open`` holds the parts around the line, outermost first."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.open: list[_Part] = []
        self.variations: list[int] = []  # where in `open` they are; their levels rise, as their brackets nest
        self.events = self.entries = 0
        self.last = 0  # the line before

    def pass_over(self, number: int, text: str) -> bool:
        """Count a line that is only an event of a step or an entry of a list, as most are, without a closer look."""
        if not text[:1].isdigit() or self.variations or text[-1] in "()":
            return False
        rest = text.partition(" ")[2]
        body = rest.lstrip(" ")
        inside = self.open[-1] if self.open else None
        if inside is not None and inside.name in _LISTS:
            if body[:1] != "#" or (len(rest) - len(body)) // 2 <= inside.level:
                return False
            self.entries += 1
        elif body[:1] in ("#", '"') or body.startswith("new "):
            self.events += 1
        else:
            return False
        self.last = number
        return True

    def take(self, number: int, line: Line) -> None:
        """Count a line, which ends and starts parts."""
        if line.kind == "body" and line.time[:1].isdigit() and self.variations:
            self.close(self.variations[0])  # a real time ends every variation that is still open (R38)
        match line.kind:
            case "open":
                self._start_variation(number, line.level)
            case "close":
                self._end_variation(number, line.level)
            case "result":
                self.close(0)
            case "body":
                self._take_body(number, line)
        self.last = number

    def close(self, depth: int) -> None:
        """End the parts from this depth on at the last line."""
        while len(self.open) > depth:
            part = self.open.pop()
            if part.name == "variation":
                self.variations.pop()
            events, entries = self.events - part.events, self.entries - part.entries
            closed = part.closed or part.name != "variation"
            self.parts.append(
                Part(part.name, part.start, self.last, part.title, events, entries, tuple(part.life), closed)
            )
            if part.name == "variation":
                self.events, self.entries = part.events, part.entries  # what a variation holds counts nowhere else

    def _start(self, name: PartName, number: int, level: int, title: str) -> None:
        self.open.append(_Part(name, number, level, title, self.events, self.entries))

    def _take_body(self, number: int, line: Line) -> None:
        self._end_lists(line.level)
        statement = line.statement
        name = statement.form.name if statement.form else ""
        inside = self.open[-1].name if self.open else ""
        if ranked := _RANKED.get(name):
            self._start_ranked(ranked, number, line.level, _part_title(ranked, statement))
        elif inside not in _LISTS:
            self.events += 1
        elif name == "player entry":
            self._note_life(statement["life"] or "")
        elif inside != "keyframe" or line.body.startswith("#"):
            self.entries += 1

    def _start_ranked(self, name: PartName, number: int, level: int, title: str) -> None:
        floor = self.variations[-1] + 1 if self.variations else 0
        depth = len(self.open)
        while depth > floor and _RANKS[self.open[depth - 1].name] >= _RANKS[name]:
            depth -= 1
        self.close(depth)
        self._start(name, number, level, title)

    def _end_lists(self, level: int) -> None:
        """End lists that a line of this level cannot be an entry of; 0 ends every list."""
        while self.open and self.open[-1].name in _LISTS and self.open[-1].level >= level:
            self.close(len(self.open) - 1)

    def _start_variation(self, number: int, level: int) -> None:
        self._end_lists(0)
        while self.variations and self.open[self.variations[-1]].level >= level:
            self.close(self.variations[-1])
        self.variations.append(len(self.open))
        self._start("variation", number, level, "(")

    def _end_variation(self, number: int, level: int) -> None:
        """End the variation whose bracket stands at this level, with all in it; a stray bracket ends nothing."""
        which = bisect_left(self.variations, level, key=lambda depth: self.open[depth].level)
        if which < len(self.variations) and self.open[self.variations[which]].level == level:
            self.close(self.variations[which] + 1)
            self.open[-1].closed = True
            self.last = number
            self.close(self.variations[which])

    def _note_life(self, life: str) -> None:
        """Remember a life total of a turn's keyframe for the summary of the turn."""
        if len(self.open) > 1 and self.open[-2].name == "turn" and len(self.open[-2].life) < 2:
            self.open[-2].life.append(short(life))
