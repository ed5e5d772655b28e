"""A line of a file: what kind it is, its time and level, and the statement on it (sections 3 and 5.1)."""

from __future__ import annotations

import re
from typing import Final, Literal

from mtgr.spec.shapes import TIME
from mtgr.spec.words import RESULTS
from mtgr.syntax.statement import Problem, Statement, parse
from mtgr.syntax.tokens import Token, tokenize

LineKind = Literal["tag", "empty", "escape", "result", "body", "open", "close"]

_TIME: Final = re.compile(TIME)
_LEADING_TIME = re.compile(rf"{TIME}(?=[A-Za-z(])")
_LOOSE_TIME = re.compile(r'[0-9][^ \t"#]*')


def is_time(text: str) -> bool:
    """Whether a text has the form of a time (section 5.1)."""
    return _TIME.fullmatch(text) is not None


def kind_of(text: str) -> LineKind:
    """The kind of a line, from its first characters where that is enough."""
    if not text:
        return "empty"
    first = text[0]
    if first == "[":
        return "tag"
    if first == "%":
        return "escape"
    if text in RESULTS:
        return "result"
    if first == "-" and text.startswith("- "):
        body = text[2:].lstrip(" ")
        if body[:1] in ("(", ")") and body[:1]:
            return "open" if body[0] == "(" else "close"
    elif text[-1] in "()":
        body = text.partition(" ")[2].lstrip(" ")
        if body in ("(", ")"):
            return "open" if body == "(" else "close"  # its time is wrong (R16)
    elif first in " \t" and text.lstrip(" \t").startswith("["):
        return "tag"
    return "body"


def is_odd(text: str) -> bool:
    """Whether a line may hold tokens that are not written as they are read: an ID with leading zeros, or anything with
    control characters or beyond ASCII in it."""
    return "#0" in text or not (text.isascii() and text.isprintable())


class Line:
    """A body line taken apart. Columns are 0-based code points.

    ``time`` is the time token as written ('' if there is none), ``indent`` the spaces of indentation, ``column``
    where the statement starts. ``problems`` are failures of check 1, with columns of the line.
    """

    __slots__ = ("_statement", "body", "column", "indent", "kind", "problems", "text", "time", "time_ok")

    def __init__(self, text: str) -> None:
        self.text = text
        self.kind: LineKind = kind_of(text)
        self.problems: tuple[Problem, ...] = ()
        self._statement: Statement | None = None
        self.time = ""
        self.time_ok = False
        time, _space, rest = text.partition(" ")
        self.body = rest.lstrip(" ")
        self.indent = len(rest) - len(self.body)
        self.column = len(text) - len(self.body)
        if self.kind not in ("body", "open", "close"):
            return
        self.time = time
        self.time_ok = time == "-" or is_time(time)
        if not self.time_ok:
            self._bad_time()
        if self.kind != "body" and self.time != "-":
            self.problems = (Problem(0, len(time), "the time of a bracket line is `-`"),)
        elif self.kind != "body" and len(self.body) > 1:
            self.problems += (Problem(self.column + 1, len(text), f"nothing can follow `{self.body[0]}` on its line"),)

    def _bad_time(self) -> None:
        """Takes a line apart that does not start with a well-formed time and a space."""
        text = self.text
        stripped = text.lstrip(" \t")
        lead = len(text) - len(stripped)
        first = re.match(r"[^ \t]*", stripped)[0]  # type: ignore[index]  # matches anything
        if first != "-" and _LOOSE_TIME.match(first) is None:
            # No time at all: the statement starts the line, and its level is not shown.
            self.time, self.body, self.column, self.indent = "", stripped, lead, -1
            self.problems = (Problem(lead, lead + len(first), "this line has no time"),)
            return
        loose = _LEADING_TIME.match(first) or _LOOSE_TIME.match(first)
        end = lead + (loose.end() if loose else 1)
        self.time = text[lead:end]
        self.time_ok = self.time == "-" or is_time(self.time)
        rest = text[end:]
        self.body = rest.lstrip(" \t")
        self.column = len(text) - len(self.body)
        self.indent = max(len(rest) - len(self.body) - 1, 0) if rest[:1] in (" ", "\t", "") else -1
        if lead:
            problem = Problem(0, lead, "a line starts with its time")
        elif end < lead + len(first) and self.time_ok:
            problem = Problem(0, end, f"a space is missing after the time `{self.time[:40]}`")
        elif self.time_ok:
            problem = Problem(end, end + 1, "a tab is not allowed")
        else:
            problem = Problem(0, end, f"`{self.time[:40]}` is no time; times are written like `0:41` or `12:05.374`")
        self.problems = (problem,)

    @property
    def level(self) -> int:
        """The nesting level that the indentation shows; -1 where a line without time shows none."""
        return self.indent // 2 if self.indent >= 0 else -1

    @property
    def statement(self) -> Statement:
        """The statement; unreadable ones have no form."""
        if self._statement is None:
            self._statement = parse(self.body)
        return self._statement

    @property
    def tokens(self) -> list[Token]:
        """All tokens of the line."""
        return line_tokens(self.text)


def line_tokens(text: str) -> list[Token]:
    """All tokens of any line, with columns of the line."""
    match kind_of(text):
        case "empty":
            return []
        case "escape":
            return [Token("other", 0, len(text), text)]
        case "tag":
            match_ = re.match(r'([ \t]*\[[A-Za-z0-9_]*)( *)("(?:[^"\\]|\\.)*"?)?(.*)', text, re.DOTALL)
            assert match_ is not None
            start = match_[1].index("[") + 1
            tokens = [Token("word", start, match_.end(1), match_[1][start:])] if match_.end(1) > start else []
            if match_[3]:
                tokens.append(Token("string", match_.start(3), match_.end(3), match_[3]))
            return tokens
        case "result":
            return [Token("word", 0, len(text), text)]
        case _:
            return tokenize(text, line=True)
