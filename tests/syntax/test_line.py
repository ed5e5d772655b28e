"""Lines: their kind, time, level and tokens."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from tests.syntax.written import any_text

from mtgr.syntax.line import Line, kind_of, line_tokens


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "empty"),
        ("% anything", "escape"),
        (" % not in column one", "body"),
        ('[Event "?"]', "tag"),
        ("[", "tag"),
        ('  [Event "?"]', "tag"),
        ('\t[Event "?"]', "tag"),
        ("1-0", "result"),
        ("0-1", "result"),
        ("1/2-1/2", "result"),
        ("*", "result"),
        ("1-0 ", "body"),
        ("0:00 pregame", "body"),
        ("- (", "open"),
        ("-     )", "close"),
        ("- ( note", "open"),
        ("0:41     (", "open"),
        ("0:41 )", "close"),
        ("0:41 pass ; (see above)", "body"),
        ("-(", "body"),
        ("- ", "body"),
        ("-", "body"),
        (" ", "body"),
        ("\t", "body"),
        ("what is this", "body"),
    ],
)
def test_kinds_of_lines(text: str, kind: str) -> None:
    assert kind_of(text) == kind
    assert Line(text).kind == kind


@pytest.mark.parametrize(
    ("text", "time", "level", "statement"),
    [
        ("0:00 pregame", "0:00", 0, "pregame"),
        ("12:05.374   untap", "12:05.374", 1, "untap"),
        ("100:59     #1 untracked", "100:59", 2, "#1 untracked"),
        ("-       #1 untracked", "-", 3, "#1 untracked"),
        ("0:00  pregame", "0:00", 0, "pregame"),
        ("0:00", "0:00", 0, ""),
        ("0:00 ", "0:00", 0, ""),
        ("- (", "-", 0, "("),
    ],
)
def test_a_line_is_time_level_and_statement(text: str, time: str, level: int, statement: str) -> None:
    line = Line(text)
    assert (line.time, line.level, line.body) == (time, level, statement)
    assert (line.time_ok, line.problems) == (True, ())
    assert text[line.column :] == statement


@pytest.mark.parametrize(
    ("text", "wrong", "message", "statement"),
    [
        ('"P" pass', '"P"', "this line has no time", '"P" pass'),
        ('  "P" pass', '"P"', "this line has no time", '"P" pass'),
        ("pass", "pass", "this line has no time", "pass"),
        ("   ", "", "this line has no time", ""),
        (" 0:41 pregame", " ", "a line starts with its time", "pregame"),
        ("0:41pregame", "0:41", "a space is missing after the time `0:41`", "pregame"),
        ("0:41\tpregame", "\t", "a tab is not allowed", "pregame"),
        ("-\tpregame", "\t", "a tab is not allowed", "pregame"),
        ("0:4 pregame", "0:4", "`0:4` is no time; times are written like `0:41` or `12:05.374`", "pregame"),
        ("00:41 pregame", "00:41", "`00:41` is no time; times are written like `0:41` or `12:05.374`", "pregame"),
        ("0:60 pregame", "0:60", "`0:60` is no time; times are written like `0:41` or `12:05.374`", "pregame"),
        ("0:41.1234 pass", "0:41.1234", "`0:41.1234` is no time; times are written like `0:41` or `12:05.374`", "pass"),
        ('041"P" pass', "041", "`041` is no time; times are written like `0:41` or `12:05.374`", '"P" pass'),
        ("0:41 (", "0:41", "the time of a bracket line is `-`", "("),
        ("-   ( note", " note", "nothing can follow `(` on its line", "( note"),
    ],
)
def test_what_is_wrong_with_a_line(text: str, wrong: str, message: str, statement: str) -> None:
    line = Line(text)
    (problem,) = line.problems
    assert (text[problem.start : problem.end], problem.message) == (wrong, message)
    assert line.body == statement


def test_a_damaged_time_keeps_the_level_where_it_shows() -> None:
    assert Line("00:41   untap").level == 1
    assert Line(" 0:41   untap").level == 1
    assert Line("untap").level == -1


def test_the_statement_of_a_line() -> None:
    line = Line('0:41     "PlayerA" keep')
    assert line.statement["player"] == '"PlayerA"'
    assert line.statement is line.statement
    assert [token.text for token in line.tokens] == ["0:41", '"PlayerA"', "keep"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("% a b", ["other % a b"]),
        ("1-0", ["word 1-0"]),
        ('[Event "a \\" b"]', ["word Event", 'string "a \\" b"']),
        ('  [Event  "open', ["word Event", 'string "open']),
        ("[Event]", ["word Event"]),
        ("[", []),
        ("- (", ["time -", "bracket ("]),
    ],
)
def test_tokens_of_lines_of_every_kind(text: str, expected: list[str]) -> None:
    assert [f"{token.kind} {token.text}" for token in line_tokens(text)] == expected


@settings(max_examples=400)
@given(any_text())
@example("x (")
@example("( (")
@example("-\x01(")
def test_any_text_is_a_line(text: str) -> None:
    line = Line(text)
    for problem in (*line.problems, *(line.statement.problems if line.kind == "body" else ())):
        assert 0 <= problem.start <= problem.end <= len(text)
    assert len(line.problems) <= 1
    assert line.level >= -1
    assert text[line.column :] == line.body
    for token in line.tokens:
        assert text[token.start : token.end] == token.text
