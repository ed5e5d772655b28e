"""The history of objects."""

from __future__ import annotations

from tests.support.markers import Fixture, fixture, game

from mtgr.analysis import Analysis
from mtgr.analysis.mentions import mentions
from mtgr.features.history import MOST_LINES, History, history


def analysed(text: str) -> tuple[Analysis, Fixture]:
    clean = fixture(text)
    return Analysis.of_bytes(clean.text.encode()), clean


def ask(text: str, id: str = "#1") -> History | None:
    analysis, clean = analysed(text)
    return history(analysis, clean.line, id)


def test_changes_are_counted_up_to_the_line() -> None:
    found = ask(
        game("""
            new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
            #1 "Bear" tap by ?
            #1 "Bear" damage "PlayerB" 2 by ?
            -     (
            -       #1 "Bear" untap by ?
            -     )
            #1 "Bear" untap<|> by ?
            #1 "Bear" tap by ?
        """)
    )
    assert found == History(23, "0:01", "1", 2, None)


def test_keyframes_change_nothing() -> None:
    found = ask(
        game(
            '"PlayerA" pa<|>ss', pregame='new card #1 "Opt" owner "PlayerA" in hand', keyframe='#1 "Opt" hand "PlayerA"'
        )
    )
    assert found == History(18, "0:00", None, 0, None)


def test_inside_a_variation_changes_are_not_counted() -> None:
    found = ask(
        game("""
            new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
            #1 "Bear" tap by ?
            -     (
            -       #1 "Bear"<|> untap by ?
            -     )
        """)
    )
    assert found is not None
    assert found.changes is None


def test_what_is_not_known_has_no_history() -> None:
    text = game("""
        "PlayerA" pa<|>ss
        new card #1 "Opt" owner "PlayerA" in hand
        -     (
        -       new token #h1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
        -     )
    """)
    for id in ("#1", "#2", "#h1"):
        assert ask(text, id) is None
    analysis = analysed(text)[0]
    for line in (-1, 0, 12, 10**6):
        assert history(analysis, line, "#1") is None


LONG = game(
    """
    new card #1 "Opt" owner "PlayerA" in hand print "MH3" "1"
    new card #11 "Opt" owner "PlayerA" in hand
    #11 "Opt" reveal by #1
    #1 "Opt" move hand -> graveyard as discard by #1 ; #1
    0:02 turn 2 "PlayerB"
    0:02   upkeep
    """
)


def test_what_is_known_already_gives_the_same_answer() -> None:
    for id in ("#1", "#11"):
        fresh, prepared = (Analysis.of_bytes(LONG.encode()) for _ in range(2))
        assert not prepared.prepare(mentions, float("inf"))
        last = len(fresh.lines) - 3
        assert history(fresh, last, id) == history(prepared, last, id)
        assert mentions not in fresh.games[0].blocks[0].notes


def test_a_very_long_game_is_not_looked_through() -> None:
    text = LONG.replace("0:02   upkeep\n", "0:02   upkeep\n" + '0:02     "PlayerB" pass\n' * MOST_LINES)
    analysis, last = Analysis.of_bytes(text.encode()), text.count("\n") - 2
    assert history(analysis, last, "#1") is None
    analysis.prepare(mentions, float("inf"))
    assert history(analysis, last, "#1") == History(23, "0:01", "1", 1, ("MH3", "1"))
