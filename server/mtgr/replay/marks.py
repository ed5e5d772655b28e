"""What happens to an object where it is: tapping, attaching, control, counters, faces, names, goads (section 7.3)."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from mtgr.replay.findings import Origin
from mtgr.replay.moves import check_leaving_cause
from mtgr.replay.run import Run
from mtgr.replay.state import ANY, GameObject
from mtgr.syntax.statement import Statement
from mtgr.syntax.tokens import decode, faces, sorted_cost


def tap(run: Run, st: Statement) -> None:
    _tap(run, True)


def untap(run: Run, st: Statement) -> None:
    _tap(run, False)


def _tap(run: Run, tapped: bool) -> None:
    """Check 12, which also asks for a permanent (R34)."""
    obj = run.subject()
    if obj.kind == "unknown":
        return
    if not run.state.suspended:
        verb = "tap" if tapped else "untap"
        if obj.zone != "battlefield" and not run.is_open(obj.id, "zone"):
            message = f"{run.label(obj)} is in {obj.zone or 'no zone'}; only a permanent can {verb}"
            run.report("check-12", message, "verb", Origin("set", "it was put there here", obj.id, "zone"), since=True)
            run.open_values(obj)  # perhaps it was put onto the battlefield, and that line is missing
            return
        if not run.agrees(obj.id, "tapped", obj.tapped, not tapped):
            message = f"{run.label(obj)} is {'tapped' if tapped else 'untapped'} already"
            run.report("check-12", message, "verb", Origin("set", "last set here", obj.id, "tapped"), since=True)
            run.change(obj, tapped=tapped)
            run.leave_open(obj.id, "tapped", True, False)  # `tap` may stand for `untap`, or a line too many (R4)
            return
    new = obj.copy()
    new.tapped = tapped
    run.store(new, ("tapped",))


def attach(run: Run, st: Statement) -> None:
    _, _, to, to_name = st.values
    obj = run.subject()
    assert to is not None
    run.mention(to, to_name, "to")
    run.change(obj, attached=to)


def unattach(run: Run, st: Statement) -> None:
    run.change(run.subject(), attached=None)


def control(run: Run, st: Statement) -> None:
    obj = run.subject()
    player = run.player(st.values[2] or "", "player")
    if player is None:
        run.leave_open(obj.id, "controller")
    else:
        run.change(obj, controller=player)


def counters(run: Run, st: Statement) -> None:
    _, _, kind, old, new = st.values
    obj = run.subject()
    assert kind is not None
    assert old is not None
    assert new is not None
    if obj.kind == "unknown":
        return
    replayed = dict(obj.counters).get(kind, "0")
    if run.is_open(obj.id, "counters"):
        candidates = run.state.open[obj.id, "counters"]
        agreed = candidates[0] is ANY or any(dict(each).get(kind, "0") == old for each in candidates)
    else:
        agreed = replayed == old
    if not agreed and not run.state.suspended:
        message = f"{run.label(obj)} has {old} {kind} counters here; the replay has {replayed}"
        origin = Origin("set", "last set here", obj.id, f"counters {kind}")
        run.report("check-10", message, "old", origin, since=True, instead=replayed)
    was_unknown = run.is_open(obj.id, "counters")
    before = obj.counters
    obj = run.change(obj, counters=with_count(before, kind, new))
    if was_unknown and any(other != kind for other, _ in obj.counters):
        run.leave_open(obj.id, "counters")
    elif not agreed and replayed == "0":
        others = (with_count(before, other, new) for other, _ in before)  # another kind may be meant
        run.leave_open(obj.id, "counters", obj.counters, *others)


def with_count(counters: tuple[tuple[str, str], ...], kind: str, count: str) -> tuple[tuple[str, str], ...]:
    """Counters, which are in code point order of their kinds, with the number of one set; none at all is no entry."""
    name = decode(kind)
    start = bisect_left(counters, name, key=lambda pair: decode(pair[0]))
    while start < len(counters) and counters[start][0] != kind and decode(counters[start][0]) == name:
        start += 1  # the same kind written with another escape
    end = start + (start < len(counters) and counters[start][0] == kind)
    set_ = ((kind, count),) if count != "0" else ()
    return counters[:start] + set_ + counters[end:]


def pt(run: Run, st: Statement) -> None:
    _, _, old, new = st.values
    obj = run.subject()
    if obj.kind == "unknown":
        return
    if not run.agrees(obj.id, "pt", obj.pt or "none", old) and not run.state.suspended:
        message = f"{run.label(obj)} is {old} here; the replay has {obj.pt or 'none'}"
        origin = Origin("set", "last set here", obj.id, "pt")
        run.report("check-10", message, "old", origin, since=True, instead=obj.pt or "none")
    run.change(obj, pt=None if new == "none" else new)


def cost(run: Run, st: Statement) -> None:
    """Check 10 for cost lines: they form a chain (R51)."""
    _, _, old, new = st.values
    obj = run.subject()
    previous = run.memory.cost_chain.get(obj.id)
    if previous is not None and previous != old and not run.state.suspended and obj.kind != "unknown":
        message = f"the cost of {run.label(obj)} is {old} here; the line before it made it {previous}"
        origin = Origin("set", "last set here", obj.id, "cost")
        run.report("check-10", message, "old", origin, since=True, instead=previous)
    assert new is not None
    run.memory.cost_chain[obj.id] = new
    for slot, text in (("old", old), ("new", new)):
        assert text is not None
        check_symbol_order(run, text, slot)


def check_symbol_order(run: Run, symbols: str, slot: str) -> None:
    """Warns of the symbols of a cost that are not in the canonical order (section 7.6)."""
    ordered = sorted_cost(symbols)
    if symbols != ordered:
        message = "the symbols of a cost stand in the order {W}{U}{B}{R}{G}{C}{S}"
        run.report("cost-order", message, slot, instead=ordered)


def transform(run: Run, st: Statement) -> None:
    obj = run.subject()
    parts = faces(obj.name) if obj.name is not None else ()
    if len(parts) == 2:
        run.change(obj, face=None if obj.face is not None else parts[1])
    elif obj.kind != "unknown":
        run.leave_open(obj.id, "face")


def become_copy(run: Run, st: Statement) -> None:
    _, _, original_id, original_name = st.values
    obj = run.subject()
    assert original_id is not None
    original = run.mention(original_id, original_name, "original")
    if obj.kind == "unknown":
        return
    own = obj.own_name if obj.own_name is not None else obj.name
    if original.kind == "unknown":
        run.change(obj, own_name=own)
        run.leave_open(obj.id, "name")
        return
    candidates = run.state.open.get((original.id, "name"))
    run.change(obj, name=original.name, own_name=own)
    if candidates is not None:
        run.leave_open(obj.id, "name", *candidates)


def special(run: Run, st: Statement) -> None:
    run.memory.cost_chain.pop(run.subject().id, None)


def goad(run: Run, st: Statement) -> None:
    obj = run.subject()
    who = _controllers_of_cause(run, st.cause)
    if obj.kind == "unknown":
        return
    if run.is_open(obj.id, "goaded"):
        run.leave_open(obj.id, "goaded")
    elif len(who) == 1 and who[0] is not ANY:
        run.change(obj, goaded=_in_seat_order(run, {*obj.goaded, who[0]}))
    elif who[0] is ANY:
        run.leave_open(obj.id, "goaded")
    else:
        run.leave_open(obj.id, "goaded", *(_in_seat_order(run, {*obj.goaded, each}) for each in who))


def _controllers_of_cause(run: Run, cause: str | None) -> tuple[Any, ...]:
    """Who controls what a cause names: the candidates (R30)."""
    if cause is None:
        return (ANY,)
    if cause[0] == '"':
        return (cause,)
    source = run.state.objects.get(cause.removeprefix("cost:"))
    if source is None or source.controller is None:
        return (ANY,)
    return run.state.open.get((source.id, "controller"), (source.controller,))


def _in_seat_order(run: Run, players: set[str]) -> tuple[str, ...]:
    return tuple(player for player in run.state.players if player in players)


def end_goad(run: Run, st: Statement) -> None:
    obj = run.subject()
    player = run.player(st.values[2] or "", "player")
    candidates = run.state.open.get((obj.id, "goaded"))
    run.change(obj, goaded=tuple(each for each in obj.goaded if each != player))
    if candidates is not None:
        run.leave_open(obj.id, "goaded")


def identify(run: Run, st: Statement) -> None:
    """Check 15: only a hidden object, and only once (section 6.6)."""
    id, written, name, *_ = st.values
    assert id is not None
    obj = run.state.objects.get(id) or run.unknown(id, "object", revive=True)
    if obj.kind == "unknown":
        return
    if obj.kind != "hidden" or (obj.name is not None and not run.is_open(id, "name")):
        what = f"an {obj.kind}" if obj.kind[0] in "ae" else f"a {obj.kind}"
        why = "its name is known already" if obj.kind == "hidden" else f"it is {what}, not a hidden card"
        origin = Origin("set", "its name was recorded here", id, "name")
        run.report(
            "check-15", f"{run.label(obj)} cannot be identified: {why}", "verb", origin, since=obj.kind == "hidden"
        )
        return
    if written is not None:
        run.check_name(obj, written, "object", "object name")
    run.change(obj, name=name)


def reveal(run: Run, st: Statement) -> None:
    """A companion is revealed in the pregame, by itself, outside the game (section 14.3)."""
    obj = run.subject()
    if run.where == "pregame" and obj.zone == 'outside "sideboard"' and st.cause == obj.id:
        run.change(obj, companion=True)


def untracked(run: Run, st: Statement) -> None:
    obj = run.subject()
    _leave_game(run, obj)


def cease(run: Run, st: Statement) -> None:
    obj = run.subject()
    if obj.zone == "stack":
        check_leaving_cause(run, obj, st.cause)
    _leave_game(run, obj)


def _leave_game(run: Run, obj: GameObject) -> None:
    run.memory.leaving.pop(obj.id, None)
    run.memory.left -= {obj.id}
    run.end_id(obj)


def subject_only(run: Run, st: Statement) -> None:
    """A statement that changes nothing; its subject is checked."""
    run.subject()


def damage(run: Run, st: Statement) -> None:
    run.subject()
    run.target(st.values[2] or "", "to")


def attack(run: Run, st: Statement) -> None:
    run.subject()
    run.target(st.values[2] or "", "defender")


def block(run: Run, st: Statement) -> None:
    run.subject()
    run.mention(st.values[2] or "", st.values[3], "attacker")


def look(run: Run, st: Statement) -> None:
    run.subject()
    run.player(st.values[2] or "", "player")
