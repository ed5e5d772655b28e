"""A replayed state for people to read: the stack, both players with their zones, and what is not settled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mtgr.analysis.state_json import candidates, field_name, id_order, kind_of, number
from mtgr.cli.output import Line
from mtgr.cli.visible import visible
from mtgr.replay.state import GameObject, Player, State
from mtgr.syntax.tokens import decode

ZONES = ("battlefield", "hand", "graveyard", "exile")
"""Always shown, below each player. Other zones are shown if something is there."""


def board(state: State) -> Iterator[Line]:
    """The lines to show, the first with the turn."""
    yield _turn(state)
    if state.stack:
        yield []
        yield [("Stack", "strong"), (", top first", "dim")]
        yield from _rows(state, [state.objects[id] for id in reversed(state.stack) if id in state.objects])
    for name, player in state.players.items():
        yield []
        yield from _player(state, name, player)
    yield from _others(state)
    yield from _open(state)


def _turn(state: State) -> Line:
    line: Line = [(f"Turn {state.turn}" if state.turn else "Before the first turn", "strong")]
    if state.active:
        line += [(" of ", ""), (text(state.active), "player")]
    if state.day_night:
        line.append((f", {state.day_night}", ""))
    if state.suspended:
        line.append((", incomplete: events are missing until the next keyframe", "mark"))
    return line


def _player(state: State, name: str, player: Player) -> Iterator[Line]:
    totals = {"life": player.life, "library": str(number(player.library)), "poison": player.poison}
    totals |= {text(kind): count for kind, count in player.counters}
    line: Line = [(text(name), "player")]
    for label, value in (totals | {"mana": player.mana}).items():
        if value.strip("0") or label in ("life", "library"):
            line += [(f"  {label} ", "dim"), (value, "strong")]
    yield line
    zones: dict[str, list[GameObject]] = {zone: [] for zone in ZONES}
    for thing in _sorted(state):
        if thing.zone and _holder(thing) == name:
            zones.setdefault(thing.zone, []).append(thing)
    for zone, things in zones.items():
        yield [(f"  {_zone_name(zone)}", ""), (f"  {len(things) or 'none'}", "dim")]
        yield from _rows(state, things)


def _zone_name(zone: str) -> str:
    """A library lists only its tracked cards (section 6.2); ``outside`` has its label."""
    keyword, _, label = zone.partition(" ")
    remark = text(label) or ("tracked" if zone == "library" else "")
    return f"{keyword} ({remark})" if remark else keyword


def _holder(thing: GameObject) -> str | None:
    """The player an object is listed with; None for the stack, and for what is in no zone."""
    match thing.zone:
        case None | "stack":
            return None
        case "battlefield":
            return thing.controller
        case _:
            return thing.owner


def _others(state: State) -> Iterator[Line]:
    """What stands neither in a player's zone nor on the stack: lasting effects, and a few odd ones."""
    others = [thing for thing in _sorted(state) if thing.id not in state.stack and _holder(thing) not in state.players]
    for heading, things in (
        ("Lasting effects", [thing for thing in others if thing.kind == "effect"]),
        ("Elsewhere", [thing for thing in others if thing.kind != "effect"]),
    ):
        if things:
            yield []
            yield [(heading, "strong")]
            yield from _rows(state, things)


def _open(state: State) -> Iterator[Line]:
    """A line for every subject with fields that several values are possible for (R4)."""
    if state.open:
        yield []
        yield [("Not settled", "strong"), (", until a line states it", "dim")]
    possible: dict[str, list[str]] = {}
    unknown: dict[str, list[str]] = {}
    for (subject, field), values in state.open.items():
        possible.setdefault(subject, [])
        if found := [_value(value) for value in candidates(subject, field, values)]:
            possible[subject].append(f"{field_name(field)} {' or '.join(found)}")
        else:
            unknown.setdefault(subject, []).append(field_name(field))
    for subject, parts in possible.items():
        if subject in unknown:
            parts.append(f"{', '.join(unknown[subject])} unknown")
        yield [(f"    {_named(state, subject) or 'the game'}", "id"), (": ", ""), ("; ".join(parts), "mark")]


def _value(value: object) -> str:
    match value:
        case None | [] | "":
            return "none"
        case bool():
            return "yes" if value else "no"
        case dict():
            return ", ".join(f"{visible(str(kind))} ×{count}" for kind, count in value.items()) or "none"
        case list():
            return ", ".join(visible(str(item)) for item in value)
        case _:
            return visible(str(value))


def _rows(state: State, things: Iterable[GameObject]) -> Iterator[Line]:
    """A line for each object, the IDs in a column."""
    things = list(things)
    column = max((len(thing.id) for thing in things), default=0)
    for thing in things:
        line: Line = [(f"    {thing.id:>{column}} ", "id"), (_title(state, thing), "strong" if thing.name else "")]
        if thing.pt:
            line.append((f" {thing.pt}", ""))
        if thing.tapped:
            line.append((" tapped", "mark"))
        details = ", ".join(_details(state, thing))
        yield [*line, (f" ({details})" if details else "", "dim")]


def _title(state: State, thing: GameObject) -> str:
    if thing.name:
        return text(thing.name)
    source = f" of {_named(state, thing.of)}" if thing.of else ""
    said = f": {text(thing.text)}" if thing.text else ""
    if thing.kind == "hidden":
        return "hidden card"
    return f"{thing.ability + ' ability' if thing.ability else kind_of(thing)}{source}{said}"


def _details(state: State, thing: GameObject) -> Iterator[str]:
    """What an object's line says in brackets."""
    if kind_of(thing) in ("token", "copy", "unknown") and thing.name:
        yield kind_of(thing)
    if thing.own_name and thing.own_name != thing.name:
        yield f"really {text(thing.own_name)}"
    if thing.face:
        yield f"face {text(thing.face)}"
    if thing.fused:
        yield "fused"
    if thing.position:
        yield f"{thing.position[0]} {thing.position[1]}"
    for kind, count in thing.counters:
        yield f"{text(kind)} ×{count}"
    for relation, other in (("attached to", thing.attached), ("with", thing.with_id), ("from", thing.from_effect)):
        if other:
            yield f"{relation} {_named(state, other)}"
    if thing.adventure:
        yield f"on an adventure of {text(thing.adventure)}"
    if thing.companion:
        yield "companion"
    for player in thing.goaded:
        yield f"goaded by {text(player)}"
    yield from map(visible, thing.choices)
    holder = _holder(thing)
    if thing.controller and thing.controller != holder:
        yield f"controlled by {text(thing.controller)}"
    if thing.owner and thing.owner not in (holder, thing.controller):
        yield f"owned by {text(thing.owner)}"


def _named(state: State, subject: str) -> str:
    """An object with its ID and name, or a player."""
    if subject in state.players:
        return text(subject)
    thing = state.objects.get(subject) or state.ended.get(subject)
    return f"{subject} {text(thing.name)}" if thing and thing.name else subject


def _sorted(state: State) -> list[GameObject]:
    return [state.objects[id] for id in sorted(state.objects, key=id_order)]


def text(token: str) -> str:
    """A token's text on one line: decoded if it is a string, with line breaks as spaces and controls made visible."""
    return visible((decode(token) if token.startswith('"') else token).replace("\n", " "))
