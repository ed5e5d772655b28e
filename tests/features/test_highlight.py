"""Document highlight: what the marks name ``write`` and ``read``."""

from __future__ import annotations

from tests.support.markers import fixture, game

from mtgr.analysis import Analysis, Place
from mtgr.features.highlight import highlight


def check(text: str) -> None:
    clean = fixture(text)
    analysis = Analysis.of_bytes(clean.text.encode())
    expected = [(Place(span.line, span.start, span.end), span.message) for span in clean.spans]
    assert highlight(analysis, clean.line, clean.column) == expected


def test_lines_that_change_an_object_and_lines_that_name_it() -> None:
    check(
        game("""
            new hidden #1 owner "PlayerA" in hand
                       ^^ write
            #1 identify "Bear"
            ^^ write
            #1<|> "Bear" move hand -> battlefield pt 2/2 by #1
            ^^ write
                                                            ^^ read
            #1 "Bear" attack "PlayerB"
            ^^ read
            #1 "Bear" tap by rule:declare-attackers
            ^^ write
            #2 damage #1 "Bear" 2 by #2
                      ^^ read
            #1 "Bear" move battlefield -> graveyard by rule:sba
            ^^ write
            0:02 turn 2 "PlayerB"
            0:02   keyframe
            0:02     #1 "Bear" graveyard "PlayerA"
                     ^^ read
        """)
    )


def test_lines_that_change_a_player() -> None:
    analysis = Analysis.of_bytes(
        game('"PlayerA" add {R} by ?\n"PlayerA" life 20 -> 19 by ?\n#1 cast from hand').encode()
    )
    found = highlight(analysis, 5, 12)
    assert [analysis.lines[each.place.line] for each in found if each.kind == "write"] == [
        '[Player1 "PlayerA"]',
        '0:01     "PlayerA" add {R} by ?',
        '0:01     "PlayerA" life 20 -> 19 by ?',
    ]
    assert len(found) == 8


def test_nothing_to_highlight() -> None:
    analysis = Analysis.of_bytes(game("").encode())
    assert highlight(analysis, 0, 3) == highlight(analysis, 10**6, 0) == []
