"""What may stand next in a statement that is being written, from the table of statements."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mtgr.spec.shapes import CAUSE, ID, KINDS, WORDS, Element, Optional, Slot, Word, elements
from mtgr.spec.statements import CHOICES, FORMS, SNAPSHOT_TARGET, Cause, Form

Values = tuple[tuple[str, str], ...]
"""The slots of a statement that are filled in, with their texts, in order."""


@dataclass(frozen=True, slots=True)
class Next:
    """One part that may stand next: a word, or a slot of one token. ``top`` is its index among the shape's elements."""

    part: Word | Slot
    top: int
    values: Values


@dataclass(frozen=True, slots=True)
class Expected:
    """What may follow the tokens of a statement of this form; ``ends`` if they are all it needs."""

    form: Form
    nexts: tuple[Next, ...]
    ends: bool
    values: Values = ()


def expected(form: Form, tokens: Sequence[str]) -> Expected | None:
    """What may follow these tokens in a statement of the form; None if they do not begin one. An object's ID and name
    are two parts: ``SLOT`` of the kind ``id``, and ``SLOT name``."""
    walk = _Walk(tokens)
    ends = [values for at, values in walk.through(elements(form.shape), 0, (), -1) if at == len(tokens)]
    if not walk.found and not ends:
        return None
    return Expected(form, tuple(walk.found), bool(ends), ends[0] if ends else ())


def fitting(tokens: Sequence[str], forms: Sequence[Form] = FORMS) -> list[Expected]:
    """What may follow these tokens, for each of the forms that they can begin."""
    return [found for form in forms if (found := expected(form, tokens)) is not None]


def takes_cause(form: Form) -> bool:
    """Whether a statement of the form may have a cause."""
    return form.cause is not Cause.NONE


class _Walk:
    """Tries every way through a shape. ``found`` is what the tokens' end was reached before."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = tokens
        self.found: list[Next] = []

    def through(self, parts: Sequence[Element], at: int, values: Values, top: int) -> Iterator[tuple[int, Values]]:
        """Where these elements can end if they begin at a token; ``top`` says in which part of the shape."""
        if not parts:
            yield at, values
            return
        head, rest = parts[0], parts[1:]
        here = top
        if top < 0:
            here, top = -1 - top, top - 1
        if isinstance(head, Optional):
            yield from self.through(rest, at, values, top)
            for alternative in head.alternatives:
                for end, inner in self.through(alternative, at, values, here):
                    if end > at and head.repeated:
                        yield from self.through(parts, end, inner, -1 - here if top < 0 else top)
                    elif end > at:
                        yield from self.through(rest, end, inner, top)
            return
        for end, inner in self._one(head, at, values, here):
            yield from self.through(rest, end, inner, top)

    def _one(self, part: Word | Slot, at: int, values: Values, top: int) -> Iterator[tuple[int, Values]]:
        """Where a word or slot can end that begins at a token."""
        if isinstance(part, Slot) and part.kind == "target":
            yield from self._one(Slot(part.name, "object"), at, values, top)
            yield from self._one(Slot(part.name, "player"), at, values, top)
            return
        if isinstance(part, Slot) and part.kind == "object":
            name = Optional(((Slot(f"{part.name} name", "name"),),), repeated=False)
            yield from self.through((Slot(part.name, "id"), name), at, values, top)
            return
        if at == len(self.tokens):
            self.found.append(Next(part, top, values))
            return
        text = self.tokens[at]
        if not fits(part, text):
            return
        if isinstance(part, Word):
            yield at + 1, values
            return
        values = (*values, (part.name, text))
        yield from self.through(_rest(part, text), at + 1, values, top)


def _rest(part: Slot, first: str) -> Sequence[Element]:
    """What follows the first token of a slot that may have several."""
    match part.kind:
        case "zone" if first == "outside":
            return (Slot(part.name, "string"),)
        case "position":
            return (Slot(part.name, "int"),)
        case "choice" | "snapshot-choice":
            return elements(CHOICES[first][0] if first in CHOICES else SNAPSHOT_TARGET)[1:]
    return ()


def fits(part: Word | Slot, text: str) -> bool:
    """Whether a token can be this word, or the first of this slot."""
    match part:
        case Word(word):
            return text == word
        case Slot(_, kind) if kind in WORDS:
            return text in WORDS[kind]
        case Slot(_, "id" | "new"):
            return _matches(ID, text)
        case Slot(_, "cause"):
            return _matches(CAUSE, text)
        case Slot(_, kind):
            return _matches(KINDS[kind][0], text)


def _matches(pattern: str, text: str) -> bool:
    return re.fullmatch(pattern, text) is not None
