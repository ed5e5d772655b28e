"""Life, poison, counters and mana of players (sections 9.4 and 9.5; checks 10 and 11)."""

from __future__ import annotations

import pytest
from tests.replay.states import A, B, messages, state

LAND = 'new card #1 "Forest" owner "PlayerA" in battlefield'


def test_life_poison_and_counters() -> None:
    found = state("""
        "PlayerA" life 20 -> -3 by ?
        "PlayerB" poison 0 -> 4 by ?
        "PlayerB" counters "energy" 0 -> 2 by ?
        "PlayerB" counters "experience" 0 -> 1 by ?
        "PlayerB" counters "experience" 1 -> 0 by ?
        """)
    assert (found.players[A].life, found.players[B].poison) == ("-3", "4")
    assert found.players[B].counters == (('"energy"', "2"),)


def test_mana_is_added_paid_and_lost() -> None:
    add = '"PlayerA" add {G}{G}{C} by #1\n"PlayerA" add {W} restriction "Spend it on spells." by #1'
    assert state(LAND, add, '"PlayerA" lose-mana {W}{G}{G}{C} by rule:empty-pool').players[A].mana == ""
    assert state(LAND, add, sound=False).players[A].mana == "{W}{G}{G}{C}"
    assert state(LAND, add, '"PlayerA" pay {G}{C} by cost:#1', sound=False).players[A].mana == "{W}{G}"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('"PlayerA" life 19 -> 18 by ?', 'check-10: life of "PlayerA" is 19 here; the replay has 20 since line 17'),
        ('"PlayerA" poison 1 -> 2 by ?', 'check-10: poison of "PlayerA" is 1 here; the replay has 0 since line 17'),
        (
            '"PlayerA" counters "energy" 0 -> 1 by ?\n"PlayerA" counters "energy" 2 -> 3 by ?',
            'check-10: "PlayerA" has 2 "energy" counters here; the replay has 1 since line 25',
        ),
        ('"PlayerA" pay {G} by cost:#1', 'check-11: "PlayerA" has no mana in the pool, which is short of {G}'),
        (
            '"PlayerA" add {G} by #1\n"PlayerA" pay {R} by cost:#1',
            'check-11: "PlayerA" has {G} in the pool, which is short of {R}',
        ),
        (
            '"PlayerA" add {G} by #1\n0:01   end',
            'check-11: "PlayerA" has {G} in the pool, which is lost by a `lose-mana` line before this one',
        ),
        (
            '"PlayerA" add {G}{W} by #1\n"PlayerA" lose-mana {W}{G} by ?',
            "mana-order: mana symbols stand in the order {W}{U}{B}{R}{G}{C}",
        ),
        (
            '"PlayerA" add {G} by #1\n"PlayerA" pay {G} by #1',
            "check-5: the cause of `pay` is `cost:` and the spell's ID, not `by #1`",
        ),
        ('"PlayerC" life 20 -> 19 by ?', 'check-1: "PlayerC" is neither player; they are "PlayerA" and "PlayerB"'),
    ],
)
def test_what_is_wrong_with_a_total(body: str, message: str) -> None:
    (found,) = messages(LAND, body)
    assert found.startswith(message.split(" is `cost")[0])


def test_after_a_difference_both_values_are_believed_once() -> None:
    """R4."""
    wrong = '"PlayerA" life 19 -> 18 by ?'
    assert state(wrong, sound=False).players[A].life == "18"
    assert len(messages(wrong, '"PlayerA" life 18 -> 17 by ?')) == 1
    first, second = ('life of "PlayerA" is 21 here', 'life of "PlayerA" is 22 here')
    assert [each[9:37] for each in messages(_turn(2, 21), _turn(3, 20))] == [first]
    assert [each[9:37] for each in messages(_turn(2, 21), _turn(3, 21))] == [first]
    assert [each[9:37] for each in messages(_turn(2, 21), _turn(3, 22))] == [first, second]


def _turn(number: int, life: int) -> str:
    """A turn whose keyframe gives "PlayerA" this life."""
    return f"""
        0:01 turn {number} "PlayerB"
        0:01   keyframe
        0:01     player "PlayerA" life {life} poison 0 library 60
        0:01     player "PlayerB" life 20 poison 0 library 60
        0:01   untap
        """


def test_a_name_that_is_nearly_a_players_is_taken_for_it() -> None:
    """R4: one finding at its first use."""
    body = '"PlayerBB" life 20 -> 19 by ?\n"PlayerBB" life 19 -> 18 by ?'
    assert len(messages(body, '"PlayerB" life 18 -> 17 by ?')) == 1
    assert state(body, sound=False).players[B].life == "18"


def test_a_name_that_is_like_neither_players_leaves_both_open() -> None:
    found = state('"Zoe" life 20 -> 19 by ?', sound=False)
    assert {(A, "life"), (B, "life")} <= set(found.open)


def test_numbers_may_be_of_any_length() -> None:
    """R17."""
    huge = "1" + "0" * 5000
    body = f'"PlayerA" life 20 -> {huge} by ?\n"PlayerA" life {huge} -> 20 by ?\n"PlayerA" roll d{huge} 3'
    assert messages(body) == []
