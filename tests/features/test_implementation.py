"""Implementation: the lines that are marked are those that the answers lead to."""

from __future__ import annotations

import pytest
from tests.support.markers import fixture, game

from mtgr.analysis import Analysis
from mtgr.features.implementation import implementation


def check(text: str) -> None:
    """The answers lead to the marked IDs."""
    clean = fixture(text)
    answers = implementation(Analysis.of_bytes(clean.text.encode()), clean.line, clean.column)
    assert [(each.target.line, each.target.start, each.target.end) for each in answers] == [
        (span.line, span.start, span.end) for span in clean.spans
    ]


def test_a_spell_that_is_cast_more_than_once() -> None:
    check(
        game("""
            #1<|> "Think Twice" cast from hand
            #1 "Think Twice" resolve
            ^^
            #1 "Think Twice" move stack -> graveyard by rule:resolve
            #1 "Think Twice" cast from graveyard
            #1 "Think Twice" countered by #2
            ^^
            #1 "Think Twice" cast from graveyard
            #1 "Think Twice" fizzle
            ^^
            #10 resolve
        """)
    )


def test_an_ability_resolves_before_it_ceases() -> None:
    check(
        game("""
            new ability #1<|> triggered of #2 ? controller "PlayerA" in stack
            #1 resolve
            ^^
            #1 cease by rule:resolve
        """)
    )


@pytest.mark.parametrize("rule", ["no-choice", "duration"])
def test_what_only_ceases(rule: str) -> None:
    check(game(f"#1<|> target #2\n#1 cease by rule:{rule}\n^^"))


BRANCHES = """
    #1 cast from hand{}
    -     (
    -       #1 resolve
    -       #2 tap by ?{}
    -     )
    -     (
    -       #1 countered by ?
    -     )
    #1 fizzle
"""


@pytest.mark.parametrize(("where", "expected"), [(0, ["fizzle"]), (1, ["resolve", "fizzle"])])
def test_variations_around_the_line_count(where: int, expected: list[str]) -> None:
    marks = ["", ""]
    marks[where] = " {#1<|>}"
    clean = fixture(game(BRANCHES.format(*marks)))
    analysis = Analysis.of_bytes(clean.text.encode())
    answers = implementation(analysis, clean.line, clean.column)
    assert [analysis.lines[each.target.line].split()[-1] for each in answers] == expected


@pytest.mark.parametrize("line", ["#1<|> tap by ?", '"Player<|>A" keep', "upk<|>eep", "#h1<|> resolves"])
def test_what_never_leaves_the_stack(line: str) -> None:
    check(game(line))
