"""Moving between zones: ``play``, ``cast`` and ``move`` (sections 7.1 and 14.3; checks 9 and 13)."""

from __future__ import annotations

from typing import Any, Final

from mtgr.replay import library
from mtgr.replay.findings import Origin, Repair
from mtgr.replay.introduce import check_face, is_front
from mtgr.replay.run import Run
from mtgr.replay.state import ANY, GameObject, Position
from mtgr.syntax.statement import Statement
from mtgr.syntax.tokens import faces


def play(run: Run, st: Statement) -> None:
    _, _, source, face, tapped, pt = st.values
    obj = run.subject()
    check_face(run, face, obj)
    new = _move(run, obj, source, "battlefield", face=_face(face, obj), tapped=tapped is not None, pt=pt)
    _caster_controls(run, new, {source, obj.zone})


def cast(run: Run, st: Statement) -> None:
    _, _, source, face, fused = st.values
    obj = run.subject()
    check_face(run, face, obj)
    new = _move(run, obj, source, "stack", face=_face(face, obj), fused=fused is not None)
    _caster_controls(run, new, {source, obj.zone})
    if source is not None:
        run.memory.cast_from[obj.id] = source


def move(run: Run, st: Statement) -> None:
    _, _, source, zone, action, end, face, tapped, attacking, pt, with_id = st.values
    obj = run.subject()
    state = run.state
    check_face(run, face, obj)
    if attacking is not None:
        run.target(attacking, "attacking")
    if with_id is not None:
        run.mention_id(with_id, "with")
    from_top = action in ("draw", "mill")
    if from_top:
        if source != "library" and (obj.zone != "library" or state.suspended):
            message = f"a card is {'drawn' if action == 'draw' else 'milled'} from a library, not from {source}"
            start, finish = st.span("action")
            run.report("draw-zone", message, "action", repair=Repair(start - len(" as "), finish, ""))
        elif source == "library" and not state.suspended:
            _check_top_card(run, obj)
    if end is not None and zone != "library":
        start, finish = st.span("end")
        message = f"`{end}` is a place in a library; this move goes to {zone}"
        run.report("library-position", message, "end", repair=Repair(start - 1, finish, ""))
    if source == "stack":
        check_leaving_cause(run, obj, st.cause)
    adventure = _adventure(run, obj, st) if "stack" in (source, obj.zone) and zone == "exile" else None
    assert zone is not None
    new = _move(
        run, obj, source, zone, end=end, from_top=from_top,
        face=_face(face, obj), tapped=tapped is not None, pt=pt, with_id=with_id,
    )  # fmt: skip
    if adventure is not None:
        if len(adventure) == 1 and adventure[0] is not ANY:
            run.change(new, adventure=adventure[0])
        else:
            run.leave_open(obj.id, "adventure", *(() if ANY in adventure else adventure))
    _note_bottom(run, new, zone, end, st.cause)


def _face(face: str | None, obj: GameObject) -> str | None:
    return None if face is None or is_front(face, obj.name) else face


def _move(
    run: Run,
    obj: GameObject,
    source: str | None,
    zone: str,
    end: str | None = None,
    from_top: bool = False,
    face: str | None = None,
    fused: bool = False,
    tapped: bool = False,
    pt: str | None = None,
    with_id: str | None = None,
) -> GameObject:
    """Takes an object from the zone a line names to another, where it is a new object with the values given."""
    state = run.state
    id, owner, before = obj.id, obj.owner, obj.zone
    _depart(run, obj, source, from_top)
    run.cut_links(id, keep_with="stack" in (source, before) and zone == "battlefield")
    if zone == "stack":
        run.memory.cost_chain.pop(id, None)
    position: Position | None = None
    if zone == "library":
        if owner in state.players:
            position = library.enter(run, obj, owner, end)
        else:
            _libraries_in_doubt(run, 1)
    if "library" in (source, zone) and run.is_open(id, "owner"):
        _whose_library(run)
    obj = state.objects.get(id, obj)
    if obj.kind == "unknown":
        new = run.change(obj, zone=zone)
    else:
        new = GameObject(
            id, obj.kind, obj.name, owner, obj.controller, zone, position, tapped, face, fused, pt, with_id=with_id,
            choices=() if zone == "stack" else obj.choices, text=obj.text, of=obj.of, from_effect=obj.from_effect,
            ability=obj.ability, own_name=obj.own_name,
        )  # fmt: skip
        if source == "stack" and zone == "battlefield" and obj.kind == "copy":
            new.kind = "token"
        run.store(new, _VALUES_OF_PLACE)
        if zone != "battlefield" and obj.own_name is not None:
            new = run.change(new, name=obj.own_name, own_name=None)
        if zone == "stack":
            run.settle(id, "choices")
    if zone == "stack":
        state.stack.append(id)
    elif zone != "battlefield":
        new = _controlled_by_owner(run, new)
    return new


_VALUES_OF_PLACE: Final = (
    "zone", "position", "tapped", "face", "fused", "pt", "counters", "attached", "with_id", "adventure", "companion",
    "goaded",
)  # fmt: skip
"""What an object has where it is, and loses when it moves."""


def _depart(run: Run, obj: GameObject, source: str | None, from_top: bool) -> None:
    """The object leaves the zone it is in; check 9 compares that with the zone the line names."""
    state = run.state
    actual, owner = obj.zone, obj.owner
    if obj.kind == "unknown":
        if source == "library":
            _libraries_in_doubt(run, -1)
        _off_stack(run, obj.id)
        return
    agreed = run.agrees(obj.id, "zone", actual, source)
    if agreed:
        actual = source
    elif not state.suspended:
        origin = Origin("set", "it was put there here", obj.id, "zone")
        run.report(
            "check-9", f"{run.label(obj)} is not in {source} but in {actual or 'no zone'}", "from", origin, since=True,
            instead=actual,
        )  # fmt: skip
    if actual == "stack":
        _off_stack(run, obj.id)
    if owner not in state.players:
        if source == "library":
            _libraries_in_doubt(run, -1)
        return
    assert owner is not None
    if actual == "library":
        library.leave(run, obj, owner, from_top)
    if not agreed and "library" in (actual, source):
        size = state.players[owner].library
        run.leave_open(owner, "library", size, size + (1 if actual == "library" else -1))


def _libraries_in_doubt(run: Run, change: int) -> None:
    """An unknown object entered or left a library; nobody can say whose, nor which cards are in another place now."""
    for name, player in run.state.players.items():
        candidates = run.state.open.get((name, "library"), (player.library,))
        more = () if candidates[0] is ANY else tuple(c + change for c in candidates)
        run.leave_open(name, "library", *dict.fromkeys((*candidates, *more)))
        for id in run.state.tracked.get(name, ()):
            run.leave_open(id, "position")


def _whose_library(run: Run) -> None:
    """A card whose owner is open entered or left a library: sizes and positions are open in both (R4)."""
    for name in run.state.players:
        run.leave_open(name, "library")
        for id in run.state.tracked.get(name, ()):
            run.leave_open(id, "position")


def _off_stack(run: Run, id: str) -> None:
    if id in run.state.stack:
        run.state.stack.remove(id)
    run.memory.leaving.pop(id, None)
    run.memory.left -= {id}


def _caster_controls(run: Run, obj: GameObject, sources: set[str | None]) -> None:
    """Who casts or plays a card is not written: from a hand its owner, from elsewhere either player (R43)."""
    if obj.kind == "unknown":
        return
    if obj.controller != obj.owner or run.state.open:
        obj = run.change(obj, controller=obj.owner)
    if obj.owner is None:
        run.leave_open(obj.id, "controller")
    elif sources != {"hand"} or run.is_open(obj.id, "owner"):
        other = next((player for player in run.state.players if player != obj.owner), None)
        if other is not None:
            run.leave_open(obj.id, "controller", obj.owner, other)


def _controlled_by_owner(run: Run, obj: GameObject) -> GameObject:
    """Outside battlefield and stack the owner and the last controller both stay candidates (R25)."""
    if obj.kind == "unknown" or obj.owner is None:
        return obj
    candidates = run.state.open.get((obj.id, "controller"))
    if candidates is None and obj.controller == obj.owner:
        return obj
    previous = candidates if candidates is not None else (obj.controller,)
    new = run.change(obj, controller=obj.owner)
    if previous[0] is ANY:
        run.leave_open(obj.id, "controller")
    else:
        run.leave_open(obj.id, "controller", *dict.fromkeys((obj.owner, *previous)))
    return new


def _check_top_card(run: Run, obj: GameObject) -> None:
    owner = obj.owner
    if owner not in run.state.players or obj.zone != "library" or run.is_open(obj.id, "zone"):
        return
    assert owner is not None
    top = library.top_card(run, owner)
    if top is not None and top.id != obj.id and not run.is_open(obj.id, "position"):
        message = f"{run.label(obj)} is not the top card of {owner}'s library; {run.label(top)} is"
        run.report(
            "check-13",
            message,
            "object",
            Origin("set", "its position was recorded here", top.id, "position"),
            since=True,
        )
        run.leave_open(top.id, "position")


def check_leaving_cause(run: Run, obj: GameObject, cause: str | None) -> None:
    """After resolve, fizzle or countered, the line that takes the object off the stack has its cause (section 7.4)."""
    leaving = run.memory.leaving.pop(obj.id, None)
    if leaving is None or cause is None or cause == "?":
        return
    verb, verb_cause = leaving
    wanted: tuple[str, ...]
    if verb == "resolve":
        wanted = ("rule:resolve", "rule:intervening-if")
    elif verb == "fizzle":
        wanted = ("rule:fizzle",)
    else:
        wanted = (verb_cause or "?",)
    if cause not in wanted:
        past = {"resolve": "resolved", "fizzle": "fizzled", "countered": "was countered"}[verb]
        message = f"{run.label(obj)} {past}, so it leaves the stack by `{wanted[0]}`"
        run.report("leave-stack-cause", message, "cause", instead=wanted[0])


def _adventure(run: Run, obj: GameObject, st: Statement) -> tuple[Any, ...] | None:
    """Who may play a card from its adventure once it is exiled: the candidates, or None for no mark (R44)."""
    if st.cause != "rule:resolve" or obj.name is None or obj.face is None:
        return None
    parts = faces(obj.name)
    cast_from = run.memory.cast_from.get(obj.id)
    if len(parts) < 2 or obj.face != parts[1]:
        return None
    players = run.state.open.get((obj.id, "controller"), (obj.controller,))
    if cast_from in ("hand", "exile") and not st.replacements and st["from"] == "stack":
        return players
    return (None, *players)


def _note_bottom(run: Run, obj: GameObject, zone: str, end: str | None, cause: str | None) -> None:
    """Cards put on the bottom together may be in a random order: their positions are known or not (R28)."""
    memory = run.memory
    if zone != "library" or end != "bottom" or obj.owner is None or obj.kind == "unknown":
        memory.bottoms = None
        return
    run_before = memory.bottoms
    if run_before is None or run_before[:2] != (cause, obj.owner):
        memory.bottoms = (cause, obj.owner, (obj.id,))
        return
    ids = (*(id for id in run_before[2] if id != obj.id), obj.id)
    memory.bottoms = (cause, obj.owner, ids)
    memory.together = (*(group for group in memory.together if not set(group) & set(ids)), ids)
    for id in ids:
        other = run.state.objects.get(id)
        if other is not None and other.position is not None:
            run.leave_open(id, "position", other.position, None)
