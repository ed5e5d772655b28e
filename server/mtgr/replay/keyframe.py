"""Keyframes: compared with the replay, taken for it after a gap, or the start of the game (sections 10 and 14)."""

from __future__ import annotations

from mtgr.replay.findings import Origin
from mtgr.replay.keyframe_compare import compare_day_night, compare_objects, compare_players
from mtgr.replay.keyframe_entries import Entry, missing_players, take_player
from mtgr.replay.keyframe_resume import resume
from mtgr.replay.keyframe_text import entry_text, listed_objects
from mtgr.replay.order import misplaced
from mtgr.replay.run import Run
from mtgr.replay.state import id_number
from mtgr.syntax.statement import Statement, reread


def keyframe(run: Run, entries: list[Entry], start: bool) -> None:
    """Compares a keyframe with the replay, takes it after a gap, or starts the game with it (``start``: pregame)."""
    mended: set[int] = set()
    entries = _with_both_players(run, entries)
    if not start and not run.state.suspended:
        entries = _without_wrong_ids(run, entries, mended)
    _check_order_and_doubles(run, entries, mended)
    if start:
        _start(run, entries)
        return
    if run.state.suspended:
        resume(run, entries)
        return
    _check_stack(run)
    explained = compare_objects(run, entries)
    compare_players(run, entries, explained)
    compare_day_night(run, entries)


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
            known = id in run.state.objects or id in run.state.ended
            return (2, id_number(id)) if known else None
        case "round-clock":
            return (3, 0)
    return None


def _check_order_and_doubles(run: Run, entries: list[Entry], mended: set[int]) -> None:
    """Entries that stand twice or out of order (check 7, R35), those with a wrong ID (``mended``) aside."""
    outer = run.here()
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
            if n not in mended:
                once.append((rank, n, st))
    for index in misplaced([rank for rank, _, _ in once]):
        rank, n, st = once[index]
        run.go_to(n, st)
        if rank[0] == 2:
            run.report("check-7", "object entries stand in increasing ID order, after the players", "object")
        else:
            message = "a keyframe lists Player1, Player2, day or night, the objects, and the round clock, in this order"
            run.report("check-7", message, "player" if rank[0] == 0 else "statement")
    run.back_to(outer)


def _with_both_players(run: Run, entries: list[Entry]) -> list[Entry]:
    """Two entries of one player: reports the one in the seat of the other, and reads it as the other's (R4)."""
    players = list(run.state.players)
    found = [index for index, (_, st) in enumerate(entries) if st.form is not None and st.form.name == "player entry"]
    names = {entries[index][1].values[0] or "" for index in found}
    if len(found) != 2 or len(players) != 2 or len(names) != 1 or not names <= {*players}:
        return entries
    (name,) = names
    right = next(player for player in players if player != name)
    index = found[players.index(right)]
    n, st = entries[index]
    outer = run.here()
    run.go_to(n, st)
    run.report("check-7", f"the keyframe has two entries for {name}; {right}'s belongs here", "player")
    run.back_to(outer)
    mended = reread(st, len("player "), len(f"player {name}"), right)
    return [*entries[:index], (n, mended), *entries[index + 1 :]]


def _without_wrong_ids(run: Run, entries: list[Entry], mended: set[int]) -> list[Entry]:
    """Reports entries that differ from what the replay has only in their ID, and gives them the right one (R4).

    The lines of these entries are added to ``mended``.
    """
    state = run.state
    expected = {obj.id: entry_text(state, obj) for obj in listed_objects(state) if obj.kind != "unknown"}
    listed = {
        st.values[0] for _, st in entries if st.form is not None and st.form.name in ("object entry", "effect entry")
    }
    missing = {text.partition(" ")[2]: id for id, text in expected.items() if id not in listed}
    if not missing:
        return entries
    outer = run.here()
    right: list[Entry] = []
    seen: set[str] = set()
    for n, st in entries:
        id = st.values[0] if st.form is not None and st.form.name in ("object entry", "effect entry") else None
        if id is not None and (id in seen or expected.get(id) != st.text):
            meant = missing.pop(st.text.partition(" ")[2], None)
            if meant is not None:
                run.go_to(n, st)
                known = state.objects.get(id)
                if known is None:
                    run.unknown(id, "object")
                else:
                    message = f"this is the entry of `{meant}`, not of {run.label(known)}"
                    run.report("check-7", message, "object", Origin("new", "introduced here", meant))
                st = reread(st, 0, len(id), meant)
                mended.add(n)
        seen.add(id or "")
        right.append((n, st))
    run.back_to(outer)
    return right


def _start(run: Run, entries: list[Entry]) -> None:
    """The pregame keyframe sets the starting state (section 14.5)."""
    outer = run.here()
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
                take_player(run, player, st)
        elif st.form.name == "round-clock":
            continue
        elif not reported:
            reported = True
            day = st.form.name in ("day", "night")
            message = f"the game starts without {'day or night' if day else 'objects'}: the pregame keyframe has none"
            run.report("check-7", message, "statement" if day else "object")
    run.back_to(outer)
    missing_players(run, listed, entries)


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
