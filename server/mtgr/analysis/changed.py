"""Which lines of a text changed since it was taken apart into games, and what stands there still."""

from __future__ import annotations

from dataclasses import dataclass

from mtgr.analysis.game import Block, Game, Standing
from mtgr.document.structure import BlockKind
from mtgr.document.text import Edit
from mtgr.replay.tags import TagSection


@dataclass(frozen=True, slots=True)
class Changed:
    """Of the lines as they were, ``removed`` from ``first`` on gave way to ``inserted`` new ones."""

    first: int
    removed: int
    inserted: int

    @classmethod
    def by(cls, edit: Edit) -> Changed:
        return cls(edit.first, len(edit.old), len(edit.new))

    def then(self, later: Changed) -> Changed:
        """This change and one that came after it, as one that covers both."""
        first = min(self.first, later.first)
        end = max(self.first + self.inserted, later.first + later.removed)
        removed = end - first - self.inserted + self.removed
        return Changed(first, removed, end - first - later.removed + later.inserted)


def standing_blocks(games: list[Game], changed: Changed) -> Standing:
    """Which blocks of the old games have the same lines in the new text."""
    blocks = {block.start: block for game in games for block in game.blocks}
    end, delta = changed.first + changed.inserted, changed.inserted - changed.removed

    def standing(start: int, stop: int, kind: BlockKind) -> Block | None:
        if stop <= changed.first:
            old = blocks.get(start)
        elif start >= end:
            old = blocks.get(start - delta)
        else:
            return None
        return old if old is not None and old.length == stop - start and old.kind == kind else None

    return standing


def standing_sections(games: list[Game], changed: Changed) -> dict[tuple[int, int], TagSection]:
    """The tag sections that stand in the new text, by their lines there."""
    found: dict[tuple[int, int], TagSection] = {}
    end, delta = changed.first + changed.inserted, changed.inserted - changed.removed
    for game in games:
        start = game.start + game.tags_offset
        stop = start + game.tags_length
        if stop <= changed.first:
            found[start, stop] = game.section
        elif start + delta >= end:
            found[start + delta, stop + delta] = game.section
    return found
