"""Trying a fix out: it must settle its finding, and must not bring another one about.

The blocks that it changes are replayed, and those after them until nothing is different any more, or for a few turns.
What is changed outside the blocks of a game concerns all of it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import accumulate, chain

from mtgr.analysis import Analysis, Finding
from mtgr.analysis.game import Block, Game
from mtgr.document.structure import header
from mtgr.features.changes import Change, apply
from mtgr.replay.block import replay
from mtgr.replay.branch import branch_findings
from mtgr.replay.findings import RawFinding
from mtgr.replay.state import State
from mtgr.replay.tags import read_tags
from mtgr.replay.waypoints import Replayed, replay_again
from mtgr.syntax.line import kind_of

MOST_BLOCKS = 3
"""Blocks after the changed ones that are looked at."""
MOST_LINES = 5000
"""Lines of a game that is read anew as a whole. In a longer one there is no such fix: it would take too long."""


@dataclass(slots=True)
class _Found:
    """What is found in a text: how often on each line, by code, and with its message."""

    codes: Counter[tuple[int, str]] = field(default_factory=Counter)
    messages: Counter[tuple[int, str, str]] = field(default_factory=Counter)

    def add(self, line: int, code: str, message: str) -> None:
        self.codes[line, code] += 1
        self.messages[line, code, _plain(message)] += 1

    def without(self, line: int, code: str, message: str) -> bool:
        """Takes a finding out. Whether it was there."""
        self.codes[line, code] -= 1
        self.messages[line, code, _plain(message)] -= 1
        return self.messages[line, code, _plain(message)] >= 0

    def covers(self, after: _Found, line: int, code: str, message: str) -> bool:
        """Whether nothing is found afterwards that is not among these, and one finding less of its kind."""
        key = line, code, _plain(message)
        return after.codes <= self.codes and after.messages[key] <= self.messages[key]


def _plain(message: str) -> str:
    """A message without the line that it refers to, which the changes may move."""
    return message.partition(" since line ")[0][:200]


def settles(analysis: Analysis, finding: Finding, changes: Sequence[Change]) -> bool:
    """Whether changes remove a finding and add none."""
    game = analysis.game_at(finding.place.line)
    if game is None:
        return False
    if finding.code == "variation":
        return _in_variations(analysis, finding, changes)
    in_tags = _in_tags(analysis, game, changes, finding)
    if in_tags is not None:
        return in_tags
    span = _blocks(game, finding, changes)
    found = None if span is None else _in_blocks(analysis, game, *span, changes, finding)
    return _in_game(analysis, game, changes, finding) if found is None else found


def _in_variations(analysis: Analysis, finding: Finding, changes: Sequence[Change]) -> bool:
    """Replays the branches of a block, whose main line they do not touch."""
    block = analysis.block_at(finding.place.line)
    if block is None:
        return False
    facts = block.game.section.game
    moved = _moving(changes)
    before, after = _Found(), _Found()
    old = block.lines(analysis.lines)
    for each in chain.from_iterable(branch_findings(old, block.before, facts)):
        before.add(moved(block.start + each.line), each.code, each.message)
    for each in chain.from_iterable(branch_findings(apply(old, changes, block.start), block.before, facts)):
        after.add(block.start + each.line, each.code, each.message)
    settled = moved(finding.place.line), finding.code, finding.message
    return before.without(*settled) and before.covers(after, *settled)


def _in_tags(analysis: Analysis, game: Game, changes: Sequence[Change], finding: Finding) -> bool | None:
    """Reads the tags anew, where nothing else is changed, and nothing that the rest of the game goes by."""
    start, end = game.start + game.tags_offset, game.start + game.tags_offset + game.tags_length
    if not all(start <= each.line and (each.end_line, each.end) <= (end, 0) for each in changes):
        return None
    new = apply(analysis.lines[start:end], changes, start)
    if any(kind_of(text) == "empty" for text in new):
        return None
    section = read_tags(new)
    if replace(section.game, seated=game.section.game.seated) != game.section.game:
        return None
    moved = _moving(changes)
    before, after = _Found(), _Found()
    for each in game.section.findings:
        before.add(moved(start + each.line), each.code, each.message)
    for each in section.findings:
        after.add(start + each.line, each.code, each.message)
    settled = moved(finding.place.line), finding.code, finding.message
    return before.covers(after, *settled) if before.without(*settled) else None


def _blocks(game: Game, finding: Finding, changes: Sequence[Change]) -> tuple[int, int] | None:
    """The indices of the first and last block that a fix concerns, if it concerns nothing else."""
    low = high = game.block_at(finding.place.line)
    if low is None or high is None:
        return None
    for change in changes:
        first, last = game.block_at(change.line), game.block_at(max(change.end_line - (change.end == 0), change.line))
        if first is None or last is None:
            return None
        if first and change.line == game.blocks[first].start and (change.start, change.end_line) == (0, change.line):
            first -= change.end == 0  # new lines before a block are the last of the one before it
        low, high = min(low, first), max(high, last)
    return low, high


def _in_blocks(
    analysis: Analysis, game: Game, low: int, high: int, changes: Sequence[Change], finding: Finding
) -> bool | None:
    """Replays the changed blocks and what comes after them; None where that cannot tell."""
    analysis.block_at(game.blocks[high].start)  # replays it
    blocks = game.blocks[low : high + 1]
    start, end = blocks[0].start, blocks[-1].end
    new = apply(analysis.lines[start:end], changes, start)
    if any(kind_of(text) in ("empty", "tag", "result") for text in new):
        return None
    starts = [n for n, text in enumerate(new) if header(text) is not None]
    if len(starts) != len(blocks) or starts[0] != 0:
        return None
    moved = _moving(changes)
    state, facts = blocks[0].before, game.section.game
    before, after = _Found(), _Found()
    for block, first, stop in zip(blocks, starts, [*starts[1:], len(new)], strict=True):
        outcome = _replayed(block, block.lines(analysis.lines), new[first:stop], state)
        ending, was = outcome.ending, block.outcome.ending
        if (ending and ending.result) != (was and was.result) or (ending is None) != (was is None):
            return None
        for each in block.outcome.findings:
            before.add(moved(block.start + each.line), each.code, each.message)
        for each in outcome.findings:
            after.add(start + first + each.line, each.code, each.message)
        state = outcome.state
    settled = moved(finding.place.line), finding.code, finding.message
    if not before.without(*settled):
        return None  # it is no finding of a block
    if not before.covers(after, *settled):
        return False
    for index in range(high + 1, min(high + 1 + MOST_BLOCKS, len(game.blocks))):
        if state.same(game.blocks[index - 1].outcome.state):
            break
        analysis.block_at(game.blocks[index].start)  # replays it
        block = game.blocks[index]
        outcome = replay(block.lines(analysis.lines), state, facts, last_block=block.last, kind=block.kind)
        if not _codes(outcome.findings) <= _codes(block.outcome.findings):
            return False
        state = outcome.state
    return True


def _replayed(block: Block, old: list[str], new: list[str], before: State) -> Replayed:
    """The outcome of a block with new lines in the place of the old ones."""
    facts, earlier = block.game.section.game, block.outcome
    if earlier.waypoints and not block.last and before is block.before:
        most = min(len(old), len(new))
        head = next((n for n in range(most) if old[n] != new[n]), most)
        tail = next((n for n in range(most - head) if old[-1 - n] != new[-1 - n]), most - head)
        return replay_again(new, before, facts, earlier, head, tail, block.kind)
    return replay(new, before, facts, last_block=block.last, kind=block.kind)


def _codes(findings: Iterable[RawFinding]) -> Counter[tuple[int, str]]:
    return Counter((each.line, each.code) for each in findings)


def _in_game(analysis: Analysis, game: Game, changes: Sequence[Change], finding: Finding) -> bool:
    """Reads the whole game anew, and those beside it where the changes reach them."""
    head = game.start + game.tags_offset
    around = [each.end_line + 1 for each in changes]
    if any(each.line <= head for each in changes):
        around.append(max(game.start - 1, 0))
    games = [game, *(found for n in around if (found := analysis.game_at(n)) is not None)]
    start, end = min(each.start for each in games), max(each.end for each in games)
    if end - start > MOST_LINES:
        return False
    old = [*analysis.lines[start:end], *([""] if end < len(analysis.lines) else [])]
    moved = _moving(changes)
    before, after = _Found(), _Found()
    for each in _read_anew(tuple(old)):
        before.add(moved(start + each.place.line), each.code, each.message)
    for each in _read_anew(tuple(apply(old, changes, start))):
        after.add(start + each.place.line, each.code, each.message)
    settled = moved(finding.place.line), finding.code, finding.message
    return before.without(*settled) and before.covers(after, *settled)


@lru_cache(maxsize=8)
def _read_anew(lines: tuple[str, ...]) -> list[Finding]:
    """The findings of a text of its own. Several fixes are tried out for the same one."""
    analysis = Analysis.of_lines(list(lines))
    found = analysis.findings()
    analysis.close()
    return found


def _moving(changes: Sequence[Change]) -> Callable[[int], int]:
    """Where the changes move a line to."""
    shifts = sorted(  # a change that ends at the start of a line moves that line, too
        (2 * each.end_line + (each.end > 0), each.text.count("\n") - (each.end_line - each.line)) for each in changes
    )
    ends = [end for end, _ in shifts]
    by = list(accumulate((by for _, by in shifts), initial=0))
    return lambda n: n + by[bisect_right(ends, 2 * n)]
