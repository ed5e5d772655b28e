"""``new`` lines: how objects come to be (sections 6.5, 9.10 and 14.3) and the ID sequence (check 3)."""

from __future__ import annotations

from difflib import get_close_matches

from mtgr.replay import library
from mtgr.replay.findings import Origin, Repair
from mtgr.replay.run import Run, Span
from mtgr.replay.state import ANY, GameObject, ObjectKind, Position, State, id_number, in_ranges, number
from mtgr.syntax.statement import Statement
from mtgr.syntax.tokens import faces


def new_card(run: Run, st: Statement) -> None:
    id, name, owner, zone, position, *_ = st.values
    _card(run, "card", id, name, owner, zone, position)


def new_hidden(run: Run, st: Statement) -> None:
    id, owner, zone, position = st.values
    _card(run, "hidden", id, None, owner, zone, position)


def _card(
    run: Run,
    kind: ObjectKind,
    id: str | None,
    name: str | None,
    owner: str | None,
    zone: str | None,
    position: str | None,
) -> None:
    obj = _create(run, id, kind, owner, "owner")
    if obj is None:
        return
    obj.name, obj.zone = name, zone
    if zone == "library" and obj.owner:
        place: Position | None = None
        if position is not None:
            end, _, count = position.partition(" ")
            place = ("top" if end == "top" else "bottom", number(count))
        _take_from_pool(run, obj, place)
    _add(run, obj)


def _take_from_pool(run: Run, obj: GameObject, position: Position | None) -> None:
    owner = obj.owner
    assert owner is not None
    state = run.state
    player = state.players[owner]
    if not state.suspended and not run.is_open(owner, "library") and library.untracked_pool(run, owner) < 1:
        run.report(
            "check-3", f"every card of {owner}'s library has an ID already, all {player.library}", "zone",
            Origin("set", "the library's size was last set here", owner, "library"),
        )  # fmt: skip
        run.leave_open(owner, "library")
    tracked = state.tracked.setdefault(owner, {})
    if position is not None:
        for other in tracked:
            if state.objects[other].position == position:
                run.leave_open(other, "position")  # the later statement is believed (R52)
        obj.position = position
    tracked[obj.id] = None


def new_token(run: Run, st: Statement) -> None:
    id, name, owner, zone, face, tapped, attacking, pt = st.values
    if attacking is not None:
        run.target(attacking, "attacking")
    obj = _create(run, id, "token", owner, "owner")
    if obj is None:
        return
    obj.name, obj.zone = name, zone
    enter_with(obj, face, tapped, pt)
    check_face(run, face, obj)
    _add(run, obj)


def new_copy(run: Run, st: Statement) -> None:
    id, original_id, original_name, name, owner, zone = st.values
    assert original_id is not None
    original = run.mention(original_id, original_name, "original")
    obj = _create(run, id, "copy", owner, "owner")
    if obj is None:
        return
    obj.name, obj.zone, obj.of = name, zone, original_id
    _add(run, obj)
    if zone == "stack":
        _copy_choices(run, obj, original)
        for field in ("face", "fused"):
            # Section 14.3 is silent about the face of a copied half, so either is believed.
            value = getattr(original, field)
            if value:
                run.leave_open(obj.id, field, value, type(value)() if isinstance(value, bool) else None)


def new_copy_of_ability(run: Run, st: Statement) -> None:
    id, original_id, controller = st.values
    assert original_id is not None
    original = run.mention(original_id, None, "original")
    obj = _create(run, id, "ability", controller, "controller")
    if obj is None:
        return
    obj.owner, obj.zone = None, "stack"
    obj.text, obj.ability, obj.of = original.text, original.ability, original.of
    if original.kind == "unknown":
        run.open_object(obj)
    if original.kind == "unknown" or f"{original_id} source" in run.memory.reported:
        run.memory.reported.add(f"{id} source")
    _add(run, obj)
    _copy_choices(run, obj, original)


def _copy_choices(run: Run, obj: GameObject, original: GameObject) -> None:
    candidates = run.state.open.get((original.id, "choices"))
    run.change(obj, choices=original.choices)
    if candidates is not None or original.kind == "unknown":
        run.leave_open(obj.id, "choices", *(candidates or (ANY,)))
    run.memory.fresh_copy = obj.id


def new_ability(run: Run, st: Statement) -> None:
    id, kind, source_id, source_name, text, controller, zone, effect_id = st.values
    assert source_id is not None
    findings = len(run.findings)
    run.mention(source_id, source_name, "source")
    if len(run.findings) > findings:
        run.memory.reported.add(f"{id} source")  # its entries differ from this line, rightly
    if effect_id is not None:
        run.mention(effect_id, None, "effect")
    obj = _create(run, id, "ability", controller, "controller")
    if obj is None:
        return
    obj.owner = None
    obj.ability, obj.of, obj.text, obj.zone, obj.from_effect = kind, source_id, text, zone, effect_id
    if (kind == "mana") != (zone is None):
        message = (
            "a mana ability never uses the stack"
            if zone is not None
            else f"{'an' if kind == 'activated' else 'a'} {kind} ability goes on the stack: `in stack` is missing"
        )
        at: str | Span = "statement"
        if zone is not None:
            start, end = run.st.span("zone")
            at = (start - len("in "), end)
            repair = Repair(at[0] - 1, end, "")
        else:
            end = run.st.span("controller")[1]
            repair = Repair(end, end, " in stack")
        run.report("ability-zone", message, at, repair=repair)
    _add(run, obj)
    if (kind == "mana") != (zone is None):
        run.leave_open(obj.id, "zone", None, "stack")


def new_effect(run: Run, st: Statement) -> None:
    id, source_id, source_name, text, controller = st.values
    assert source_id is not None
    run.mention(source_id, source_name, "source")
    obj = _create(run, id, "effect", controller, "controller")
    if obj is None:
        return
    obj.owner, obj.of, obj.text = None, source_id, text
    _add(run, obj)


def new_emblem(run: Run, st: Statement) -> None:
    id, text, owner = st.values
    obj = _create(run, id, "emblem", owner, "owner")
    if obj is None:
        return
    obj.text, obj.zone = text, "command"
    _add(run, obj)


def enter_with(obj: GameObject, face: str | None, tapped: str | None, pt: str | None) -> None:
    """Sets what a permanent enters the battlefield with."""
    obj.face = None if face is not None and is_front(face, obj.name) else face
    obj.tapped = tapped is not None
    obj.pt = pt


def is_front(face: str, name: str | None) -> bool:
    """Whether a face is the front face of a name, which is the same as no face (R29)."""
    return name is not None and faces(name)[0] == face


def check_face(run: Run, face: str | None, obj: GameObject) -> None:
    """Warns of a face that is no part of the object's name (section 7.1)."""
    name = None if run.is_open(obj.id, "name") else obj.name
    if face is not None and name is not None and face not in faces(name) and face != name:
        near = get_close_matches(face, faces(name), 1)
        run.report("face-name", f"{face} is no face of {name}", "face", instead=near[0] if near else None)


def introduce_unreadable(run: Run, id: str) -> None:
    """The ``new`` line of this ID could not be read: it counts as introduced, and nothing is compared (R4)."""
    if id[1] != "h" and id not in run.state.objects and id not in run.state.ended:
        memory = run.memory
        memory.next_id = max(memory.next_id, id_number(id) + 1)
        memory.unordered = True
        run.state.objects[id] = GameObject(id, "unknown")


def _create(run: Run, id: str | None, kind: ObjectKind, player: str | None, slot: str) -> GameObject | None:
    """A new object with its ID checked, or None where nothing can be introduced."""
    assert id is not None
    assert player is not None
    who = run.player(player, slot)
    if not _check_id(run, id):
        return None
    obj = GameObject(id, kind)
    obj.owner = obj.controller = who
    return obj


def _check_id(run: Run, id: str) -> bool:
    """Check 3: IDs are introduced once each, and rise by one."""
    state, memory = run.state, run.memory
    if id[1] == "h":
        run.unknown(id, "object")
        return run.branch
    known = state.objects.get(id) or state.ended.get(id)
    if known is not None and (known.kind == "unknown" or f"{id} used" in memory.reported):
        return False  # its use before this line has been reported, and nothing is compared for it (R4)
    if known is not None and f"{id} new" in memory.reported:
        return True  # the earlier line of this ID was reported to have a wrong one
    if known is not None:
        run.report(
            "check-3",
            f"{run.label(known)} has been introduced already",
            "object",
            Origin("new", "first introduced here", id),
            since=True,
            instead=f"#{memory.next_id}",
        )
        # Perhaps the next number was meant: whatever uses that is silent.
        if not in_ranges(memory.skipped, memory.next_id):
            memory.skipped.append((memory.next_id, memory.next_id))
        return False
    value = id_number(id)
    expected = memory.next_id
    if value == expected:
        memory.next_id = value + 1
        return True
    memory.unordered = True
    if value > expected:
        gap = range(expected, value)
        if value - expected > 8 or not all(in_ranges(memory.skipped, n) for n in gap):
            message = f"IDs rise by one: `#{expected}` comes next, found `{id[:40]}`"
            run.report("check-3", message, "object", instead=f"#{expected}")
            run.leave_open(id, "exists")  # other lines may know it by another number
            memory.reported.add(f"{id} new")
        memory.skipped.append((expected, value - 1))
        memory.next_id = value + 1
    elif not in_ranges(memory.skipped, value):
        message = f"IDs rise by one: `#{expected}` comes next, found `{id[:40]}`"
        run.report("check-3", message, "object", instead=f"#{expected}")
    return True


def _add(run: Run, obj: GameObject) -> None:
    state: State = run.state
    state.objects[obj.id] = obj
    if obj.zone == "stack":
        state.stack.append(obj.id)
