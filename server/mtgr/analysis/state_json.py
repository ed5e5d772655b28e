"""A replayed state as plain data: what ``mtgr state --output-format json`` prints and the server sends to editors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from operator import attrgetter
from typing import Any, Final

from mtgr.replay.state import ANY, GameObject, Player, Position, State
from mtgr.syntax.tokens import decode

LONGEST_INT = 4000
"""Digits. Python refuses to write or read integers a little longer than this."""


class Digits(str):
    """An integer too long for Python's conversions (R17), as its digits. Writers of JSON may leave out the quotes."""

    __slots__ = ()


Number = int | Digits


def state_json(
    state: State, *, line: int, game: int, branch: int | None = None, only: Iterable[str] | None = None
) -> dict[str, object]:
    """The state in the form that the documentation of ``mtgr state`` promises.

    ``line`` is the line asked about and ``branch`` the ``(`` line of the innermost variation it stands in, both counted
    from 1; ``game`` counts the file's games from 1. Names and texts are decoded, IDs stand without ``#``. A field under
    ``open`` has several candidates (R4); an empty list stands for any value at all. ``only`` are the IDs (``#7``) of
    the objects that are told, if not all of them are.
    """
    return {
        "line": line,
        "game": game,
        "turn": None if state.turn is None else number(state.turn),
        "active": _string(state.active),
        "day_night": state.day_night,
        "suspended": state.suspended,
        "branch": branch,
        "stack": [_id(id) for id in reversed(state.stack)],
        "players": {decode(name): _player(player) for name, player in state.players.items()},
        "objects": {
            _id(id): _object(state.objects[id]) for id in sorted(state.objects if only is None else only, key=id_order)
        },
        "open": {
            _path(state, subject, field): candidates(subject, field, values)
            for (subject, field), values in state.open.items()
        },
    }


def number(value: str | int) -> Number | str:
    """The integer of a token, of any length. Any other token is passed on as it is."""
    if isinstance(value, int):
        return value if value.bit_length() < 3 * LONGEST_INT else Digits(Decimal(value))
    digits = value.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return value
    return int(value) if len(digits) <= LONGEST_INT else Digits(value)


def id_order(id: str) -> tuple[bool, int, str]:
    """Sorts ID tokens by number, hypothetical ones (``#h1``) last."""
    digits = id.lstrip("#")
    return digits.startswith("h"), len(digits), digits


def kind_of(thing: GameObject) -> str:
    """The object's kind. A copy of a permanent spell that has resolved is a token (CR 608.3f)."""
    return "token" if thing.kind == "copy" and thing.zone == "battlefield" else thing.kind


def field_name(field: str) -> str:
    """What a field of the state is called outside of the program."""
    return _OBJECT_FIELDS[field][0] if field in _OBJECT_FIELDS else field


def candidates(subject: str, field: str, values: tuple[Any, ...]) -> list[object]:
    """The candidates of an open field in the form its value has; none for any value at all (R4)."""
    fields = _OBJECT_FIELDS if subject.startswith("#") else _PLAYER_FIELDS
    convert = fields[field][1] if field in fields else _string
    return [] if ANY in values else [convert(value) for value in values]


def _player(player: Player) -> dict[str, object]:
    return {key: convert(getattr(player, field)) for field, (key, convert) in _PLAYER_FIELDS.items()}


def _object(thing: GameObject) -> dict[str, object]:
    found: dict[str, object] = {
        "kind": kind_of(thing),
        "name": _string(thing.name),
        "owner": _string(thing.owner),
        "controller": _string(thing.controller),
        "zone": _zone(thing.zone),
    }
    if label := _label(thing.zone):
        found["outside"] = label
    for value, (key, convert) in zip(_values(thing), _OBJECT_FIELDS.values(), strict=True):
        if not (value is None or value is False or value == ()):
            found[key] = convert(value)
    return found


def _string(token: str | None) -> str | None:
    return None if token is None else decode(token) if token.startswith('"') else token


def _strings(tokens: tuple[str, ...]) -> list[str]:
    return [decode(token) for token in tokens]


def _id(token: str) -> str:
    return token.removeprefix("#")


def _optional_id(token: str | None) -> str | None:
    return None if token is None else _id(token)


def _position(position: Position | None) -> str | None:
    return None if position is None else f"{position[0]} {position[1]}"


def _counters(counters: tuple[tuple[str, str], ...]) -> dict[str, Number | str]:
    return {decode(kind): number(count) for kind, count in counters}


def _zone(zone: str | None) -> str | None:
    return zone if zone is None else zone.split(" ", 1)[0]


def _label(zone: str | None) -> str | None:
    return decode(zone.split(" ", 1)[1]) if zone is not None and zone.startswith("outside ") else None


def _same(value: Any) -> Any:
    return value


_Fields = dict[str, tuple[str, Callable[[Any], object]]]

_PLAYER_FIELDS: Final[_Fields] = {
    "life": ("life", number),
    "poison": ("poison", number),
    "counters": ("counters", _counters),
    "library": ("library", number),
    "mana": ("mana", _same),
}
_OBJECT_FIELDS: Final[_Fields] = {
    "position": ("position", _position),
    "tapped": ("tapped", _same),
    "face": ("face", _string),
    "fused": ("fused", _same),
    "pt": ("pt", _same),
    "counters": ("counters", _counters),
    "attached": ("attached", _optional_id),
    "with_id": ("with", _optional_id),
    "adventure": ("adventure", _string),
    "companion": ("companion", _same),
    "goaded": ("goaded", _strings),
    "choices": ("choices", list),
    "text": ("text", _string),
    "of": ("of", _optional_id),
    "from_effect": ("from", _optional_id),
    "ability": ("ability", _same),
    "own_name": ("own_name", _string),
}
"""What a field of the state is called in the result, and what becomes of its value."""
_values = attrgetter(*_OBJECT_FIELDS)


def _path(state: State, subject: str, field: str) -> str:
    if not subject:
        return field
    if subject in state.players:
        return f"players/{decode(subject)}/{field}"
    return f"objects/{_id(subject)}/{field_name(field)}"
