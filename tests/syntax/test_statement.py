"""Statements: well-formed ones, damaged ones that keep their meaning, and spans."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from tests.syntax.written import Written, any_text, statements

from mtgr.spec.shapes import BY_KEY, slots
from mtgr.spec.statements import BY_NAME, FORMS, Form
from mtgr.syntax import statement
from mtgr.syntax.diagnosis import diagnose
from mtgr.syntax.statement import Statement, parse, reread
from mtgr.syntax.tokens import tokenize


def meaning(found: Statement) -> tuple[object, ...]:
    """All that a statement says, annotations included."""
    shape = found.form.shape if found.form else None
    return shape, found.values, found.cause, found.replacements, found.nags, found.brace, found.comment


# Well-formed statements


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
@settings(max_examples=12)
@given(data=st.data())
def test_a_statement_made_from_a_form_is_read_as_what_was_written(form: Form, data: st.DataObject) -> None:
    written = data.draw(statements(form))
    found = parse(written.text)
    assert found.problems == ()
    assert meaning(found) == (
        form.shape,
        tuple(written.values),
        written.cause,
        written.replacements,
        written.nags,
        written.brace,
        written.comment,
    )


@settings(max_examples=150)
@given(statements())
def test_the_tolerant_path_reads_well_formed_statements_alike(written: Written) -> None:
    found = diagnose(written.text)
    assert (meaning(found), found.problems) == (meaning(parse(written.text)), ())


def test_slots_are_found_by_name() -> None:
    found = parse('#8 "Mountain" play from hand tapped')
    assert found.form is BY_NAME["play"]
    assert (found["object"], found["object name"], found["from"]) == ("#8", '"Mountain"', "hand")
    assert (found["tapped"], found["face"], found["pt"]) == ("tapped", None, None)


def test_a_trailer_is_taken_apart() -> None:
    found = parse('#8 "Mountain" tap by cost:#9 replacement #1 replacement #2 $1 $255 {a ; b} ; c {d}')
    assert found.cause == "cost:#9"
    assert found.replacements == ("#1", "#2")
    assert found.nags == ("$1", "$255")
    assert (found.brace, found.comment) == ("{a ; b}", "; c {d}")


def test_the_cause_of_an_extension_is_no_argument() -> None:
    found = parse('MTGO_note on 7 "x" by "PlayerA"')
    assert (found["arguments"], found.cause) == (' on 7 "x"', '"PlayerA"')
    assert parse("MTGO_note by 7")["arguments"] == " by 7"


def test_numbers_may_have_any_length() -> None:
    number = "9" * 10_000
    assert parse(f'"PlayerA" life 20 -> {number} by ?')["new"] == number


@pytest.mark.parametrize("name", ['"B"', '"A player with a long name"'])
def test_a_statement_read_with_another_name_keeps_its_places(name: str) -> None:
    written = parse('player "Alice" life 20 poison 0 library 53')
    start, end = written.span("player")
    mended = reread(written, start, end, name)
    assert mended.values == (name, *written.values[1:])
    for slot in ("player", "life", "library", "statement"):
        assert mended.span(slot) == written.span(slot)
    assert parse(mended.text).span("life") != written.span("life")  # what is remembered is not touched


def test_a_statement_is_parsed_once() -> None:
    assert parse('"PlayerA" keep') is parse('"PlayerA" keep')


def test_no_more_statements_are_remembered_than_a_large_file_has(monkeypatch: pytest.MonkeyPatch) -> None:
    memo: dict[str, Statement] = {}
    old: dict[str, Statement] = {}
    monkeypatch.setattr("mtgr.syntax.statement._MEMO", memo)
    monkeypatch.setattr("mtgr.syntax.statement._OLD", old)
    monkeypatch.setattr("mtgr.syntax.statement._MEMO_LIMIT", 3)
    often = parse("#1 untracked")
    for number in range(1, 20):
        assert parse(f"#{number} untracked")["object"] == f"#{number}"
        assert len(memo) <= 3
        assert len(old) <= 3
        assert parse("#1 untracked") is often


def test_few_very_long_statements_are_remembered() -> None:
    """Or typing in a line of a megabyte would take a megabyte for each key."""
    length = 150_000
    for number in range(60):
        text = f'"PlayerA" pass {{{number}{"x" * length}}}'
        parse(text)
        assert text in statement._MEMO
        for memo in (statement._MEMO, statement._OLD):
            assert sum(map(len, memo)) < 2_500_000


# Damage that leaves the meaning plain (R47)


@settings(max_examples=100)
@given(statements(), st.data())
def test_two_spaces_are_one_problem_and_keep_the_meaning(written: Written, data: st.DataObject) -> None:
    assume(len(written.pieces) > 1)
    gap = written.gap(data.draw(st.integers(1, len(written.pieces) - 1)))
    text = written.text
    found = parse(text[:gap] + " " + text[gap:])
    assert meaning(found) == meaning(parse(text))
    assert [(each.start, each.end, each.message) for each in found.problems] == [
        (gap + 1, gap + 2, "one space, and only one, stands between two tokens")
    ]


@settings(max_examples=100)
@given(statements(), st.data())
def test_a_tab_for_a_space_is_one_problem_and_keeps_the_meaning(written: Written, data: st.DataObject) -> None:
    assume(len(written.pieces) > 1)
    gap = written.gap(data.draw(st.integers(1, len(written.pieces) - 1)))
    text = written.text
    found = parse(text[:gap] + "\t" + text[gap + 1 :])
    assert meaning(found) == meaning(parse(text))
    assert [(each.start, each.end, each.message) for each in found.problems] == [(gap, gap + 1, "a tab is not allowed")]


@settings(max_examples=100)
@given(statements(), st.data())
def test_a_control_character_in_a_string_is_one_problem_and_keeps_the_meaning(
    written: Written, data: st.DataObject
) -> None:
    strings = [n for n, piece in enumerate(written.pieces) if piece.startswith('"')]
    assume(strings)
    _, end = written.span(data.draw(st.sampled_from(strings)))
    text = written.text
    found = parse(text[: end - 1] + "\x07" + text[end - 1 :])
    assert meaning(found) == meaning(parse(text))
    assert [(each.start, each.end, each.message) for each in found.problems] == [
        (end - 1, end, "the control character U+0007 is not allowed")
    ]


@pytest.mark.parametrize(
    ("damaged", "wrong", "right"),
    [
        ("#07 tap by ?", "#07", "#7 tap by ?"),
        ("#h007 tap by ?", "#h007", "#h7 tap by ?"),
        ("#7 tap by #07", "#07", "#7 tap by #7"),
        ("#7 tap by cost:#07", "cost:#07", "#7 tap by cost:#7"),
        ("#7 tap by ? replacement #00012", "#00012", "#7 tap by ? replacement #12"),
        ("#7 pt 02/1 -> 2/1 by ?", "02/1", "#7 pt 2/1 -> 2/1 by ?"),
        ("#7 pt 2/1 -> 2/-01 by ?", "2/-01", "#7 pt 2/1 -> 2/-1 by ?"),
        ('"P" life 020 -> -01 by ?', "020", '"P" life 20 -> -1 by ?'),
        ('"P" life 20 -> -01 by ?', "-01", '"P" life 20 -> -1 by ?'),
        ('"P" roll d020 15', "d020", '"P" roll d20 15'),
        ("#7 cost {01}{B} -> {B} by ?", "{01}{B}", "#7 cost {1}{B} -> {B} by ?"),
        ('turn 01 "P"', "01", 'turn 1 "P"'),
        ('"P" pass $01', "$01", '"P" pass $1'),
        ('"P" priority clock "P" 025:00 "Q" 0:00', "025:00", '"P" priority clock "P" 25:00 "Q" 0:00'),
    ],
)
def test_leading_zeros_are_one_problem_and_keep_the_meaning(damaged: str, wrong: str, right: str) -> None:
    found = parse(damaged)
    assert meaning(found) == meaning(parse(right))
    (problem,) = found.problems
    assert damaged[problem.start : problem.end] == wrong
    assert problem.message == "a number has no leading zeros"


def test_zeros_of_a_source_id_are_its_own() -> None:
    text = 'new card #1 "Opt" owner "P" in  hand src arena:x-01_02.03'
    assert parse(text)["sources"] == " src arena:x-01_02.03"


@pytest.mark.parametrize(
    ("text", "wrong", "message"),
    [
        ('"P" pass ', " ", "no space may stand at the end of a line"),
        (' "P" pass', " ", "no space stands before a statement"),
        ('"P"pass', "pass", "a space is missing before `pass`"),
        ('"P" life 20 ->\u00a017 by ?', "->\u00a017", "expected `->` after `20`, found `->\u00a017`"),
        ('"Jose\u0301" pass', '"Jose\u0301"', "this text is not in Unicode Normalization Form C"),
        ('"P" pass $256', "$256", "a NAG is a number from 0 to 255"),
        ('"P" pass $1000', "$1000", "a NAG is a number from 0 to 255"),
        ('"P" pass $' + "9" * 5000, "$" + "9" * 5000, "a NAG is a number from 0 to 255"),
        ('"P" pass {open', "{open", "this comment has no closing brace"),
        ('"P" pass {a} $1', "$1", "annotations stand in the order NAGs, one brace comment, line comment"),
        ('"P" pass {a} {b}', "{b}", "annotations stand in the order NAGs, one brace comment, line comment"),
        ('"P" pass $1 on', "on", "only annotations can follow an annotation, found `on`"),
        ("#7 tap $1 by ? ; x", "by ? ; x", "only annotations can follow an annotation, found `by`"),
        ('"P" pass {a}b', "b", "a space is missing before `b`"),
    ],
)
def test_damage_is_reported_at_its_place(text: str, wrong: str, message: str) -> None:
    (problem,) = parse(text).problems
    assert (text[problem.start : problem.end], problem.message) == (wrong, message)


@pytest.mark.parametrize(
    "damaged",
    [
        '"P" pass ',
        ' "P" pass',
        '"P"pass',
        '\t"P" pass',
        '"P" pass $1 on',
        '"P" pass {open',
        '"P" \x01 pass',
        '"P" pass $256',
    ],
)
def test_damage_around_a_statement_keeps_its_meaning(damaged: str) -> None:
    found = parse(damaged)
    assert found.form is BY_NAME["pass"]
    assert found["player"] == '"P"'


@pytest.mark.parametrize(
    ("damaged", "right"),
    [
        ("#7 tap $1 by ?", "#7 tap by ? $1"),
        (
            '#7 "Fire" move hand -> exile {so} as discard by #1 ;x',
            '#7 "Fire" move hand -> exile as discard by #1 {so} ;x',
        ),
        ('"P" add {W} {so} by #1', '"P" add {W} by #1 {so}'),
        ("#7 tap {so} by #1 replacement $2 #2", "#7 tap by #1 replacement #2 $2 {so}"),
        ("#7  tap {so}by #1", "#7 tap by #1 {so}"),
    ],
)
def test_what_stands_behind_an_annotation_keeps_its_meaning(damaged: str, right: str) -> None:
    found, meant = parse(damaged), parse(right)
    assert (found.right, len(found.problems)) == (right, 1)
    assert (found.form, found.values, found.cause, found.replacements) == (
        meant.form, meant.values, meant.cause, meant.replacements
    )  # fmt: skip
    start, end = found.span("cause")
    assert damaged[start:end] == meant.cause


@pytest.mark.parametrize(
    ("damaged", "right"),
    [
        ("#7 tap by ?; why", "#7 tap by ? ; why"),
        ("#7 tap by rule:sba{why}", "#7 tap by rule:sba {why}"),
        ('"P" pass$1', '"P" pass $1'),
        ("pregame;", "pregame ;"),
        ("#7 cost {R}{4} -> {R} by #1", "#7 cost {4}{R} -> {R} by #1"),
        ("#7\u00a0tap by\u00a0?", "#7 tap by ?"),
        ('"P" pass {{so}', None),
        ('"P" pass {{so} $1', '"P" pass $1 {{so}'),
    ],
)
def test_how_a_statement_should_be_written(damaged: str, right: str | None) -> None:
    assert parse(damaged).problems == () if right is None else parse(damaged).right == right


@pytest.mark.parametrize("character", ["\x00", "\x1f", "\x7f", "\x85", "\x9f", chr(0xD800), chr(0xDFFF)])
def test_control_characters_and_lone_surrogates_are_not_allowed(character: str) -> None:
    (problem,) = parse(f'"P{character}" pass').problems
    assert (problem.start, problem.end) == (2, 3)
    assert problem.message == f"the control character U+{ord(character):04X} is not allowed"


@pytest.mark.parametrize("character", ["\u2028", "\u2029", "\ufeff", "\u00a0", "\U0001f409", "\u00ad"])
def test_other_unusual_characters_are(character: str) -> None:
    assert parse(f'"P{character}" pass ; {character}').problems == ()


@pytest.mark.parametrize(
    ("text", "wrong", "message"),
    [
        (r'#7 "Fire \x" tap by ?', r"\x", r"`\x` is no escape; only `\"`, `\\` and `\n` are"),
        (r'#7 "Fire\" tap by ?', r'"Fire\" tap by ?', "this string has no closing quote"),
        ('#7 "Fire tap by ?', '"Fire tap by ?', "this string has no closing quote"),
        ('#7 "', '"', "this string has no closing quote"),
    ],
)
def test_a_broken_string_leaves_no_meaning(text: str, wrong: str, message: str) -> None:
    found = parse(text)
    assert found.form is None
    (problem,) = found.problems
    assert (text[problem.start : problem.end], problem.message) == (wrong, message)


# Spans


@settings(max_examples=150)
@given(statements())
def test_the_span_of_a_slot_is_where_its_text_stands(written: Written) -> None:
    found = parse(written.text)
    assert found.form is not None
    for name, value in zip(slots(found.form.shape), found.values, strict=True):
        start, end = found.span(name)
        if value:
            assert written.text[start:end] == value.removeprefix(" ")
        else:
            assert (start, end) == found.span("verb")


@pytest.mark.parametrize(
    ("slot", "text"),
    [
        ("statement", '#7 "Fire" move hand -> exile by ? replacement #1'),
        ("clause", '#7 "Fire" move hand -> exile'),
        ("verb", "move"),
        ("object", "#7"),
        ("to", "exile"),
        ("cause", "?"),
        ("replacements", "replacement #1"),
        ("nags", "$1 $2"),
        ("face", "move"),
    ],
)
def test_spans_of_parts(slot: str, text: str) -> None:
    whole = '#7 "Fire" move hand -> exile by ? replacement #1 $1 $2 {a} ; b'
    start, end = parse(whole).span(slot)
    assert whole[start:end] == text


@pytest.mark.parametrize("trailer", ["", " $1", " {a}", " ; b", " $1 $2 {a} ; b"])
def test_without_cause_its_span_is_the_statement(trailer: str) -> None:
    whole = '#7 "Fire" tap' + trailer
    for slot in ("cause", "replacements", "statement", "clause"):
        start, end = parse(whole).span(slot)
        assert whole[start:end] == '#7 "Fire" tap'


@pytest.mark.parametrize(
    ("damaged", "slot", "text"),
    [
        ('#007  "Fire"\ttap  by  cost:#09 $1', "object", "#007"),
        ('#007  "Fire"\ttap  by  cost:#09 $1', "verb", "tap"),
        ('#007  "Fire"\ttap  by  cost:#09 $1', "cause", "cost:#09"),
        ('#007  "Fire"\ttap  by  cost:#09 $1', "statement", '#007  "Fire"\ttap  by  cost:#09'),
        ('#7 "Fi\x01re" tap by ?', "object name", '"Fi\x01re"'),
        ('#7 "Joke\u0301" tap by ?', "object name", '"Joke\u0301"'),
        ('trun 3 "PlayerA"', "verb", "trun"),
        ('trun 3 "PlayerA"', "player", '"PlayerA"'),
        ("precombatmain", "step", "precombatmain"),
        ("#7 tap {so} by #1 replacement #2", "replacements", "replacement #2"),
        ("#7 tap {so} by #1 replacement #2", "verb", "tap"),
    ],
)
def test_spans_are_those_of_the_text_as_it_stands(damaged: str, slot: str, text: str) -> None:
    start, end = parse(damaged).span(slot)
    assert damaged[start:end] == text


# Any text


@settings(max_examples=400)
@given(any_text(newline=True))
@example("")
@example("new")
@example("#")
@example('"P" choose')
@example("#1 hand outside")
@example("by by by")
@example("\x01")
@example("#1 \x01")
def test_any_text_is_read_with_a_form_or_with_a_problem(text: str) -> None:
    found = parse(text)
    assert found.form is not None or len(found.problems) == 1
    assert len(found.problems) <= 1
    for problem in found.problems:
        assert 0 <= problem.start <= problem.end <= len(text)
        assert problem.message
    names = () if found.form is None else slots(found.form.shape)
    for name in ("statement", "clause", "verb", "cause", "replacements", "nags", *names):
        start, end = found.span(name)
        assert 0 <= start <= end <= len(text)


@settings(max_examples=150)
@given(statements(trailer=False), st.data())
def test_a_statement_that_breaks_off_is_a_problem_at_its_last_token(written: Written, data: st.DataObject) -> None:
    assume(len(written.pieces) > 1)
    text = " ".join(written.pieces[: data.draw(st.integers(1, len(written.pieces) - 1))])
    found = parse(text)
    if found.form is None:
        last = tokenize(text)[-1]
        (problem,) = found.problems
        assert (problem.start, problem.end) == (last.start, last.end)
        assert problem.message.endswith("found the end of the line")


@settings(max_examples=150)
@given(statements(trailer=False), st.booleans())
def test_a_word_too_many_is_a_problem_at_that_word(written: Written, with_cause: bool) -> None:
    text = written.text + (" by rule:sba" if with_cause else "")
    found = parse(text + " OOPS")
    assert found.form is None
    (problem,) = found.problems
    assert (problem.start, problem.end) == (len(text) + 1, len(text) + 5)
    assert "`OOPS`" in problem.message


def test_the_keys_of_the_table_begin_like_statements() -> None:
    assert {"turn", "#move", '"pass', "new card", "untap", "#untap", "extension"} <= BY_KEY.keys()
