"""Misspelt keywords, and other things where they do not belong: one problem, at the word, that says what to write."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.syntax.written import Written, statements

from mtgr.spec import words
from mtgr.syntax.statement import Problem, parse


@settings(max_examples=250)
@given(statements(trailer=False), st.data())
def test_a_misspelt_keyword_is_one_problem_that_names_the_right_one(written: Written, data: st.DataObject) -> None:
    long = [n for n in written.words if len(written.pieces[n]) > 2]
    assume(long)
    index = data.draw(st.sampled_from(long))
    right = written.pieces[index]
    at = data.draw(st.integers(1, len(right) - 1))
    wrong = right[:at] + right[at - 1] + right[at:]  # a letter typed twice
    span = written.span(index)
    written.pieces[index] = wrong
    check(parse(written.text).problems, (span[0], span[1] + 1), wrong, right)


def check(problems: tuple[Problem, ...], span: tuple[int, int], wrong: str, right: str) -> None:
    (problem,) = problems
    assert (problem.start, problem.end) == span
    assert f"`{wrong}`" in problem.message
    assert problem.message.endswith(f"; did you mean `{right}`?")


@pytest.mark.parametrize("word", [*words.STEPS, "pregame", "keyframe", "stack", "turn", "deck"])
def test_lines_of_the_structure_are_read_all_the_same(word: str) -> None:
    rest = {"turn": ' 2 "PlayerA"', "deck": ' "PlayerA" unknown'}.get(word, "")
    for wrong in (word.capitalize(), word[0] + word, word + word[-1]):
        found = parse(wrong + rest)
        check(found.problems, (0, len(wrong)), wrong, word)
        assert found.form is not None
        assert found.form is parse(word + rest).form


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ('#1 "Opt" mvoe hand -> exile by ?', "mvoe", "move"),
        ('#1 "Opt" Tap by ?', "Tap", "tap"),
        ("#1 move hnad -> exile by ?", "hnad", "hand"),
        ("#1 move hand -> graveyrad by ?", "graveyrad", "graveyard"),
        ("#1 move hand -> graveyard as discrad by ?", "discrad", "discard"),
        ("#1 tap by rule:sab", "rule:sab", "rule:sba"),
        ("#1 tap by source:clok", "source:clok", "source:clock"),
        ("#1 choose modee 3", "modee", "mode"),
        ("#1 choose color bleu", "bleu", "blue"),
        ("#1 special companoin", "companoin", "companion"),
        ('"P" prioritty', "prioritty", "priority"),
        ('new crad #1 "Opt" owner "P" in hand', "crad", "card"),
        ('nwe card #1 "Opt" owner "P" in hand', "nwe", "new"),
        ('new card #1 "Opt" ownre "P" in hand', "ownre", "owner"),
        ('new ability #1 activatd of #2 ? controller "P"', "activatd", "activated"),
        ('#1 "Opt" controller "P" targte #2', "targte", "target"),
        ('player "P" life 20 poson 0 library 53', "poson", "poison"),
        ('#1 battlefield "P" taped', "taped", "tapped"),
    ],
)
def test_common_misspellings(text: str, wrong: str, right: str) -> None:
    start = text.index(wrong)
    check(parse(text).problems, (start, start + len(wrong)), wrong, right)


@pytest.mark.parametrize(
    ("text", "wrong", "message"),
    [
        ("", "", "expected a statement"),
        ("?", "?", "expected a statement, found `?`"),
        ("#0 tap by ?", "#0", "expected an ID like `#7`, found `#0`"),
        ("#1", "#1", "expected what the object does after `#1`, found the end of the line"),
        ('#1 "Opt" flies', "flies", 'expected what the object does after `"Opt"`, found `flies`'),
        ('"P" jumps', "jumps", 'expected what the player does after `"P"`, found `jumps`'),
        ("new", "new", "expected what is introduced after `new`, found the end of the line"),
        ("new thing #1", "thing", "expected what is introduced after `new`, found `thing`"),
        ("new card Opt", "Opt", "expected a new ID like `#7` after `card`, found `Opt`"),
        ("#1 look Anna by ?", "Anna", "expected a player's name in quotes after `look`, found `Anna`"),
        ('"P" life 20 17 by ?', "17", "expected `->` after `20`, found `17`"),
        ('"P" life twenty', "twenty", "expected a number after `life`, found `twenty`"),
        ('"P" add {1} by ?', "{1}", "expected mana symbols like `{R}{R}` after `add`, found `{1}`"),
        (
            "#1 tap by",
            "by",
            "expected a cause like `#7`, `cost:#7` or `rule:sba` after `by`, found the end of the line",
        ),
        ("#1 tap by it", "it", "expected a cause like `#7`, `cost:#7` or `rule:sba` after `by`, found `it`"),
        ("#1 tap by ? replacement x", "x", "expected an ID like `#7` after `replacement`, found `x`"),
        ("#1 tap by ? replacement #2 x", "x", "expected `replacement` or the end of the line after `#2`, found `x`"),
        ('#1 controller "P" object #2 "Opt" x', "x", "expected a number after `x`, found the end of the line"),
        (
            '#1 controller "P" object #2 "Opt" OOPS',
            "OOPS",
            "expected a choice or a target or the end of the line after",
        ),
        ("#1 tap by ? again", "again", "expected `replacement` or the end of the line after `?`, found `again`"),
        ("#1 tap softly", "softly", "expected `by` or the end of the line after `tap`, found `softly`"),
        ("pregame now", "now", "expected the end of the line after `pregame`, found `now`"),
        ("#1 move hand -> outside by ?", "by", "expected a text in quotes after `outside`, found `by`"),
        ("#1 move hand -> outside", "outside", "expected a text in quotes after `outside`, found the end of the line"),
        ('new hidden #1 owner "P" in library top x', "x", "expected a number after `top`, found `x`"),
        ("MTGO_note Loud", "Loud", "expected a string, a number or a keyword, `by` or the end of the line after"),
        ('"P" choose target #1', "target", "expected `first` or a choice after `choose`, found `target`"),
        (
            "#1 hand sideways",
            "sideways",
            "expected a player's name in quotes, `face`, `pt`, `tapped` or something else that may stand here after",
        ),
    ],
)
def test_a_message_says_what_could_have_stood_there(text: str, wrong: str, message: str) -> None:
    (problem,) = parse(text).problems
    assert text[problem.start : problem.end] == wrong
    assert problem.message.startswith(message)


def test_long_tokens_are_cut_in_messages() -> None:
    (problem,) = parse('"P" ' + "x" * 500).problems
    assert problem.message == 'expected what the player does after `"P"`, found `' + "x" * 57 + "...`"


def test_a_statement_of_very_many_tokens_is_only_said_to_be_none() -> None:
    text = "#1 oops" + " #1" * 3000
    assert parse(text).problems == (Problem(0, len(text), "this is no statement of the format"),)
    damaged = "#1 oops" + "  #1" * 3000
    assert parse(damaged).problems == (Problem(8, 9, "one space, and only one, stands between two tokens"),)
