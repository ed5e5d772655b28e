"""Call hierarchy: what is begun with, and what a walk from there shows."""

from __future__ import annotations

from textwrap import dedent

import pytest
from tests.support.markers import fixture, game

from mtgr.analysis import Analysis, Place
from mtgr.features.call_hierarchy import Call, Item, find, incoming, outgoing, prepare

BODY = """
    new card #7 "Bolt" owner "PlayerA" in hand
    #7 "Bolt" cast from hand $1 {{well {0}done}}
    #7 "Bolt" tar{1}get "PlayerB"
    new ability #8 triggered of #4 "Adept" "Whenever \\"you\\" cast" controller "PlayerA" in stack
    #8 res{2}olve
    #4 "Adept" pt 1/1 -> 2/2 by #8 replacement #17 replacement #7
    #8 cease by rule:resolve
    #7 "Bolt" resolve
    #7 "Bolt" damage "PlayerB" 3 by #7
    "PlayerB" life 20 -> 17 by #7
    #7{3} "Bolt" move stack -> graveyard by rule:resolve
    -     (
    -       #7 "Bolt" move stack -> exile by #7
    -     )
    0:02   up{4}keep
    #4 "Ad{5}ept" untap by rule:untap
"""
MARKS = 6


def begin(mark: int) -> tuple[Analysis, Item]:
    """The analysis of the text, and what its place with this number begins with."""
    clean = fixture(game(dedent(BODY).format(*("<|>" if mark == number else "" for number in range(MARKS)))))
    analysis = Analysis.of_bytes(clean.text.encode())
    (item,) = prepare(analysis, clean.line, clean.column)
    return analysis, item


def shown(analysis: Analysis, calls: list[Call], step: str = "", depth: int = 0) -> list[str]:
    """The calls, each with what its ranges hold, and below it, if there is a ``step``, the calls of those."""
    found = []
    for call in calls:
        held = [analysis.lines[each.line][each.start : each.end] for each in call.ranges]
        found.append(f"{'  ' * depth}{call.item.name} <{' '.join(held)}>")
        if step:
            further = (outgoing if step == "out" else incoming)(analysis, call.item.line, call.item.id)
            found.extend(shown(analysis, further, step, depth + 1))
    return found


def test_all_that_came_of_a_spell() -> None:
    analysis, item = begin(0)
    assert item.name == "#7 Bolt cast from hand"
    assert shown(analysis, outgoing(analysis, item.line), "out") == [
        "#7 Bolt target PlayerB <#7>",
        "#4 Adept pt 1/1 -> 2/2 <#7>",
        "#7 Bolt resolve <#7>",
        "  #7 Bolt damage PlayerB 3 <#7>",
        "    PlayerB life 20 -> 17 <#7>",
        "  #7 Bolt move stack -> graveyard <rule:resolve>",
        "  #7 Bolt move stack -> exile <#7>",
    ]


def test_why_something_happened() -> None:
    analysis, _ = begin(0)
    line = next(n for n, text in enumerate(analysis.lines) if "life 20 -> 17" in text)
    assert shown(analysis, incoming(analysis, line), "in") == [
        "#7 Bolt damage PlayerB 3 <damage>",
        "  #7 Bolt resolve <resolve>",
        "    #7 Bolt cast from hand <cast>",
    ]


def test_an_object_did_what_it_caused_and_what_it_is_the_source_of() -> None:
    analysis, item = begin(3)
    assert (item.kind, item.id, item.name) == ("object", "#7", "#7 Bolt")
    assert shown(analysis, outgoing(analysis, item.line, item.id)) == [
        "#7 Bolt cast from hand <#7>",
        "#4 Adept pt 1/1 -> 2/2 <#7>",
        "#7 Bolt resolve <#7>",
        "#7 Bolt damage PlayerB 3 <#7 #7>",
        "PlayerB life 20 -> 17 <#7>",
        "#7 Bolt move stack -> exile <#7>",
    ]
    assert shown(analysis, incoming(analysis, item.line, item.id)) == ["new card #7 Bolt owner PlayerA in hand <#7>"]
    analysis, item = begin(5)
    assert shown(analysis, outgoing(analysis, item.line, item.id)) == [
        'new ability #8 triggered of #4 Adept Whenever "you" cast controller PlayerA in stack <#4>'
    ]
    assert incoming(analysis, item.line, item.id) == []  # no line introduces it


def test_a_step_caused_what_its_rules_did() -> None:
    analysis, item = begin(4)
    assert (item.name, item.kind) == ("upkeep", "structure")
    assert shown(analysis, outgoing(analysis, item.line)) == ["#4 Adept untap <rule:untap>"]


@pytest.mark.parametrize(
    ("mark", "detail"),
    [
        (0, "turn 1 PlayerA, precombat-main, 0:01"),
        (2, "triggered ability of #4 Adept, turn 1 PlayerA, precombat-main, 0:01"),
        (3, "card, turn 1 PlayerA, precombat-main, 0:01"),
        (4, "turn 1 PlayerA, 0:02"),
        (5, ""),
    ],
)
def test_details_say_what_it_is_and_when_it_was(mark: int, detail: str) -> None:
    assert begin(mark)[1].detail == detail


def test_details_say_that_a_line_is_in_a_variation() -> None:
    analysis, item = begin(3)
    assert outgoing(analysis, item.line, item.id)[-1].item.detail == "turn 1 PlayerA, precombat-main, in a variation"


def test_the_places_of_a_statement_and_of_an_object() -> None:
    analysis, item = begin(1)
    text = analysis.lines[item.line]
    assert text[item.place.start : item.place.end] == '#7 "Bolt" target "PlayerB"'
    assert text[item.selection.start : item.selection.end] == "target"
    assert item.text == text
    analysis, item = begin(3)
    introduced = item.line - 10
    assert item.place == Place(introduced, 9, len(analysis.lines[introduced]))
    assert item.selection == Place(introduced, 18, 20)
    analysis, item = begin(5)
    assert item.selection == Place(item.line, 9, 19)


def test_an_ability_copy_effect_and_hidden_card_are_described() -> None:
    body = """
        new hidden #1 owner "PlayerA" in hand
        #1 identify "Clone"
        new effect #2 of #1 "Clone" ? controller "PlayerA" by ?
        new copy #3 of #1 "Clone" "Clone" owner "PlayerA" in stack by ?
        new token #h1 "Bear" owner "PlayerA" in battlefield by ?
    """
    analysis = Analysis.of_bytes(game(dedent(body)).encode())
    first = next(n for n, text in enumerate(analysis.lines) if "hidden" in text)
    found = [prepare(analysis, n, analysis.lines[n].index("#") + 1)[0] for n in range(first, first + 4)]
    assert [(each.name, each.detail.partition(",")[0]) for each in found] == [
        ("#1 Clone", "hidden card"),
        ("#1 Clone", "hidden card"),
        ("#2", "effect of #1 Clone"),
        ("#3 Clone", "copy of #1"),
    ]


@pytest.mark.parametrize(
    "line", ["% note", '0:01         player "A" li<|>fe 1 poison 0 library 1', "-     (<|>", "#1 jum<|>ps"]
)
def test_what_nothing_begins_with(line: str) -> None:
    clean = fixture(game(line if "<|>" in line else line + "<|>"))
    assert prepare(Analysis.of_bytes(clean.text.encode()), clean.line, clean.column) == []


@pytest.mark.parametrize(("line", "column"), [(-1, 0), (10**6, 0), (0, 5), (12, 0)])
def test_places_outside_a_body(line: int, column: int) -> None:
    analysis = Analysis.of_bytes(game("").encode())
    assert prepare(analysis, line, column) == []
    assert incoming(analysis, line) == outgoing(analysis, line) == []
    assert incoming(analysis, line, "#1") == outgoing(analysis, line, "#1") == []


def test_a_line_is_found_again() -> None:
    analysis = Analysis.of_lines(["a", "b", "a", "c", ""])
    assert [find(analysis, line, "a") for line in (0, 1, 2, 3, 9)] == [0, 0, 2, 2, 2]
    assert find(analysis, 2, "x") is None


def test_long_names_are_cut() -> None:
    analysis = Analysis.of_bytes(game(f'#1 "{"x" * 5000}" cast from hand').encode())
    line = next(n for n, text in enumerate(analysis.lines) if "xxx" in text)
    (item,) = prepare(analysis, line, 0)
    assert len(item.name) < 200
