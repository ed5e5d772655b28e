"""One game of a text with its replay, and how much of it an edit leaves standing.

Everything in a game counts lines from its first line, so a game that only moved is still right. Its blocks are replayed
one at a time, by whoever has the time: ``Game.step``.
"""

from __future__ import annotations

import dataclasses
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from mtgr.document.structure import BlockKind, GameLines, StructureProblem, leaves_blocks
from mtgr.document.text import Edit
from mtgr.replay.block import replay
from mtgr.replay.branch import branch_findings, has_variations
from mtgr.replay.closing import Closing, close
from mtgr.replay.findings import RawFinding
from mtgr.replay.state import Player, State
from mtgr.replay.tags import Game as Facts
from mtgr.replay.tags import TagSection, read_tags, seated_players
from mtgr.replay.waypoints import Replayed, Waypoint, replay_again, replay_from_another
from mtgr.replay.writes import writes
from mtgr.syntax.line import Line, is_odd
from mtgr.syntax.tokens import decode

Answer = TypeVar("Answer")

_NOT_YET = Replayed(State(), [])

SEATED_WITHIN = 20
"""The lines of a pregame, counted from its first, whose entries say who sits where."""


@dataclass(slots=True, eq=False)
class Block:
    """A block with its replay: its place in its game, the state before it, and the outcome.

    While ``edited`` is true its lines are not (or not yet) those that were replayed.
    """

    game: Game
    kind: BlockKind
    offset: int
    length: int
    before: State = field(default_factory=lambda: _NOT_YET.state)
    outcome: Replayed = field(default_factory=lambda: _NOT_YET)
    earlier: tuple[State, Replayed] | None = None
    """The state before it and the outcome of the replay before the last, if its lines were the same and there are
    waypoints."""
    edited: bool = True
    head: int = 0
    """While it is edited: how many lines at its start are as they were when it was replayed,"""
    tail: int = 0
    """and how many at its end."""
    last: bool = False
    """It was replayed as the last block of a file that breaks off."""
    notes: dict[Callable[..., Any], Any] = field(default_factory=dict)
    """Answers about its lines alone, by the function that gave them."""
    writes_wanted: int = 0
    """How often ``last_write`` has been asked since it was edited."""
    replay_notes: dict[Callable[..., Any], Any] = field(default_factory=dict)
    """Answers about its lines and the state before them, by the function that gave them."""
    hints: list[RawFinding] = field(default_factory=list)
    """What looks wrong in its variations (R39). While its game's ``unhinted`` holds it these are older, with their
    lines moved along with edits."""
    hinting: Iterator[list[RawFinding]] | None = None
    """The work on new ones, variation by variation, and what it has found."""
    fresh_hints: list[RawFinding] = field(default_factory=list)

    @property
    def start(self) -> int:
        """Its first line in the text."""
        return self.game.start + self.offset

    @property
    def end(self) -> int:
        """The line of the text after its last."""
        return self.game.start + self.offset + self.length

    def lines(self, lines: Sequence[str]) -> list[str]:
        """Its lines, from those of the text."""
        return list(lines[self.start : self.end])

    def waypoint(self, n: int, before: State) -> Waypoint | None:
        """The last known place before line ``n`` of the block where its replay can begin, after this state."""
        head = self.head if self.edited else self.length
        if not self.outcome.waypoints or not self.before.same(before):
            return None
        return next((each for each in reversed(self.outcome.waypoints) if each.line <= n and each.seen < head), None)

    def note(self, lines: Sequence[str], make: Callable[[list[str]], Answer]) -> Answer:
        """What a function says of the block's lines (its answer counts lines from the block's first). It is asked again
        only when they have changed."""
        if make not in self.notes:
            self.notes[make] = make(self.lines(lines))
        found: Answer = self.notes[make]
        return found

    def replay_note(self, lines: Sequence[str], make: Callable[[list[str], State, Facts], Answer]) -> Answer:
        """What a function says of the block's lines, the state before them and the facts of the game's tags (its answer
        counts lines from the block's first). It is asked again only when one of them has changed.

        The block must have been replayed (``Analysis.block_at``, ``Analysis.prepare_replayed``).
        """
        if make not in self.replay_notes:
            self.replay_notes[make] = make(self.lines(lines), self.before, self.game.section.game)
        found: Answer = self.replay_notes[make]
        return found

    def replay_part(self, lines: Sequence[str], make: Callable[..., Answer], first: int, last: int) -> Answer:
        """``replay_note`` for who asks about the lines of the text from ``first`` to ``last``. If the block is longer
        and its answer not known, it is not made: only what there is to say of these lines (the function's argument
        ``only``, counted from the block's first) is."""
        if make in self.replay_notes or self.length <= last + 1 - first:
            return self.replay_note(lines, make)
        only = range(max(first - self.start, 0), min(last + 1 - self.start, self.length))
        return make(self.lines(lines), self.before, self.game.section.game, only)

    def lines_with(self, lines: Sequence[str], token: str) -> list[int]:
        """The lines of the block, counted from its first, that can hold an ID or a player's name token."""
        odd = self.note(lines, _odd_lines)
        found = [n for n, text in enumerate(self.lines(lines)) if token in text]
        return sorted({*found, *odd}) if odd else found

    def last_write(self, lines: Sequence[str], subject: str, field_name: str, before: int | None) -> int | None:
        """The last line of the text in this block (before a line of the block, if given) that set a field."""
        before = self.length if before is None else before
        # A keyframe only repeats totals, except where it sets them: at the start and after a gap.
        keyframe_sets = self.kind == "pregame" or self.before.suspended
        self.writes_wanted += 1
        if self.writes_wanted > (_MANY if subject.startswith("#") else _FEW):
            index = self.note(lines, _writes if keyframe_sets else _writes_of_events)
            found = next((n for n in reversed(index.get((subject, field_name), [])) if n < before), None)
        else:
            named = (n for n in reversed(self.lines_with(lines, subject)) if n < before)
            wanted = subject, field_name
            found = next((n for n in named if wanted in _written(lines[self.start + n], keyframe_sets)), None)
        return None if found is None else self.start + found


def _odd_lines(lines: list[str]) -> list[int]:
    """The lines that may hold a token in another way."""
    return [n for n, text in enumerate(lines) if is_odd(text)]


_FEW, _MANY = 3, 100
"""As many times it is quicker to look for the line that set a field, of a player or of an object, than to make an
index of a block's lines: nearly every line names a player."""


def _writes(lines: list[str], keyframe_sets: bool = True) -> dict[tuple[str, str], list[int]]:
    """The lines of a block by the field they set."""
    index: dict[tuple[str, str], list[int]] = {}
    for n, text in enumerate(lines):
        for write in _written(text, keyframe_sets):
            index.setdefault(write, []).append(n)
    return index


def _writes_of_events(lines: list[str]) -> dict[tuple[str, str], list[int]]:
    return _writes(lines, keyframe_sets=False)


def _written(text: str, keyframe_sets: bool) -> list[tuple[str, str]]:
    """The fields that a line sets."""
    if not text or text[0] in "-%[":
        return []
    st = Line(text).statement
    if st.form is not None and st.form.name == "player entry" and not keyframe_sets:
        return []
    return writes(st)


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
    entering: State
    """The state before its first block."""
    blocks: list[Block] = field(default_factory=list)
    closing: list[Closing] = field(default_factory=list)
    stale: list[int] = field(default_factory=list)
    """The blocks whose lines or entering state may not be those that were replayed, in order."""
    revision: int = 0
    """Rises with everything that may change its findings."""
    kept: Any = None
    """What ``mtgr.analysis.resolve`` keeps of its findings."""
    notes: dict[str, tuple[Hashable, Any]] = field(default_factory=dict)
    """Answers about the game, by their names, each with what it holds for."""
    unhinted: dict[Block, None] = field(default_factory=dict)
    """The blocks with variations that have not been looked at since they were replayed."""
    hinted: dict[Block, None] = field(default_factory=dict)
    """The blocks that have hints."""

    @property
    def end(self) -> int:
        """The line of the text after its last."""
        return self.start + self.length

    @property
    def tags(self) -> dict[str, str]:
        """The tags' decoded values by name, in file order."""
        return {tag.name: decode(tag.value) for tag in self.section.tags}

    def block_at(self, n: int) -> int | None:
        """The index of the block that a line of the text belongs to."""
        index = bisect_right(self.blocks, n, key=lambda block: block.start) - 1
        return index if index >= 0 and n < self.blocks[index].end else None

    def note(self, name: str, holds_for: Hashable, make: Callable[[], Answer]) -> Answer:
        """An answer about the game. It is made again only when the game has changed, or when it no longer ``holds_for``
        what is asked (if it counts the lines of the text, for the line where the game starts)."""
        now = self.revision, holds_for
        if name not in self.notes or self.notes[name][0] != now:
            self.notes[name] = now, make()
        found: Answer = self.notes[name][1]
        return found

    # --- Replay ---------------------------------------------------------------------------------------------------

    def step(self, lines: Sequence[str]) -> Block | None:
        """Replays the first stale block, or sees that it need not be; to be called while there is one.

        The block is returned if it was replayed.
        """
        index = self.stale[0]
        block = self.blocks[index]
        before = self.blocks[index - 1].outcome.state if index else self.entering
        last = self._is_last(index)
        same = block.before.same(before)
        replayed = block.edited or block.last != last or not same
        if replayed:
            texts = block.lines(lines)
            earlier, block.earlier = block.earlier, None
            if not block.edited and block.last == last and block.outcome.waypoints:
                block.earlier = block.before, block.outcome
            if block.earlier is not None and earlier is not None and earlier[0].same(before):
                outcome = earlier[1]  # a mistake further up has been mended
            else:
                outcome = self._outcome(block, texts, before, last, same)
            if outcome.state.same(block.outcome.state):
                outcome.state = block.outcome.state
            block.outcome, block.edited, block.last = outcome, False, last
            block.replay_notes.clear()
            self.revision += 1
            self._leave_unhinted(block, texts)
        block.before = before
        del self.stale[0]
        following = index + 1
        if following < len(self.blocks) and self.blocks[following].before is not block.outcome.state:
            self._mark(following)
        if not self.stale:
            self.closing = _close(lines, self)
            self.revision += 1
        return block if replayed else None

    def _outcome(self, block: Block, lines: list[str], before: State, last: bool, same: bool) -> Replayed:
        """The outcome of a stale block, whose lines these are; ``same`` says that the state before is what it was."""
        facts = self.section.game
        if last or block.last or block.outcome is _NOT_YET:
            return replay(lines, before, facts, last_block=last, kind=block.kind)
        if block.edited:
            head, tail = block.head if same else 0, block.tail
            return replay_again(lines, before, facts, block.outcome, head, tail, block.kind)
        return replay_from_another(lines, before, block.outcome, block.before) or replay_again(
            lines, before, facts, block.outcome, 0, block.length, block.kind
        )

    def _leave_unhinted(self, block: Block, lines: list[str]) -> None:
        """Notes that a block has been replayed, so that its variations are to be looked at anew."""
        block.hinting = None
        if has_variations(lines):
            self.unhinted[block] = None
        else:
            self._give_hints(block, [])
            self.unhinted.pop(block, None)

    def _give_hints(self, block: Block, hints: list[RawFinding]) -> None:
        block.hints = hints
        if hints:
            self.hinted[block] = None
        else:
            self.hinted.pop(block, None)

    def hint(self, lines: Sequence[str]) -> None:
        """Replays the next variation that has not been looked at; to be called while there are ``unhinted`` blocks and
        no stale ones."""
        block = next(iter(self.unhinted))
        if block.hinting is None:
            block.hinting = branch_findings(block.lines(lines), block.before, self.section.game)
            block.fresh_hints = []
        found = next(block.hinting, None)
        if found is not None:
            block.fresh_hints.extend(found)
            return
        self._give_hints(block, block.fresh_hints)
        block.hinting = None
        del self.unhinted[block]

    def _is_last(self, index: int) -> bool:
        """Whether a block is the last of a file that breaks off, whose end is read in another way."""
        return self.cut_off and index == len(self.blocks) - 1

    def _mark(self, index: int) -> None:
        place = bisect_right(self.stale, index)
        if not place or self.stale[place - 1] != index:
            self.stale.insert(place, index)

    # --- Edits ----------------------------------------------------------------------------------------------------

    def follow(self, edit: Edit, lines: Sequence[str]) -> bool:
        """Follows an edit inside one of its blocks that cannot change what the blocks are, nor what is known of all of
        them. Whether it was one. ``lines`` are those of the text after it."""
        index = self.block_at(edit.first)
        if index is None or self.problems or self.cut_off or self.blocks[index].kind == "loose":
            return False
        block = self.blocks[index]
        if not (block.start < edit.first and edit.end <= block.end and leaves_blocks(edit.old, edit.new)):
            return False
        if block.kind == "pregame" and _seated(lines, block.start, block.end + edit.delta) != self.section.game.seated:
            return False
        head, tail = edit.first - block.start, block.end - edit.end
        block.head, block.tail = (min(head, block.head), min(tail, block.tail)) if block.edited else (head, tail)
        block.length += edit.delta
        block.edited = True
        block.notes.clear()
        block.replay_notes.clear()
        block.writes_wanted = 0
        self._give_hints(block, list(_moved(block.hints, edit.first - block.start, edit)))
        if edit.delta:
            for later in self.blocks[index + 1 :]:
                later.offset += edit.delta
            self.length += edit.delta
            self.result = None if self.result is None else self.result + edit.delta
        self._mark(index)
        self.revision += 1
        return True


def _moved(hints: list[RawFinding], first: int, edit: Edit) -> Iterator[RawFinding]:
    """Hints as an edit leaves them that begins at line ``first`` of their block; those of edited lines are gone."""
    for hint in hints:
        if hint.line < first:
            yield hint
        elif hint.line >= first + len(edit.old):
            yield dataclasses.replace(hint, line=hint.line + edit.delta)


Standing = Callable[[int, int, BlockKind], "Block | None"]
"""For a block of the new text (first line, line after its last, kind): the old block that has the same lines."""


def read_blocks(
    lines: Sequence[str],
    found: GameLines,
    number: int,
    section: TagSection | None = None,
    standing: Standing | None = None,
) -> Game:
    """A game of the text, none of whose blocks is replayed yet.

    ``section`` is its tag section where that is known already. Blocks whose lines ``standing`` knows are taken over
    with their outcome from the game they were in.
    """
    if section is None:
        section = read_tags(list(lines[found.tags.start : found.tags.end]))
    pregame = next((block for block in found.blocks if block.kind == "pregame"), None)
    seated: tuple[str, ...] = ()
    if pregame is not None:
        seated = _seated(lines, pregame.start, pregame.end)
    if seated != section.game.seated:
        section = dataclasses.replace(section, game=dataclasses.replace(section.game, seated=seated))
    start = found.start
    game = Game(
        number, start, found.end - start, found.tags.start - start, found.tags.end - found.tags.start, section,
        None if found.result is None else found.result - start, found.cut_off,
        [dataclasses.replace(problem, line=problem.line - start) for problem in found.problems],
        State(players={name: Player() for name in section.game.players}),
    )  # fmt: skip
    state = game.entering
    for each in found.blocks:
        block = standing(each.start, each.end, each.kind) if standing is not None else None
        if block is None:
            block = Block(game, each.kind, each.start - start, each.end - each.start)
        else:
            if block.game.section.game != section.game:
                block.edited, block.head, block.tail = True, 0, 0  # the same lines mean something else now
            if block in block.game.unhinted:
                game.unhinted[block] = None
            if block.hints:
                game.hinted[block] = None
            block.game, block.offset = game, each.start - start
        if block.edited or block.before is not state or block.last != (found.cut_off and each is found.blocks[-1]):
            game.stale.append(len(game.blocks))
        game.blocks.append(block)
        state = block.outcome.state
    if not game.stale:
        game.closing = _close(lines, game)
    return game


def _seated(lines: Sequence[str], start: int, end: int) -> tuple[str, ...]:
    """Who sits where, as a pregame from line ``start`` to ``end`` (exclusive) says."""
    return seated_players(list(lines[start : min(start + SEATED_WITHIN, end)]))


def _close(lines: Sequence[str], game: Game) -> list[Closing]:
    result = None if game.result is None else lines[game.start + game.result].strip(" \t")
    spans = [(block.start, block.end) for block in game.blocks]
    endings = [block.outcome.ending for block in game.blocks]
    found = close(lines, spans, endings, game.section.game.result, result, game.result is None and game.cut_off)
    if game.blocks and not game.cut_off and not any(block.kind == "pregame" for block in game.blocks):
        found = [each for each in found if each.finding.code == "check-2"]
    return found
