"""Tokens: together with the spaces between them they are the line."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.syntax.written import Written, any_text, statements

from mtgr.syntax.tokens import Token, decode, encode, faces, normalized, sorted_symbols, tokenize


def kinds(text: str, *, line: bool = False) -> list[str]:
    return [f"{token.kind} {token.text}" for token in tokenize(text, line=line)]


def test_a_whole_line() -> None:
    assert kinds('12:05.3     #3 "Fire // Ice" move stack -> exile by rule:resolve $1 {a b} ; c', line=True) == [
        "time 12:05.3",
        "id #3",
        'string "Fire // Ice"',
        "word move",
        "word stack",
        "arrow ->",
        "word exile",
        "word by",
        "other rule:resolve",
        "nag $1",
        "brace-comment {a b}",
        "line-comment ; c",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"P" add {R}{R}', ['string "P"', "word add", "symbols {R}{R}"]),
        ('"P" add {R} {note}', ['string "P"', "word add", "symbols {R}", "brace-comment {note}"]),
        ('"P" add {R} {G}', ['string "P"', "word add", "symbols {R}", "symbols {G}"]),
        ("#1 choose symbol {W/U/P} {2}", ["id #1", "word choose", "word symbol", "symbols {W/U/P}", "symbols {2}"]),
        ('"P" add {R}{R}x', ['string "P"', "word add", "brace-comment {R}", "brace-comment {R}", "word x"]),
        ("#1 cost {1}{B} -> {0}", ["id #1", "word cost", "symbols {1}{B}", "arrow ->", "symbols {0}"]),
        ("#1 tap {a}", ["id #1", "word tap", "brace-comment {a}"]),
        ("#1 tap {a", ["id #1", "word tap", "brace-comment {a"]),
        ("pass ;a {b}", ["word pass", "line-comment ;a {b}"]),
        ("#h1 -5 7 $300 d20 2/1", ["id #h1", "number -5", "number 7", "nag $300", "word d20", "other 2/1"]),
        ('priority clock "P" 25:00', ["word priority", "word clock", 'string "P"', "other 25:00"]),
        ("round-clock 25:00", ["word round-clock", "other 25:00"]),
        ("clock 25:00", ["word clock", "time 25:00"]),
        ("( )", ["bracket (", "bracket )"]),
        (r'"a \" b" "c\\" d', [r'string "a \" b"', r'string "c\\"', "word d"]),
        ('"open', ['string "open']),
        ('"a"b', ['string "a"', "word b"]),
        ("tap\tby", ["word tap", "word by"]),
    ],
)
def test_kinds_of_tokens(text: str, expected: list[str]) -> None:
    assert kinds(text) == expected


def test_only_the_first_token_of_a_line_is_its_time() -> None:
    assert kinds("- (", line=True) == ["time -", "bracket ("]
    assert kinds("0:01 0:02", line=True) == ["time 0:01", "other 0:02"]
    assert kinds("0:01", line=False) == ["other 0:01"]


@settings(max_examples=300)
@given(any_text(newline=True), st.booleans())
def test_tokens_and_the_gaps_between_them_are_the_text(text: str, line: bool) -> None:
    end = 0
    for token in tokenize(text, line=line):
        assert set(text[end : token.start]) <= {" ", "\t"}
        assert token.text == text[token.start : token.end]
        assert token.start < token.end
        end = token.end
    assert set(text[end:]) <= {" ", "\t"}


@settings(max_examples=100)
@given(statements())
def test_the_tokens_of_a_statement_are_what_stands_between_its_spaces(written: Written) -> None:
    assert [token.text for token in tokenize(written.text)] == written.pieces


@given(any_text(), st.integers(1, 5))
def test_no_more_tokens_are_read_than_asked_for(text: str, most: int) -> None:
    assert tokenize(text, most=most) == tokenize(text)[:most]


@given(st.text())
def test_a_string_token_has_the_value_it_was_made_of(value: str) -> None:
    assert decode(encode(value)) == value


@pytest.mark.parametrize(
    ("token", "value"),
    [('"a\\nb"', "a\nb"), ('"\\\\n"', "\\n"), ('"\\""', '"'), ('"open', "open"), ('"', ""), ('""', "")],
)
def test_values_of_string_tokens(token: str, value: str) -> None:
    assert decode(token) == value


def test_the_faces_of_a_name() -> None:
    assert faces('"Fire // Ice"') == ('"Fire"', '"Ice"')
    assert faces('"Forest"') == ('"Forest"',)


def test_mana_symbols_in_canonical_order() -> None:
    assert sorted_symbols("{C}{G}{W}{R}{W}") == "{W}{W}{R}{G}{C}"


def test_texts_are_normalized_whatever_their_length() -> None:
    assert normalized("\u0301 e\u0301") == "\u0301 \u00e9"
    assert normalized("\u212b" * 3) == "\u00c5" * 3
    assert normalized("e\u0301" * 1000) == "\u00e9" * 1000


def test_long_runs_that_may_take_long_are_not_normalized() -> None:
    marks = "e" + "\u0301\u0323" * 501
    assert normalized(f"A\u030a {marks} A\u030a") == f"\u00c5 {marks} \u00c5"


def test_a_token_is_a_value() -> None:
    assert tokenize("tap") == [Token("word", 0, 3, "tap")]
