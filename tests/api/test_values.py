"""Statements from names and slots, and the values that reading gives them."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from tests.support.markers import game

from mtgr import Ref, read_games, statement
from mtgr.api.values import read_slots
from mtgr.spec.statements import CHOICES, FORMS, Form
from mtgr.syntax.statement import parse


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_the_example_of_every_form_is_read_and_written(form: Form) -> None:
    st = parse(form.example)
    assert st.form is not None
    assert statement(st.form.name, by=st.cause, **read_slots(st.form, st.values)) == form.example


@pytest.mark.parametrize("word", CHOICES)
def test_every_choice_is_read_and_written(word: str) -> None:
    text = f'#3 "Charm" choose {CHOICES[word][2]}'
    st = parse(text)
    assert st.form is not None
    slots = read_slots(st.form, st.values)
    assert isinstance(slots["choice"], tuple)
    assert slots["choice"][0] == word
    assert statement("choose", **slots) == text


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ('"A\\"b\\\\c\\n" pass', {"player": 'A"b\\c\n'}),
        ('#3 "Bolt" target "Ben" amount 1', {"object": Ref("#3", "Bolt"), "target": "Ben", "amount": 1}),
        ('#3 "Bolt" target #4 "Bear"', {"object": Ref("#3", "Bolt"), "target": Ref("#4", "Bear")}),
        ('#3 target #4', {"object": Ref("#3"), "target": Ref("#4")}),
        ('new emblem #4 ? owner "Ann"', {"object": Ref("#4"), "text": None, "owner": "Ann"}),
        ('"Ann" life 2 -> -1', {"player": "Ann", "old": 2, "new": -1}),
        ('#1 "Bear" damage "Ben" 2 prevented',
         {"object": Ref("#1", "Bear"), "to": "Ben", "amount": 2, "prevented": True}),
        ('#2 "Bear" exile adventure "Ann" goaded "Ann" goaded "Ben" counters "a" 1 counters "b" 2',
         {"object": Ref("#2", "Bear"), "zone": "exile", "adventure": "Ann", "goadeds": ("Ann", "Ben"),
          "kinds": (("a", 1), ("b", 2))}),
        ('#2 "Bear" controller "Ann" x 3 target #4 "B" amount 2 hidden symbol {U/R} {U}',
         {"object": Ref("#2", "Bear"), "controller": "Ann",
          "choices": (("x", 3), ("target", Ref("#4", "B"), 2), ("hidden",), ("symbol", "{U/R}", "{U}"))}),
        ('#2 identify "Bear" print "A" "1" src mtgo:1 src arena:x-2',
         {"object": Ref("#2"), "name": "Bear", "set": "A", "number": "1", "sources": ("mtgo:1", "arena:x-2")}),
        ('#2 "Bear" move hand -> outside "side\\"board" top',
         {"object": Ref("#2", "Bear"), "from": "hand", "to": 'outside "side\\"board"', "end": "top"}),
    ],
)  # fmt: skip
def test_slots_as_values(text: str, slots: dict[str, Any]) -> None:
    st = parse(text)
    assert st.form is not None
    assert not st.problems
    found = read_slots(st.form, st.values)
    assert found == slots
    assert [getattr(value, "name", None) for value in found.values()] == [
        getattr(value, "name", None) for value in slots.values()
    ]
    assert statement(st.form.name, **found) == text


def test_values_may_be_given_in_other_ways() -> None:
    assert statement("tap", object=7, by="cost:#2") == "#7 tap by cost:#2"
    assert statement("cast", object="#7", from_="hand") == "#7 cast from hand"
    assert statement("add", player="Ann", mana="{C}{G}{W}", by="#4") == '"Ann" add {W}{G}{C} by #4'
    assert statement("cost", object=1, old="{B}{1}", new="{0}", by="?") == "#1 cost {1}{B} -> {0} by ?"
    assert statement("pass", player="Zoe\u0308") == '"Zo\u00eb" pass'
    assert statement("attach", object=1, to=2, by="Ann") == '#1 attach #2 by "Ann"'
    assert statement("play", object=1, from_="hand", tapped=False, face=None) == "#1 play from hand"
    assert statement("player entry", player="A", life=1, poison=0, library=2, kinds=[("b", 1), ("a", 2)]).endswith(
        'counters "a" 2 counters "b" 1'
    )
    assert statement("pass", player="A", nags=[1, 5], brace="b", comment=" c") == '"A" pass $1 $5 {b} ; c'
    assert statement("move", object=1, from_="hand", to="exile", by="#2", replacements=["#3", "#4"]) == (
        "#1 move hand -> exile by #2 replacement #3 replacement #4"
    )


@pytest.mark.parametrize(
    ("name", "slots", "message"),
    [
        ("lfie", {}, "there is no statement 'lfie'; did you mean 'life'?"),
        ("\n", {}, "there is no statement '\\n'"),
        ("life", {"player": "A", "old": 1}, "`life` needs new: a number"),
        ("life", {"player": "A", "old": 1, "new": 2, "by_": 3}, "`life` has no by; it has player, old, new"),
        ("pregame", {"player": "A"}, "`pregame` has no player; it has no slots"),
        ("cast", {"object": 1, "from_": "hand", "face": "A", "fused": True}, "`cast` has one of face and fused"),
        ("identify", {"object": 1, "name": "A", "set": "B"}, "`identify` needs number: a text"),
    ],
)
def test_slots_that_do_not_fit_are_type_errors(name: str, slots: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError) as error:
        statement(name, **slots)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("name", "slots", "message"),
    [
        ("cast", {"object": 1, "from_": "hand face"}, "from of `cast` is a zone, not 'hand face'"),
        ("tap", {"object": "7"}, "object of `tap` is an object like `#7`, not '7'"),
        ("tap", {"object": 0}, "object of `tap` is an object like `#7`, not 0"),
        ("tap", {"object": ("#1", "A")}, "object of `tap` is an object like `#7`, not ('#1', 'A')"),
        ("poison", {"player": "A", "old": -1, "new": 1}, "old of `poison` is a number, not -1"),
        ("poison", {"player": "A", "old": True, "new": 1}, "old of `poison` is a number, not True"),
        ("pass", {"player": "A\tB"}, "player of `pass` has a character that no text may have: 'A\\tB'"),
        ("pass", {"player": 3}, "player of `pass` is a player's name, not 3"),
        ("choose", {"object": 1, "choice": ("colour", "red")}, "choice of `choose` is a choice, not ('colour', 'red')"),
        ("choose", {"object": 1, "choice": ("x", 1, 2)}, "a choice `x` consists of x, value, not ('x', 1, 2)"),
        ("identify", {"object": 1, "name": "A", "sources": "mtgo:1"},
         "sources of `identify` is a tuple with an item for each, not 'mtgo:1'"),
        ("object entry", {"object": 1, "zone": "exile", "kinds": [("a",)]},
         "an item of kinds of `object entry` is a tuple (kind, count), not ('a',)"),
    ],
)  # fmt: skip
def test_values_that_do_not_fit_are_value_errors(name: str, slots: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        statement(name, **slots)
    assert str(error.value) == message


@pytest.mark.parametrize("trailer", [{"brace": "a}b"}, {"brace": "a\nb"}, {"comment": "a\nb"}, {"nags": [-1]}])
def test_a_comment_cannot_break_out(trailer: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="this cannot stand after a statement"):
        statement("pass", player="A", **trailer)


def test_a_ref_is_its_id() -> None:
    ref = Ref("#7", "Forest")
    assert (ref, ref.name, {ref: 1}["#7"]) == ("#7", "Forest", 1)
    assert repr([ref, Ref("#8")]) == "[Ref('#7', 'Forest'), Ref('#8')]"
    for other in (copy.copy(ref), pickle.loads(pickle.dumps(ref))):
        assert (type(other), other, other.name) == (Ref, "#7", "Forest")


def test_numbers_of_any_length() -> None:
    digits = "9" * 6000
    [counters] = [
        each
        for read in read_games(game(f'"PlayerA" counters "energy" 0 -> {digits} by ?').encode())
        for each in read.statements()
        if each.name == "player counters"
    ]
    assert counters.slots["new"] == digits
    assert statement(counters.name, by=counters.by, **counters.slots) == counters.text
