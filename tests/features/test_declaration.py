"""Declaration: where the marked target is."""

from __future__ import annotations

import pytest
from tests.support.markers import fixture, game

from mtgr.analysis import Analysis, Place
from mtgr.features.declaration import declaration
from mtgr.features.definition import definition


def check(text: str) -> None:
    """The answer leads to what is marked ``target``, in the statement that is marked."""
    clean = fixture(text)
    marks = {span.message: Place(span.line, span.start, span.end) for span in clean.spans}
    answer = declaration(Analysis.of_bytes(clean.text.encode()), clean.line, clean.column)
    assert answer is not None
    assert (answer.target, answer.target_line) == (marks["target"], marks["statement"])


def test_an_object_that_is_identified() -> None:
    check(
        game("""
            new hidden #1 owner "PlayerA" in hand
            #1 identify "Bear" print "LEA" "1" $1 {it was}
            ^^ target
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ statement
            #1 "B<|>ear" cast from hand
        """)
    )


BRANCHES = """
    new hidden #1 owner "PlayerA" in hand
    "PlayerA" keep
    -     (
    -       #1 identify "Fox"
    -       (
    -         #1 cast from hand{}
    -       )
    -     )
    #1 identify "Bear"
    #1 "Bear" cast from hand{}
"""


@pytest.mark.parametrize(("where", "name"), [(0, "Fox"), (1, "Bear")])
def test_an_object_that_variations_identify_in_their_own_way(where: int, name: str) -> None:
    marks = ["", ""]
    marks[where] = " $1 {#1<|>}"
    clean = fixture(game(BRANCHES.format(*marks)))
    analysis = Analysis.of_bytes(clean.text.encode())
    answer = declaration(analysis, clean.line, clean.column)
    assert answer is not None
    assert f'identify "{name}"' in analysis.lines[answer.target.line]


@pytest.mark.parametrize("line", ['#1<|> "Bear" tap by ?', '"Player<|>A" pass', "#9<|> tap by ?", "upkeep<|>"])
def test_what_is_not_identified_has_its_definition(line: str) -> None:
    clean = fixture(game(f'    new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?\n    {line}'))
    analysis = Analysis.of_bytes(clean.text.encode())
    assert declaration(analysis, clean.line, clean.column) == definition(analysis, clean.line, clean.column)
