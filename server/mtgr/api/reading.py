"""Reading: the games of a file, their statements, and the state after each."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from mtgr.analysis import Analysis
from mtgr.analysis.game import Game as Analysed
from mtgr.api.findings import Finding, of_analysis
from mtgr.api.states import State
from mtgr.api.values import Ref, Value, read_slots
from mtgr.replay.block import states_along
from mtgr.syntax.line import Line
from mtgr.syntax.tokens import decode


@dataclass(frozen=True, slots=True)
class Statement:
    """What a body line says. ``line`` is its number in the file, from 1.

    ``name`` is its name in the table of docs/api.md, '' for a line that cannot be read; ``slots`` are its values by the
    names that the table gives them. ``by`` is the cause as the file writes it, without the word ``by``.
    """

    line: int
    time: str
    """``0:41``, ``12:05.374``; ``-`` inside variations; '' where it is missing."""
    level: int
    """The nesting level that the indentation shows."""
    text: str
    """The statement as it stands in the file, without time and indentation."""
    name: str
    slots: dict[str, Value]
    by: str | None = None
    replacements: tuple[str, ...] = ()
    nags: tuple[int, ...] = ()
    brace: str | None = None
    comment: str | None = None

    @property
    def object(self) -> Ref | None:
        """The object that it is about, or introduces: its slot ``object``."""
        value = self.slots.get("object")
        return value if isinstance(value, Ref) else None

    @property
    def player(self) -> str | None:
        """The player that it is about: its slot ``player``."""
        value = self.slots.get("player")
        return value if isinstance(value, str) else None


def read_games(source: str | os.PathLike[str] | bytes) -> Games:
    """The games of a ``.mtgr`` file, given by its path or as its bytes. Nothing is replayed before it is asked for.

    Any bytes can be read: what is wrong with them is in ``findings``. Raises ``OSError`` when the file cannot be read.
    """
    return Games(source if isinstance(source, bytes) else Path(source).read_bytes())


class Games:
    """The games of a file, in order; iterate over it."""

    def __init__(self, data: bytes) -> None:
        self._analysis = Analysis.of_bytes(data)

    def __iter__(self) -> Iterator[Game]:
        start = 0
        while (found := self._analysis.game_at(start)) is not None:
            yield Game(self._analysis, found)
            start = found.end

    @property
    def findings(self) -> list[Finding]:
        """The errors and warnings of the whole file, in order. For this all its games are replayed."""
        return [of_analysis(each) for each in self._analysis.findings()]


class Game:
    """One game of a file."""

    def __init__(self, analysis: Analysis, game: Analysed) -> None:
        self._analysis = analysis
        self._game = game

    @property
    def number(self) -> int:
        """Which game of the file it is, from 1. (Which one of its match is the tag ``Game``.)"""
        return self._game.number

    @property
    def lines(self) -> range:
        """The numbers of its lines in the file, from 1."""
        return range(self._game.start + 1, self._game.end + 1)

    @cached_property
    def tags(self) -> dict[str, str]:
        """The tags' values by name, in the order of the file."""
        return self._game.tags

    @property
    def players(self) -> tuple[str, ...]:
        """The players as the tags name them, Player1 first; fewer than two when tags are missing."""
        return tuple(map(decode, self._game.section.game.players))

    @property
    def result(self) -> str | None:
        """The result line, if there is one: ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``."""
        game = self._game
        return None if game.result is None else self._analysis.lines[game.start + game.result].strip(" \t")

    @property
    def findings(self) -> list[Finding]:
        """The errors and warnings at its lines, in order."""
        found = self._analysis.findings_between(self._game.start, self._game.end - 1)
        return [of_analysis(self._analysis.shifted(each)) for each in found]

    def statements(self, *, variations: bool = False) -> Iterator[Statement]:
        """The statements of the main line, with ``variations`` those inside variations too. Escape lines are left out,
        and so are brackets."""
        for block in self._game.blocks:
            for n in range(block.start, block.end):
                found = _statement(self._analysis, n)
                if found is not None and (variations or found.time != "-"):
                    yield found

    def replay(self) -> Iterator[tuple[Statement, State]]:
        """Each statement of the main line with the state after it; that of an entry is the state after the whole
        keyframe or snapshot."""
        for index, block in enumerate(self._game.blocks):
            before = self._analysis.state_before(self._game, index)
            for n, state in states_along(block.lines(self._analysis.lines), before, self._game.section.game):
                found = _statement(self._analysis, block.start + n)
                if found is not None and found.time != "-":
                    yield found, State(state)

    def state(self, line: int, *, before: bool = False) -> State | None:
        """The state after (``before``) a line of the file, counted from 1; inside a variation that of its branch. None
        for a line outside the game's body."""
        found = self._analysis.state(line - 1, before) if line in self.lines else None
        return None if found is None else State(found)


def _statement(analysis: Analysis, n: int) -> Statement | None:
    line = Line(analysis.lines[n])
    if line.kind != "body":
        return None
    st = line.statement
    nags = tuple(int(nag[1:]) for nag in st.nags if len(nag) < 5)
    brace = None if st.brace is None else st.brace[1:-1]
    comment = None if st.comment is None else st.comment[1:]
    name, slots = ("", {}) if st.form is None else (st.form.name, read_slots(st.form, st.values))
    return Statement(
        n + 1, line.time, line.level, line.body, name, slots, st.cause, st.replacements, nags, brace, comment
    )
