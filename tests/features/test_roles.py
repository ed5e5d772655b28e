"""The roles of tokens come from the one table of statements."""

from __future__ import annotations

import pytest

from mtgr.features.roles import roles
from mtgr.spec.statements import BY_NAME, CHOICES, FORMS, Form
from mtgr.syntax.tokens import tokenize


def shown(form: str, statement: str) -> str:
    """Each token with its role: ``text:kind``, the slot where it says more than the kind."""
    tokens = tokenize(statement)
    found = roles(BY_NAME[form], tokens)
    return " ".join(f"{token.text}:{role.kind}" for token, role in zip(tokens, found, strict=False))


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_token_of_an_example_has_a_role(form: Form) -> None:
    tokens = tokenize(form.example)
    assert len(roles(form, tokens)) == len(tokens)


@pytest.mark.parametrize("example", [example for _, _, example in CHOICES.values()])
def test_every_token_of_a_choice_has_a_role(example: str) -> None:
    tokens = tokenize(f'"PlayerA" choose {example} by rule:sba')
    assert len(roles(BY_NAME["player choose"], tokens)) == len(tokens)


def test_objects_players_zones_and_positions() -> None:
    assert shown("new card", 'new card #1 "a" owner "p" in library top 2 print "x" "1" src a:1 src b:2') == (
        'new:keyword card:keyword #1:id "a":name owner:keyword "p":player in:keyword library:zone top:position 2:int'
        ' print:keyword "x":string "1":string src:keyword a:1:source src:keyword b:2:source'
    )
    assert shown("move", '#1 move outside "x" -> battlefield attacking "p" pt 1/1 with #2 by #3 replacement #4 $1') == (
        '#1:id move:keyword outside:zone "x":string ->:keyword battlefield:zone attacking:keyword "p":player pt:keyword'
        " 1/1:pt with:keyword #2:id by:keyword #3:cause replacement:keyword #4:id"
    )
    assert shown("spell on stack", '#1 "a" fused controller "p" target #2 "b" amount 1 x 3 hidden') == (
        '#1:id "a":name fused:keyword controller:keyword "p":player target:choice #2:id "b":name amount:keyword 1:int'
        " x:choice 3:int hidden:choice"
    )


def test_roles_end_at_the_first_token_that_does_not_fit() -> None:
    assert shown("move", "#1 move hand -> hnad by #2") == "#1:id move:keyword hand:zone ->:keyword"
    assert shown("counters", '#1 counters "+1/+1"') == '#1:id counters:keyword "+1/+1":string'
    assert shown("new card", 'new card #1 "a" owner "p" in library top') == (
        'new:keyword card:keyword #1:id "a":name owner:keyword "p":player in:keyword library:zone top:position'
    )
