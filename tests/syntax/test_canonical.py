"""The one way to write a statement or a tag."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.syntax.written import any_text

from mtgr.spec.statements import FORMS
from mtgr.syntax.canonical import canonical, canonical_tag, canonical_time, obstacle
from mtgr.syntax.statement import parse


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_example_of_the_table_is_canonical(form: object) -> None:
    example: str = form.example  # type: ignore[attr-defined]
    assert canonical(example) == example


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"A"  pass ', '"A" pass'),
        ('\t"A"\tpass', '"A" pass'),
        ('"A"pass', '"A" pass'),
        ('"A" pa\x07ss', '"A" pass'),
        ("#007 tap by #01", "#7 tap by #1"),
        ('"A" roll d020 015', '"A" roll d20 15'),
        ('#1 identify "Cafe\u0301"', '#1 identify "Caf\u00e9"'),
        ('"A" add {G}{C}{W}{G} by #1', '"A" add {W}{G}{G}{C} by #1'),
        ('"A" lose-mana {G}{U} by rule:empty-pool', '"A" lose-mana {U}{G} by rule:empty-pool'),
        ('#1 cost {2}{S}{C}{G} -> {G}{W} by #2', "#1 cost {2}{G}{C}{S} -> {W}{G} by #2"),
        ("#1 cost {0} -> {1} by #2", "#1 cost {0} -> {1} by #2"),
        ("#1 choose symbol {G/W} {G}", "#1 choose symbol {G/W} {G}"),
        (
            'player "A" life 20 poison 0 library 53 counters "b" 1 counters "a" 2 counters "c" 0 clock 1:00',
            'player "A" life 20 poison 0 library 53 counters "a" 2 counters "b" 1 clock 1:00',
        ),
        ('#1 battlefield "A" counters "x" 0 top 1', '#1 battlefield "A" top 1'),
        ('#1 exile counters "b" 1 counters "b" 0', '#1 exile counters "b" 1 counters "b" 0'),
        ('"A" pass {why} $1 ; note', '"A" pass $1 {why} ; note'),
        ('"A" pass {one} {two} $4$5', None),
        ('"A" pass {one} {two} $04', '"A" pass $4 {one} {two}'),
        ('"A" pass $300', '"A" pass $300'),
    ],
)  # fmt: skip
def test_what_can_be_read_is_written_in_one_way(text: str, expected: str | None) -> None:
    assert canonical(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"A"  pass {  two  spaces\u0301  } ; and  here ', '"A" pass {  two  space\u015b  } ; and  here '),
        ('"A"  add {R}  restriction "  \x07 "  by #1', '"A" add {R} restriction "  \x07 " by #1'),
        ('incomplete  "  007\\nb "', 'incomplete "  007\\nb "'),
    ],
)
def test_strings_and_comments_stay(text: str, expected: str) -> None:
    """But for Normalization Form C."""
    assert canonical(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        'trun 3 "A"',
        "keyfram",
        '"A" passes',
        '"A" pass {open',
        '"A" pass {a} foo',
        '"A pass',
        '"A" life 20 > 19 by ?',
    ],
)
def test_what_cannot_be_read_has_no_form(text: str) -> None:
    assert canonical(text) is None


@given(any_text())
def test_the_form_of_any_text_is_its_own_and_says_the_same(text: str) -> None:
    once = canonical(text)
    if once is None:
        return
    assert canonical(once) == once
    before, after = parse(text), parse(once)
    assert after.form is before.form
    assert (after.cause, after.replacements) == (before.cause, before.replacements)


@pytest.mark.parametrize(
    ("time", "expected"),
    [("0:41", "0:41"), ("00:41", "0:41"), ("012:05.374", "12:05.374"), ("0:60", None), ("1:5", None), ("-", None)],
)
def test_times(time: str, expected: str | None) -> None:
    assert canonical_time(time) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[Event "x"]', '[Event "x"]'),
        ('\t[ Event  "x  y" ] ', '[Event "x  y"]'),
        ('[Event"e\u0301"]', '[Event "\u00e9"]'),
        ('[Event "x" y]', None),
        ("[Event x]", None),
        ('[Event "\\t"]', None),
        ('Event "x"', None),
    ],
)
def test_tags(text: str, expected: str | None) -> None:
    assert canonical_tag(text) == expected


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ('  "A"   passes', "passes", "expected what the player does"),
        ('"A"  pass  {so  {on} by #1', "by", "only annotations"),
        ('"A"  pass  {so', "{so", "this comment has no closing brace"),
        ('"A"  \x07 pass  012', "012", "expected the end of the line"),
        ("", "", "expected a statement"),
    ],
)
def test_an_obstacle_is_what_writing_does_not_put_right(text: str, place: str, message: str) -> None:
    problem = obstacle(text)
    assert text[problem.start : problem.end] == place
    assert message in problem.message
