"""References: every mention of what is at the cursor is marked."""

from __future__ import annotations

import pytest
from tests.support.markers import fixture, game

from mtgr.analysis import Analysis, Place
from mtgr.features.references import references


def ask(text: str, declaration: bool = True) -> list[Place]:
    clean = fixture(text)
    return references(Analysis.of_bytes(clean.text.encode()), clean.line, clean.column, declaration)


def check(text: str) -> None:
    """The references are what is marked; those marked ``declaration`` only when they are asked for."""
    spans = fixture(text).spans
    assert ask(text) == [Place(span.line, span.start, span.end) for span in spans]
    without = [span for span in spans if span.message != "declaration"]
    assert ask(text, declaration=False) == [Place(span.line, span.start, span.end) for span in without]


EFFECT = """
    new effect #2 of #1 "Ragavan, Nimble Pilferer" "Return it." controller "PlayerA" by #1
               ^^ declaration
    new ability #3 triggered of #1 "Ragavan, Nimble Pilferer" ? controller "PlayerA" in stack from #2<|>
                                                                                                   ^^
    #2 cease by rule:delayed-trigger
    ^^
    0:02 turn 2 "PlayerB"
    0:02   keyframe
    0:02     #2 effect of #1 "Ragavan, Nimble Pilferer" "Return it." controller "PlayerA" {#20, #2}
             ^^
                                                                                                ^^
"""


def test_an_effect_in_every_block() -> None:
    check(game(EFFECT))


def test_an_object_by_its_name() -> None:
    check(
        game("""
            new card #1 "Forest" owner "PlayerA" in hand
                     ^^ declaration
            #1 "For<|>est" play from hand
            ^^
        """)
    )


def test_an_object_from_an_escape_line() -> None:
    check(
        game("""
            #1 "Forest" play from hand
            ^^
            % see #<|>1
                  ^^^^^
        """)
    )


def test_a_hypothetical_id_in_its_variation() -> None:
    check(
        game("""
            "PlayerA" keep
            -     (
            -       new token #h1 "Bear" owner "PlayerA" in battlefield by ?
            -     )
            -     (
            -       new token #h1 "Bear" owner "PlayerA" in battlefield by ?
                              ^^^ declaration
            -       #h1<|> "Bear" tap by ?
                    ^^^
            -     )
        """)
    )


def test_a_player_in_its_game() -> None:
    text = game('"PlayerB" pass\n#1 target "Player<|>B"', end="") + "\n" + game("", number=2)
    lines = fixture(text).text.split("\n")
    assert [lines[each.line].strip() for each in ask(text, declaration=False)] == [
        '0:00     player "PlayerB" life 20 poison 0 library 60',
        '0:01     player "PlayerB" life 20 poison 0 library 60',
        '0:01     "PlayerB" pass',
        '0:01     #1 target "PlayerB"',
    ]
    assert lines[ask(text)[0].line] == '[Player2 "PlayerB"]'


@pytest.mark.parametrize("body", ['#1 "Bear" choose mode "a<|>"', '"PlayerA" pa<|>ss', "(<|>", '"PlayerA" pass<|>  '])
def test_nothing_else_has_references(body: str) -> None:
    assert ask(game(body)) == []


@pytest.mark.parametrize(("line", "column"), [(-1, 0), (10**6, 0), (0, 10**6), (12, 0), (0, -1)])
def test_positions_without_a_subject(line: int, column: int) -> None:
    assert references(Analysis.of_bytes(game("").encode()), line, column) == []
