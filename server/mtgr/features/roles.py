"""What each token of a statement is: a keyword of its shape, or a value of one of its slots."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mtgr.spec.shapes import ID, KINDS, WORDS, Element, Optional, Slot, Word, elements
from mtgr.spec.statements import CHOICES, SNAPSHOT_TARGET, Form
from mtgr.syntax.tokens import Token


@dataclass(frozen=True, slots=True)
class Role:
    """``kind`` is a kind of slot (``mtgr.spec.shapes.KINDS``) with the ``slot``'s name, or ``keyword`` with the word.

    An object is two tokens, of the kinds ``id`` and ``name``. The first word of a choice has the kind ``choice``, what
    follows ``by`` the kind ``cause``.
    """

    kind: str
    slot: str


def roles(form: Form, tokens: Sequence[Token]) -> list[Role]:
    """The roles of a statement's first tokens, up to its annotations or to the first that does not fit the shape."""
    found: list[Role] = []
    if _take(elements(form.shape), tokens, found):
        _take(_CAUSE, tokens, found)
    return found


_CAUSE: tuple[Element, ...] = (
    Optional(((Word("by"), Slot("cause", "cause")),), repeated=False),
    Optional(((Word("replacement"), Slot("replacement", "id")),), repeated=True),
)


def _take(parts: tuple[Element, ...], tokens: Sequence[Token], found: list[Role]) -> bool:
    """Give the next tokens the roles of these elements, as far as they fit; True if they all do."""
    for part in parts:
        match part:
            case Optional(alternatives, repeated):
                while chosen := next((each for each in alternatives if _fits(each[0], tokens, len(found))), None):
                    if not _take(chosen, tokens, found):
                        return False
                    if not repeated:
                        break
            case Word(text):
                if not _fits(part, tokens, len(found)):
                    return False
                found.append(Role("keyword", text))
            case Slot(name, kind):
                if not _fits(part, tokens, len(found)) or not _take_slot(name, kind, tokens, found):
                    return False
    return True


def _fits(part: Element, tokens: Sequence[Token], at: int) -> bool:
    """Whether the token can be the first of this element."""
    if at >= len(tokens):
        return False
    text = tokens[at].text
    match part:
        case Word(word):
            return text == word
        case Slot(_, "cause"):
            return True
        case Slot(_, "argument") if text == "by":
            return False
        case Slot(_, kind) if kind in WORDS:
            return text in WORDS[kind]
        case Slot(_, kind):
            return re.fullmatch(KINDS[kind][0], text) is not None
        case _:
            raise AssertionError(part)  # no shape has an optional part straight inside another


def _take_slot(name: str, kind: str, tokens: Sequence[Token], found: list[Role]) -> bool:
    """Give a slot's tokens, of which the first fits, their roles."""
    text = tokens[len(found)].text
    match kind:
        case "choice" | "snapshot-choice":
            shape = CHOICES[text][0] if text in CHOICES else SNAPSHOT_TARGET
            found.append(Role("choice", text))
            return _take(elements(shape)[1:], tokens, found)
        case "object" | "target" if re.fullmatch(ID, text):
            found.append(Role("id", name))
            _take((Optional(((Slot(name, "name"),),), repeated=False),), tokens, found)
        case "target":
            found.append(Role("player", name))
        case "new":
            found.append(Role("id", name))
        case "zone":
            found.append(Role("zone", name))
            return text != "outside" or _take((Slot(name, "string"),), tokens, found)
        case "position":
            found.append(Role("position", name))
            return _take((Slot(name, "int"),), tokens, found)
        case _:
            found.append(Role(kind, name))
    return True
