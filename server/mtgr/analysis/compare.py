"""Two analyses of the same text side by side: what follows edits must know what a fresh one knows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from mtgr.analysis.analysis import Analysis


def difference(one: Analysis, other: Analysis) -> str | None:
    """The first thing that two analyses do not agree about, in words, or None."""
    for left, right in zip_longest(_facts(one), _facts(other)):
        if left != right:
            return f"{left or 'nothing'}\nagainst\n{right or 'nothing'}"
    return None


def _facts(analysis: Analysis) -> Iterator[tuple[object, ...]]:
    """All that is known of a text, from the text to the states."""
    yield "lines", list(analysis.lines)
    for game in analysis.games:
        yield "game", game.number, game.start, game.end, game.tags, game.result, game.cut_off
        for block in game.blocks:
            yield block.kind, block.start, block.end, block.before, block.outcome.state, list(block.before.players)
    for finding in analysis.findings(hints=True):
        yield "finding", finding
    yield "count", analysis.count()
