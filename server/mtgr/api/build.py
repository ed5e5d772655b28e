"""A statement from its name and the values of its slots (section 16), written as the format writes it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from mtgr.api import given
from mtgr.api.values import NOTHING, Known, Value, id_text, write_slots
from mtgr.spec.shapes import CAUSE, TRAILER
from mtgr.spec.statements import BY_NAME
from mtgr.syntax.canonical import canonical
from mtgr.syntax.tokens import encode, normalized


def statement(
    name: str,
    /,
    *,
    by: str | None = None,
    replacements: Iterable[str] = (),
    nags: Iterable[int] = (),
    brace: str | None = None,
    comment: str | None = None,
    **slots: Value,
) -> str:
    """A statement by its name in the table of docs/api.md, its slots and its cause, without time and indentation.

    A slot whose name is a word of Python gets an underscore: ``from_="hand"``. ``by`` is a cause as the file writes it,
    without the word ``by``, or a player's name. ``brace`` and ``comment`` are what stands between braces and after the
    semicolon. Raises ``TypeError`` for an unknown name and for slots that are missing or too many, ``ValueError`` for a
    value that a slot cannot hold.
    """
    return build(name, slots, NOTHING, by, replacements, nags, brace, comment)


def build(
    name: str,
    slots: dict[str, Value],
    known: Known,
    by: str | None,
    replacements: Iterable[str],
    nags: Iterable[int],
    brace: str | None,
    comment: str | None,
) -> str:
    """``statement``, with what is known of the game: names of objects need not be given."""
    form = BY_NAME.get(name) if isinstance(name, str) else None
    if form is None:
        near = get_close_matches(str(name), BY_NAME, 1)
        raise TypeError(f"there is no statement {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
    clause = write_slots(form, {slot.removesuffix("_"): value for slot, value in slots.items()}, known)
    trailer = "" if by is None else f" by {_cause(by)}"
    trailer += "".join(f" replacement {id_text(id)}" for id in given.several("replacements", replacements))
    trailer += "".join(f" ${nag}" for nag in given.several("nags", nags))
    trailer += "" if brace is None else f" {{{normalized(given.text('brace', brace))}}}"
    trailer += "" if comment is None else f" ;{normalized(given.text('comment', comment))}"
    if TRAILER.fullmatch(trailer) is None:
        raise ValueError(f"this cannot stand after a statement: `{trailer.strip()}`")
    return canonical(clause + trailer) or clause + trailer


_CAUSE = re.compile(CAUSE)


def _cause(by: str) -> str:
    return by if _CAUSE.fullmatch(given.text("by", by)) else encode(normalized(by))
