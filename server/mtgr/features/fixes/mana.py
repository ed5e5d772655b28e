"""Mana that is left in a pool when a step, turn or keyframe begins (section 9.4, check 11)."""

from __future__ import annotations

from collections.abc import Iterator

from mtgr.analysis import Analysis, Finding
from mtgr.features.changes import insert_lines
from mtgr.features.fixes.fix import Fix
from mtgr.spec.statements import Place
from mtgr.syntax.line import Line

_REACHED = (Place.STEP, Place.BLOCK, Place.KEYFRAME)


def lost_mana(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """Writes the ``lose-mana`` lines before the line that is reached with mana."""
    n = finding.place.line
    line = Line(analysis.lines[n])
    if line.kind != "body" or line.statement.form is None or line.statement.form.place not in _REACHED:
        return
    state = analysis.state(n, before=True)
    block = analysis.block_at(n - 1)
    if state is None or block is None:
        return
    level = 1 if block.kind == "pregame" else 2
    lost = [
        f"{line.time} {'  ' * level}{name} lose-mana {player.mana} by rule:empty-pool"
        for name, player in state.players.items()
        if player.mana and (name, "mana") not in state.open
    ]
    if lost:
        yield Fix("Insert the `lose-mana` line" + ("s" if len(lost) > 1 else ""), (insert_lines(n, lost),))
