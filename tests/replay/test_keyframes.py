"""Keyframes: what they are compared with, and what they replace after a gap (sections 10, 14.4 and 14.5)."""

from __future__ import annotations

import pytest
from tests.replay.states import A, B, joined, messages, state

SCENE = """
    new card #1 "Forest" owner "PlayerA" in battlefield
    new token #2 "Thopter" owner "PlayerA" in battlefield tapped pt 1/1 by ?
    new card #3 "Rancor" owner "PlayerB" in battlefield
    new card #4 "Opt" owner "PlayerA" in library top 2
    new card #5 "Shock" owner "PlayerA" in exile
    new effect #6 of #1 "Forest" "Until..." controller "PlayerA" by #1
    new emblem #7 "Draw." owner "PlayerB" by #1
    new card #8 "Brutal Cathar // Moonrage Brute" owner "PlayerB" in battlefield
    new hidden #9 owner "PlayerB" in hand
    #3 "Rancor" attach #2 "Thopter" by ?
    #5 "Shock" move exile -> exile with #3 by ?
    #2 "Thopter" counters "+1/+1" 0 -> 1 by ?
    #2 "Thopter" pt 1/1 -> 2/2 by ?
    #2 "Thopter" goad by #3
    #8 "Brutal Cathar // Moonrage Brute" transform by ?
    "PlayerA" counters "energy" 0 -> 2 by ?
    night by ?
    """
ENTRIES = [
    'player "PlayerA" life 20 poison 0 library 60 counters "energy" 2 clock 20:00',
    'player "PlayerB" life 20 poison 0 library 60',
    "night",
    '#1 "Forest" battlefield "PlayerA"',
    '#2 "Thopter" battlefield "PlayerA" pt 2/2 tapped goaded "PlayerB" counters "+1/+1" 1',
    '#3 "Rancor" battlefield "PlayerB" attached #2',
    '#4 "Opt" library "PlayerA" top 2',
    '#5 "Shock" exile with #3',
    '#6 effect of #1 "Forest" "Until..." controller "PlayerA"',
    '#7 command "PlayerB" emblem "Draw."',
    '#8 "Brutal Cathar // Moonrage Brute" battlefield "PlayerB" face "Moonrage Brute"',
    '#9 hand "PlayerB"',
    "round-clock 30:00",
]


def keyframe(*entries: str, turn: int = 2, player: str = "PlayerB") -> str:
    """A turn with a keyframe of these entries, and a step."""
    lines = [f'0:01 turn {turn} "{player}"', "0:01   keyframe", *(f"0:01     {entry}" for entry in entries)]
    return "\n".join([*lines, "0:01   untap"])


def test_a_keyframe_that_says_what_the_replay_has() -> None:
    assert messages(SCENE, keyframe(*ENTRIES)) == []


def test_annotations_and_clocks_are_not_compared() -> None:
    assert messages(SCENE, keyframe(*(f"{entry} $1 {{so}} ; yes" for entry in ENTRIES))) == []


@pytest.mark.parametrize(
    ("entry", "old", "new", "message"),
    [
        (0, "life 20", "life 19", 'life of "PlayerA" is 19 here; the replay has 20 since line 17'),
        (1, "poison 0", "poison 1", 'poison of "PlayerB" is 1 here; the replay has 0 since line 18'),
        (1, "library 60", "library 61", "\"PlayerB\"'s library has 61 cards here; the replay has 60"),
        (0, "counters \"energy\" 2", "counters \"energy\" 3",
         '"PlayerA" has 3 "energy" counters here; the replay has 2 since line 39'),
        (0, 'counters "energy" 2 ', "", '"PlayerA" has 0 "energy" counters here; the replay has 2 since line 39'),
        (2, "night", "day", "it is day here; in the replay it is night since line 40"),
        (3, "battlefield", "hand", '`#1` "Forest" is in hand here; the replay has it in battlefield since line 24'),
        (3, "PlayerA", "PlayerB", '`#1` "Forest" is shown for "PlayerB" here; the replay has "PlayerA" since line 24'),
        (3, ' "PlayerA"', "", 'the entry does not say who controls `#1` "Forest"'),
        (3, 'battlefield "PlayerA"', 'battlefield "PlayerA" pt 1/1',
         '`#1` "Forest" is 1/1 here; the replay has no creature since line 24'),
        (4, "pt 2/2 ", "", '`#2` "Thopter" is no creature here; the replay has 2/2 since line 36'),
        (4, "tapped ", "", '`#2` "Thopter" is not tapped here; in the replay it is tapped since line 25'),
        (4, 'goaded "PlayerB"', 'goaded "PlayerA"',
         '`#2` "Thopter" is goaded by "PlayerA" here; in the replay by "PlayerB" since line 37'),
        (4, 'goaded "PlayerB"', 'goaded "PlayerA" goaded "PlayerB"',
         '`#2` "Thopter" is goaded by "PlayerA" and "PlayerB" here; in the replay by "PlayerB" since line 37'),
        (4, 'goaded "PlayerB" ', "",
         '`#2` "Thopter" is goaded by nobody here; in the replay by "PlayerB" since line 37'),
        (4, ' counters "+1/+1" 1', ' counters "time" 1',
         '`#2` "Thopter" has 1 "time" counters here; the replay has 0 since line 25'),
        (5, " attached #2", "", '`#3` "Rancor" is attached to nothing here; the replay has #2 since line 33'),
        (5, "attached #2", "attached #1", '`#3` "Rancor" is attached to #1 here; the replay has #2 since line 33'),
        (6, "top 2", "top 3", '`#4` "Opt" is at top 3 here; the replay has top 2 since line 27'),
        (6, "top 2", "bottom 59", '`#4` "Opt" is at bottom 59 here; the replay has top 2 since line 27'),
        (6, " top 2", "", '`#4` "Opt" is at no known position here; the replay has top 2 since line 27'),
        (6, "PlayerA", "PlayerB", '`#4` "Opt" is "PlayerA"\'s, not "PlayerB"\'s'),
        (6, ' "PlayerA"', "", 'the entry does not say that `#4` "Opt" is "PlayerA"\'s'),
        (7, " with #3", "", '`#5` "Shock" is linked with nothing here; the replay has #3 since line 34'),
        (7, "exile", "exile \"PlayerA\"", 'no player is written for `#5` "Shock" in exile'),
        (7, "with #3", 'with #3 adventure "PlayerB"',
         '`#5` "Shock" is on an adventure for "PlayerB" here; the replay has nobody since line 34'),
        (7, "with #3", "with #3 companion",
         '`#5` "Shock" is a revealed companion here; in the replay it is not a revealed companion since line 28'),
        (8, "Until...", "Until", '`#6` has the text "Until"; the replay has "Until..."'),
        (8, "of #1 \"Forest\"", "of #3 \"Rancor\"", "the source of `#6` is `#1`, not `#3`"),
        (8, 'controller "PlayerA"', 'controller "PlayerB"',
         '"PlayerB" controls `#6` here; in the replay "PlayerA" does'),
        (9, "Draw.", "Draw", '`#7` has the text "Draw"; the replay has "Draw."'),
        (3, 'battlefield "PlayerA"', 'battlefield "PlayerA" emblem "x"',
         '`#1` "Forest" has the text "x"; the replay has no emblem'),
    ],
)  # fmt: skip
def test_each_wrong_field_is_a_finding(entry: int, old: str, new: str, message: str) -> None:
    """R35."""
    text = ENTRIES[entry]
    assert old in text
    entries = [*ENTRIES[:entry], text.replace(old, new), *ENTRIES[entry + 1 :]]
    assert messages(SCENE, keyframe(*entries)) == [f"check-7: {message}"]


def test_a_face_that_differs() -> None:
    entries = [*ENTRIES[:10], ENTRIES[10].replace(' face "Moonrage Brute"', ""), *ENTRIES[11:]]
    assert messages(SCENE, keyframe(*entries)) == [
        (
            'check-7: `#8` "Brutal Cathar // Moonrage Brute" shows the front face here; '
            'the replay has the face "Moonrage Brute" since line 38'
        )
    ]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (0, 'the keyframe has no entry for "PlayerA"'),
        (2, "the keyframe does not say that it is night since line 40"),
        (3, 'the keyframe does not list `#1` "Forest", which is in battlefield since line 24'),
        (6, 'the keyframe does not list `#4` "Opt", which is in library since line 27'),
        (8, "the keyframe does not list `#6`"),
    ],
)
def test_each_missing_entry_is_a_finding(entry: int, message: str) -> None:
    """R35."""
    (found,) = messages(SCENE, keyframe(*ENTRIES[:entry], *ENTRIES[entry + 1 :]))
    assert found.startswith(f"check-7: {message}")


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ([*ENTRIES[:4], ENTRIES[3], *ENTRIES[4:]], "check-7: this entry stands twice in the keyframe"),
        ([*ENTRIES[:3], ENTRIES[4], ENTRIES[3], *ENTRIES[5:]],
         "check-7: object entries stand in increasing ID order, after the players"),
        ([ENTRIES[1], ENTRIES[0], *ENTRIES[2:]],
         "check-7: a keyframe lists Player1, Player2, day or night, the objects, and the round clock, in this order"),
        ([*ENTRIES[:12], '#10 hand "PlayerB"'], "check-3: `#10` has no `new` line before this use"),
        ([*ENTRIES[:3], ENTRIES[3].replace("#1", "#30"), *ENTRIES[4:]],
         "check-3: `#30` has no `new` line before this use"),
        ([*ENTRIES[:3], ENTRIES[3].replace("Forest", "Island"), *ENTRIES[4:]],
         'check-4: `#1` is "Forest", not "Island"'),
        ([*ENTRIES[:8], '#6 exile', *ENTRIES[9:]], "check-7: `#6` is an effect, not in exile"),
        ([*ENTRIES[:3], '#1 effect of #1 "Forest" ? controller "PlayerA"', *ENTRIES[4:]],
         'check-7: `#1` "Forest" is no effect; it is in battlefield'),
        ([*ENTRIES[:4], ENTRIES[4] + ' counters "lore" 0', *ENTRIES[5:]],
         "counters-order: counters stand in the order of their kinds, each kind once, with a count above zero"),
        ([*ENTRIES[:4], ENTRIES[4].replace("goaded", 'goaded "PlayerB" goaded'), *ENTRIES[5:]],
         "counters-order: goading players stand with Player1 first, each once"),
    ],
)  # fmt: skip
def test_entries_that_should_not_stand_there(entries: list[str], message: str) -> None:
    assert messages(SCENE, keyframe(*entries)) == [message]


def test_an_id_that_is_written_for_another_is_one_finding() -> None:
    entries = [*ENTRIES[:6], ENTRIES[6].replace("#4", "#1"), *ENTRIES[7:]]
    assert messages(SCENE, keyframe(*entries)) == ['check-7: this is the entry of `#4`, not of `#1` "Forest"']


def test_a_whole_library_that_is_not_listed_was_shuffled_perhaps() -> None:
    cards = "\n".join(f'new card #{n} "Opt" owner "PlayerA" in library' for n in (1, 2, 3))
    assert messages(cards, keyframe(*ENTRIES[:2]).replace(' counters "energy" 2', "")) == [
        'check-7: none of the 3 tracked cards of "PlayerA"\'s library is listed; was it shuffled?'
    ]


def test_a_sideboard_card_is_listed_only_as_a_companion() -> None:
    body = 'new card #1 "Opt" owner "PlayerA" in outside "sideboard"'
    players = [ENTRIES[0].replace(' counters "energy" 2', ""), ENTRIES[1]]
    assert messages(body, keyframe(*players)) == []
    assert messages(body, keyframe(*players, '#1 "Opt" outside "sideboard" "PlayerA"')) == [
        'check-7: `#1` "Opt" is in outside "sideboard" and no revealed companion, so the keyframe does not list it'
    ]


def test_the_stack_is_empty_at_a_keyframe() -> None:
    body = """
        new card #1 "Opt" owner "PlayerA" in hand
        #1 "Opt" cast from hand
        """
    players = [ENTRIES[0].replace(' counters "energy" 2', ""), ENTRIES[1]]
    assert messages(body, keyframe(*players)) == ['check-7: the stack is not empty at this keyframe: `#1` "Opt"']


def test_the_game_starts_without_objects() -> None:
    lines = ["0:00     night", '0:00     #1 "Opt" hand "PlayerA"', '0:00     #2 "Opt" hand "PlayerA"']
    assert messages('"PlayerA" pass', pregame="\n".join(lines)) == [
        "check-7: the game starts without day or night: the pregame keyframe has none"
    ]


AFTER_GAP = [
    'player "PlayerA" life 3 poison 1 library 40 counters "energy" 1',
    'player "PlayerB" life 7 poison 0 library 41',
    "day",
    '#2 "Thopter" battlefield "PlayerB" pt 5/5 attached #3',
    '#3 "Rancor" graveyard "PlayerB"',
    '#4 "Opt" library "PlayerA" bottom 3',
    '#5 "Shock" exile adventure "PlayerB"',
    '#6 effect of #3 "Rancor" "Later..." controller "PlayerB"',
    '#8 "Brutal Cathar // Moonrage Brute" battlefield "PlayerB" face "Brutal Cathar"',
    '#9 "Fog" hand "PlayerB"',
]


def test_the_keyframe_after_a_gap_replaces_the_state() -> None:
    """Section 14.4, R41."""
    body = joined(
        SCENE,
        'new card #10 "Side" owner "PlayerA" in outside "sideboard"',
        'new ability #11 activated of #1 "Forest" ? controller "PlayerA" in stack',
        'incomplete "lost"',
    )
    assert state(body).suspended
    found = state(body, keyframe(*AFTER_GAP, turn=9))
    assert not found.suspended
    assert (found.turn, found.active, found.day_night, found.stack) == ("9", B, "day", [])
    assert (found.players[A].life, found.players[A].poison, found.players[A].library) == ("3", "1", 40)
    assert found.players[A].counters == (('"energy"', "1"),)
    assert sorted(found.objects) == ["#10", "#11", "#2", "#3", "#4", "#5", "#6", "#8", "#9"]
    thopter, rancor, opt, shock, effect, cathar, fog = (found.objects[f"#{n}"] for n in (2, 3, 4, 5, 6, 8, 9))
    assert (thopter.controller, thopter.owner, thopter.pt, thopter.tapped) == (B, A, "5/5", False)
    assert (thopter.counters, thopter.goaded, thopter.attached) == ((), (), "#3")
    assert (rancor.zone, rancor.attached) == ("graveyard", None)
    assert opt.position == ("bottom", 3)
    assert (shock.with_id, shock.adventure) == (None, B)
    assert (effect.of, effect.text, effect.controller) == ("#3", '"Later..."', B)
    assert (cathar.face, fog.name) == (None, '"Fog"')
    assert {"#1", "#7"} <= set(found.ended)


def test_checks_resume_after_the_keyframe() -> None:
    body = joined(SCENE, 'incomplete "lost"', keyframe(*AFTER_GAP, turn=9))
    (found,) = messages(body, '"PlayerA" life 20 -> 19 by ?')
    assert found.startswith('check-10: life of "PlayerA" is 20 here; the replay has 3 since line')


def test_while_checks_are_suspended_only_the_others_apply() -> None:
    """Section 14.4."""
    body = """
        incomplete "lost"
        "PlayerA" life 5 -> 4 by ?
        "PlayerA" pay {G} by cost:#1
        #1 "Forest" untap by ?
        #2 "Thopter" move hand -> graveyard by ?
        #2 "Thopter" pt 7/7 -> 8/8 by ?
        #2 "Thopter" counters "time" 3 -> 4 by ?
        #1 "Forest" resolve
        #4 "Opt" move library -> hand as draw by ?
        "PlayerA" priority
        """
    assert messages(SCENE, body) == []
    assert messages(SCENE, body, "#7 tap") == ["check-5: `tap` needs a cause; write `by ?` if it is not known"]


def test_a_recording_that_starts_late() -> None:
    """R14."""
    body = """
        0:01 turn 5 "PlayerB"
        0:01   new card #1 "Forest" owner "PlayerA" in battlefield
        0:01   keyframe
        0:01     player "PlayerA" life 1 poison 0 library 5
        0:01     player "PlayerB" life 2 poison 0 library 6
        0:01     #1 "Forest" battlefield "PlayerA" tapped
        0:01   untap
        """
    found = state('incomplete "late"', body)
    assert (found.objects["#1"].tapped, found.players[B].library) == (True, 6)


def test_an_object_the_keyframe_shows_and_nobody_introduced() -> None:
    body = joined('incomplete "late"', keyframe(*ENTRIES[:2], '#1 "Forest" battlefield "PlayerA"', turn=3))
    assert messages(body, '#1 "Forest" tap by ?', '"PlayerA" pass') == [
        "check-3: `#1` has no `new` line before this use"
    ]
