"""One game of a text with its replay, and how much of it an edit leaves standing.

Everything in a game counts lines from its first line, so a game that only moved is still right.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from mtgr.document.structure import BlockKind, GameLines, StructureProblem
from mtgr.replay.block import Replayed, replay
from mtgr.replay.closing import Closing, close
from mtgr.replay.state import Player, State
from mtgr.replay.tags import TagSection, read_tags, seated_players
from mtgr.replay.writes import writes
from mtgr.syntax.line import Line
from mtgr.syntax.tokens import decode


@dataclass(slots=True, eq=False)
class Block:
    """A block with its replay: its place in its game, the state before it, and the outcome."""

    game: Game
    kind: BlockKind
    offset: int
    length: int
    before: State
    outcome: Replayed
    index: dict[tuple[str, str], list[int]] | None = None
    """Lines of the block (relative to it) by the field they set; made when first asked for."""

    @property
    def start(self) -> int:
        """Its first line in the text."""
        return self.game.start + self.offset

    @property
    def end(self) -> int:
        """The line of the text after its last."""
        return self.game.start + self.offset + self.length

    def last_write(self, lines: Sequence[str], subject: str, field_name: str, before: int | None) -> int | None:
        """The last line of the text in this block (before a line of the block, if given) that set a field."""
        if self.index is None:
            # A keyframe only repeats totals, except where it sets them: at the start and after a gap.
            sets = self.kind == "pregame" or self.before.suspended
            self.index = _index(lines[self.start : self.end], sets)
        found = self.index.get((subject, field_name), [])
        if before is not None:
            found = [n for n in found if n < before]
        return self.start + found[-1] if found else None


def _index(lines: Sequence[str], keyframe_sets: bool) -> dict[tuple[str, str], list[int]]:
    index: dict[tuple[str, str], list[int]] = {}
    for n, text in enumerate(lines):
        if text and text[0] not in "-%[":
            st = Line(text).statement
            if st.form is not None and st.form.name == "player entry" and not keyframe_sets:
                continue
            for write in writes(st):
                index.setdefault(write, []).append(n)
    return index


@dataclass(slots=True, eq=False)
class Game:
    """A game of the text: lines ``start`` to ``end`` (exclusive). ``number`` counts from 1."""

    number: int
    start: int
    length: int
    tags_offset: int
    tags_length: int
    section: TagSection
    result: int | None
    """The result line, counted from the game's first line."""
    cut_off: bool
    problems: list[StructureProblem]
    """What is wrong with how its lines follow each other; lines count from the game's first line."""
    blocks: list[Block] = field(default_factory=list)
    closing: list[Closing] = field(default_factory=list)
    cache: object = None
    """What the analysis keeps of the game's findings."""

    @property
    def end(self) -> int:
        """The line of the text after its last."""
        return self.start + self.length

    @property
    def tags(self) -> dict[str, str]:
        """The tags' decoded values by name, in file order."""
        return {tag.name: decode(tag.value) for tag in self.section.tags}


Standing = Callable[[int, int, BlockKind], "Block | None"]
"""For a block of the new text (first line, line after its last, kind): the old block that has the same lines."""


def analyse_game(
    lines: Sequence[str],
    found: GameLines,
    number: int,
    section: TagSection | None = None,
    standing: Standing | None = None,
) -> Game:
    """Replays a game.

    ``section`` is its tag section where that is known already; blocks whose lines ``standing`` knows and whose entering
    state is what it was are taken over with their outcome.
    """
    if section is None:
        section = read_tags(list(lines[found.tags.start : found.tags.end]))
    pregame = next((block for block in found.blocks if block.kind == "pregame"), None)
    seated: tuple[str, ...] = ()
    if pregame is not None:
        seated = seated_players(list(lines[pregame.start : min(pregame.start + 20, pregame.end)]))
    if seated != section.game.seated:
        section = dataclasses.replace(section, game=dataclasses.replace(section.game, seated=seated))
    start = found.start
    game = Game(
        number, start, found.end - start, found.tags.start - start, found.tags.end - found.tags.start, section,
        None if found.result is None else found.result - start, found.cut_off,
        [dataclasses.replace(problem, line=problem.line - start) for problem in found.problems],
    )  # fmt: skip
    state = State(players={name: Player() for name in section.game.players})
    for each in found.blocks:
        block = _replay_block(lines, game, each.kind, each.start, each.end, state, standing)
        game.blocks.append(block)
        state = block.outcome.state
    game.closing = _close(lines, game)
    return game


def _replay_block(
    lines: Sequence[str], game: Game, kind: BlockKind, start: int, end: int, state: State, standing: Standing | None
) -> Block:
    old = standing(start, end, kind) if standing is not None else None
    # Only the last block of a file that breaks off reads its end in another way.
    last = game.cut_off and end == game.end
    if (
        old is not None
        and not last
        and not (old.game.cut_off and old is old.game.blocks[-1])
        and old.game.section.game == game.section.game
        and old.before.same(state)
    ):
        return Block(game, kind, start - game.start, end - start, old.before, old.outcome, old.index)
    outcome = replay(list(lines[start:end]), state, game.section.game, last_block=last, kind=kind)
    return Block(game, kind, start - game.start, end - start, state, outcome)


def _close(lines: Sequence[str], game: Game) -> list[Closing]:
    result = None if game.result is None else lines[game.start + game.result]
    spans = [(block.start, block.end) for block in game.blocks]
    endings = [block.outcome.ending for block in game.blocks]
    found = close(lines, spans, endings, game.section.game.result, result, game.result is None and game.cut_off)
    if game.blocks and not game.cut_off and not any(block.kind == "pregame" for block in game.blocks):
        found = [each for each in found if each.finding.code == "check-2"]
    return found
