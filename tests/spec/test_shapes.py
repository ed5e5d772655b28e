"""The table of statements against its own examples, and the patterns made from it."""

from __future__ import annotations

import re

import pytest

from mtgr.spec import words
from mtgr.spec.shapes import BY_KEY, KINDS, TRAILER, WORDS, Element, Optional, Slot, Word, elements, pattern, slots
from mtgr.spec.statements import BY_NAME, CHOICES, FORMS, SNAPSHOT_TARGET, Form
from mtgr.syntax.statement import parse

each_form = pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
each_choice = pytest.mark.parametrize("choice", CHOICES)


@each_form
def test_the_pattern_of_a_form_matches_its_example(form: Form) -> None:
    clause = pattern(form).match(form.example)
    assert clause is not None
    assert TRAILER.fullmatch(form.example, clause.end()) is not None


@each_form
def test_an_example_is_read_as_a_statement_of_its_shape(form: Form) -> None:
    found = parse(form.example)
    assert found.form is not None
    assert (found.form.shape, found.problems) == (form.shape, ())


@each_form
def test_every_group_of_a_pattern_has_a_name(form: Form) -> None:
    assert pattern(form).groups == len(slots(form.shape))


@each_form
def test_the_slots_of_a_form_have_different_names(form: Form) -> None:
    names = slots(form.shape)
    assert len(set(names)) == len(names)


@each_form
def test_a_form_is_found_by_how_its_example_begins(form: Form) -> None:
    assert any(form in forms for forms in BY_KEY.values())


def test_forms_have_different_names() -> None:
    assert len(BY_NAME) == len(FORMS)


@each_choice
def test_the_example_of_a_choice_is_a_choice_of_objects_players_and_stack_entries(choice: str) -> None:
    example = CHOICES[choice][2]
    for text in (
        f'#3 "Cryptic Command" choose {example}',
        f'"PlayerA" choose {example} by rule:sba',
        f'#3 "Cryptic Command" controller "PlayerA" {example} hidden',
        f'#4 activated of #3 "Cryptic Command" ? controller "PlayerA" {example} hidden',
    ):
        found = parse(text)
        assert found.form is not None
        assert found.problems == ()


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("id", ["#1", "#h12", "#907"], ["#0", "#01", "#h0", "1", "#", "#H1", "#-1"]),
        ("string", ['""', '"a b"', r'"\"\\\n"', '"a // b"'], ['"', '"a', 'a"', r'"\t"', r'"\"', '"a"b"']),
        ("text", ['"Draw a card."', "?"], ["??", "draw"]),
        ("int", ["0", "7", "120", "1" * 5000], ["00", "07", "-1", "+1", "1.5", "", "٣"]),
        ("sint", ["0", "-1", "40"], ["--1", "-01", "- 1"]),
        ("pt", ["2/1", "0/0", "-1/-13"], ["2", "2/", "/1", "02/1", "*/*", "none", "?"]),
        ("ptvalue", ["2/1", "none", "?"], ["None", ""]),
        ("die", ["d6", "d20"], ["20", "d", "d06", "D20"]),
        ("mana", ["{R}", "{W}{U}{B}{R}{G}{C}"], ["", "{}", "{S}", "{1}", "{X}", "R", "{R} {R}"]),
        ("cost", ["{0}", "{1}", "{12}{W}", "{S}{S}"], ["{01}", "{0}{W}", "{W}{1}", "{X}", "{1}{2}", "{R/G}", ""]),
        ("time", ["0:00", "0:41", "12:05", "1:52.374", "999:59.1"], ["00:41", "0:60", ":41", "0:41.", "0:41.1234"]),
        ("split", ["{W/U}", "{2/W}", "{C/W}", "{B/P}", "{R/G/P}"], ["{W}", "{1/W}", "{P/B}", "{S/W}", "{W/2}"]),
        ("payment", ["life", "{W}", "{C}", "{2}"], ["{1}", "{S}", "{W}{W}", "Life"]),
        ("source", ["mtgo:126485", "arena:a-B_c.9"], ["MTGO:1", "mtgo:", ":1", "mtgo:a b", "126485"]),
        ("extension", ["MTGO_note", "X_1"], ["MTGO_", "Mtgo_note", "_x", "MTGO-note", "MTG1_note"]),
        ("argument", ['"a"', "7", "on", "a-b"], ["On", "-7", "07", "a_b", "#1", ""]),
        ("zone", ["hand", "library", 'outside "sideboard"'], ["outside", "Hand", "sideboard", "outside sideboard"]),
        ("position", ["top 1", "bottom 12"], ["top", "top 01", "middle 1"]),
        ("target", ["#1", '#1 "Forest"', '"PlayerA"'], ["PlayerA", '#1 "Forest" "PlayerA"']),
    ],
)  # fmt: skip
def test_what_a_kind_of_slot_holds(kind: str, good: list[str], bad: list[str]) -> None:
    compiled = re.compile(KINDS[kind][0])
    assert [text for text in good if not compiled.fullmatch(text)] == []
    assert [text for text in bad if compiled.fullmatch(text)] == []


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("zone", [zone for zone in words.ZONES if zone != "outside"]),
        ("step", list(words.STEPS)),
        ("action", list(words.ACTIONS)),
        ("ability", list(words.ABILITY_KINDS)),
        ("special", list(words.SPECIAL_ACTIONS)),
        ("color", list(words.COLORS)),
    ],
)
def test_every_word_of_a_list_may_stand_in_its_slot(kind: str, options: list[str]) -> None:
    assert [word for word in options if not re.fullmatch(KINDS[kind][0], word)] == []
    assert set(options) <= set(WORDS[kind])


@pytest.mark.parametrize("rule", words.RULES)
def test_every_rule_is_a_cause(rule: str) -> None:
    assert parse(f"#1 tap by rule:{rule}").cause == f"rule:{rule}"


@pytest.mark.parametrize("step", words.STEPS)
def test_every_step_is_a_statement(step: str) -> None:
    found = parse(step)
    assert found.form is BY_NAME["step"]
    assert found["step"] == step


def test_a_target_is_repeated_in_stack_entries_only() -> None:
    assert parse('#1 controller "PlayerA" target #2 amount 3').problems == ()
    assert parse("#1 choose target #2").form is None
    assert SNAPSHOT_TARGET.startswith("target ")


def test_a_shape_is_read_as_a_tree() -> None:
    expected: tuple[Element, ...] = (
        Word("roll"),
        Slot("whose", "player"),
        Optional(((Word("face"), Slot("face", "name")), (Word("fused"),)), False),
        Optional(((Word("src"), Slot("source", "source")),), True),
    )
    assert elements("roll {whose:player} [face {face:name}|fused] [src {source:source}]*") == expected


def test_slots_are_named_in_the_order_of_their_groups() -> None:
    shape = "{object:object} cast [face {face:name}|fused] {to:target} [src {source:source}]*"
    assert slots(shape) == ("object", "object name", "face", "fused", "to", "sources")
