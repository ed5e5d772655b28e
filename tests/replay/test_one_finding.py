"""What is in doubt after a finding is not reported again: unknown IDs, names and players (R4, R47)."""

from __future__ import annotations

import pytest
from tests.replay.states import A, analysed, joined, messages, state

from mtgr.replay.state import ANY

SCENE = """
    new card #1 "Forest" owner "PlayerA" in battlefield
    new token #2 "Thopter" owner "PlayerA" in battlefield pt 1/1 by ?
    """


@pytest.mark.parametrize(
    "later",
    [
        "#9 move library -> hand as draw by ?\n#9 move hand -> library by ?",
        '#9 counters "time" 4 -> 5 by ?\n#9 pt 1/1 -> 2/2 by ?',
        '#9 become-copy #1 "Forest" by ?\n#1 "Forest" become-copy #9 by ?',
        "#9 goad by ?\n#9 resolve\n#9 cease by ?",
        '#9 identify "Opt"',
        "#9 tap by ?\n#9 tap by ?",
        "#9 cast from hand\n#9 target #2 \"Thopter\"\n#9 move stack -> battlefield pt 1/1 by rule:resolve",
        "new copy #3 of #9 controller \"PlayerA\" in stack by ?\n#3 target \"PlayerB\"",
        "#1 \"Forest\" look \"PlayerB\" by #9",
        "#1 \"Forest\" tap by ? replacement #9 replacement #9",
        "#9 transform by ?\n#9 reveal by ?\n#9 untracked",
        "#9 cost {1} -> {2} by ?\n#9 cost {1} -> {2} by ?",
        "new card #9 \"Opt\" owner \"PlayerA\" in hand",
    ],
)  # fmt: skip
def test_an_unknown_id_is_reported_at_its_first_use(later: str) -> None:
    first = "#9 tap by ?" if not later.startswith('#1 "Forest" look') else '#1 "Forest" look "PlayerB" by #9'
    (found,) = messages(SCENE, first, later)
    assert "`#9` has no `new` line before this use" in found


@pytest.mark.parametrize(
    "later",
    [
        '"Zoe" life 20 -> 19 by ?',
        '"Zoe" poison 0 -> 1 by ?\n"Zoe" counters "energy" 0 -> 1 by ?',
        '"Zoe" add {G} by #1\n"Zoe" pay {G} by cost:#1\n"Zoe" shuffle by ?',
        '#2 "Thopter" control "Zoe" by ?\n#2 "Thopter" attack "Zoe"\n#2 "Thopter" damage "Zoe" 1 by ?',
        'new card #3 "Opt" owner "Zoe" in hand\n#3 "Opt" cast from hand\n#3 "Opt" target "Zoe"',
        'new token #3 "Thopter" owner "Zoe" in battlefield pt 1/1 by ?\n#3 "Thopter" move battlefield -> library by ?',
        'new emblem #3 "x" owner "Zoe" by ?\nnew effect #4 of #1 "Forest" "x" controller "Zoe" by #1',
        '"Zoe" choose first "Zoe"\n"Zoe" choose player "Zoe" by rule:sba\n"Zoe" search library "Zoe" by ?',
        '"Zoe" priority clock "Zoe" 1:00 "PlayerB" 1:00',
        '#2 "Thopter" goad by #1\n#2 "Thopter" end-goad "Zoe" by ?',
    ],
)
def test_an_unknown_player_is_reported_at_the_first_use(later: str) -> None:
    assert messages(SCENE, '"Zoe" pass', later) == [
        'check-1: "Zoe" is neither player; they are "PlayerA" and "PlayerB"'
    ]


def test_a_player_whose_tag_is_wrong_is_known_from_the_keyframe() -> None:
    lines = [line.replace('[Player2 "PlayerB"]', '[Player2 "Zoe"]') for line in analysed(SCENE).lines]
    analysis = type(analysed("")).of_lines(lines)
    assert len(analysis.findings()) == 1


def test_a_number_that_an_unreadable_line_went_past() -> None:
    body = 'new crad #5 "Opt" owner "PlayerA" in hand\nnew card #3 "Opt" owner "PlayerA" in hand'
    assert messages(SCENE, body)[1:] == ["check-3: IDs rise by one: `#6` comes next, found `#3`"]


def test_a_card_whose_number_was_wrong_may_be_introduced_again() -> None:
    """R4: a gap is reported once."""
    body = """
        new card #7 "Opt" owner "PlayerA" in hand
        new card #4 "Shock" owner "PlayerA" in hand
        new card #7 "Fog" owner "PlayerA" in hand
        """
    assert len(messages(SCENE, body)) == 1
    assert state(SCENE, body, sound=False).objects["#7"].name == '"Fog"'


def test_an_open_name_is_open_for_its_copies_too() -> None:
    body = '#2 "Thoptr" tap by ?\n#1 "Forest" become-copy #2 "Thopter" by ?'
    assert len(messages(SCENE, body)) == 1


def test_where_id_and_name_do_not_fit_either_may_be_meant() -> None:
    body = '#1 "Thopter" move battlefield -> graveyard as sacrifice by ?'
    found = state(SCENE, body, sound=False)
    assert found.open["#2", "zone"] == found.open["#1", "zone"] == (ANY,)
    assert messages(SCENE, body, '#2 "Thopter" cease by rule:sba') == ['check-4: `#1` is "Forest", not "Thopter"']


def test_counters_of_a_doubtful_kind() -> None:
    body = """
        #1 "Forest" counters "time" 0 -> 3 by ?
        #1 "Forest" counters "tim" 3 -> 2 by ?
        #1 "Forest" counters "time" 2 -> 1 by ?
        """
    assert len(messages(SCENE, body)) == 1


def test_a_shuffle_may_have_missed_a_card_whose_zone_is_open() -> None:
    body = """
        new card #3 "Opt" owner "PlayerA" in library
        #3 "Opt" mve library -> hand by ?
        "PlayerA" shuffle by ?
        #3 "Opt" cast from hand
        """
    assert len(messages(SCENE, body)) == 1


def test_a_size_in_doubt_says_nothing_of_the_top_card() -> None:
    body = """
        new card #3 "Opt" owner "PlayerA" in library bottom 60
        #9 move hand -> library by ?
        new card #10 "Fog" owner "PlayerA" in library
        #10 "Fog" move library -> hand as draw by ?
        """
    assert len(messages(SCENE, body)) == 1
    assert set(state(SCENE, body, sound=False).open[A, "library"]) == {59, 60}


def test_unspent_mana_is_gone_after_a_gap() -> None:
    body = """
        "PlayerA" add {G} by #1
        incomplete "lost"
        0:01 turn 4 "PlayerB"
        0:01   keyframe
        0:01     player "PlayerA" life 20 poison 0 library 60
        0:01     player "PlayerB" life 20 poison 0 library 60
        0:01     #1 "Forest" battlefield "PlayerA"
        0:01   untap
        """
    assert state(SCENE, body).players[A].mana == ""


def test_states_print_what_they_are() -> None:
    assert repr(state(joined(SCENE)).objects["#2"]) == '<token #2 "Thopter" in battlefield>'
    assert repr(ANY) == "ANY"
