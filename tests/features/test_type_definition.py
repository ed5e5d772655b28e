"""Type definition: the marked IDs are those that the answers lead to."""

from __future__ import annotations

import pytest
from tests.support.markers import fixture, game

from mtgr.analysis import Analysis
from mtgr.features.type_definition import type_definition

OBJECTS = """
    new card #1 "Ragavan" owner "PlayerA" in battlefield
    new card #2 "Clone" owner "PlayerA" in battlefield
    new effect #3 of #1 "Ragavan" ? controller "PlayerA" by #1
    new ability #4 triggered of #1 "Ragavan" ? controller "PlayerA" in stack from #3
    new copy #5 of #4 controller "PlayerA" in stack by #1
    new copy #6 of #1 "Ragavan" "Ragavan" owner "PlayerA" in battlefield by #4
    #2 "Clone" become-copy #1 "Ragavan" by #2
    -     (
    -       #2 "Ragavan" become-copy #6 "Ragavan" by #2
    -       #2 "Ragavan" tap by ? {{{}}}
    -     )
    new emblem #7 ? owner "PlayerA" by #1
    "PlayerA" keep {{{}}}
"""


def ask(place: int, mention: str) -> list[str]:
    marks = ["", ""]
    marks[place] = mention
    clean = fixture(game(OBJECTS.format(*marks)))
    analysis = Analysis.of_bytes(clean.text.encode())
    answers = type_definition(analysis, clean.line, clean.column)
    for each in answers:
        assert analysis.lines[each.target.line][each.target_line.start :].startswith("new ")
    return [analysis.lines[each.target.line][each.target.start : each.target.end] for each in answers]


@pytest.mark.parametrize(
    ("mention", "origins"),
    [
        ("#3<|>", ["#1"]),
        ("#4<|>", ["#1", "#3"]),
        ("#5<|>", ["#4"]),
        ("#6<|>", ["#1"]),
        ("#2<|>", ["#1"]),
        ("#1<|>", []),
        ("#7<|>", []),
        ("#9<|>", []),
        ("nothing<|>", []),
    ],
)
def test_where_it_comes_from(mention: str, origins: list[str]) -> None:
    assert ask(1, mention) == origins


def test_a_variation_knows_its_own() -> None:
    assert ask(0, "#2<|>") == ["#1", "#6"]


def test_a_player_comes_from_nothing() -> None:
    clean = fixture(game('"Player<|>A" keep'))
    assert type_definition(Analysis.of_bytes(clean.text.encode()), clean.line, clean.column) == []
