"""A replayed state for people to read: the stack, both players with their zones, and what is not settled."""

from __future__ import annotations

from collections.abc import Iterator

from mtgr.analysis.state_json import candidates, field_name, id_order, kind_of, number
from mtgr.cli.output import Line
from mtgr.cli.visible import visible
from mtgr.replay.state import GameObject, Player, State
from mtgr.syntax.tokens import decode

ZONES = ("battlefield", "hand", "graveyard", "exile")
"""Always shown, below each player. Other zones are shown if something is there."""
BETWEEN = " · "


def board(state: State, columns: int) -> Iterator[Line]:
    """The lines to show, wrapped at so many ``columns`` where that is possible.

    Mana abilities are left out: they never leave the state (section 14.3), and nobody can do anything with them.
    """
    yield _turn(state)
    if state.stack:
        yield []
        yield [("Stack", "strong"), (", top first", "dim")]
        stack = [state.objects[id] for id in reversed(state.stack) if id in state.objects]
        yield from ([("  ", ""), *_item(state, thing)] for thing in stack)
    for name, player in state.players.items():
        yield []
        yield from _player(state, name, player, columns)
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


def _player(state: State, name: str, player: Player, columns: int) -> Iterator[Line]:
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
    labels = [f"  {_zone_name(zone)} " for zone in zones]
    for label, things in zip(labels, zones.values(), strict=True):
        yield from _zone(state, label.ljust(max(map(len, labels))), things, columns)


def _zone_name(zone: str) -> str:
    """``outside`` has its label. Of a library only the tracked cards are listed, which are a part of it (6.2)."""
    keyword, _, label = zone.partition(" ")
    return f"{keyword} ({text(label)})" if label else {"library": "in library"}.get(zone, zone)


def _zone(state: State, label: str, things: list[GameObject], columns: int) -> Iterator[Line]:
    """The objects of a zone, one after the other, with the label before the first line and space before the others."""
    if not things:
        yield [(label, "frame"), ("–", "dim")]
        return
    line: Line = [(label, "frame")]
    used = len(label)
    for thing in things:
        item = _item(state, thing)
        size = sum(len(piece) for piece, _ in item)
        if len(line) > 1 and used + len(BETWEEN) + size > columns:
            yield line
            line, used = [(" " * len(label), "")], len(label)
        if len(line) > 1:
            line.append((BETWEEN, "dim"))
            used += len(BETWEEN)
        line += item
        used += size
    yield line


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
    """What stands neither in a player's zone nor on the stack: lasting effects, and things that got lost."""
    others = [thing for thing in _sorted(state) if thing.id not in state.stack and _holder(thing) not in state.players]
    for heading, things in (
        ("Lasting effects", [thing for thing in others if thing.kind == "effect"]),
        ("Elsewhere", [thing for thing in others if thing.kind != "effect" and thing.ability != "mana"]),
    ):
        if things:
            yield []
            yield [(heading, "strong")]
            yield from ([("  ", ""), *_item(state, thing)] for thing in things)


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
        yield [(f"  {_named(state, subject) or 'the game'}", "id"), (": ", ""), ("; ".join(parts), "mark")]


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


def _item(state: State, thing: GameObject) -> Line:
    """An object: its ID, what it is, and what there is to say about it."""
    item: Line = [(f"{thing.id} ", "id"), (_title(state, thing), "strong" if thing.name else "")]
    if thing.pt:
        item.append((f" {thing.pt}", ""))
    if thing.tapped:
        item.append((" tapped", "mark"))
    if details := ", ".join(_details(state, thing)):
        item.append((f" ({details})", "dim"))
    return item


def _title(state: State, thing: GameObject) -> str:
    if thing.name:
        return text(thing.name)
    if thing.kind == "hidden":
        return "hidden card"
    kind = f"{thing.ability} ability" if thing.ability else kind_of(thing)
    source = f" of {_named(state, thing.of)}" if thing.of else ""
    said = f": {text(thing.text)}" if thing.text and thing.text != "?" else ""
    return kind + source + said


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
    if thing.zone == "stack":  # they stay recorded afterwards (R49), but there they matter
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
