"""Signature help: each test shows a statement with its cursor, and the shape with its active part in angle brackets."""

from __future__ import annotations

import pytest
from tests.support.markers import fixture, game

from mtgr.analysis import Analysis
from mtgr.features.signature import Signature, signatures
from mtgr.spec.statements import FORMS, Form, Place


def ask(statement: str) -> list[Signature]:
    """The signatures, the active one first."""
    clean = fixture(game(statement))
    found = signatures(Analysis.of_lines(clean.text.split("\n")), clean.line, clean.column)
    if found is None:
        return []
    first = found.signatures[found.active]
    return [first, *(each for each in found.signatures if each is not first)]


def marked(signature: Signature) -> str:
    """The label with its active part marked."""
    if signature.active is None:
        return signature.label
    start, end = signature.parts[signature.active]
    return f"{signature.label[:start]}<{signature.label[start:end]}>{signature.label[end:]}"


@pytest.mark.parametrize(
    ("statement", "shape"),
    [
        ('#1 "Forest" tap<|>', "OBJECT <tap> by CAUSE"),
        ('#1 "Forest" tap <|>', "OBJECT tap <by CAUSE>"),
        ('#1 "Forest" tap by <|>', "OBJECT tap <by CAUSE>"),
        ('"PlayerA" life <|>', "PLAYER life <NUMBER> -> NUMBER by CAUSE"),
        ('"PlayerA" life 20 -> <|>', "PLAYER life NUMBER -> <NUMBER> by CAUSE"),
        ('"PlayerA" life 2<|>0 -> 18', "PLAYER life <NUMBER> -> NUMBER by CAUSE"),
        ('"PlayerA" pay {R} <|>', "PLAYER pay MANA <by cost:ID>"),
        ("new card <|>", None),
        ("turn 3 <|>", "turn NUMBER <PLAYER>"),
    ],
)
def test_the_part_that_the_cursor_is_in(statement: str, shape: str | None) -> None:
    found = marked(ask(statement)[0])
    if shape is None:
        assert found.startswith("new card <")
    else:
        assert found.replace("INTEGER", "NUMBER").replace("INT", "NUMBER") == shape


def test_inside_what_may_be_left_out() -> None:
    assert "<[as ACTION]>" in marked(ask('#1 "Forest" move library -> hand as <|>')[0])


def test_all_forms_of_a_verb_and_the_fitting_one_is_active() -> None:
    found = ask('"PlayerA" choose first <|>')
    assert marked(found[0]) == "PLAYER choose first <PLAYER>"
    assert any(each.label.startswith("PLAYER choose mode") for each in ask('"PlayerA" choose <|>'))
    assert {each.label.split(" ")[2] for each in ask('#1 "Bolt" choose <|>')} >= {"mode", "x", "color", "hidden"}


def test_the_kind_of_choice_that_is_written() -> None:
    found = ask('#1 "Bolt" choose color <|>')
    assert [marked(each) for each in found] == ["OBJECT choose color <COLOR> [by PLAYER]"]


@pytest.mark.parametrize(
    "statement", ["<|>", '#1 "Forest" <|>', '"PlayerA" keep ; <|>', '"PlayerA" keep $1<|>', "% <|>"]
)
def test_none_before_the_verb_and_in_annotations(statement: str) -> None:
    assert ask(statement) == []


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_form_has_its_signature(form: Form) -> None:
    lead = "0:00   " if form.place is Place.DECK_ENTRY else ""
    found = ask(lead + form.example + "<|>")
    assert found
    words = [word for word in form.shape.split(" ") if word.isalpha()]
    assert all(word in found[0].label.split(" ") for word in words)
    assert any(each.doc.startswith(form.doc) for each in found) or "{choice:choice}" in form.shape
