"""The board for a view that follows the cursor."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.support.markers import fixture, game

from mtgr.analysis import Analysis
from mtgr.features.board_view import board_view, last_event


def view(text: str, *, guess: bool = False) -> dict[str, Any]:
    clean = fixture(text)
    found = board_view(Analysis.of_bytes(clean.text.encode()), clean.line, guess=guess)
    assert found is not None
    json.dumps(found)
    return found


def life(found: dict[str, Any], player: str = "PlayerA") -> int:
    total: int = found["state"]["players"][player]["life"]
    return total


def test_the_state_after_the_line_and_where_it_is() -> None:
    found = view(game('"PlayerA" life 20<|> -> 17 by ?'))
    assert life(found) == 17
    assert (found["statement"], found["step"]) == ('"PlayerA" life 20 -> 17 by ?', "precombat-main")
    assert (found["own"], found["seats"]) == ("PlayerA", ["PlayerA", "PlayerB"])
    assert (found["line"], found["shown"], found["failure"]) == (23, 23, None)
    assert found["state"]["line"] == 24


def test_what_the_line_changes_of_a_player() -> None:
    changed = view(game('"PlayerA" life 20<|> -> 17 by ?'))["changed"]
    assert changed == {"objects": {}, "players": {"PlayerA": ["life"]}, "game": [], "gone": []}


def test_what_the_line_changes_of_an_object() -> None:
    text = game("""
        new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
        #1 "Bear" tap<|> by ?
    """)
    assert view(text)["changed"]["objects"] == {"1": ["tapped"]}
    assert view(text.replace("<|>", "").replace("new token", "new<|> token"))["changed"]["objects"] == {"1": ["new"]}


def test_fields_are_called_what_the_state_calls_them() -> None:
    text = game("""
        new card #1 "Snare" owner "PlayerA" in battlefield
        new card #2 "Bear" owner "PlayerA" in battlefield
        #2 "Bear" move battlefield -> exile<|> with #1 by ?
    """)
    found = view(text)
    assert set(found["changed"]["objects"]["2"]) >= {"zone", "with"}
    assert found["state"]["objects"]["2"]["with"] == "1"


def test_mana_abilities_are_in_no_zone_and_are_left_out() -> None:
    text = game("""
        new card #1 "Forest" owner "PlayerA" in battlefield
        new ability #2 mana of #1 "Forest" "{T}: Add {G}." controller "PlayerA" by "PlayerA"
        "PlayerA" add {G} by<|> #2
    """)
    clean = fixture(text)
    state = Analysis.of_bytes(clean.text.encode()).state(clean.line)
    assert state is not None
    assert "#2" in state.objects
    found = view(text)
    assert list(found["state"]["objects"]) == ["1"]
    assert found["mentioned"] == ["2"]


def test_what_has_gone() -> None:
    text = game("""
        new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
        #1 "Bear" move battlefield -> graveyard as destroy by ?
        #1 "Bear" cease<|> by rule:sba
    """)
    assert view(text)["changed"]["gone"] == ["1"]


def test_what_the_game_itself_changes() -> None:
    entries = "".join(f'0:02     player "Player{each}" life 20 poison 0 library 60\n' for each in "AB")
    found = view(game(f'"PlayerA" keep\n0:02 turn<|> 2 "PlayerB"\n0:02   keyframe\n{entries}0:02   upkeep'))
    assert set(found["changed"]["game"]) == {"turn", "active"}


@pytest.mark.parametrize(
    ("line", "ids"),
    [('#1 "Bear" damage<|> #2 "Wolf" 1 by ? ; #3', ["1", "2"]), ('#1 "Bear" attack<|> "PlayerB"', ["1"])],
)
def test_what_an_event_mentions(line: str, ids: list[str]) -> None:
    assert view(game(line))["mentioned"] == ids


def test_entries_of_a_keyframe_mention_nothing() -> None:
    text = game("", pregame='new card #1 "Forest" owner "PlayerA" in hand', keyframe='#1 "Forest" hand<|>')
    assert view(text)["mentioned"] == []


def test_in_a_variation_it_is_the_state_of_the_branch() -> None:
    text = game("""
        "PlayerA" life 20 -> 19 by ?
        -     (
        -       "PlayerA" life<|> 20 -> 18 by ?
        -     )
    """)
    found = view(text)
    assert (life(found), found["changed"]["players"]) == (18, {"PlayerA": ["life"]})
    assert found["state"]["branch"] == found["line"]


# Where the record is broken

BROKEN = """
    "PlayerA" life 20 -> 18 by ?
    "PlayerA" life 15 -> 12 by ?
    "PlayerB" life 20 -> 19<|> by ?
"""


def test_behind_an_error_it_is_the_last_good_state() -> None:
    found = view(game(BROKEN))
    assert (life(found), life(found, "PlayerB")) == (18, 20)
    assert (found["line"], found["shown"]) == (25, 23)
    assert found["failure"]["line"] == 24
    assert found["failure"]["here"] is True
    assert 'life of "PlayerA" is 15 here' in found["failure"]["message"]
    assert found["changed"] == {"objects": {}, "players": {}, "game": [], "gone": []}


def test_a_guess_is_what_the_replay_goes_on_with() -> None:
    found = view(game(BROKEN), guess=True)
    assert (life(found), life(found, "PlayerB")) == (12, 19)
    assert (found["line"], found["shown"]) == (25, 25)
    assert found["failure"]["here"] is True
    assert found["changed"]["players"] == {"PlayerB": ["life"]}


def test_the_line_of_the_error_itself_is_left_out() -> None:
    assert life(view(game('"PlayerA" life 20 -> 18 by ?\n"PlayerA" life 15<|> -> 12 by ?'))) == 18


def test_before_an_error_all_is_well() -> None:
    assert view(game('"PlayerA" life 20<|> -> 18 by ?\n"PlayerA" life 15 -> 12 by ?'))["failure"] is None


def test_a_later_turn_starts_from_its_keyframe() -> None:
    text = game("""
        "PlayerA" life 15 -> 12 by ?
        0:02 turn 2 "PlayerB"
        0:02   keyframe
        0:02     player "PlayerA" life 12 poison 0 library 60
        0:02     player "PlayerB" life 20 poison 0 library 60
        0:02   upkeep<|>
    """)
    found = view(text)
    assert (found["line"], life(found)) == (found["shown"], 12)
    assert (found["failure"]["line"], found["failure"]["here"]) == (23, False)


def test_a_variation_that_left_before_the_error_is_sound() -> None:
    text = game("""
        "PlayerA" life 20 -> 18 by ?
        "PlayerB" life 15 -> 12 by ?
        -     (
        -       "PlayerB" life<|> 20 -> 19 by ?
        -     )
    """)
    found = view(text)
    assert (life(found, "PlayerB"), found["shown"]) == (19, found["line"])
    assert found["failure"]["here"] is False


def test_a_warning_is_no_error() -> None:
    text = game("""
        #1 "Bear" damage "PlayerA" 2 by ?
        0:00     "PlayerA" life 20 -> 18 by ?
        "PlayerB" life 20<|> -> 18 by ?
    """).replace('#1 "Bear" damage "PlayerA" 2 by ?', '"PlayerA" keep')
    assert view(text)["failure"] is None


def test_the_result_line_has_the_end_of_the_game() -> None:
    text = game('"PlayerA" life 20 -> 17 by ?').replace("\n1-0", "\n1-0<|>")
    found = view(text)
    assert (life(found), found["statement"], found["changed"]["players"]) == (17, "1-0", {})


@pytest.mark.parametrize("line", [-1, 0, 12, 10**6])
def test_there_is_no_board_outside_a_game(line: int) -> None:
    analysis = Analysis.of_bytes(game("").encode())
    assert board_view(analysis, line) is None
    assert last_event(analysis, line, ["#1"]) is None


# Clocks

CLOCKS = """
    "PlayerA" priority clock "PlayerA" 24:00 "PlayerB" 23:00
    "PlayerA" pass
    "PlayerB" priority clock "PlayerA" 22:00 "PlayerB" 21:00
"""


def test_clocks_are_those_recorded_last() -> None:
    text = game(CLOCKS.replace("pass", "pass<|>"))
    assert view(text)["clocks"] == {"players": {"PlayerA": "24:00", "PlayerB": "23:00"}, "round": None}


def test_clocks_of_earlier_turns() -> None:
    text = game(f'{CLOCKS}    0:02 turn 2 "PlayerB"<|>')
    text = text.replace("library 60\n0:01   pre", "library 60\n0:01     round-clock 41:07\n0:01   pre")
    assert view(text)["clocks"] == {"players": {"PlayerA": "22:00", "PlayerB": "21:00"}, "round": "41:07"}


def test_a_clock_in_a_keyframe() -> None:
    text = game("").replace('"PlayerB" life 20 poison 0 library 60', '"PlayerB" life 20 poison 0 library 60 clock 9:59')
    assert view(text.replace("precombat-main", "precombat-main<|>"))["clocks"]["players"] == {"PlayerB": "9:59"}


# The last event of an object

EVENTS = game(
    """
        #1 "Bear" tap by ?
        "PlayerA" keep {#1}
        -     (
        -       #1 "Bear" untap by ?
        -       "PlayerA" keep
        -     )
        "PlayerB" keep
        0:02 turn 2 "PlayerB"
        0:02   keyframe
        0:02     player "PlayerA" life 20 poison 0 library 60
        0:02     player "PlayerB" life 20 poison 0 library 60
        0:02     #1 "Bear" battlefield "PlayerA" pt 2/2 tapped
        0:02     #11 "Bear" battlefield "PlayerA" pt 2/2 tapped
        0:02   upkeep
    """,
    pregame='new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?',
    keyframe='#1 "Bear" battlefield "PlayerA" pt 2/2',
)
LINES = EVENTS.split("\n")


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("0:02   upkeep", "#1 tap"),  # neither an entry of a keyframe nor a variation nor a comment
        ("#1 tap", "new token #1"),  # the one before
        ("new token #1", "new token #1"),  # there is none before
        ("keep -", "#1 untap -"),  # in the variation around the line
        ("1-0", "#1 tap"),
    ],
)
def test_the_last_event_of_an_object(here: str, there: str) -> None:
    def line(words: str) -> int:
        known = [word for word in words.split() if word != "-"]
        return next(
            n
            for n, text in enumerate(LINES)
            if all(word in text.split() for word in known) and ("-" in words.split()) == text.startswith("- ")
        )

    assert last_event(Analysis.of_bytes(EVENTS.encode()), line(here), ["#1"]) == line(there)


def test_the_last_event_of_several_objects() -> None:
    text = game("""
        new card #1 "Forest" owner "PlayerA" in hand
        new card #2 "Forest" owner "PlayerA" in hand
        new card #3 "Forest" owner "PlayerA" in hand
        "PlayerA" keep<|>
    """)
    clean = fixture(text)
    analysis = Analysis.of_bytes(clean.text.encode())
    assert last_event(analysis, clean.line, ["#1", "#2"]) == clean.line - 2
    assert last_event(analysis, clean.line, ["#4"]) is None
