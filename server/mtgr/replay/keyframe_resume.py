"""After a gap the keyframe replaces the replayed state, and the checks resume (section 14.4)."""

from __future__ import annotations

from mtgr.replay.introduce import is_front
from mtgr.replay.keyframe_entries import (
    GOADED,
    Entry,
    check_counters_order,
    missing_players,
    read_counters,
    read_position,
    take_player,
)
from mtgr.replay.run import Run
from mtgr.replay.state import GameObject
from mtgr.syntax.statement import Statement


def resume(run: Run, entries: list[Entry]) -> None:
    """The keyframe replaces the replayed state, and the checks resume (section 14.4)."""
    state = run.state
    outer = run.here()
    state.open.clear()
    state.suspended = False
    for name, player in list(state.players.items()):
        if player.mana:
            run.change_player(name, mana="")
    state.stack.clear()
    state.day_night = None
    run.memory.leaving.clear()
    listed: set[str] = set()
    players: set[str] = set()
    doubtful = run.cut_off() or any(st.form is None for _, st in entries)
    for n, st in entries:
        run.go_to(n, st)
        if st.form is None:
            listed.update(run.mentioned_ids(st.text))
            continue
        match st.form.name:
            case "player entry":
                name_ = run.player(st.values[0] or "", "player")
                if name_ is not None:
                    players.add(name_)
                    check_counters_order(run, st.values[4])
                    take_player(run, name_, st)
            case "day" | "night":
                state.day_night = st.form.name
            case "object entry" | "effect entry":
                id = st.values[0] or ""
                if id in listed:
                    doubtful = True  # one of the two is another object
                    continue
                obj = state.objects.get(id) or run.unknown(id, "object", revive=True)
                listed.add(id)
                if obj.kind == "unknown":
                    doubtful = True  # it may be another object
                elif id in state.objects:
                    _take_object(run, obj, st)
    run.back_to(outer)
    missing_players(run, players, entries)
    for obj in list(state.objects.values()):
        if obj.kind == "ability":
            if obj.zone is not None:
                run.change(obj, zone=None)
        elif obj.id not in listed and not (obj.zone or "").startswith("outside"):
            if doubtful:
                run.open_object(obj)
            else:
                run.end_id(obj)
    for name in state.players:
        state.tracked[name] = {
            obj.id: None for obj in state.objects.values() if obj.zone == "library" and obj.owner == name
        }


def _take_object(run: Run, obj: GameObject, st: Statement) -> None:
    assert st.form is not None
    if st.form.name == "effect entry":
        _, of, _, text, controller = st.values
        run.change(obj, of=of, text=text, controller=run.player(controller or "", "controller"))
        return
    (
        _,
        name,
        zone,
        player,
        face,
        pt,
        tapped,
        attached,
        with_id,
        adventure,
        companion,
        goaded,
        counters,
        position,
        emblem,
    ) = st.values
    check_counters_order(run, counters)
    seat = run.player(player, "player") if player is not None else None
    owner = seat if seat is not None and zone != "battlefield" else obj.owner
    controller = seat if zone == "battlefield" and seat is not None else owner
    own_name = obj.own_name if zone == "battlefield" and name == obj.name else None
    if obj.kind in ("ability", "effect", "emblem") and name is not None:
        name = run.check_name(obj, name, "object", "object name").name
    run.change(
        obj, name=name, zone=zone, owner=owner, controller=controller, own_name=own_name,
        face=None if face is None or is_front(face, name) else face, fused=False,
        pt=None if pt == "none" else pt, tapped=tapped is not None, attached=attached, with_id=with_id,
        adventure=run.player(adventure, "adventure") if adventure is not None else None,
        companion=companion is not None,
        goaded=tuple(player for player in run.state.players if player in GOADED.findall(goaded or "")),
        counters=read_counters(counters), position=read_position(position), text=emblem if emblem is not None else
        obj.text,
    )  # fmt: skip
