"""The stack: choices, priority and snapshots, resolving (sections 7.2, 7.4, 9.3, 9.9, 14.6; checks 6, 8 and 14)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from mtgr.replay.findings import Origin
from mtgr.replay.introduce import is_front
from mtgr.replay.order import misplaced
from mtgr.replay.run import Run, Span
from mtgr.replay.state import ANY, GameObject, State
from mtgr.spec.shapes import ID, KINDS, STRING
from mtgr.spec.statements import Place
from mtgr.syntax.statement import Statement

# --- Choices ----------------------------------------------------------------------------------------------------


def choose(run: Run, st: Statement) -> None:
    obj = run.subject()
    choice = st.values[2]
    assert choice is not None
    findings = len(run.findings)
    _check_choice(run, choice)
    _record(run, obj, choice)
    if len(run.findings) > findings:
        run.leave_open(obj.id, "choices")


def player_choose(run: Run, st: Statement) -> None:
    run.player(st.values[0] or "", "player")
    _check_choice(run, st.values[1] or "")


def target(run: Run, st: Statement) -> None:
    obj = run.subject()
    _, _, to, amount = st.values
    assert to is not None
    findings = len(run.findings)
    run.target(to, "target")
    if run.memory.fresh_copy == obj.id and obj.kind != "unknown":
        # The first target line straight after a copy's new line replaces the targets it was given (section 7.2).
        obj = run.change(obj, choices=tuple(each for each in obj.choices if not each.startswith("target ")))
        run.memory.fresh_copy = None
    _record(run, obj, f"target {to}" + (f" amount {amount}" if amount is not None else ""))
    if len(run.findings) > findings:
        run.leave_open(obj.id, "choices")


def _record(run: Run, obj: GameObject, choice: str) -> None:
    candidates = run.state.open.get((obj.id, "choices"))
    new = obj.copy()
    new.choices = (*obj.choices, choice)
    run.store(new, ("choices",))
    if candidates is not None:
        run.leave_open(obj.id, "choices", *(c if c is ANY else (*c, choice) for c in candidates))


def _check_choice(run: Run, choice: str) -> None:
    """Checks the object or player inside a choice."""
    kind, _, rest = choice.partition(" ")
    if kind not in ("object", "player"):
        return
    start = run.st.span("choice")[0] + len(kind) + 1
    if kind == "player":
        run.player(rest, (start, start + len(rest)))
        return
    id, _, name = rest.partition(" ")
    at = (start, start + len(id))
    obj = run.state.objects.get(id) or run.unknown(id, at)
    if (name or None) != obj.name or run.state.open:
        run.check_name(obj, name or None, at, (at[1] + 1, start + len(rest)))


# --- Leaving the stack ------------------------------------------------------------------------------------------


def resolve(run: Run, st: Statement) -> None:
    _leave(run, st, "resolve")


def fizzle(run: Run, st: Statement) -> None:
    _leave(run, st, "fizzle")


def countered(run: Run, st: Statement) -> None:
    _leave(run, st, "countered")


def _leave(run: Run, st: Statement, verb: str) -> None:
    """Check 8. The object leaves the stack only by the line that follows."""
    obj = run.subject()
    state = run.state
    if obj.kind == "unknown":
        return
    if not state.suspended and not run.is_open("", "stack") and not run.is_open(obj.id, "zone"):
        if obj.id not in state.stack:
            message = f"{run.label(obj)} is not on the stack; it is in {obj.zone or 'no zone'}"
            run.report("check-8", message, "verb", Origin("set", "it was put there here", obj.id, "zone"), since=True)
            run.open_values(obj)  # perhaps it was cast, and that line is missing
            return
        top = next((id for id in reversed(state.stack) if id == obj.id or not _in_doubt(run, id)), obj.id)
        if verb != "countered" and top != obj.id:
            message = f"{run.label(obj)} is not on top of the stack; {run.label(state.objects[top])} is"
            run.report("check-8", message, "verb", Origin("set", "it was put on top here", top, "zone"))
            for above in state.stack[state.stack.index(obj.id) + 1 :]:
                if run.memory.leaving.pop(above, None) is not None:
                    _perhaps_gone(run, above)
    run.memory.leaving[obj.id] = (verb, st.cause)


def _in_doubt(run: Run, id: str) -> bool:
    """Whether an object of the replayed stack may have left it, or is not known at all."""
    obj = run.state.objects.get(id)
    return obj is None or obj.kind == "unknown" or run.is_open(id, "exists") or run.is_open(id, "zone")


def forget_left(run: Run, id: str) -> None:
    """What follows is an error about an object that was warned of: one mistake, one finding (R4)."""
    warning = run.left.pop(id, None)
    if warning is not None:
        run.findings.remove(warning)
    run.memory.left -= {id}


def check_left(run: Run) -> None:
    """Warns, at a priority or step line, of objects that should have left the stack (R40, R55)."""
    leaving = run.memory.leaving
    for id, (verb, _) in list(leaving.items()):
        obj = run.state.objects.get(id)
        del leaving[id]
        if obj is None or id not in run.state.stack:
            continue
        if not run.state.suspended and not run.is_open(id, "zone"):
            past = {"resolve": "resolved", "fizzle": "fizzled", "countered": "was countered"}[verb]
            origin = Origin("set", f"it {past} here", id, "leaving")
            run.report(
                "left-on-stack", f"{run.label(obj)} {past} but has not left the stack", "statement", origin, since=True
            )
            run.left[id] = run.findings[-1]
            run.memory.left |= {id}
        _perhaps_gone(run, id)


def _perhaps_gone(run: Run, id: str) -> None:
    """It is still on the stack, or it has left and the line that said where to is missing: both stay candidates."""
    for field in (
        "zone",
        "controller",
        "tapped",
        "face",
        "fused",
        "pt",
        "counters",
        "position",
        "with_id",
        "exists",
    ):
        run.leave_open(id, field)


# --- Priority and snapshots -------------------------------------------------------------------------------------


def priority(run: Run, st: Statement) -> None:
    """Check 14: a stack line follows if and only if the stack is not empty (section 9.9)."""
    check_left(run)
    player, first, _, second, _ = st.values
    run.player(player or "", "player")
    for name, slot in ((first, "player1"), (second, "player2")):
        if name is not None:
            run.player(name, slot)
    state = run.state
    if not state.stack or state.suspended or run.is_open("", "stack") or run.cut_off():
        return
    following = run.following()
    if (following is None or following.form is None or following.form.name == "stack") and following is not None:
        return  # an unreadable line may be the stack line
    if all(_in_doubt(run, id) and id not in run.left for id in state.stack):
        return
    for id in state.stack:
        forget_left(run, id)
    names = ", ".join(run.label(state.objects[id]) for id in reversed(state.stack[-3:]) if id in state.objects)
    if run.early_stack != run.n - 1:
        run.report("check-14", f"a `stack` line must follow: {len(state.stack)} on the stack ({names})")
    after = run.following(1)
    if after is not None and after.form is not None and after.form.place is Place.STACK:
        run.late_stack = run.n + 2
    if following is not None and following.form is not None and following.form.place is Place.STACK_ENTRY:
        run.orphans = Place.STACK_ENTRY  # entries without their line: the same mistake


def snapshot(run: Run, entries: list[tuple[int, Statement]], after_priority: bool) -> None:
    """Compares a ``stack`` line and its entries with the replayed stack (checks 6 and 14)."""
    state = run.state
    empty = after_priority and not state.suspended and not state.stack and not run.is_open("", "stack")
    if empty and not any(_may_be_there(run, st) for _, st in entries):
        run.report("check-14", "the stack is empty here, so no `stack` line can follow", "statement")
        run.leave_open("", "stack")
    listed: list[str] = []
    stack_open = state.open.pop(("", "stack"), None) is not None or state.suspended
    outer = run.here()
    extra: list[str] = []
    wrong_order = set() if stack_open else _wrong_order(state, entries)
    unreadable = False
    for n, st in entries:
        run.go_to(n, st)
        if st.form is None or st.form.place is not Place.STACK_ENTRY:
            unreadable = True
            listed.extend(id for id in run.mentioned_ids(st.text)[:1] if id in state.objects)
            continue
        id = st.values[0]
        assert id is not None
        known = state.objects.get(id)
        obj = known or run.unknown(id, "object", revive=True)
        if id in listed:
            run.report("check-6", f"{run.label(obj)} is listed twice", "object")
            continue
        listed.append(id)
        if known is None:
            extra.append(id)
        if obj.kind == "unknown" or id[1] == "h":
            continue
        if not stack_open and id not in state.stack and not run.is_open(id, "zone"):
            message = f"{run.label(obj)} is not on the replayed stack; it is in {obj.zone or 'no zone'}"
            run.report("check-6", message, "object", Origin("set", "it was put there here", id, "zone"), since=True)
            run.open_values(obj)
            extra.append(id)
            continue
        if stack_open and id not in state.stack:
            _believe(run, obj, st)
            continue
        if id in wrong_order:
            run.report("check-6", f"{run.label(obj)} is not at this place of the replayed stack", "object")
        _compare_entry(run, obj, st)
    run.back_to(outer)
    if not stack_open and not unreadable and not run.cut_off():
        missing = [id for id in reversed(state.stack) if id not in listed]
        # An entry with a wrong ID is one mistake, not an object too many and one too few (R4).
        _missing(run, missing if len(extra) != len(missing) else [])
    _take(run, listed)
    if wrong_order:
        run.leave_open("", "stack")  # this order or the one before: the next line that shows it settles it (R4)


def _may_be_there(run: Run, st: Statement) -> bool:
    """Whether an entry speaks of an object that may be on the stack, for all the replay knows."""
    if st.form is None:
        return False
    obj = run.state.objects.get(st.values[0] or "") or run.state.ended.get(st.values[0] or "")
    return obj is None or obj.kind == "unknown" or run.is_open(obj.id, "zone")


def _wrong_order(state: State, entries: list[tuple[int, Statement]]) -> set[str]:
    rank = {id: place for place, id in enumerate(reversed(state.stack))}
    ids = [st.values[0] for _, st in entries if st.form is not None and st.values[0] in rank]
    return {ids[index] or "" for index in misplaced([rank[id] for id in ids if id is not None])}


def _missing(run: Run, ids: list[str]) -> None:
    for id in ids:
        if _in_doubt(run, id) and id not in run.left:
            continue
        forget_left(run, id)
        obj = run.state.objects[id]
        origin = Origin("set", "it was put on the stack here", id, "zone")
        run.report(
            "check-6", f"{run.label(obj)} is not listed, but it is on the replayed stack", "verb", origin, since=True
        )


def _take(run: Run, listed: list[str]) -> None:
    """After the snapshot the stack is what it says (R4)."""
    state = run.state
    new = [id for id in reversed(listed) if id in state.objects]
    if new == state.stack:
        return
    for id in state.stack:
        if id not in new and id in state.objects:
            run.open_object(state.objects[id])
    for id in new:
        obj = state.objects[id]
        if obj.zone == "stack":
            run.settle(id, "zone", "exists")
        elif obj.kind != "unknown":
            zone = obj.zone
            run.change(obj, zone="stack")
            run.leave_open(id, "zone", "stack", zone)
    state.stack = new


def entry_text(state: State, obj: GameObject) -> str:
    """The stack entry of an object as the replay has it, without what is recorded as open."""
    if obj.kind == "ability":
        source = state.objects.get(obj.of or "") or state.ended.get(obj.of or "")
        name = f" {source.name}" if source is not None and source.name is not None else ""
        head = f"{obj.id} {obj.ability} of {obj.of}{name} {obj.text} controller {obj.controller}"
        return " ".join((head, *obj.choices))
    if obj.snapshot_text is None:
        name = f" {obj.name}" if obj.name is not None else ""
        face = " fused" if obj.fused else f" face {obj.face}" if obj.face is not None else ""
        obj.snapshot_text = " ".join((f"{obj.id}{name}{face} controller {obj.controller}", *obj.choices))
    return obj.snapshot_text


def _compare_entry(run: Run, obj: GameObject, st: Statement) -> None:
    """Check 6 for the fields of one entry (section 14.6)."""
    if run.state.suspended:
        _believe(run, obj, st)
        return
    assert st.form is not None
    if st.form.name == "ability on stack":
        _, kind, of, of_name, text, controller, choices = st.values
        if obj.kind != "ability":
            run.check_name(obj, None, "object", "object")
        else:
            _compare_source(run, obj, kind, of, of_name, text)
    else:
        _, name, face, fused, controller, choices = st.values
        if name != obj.name or run.state.open:
            obj = run.check_name(obj, name, "object", "object name")
        _compare_face(run, obj, face, fused is not None)
    _compare_controller(run, obj, controller or "")
    _compare_choices(run, obj, choices or "")


def _believe(run: Run, obj: GameObject, st: Statement) -> None:
    """While checks are suspended, a snapshot is information, and the name is checked all the same (check 4)."""
    assert st.form is not None
    if st.form.name == "spell on stack":
        if st.values[1] != obj.name or run.state.open:
            obj = run.check_name(obj, st.values[1], "object", "object name")
        face, fused, controller, choices = st.values[2:]
        obj = run.change(obj, face=None if face is None or is_front(face, obj.name) else face, fused=fused is not None)
    else:
        controller, choices = st.values[5:]
    run.change(obj, controller=run.player(controller or "", "controller"), choices=tuple(split_choices(choices or "")))


def _compare_source(
    run: Run, obj: GameObject, kind: str | None, of: str | None, of_name: str | None, text: str | None
) -> None:
    origin = Origin("new", "introduced here", obj.id)
    if f"{obj.id} source" in run.memory.reported:
        return
    if not run.check_recorded_name(of or "", of_name, "source"):
        return
    for slot, written, replayed in (("kind", kind, obj.ability), ("source", of, obj.of), ("text", text, obj.text)):
        if written != replayed and not run.is_open(obj.id, "choices"):
            message = f"the `new` line of {run.label(obj)} has {replayed}, not {written}"
            run.report("stack-entry-source", message, slot, origin)
            run.memory.reported.add(f"{obj.id} source")
            return


def _compare_face(run: Run, obj: GameObject, face: str | None, fused: bool) -> None:
    written = None if face is None or is_front(face, obj.name) else face
    if not run.agrees(obj.id, "face", obj.face, written):
        at: str | Span = "object"
        if face is not None:
            start, end = run.st.span("face")
            at = (start, end) if obj.face is not None else (start - len("face "), end)
        message = (
            f"{run.label(obj)} has the face {face or 'of its front'} here; the replay has {obj.face or 'its front'}"
        )
        run.report("check-6", message, at, Origin("set", "last set here", obj.id, "zone"), since=True)
        run.leave_open(obj.id, "face", obj.face, written)
    elif written != obj.face:
        obj = run.change(obj, face=written)
    if not run.agrees(obj.id, "fused", obj.fused, fused):
        at = "fused" if fused else "object"
        message = (
            f"{run.label(obj)} is {'' if fused else 'not '}fused here; the replay has it {'not ' if fused else ''}fused"
        )
        run.report("check-6", message, at, Origin("set", "last set here", obj.id, "zone"), since=True)
        run.leave_open(obj.id, "fused", obj.fused, fused)
    elif fused != obj.fused:
        run.change(obj, fused=fused)


def _compare_controller(run: Run, obj: GameObject, controller: str) -> None:
    obj = run.state.objects.get(obj.id, obj)
    player = run.player(controller, "controller")
    if player is None:
        return
    if not run.agrees(obj.id, "controller", obj.controller, player):
        origin = Origin("set", "last set here", obj.id, "controller")
        message = f"{player} controls {run.label(obj)} here; in the replay {obj.controller} does"
        run.report("check-6", message, "controller", origin, since=True)
        run.leave_open(obj.id, "controller", obj.controller, player)
    elif player != obj.controller:
        run.change(obj, controller=player)


_CHOICE_STARTS = re.compile(rf" ({KINDS['snapshot-choice'][0]})")
_TRAILING_NAME = re.compile(rf"((?:object|target) {ID}) {STRING}")


def split_choices(text: str) -> Iterator[str]:
    """The single choices of a stack entry."""
    return (match[1] for match in _CHOICE_STARTS.finditer(text))


def _compare_choices(run: Run, obj: GameObject, text: str) -> None:
    obj = run.state.objects.get(obj.id, obj)
    written = tuple(split_choices(text)) if text else ()
    candidates = run.state.open.pop((obj.id, "choices"), None) if run.state.open else None
    options = candidates or (obj.choices,)
    if options[0] is ANY or any(_same_choices(run, option, written) for option in options):
        if written != obj.choices:
            run.change(obj, choices=written)
        return
    _report_choices(run, obj, options[0], written)
    run.leave_open(obj.id, "choices", obj.choices, written)


def _report_choices(run: Run, obj: GameObject, replayed: tuple[str, ...], written: tuple[str, ...]) -> None:
    start = run.st.span("choices")[0] if written else 0
    origin = Origin("set", "the last choice was recorded here", obj.id, "choices")
    for index, choice in enumerate(written if len(written) >= len(replayed) else ()):
        if index >= len(replayed) or not _same_choices(run, replayed[index : index + 1], (choice,)):
            if index < len(replayed) and _plain_choice(replayed[index]) == _plain_choice(choice):
                name = _TRAILING_NAME.match(choice)
                at = (
                    (start + len(name[1]) + 1, start + len(name[0]))
                    if name is not None
                    else (start, start + len(choice))
                )
                id = choice.split(" ", 2)[1]
                run.report("check-4", f"`{id}` was written `{replayed[index]}` with this choice", at, origin)
                return
            there = f"; the replay has `{replayed[index]}`" if index < len(replayed) else ""
            message = f"`{choice}` is not choice {index + 1} of {run.label(obj)}{there}"
            run.report("check-6", message, (start, start + len(choice)), origin)
            return
        start += len(choice) + 1
    left = Counter(replayed) - Counter(written)
    missing = ", ".join(f"`{each}`" for each in left)
    run.report("check-6", f"{run.label(obj)} has recorded choices that are not repeated: {missing}", "object", origin)


def _same_choices(run: Run, recorded: tuple[str, ...], written: tuple[str, ...]) -> bool:
    """Whether choices are the same; the name of an object may be the one it has now (R45)."""
    if recorded == written:
        return True
    if len(recorded) != len(written):
        return False
    return all(a == b or _renamed(run, a, b) for a, b in zip(recorded, written, strict=True))


def _plain_choice(choice: str) -> str:
    """A choice without the name of its object."""
    return _TRAILING_NAME.sub(r"\1", choice)


def _renamed(run: Run, recorded: str, written: str) -> bool:
    if _plain_choice(recorded) != _plain_choice(written):
        return False
    id = written.split(" ", 2)[1]
    obj = run.state.objects.get(id) or run.state.ended.get(id)
    if obj is None or obj.kind == "unknown" or run.is_open(id, "name"):
        return True
    match = _TRAILING_NAME.match(written)
    name = match[0][len(match[1]) + 1 :] if match is not None else None
    return name == obj.name
