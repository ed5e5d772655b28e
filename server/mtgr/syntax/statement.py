"""A statement: what the part of a body line after time and indentation says (section 16).

``parse`` takes any text. Well-formed statements match the pattern of their form and are done; everything else goes to
``mtgr.syntax.diagnosis``, which says what is wrong and, where the meaning is plain all the same, puts it right (R47).
Results are remembered by text: a statement means the same wherever it stands.
"""

from __future__ import annotations

import re
import unicodedata
from copy import copy
from dataclasses import dataclass

from mtgr.spec.shapes import BY_KEY, NAMED_CAUSES, STRING, pattern, slots
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
    is None
    where the text could not be read; ``problems`` then says why. A statement that was put right has ``problems`` too.
    """

    __slots__ = ("brace", "cause", "comment", "form", "kept", "nags", "problems", "replacements", "text", "values")

    def __init__(
        self, text: str, form: Form | None, groups: tuple[str | None, ...], problems: tuple[Problem, ...] = ()
    ) -> None:
        self.text = text
        """The text as it matched its form; differs from the file's text where that was put right."""
        self.form = form
        self.problems = problems
        self.kept: tuple[int, ...] | None = None
        """Where each character of ``text`` stands in the file's text, when something was put right."""
        self.values: tuple[str | None, ...] = groups[:-5]
        self.replacements: tuple[str, ...] = ()
        self.nags: tuple[str, ...] = ()
        if groups:
            self.cause, replacements, nags, self.brace, self.comment = groups[-5:]
            if replacements:
                self.replacements = tuple(replacements.split(" replacement ")[1:])
            if nags:
                self.nags = tuple(nags.split())
        else:
            self.cause = self.brace = self.comment = None

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
        match = pattern(self.form).fullmatch(self.text)
        assert match is not None
        names = slots(self.form.shape)
        last = len(names)
        if slot == "statement":
            return 0, self._end(match, last)
        if slot == "clause":
            cause = match.start(last + 1)
            return 0, cause - len(" by ") if cause >= 0 else self._end(match, last)
        if slot == "verb":
            return self._verb()
        group = {"cause": last + 1, "replacements": last + 2, "nags": last + 3}.get(slot) or names.index(slot) + 1
        start, end = match.span(group)
        if start == end:
            return (0, self._end(match, last)) if slot in ("cause", "replacements") else self._verb()
        return (start + 1, end) if self.text[start] == " " else (start, end)

    def _end(self, match: re.Match[str], last: int) -> int:
        """Where statement and cause end."""
        if match.start(last + 2) >= 0:
            return match.end(last + 2)
        return len(_without_annotations(match, last))

    def _verb(self) -> tuple[int, int]:
        match = _HEAD.match(self.text)
        assert match is not None
        return match.span(1)


def _without_annotations(match: re.Match[str], last: int) -> str:
    text = match.string
    for group in (last + 5, last + 4):
        if match.start(group) >= 0:
            text = text[: match.start(group) - 1]
    return text[: match.start(last + 3)] if match.end(last + 3) > match.start(last + 3) else text


_HEAD = re.compile(rf"(?:#h?[1-9][0-9]*(?: {STRING})? |{STRING} |)(new [a-z]+|[a-zA-Z0-9_-]+)")
_PATTERNS: dict[str, list[tuple[Form, re.Pattern[str]]]] = {}
_MEMO: dict[str, Statement] = {}
_OLD: dict[str, Statement] = {}
_MEMO_LIMIT = 8_000
"""Statements in each of the two: when the one is full, it takes the place of the other. Much more does not help, since
a game repeats its own lines, and what an editor's user types would fill any memory."""


remembered = _MEMO.get
"""The statement of a text that has been parsed lately, or None: ``parse`` without the call, for the replay's loop."""


def parse(text: str) -> Statement:
    """The statement that a text is: everything of a body line after its indentation. Never raises."""
    found = _MEMO.get(text)
    if found is None:
        found = _OLD.get(text) or _match(text)
        if found is None:
            from mtgr.syntax.diagnosis import diagnose

            found = diagnose(text)
        if len(_MEMO) >= _MEMO_LIMIT:
            _OLD.clear()
            _OLD.update(_MEMO)
            _MEMO.clear()
        _MEMO[text] = found
    return found


def reread(st: Statement, start: int, end: int, new: str) -> Statement:
    """The statement that another one would be with ``new`` in the place of its text from ``start`` to ``end``.

    Its spans are still those of the file's text.
    """
    found = copy(parse(st.text[:start] + new + st.text[end:]))
    inside = [min(start + n, end - 1) for n in range(len(new) - 1)]
    places = [*range(start), *inside, end - 1, *range(end, len(st.text))]
    found.kept = tuple(places if st.kept is None else (st.kept[n] for n in places))
    return found


def _match(text: str) -> Statement | None:
    """The statement of a text that is well-formed in every respect, else None."""
    plain = text.isascii() and text.isprintable()
    if not plain and (has_controls(text) or not unicodedata.is_normalized("NFC", text)):
        return None
    found = match_form(text)
    if found is None or (found.nags and not all(len(nag) < 5 and int(nag[1:]) < 256 for nag in found.nags)):
        return None
    return found


def match_form(text: str) -> Statement | None:
    """The statement of a text that matches the grammar, lexical rules aside."""
    head = _HEAD.match(text)
    if head is None:
        return None
    word = head[1]
    key = text[0] + word if head.start(1) else word
    forms = _PATTERNS.get(key)
    if forms is None:
        if key not in BY_KEY and ("_" not in word or head.start(1)):
            return None
        forms = _PATTERNS[key] = [(form, pattern(form)) for form in BY_KEY.get(key, BY_KEY["extension"])]
    for form, compiled in forms:
        match = compiled.fullmatch(text)
        if match is not None:
            groups = match.groups()
            cause = groups[-5]
            if cause is not None and cause[0] in "rs" and cause not in NAMED_CAUSES:
                return None
            return Statement(text, form, groups)
    return None


_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def has_controls(text: str) -> re.Match[str] | None:
    """The first control character (or lone surrogate, which no UTF-8 file has), or None (section 2)."""
    return _CONTROLS.search(text)


def without_controls(text: str) -> str:
    """A text without its control characters."""
    return _CONTROLS.sub("", text)
