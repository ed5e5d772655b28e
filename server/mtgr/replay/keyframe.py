"""Keyframes: compared with the replay (section 14.5, check 7), or taken for it after a gap (14.4)."""

from __future__ import annotations

import re
from typing import Any

from mtgr.replay.findings import Origin
from mtgr.replay.introduce import is_front
from mtgr.replay.order import misplaced
from mtgr.replay.run import Run, Span
from mtgr.replay.state import GameObject, Position, State, id_number, number
from mtgr.spec.shapes import INT, STRING, TIME
from mtgr.spec.statements import Place
from mtgr.spec.words import OWNED_ZONES
from mtgr.syntax.statement import Statement, parse
from mtgr.syntax.tokens import decode

Entry = tuple[int, Statement]

# --- What a keyframe should say ---------------------------------------------------------------------------------


def entry_text(state: State, obj: GameObject) -> str:
    """The keyframe entry of an object as the replay has it (section 10.3)."""
    if obj.kind == "effect":
        source = state.objects.get(obj.of or "") or state.ended.get(obj.of or "")
        name = f" {source.name}" if source is not None and source.name is not None else ""
        return f"{obj.id} effect of {obj.of}{name} {obj.text} controller {obj.controller}"
    if obj.entry_text is None:
        obj.entry_text = _object_entry(obj)
    return obj.entry_text


def _object_entry(obj: GameObject) -> str:
    parts = [obj.id]
    zone = obj.zone or ""
    if obj.name is not None:
        parts.append(obj.name)
    parts.append(zone)
    player = shown_player(obj)
    if player is not None:
        parts.append(player)
    if zone == "battlefield":
        if obj.face is not None:
            parts.append(f"face {obj.face}")
        if obj.pt is not None:
            parts.append(f"pt {obj.pt}")
        if obj.tapped:
            parts.append("tapped")
    if obj.attached is not None:
        parts.append(f"attached {obj.attached}")
    if obj.with_id is not None:
        parts.append(f"with {obj.with_id}")
    if obj.adventure is not None:
        parts.append(f"adventure {obj.adventure}")
    if obj.companion:
        parts.append("companion")
    parts.extend(f"goaded {player}" for player in obj.goaded)
    parts.extend(f"counters {kind} {count}" for kind, count in obj.counters)
    if zone == "library" and obj.position is not None:
        parts.append(f"{obj.position[0]} {obj.position[1]}")
    if obj.kind == "emblem":
        parts.append(f"emblem {obj.text}")
    return " ".join(parts)


def shown_player(obj: GameObject) -> str | None:
    """The PLAYER field of an object's entry: owner, controller, or none (section 10.3)."""
    zone = obj.zone or ""
    if zone == "battlefield":
        return obj.controller
    if zone in OWNED_ZONES or zone.startswith("outside") or (zone == "command" and obj.kind == "emblem"):
        return obj.owner
    return None


def listed_objects(state: State) -> list[GameObject]:
    """The objects that a keyframe lists, in increasing ID order (section 14.5)."""
    found = [
        obj
        for obj in state.objects.values()
        if obj.kind == "effect"
        or (obj.zone is not None and obj.zone != "stack" and (obj.companion or not obj.zone.startswith("outside")))
    ]
    numbers = [id_number(obj.id) for obj in found]
    if any(a > b for a, b in zip(numbers, numbers[1:], strict=False)):
        found.sort(key=lambda obj: id_number(obj.id))
    return found


def player_text(state: State, name: str) -> str:
    """The player entry as the replay has it, without the clock."""
    player = state.players[name]
    text = f"player {name} life {player.life} poison {player.poison} library {player.library}"
    for kind, count in player.counters:
        text += f" counters {kind} {count}"
    return text


# --- Reading one ------------------------------------------------------------------------------------------------


def keyframe(run: Run, entries: list[Entry], start: bool) -> None:
    """Compares a keyframe with the replay, takes it after a gap, or starts the game with it (``start``: pregame)."""
    if not start and not run.state.suspended:
        entries = _without_wrong_ids(run, entries)
    _check_order_and_doubles(run, entries)
    if start:
        _start(run, entries)
        return
    if run.state.suspended:
        _resume(run, entries)
        return
    _check_stack(run)
    explained = _compare_objects(run, entries)
    _compare_players(run, entries, explained)
    _compare_day_night(run, entries)


def matches(run: Run, prefix: str, n: int) -> int | None:
    """The fast path: the number of lines from ``n`` on that are exactly the keyframe the replay has, else None."""
    state = run.state
    if state.open or state.suspended or state.stack:
        return None
    lines = run.lines
    wanted = [prefix + player_text(state, name) for name in state.players]
    if state.day_night is not None:
        wanted.append(prefix + state.day_night)
    wanted.extend([prefix + entry_text(state, obj) for obj in listed_objects(state)])
    end = n + len(wanted)
    if end < len(lines) and lines[end].startswith(prefix):
        return None
    found = lines[n:end]
    if found == wanted:
        return len(wanted)
    if len(found) < len(wanted):
        return None
    for text, entry in zip(found, wanted, strict=True):
        if text != entry and not (text.startswith(entry) and _only_adds(text, len(entry), len(prefix))):
            return None
    return len(wanted)


_ADDITION = re.compile(rf"(?: clock {TIME})?(?: \$| \{{| ;|$)")


def _only_adds(text: str, end: int, start: int) -> bool:
    """Whether a well-formed line goes on after its entry with a clock and annotations, which are not compared."""
    return _ADDITION.match(text, end) is not None and not parse(text[start:]).problems


def _rank(run: Run, st: Statement) -> tuple[int, int] | None:
    """Where an entry belongs in the order of a keyframe."""
    if st.form is None:
        return None
    match st.form.name:
        case "player entry":
            players = list(run.state.players)
            name = dict(run.memory.aliases).get(st.values[0] or "", st.values[0])
            return (0, players.index(name)) if name in players else None
        case "day" | "night":
            return (1, 0)
        case "object entry" | "effect entry":
            id = st.values[0] or ""
            return (2, id_number(id)) if id[1] != "h" else None
        case "round-clock":
            return (3, 0)
    return None


def _check_order_and_doubles(run: Run, entries: list[Entry]) -> None:
    """Entries that stand twice or out of order (check 7, R35)."""
    outer = (run.n, run.st, run.column)
    ranked = [(rank, n, st) for n, st in entries if (rank := _rank(run, st)) is not None]
    seen: set[tuple[int, int]] = set()
    once = []
    for rank, n, st in ranked:
        if rank in seen:
            run.go_to(n, st)
            slot = {0: "player", 2: "object"}.get(rank[0], "statement")
            run.report("check-7", "this entry stands twice in the keyframe", slot)
        else:
            seen.add(rank)
            once.append((rank, n, st))
    for index in misplaced([rank for rank, _, _ in once]):
        rank, n, st = once[index]
        run.go_to(n, st)
        if rank[0] == 2:
            run.report("check-7", "object entries stand in increasing ID order, after the players", "object")
        else:
            message = "a keyframe lists Player1, Player2, day or night, the objects, and the round clock, in this order"
            run.report("check-7", message, "player" if rank[0] == 0 else "statement")
    run.go_to(*outer[:2])
    run.column = outer[2]


def _without_wrong_ids(run: Run, entries: list[Entry]) -> list[Entry]:
    """Reports entries that differ from what the replay has only in their ID, and gives them the right one (R4)."""
    state = run.state
    expected = {obj.id: entry_text(state, obj) for obj in listed_objects(state) if obj.kind != "unknown"}
    listed = {st.values[0] for _, st in entries if st.form is not None and st.form.name in ("object entry", "effect entry")}
    missing = {text.partition(" ")[2]: id for id, text in expected.items() if id not in listed}
    if not missing:
        return entries
    outer = (run.n, run.st, run.column)
    right: list[Entry] = []
    for n, st in entries:
        id = st.values[0] if st.form is not None and st.form.name in ("object entry", "effect entry") else None
        if id is not None and expected.get(id) != st.text:
            meant = missing.pop(st.text.partition(" ")[2], None)
            if meant is not None:
                run.go_to(n, st)
                known = state.objects.get(id)
                if known is None:
                    run.unknown(id, "object")
                else:
                    message = f"this is the entry of `{meant}`, not of {run.label(known)}"
                    run.report("check-7", message, "object", Origin("new", "introduced here", meant))
                st = parse(expected[meant])
        right.append((n, st))
    run.go_to(*outer[:2])
    run.column = outer[2]
    return right


def _start(run: Run, entries: list[Entry]) -> None:
    """The pregame keyframe sets the starting state (section 14.5)."""
    outer = (run.n, run.st, run.column)
    reported = False
    listed: set[str] = set()
    for n, st in entries:
        run.go_to(n, st)
        if st.form is None:
            continue
        if st.form.name == "player entry":
            player = run.player(st.values[0] or "", "player")
            if player is not None and player not in listed:
                listed.add(player)
                _take_player(run, player, st)
        elif st.form.name == "round-clock":
            continue
        elif not reported:
            reported = True
            day = st.form.name in ("day", "night")
            message = f"the game starts without {'day or night' if day else 'objects'}: the pregame keyframe has none"
            run.report("check-7", message, "statement" if day else "object")
    run.go_to(*outer[:2])
    run.column = outer[2]
    _missing_players(run, listed, entries)


def _missing_players(run: Run, listed: set[str], entries: list[Entry]) -> None:
    silent = run.cut_off() or any(st.form is None for _, st in entries)
    for player in run.state.players:
        if player not in listed:
            if not silent:
                run.report("check-7", f"the keyframe has no entry for {player}", "verb")
            run.open_player(player)


def _take_player(run: Run, player: str, st: Statement) -> None:
    _, life, poison, size, counters, _ = st.values
    run.change_player(
        player, life=_plain(life), poison=poison, library=number(size or "0"), counters=_counters(counters), mana=""
    )  # fmt: skip


def _plain(value: str | None) -> str:
    return "0" if value == "-0" else value or "0"


_COUNTER = re.compile(rf" counters ({STRING}) ({INT})")


def _counters(text: str | None) -> tuple[tuple[str, str], ...]:
    found = {kind: count for kind, count in _COUNTER.findall(text or "") if count != "0"}
    return tuple(sorted(found.items(), key=lambda pair: decode(pair[0])))


def _check_counters_order(run: Run, text: str | None) -> None:
    """Counters stand in code point order of their kinds, each once, above zero (section 10.2, R49)."""
    pairs = _COUNTER.findall(text or "")
    kinds = [decode(kind) for kind, _ in pairs]
    wrong = set(misplaced(kinds)) | {i for i, kind in enumerate(kinds) if kind in kinds[:i] or pairs[i][1] == "0"}
    if wrong:
        message = "counters stand in the order of their kinds, each kind once, with a count above zero"
        run.report("counters-order", message, _repeated_span(run, "kinds", _COUNTER, min(wrong)))


def _repeated_span(run: Run, slot: str, pattern: re.Pattern[str], index: int) -> Span:
    """Where one of a repeated group of the current entry stands, with its keyword."""
    start, end = run.st.span(slot)
    found = list(pattern.finditer(" " + run.st.text[run.st._span(slot)[0] : run.st._span(slot)[1]]))
    return (start + found[index].start(), start + found[index].end() - 1) if index < len(found) else (start, end)


def _check_stack(run: Run) -> None:
    state = run.state
    known = [
        state.objects[id]
        for id in state.stack
        if id in state.objects
        and state.objects[id].kind != "unknown"
        and (not run.is_open(id, "zone") or id in run.memory.left)
    ]
    if known and not run.is_open("", "stack"):
        names = ", ".join(run.label(obj) for obj in known[:3])
        origin = Origin("set", "it was put on the stack here", known[0].id, "zone")
        run.report("check-7", f"the stack is not empty at this keyframe: {names}", "verb", origin)
        for obj in known:
            run.open_object(obj)
    state.stack.clear()
    run.memory.left = frozenset()
    run.settle("", "stack")


# --- Comparing --------------------------------------------------------------------------------------------------


def _compare_players(run: Run, entries: list[Entry], explained: dict[str, int]) -> None:
    outer = (run.n, run.st, run.column)
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
        _compare_total(run, player, "life", _plain(life))
        _compare_total(run, player, "poison", poison or "0")
        _compare_size(run, player, number(size or "0"), explained.get(player, 0))
        _compare_counters(run, player, run.state.players[player].counters, counters, player)
    run.go_to(*outer[:2])
    run.column = outer[2]
    _missing_players(run, listed, entries)


def _compare_total(run: Run, player: str, field: str, written: str) -> None:
    replayed = getattr(run.state.players[player], field)
    if run.agrees(player, field, replayed, written):
        if replayed != written:
            run.change_player(player, **{field: written})
        return
    message = f"{field} of {player} is {written} here; the replay has {replayed}"
    run.report("check-7", message, field, Origin("set", "last set here", player, field), since=True)
    run.leave_open(player, field, replayed, written)


def _compare_size(run: Run, player: str, written: int, explained: int) -> None:
    replayed = run.state.players[player].library
    if run.agrees(player, "library", replayed, written):
        if replayed != written:
            run.change_player(player, library=written)
        return
    if written - replayed != explained:
        message = f"{player}'s library has {written} cards here; the replay has {replayed}"
        run.report("check-7", message, "library", Origin("set", "last changed here", player, "library"))
    run.leave_open(player, "library", replayed, written)


def _compare_counters(
    run: Run, subject: str, replayed: tuple[tuple[str, str], ...], text: str | None, label: str
) -> None:
    _check_counters_order(run, text)
    written = _counters(text)
    if run.agrees(subject, "counters", replayed, written):
        if replayed != written:
            _set_counters(run, subject, written)
        return
    have, want = dict(written), dict(replayed)
    wrong = next(kind for kind in (*have, *want) if have.get(kind) != want.get(kind))
    at: str | Span = "object" if subject[0] == "#" else "player"
    if wrong in have:
        start = run.st.span("kinds")[0]
        for match in _COUNTER.finditer(text or ""):
            if match[1] == wrong:
                at = (start + match.start(2 if wrong in want else 0) - (1 if wrong in want else 0), start + match.end() - 1)
    message = f"{label} has {have.get(wrong, '0')} {wrong} counters here; the replay has {want.get(wrong, '0')}"
    run.report("check-7", message, at, Origin("set", "last set here", subject, f"counters {wrong}"), since=True)
    run.leave_open(subject, "counters", replayed, written)


def _set_counters(run: Run, subject: str, written: tuple[tuple[str, str], ...]) -> None:
    if subject in run.state.players:
        run.change_player(subject, counters=written)
    else:
        run.change(run.state.objects[subject], counters=written)


def _compare_day_night(run: Run, entries: list[Entry]) -> None:
    state = run.state
    found = next(((n, st) for n, st in entries if st.form is not None and st.form.name in ("day", "night")), None)
    written = found[1].text.split(" ")[0] if found is not None else None
    if run.agrees("", "day_night", state.day_night, written):
        state.day_night = written
        return
    outer = (run.n, run.st, run.column)
    origin = Origin("set", "last set here", "", "day_night")
    if found is not None:
        run.go_to(*found)
        message = f"it is {written} here; in the replay it is {state.day_night or 'neither day nor night'}"
        run.report("check-7", message, "verb", origin, since=True)
    elif not any(st.form is None for _, st in entries) and not run.cut_off():
        run.report("check-7", f"the keyframe does not say that it is {state.day_night}", "verb", origin, since=True)
    run.go_to(*outer[:2])
    run.column = outer[2]
    run.leave_open("", "day_night", state.day_night, written)


def _compare_objects(run: Run, entries: list[Entry]) -> dict[str, int]:
    """Compares the object entries. Returns by how much each library's size differs because objects are elsewhere (R4)."""
    state = run.state
    outer = (run.n, run.st, run.column)
    expected = {obj.id: obj for obj in listed_objects(state)}
    open_ids = {subject for subject, _ in state.open}
    explained: dict[str, int] = {}
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
    run.go_to(*outer[:2])
    run.column = outer[2]
    if not run.cut_off():
        _missing_objects(run, [obj for id, obj in expected.items() if id not in listed], listed, unreadable, explained)
    return explained


def _missing_objects(
    run: Run, missing: list[GameObject], listed: set[str], unreadable: bool, explained: dict[str, int]
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
    for owner, objects in by_library.items():
        tracked = run.state.tracked.get(owner, {})
        if len(objects) > 1 and not any(id in listed for id in tracked):
            message = f"none of the {len(objects)} tracked cards of {owner}'s library is listed; was it shuffled?"
            run.report("check-7", message, "verb", Origin("set", "one of them was last moved here", objects[0].id, "zone"))
            continue
        for obj in objects:
            _report_missing(run, obj)


def _report_missing(run: Run, obj: GameObject) -> None:
    where = f" in {obj.zone}" if obj.zone else ""
    origin = Origin("set", "it was put there here", obj.id, "zone")
    run.report("check-7", f"the keyframe does not list {run.label(obj)}{where}", "verb", origin, since=True)


def _compare_entry(run: Run, obj: GameObject, st: Statement, explained: dict[str, int]) -> None:
    """Compares an entry field by field; each wrong field is a finding at that field (R35)."""
    assert st.form is not None
    if st.form.name == "effect entry":
        _compare_effect(run, obj, st)
        return
    id, name, zone, player, face, pt, tapped, attached, with_id, adventure, companion, goaded, counters, position, emblem = st.values
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
            explained[obj.owner] = explained.get(obj.owner, 0) + now - was
        # What depends on the zone follows from it (R4).
        for field in ("controller", "position", "tapped", "face", "pt", "counters", "attached", "with_id", "adventure",
                      "companion", "goaded"):  # fmt: skip
            run.leave_open(obj.id, field)
        return
    obj = run.state.objects[obj.id]
    _compare_player_field(run, obj, player)
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
    "face": "shows the face {} here; the replay has {}",
    "pt": "is {} here; the replay has {}",
    "attached": "is attached to {} here; the replay has {}",
    "with_id": "is linked with {} here; the replay has {}",
    "adventure": "is on an adventure for {} here; the replay has {}",
    "position": "is at {} here; the replay has {}",
}


def _difference(run: Run, obj: GameObject, field: str, written: Any, replayed: Any) -> str:
    if field in ("tapped", "companion"):
        word = field if field == "tapped" else "a revealed companion"
        return f"{run.label(obj)} is {'' if written else 'not '}{word} here; in the replay it is{'' if replayed else ' not'}"
    nothing = {"face": "the front", "pt": "no creature"}.get(field, "none")
    return f"{run.label(obj)} " + _WORDS[field].format(written or nothing, replayed or nothing)


def _compare_player_field(run: Run, obj: GameObject, written: str | None) -> None:
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
        message = f"{run.label(obj)} is {expected}'s, not {written}'s"
        run.report("check-7", message, "player", Origin("new", "introduced here", obj.id))


_GOADED = re.compile(rf" goaded ({STRING})")


def _compare_goads(run: Run, obj: GameObject, text: str | None) -> None:
    names = _GOADED.findall(text or "")
    written = tuple(player for player in run.state.players if player in names)
    if names != list(written):
        if any(run.player(name, "goadeds") is None or name not in run.state.players for name in names):
            return
        wrong = misplaced([list(run.state.players).index(run.player(name, "goadeds") or "") for name in names])
        last = min(wrong, default=len(names) - 1)
        at = _repeated_span(run, "goadeds", _GOADED, last)
        run.report("counters-order", "goading players stand with Player1 first, each once", at)
    if run.agrees(obj.id, "goaded", obj.goaded, written):
        if obj.goaded != written:
            run.change(run.state.objects[obj.id], goaded=written)
        return
    extra = next((i for i, name in enumerate(names) if name not in obj.goaded), None)
    at: str | Span = "object"
    if extra is not None:
        at = _repeated_span(run, "goadeds", _GOADED, extra)
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


def read_position(text: str | None) -> Position | None:
    """The position that ``top N`` or ``bottom N`` states."""
    if text is None:
        return None
    end, _, count = text.partition(" ")
    return ("top" if end == "top" else "bottom", number(count))


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
        source = run.state.objects.get(of or "") or run.state.ended.get(of or "")
        if source is not None and source.kind != "unknown" and of_name != source.name:
            if not run.is_open(source.id, "name"):
                slot = "source name" if of_name is not None else "source"
                message = f"`{source.id}` is {source.name or 'without a name'}, not {of_name or 'nameless'}"
                run.report("check-4", message, slot, Origin("set", "its name was last recorded here", source.id, "name"))
    if text != obj.text:
        run.report("check-7", f"{run.label(obj)} has the text {text}; the replay has {obj.text}", "text", origin)
    player = run.player(controller or "", "controller")
    if player is not None and player != obj.controller:
        message = f"{player} controls {run.label(obj)} here; in the replay {obj.controller} does"
        run.report("check-7", message, "controller", origin)


# --- After a gap ------------------------------------------------------------------------------------------------


def _resume(run: Run, entries: list[Entry]) -> None:
    """The keyframe replaces the replayed state, and the checks resume (section 14.4)."""
    state = run.state
    outer = (run.n, run.st, run.column)
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
                    _check_counters_order(run, st.values[4])
                    _take_player(run, name_, st)
            case "day" | "night":
                state.day_night = st.form.name
            case "object entry" | "effect entry":
                id = st.values[0] or ""
                if id in listed:
                    doubtful = True  # one of the two is another object
                    continue
                obj = state.objects.get(id) or run.unknown(id, "object", revive=True)
                listed.add(id)
                if id in state.objects:
                    _take_object(run, obj, st)
    run.go_to(*outer[:2])
    run.column = outer[2]
    _missing_players(run, players, entries)
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
    _, name, zone, player, face, pt, tapped, attached, with_id, adventure, companion, goaded, counters, position, emblem = st.values
    _check_counters_order(run, counters)
    seat = run.player(player, "player") if player is not None else None
    owner = seat if seat is not None and zone != "battlefield" else obj.owner
    controller = seat if zone == "battlefield" and seat is not None else owner
    own_name = obj.own_name if zone == "battlefield" and name == obj.name else None
    if obj.kind in ("ability", "effect", "emblem") and name is not None:
        name = run.check_name(obj, name, "object", "object name").name
    kind = obj.kind if obj.kind != "unknown" else ("hidden" if name is None else "card")
    run.change(
        obj, kind=kind, name=name, zone=zone, owner=owner, controller=controller, own_name=own_name,
        face=None if face is None or is_front(face, name) else face, fused=False,
        pt=None if pt == "none" else pt, tapped=tapped is not None, attached=attached, with_id=with_id,
        adventure=run.player(adventure, "adventure") if adventure is not None else None,
        companion=companion is not None, goaded=tuple(p for p in run.state.players if p in _GOADED.findall(goaded or "")),
        counters=_counters(counters), position=read_position(position), text=emblem if emblem is not None else obj.text,
    )  # fmt: skip


def is_entry(st: Statement) -> bool:
    """Whether a statement can be a keyframe entry."""
    form = st.form
    if form is None:
        return False
    return form.place is Place.KEYFRAME_ENTRY or (form.name in ("day", "night") and st.cause is None)
