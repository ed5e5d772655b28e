"""Hostile text costs time in proportion to its length.

Each test compares the time for a text with that for one four times as long (``tests/support/linear.py``).
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.support.linear import assert_linear

from mtgr.analysis.source import read_bytes
from mtgr.document.structure import split
from mtgr.replay.tags import read_tags
from mtgr.syntax.diagnosis import diagnose
from mtgr.syntax.line import Line, line_tokens
from mtgr.syntax.statement import match_form

LONG = 1_000_000  # characters


def repeated(unit: str, before: str = "", after: str = "") -> Callable[[int], str]:
    return lambda size: before + unit * (size // len(unit)) + after


def read_line(text: str) -> None:
    line = Line(text)
    if line.kind == "body" and match_form(line.body) is None:
        diagnose(line.body)
    line_tokens(text)


LINES = {
    "quotes": repeated('"'),
    "backslashes in a string": repeated("\\", '"'),
    "escaped quotes": repeated('\\"', '#1 "', " tap by ?"),
    "ids": repeated("#1 "),
    "ids without spaces": repeated("#1"),
    "zeros": repeated("0", "#", "1 tap by ?"),
    "digits": repeated("1"),
    "symbols": repeated("{R}", '"P" add '),
    "symbols that end badly": repeated("{R}", '"P" add ', "x"),
    "open braces": repeated("{"),
    "nags": repeated(" $1", "#1 tap by ?"),
    "nags that end badly": repeated(" $1", "#1 tap by ?", " x"),
    "replacements that end badly": repeated(" replacement #2", "#1 tap by #1", " x"),
    "choices that end badly": repeated(" x 1", '#1 controller "P"', "!"),
    "goads that end badly": repeated(' goaded "P"', "#1 hand", "!"),
    "arguments that end badly": repeated(" a", "X_y", "!"),
    "brackets": repeated("("),
    "spaces": repeated(" ", "#1 tap", "by ?"),
    "tabs": repeated("\t", "#1 tap", "by ?"),
    "leading tabs": repeated("\t", "", "x"),
    "control characters": repeated("\x01\x02\x03", '#1 "', '" tap by ?'),
    "control characters on their own": repeated(" \x01", "#1 tap by ?"),
    "letters": repeated("a"),
    "semicolons": repeated(";"),
    "combining marks out of order": repeated("\u0301\u0316", '"a', '" pass'),
    "letters that are not composed": repeated("e\u0301", '"', '" pass'),
}


@pytest.mark.parametrize("name", LINES)
def test_a_long_line(name: str) -> None:
    assert_linear(lambda text: read_line("0:41     " + text), LINES[name], LONG // 8)


@pytest.mark.parametrize("name", ["backslashes in a string", "escaped quotes", "brackets", "spaces"])
def test_a_line_of_a_million_characters(name: str) -> None:
    assert_linear(read_line, LINES[name], LONG)


TAG_LINES = {
    "open brackets": repeated("["),
    "quotes": repeated('"', "[A ", "]"),
    "backslashes": repeated("\\x", '[A "', '"]'),
    "spaces before the value": repeated(" ", "[A", '"x"]'),
    "spaces after the value": repeated(" ", '[A "x"', "x"),
    "a long name": repeated("A", "[", ' "x"]'),
    "combining marks out of order": repeated("\u0301\u0316", '[A "a', '"]'),
    "damaged tags of one name": repeated("[A x]\n"),
    "tags of many names": lambda size: "\n".join(f'[A{n} "x"]' for n in range(size // 50)),
}


@pytest.mark.parametrize("name", TAG_LINES)
def test_tags(name: str) -> None:
    assert_linear(lambda text: read_tags(text.split("\n")), TAG_LINES[name], LONG // 10)


GAMES = {
    "a tag-like line full of spaces": repeated(" ", '[A "x"]\nA "', 'x"y\n\n0:00 x\n1-0'),
    "a header full of tabs": repeated("\t", '[A "x"]\n\n0:00', "x\n1-0"),
    "empty lines in a body": repeated("\n", '[A "x"]\n\n0:00 x\n', "0:00 x\n1-0"),
    "empty lines after a result": repeated("\n", '[A "x"]\n\n0:00 x\n1-0\n', "x"),
    "empty lines between games": repeated("\n", '[A "x"]\n\n0:00 x\n1-0\n', '[B "x"]'),
    "escape lines among tags": repeated("%\n", '[A "x"]\n', '[B "x"]\n\n0:00 x'),
    "escape lines and empty lines among tags": repeated("%\n\n", '[A "x"]\n', '[B "x"]\n\n0:00 x'),
    "escape lines and empty lines in a body": repeated("%\n\n", '[A "x"]\n\n0:00 x\n', "0:00 x"),
    "escape lines and empty lines after a result": repeated("%\n\n", '[A "x"]\n\n0:00 x\n1-0\n', "0:00 x"),
    "result lines": repeated("1-0\n0:00 x\n", '[A "x"]\n\n0:00 x\n'),
    "result lines one after another": repeated("1-0\n", '[A "x"]\n\n0:00 x\n'),
    "lines like results": repeated("1-1\n%\n", '[A "x"]\n\n0:00 x\n', "x"),
    "games": repeated('[Mtgr "x"]\n\n0:00 pregame\n1-0\n\n'),
    "misspelt headers": repeated("0:00 tunr 1\n", '[A "x"]\n\n'),
    "lost headers": repeated("0:00 x\n0:00   keyframe\n", '[A "x"]\n\n'),
}


@pytest.mark.parametrize("name", GAMES)
def test_the_structure_of_a_text(name: str) -> None:
    assert_linear(lambda text: split(text.split("\n")), GAMES[name], LONG // 20)


@pytest.mark.parametrize("unit", [b"\r", b"\r\n", b"a\r", b"\xff", b"\xc3\xa9\r\n"])
def test_bytes(unit: bytes) -> None:
    assert_linear(lambda text: read_bytes(text.encode("latin-1")), repeated(unit.decode("latin-1")), LONG)
