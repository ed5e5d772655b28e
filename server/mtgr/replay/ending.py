"""The line that ends a game, and what may follow it (section 9.7; check 16)."""

from __future__ import annotations

from dataclasses import dataclass

from mtgr.replay.run import Run
from mtgr.syntax.statement import Statement


@dataclass(frozen=True, slots=True)
class Ending:
    """The line that ends a game: relative to its block, columns of the statement, and the result it means, if known."""

    line: int
    start: int
    end: int
    result: str | None


def ending(run: Run, st: Statement) -> Ending:
    """Notes the line that ends the game."""
    assert st.form is not None
    result: str | None = "1/2-1/2"
    if st.form.name != "game-draw":
        player = run.player(st.values[0] or "", "player")
        won = st.form.name == "win"
        if player is None:
            result = None
        else:
            first = player == next(iter(run.state.players))
            result = "1-0" if first == won else "0-1"
    run.memory.ended = True
    start, end = st.span("clause")
    return Ending(run.n, run.column + start, run.column + end, result)


def check_after_end(run: Run, st: Statement) -> bool:
    """Check 16: only extension statements follow the end. Returns whether this line comes too late."""
    assert st.form is not None
    if not run.memory.ended or st.form.name == "extension":
        return False
    if not run.memory.reported_after_end:
        run.memory.reported_after_end = True
        run.report("check-16", "the game has ended: only extension statements can follow", "statement")
    return True
