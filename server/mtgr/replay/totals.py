"""Players' totals, mana pools and libraries (sections 9.4 to 9.6; checks 10 and 11)."""

from __future__ import annotations

from mtgr.replay.findings import Origin
from mtgr.replay.keyframe_entries import plain, set_total
from mtgr.replay.marks import with_count
from mtgr.replay.run import Run
from mtgr.replay.state import ANY
from mtgr.spec.words import MANA_SYMBOLS
from mtgr.syntax.statement import Statement
from mtgr.syntax.tokens import sorted_symbols


def life(run: Run, st: Statement) -> None:
    _total(run, st, "life")


def poison(run: Run, st: Statement) -> None:
    _total(run, st, "poison")


def _total(run: Run, st: Statement, field: str) -> None:
    name, old, new = st.values
    player = run.player(name or "", "player")
    if player is None:
        return
    totals = run.state.players[player]
    replayed = totals.life if field == "life" else totals.poison
    if not run.agrees(player, field, replayed, plain(old)) and not run.state.suspended:
        message = f"{field} of {player} is {old} here; the replay has {replayed}"
        origin = Origin("set", "last set here", player, field)
        run.report("check-10", message, "old", origin, since=True, instead=replayed)
    set_total(run, player, field, plain(new))


def player_counters(run: Run, st: Statement) -> None:
    name, kind, old, new = st.values
    player = run.player(name or "", "player")
    if player is None:
        return
    assert kind is not None
    assert old is not None
    assert new is not None
    counters = run.state.players[player].counters
    candidates = run.state.open.get((player, "counters"), (counters,))
    replayed = dict(counters).get(kind, "0")
    agreed = candidates[0] is ANY or any(dict(each).get(kind, "0") == old for each in candidates)
    if not agreed and not run.state.suspended:
        message = f"{player} has {old} {kind} counters here; the replay has {replayed}"
        origin = Origin("set", "last set here", player, f"counters {kind}")
        run.report("check-10", message, "old", origin, since=True, instead=replayed)
    run.change_player(player, counters=with_count(counters, kind, new))


def add(run: Run, st: Statement) -> None:
    name, mana, _ = st.values
    player = run.player(name or "", "player")
    assert mana is not None
    _check_order(run, mana)
    if player is None:
        return
    pool = run.state.players[player].mana
    open_pool = run.is_open(player, "mana")
    run.change_player(player, mana=sorted_symbols(pool + mana) if pool or len(mana) > 3 else mana)
    if open_pool:
        run.leave_open(player, "mana")


def pay(run: Run, st: Statement) -> None:
    """``pay`` and ``lose-mana``: check 11, only mana that is in the pool."""
    name, mana = st.values
    player = run.player(name or "", "player")
    assert mana is not None
    _check_order(run, mana)
    if player is None:
        return
    pool = run.state.players[player].mana
    left, short = subtract(pool, mana)
    open_pool = run.is_open(player, "mana")
    if short and not run.state.suspended and not open_pool:
        message = f"{player} has {pool or 'no mana'} in the pool, which is short of {short}"
        origin = Origin("set", "the pool last changed here", player, "mana")
        run.report("check-11", message, "mana", origin, instead=pool if len(pool) == len(mana) else None)
    run.change_player(player, mana=left)
    if open_pool or short:  # what the line should have spent is not known (R33)
        run.leave_open(player, "mana")


def subtract(pool: str, spent: str) -> tuple[str, str]:
    """What is left of a pool, and the part of ``spent`` that was not in it."""
    if pool == spent:
        return "", ""
    left, short = [], []
    for symbol in MANA_SYMBOLS:
        token = "{" + symbol + "}"
        count = pool.count(token) - spent.count(token)
        left.append(token * count)
        short.append(token * -count)
    return "".join(left), "".join(short)


def empty_pools(run: Run) -> None:
    """Check 11: every pool is empty when a step, turn or keyframe line is reached (R48); afterwards they are (R33)."""
    for name, player in run.state.players.items():
        if player.mana and not run.state.suspended and not run.is_open(name, "mana"):
            message = f"{name} has {player.mana} in the pool, which is lost by a `lose-mana` line before this one"
            run.report("check-11", message, "statement", Origin("set", "the pool last changed here", name, "mana"))
        if player.mana or run.state.open:
            run.change_player(name, mana="")


def _check_order(run: Run, mana: str) -> None:
    if len(mana) > 3 and (ordered := sorted_symbols(mana)) != mana:
        run.report("mana-order", "mana symbols stand in the order {W}{U}{B}{R}{G}{C}", "mana", instead=ordered)


def search(run: Run, st: Statement) -> None:
    name, _, whose = st.values
    run.player(name or "", "player")
    if whose is not None:
        run.player(whose, "whose")


def shuffle(run: Run, st: Statement) -> None:
    player = run.player(st.values[0] or "", "player")
    if player is None:
        return
    for id in tuple(run.state.tracked.get(player, ())):
        obj = run.state.objects.get(id)
        if obj is None:
            continue
        if run.is_open(id, "zone"):
            run.leave_open(id, "exists")  # it may not have been there
        else:
            run.end_id(obj)
    run.state.tracked[player] = {}


def player_only(run: Run, st: Statement) -> None:
    """A statement that changes nothing; its player is checked."""
    run.player(st.values[0] or "", "player")


def choose_first(run: Run, st: Statement) -> None:
    run.player(st.values[0] or "", "player")
    run.player(st.values[1] or "", "first")
