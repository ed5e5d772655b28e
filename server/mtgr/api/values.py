"""The values of a statement's slots: what the text of a slot means in Python, and how a value is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from mtgr.analysis.state_json import Digits, number
from mtgr.spec.shapes import (
    ID,
    KINDS,
    Element,
    Optional,
    Slot,
    Word,
    captured,
    captures,
    elements,
    pattern,
    repeatable,
    repeated_name,
)
from mtgr.spec.slots_page import value_label
from mtgr.spec.statements import CHOICES, SNAPSHOT_TARGET, Cause, Form, Place
from mtgr.syntax.statement import has_controls
from mtgr.syntax.tokens import decode, encode, normalized, sorted_cost, sorted_symbols

Value = str | int | bool | tuple["Value", ...] | None
"""What a slot holds; ``read_games`` gives these, and a writer takes them:

- a player, a name or a text is a string without quotes and escapes; a text that stands as ``?`` is None;
- an ID or an object is a ``Ref``; a target is a ``Ref`` or a player's name;
- a number is an ``int`` (``Digits`` with thousands of digits);
- a word that may be left out is True; what may be repeated is a tuple;
- a choice is a tuple of its first word and its values: ``("x", 3)``, ``("mode", "Draw a card.")``;
- everything else (zones, mana, power and toughness, times, ...) is a string, as the file writes it.
"""


class Ref(str):
    """An object's ID as the file writes it (``#7``), and the name written beside it, if there is one.

    It equals the ID as a plain string.
    """

    __slots__ = ("name",)
    name: str | None

    def __new__(cls, id: str, name: str | None = None) -> Ref:
        self = super().__new__(cls, id)
        self.name = name
        return self

    def __repr__(self) -> str:
        return f"Ref({str(self)!r})" if self.name is None else f"Ref({str(self)!r}, {self.name!r})"


@dataclass(frozen=True, slots=True)
class Known:
    """What is known while a value is written: the players, and the name to write beside an ID."""

    players: Collection[str] = ()
    name_of: Callable[[Ref], str | None] = attrgetter("name")


NOTHING: Final = Known()

_ID: Final = re.compile(ID)


# --- Reading ----------------------------------------------------------------------------------------------------------


def read_slots(form: Form, values: tuple[str | None, ...]) -> dict[str, Value]:
    """The slots that a statement of a form has, from what its pattern captured."""
    found: dict[str, Value] = {}
    for slot, text in zip(captures(form.shape), values, strict=True):
        if slot.kind == "repeated":
            if text:
                one, inner = repeatable(form.shape)[slot.name]
                found[slot.name] = tuple(_item(inner, match.groups()) for match in one.finditer(text))
        elif text is not None and slot.name.endswith(" name"):
            object_slot = slot.name.removesuffix(" name")
            found[object_slot] = Ref(str(found[object_slot]), decode(text))
        elif text is not None:
            found[slot.name] = _read(slot.kind, text)
    return found


def _item(inner: tuple[Element, ...], groups: tuple[str | None, ...]) -> Value:
    values = tuple(_read(slot.kind, text or "") for slot, text in zip(captured(inner), groups, strict=True))
    return values[0] if len(values) == 1 else values


def _read(kind: str, text: str) -> Value:
    match kind:
        case "player" | "name" | "string":
            return decode(text)
        case "text":
            return None if text == "?" else decode(text)
        case "int" | "sint":
            return number(text)
        case "new" | "id" | "object":
            return Ref(text)
        case "target":
            id, _, name = text.partition(" ")
            return decode(text) if text.startswith('"') else Ref(id, decode(name) if name else None)
        case "choice" | "snapshot-choice":
            form = _CHOICE_FORMS[text.split(" ", 1)[0]]
            clause = pattern(form).match(text)
            assert clause is not None
            return (form.name, *read_slots(form, clause.groups()).values())
        case "flag":
            return True
        case _:
            return text


_CHOICE_FORMS: Final[dict[str, Form]] = {
    word: Form(word, shape, Place.EVENT, Cause.NONE, "7.2", "", "")
    for word, shape in {**{word: each[0] for word, each in CHOICES.items()}, "target": SNAPSHOT_TARGET}.items()
}
"""The shapes of choices, as if they were statements of their own."""


# --- Writing ----------------------------------------------------------------------------------------------------------


def write_slots(form: Form, slots: Mapping[str, Value], known: Known) -> str:
    """The clause of a statement with these slots, all spaces and words as its form has them.

    Raises ``TypeError`` when slots are missing or too many, ``ValueError`` for a value that the slot cannot hold.
    """
    kinds = {slot.name: slot.kind for slot in captures(form.shape)}
    given = {name: value for name, value in slots.items() if _is_given(kinds.get(name), value)}
    names = [name for name in kinds if not name.endswith(" name")]
    for name in given:
        if name not in names:
            raise TypeError(f"`{form.name}` has no {name}; it has {', '.join(names) or 'no slots'}")
    return _write_parts(form, elements(form.shape), given, known)


def _is_given(kind: str | None, value: Value) -> bool:
    """Whether a slot is there: None and False leave it out, but for a text, which None makes ``?``."""
    return kind == "text" or not (value is None or value is False)


def _write_parts(form: Form, parts: tuple[Element, ...], given: Mapping[str, Value], known: Known) -> str:
    written = []
    for part in parts:
        match part:
            case Word(text):
                written.append(text)
            case Slot(name, kind):
                if name not in given:
                    raise TypeError(f"`{form.name}` needs {name}: {value_label(kind)}")
                written.append(_write(form, name, kind, given[name], known))
            case Optional(alternatives, True):
                written.extend(_write_items(form, alternatives[0], given, known))
            case Optional(alternatives, False):
                there = [each for each in alternatives if any(name in given for name in _names(each))]
                if len(there) > 1:
                    raise TypeError(f"`{form.name}` has one of {' and '.join(_names(each)[0] for each in there)}")
                written.extend(_write_parts(form, each, given, known) for each in there)
    return " ".join(written)


def _names(parts: tuple[Element, ...]) -> list[str]:
    """The slots of elements that may be left out, which may be a word alone."""
    return _slots(parts) or [part.text for part in parts if isinstance(part, Word)]


def _slots(parts: tuple[Element, ...]) -> list[str]:
    """The slots of elements; the name beside an object is none of its own."""
    return [slot.name for slot in captured(parts) if not slot.name.endswith(" name")]


def _write_items(form: Form, inner: tuple[Element, ...], given: Mapping[str, Value], known: Known) -> list[str]:
    name = repeated_name(inner)
    names = _slots(inner)
    items = given.get(name, ())
    if not isinstance(items, tuple | list):
        raise ValueError(f"{name} of `{form.name}` is a tuple with an item for each, not {items!r}")
    written = []
    for item in items:
        values = (item,) if len(names) == 1 else item
        if not isinstance(values, tuple | list) or len(values) != len(names):
            raise ValueError(f"an item of {name} of `{form.name}` is a tuple ({', '.join(names)}), not {item!r}")
        written.append(_write_parts(form, inner, dict(zip(names, values, strict=True)), known))
    return written


def _write(form: Form, name: str, kind: str, value: Value, known: Known) -> str:
    text = _token(form, kind, value, known)
    if text is not None and has_controls(text):
        raise ValueError(f"{name} of `{form.name}` has a character that no text may have: {value!r}")
    if text is None or re.fullmatch(_FORMS.get(kind, KINDS[kind][0]), text) is None:
        raise ValueError(f"{name} of `{form.name}` is {value_label(kind)}, not {value!r}")
    return text


_FORMS: Final = {"object": KINDS["target"][0]}
"""What a slot's text looks like, where the name beside an ID is part of it."""


def _token(form: Form, kind: str, value: Value, known: Known) -> str | None:
    """The text of a value, which may have the wrong form; None for a value of another type."""
    match kind, value:
        case "text", None:
            return "?"
        case "player" | "name" | "string" | "text", str():
            return encode(normalized(value))
        case "new" | "id", str() | int():
            return id_text(value)
        case "object", str() | int():
            return _object(value, known)
        case "target", str() | int():
            if isinstance(value, Ref | int) or (value not in known.players and _ID.fullmatch(value)):
                return _object(value, known)
            return encode(normalized(value))
        case "choice" | "snapshot-choice", (str() as word, *values) if word in _CHOICE_FORMS:
            choice = _CHOICE_FORMS[word]
            names = _slots(elements(choice.shape))
            if len(values) > len(names):
                raise ValueError(f"a choice `{word}` consists of {', '.join((word, *names))}, not {value!r}")
            return write_slots(choice, dict(zip(names, values, strict=False)), known)
        case "mana", str():
            return sorted_symbols(value) if re.fullmatch(KINDS["mana"][0], value) else value
        case "cost", str():
            return sorted_cost(value) if re.fullmatch(r"(?:\{\w+\})+", value) else value
        case "int" | "sint", int() if not isinstance(value, bool):
            return str(value)
        case _, str():
            return value
        case _:
            return None


def id_text(value: str | int) -> str:
    """An ID as the file writes it, of a number or an ID."""
    return f"#{value}" if isinstance(value, int) else str(value)


def _object(value: str | int, known: Known) -> str:
    object = value if isinstance(value, Ref) else Ref(id_text(value))
    name = known.name_of(object)
    return str(object) if name is None else f"{object} {encode(normalized(name))}"


__all__ = ["NOTHING", "Digits", "Known", "Ref", "Value", "read_slots", "write_slots"]
