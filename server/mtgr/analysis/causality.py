"""What caused what in a game, across its blocks.

What the lines of a block say of it is remembered with the block (``web``). What a line of an earlier block caused hangs
on the object that it is about, so that an edit changes the note of one block only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mtgr.analysis.game import Game
from mtgr.analysis.web import subject_of, web
from mtgr.syntax.line import Line


class Link(NamedTuple):
    """Two lines of a text, of which ``cause`` caused ``effect``, and the slots of the effect's statement that say so,
    with the ID that stands there (or '')."""

    cause: int
    effect: int
    slots: tuple[tuple[str, str], ...]


def causes(game: Game, lines: Sequence[str], n: int) -> list[Link]:
    """What caused line ``n`` of the text, in order."""
    index = game.block_at(n)
    if index is None:
        return []
    start = game.blocks[index].start
    found: dict[int, list[tuple[str, str]]] = {}
    for reason in game.blocks[index].note(lines, web).reasons.get(n - start, ()):
        line = _standing_before(game, lines, index, reason.id) if reason.line is None else start + reason.line
        if line is not None:
            found.setdefault(line, []).append((reason.slot, reason.id))
    return [Link(line, n, tuple(slots)) for line, slots in sorted(found.items())]


def effects(game: Game, lines: Sequence[str], n: int) -> list[Link]:
    """What line ``n`` of the text caused, in order."""
    index = game.block_at(n)
    if index is None:
        return []
    block = game.blocks[index]
    here = block.note(lines, web)
    found = [block.start + each for each in here.caused.get(n - block.start, ())]
    id = subject_of(Line(lines[n]).statement)
    if here.leaving.get(id) == n - block.start:
        for later in game.blocks[index + 1 :]:
            there = later.note(lines, web)
            found.extend(later.start + each for each in there.entering.get(id, ()))
            if id in there.leaving:
                break
    return [link for each in found for link in causes(game, lines, each) if link.cause == n]


def _standing_before(game: Game, lines: Sequence[str], index: int, id: str) -> int | None:
    """The last line before a block that made an object what it is."""
    for block in reversed(game.blocks[:index]):
        line = block.note(lines, web).leaving.get(id)
        if line is not None:
            return block.start + line
    return None


def place_of(game: Game, lines: Sequence[str], n: int) -> tuple[int | None, int | None]:
    """The ``turn`` (or ``pregame``) line and the step line of the text that line ``n`` stands under."""
    index = game.block_at(n)
    if index is None:
        return None, None
    start = game.blocks[index].start
    turn, step = game.blocks[index].note(lines, web).places.get(n - start, (None, None))
    return None if turn is None else start + turn, None if step is None else start + step
