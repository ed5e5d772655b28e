"""Comparing a keyframe with the replayed state, field by field (section 14.5, check 7, R35)."""

from __future__ import annotations

from typing import Any

from mtgr.replay.findings import Origin, Repair
from mtgr.replay.introduce import is_front
from mtgr.replay.keyframe_entries import (
    COUNTER,
    GOADED,
    Entry,
    check_counters_order,
    missing_players,
    plain,
    read_counters,
    read_position,
    repeated_span,
    set_total,
)
from mtgr.replay.keyframe_text import entry_text, listed_objects, shown_player
from mtgr.replay.order import misplaced
from mtgr.replay.run import Run, Span
from mtgr.replay.state import GameObject, Position, number
from mtgr.syntax.statement import Statement

Explained = dict[str, tuple[int, int]]
"""By how much, at least and at most, the size of each player's library differs because objects are elsewhere (R4)."""


def compare_players(run: Run, entries: list[Entry], explained: Explained) -> None:
    outer = run.here()
    listed: set[str] = set()
    for n, st in entries:
        if st.form is None or st.form.name != "player entry":
            continue
        run.go_to(n, st)
        name, life, poison, size, counters, _ = st.values
        player = run.player(name or "", "player")
        if player is None or player in listed:
            listed.update(run.state.players if player is None else ())
            continue
        listed.add(player)
        _compare_total(run, player, "life", plain(life))
        _compare_total(run, player, "poison", poison or "0")
        _compare_size(run, player, number(size or "0"), explained.get(player, (0, 0)))
        _compare_counters(run, player, run.state.players[player].counters, counters, player)
    run.back_to(outer)
    missing_players(run, listed, entries)


def _compare_total(run: Run, player: str, field: str, written: str) -> None:
    totals = run.state.players[player]
    replayed = totals.life if field == "life" else totals.poison
    if run.agrees(player, field, replayed, written):
        if replayed != written:
            set_total(run, player, field, written)
        return
    message = f"{field} of {player} is {written} here; the replay has {replayed}"
    run.report("check-7", message, field, Origin("set", "last set here", player, field), since=True)
    run.leave_open(player, field, replayed, written)


def _compare_size(run: Run, player: str, written: int, explained: tuple[int, int]) -> None:
    replayed = run.state.players[player].library
    if run.agrees(player, "library", replayed, written):
        if replayed != written:
            run.change_player(player, library=written)
        return
    if not explained[0] <= written - replayed <= explained[1]:
        message = f"{player}'s library has {written} cards here; the replay has {replayed}"
        run.report("check-7", message, "library", Origin("set", "last changed here", player, "library"))
    run.leave_open(player, "library", replayed, written)


def _compare_counters(
    run: Run, subject: str, replayed: tuple[tuple[str, str], ...], text: str | None, label: str
) -> None:
    check_counters_order(run, text)
    written = read_counters(text)
    if run.agrees(subject, "counters", replayed, written):
        if replayed != written:
            _set_counters(run, subject, written)
        return
    have, want = dict(written), dict(replayed)
    wrong = next(kind for kind in (*have, *want) if have.get(kind) != want.get(kind))
    at: str | Span = "object" if subject[0] == "#" else "player"
    if wrong in have:
        start = run.st.span("kinds")[0]
        for match in COUNTER.finditer(text or ""):
            if match[1] == wrong:
                at = (
                    start + match.start(2 if wrong in want else 0) - (1 if wrong in want else 0),
                    start + match.end() - 1,
                )
    message = f"{label} has {have.get(wrong, '0')} {wrong} counters here; the replay has {want.get(wrong, '0')}"
    run.report("check-7", message, at, Origin("set", "last set here", subject, f"counters {wrong}"), since=True)
    run.leave_open(subject, "counters", replayed, written)


def _set_counters(run: Run, subject: str, written: tuple[tuple[str, str], ...]) -> None:
    if subject in run.state.players:
        run.change_player(subject, counters=written)
    else:
        run.change(run.state.objects[subject], counters=written)


def compare_day_night(run: Run, entries: list[Entry]) -> None:
    state = run.state
    found = next(((n, st) for n, st in entries if st.form is not None and st.form.name in ("day", "night")), None)
    written = found[1].text.split(" ")[0] if found is not None else None
    if run.agrees("", "day_night", state.day_night, written):
        state.day_night = written
        return
    outer = run.here()
    origin = Origin("set", "last set here", "", "day_night")
    if found is not None:
        run.go_to(*found)
        message = f"it is {written} here; in the replay it is {state.day_night or 'neither day nor night'}"
        run.report("check-7", message, "verb", origin, since=True)
    elif not any(st.form is None for _, st in entries) and not run.cut_off():
        run.report("check-7", f"the keyframe does not say that it is {state.day_night}", "verb", origin, since=True)
    run.back_to(outer)
    run.leave_open("", "day_night", state.day_night, written)


def compare_objects(run: Run, entries: list[Entry]) -> Explained:
    """Compares the object entries."""
    state = run.state
    _settle_bottoms(run, entries)
    outer = run.here()
    expected = {obj.id: obj for obj in listed_objects(state)}
    open_ids = {subject for subject, _ in state.open}
    explained: Explained = {}
    listed: set[str] = set()
    unreadable = False
    for n, st in entries:
        run.go_to(n, st)
        if st.form is None:
            unreadable = True
            listed.update(run.mentioned_ids(st.text))
            continue
        if st.form.name not in ("object entry", "effect entry"):
            continue
        id = st.values[0] or ""
        if id in listed:
            continue
        listed.add(id)
        obj = expected.get(id)
        if obj is not None and id not in open_ids and st.text == entry_text(state, obj):
            continue
        if obj is None:
            obj = state.objects.get(id) or run.unknown(id, "object", revive=True)
        if obj.id not in state.objects or obj.kind == "unknown":
            continue
        run.settle(id, "exists")
        _compare_entry(run, obj, st, explained)
    run.back_to(outer)
    if not run.cut_off():
        _missing_objects(run, [obj for id, obj in expected.items() if id not in listed], listed, unreadable, explained)
    return explained


def _settle_bottoms(run: Run, entries: list[Entry]) -> None:
    """Cards put on the bottom together: the keyframe gives all their positions or none; what most have counts (R28)."""
    groups, run.memory.together = run.memory.together, ()
    if not groups:
        return
    written = {
        st.values[0]: st["position"] for _, st in entries if st.form is not None and st.form.name == "object entry"
    }
    for group in groups:
        given: list[GameObject] = []
        left_out: list[GameObject] = []
        for id in group:
            obj = run.state.objects.get(id)
            if obj is not None and id in written and run.state.open.get((id, "position")) == (obj.position, None):
                (given if written[id] is not None else left_out).append(obj)
        if len(left_out) > len(given):
            for obj in given:
                run.change(obj, position=None)
        elif given:
            for obj in left_out:
                run.settle(obj.id, "position")


def _missing_objects(
    run: Run, missing: list[GameObject], listed: set[str], unreadable: bool, explained: Explained
) -> None:
    """Objects of the replay that the keyframe does not list (R35)."""
    by_library: dict[str, list[GameObject]] = {}
    for obj in missing:
        if obj.kind == "unknown":
            continue
        if run.is_open(obj.id, "exists"):
            run.settle(obj.id, "exists")
            if obj.id in run.state.objects:
                run.memory.reported.add(obj.id)
                run.end_id(obj)
            continue
        run.leave_open(obj.id, "exists")
        if unreadable:
            continue
        if obj.zone == "library" and obj.owner is not None:
            by_library.setdefault(obj.owner, []).append(obj)
        else:
            _report_missing(run, obj)
            if obj.owner is not None:
                _explain(explained, obj.owner, 0, 1)  # it may have gone to the library
    for owner, objects in by_library.items():
        tracked = run.state.tracked.get(owner, {})
        if len(objects) > 1 and not any(id in listed for id in tracked):
            message = f"none of the {len(objects)} tracked cards of {owner}'s library is listed; was it shuffled?"
            run.report(
                "check-7", message, "verb", Origin("set", "one of them was last moved here", objects[0].id, "zone")
            )
            continue
        for obj in objects:
            _report_missing(run, obj)


def _explain(explained: Explained, owner: str, least: int, most: int) -> None:
    low, high = explained.get(owner, (0, 0))
    explained[owner] = (low + least, high + most)


def _report_missing(run: Run, obj: GameObject) -> None:
    where = f", which is in {obj.zone}" if obj.zone else ", which is in force"
    origin = Origin("set", "it was put there here", obj.id, "zone")
    run.report("check-7", f"the keyframe does not list {run.label(obj)}{where}", "verb", origin, since=True)


def _compare_entry(run: Run, obj: GameObject, st: Statement, explained: Explained) -> None:
    """Compares an entry field by field; each wrong field is a finding at that field (R35)."""
    assert st.form is not None
    if st.form.name == "effect entry":
        _compare_effect(run, obj, st)
        return
    (
        _id,
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
    if name != obj.name or run.state.open:
        obj = run.check_name(obj, name, "object", "object name")
    if obj.kind == "effect":
        run.report("check-7", f"{run.label(obj)} is an effect, not in {zone}", "zone")
        return
    if not run.is_open(obj.id, "zone") and not _may_be_listed(obj) and obj.zone == zone:
        message = f"{run.label(obj)} is in {zone} and no revealed companion, so the keyframe does not list it"
        run.report("check-7", message, "object")
        return
    if not _compare_field(run, obj, "zone", obj.zone, zone, "zone" if _may_be_listed(obj) else "object"):
        if obj.owner is not None:
            was, now = obj.zone == "library", zone == "library"
            _explain(explained, obj.owner, now - was, now - was)
        # What depends on the zone follows from it (R4).
        for field in ("controller", "position", "tapped", "face", "pt", "counters", "attached", "with_id", "adventure",
                      "companion", "goaded"):  # fmt: skip
            run.leave_open(obj.id, field)
        return
    _settle_elsewhere(run, obj, zone)
    obj = run.state.objects[obj.id]
    _compare_player_field(run, obj, player, explained)
    obj = run.state.objects[obj.id]
    written_face = None if face is None or is_front(face, obj.name) else face
    on_battlefield = zone == "battlefield"
    _compare_field(run, obj, "face", obj.face if on_battlefield else None, written_face, "face")
    _compare_field(run, obj, "pt", obj.pt if on_battlefield else None, pt, "pt")
    _compare_field(run, obj, "tapped", obj.tapped and on_battlefield, tapped is not None, "tapped")
    _compare_field(run, obj, "attached", obj.attached, attached, "attached")
    _compare_field(run, obj, "with_id", obj.with_id, with_id, "with")
    _compare_field(run, obj, "adventure", obj.adventure, _seat(run, adventure, "adventure"), "adventure")
    _compare_field(run, obj, "companion", obj.companion, companion is not None, "companion")
    _compare_goads(run, obj, goaded)
    _compare_counters(run, obj.id, obj.counters, counters, run.label(obj))
    _compare_position(run, obj, position)
    if (emblem is not None or obj.kind == "emblem") and emblem != obj.text:
        at: str | Span = "emblem" if emblem is not None else "object"
        if emblem is not None and obj.kind != "emblem":
            start, end = run.st.span("emblem")
            at = (start - len("emblem "), end)
        message = f"{run.label(obj)} has the text {emblem or 'of no emblem'}; the replay has {obj.text or 'no emblem'}"
        run.report("check-7", message, at, Origin("new", "introduced here", obj.id))


def _settle_elsewhere(run: Run, obj: GameObject, zone: str | None) -> None:
    """What an object has on the stack or the battlefield only is over where an entry has it somewhere else."""
    over: dict[str, Any] = {"fused": False, "choices": ()}
    if zone != "battlefield":
        over["controller"] = obj.owner
    for field, value in over.items():
        if run.is_open(obj.id, field):
            run.change(run.state.objects[obj.id], **{field: value})


def _may_be_listed(obj: GameObject) -> bool:
    """Whether a keyframe lists an object that is where this one is (section 14.5)."""
    return obj.zone is not None and obj.zone != "stack" and (obj.companion or not obj.zone.startswith("outside"))


def _seat(run: Run, name: str | None, slot: str) -> str | None:
    return None if name is None else run.player(name, slot)


def _compare_field(run: Run, obj: GameObject, field: str, replayed: Any, written: Any, slot: str) -> bool:
    if run.agrees(obj.id, field, replayed, written):
        current = run.state.objects.get(obj.id, obj)
        if replayed != written or getattr(current, field) != written:
            run.change(current, **{field: written})
            if field == "zone":
                _keep_tracked(run, current, replayed, written)
        return True
    at: str | Span = slot
    if (written is None or written is False) and not (field == "face" and _slot_written(run, slot)):
        at = "object"
    elif replayed is None and field not in ("zone", "tapped", "companion"):
        start, end = run.st.span(slot)
        at = (start - len(slot) - 1, end) if slot != "player" else (start, end)
    origin = Origin("set", "last set here", obj.id, field)
    run.report("check-7", f"{_difference(run, obj, field, written, replayed)}", at, origin, since=True)
    run.leave_open(obj.id, field, replayed, written)
    return False


def _slot_written(run: Run, slot: str) -> bool:
    return run.st.form is not None and run.st[slot] is not None


def _keep_tracked(run: Run, obj: GameObject, before: Any, now: Any) -> None:
    """An object whose zone is settled now may have come to or gone from the tracked cards of a library."""
    owner = obj.owner
    if owner not in run.state.players or (before == "library") == (now == "library"):
        return
    assert owner is not None
    tracked = run.state.tracked.setdefault(owner, {})
    if now == "library":
        tracked[obj.id] = None
    else:
        tracked.pop(obj.id, None)


_WORDS = {
    "zone": "is in {} here; the replay has it in {}",
    "controller": "is shown for {} here; the replay has {}",
    "face": "shows {} here; the replay has {}",
    "pt": "is {} here; the replay has {}",
    "attached": "is attached to {} here; the replay has {}",
    "with_id": "is linked with {} here; the replay has {}",
    "adventure": "is on an adventure for {} here; the replay has {}",
    "position": "is at {} here; the replay has {}",
}


_NOTHING = {"face": "the front face", "pt": "no creature", "zone": "no zone", "adventure": "nobody"}


def _difference(run: Run, obj: GameObject, field: str, written: Any, replayed: Any) -> str:
    if field in ("tapped", "companion"):
        word = field if field == "tapped" else "a revealed companion"
        here, there = ("" if written else "not "), ("" if replayed else "not ")
        return f"{run.label(obj)} is {here}{word} here; in the replay it is {there}{word}"
    nothing = _NOTHING.get(field, "nothing")
    if field == "face":
        written, replayed = (face and f"the face {face}" for face in (written, replayed))
    return f"{run.label(obj)} " + _WORDS[field].format(written or nothing, replayed or nothing)


def _compare_player_field(run: Run, obj: GameObject, written: str | None, explained: Explained) -> None:
    if written is not None:
        written = run.player(written, "player")
        if written is None:
            return
    if obj.zone == "battlefield":
        if written is None:
            if not run.is_open(obj.id, "controller"):
                run.report("check-7", f"the entry does not say who controls {run.label(obj)}", "zone")
            return
        _compare_field(run, obj, "controller", obj.controller, written, "player")
        return
    expected = shown_player(obj)
    if written == expected:
        return
    if obj.owner is None and written is not None and obj.kind not in ("ability", "effect"):
        run.change(obj, owner=written, controller=written)  # its `new` line named neither player
        return
    if written is None:
        run.report("check-7", f"the entry does not say that {run.label(obj)} is {expected}'s", "zone")
    elif expected is None:
        run.report("check-7", f"no player is written for {run.label(obj)} in {obj.zone}", "player")
    else:
        owners = (expected, written)
        if written not in run.state.open.get((obj.id, "owner"), ()):
            message = f"{run.label(obj)} is {expected}'s, not {written}'s"
            run.report("check-7", message, "player", Origin("new", "introduced here", obj.id))
            _explain(explained, expected, 0, 1)  # it may have come from the library of the one
            _explain(explained, written, -1, 0)  # or of the other
            run.leave_open(obj.id, "controller", *owners)
        run.leave_open(obj.id, "owner", *owners)


def _compare_goads(run: Run, obj: GameObject, text: str | None) -> None:
    names = GOADED.findall(text or "")
    written = tuple(player for player in run.state.players if player in names)
    if names != list(written):
        if any(run.player(name, "goadeds") is None or name not in run.state.players for name in names):
            return
        wrong = misplaced([list(run.state.players).index(run.player(name, "goadeds") or "") for name in names])
        last = min(wrong, default=len(names) - 1)
        span = repeated_span(run, "goadeds", GOADED, last)
        start, end = run.st.span("goadeds")
        repair = Repair(start, end, " ".join(f"goaded {player}" for player in written))
        run.report("counters-order", "goading players stand with Player1 first, each once", span, repair=repair)
    if run.agrees(obj.id, "goaded", obj.goaded, written):
        if obj.goaded != written:
            run.change(run.state.objects[obj.id], goaded=written)
        return
    extra = next((i for i, name in enumerate(names) if name not in obj.goaded), None)
    at: str | Span = "object"
    if extra is not None:
        at = repeated_span(run, "goadeds", GOADED, extra)
        if len(names) == len(obj.goaded):
            at = (at[0] + len("goaded "), at[1])
    message = f"{run.label(obj)} is goaded by {_list(written)} here; in the replay by {_list(obj.goaded)}"
    run.report("check-7", message, at, Origin("set", "last set here", obj.id, "goaded"), since=True)
    run.leave_open(obj.id, "goaded", obj.goaded, written)


def _list(players: tuple[str, ...]) -> str:
    return " and ".join(players) or "nobody"


def _compare_position(run: Run, obj: GameObject, text: str | None) -> None:
    written = read_position(text)
    replayed = obj.position if obj.zone == "library" else None
    if run.agrees(obj.id, "position", replayed, written):
        current = run.state.objects[obj.id]
        if current.position != written:
            run.change(current, position=written)
        return
    at: str | Span = "position" if text is not None else "object"
    if written is not None and replayed is not None and written[0] == replayed[0]:
        start, end = run.st.span("position")
        at = (start + len(written[0]) + 1, end)
    message = f"{run.label(obj)} is at {text or 'no known position'} here; the replay has {_position(replayed)}"
    run.report("check-7", message, at, Origin("set", "last set here", obj.id, "position"), since=True)
    run.leave_open(obj.id, "position", replayed, written)


def _position(position: Position | None) -> str:
    return f"{position[0]} {position[1]}" if position is not None else "no known position"


def _compare_effect(run: Run, obj: GameObject, st: Statement) -> None:
    _, of, of_name, text, controller = st.values
    origin = Origin("new", "introduced here", obj.id)
    if obj.kind != "effect":
        run.report("check-7", f"{run.label(obj)} is no effect; it is in {obj.zone or 'no zone'}", "object", origin)
        return
    if of != obj.of:
        run.report("check-7", f"the source of {run.label(obj)} is `{obj.of}`, not `{of}`", "source", origin)
    else:
        run.check_recorded_name(of or "", of_name, "source")
    if text != obj.text:
        run.report("check-7", f"{run.label(obj)} has the text {text}; the replay has {obj.text}", "text", origin)
    player = run.player(controller or "", "controller")
    if player is not None and player != obj.controller:
        message = f"{player} controls {run.label(obj)} here; in the replay {obj.controller} does"
        run.report("check-7", message, "controller", origin)
