"""Objects and players of a replayed state in rows: what a line changed about them first, then what stayed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from mtgr.features.answer import Row, bold, quoted, row
from mtgr.features.history import History
from mtgr.features.parts import count
from mtgr.replay.state import ANY, GameObject, Player, State
from mtgr.syntax.tokens import decode


@dataclass(frozen=True, slots=True)
class _Field:
    """A field of ``GameObject`` or ``Player`` and how its value reads; ``none`` is what an empty reading means."""

    name: str
    label: str
    show: Callable[[State, Any], str]
    none: str = "none"


def _token(_: State, value: str | None) -> str:
    return "" if value is None else decode(value) if value.startswith('"') else value


def _flag(_: State, value: bool) -> str:
    return "yes" if value else ""


def _number(_: State, value: object) -> str:
    return str(value)


def _zone(_: State, value: str | None) -> str:
    zone, _space, label = (value or "").partition(" ")
    return f"{zone} ({decode(label)})" if label else zone


def _position(_: State, value: tuple[str, int] | None) -> str:
    return f"{value[0]} {value[1]}" if value else ""


def _reference(state: State, value: str | None) -> str:
    thing = _find(state, value) if value else None
    return f"{value} {decode(thing.name)}" if thing and thing.name else value or ""


def _counters(_: State, value: Sequence[tuple[str, str]] | None) -> str:
    return ", ".join(f"{decode(kind)} ×{count}" for kind, count in value or ())


def _names(_: State, value: Sequence[str] | None) -> str:
    return ", ".join(map(decode, value or ()))


def _choices(_: State, value: Sequence[str] | None) -> str:
    return "; ".join(value or ())


_OBJECT_FIELDS = (
    _Field("name", "name", _token, "hidden"),
    _Field("owner", "owner", _token),
    _Field("zone", "zone", _zone),
    _Field("position", "position", _position, "not known"),
    _Field("controller", "controller", _token),
    _Field("tapped", "tapped", _flag, "no"),
    _Field("face", "face", _token, "front"),
    _Field("fused", "fused", _flag, "no"),
    _Field("pt", "power/toughness", _token),
    _Field("counters", "counters", _counters),
    _Field("attached", "attached to", _reference),
    _Field("with_id", "exiled with", _reference),
    _Field("adventure", "on an adventure for", _token),
    _Field("companion", "companion", _flag, "no"),
    _Field("goaded", "goaded by", _names),
    _Field("choices", "choices", _choices),
    _Field("text", "text", _token),
    _Field("of", "source", _reference),
    _Field("from_effect", "effect it comes from", _reference),
    _Field("own_name", "own name", _token),
)
_PLAYER_FIELDS = (
    _Field("life", "life", _number),
    _Field("poison", "poison", _number),
    _Field("counters", "counters", _counters),
    _Field("mana", "mana pool", _number, "empty"),
    _Field("library", "library", _number),
)
_HAND = _Field("hand", "hand", _number)  # counted, not recorded
_KINDS = {
    "hidden": "hidden card",
    "effect": "lasting effect",
    "unknown": "object used without a `new` line, so nothing is known of it",
}


def object_rows(before: State | None, after: State | None, id: str, history: History | None = None) -> list[Row]:
    """What is known of an object around a line, and its history up to there; nothing if its ID is not known there."""
    now = _find(after, id)
    if after is None or now is None:
        return []
    was = _find(before, id)
    rows = [row(bold(f"{id} {_token(after, now.name)}".rstrip()), f" {_kind(now)}", *_owner(after, now))]
    past = _history(history, entered_here=was is None)
    if before is None or was is None:
        rows.append(row("introduced on this line"))
        before, was = after, now
    elif id in after.ended:
        rows.append(row("its ID has ended" if id in before.ended else "its ID ends on this line"))
    elif (id, "exists") in after.open:
        rows.append(row("its ID may have ended (not settled)"))
    values = [(field, _reading(field, before, id, was), _reading(field, after, id, now)) for field in _OBJECT_FIELDS]
    return (
        rows
        + _changes([(f, old, new) for f, old, new in values if not _said(f, old, new, after, id, now)])
        + past
        + _doubts(after)
    )


def _history(history: History | None, entered_here: bool) -> list[Row]:
    """An object's printing, where it comes from, and how often it has changed since."""
    rows: list[Row] = []
    if history is not None and history.printing is not None:
        rows.append(row("printing: ", quoted(" ".join(history.printing))))
    if history is not None and not entered_here:
        turn = f"turn {history.turn}" if history.turn else "the pregame"
        changes = f", {count(history.changes, 'change')} up to here" if history.changes else ""
        rows.append(row("entered at ", quoted(history.time), " in ", quoted(turn), changes))
    return rows


def _kind(thing: GameObject) -> str:
    if thing.kind == "ability":
        return f"{thing.ability} ability" if thing.ability else "ability"
    if thing.kind == "copy" and thing.zone == "battlefield":
        return "token, a copy"  # of a permanent spell that has resolved (CR 608.3f)
    if thing.kind == "hidden" and thing.name:
        return "card"  # identified since
    return _KINDS.get(thing.kind, thing.kind)


def _owner(state: State, thing: GameObject) -> Row:
    return row(", owner ", quoted(_token(state, thing.owner))) if thing.owner else ()


def _said(field: _Field, old: str, new: str, state: State, id: str, thing: GameObject) -> bool:
    """Whether the title says it already: name and owner, and that the owner controls it."""
    if old != new or (id, field.name) in state.open:
        return False
    return field.name in ("name", "owner") or (field.name == "controller" and thing.controller == thing.owner)


def player_rows(before: State | None, after: State | None, player: str) -> list[Row]:
    """A player's totals around a line (``player`` is the name token); nothing if there is no such player."""
    if after is None or player not in after.players:
        return []
    if before is None or player not in before.players:
        before = after
    seat = f", Player{[*after.players].index(player) + 1}"
    active = f", active player of turn {after.turn}" if after.active == player else ""
    values = [
        (
            field,
            _reading(field, before, player, before.players[player]),
            _reading(field, after, player, after.players[player]),
        )
        for field in _PLAYER_FIELDS
    ]
    values.append((_HAND, _hand(before, player), _hand(after, player)))
    return [row(bold(decode(player)), seat, active), *_changes(values), *_doubts(after)]


def _hand(state: State, player: str) -> str:
    return str(sum(thing.zone == "hand" and thing.owner == player for thing in state.objects.values()))


def _find(state: State | None, id: str) -> GameObject | None:
    return None if state is None else state.objects.get(id) or state.ended.get(id)


def _reading(field: _Field, state: State, subject: str, thing: GameObject | Player) -> str:
    """The value of a field as people read it, with all candidates of one that is not settled (R4)."""
    candidates = state.open.get((subject, field.name), (getattr(thing, field.name),))
    if ANY in candidates:
        return "not known"
    texts = [field.show(state, each) for each in candidates]
    if (subject, field.name) in state.open:
        return " or ".join(dict.fromkeys(text or field.none for text in texts)) + " (not settled)"
    return _place_on_stack(state, subject) if field.name == "zone" and texts == ["stack"] else texts[0]


def _place_on_stack(state: State, id: str) -> str:
    if len(state.stack) < 2 or id not in state.stack or ("", "stack") in state.open:
        return "stack"
    return f"stack ({len(state.stack) - state.stack.index(id)} of {len(state.stack)} from the top)"


def _changes(values: Sequence[tuple[_Field, str, str]]) -> list[Row]:
    """A row for each field that has a value before or after: first those that change."""
    changed = [row(f"{f.label}: ", *_change(old or f.none, new or f.none)) for f, old, new in values if old != new]
    same = [row(f"{f.label}: ", quoted(new)) for f, old, new in values if old == new != ""]
    return changed + same


def _change(old: str, new: str) -> Row:
    if new.startswith(f"{old}; "):
        return row(quoted(f"{old}; "), bold(new[len(old) + 2 :]))
    return row(quoted(old), " → ", bold(new))


def _doubts(state: State) -> list[Row]:
    return [row("after `incomplete`: changes may be missing until the next keyframe")] if state.suspended else []
