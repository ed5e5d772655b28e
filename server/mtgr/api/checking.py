"""The checks of a game while it is written: line after line, each only once.

What has been written is replayed as it comes, so a line costs the same wherever it stands. When lines are refused, the
block they stand in (a turn, or what precedes the first) is replayed again without them.
"""

from __future__ import annotations

from collections.abc import Sequence

from mtgr.api.findings import Finding, finding
from mtgr.document.structure import BlockKind, header
from mtgr.replay.closing import close
from mtgr.replay.findings import RawFinding
from mtgr.replay.loop import Loop
from mtgr.replay.run import Run
from mtgr.replay.state import Player, State
from mtgr.replay.tags import Game, read_tags
from mtgr.spec.codes import CODES
from mtgr.syntax.line import kind_of

_WRITABLE = frozenset({"body", "open", "close", "escape"})


class Refused(ValueError):
    """Lines that were not written, since the file would have been wrong with them. ``findings`` say why; their lines
    count as if the lines had been written."""

    def __init__(self, findings: Sequence[Finding], lines: Sequence[str]) -> None:
        self.findings = tuple(findings)
        self.lines = tuple(lines)
        super().__init__("; ".join(f"{each.code}: {each.message}" for each in findings) + "\n" + "\n".join(lines))


class _Block:
    """The block that is being written, with its replay; ``start`` is the line of the file, from 0, of its first."""

    __slots__ = ("_before", "_kind", "loop", "run", "start")

    def __init__(self, game: Game, before: State, kind: BlockKind, start: int) -> None:
        self._before = before
        self._kind = kind
        self.start = start
        self.run = Run(game, before.copy(), [])
        self.loop = Loop(self.run, kind)

    def add(self, lines: Sequence[str]) -> list[RawFinding]:
        """Replays more lines; what is wrong with them."""
        run = self.run
        first = len(run.lines)
        run.lines.extend(lines)
        self.loop.run_to(len(run.lines), first)
        found = [each for each in run.findings if CODES[each.code].severity.value in ("error", "warning")]
        run.findings.clear()
        if run.where == "head" and not found:
            message = "the first line of a turn is its `keyframe`, which is missing"
            found.append(RawFinding(first, 0, len(lines[0]), "check-1", message))
        return found

    def without_last(self, count: int) -> _Block:
        """The block as it was before its last lines were added."""
        block = _Block(self.run.game, self._before, self._kind, self.start)
        block.add(self.run.lines[:-count])
        return block


class Checker:
    """The checks of one game. ``start`` is the line of the file, from 0, of its first tag."""

    def __init__(self, tags: Sequence[str], start: int) -> None:
        self._game = _checked_tags(tags, start)
        self._next = start + len(tags) + 1
        """The line of the file, from 0, that comes next."""
        before = State(players={name: Player() for name in self._game.players})
        self._block = _Block(self._game, before, "loose", self._next)

    @property
    def state(self) -> State:
        """The state after all that has been written."""
        return self._block.run.state

    @property
    def where(self) -> str:
        """Which lines may come: '' at the start, ``deck``, ``pregame``, ``turn`` (after its keyframe), ``step``."""
        return self._block.run.where

    def add(self, lines: Sequence[str]) -> None:
        """Checks lines that belong together: one that needs no other, a turn line with its keyframe, a priority line
        with its snapshot, a whole variation. Raises ``Refused``; then nothing has changed."""
        for number, text in enumerate(lines):
            if "\n" in text or kind_of(text) not in _WRITABLE:
                message = "this is no line of a game's body"
                raise Refused([finding(self._next + number, 0, len(text), "check-1", message)], lines)
        kinds = [header(text) for text in lines]
        if any(kinds[1:]):
            raise ValueError("a deck, pregame or turn line is the first of the lines that are written together")
        block = self._block
        if kinds and kinds[0] is not None:
            block = _Block(self._game, block.run.state, kinds[0], self._next)
        found = block.add(lines)
        if found:
            if block is self._block:
                self._block = block.without_last(len(lines))
            raise Refused([_shown(each, block.start) for each in found], lines)
        self._block = block
        self._next += len(lines)

    def end(self, tags: Sequence[str], result: str) -> None:
        """Checks how the game ends, its tags being these and its result line this one. Raises ``Refused``, with lines
        counted from the first tag where a tag is wrong."""
        game = _checked_tags(tags, 0)
        if (game.players, game.perspective) != (self._game.players, self._game.perspective):
            raise ValueError("the players and the perspective stay what they were at the start")
        block = self._block
        lines = block.run.lines
        found = close(lines, [(0, len(lines))], [block.loop.ending], game.result, result, cut_off=False)
        if found:
            raise Refused([_shown(each.finding, block.start) for each in found], [result])
        if self.where in ("", "deck"):
            message = "the game ends before its pregame"
            raise Refused([finding(self._next, 0, len(result), "check-1", message)], [result])


def _checked_tags(tags: Sequence[str], start: int) -> Game:
    section = read_tags(list(tags))
    if section.findings:
        raise Refused([_shown(each, start) for each in section.findings], tags)
    return section.game


def _shown(found: RawFinding, start: int) -> Finding:
    return finding(start + found.line, found.start, found.end, found.code, found.message)
