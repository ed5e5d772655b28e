"""The decklist (section 10.5, R15)."""

from __future__ import annotations

from collections import Counter

from mtgr.replay.order import misplaced
from mtgr.replay.run import Run
from mtgr.syntax.statement import Statement
from mtgr.syntax.tokens import decode


def check_deck(run: Run, st: Statement, entries: list[tuple[int, Statement]], after: int) -> None:
    """Checks the current ``deck`` line with its entries; ``after`` is the line that follows them."""
    player = run.player(st.values[0] or "", "player")
    if player is not None and player != run.game.perspective and run.game.perspective in run.state.players:
        message = f"the decklist is that of {run.game.perspective}, the perspective player"
        run.report("deck-player", message, "player", instead=run.game.perspective)
    unknown = st.values[2] is not None
    if unknown and entries:
        run.go_to(*entries[0])
        run.report("check-1", "an unknown decklist has no entries", "statement")
    elif not unknown and not entries and not run.cut_off(after):
        run.report("check-1", "a decklist has entries, or is `unknown`", "statement")
    _check_order(run, entries)


def _check_order(run: Run, entries: list[tuple[int, Statement]]) -> None:
    """Warns of entries out of order: main before side, each sorted by name, one entry a name."""
    readable = [(n, st) for n, st in entries if st.form is not None]
    keys = [(st.form.name if st.form else "", decode(st.values[1] or "")) for _, st in readable]
    wrong = misplaced([(key, -n) for n, key in enumerate(keys)])  # of one name, no two are in order
    counts = Counter(keys)
    first_side = next((n for n, key in enumerate(keys) if key > ("side", "")), len(keys))
    for index in wrong:
        run.go_to(*readable[index])
        twice = counts[keys[index]] > 1
        what = "is listed twice" if twice else "is out of order: main before side, each sorted by name"
        at = "verb" if keys[index][0] == "main" and first_side < index else "card"
        run.report("deck-order", f"{readable[index][1].values[1]} {what}", at)
