"""One small mistake, made at random in a text: what somebody who edits a file by hand, or a careless program, does.

Everything comes from the ``random.Random`` that is handed in, so a seed gives the same mistakes again.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from mtgr.spec.statements import Place
from mtgr.spec.words import RULES, ZONES
from mtgr.syntax.line import Line, kind_of
from mtgr.syntax.tokens import Token, tokenize


@dataclass(frozen=True, slots=True)
class Mutation:
    """A text with one mistake: what was done (``kind``), at which line (0-based) of the lines before, and the lines."""

    kind: str
    line: int
    lines: list[str]
    before: list[str]

    @property
    def first_line(self) -> int:
        """The earliest line (0-based) at which the mistake can show: nothing before it has anything to do with it.

        Escape lines, extensions and variations are passed over (R46). What is missing from a keyframe or snapshot
        shows at its first line (R35).
        """
        above = (n for n in range(self.line - 1, -1, -1) if not _is_transparent(self.before[n]))
        earliest = next(above, 0)
        for line in (self.line, min(self.line + 1, len(self.before) - 1)):
            place = _place(self.before[line])
            if place in (Place.KEYFRAME_ENTRY, Place.STACK_ENTRY):
                parent = Place.KEYFRAME if place is Place.KEYFRAME_ENTRY else Place.STACK
                above = (n for n in range(line, -1, -1) if _place(self.before[n]) is parent)
                earliest = min(earliest, next(above, earliest) - (parent is Place.STACK))
        return earliest


def _is_transparent(text: str) -> bool:
    form = Line(text).statement.form if kind_of(text) == "body" else None
    return text.startswith(("-", "%")) or (form is not None and form.name == "extension")


def _place(text: str) -> Place | None:
    form = Line(text).statement.form if kind_of(text) == "body" else None
    return form.place if form is not None else None


def mutate(rng: random.Random, lines: list[str]) -> Mutation:
    """One mistake in lines that hold at least one tag and one body line; it always changes them."""
    while True:
        line = rng.randrange(len(lines))
        kind, changed = rng.choice(_KINDS)(rng, lines, line)
        if changed is not None and changed != lines:
            return Mutation(kind, line, changed, lines)


_Changed = tuple[str, list[str] | None]


def _delete(rng: random.Random, lines: list[str], n: int) -> _Changed:
    return "delete", lines[:n] + lines[n + 1 :]


def _double(rng: random.Random, lines: list[str], n: int) -> _Changed:
    return "double", lines[: n + 1] + lines[n:]


def _swap(rng: random.Random, lines: list[str], n: int) -> _Changed:
    return "swap", [*lines[:n], *reversed(lines[n : n + 2]), *lines[n + 2 :]]


def _indent(rng: random.Random, lines: list[str], n: int) -> _Changed:
    match = re.fullmatch(r"([-\d]\S* )( *)(\S.*)", lines[n])
    width = len(match[2]) + rng.choice((-2, 2, 1)) if match is not None else -1
    return "indent", _with(lines, n, match[1] + " " * width + match[3] if match is not None and width >= 0 else None)


def _space(rng: random.Random, lines: list[str], n: int) -> _Changed:
    tokens = _tokens(lines[n])[1:]
    if not tokens:
        return "space", None
    start = rng.choice(tokens).start
    return "space", _with(lines, n, lines[n][:start] + rng.choice((" ", "\t")) + lines[n][start:])


def _token(rng: random.Random, lines: list[str], n: int) -> _Changed:
    if lines[n].startswith("["):
        kind, text = _altered_tag(rng, lines[n])
        return kind, _with(lines, n, text)
    tokens = _tokens(lines[n])
    if not tokens:
        return "token", None
    token = rng.choice(tokens)
    kind, text = _altered(rng, token)
    if text is None or (not text and len(tokens) == 2):
        return kind, None  # a line without a statement is a deleted line
    left, right = lines[n][: token.start], lines[n][token.end :]
    return kind, _with(lines, n, left + text + right if text else left[:-1] + right)


_KINDS: tuple[Callable[[random.Random, list[str], int], _Changed], ...] = (
    _delete, _double, _swap, _indent, _space, _token, _token, _token,
)  # fmt: skip


def _with(lines: list[str], n: int, text: str | None) -> list[str] | None:
    return None if text is None else [*lines[:n], text, *lines[n + 1 :]]


def _tokens(text: str) -> list[Token]:
    return [] if text.startswith(("%", "[")) else tokenize(text, line=True)


def _altered_tag(rng: random.Random, text: str) -> tuple[str, str | None]:
    match = re.fullmatch(r'\[(\w+) "(.*)"\]', text)
    if match is None:
        return "tag", None
    return rng.choice(
        (
            ("tag name", f'[{match[1][:-1]}x "{match[2]}"]'),
            ("tag value", f'[{match[1]} "zz{match[2]}"]'),
            ("tag quote", f'[{match[1]} "{match[2]}]'),
            ("tag space", f'[{match[1]}  "{match[2]}"]'),
        )
    )


def _altered(rng: random.Random, token: Token) -> tuple[str, str | None]:
    """A kind of mistake and what it makes of a token: '' takes it away, None if there is nothing to get wrong."""
    text = token.text
    match token.kind:
        case "time":
            return _altered_time(rng, text)
        case "id":
            prefix, digits = ("#h", text[2:]) if text[1] == "h" else ("#", text[1:])
            return "id", f"{prefix}{max(1, int(digits) + rng.choice((-1, 1, 5, 1000)))}"
        case "number":
            return "number", str(int(text) + rng.choice((1, 2, 10)))
        case "string":
            return rng.choice((("string", text[:-1] + 'x"'), ("string quote", text[:-1]), ("string gone", "")))
        case "symbols":
            return "symbols", rng.choice((text.replace("{R}", "{G}").replace("{U}", "{B}"), text + "{W}"))
        case "line-comment" | "brace-comment" | "nag":
            return "comment", None
        case "word" if text in ZONES and rng.random() < 0.6:
            return "zone", rng.choice([zone for zone in ZONES if zone != text])
        case "word" if rng.random() < 0.3:
            return "word gone", ""
        case "word":
            place = rng.randrange(len(text))
            return "typo", text[:place] + text[place + 1 :] or "q"
    if text.startswith("rule:"):
        return "rule", "rule:" + rng.choice([*sorted(RULES), "luck"])
    if text.startswith("cost:"):
        return "cost to id", text.removeprefix("cost:")
    if re.fullmatch(r"-?\d+/-?\d+", text):
        return "pt", "9" + text
    return "other", text + "x"


def _altered_time(rng: random.Random, text: str) -> tuple[str, str]:
    if text == "-":
        return "time in variation", "1:00"
    minutes, _, seconds = text.partition(":")
    return rng.choice(
        (
            ("time bad", f"{minutes};{seconds}"),
            ("time later", f"{int(minutes) + 5}:{seconds}"),
            ("time leading zero", f"0{text}"),
        )
    )
