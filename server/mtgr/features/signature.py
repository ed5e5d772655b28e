"""Signature help: the shape of the statement at the cursor, with the part that the cursor is in."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mtgr.analysis import Analysis
from mtgr.features.expected import Expected, expected, fits
from mtgr.spec.reference import element_text
from mtgr.spec.shapes import BY_KEY, Slot, Word, elements
from mtgr.spec.statements import CHOICES, Cause, Form
from mtgr.syntax.tokens import Token, tokenize


@dataclass(frozen=True, slots=True)
class Signature:
    """One form: its shape for people, where in it the parts stand (start, end), the part the cursor is in, if it is in
    one of this form, and what the statement means."""

    label: str
    parts: tuple[tuple[int, int], ...]
    active: int | None
    doc: str


@dataclass(frozen=True, slots=True)
class Signatures:
    """The forms that a statement can have by its verb; ``active`` is the one that fits what is written."""

    signatures: tuple[Signature, ...]
    active: int


def signatures(analysis: Analysis, line: int, column: int) -> Signatures | None:
    """The forms of the statement at a 0-based line and code point column; None before its verb and behind it all."""
    if not 0 <= line < len(analysis.lines):
        return None
    parsed = analysis.line(line)
    if parsed.kind != "body" or column < parsed.column:
        return None
    typed = parsed.text[parsed.column : column]
    tokens = tokenize(typed)
    if not tokens or tokens[-1].kind in ("brace-comment", "line-comment", "nag"):
        return None
    inside = tokens[-1].end == len(typed)
    before = [token.text for token in (tokens[:-1] if inside else tokens)]
    partial = tokens[-1].text if inside else ""
    forms = list(_variants(_forms(tokens), [token.text for token in tokens]))
    found = [_signature(form, before, partial) for form in forms]
    if not found:
        return None
    fitting = [index for index, each in enumerate(found) if each.active is not None]
    return Signatures(tuple(found), fitting[0] if fitting else 0)


def _forms(tokens: Sequence[Token]) -> Sequence[Form]:
    """The forms that a statement's subject and verb allow."""
    first = tokens[0]
    subject = {"id": "#", "string": '"'}.get(first.kind, "")
    verb = 0 if not subject else 2 if subject == "#" and len(tokens) > 1 and tokens[1].kind == "string" else 1
    if verb >= len(tokens):
        return ()
    word = tokens[verb].text
    if word == "new" and len(tokens) > 1:
        word = f"new {tokens[1].text}"
    if not subject and "_" in word:
        word = "extension"
    return BY_KEY.get(subject + word, ())


def _variants(forms: Sequence[Form], tokens: Sequence[str]) -> Iterator[Form]:
    """The forms, one with a choice once for each kind of choice: only the kind that is written, if one is."""
    at = tokens.index("choose") + 1 if "choose" in tokens else len(tokens)
    chosen = tokens[at] if at < len(tokens) and tokens[at] in CHOICES else None
    for form in forms:
        if "{choice:choice}" not in form.shape:
            yield form
            continue
        for word, (shape, doc, _) in CHOICES.items():
            if chosen in (None, word):
                yield dataclasses.replace(form, shape=form.shape.replace("{choice:choice}", shape), doc=doc)


_CAUSES = {
    Cause.NONE: "",
    Cause.REQUIRED: "by CAUSE",
    Cause.OPTIONAL: "[by CAUSE]",
    Cause.CHOOSER: "[by PLAYER]",
    Cause.RULE: "by rule:NAME",
    Cause.PAYMENT: "by cost:ID",
    Cause.ALLOWING: "[by ID]",
    Cause.FREE: "[by CAUSE]",
}


def _signature(form: Form, before: Sequence[str], partial: str) -> Signature:
    texts = [element_text(each) for each in elements(form.shape)]
    if cause := _CAUSES[form.cause]:
        texts.append(cause)
    parts = []
    start = 0
    for text in texts:
        parts.append((start, start + len(text)))
        start += len(text) + 1
    takes = f" Takes {form.cause.value}." if cause else ""
    return Signature(" ".join(texts), tuple(parts), _active(form, before, partial), form.doc + takes)


def _active(form: Form, before: Sequence[str], partial: str) -> int | None:
    """The index of the part that the cursor is in: an element of the shape, or behind them the cause."""
    last = len(elements(form.shape))
    if form.cause is not Cause.NONE and "by" in (*before, partial):
        written = [*before, partial]
        clause = written[: len(written) - 1 - written[::-1].index("by")]
        found = expected(form, clause)
        if found is not None and found.ends:
            return last
    found = expected(form, before)
    return None if found is None else _part(form, found, partial, last)


def _part(form: Form, found: Expected, partial: str, last: int) -> int | None:
    if partial:
        for each in found.nexts:
            word = each.part.text if isinstance(each.part, Word) else ""
            if fits(each.part, partial) or (word and word.startswith(partial)):
                return each.top
        unfinished = [each.top for each in found.nexts if isinstance(each.part, Slot)]
        if unfinished:
            return min(unfinished)
        return last if found.ends and form.cause is not Cause.NONE and "by".startswith(partial) else None
    if found.ends and form.cause is Cause.REQUIRED:
        return last
    return min((each.top for each in found.nexts), default=last if form.cause is not Cause.NONE else None)
