"""What a keyframe says of a state, entry by entry (sections 10.2 and 10.3), and whether a text is exactly that."""

from __future__ import annotations

import re

from mtgr.replay.run import Run
from mtgr.replay.state import GameObject, State, id_number
from mtgr.spec.shapes import TIME
from mtgr.spec.statements import Place
from mtgr.spec.words import OWNED_ZONES
from mtgr.syntax.statement import Statement, parse


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
    if state.memory.unordered:
        found.sort(key=lambda obj: id_number(obj.id))
    return found


def player_text(state: State, name: str) -> str:
    """The player entry as the replay has it, without the clock."""
    player = state.players[name]
    text = f"player {name} life {player.life} poison {player.poison} library {player.library}"
    for kind, count in player.counters:
        text += f" counters {kind} {count}"
    return text


def keyframe_entries(state: State) -> list[str]:
    """The entries of the keyframe that says what a state is, in order (sections 10.2 and 10.3), without clocks."""
    entries = [player_text(state, name) for name in state.players]
    if state.day_night is not None:
        entries.append(state.day_night)
    entries.extend(entry_text(state, obj) for obj in listed_objects(state))
    return entries


def matches(run: Run, prefix: str, n: int) -> int | None:
    """The fast path: the number of lines from ``n`` on that are exactly the keyframe the replay has, else None."""
    state = run.state
    if state.open or state.suspended or state.stack:
        return None
    lines = run.lines
    wanted = [prefix + entry for entry in keyframe_entries(state)]
    end = n + len(wanted)
    count = len(wanted)
    if end < len(lines) and lines[end].startswith(f"{prefix}round-clock "):
        if parse(lines[end][len(prefix) :]).problems:
            return None
        end += 1
        count += 1
    if end < len(lines) and lines[end].startswith(prefix):
        return None
    found = lines[n : n + len(wanted)]
    if found == wanted:
        return count
    if len(found) < len(wanted):
        return None
    for text, entry in zip(found, wanted, strict=True):
        if text != entry and not (text.startswith(entry) and _only_adds(text, len(entry), len(prefix))):
            return None
    return count


_ADDITION = re.compile(rf"(?: clock {TIME})?(?: \$| \{{| ;|$)")


def _only_adds(text: str, end: int, start: int) -> bool:
    """Whether a well-formed line goes on after its entry with a clock and annotations, which are not compared."""
    return _ADDITION.match(text, end) is not None and not parse(text[start:]).problems


def is_entry(st: Statement) -> bool:
    """Whether a statement can be a keyframe entry."""
    form = st.form
    if form is None:
        return False
    return form.place is Place.KEYFRAME_ENTRY or (form.name in ("day", "night") and st.cause is None)
