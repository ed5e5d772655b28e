"""The state of a game as other programs get it (section 14.2): decoded, with numbers as numbers, and theirs to keep."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from mtgr.analysis.state_json import candidates, field_name, kind_of, number
from mtgr.api.values import Digits, Ref
from mtgr.replay import state as replayed
from mtgr.syntax.tokens import decode

Number = int | Digits
"""A number of any length: ``Digits`` (a string of digits) where it has more than 4,000 of them."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player's totals."""

    name: str
    life: Number
    poison: Number
    library: Number
    """Cards in the library, tracked or not."""
    counters: dict[str, Number]
    mana: str
    """The pool's symbols in the order {W}{U}{B}{R}{G}{C}."""


@dataclass(frozen=True, slots=True)
class Thing:
    """An object and its values."""

    id: Ref
    kind: str
    """``card``, ``hidden``, ``token``, ``copy``, ``ability``, ``effect``, ``emblem``; ``unknown`` for an ID that was
    used without its ``new`` line. A copy of a permanent spell is a token once it is on the battlefield."""
    name: str | None
    owner: str | None
    controller: str | None
    zone: str | None
    """A zone keyword, or None for mana abilities and effects."""
    outside: str | None
    """The label of what is in the zone ``outside``."""
    position: str | None
    """``top 1``, ``bottom 2`` for a card in a library whose place is known."""
    tapped: bool
    face: str | None
    fused: bool
    pt: str | None
    """``2/1``, or ``?``; None for what is no creature."""
    counters: dict[str, Number]
    attached: Ref | None
    with_id: Ref | None
    """What it was exiled with."""
    adventure: str | None
    """Who may play it from an adventure."""
    companion: bool
    goaded: tuple[str, ...]
    choices: tuple[str, ...]
    """As a stack snapshot writes them."""
    text: str | None
    of: Ref | None
    """The source of an ability or effect, the original of a copy."""
    from_effect: Ref | None
    ability: str | None
    """``activated``, ``triggered``, ``loyalty``, ``mana``."""
    own_name: str | None
    """The card's own name while a copy effect gives it another."""


class State:
    """The state between two lines. It stays as it is."""

    def __init__(self, state: replayed.State) -> None:
        self._players = dict(state.players)
        self._objects = dict(state.objects)
        self._open = dict(state.open)
        self.turn: Number | str | None = None if state.turn is None else number(state.turn)
        """The number of the turn; None before the first."""
        self.active: str | None = _text(state.active)
        self.day_night: str | None = state.day_night
        self.suspended: bool = state.suspended
        """After ``incomplete``, until the next keyframe: what is recorded may not be all that happened."""
        self.stack: tuple[Ref, ...] = tuple(self._ref(id) for id in reversed(state.stack))
        """Top first."""

    @cached_property
    def players(self) -> dict[str, Player]:
        """Both players by name, Player1 first."""
        return {decode(name): _player(name, player) for name, player in self._players.items()}

    @cached_property
    def objects(self) -> dict[str, Thing]:
        """The live objects by ID (``#7``)."""
        return {id: self._thing(thing) for id, thing in self._objects.items()}

    def find(self, id: str) -> Thing | None:
        """A live object by its ID (``#7``), without making all the others."""
        found = self._objects.get(id)
        return None if found is None else self._thing(found)

    def in_zone(self, zone: str, player: str | None = None) -> list[Thing]:
        """The live objects in a zone: a player's own library, hand or graveyard, or what that player controls."""
        found = [self._thing(thing) for thing in self._objects.values() if (thing.zone or "").split(" ")[0] == zone]
        return [each for each in found if player in (None, each.controller if zone in _SHARED else each.owner)]

    @property
    def uncertain(self) -> dict[tuple[str, str], list[object]]:
        """What is not settled after a mistake in the file, or where the format leaves it open: for an ID or a player
        ('' for the game) and a field the values it may have; an empty list stands for any."""
        return {
            (subject if subject.startswith("#") else decode(subject) if subject else "", field_name(field)): candidates(
                subject, field, values
            )
            for (subject, field), values in self._open.items()
        }

    def _ref(self, id: str) -> Ref:
        thing = self._objects.get(id)
        return Ref(id, None if thing is None else _text(thing.name))

    def _optional(self, id: str | None) -> Ref | None:
        return None if id is None else self._ref(id)

    def _thing(self, thing: replayed.GameObject) -> Thing:
        zone, _, label = (thing.zone or "").partition(" ")
        return Thing(
            self._ref(thing.id), kind_of(thing), _text(thing.name), _text(thing.owner), _text(thing.controller),
            zone or None, decode(label) if label else None,
            None if thing.position is None else f"{thing.position[0]} {thing.position[1]}",
            thing.tapped, _text(thing.face), thing.fused, thing.pt, _counters(thing.counters),
            self._optional(thing.attached), self._optional(thing.with_id), _text(thing.adventure), thing.companion,
            tuple(map(decode, thing.goaded)), thing.choices, _text(thing.text), self._optional(thing.of),
            self._optional(thing.from_effect), thing.ability, _text(thing.own_name),
        )  # fmt: skip


_SHARED = frozenset({"battlefield", "stack"})


def _player(name: str, player: replayed.Player) -> Player:
    life, poison, library = _number(player.life), _number(player.poison), _number(str(player.library))
    return Player(decode(name), life, poison, library, _counters(player.counters), player.mana)


def _number(digits: str) -> Number:
    found = number(digits)
    return found if isinstance(found, int) else Digits(found)


def _counters(counters: tuple[tuple[str, str], ...]) -> dict[str, Number]:
    return {decode(kind): _number(count) for kind, count in counters}


def _text(token: str | None) -> str | None:
    """A string token decoded; an effect's text may be ``?``, which is none."""
    return decode(token) if token is not None and token.startswith('"') else None
