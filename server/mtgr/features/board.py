"""A replayed state as a board: both players with their zones, the stack, and what is not settled.

Texts are ready to be shown, as in ``mtgr.features.board_items``.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass

from mtgr.analysis.state_json import candidates, field_name, id_order, number
from mtgr.features.board_items import Item, holder, item, label, text, together
from mtgr.features.visible import visible
from mtgr.replay.state import GameObject, Player, State

ZONES = ("battlefield", "graveyard", "exile", "hand")
"""The zones that every player has on a board, from the middle of the table on. Others show if something is there."""


@dataclass(frozen=True, slots=True)
class Zone:
    """What a player has in a zone."""

    name: str
    items: tuple[Item, ...]

    @property
    def count(self) -> int:
        """How many things are in it."""
        return sum(each.count for each in self.items)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player, with totals as the file writes them. ``counters`` are (kind, count).

    ``own``: the game is recorded from this player's seat.
    """

    player: str
    """The name token."""
    name: str
    active: bool
    own: bool
    life: str
    library: str
    poison: str
    counters: tuple[tuple[str, str], ...]
    mana: str
    zones: tuple[Zone, ...]

    def zone(self, name: str) -> Zone:
        """The zone of a name; an empty one if nothing is there."""
        return next((zone for zone in self.zones if zone.name == name), Zone(name, ()))

    def rows(self) -> Iterator[Zone]:
        """The zones, creatures (all that has a power and toughness, section 10.3) in a row of their own."""
        for zone in self.zones:
            if zone.name == "battlefield":
                yield Zone("creatures", tuple(each for each in zone.items if each.pt is not None))
                yield Zone("other permanents", tuple(each for each in zone.items if each.pt is None))
            else:
                yield zone


@dataclass(frozen=True, slots=True)
class Board:
    """All that is on the table. ``seats``: Player1 first; ``stack``: the top first.

    ``branch``: for a board inside a variation the line of the innermost ``(`` around it, counted from 1, as people see
    it. ``unsettled``: what has fields of which several values are possible (R4), and which those are.
    """

    turn: str | None
    active: str
    step: str | None
    day_night: str | None
    suspended: bool
    seats: tuple[Seat, ...]
    stack: tuple[Item, ...]
    effects: tuple[Item, ...]
    elsewhere: tuple[Item, ...]
    unsettled: tuple[tuple[str, str], ...]
    branch: int | None = None

    @property
    def title(self) -> str:
        """``Turn 5 of PlayerA, upkeep, day``."""
        turn = f"Turn {self.turn}" if self.turn else "Before the first turn"
        of_player = f"{turn} of {self.active}" if self.active else turn
        return ", ".join(part for part in (of_player, self.step, self.day_night) if part)


def read_board(state: State, step: str | None = None, own: str | None = None, branch: int | None = None) -> Board:
    """The board of a state, in a step of its turn and on a branch; ``own`` is the name token of the perspective player.

    Mana abilities are left out: they never leave the state (section 14.3), and nobody can do anything with them.
    """
    things = sorted((thing for thing in state.objects.values() if thing.ability != "mana"), key=_by_id)
    apart = {subject for subject, _ in state.open}
    apart.update(link for thing in things for link in (thing.attached, thing.with_id) if link)
    others = [thing for thing in things if thing.id not in state.stack and holder(thing) not in state.players]
    return Board(
        turn=state.turn,
        active=text(state.active) if state.active else "",
        step=step,
        day_night=state.day_night,
        suspended=state.suspended,
        seats=tuple(_seat(state, name, own, things, apart) for name in state.players),
        stack=tuple(item(state, state.objects[id]) for id in reversed(state.stack) if id in state.objects),
        effects=tuple(item(state, thing) for thing in others if thing.kind == "effect"),
        elsewhere=tuple(item(state, thing) for thing in others if thing.kind != "effect"),
        unsettled=tuple(_unsettled(state)),
        branch=branch,
    )


def _by_id(thing: GameObject) -> tuple[bool, int, str]:
    return id_order(thing.id)


def _seat(state: State, name: str, own: str | None, things: list[GameObject], apart: Set[str]) -> Seat:
    player: Player = state.players[name]
    zones: dict[str, list[GameObject]] = {zone: [] for zone in ZONES}
    for thing in things:
        if thing.zone and holder(thing) == name:
            zones.setdefault(thing.zone, []).append(thing)
    zones.get("library", []).sort(key=_depth)
    return Seat(
        player=name,
        name=text(name),
        active=name == state.active,
        own=name == own,
        life=player.life,
        library=str(number(player.library)),
        poison=player.poison,
        counters=tuple((text(kind), count) for kind, count in player.counters),
        mana=player.mana,
        zones=tuple(Zone(_zone_name(zone), together(state, inside, apart)) for zone, inside in zones.items()),
    )


def _depth(thing: GameObject) -> tuple[int, int]:
    """Sorts the tracked cards of a library from the top to the bottom, those at unknown positions in between."""
    match thing.position:
        case ("top", place):
            return 0, place
        case ("bottom", place):
            return 2, -place
    return 1, 0


def _zone_name(zone: str) -> str:
    """``outside`` has its label. Of a library only the tracked cards are listed, which are a part of it (6.2)."""
    keyword, _, where = zone.partition(" ")
    return f"{keyword} ({text(where)})" if where else {"library": "in library"}.get(zone, zone)


def _unsettled(state: State) -> Iterator[tuple[str, str]]:
    """Every subject with open fields (R4): their candidates, and last the fields of which nothing is known."""
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
        yield label(state, subject) or "the game", "; ".join(parts)


def _value(value: object) -> str:
    match value:
        case None | [] | "":
            return "none"
        case bool():
            return "yes" if value else "no"
        case dict():
            return ", ".join(f"{visible(str(kind))} ×{count}" for kind, count in value.items()) or "none"
        case list():
            return ", ".join(visible(str(each)) for each in value)
        case _:
            return visible(str(value))
