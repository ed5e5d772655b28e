"""A statement: what the part of a body line after time and indentation says (section 16).

``parse`` takes any text. Well-formed statements match the pattern of their form and are done; everything else goes to
``mtgr.syntax.diagnosis``, which says what is wrong and, where the meaning is plain all the same, puts it right (R47).
Results are remembered by text: a statement means the same wherever it stands.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from mtgr.spec.shapes import BY_KEY, STRING, TRAILER, pattern, slots
from mtgr.spec.statements import Form


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with the form of a text: a failure of check 1. Code points of that text, end exclusive."""

    start: int
    end: int
    message: str


class Statement:
    """A parsed statement.

    ``values`` are the texts of the form's slots, in the order of ``slots(form.shape)``; None where left out. ``form``
    is None where the text could not be read; ``problems`` then says why. A statement that was put right has
    ``problems`` too.
    """

    __slots__ = (
        "brace", "cause", "comment", "form", "kept", "nags", "problems", "replacements", "right", "text", "values",
    )  # fmt: skip

    def __init__(
        self, text: str, form: Form | None, values: tuple[str | None, ...] = (), problems: tuple[Problem, ...] = ()
    ) -> None:
        self.text = text
        """The text as it matched its form; differs from the file's text where that was put right."""
        self.form = form
        self.values = values
        self.problems = problems
        self.right: str | None = text if form is not None and not problems else None
        """The text as it should be written, annotations included; None where the file does not decide that."""
        self.kept: tuple[int, ...] | None = None
        """Where each character of ``text`` stands in the file's text, when something was put right."""
        self.cause: str | None = None
        self.replacements: tuple[str, ...] = ()
        self.nags: tuple[str, ...] = ()
        self.brace: str | None = None
        self.comment: str | None = None

    def __getitem__(self, slot: str) -> str | None:
        """The text of a slot by its name."""
        assert self.form is not None
        return self.values[slots(self.form.shape).index(slot)]

    def span(self, slot: str) -> tuple[int, int]:
        """Where a slot, ``cause``, ``replacements`` or ``nags`` stands, in code points of the file's statement.

        The whole statement with its cause for ``statement``, without it for ``clause``, its keyword for ``verb``. A
        slot that was left out has the span of what should have come before it.
        """
        start, end = self._span(slot)
        if self.kept is None:
            return start, end
        return self.kept[start], self.kept[end - 1] + 1

    def _span(self, slot: str) -> tuple[int, int]:
        if self.form is None:
            return 0, len(self.text)
        if slot == "verb":
            return _verb(self.text)
        clause = pattern(self.form).match(self.text)
        assert clause is not None
        if slot == "clause":
            return clause.span()
        trailer = TRAILER.fullmatch(self.text, clause.end())
        assert trailer is not None
        whole = 0, trailer.end("replacements") if self.cause is not None else clause.end()
        if slot == "statement":
            return whole
        if slot in TRAILER.groupindex:
            start, end = trailer.span(slot)
        else:
            start, end = clause.span(slots(self.form.shape).index(slot) + 1)
        if start == end:
            return whole if slot in ("cause", "replacements") else _verb(self.text)
        return (start + 1, end) if self.text[start] == " " else (start, end)


_STRING: Final = re.compile(STRING)


def _verb(text: str) -> tuple[int, int]:
    """Where the word (or ``new`` and a word) stands that says what a statement is: after its subject, if it has one.

    In a text that is not well-formed it may be anywhere.
    """
    start = 0
    if text.startswith("#"):
        start = text.find(" ") + 1
    if text[start : start + 1] == '"':
        if "\\" in text:
            string = _STRING.match(text, start)
            start = string.end() + 1 if string is not None else 0
        else:
            start = text.find('"', start + 1) + 2
    end = text.find(" ", 4 if text.startswith("new ") else start)
    return start, end if end >= 0 else len(text)


_PATTERNS: Final[dict[str, list[tuple[Form, re.Pattern[str]]]]] = {}
_MEMO: Final[dict[str, Statement]] = {}
_OLD: Final[dict[str, Statement]] = {}
_MEMO_LIMIT: Final = 8_000
"""Statements in each of the two: when the one is full, it takes the place of the other. Much more does not help, since
a game repeats its own lines, and what an editor's user types would fill any memory."""
_MEMO_CHARACTERS: Final = 2_000_000
"""The one is full with so many characters, too: each key that is pressed in a very long line makes another one."""
_memo_size = 0
"""Characters in the newer one."""


def parse(text: str) -> Statement:
    """The statement that a text is: everything of a body line after its indentation. Never raises."""
    global _memo_size
    found = _MEMO.get(text)
    if found is None:
        found = _OLD.get(text) or well_formed(text)
        if found is None:
            from mtgr.syntax.diagnosis import diagnose

            found = diagnose(text)
        if len(_MEMO) >= _MEMO_LIMIT or _memo_size > _MEMO_CHARACTERS:
            _OLD.clear()
            _OLD.update(_MEMO)
            _MEMO.clear()
            _memo_size = 0
        _MEMO[text] = found
        _memo_size += len(text)
    return found


def reread(st: Statement, start: int, end: int, new: str) -> Statement:
    """The statement that another one would be with ``new`` in the place of its text from ``start`` to ``end``.

    Its spans are still those of the file's text.
    """
    read = parse(st.text[:start] + new + st.text[end:])
    found = Statement(read.text, read.form, read.values, read.problems)
    found.cause, found.replacements = read.cause, read.replacements
    found.nags, found.brace, found.comment = read.nags, read.brace, read.comment
    inside = [min(start + n, end - 1) for n in range(len(new) - 1)]
    places = [*range(start), *inside, end - 1, *range(end, len(st.text))]
    found.kept = tuple(places if st.kept is None else (st.kept[n] for n in places))
    return found


def well_formed(text: str) -> Statement | None:
    """The statement of a text that is well-formed in every respect, else None."""
    if not text.isascii() and (has_controls(text) or not unicodedata.is_normalized("NFC", text)):
        return None
    found = match_form(text)
    if found is None or (found.nags and not all(len(nag) < 5 and int(nag[1:]) < 256 for nag in found.nags)):
        return None
    return found


def match_form(text: str) -> Statement | None:
    """The statement of a text that matches the grammar, lexical rules aside."""
    start, end = _verb(text)
    key = text[0] + text[start:end] if start else text[:end]
    forms = _PATTERNS.get(key)
    if forms is None:
        if key not in BY_KEY:
            if start or "_" not in key:
                return None
            key = "extension"
        forms = _PATTERNS[key] = [(form, pattern(form)) for form in BY_KEY[key]]
    for form, compiled in forms:
        clause = compiled.match(text)
        if clause is None:
            continue
        end = clause.end()
        if end == len(text):
            return Statement(text, form, clause.groups())
        trailer = TRAILER.fullmatch(text, end)
        if trailer is not None:
            found = Statement(text, form, clause.groups())
            found.cause, replacements, nags, found.brace, found.comment = trailer.groups()
            if replacements:
                found.replacements = tuple(replacements.split(" replacement ")[1:])
            if nags:
                found.nags = tuple(nags.split())
            return found
    return None


_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def has_controls(text: str) -> re.Match[str] | None:
    """The first control character (or lone surrogate, which no UTF-8 file has), or None (section 2)."""
    return _CONTROLS.search(text)


def without_controls(text: str) -> str:
    """A text without its control characters."""
    return _CONTROLS.sub("", text)
