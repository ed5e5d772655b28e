"""What can be folded, each fold with a summary that says what is in it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from mtgr.analysis import Analysis, Game
from mtgr.features.markdown import clip, one_line
from mtgr.syntax.line import Line, kind_of
from mtgr.syntax.statement import Statement
from mtgr.syntax.tokens import decode

FoldKind = Literal["region", "comment"]


class Fold(NamedTuple):
    """Lines that fold into the first of them: 0-based, both inclusive, at least two.

    Of two folds one holds the other, or they share no line, and no two start at the same line (editors fold one thing a
    line). ``kind`` is ``comment`` for escape lines, ``region`` for the parts of a game, None for lists and variations.
    """

    start: int
    end: int
    kind: FoldKind | None
    summary: str


def folding(analysis: Analysis) -> list[Fold]:
    """All folds, by their first line. Linear in the number of lines, and well-formed for any text.

    What a block holds is remembered with it: see ``block_folds``.
    """
    return [fold for game in analysis.taken_apart() for fold in game_folds(analysis, game)]


def game_folds(analysis: Analysis, game: Game) -> list[Fold]:
    """The folds of one game, by their first line."""
    folds = _around(analysis, game)
    for block in game.blocks:
        start = block.start
        for fold in block.note(analysis.lines, block_folds):
            folds.append(Fold(start + fold.start, start + fold.end, fold.kind, fold.summary))
    folds.sort(key=lambda fold: (fold.start, -fold.end))
    return [fold for n, fold in enumerate(folds) if not n or fold.start != folds[n - 1].start]


def block_folds(lines: list[str]) -> list[Fold]:
    """The folds of one block, whose lines count from its first."""
    walk = _Walk()
    for number, text in enumerate(lines):
        if walk.pass_over(number, text):
            continue
        line = Line(text)
        # Parts start and end at lines of the record, so that no escape run goes across the end of one.
        if line.kind not in ("empty", "escape"):
            walk.take(number, line)
    walk.close(0)
    return walk.folds + _escape_runs(lines)


def _escape_runs(lines: Sequence[str], first: int = 0) -> list[Fold]:
    """The runs of escape lines, the first line being line ``first`` of the text."""
    folds = []
    start = None
    for number, text in enumerate((*lines, ""), first):
        if text.startswith("%"):
            start = number if start is None else start
        elif start is not None:
            if number - start > 1:
                folds.append(Fold(start, number - 1, "comment", f"{number - start} escape lines"))
            start = None
    return folds


def _around(analysis: Analysis, game: Game) -> list[Fold]:
    """The folds of a game that are not those of its blocks: the game, its tag section, and escape lines outside."""
    lines = analysis.lines
    body = (game.blocks[0].start, game.blocks[-1].end) if game.blocks else (game.end, game.end)
    folds = _escape_runs(lines[game.start : body[0]], game.start) + _escape_runs(lines[body[1] : game.end], body[1])
    record = (n for n in range(game.start, game.end) if not _passed_over(lines[n]))
    backwards = (n for n in range(game.end - 1, game.start - 1, -1) if not _passed_over(lines[n]))
    first, last = next(record, game.start), next(backwards, game.start)
    if last > first:
        folds.append(Fold(first, last, "region", _title(game)))
    tags = [n for n in range(first, body[0]) if not _passed_over(lines[n])]
    count = next((n for n, line in enumerate(tags) if kind_of(lines[line]) != "tag"), len(tags))
    if count > 2:
        # The first tag folds the whole game, so the tag section folds at the second.
        folds.append(Fold(tags[1], tags[count - 1], "region", f"{count} tags"))
    return folds


def _passed_over(text: str) -> bool:
    """Whether a line is empty or an escape line, where no part of a game starts or ends."""
    return kind_of(text) in ("empty", "escape")


def _title(game: Game) -> str:
    """``Game 2: PlayerA - PlayerB 1-0``, from the tags."""
    tag = {name: _short(game.tags.get(name, "?")) for name in ("Game", "Player1", "Player2", "Result")}
    return f"Game {tag['Game']}: {tag['Player1']} - {tag['Player2']} {tag['Result']}"


def _short(text: str) -> str:
    return clip(one_line(text), 60)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


# A new part ends what is of its rank or deeper, but never what is outside the innermost variation.
_RANKS = {"deck": 1, "pregame": 1, "turn": 1, "step": 2, "keyframe": 2, "stack": 3}
_LISTS = ("deck", "keyframe", "stack")


def _part_title(name: str, statement: Statement) -> str:
    match name:
        case "turn":
            return f"Turn {_short(statement['number'] or '')} {_short(decode(statement['player'] or ''))}"
        case "step":
            return statement["step"] or ""
        case _:
            return name


@dataclass(slots=True)
class _Part:
    """A part that is open, with its first line and the counts of events and entries as they were there."""

    name: str
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
        self.folds: list[Fold] = []
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
            if part.start < self.last:
                kind: FoldKind | None = None if part.name in ("keyframe", "stack", "variation") else "region"
                self.folds.append(Fold(part.start, self.last, kind, self._summary(part)))
            if part.name == "variation":
                self.events, self.entries = part.events, part.entries  # what a variation holds counts nowhere else

    def _start(self, name: str, number: int, level: int, title: str) -> None:
        self.open.append(_Part(name, number, level, title, self.events, self.entries))

    def _take_body(self, number: int, line: Line) -> None:
        self._end_lists(line.level)
        statement = line.statement
        name = statement.form.name if statement.form else ""
        inside = self.open[-1].name if self.open else ""
        if name in _RANKS:
            self._start_ranked(name, number, line.level, _part_title(name, statement))
        elif inside not in _LISTS:
            self.events += 1
        elif name == "player entry":
            self._note_life(statement["life"] or "")
        elif inside != "keyframe" or line.body.startswith("#"):
            self.entries += 1

    def _start_ranked(self, name: str, number: int, level: int, title: str) -> None:
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
            self.open[-2].life.append(_short(life))

    def _summary(self, part: _Part) -> str:
        events = _count(self.events - part.events, "event")
        entries = self.entries - part.entries
        match part.name:
            case "turn":
                return ", ".join([part.title, *(["-".join(part.life)] if part.life else []), events])
            case "step" | "pregame":
                return f"{part.title}, {events}"
            case "deck":
                return f"deck, {entries} entries"
            case "keyframe":
                return _count(entries, "object")
            case "stack":
                return f"{entries} on the stack"
            case _:
                return f"variation, {_count(self.last - part.start - part.closed, 'line')}"
