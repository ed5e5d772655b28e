"""What objects are where they are: tapped, turned over, copied, goaded, hidden (sections 6.6, 7.3, 7.5 and 9.10)."""

from __future__ import annotations

import pytest
from tests.replay.states import A, B, messages, state, thing

CREATURES = """
    new token #1 "Thopter" owner "PlayerA" in battlefield tapped pt 1/1 by ?
    new card #2 "Clone" owner "PlayerB" in battlefield
    """


def test_tap_and_untap() -> None:
    assert thing(CREATURES).tapped
    assert not thing(CREATURES, '#1 "Thopter" untap by ?').tapped
    assert thing(CREATURES, '#2 "Clone" tap by ?', id="#2").tapped


def test_counters_of_several_kinds() -> None:
    body = """
        #1 "Thopter" counters "time" 0 -> 2 by ?
        #1 "Thopter" counters "+1/+1" 0 -> 1 by ?
        #1 "Thopter" counters "lore" 0 -> 1 by ?
        #1 "Thopter" counters "lore" 1 -> 0 by ?
        """
    assert thing(CREATURES, body).counters == (('"+1/+1"', "1"), ('"time"', "2"))


def test_power_and_toughness() -> None:
    assert thing(CREATURES, '#1 "Thopter" pt 1/1 -> -2/0 by ?').pt == "-2/0"
    assert thing(CREATURES, '#1 "Thopter" pt 1/1 -> ? by ?').pt == "?"
    assert thing(CREATURES, '#1 "Thopter" pt 1/1 -> none by ?').pt is None
    assert thing(CREATURES, '#2 "Clone" pt none -> 0/0 by ?', id="#2").pt == "0/0"


def test_a_double_faced_permanent_turns_over_and_back() -> None:
    card = 'new card #1 "Brutal Cathar // Moonrage Brute" owner "PlayerA" in battlefield'
    turn = '#1 "Brutal Cathar // Moonrage Brute" transform by ?'
    assert thing(card, turn).face == '"Moonrage Brute"'
    assert thing(card, turn, turn).face is None


def test_what_has_one_face_shows_anything_after_transforming() -> None:
    assert ("#1", "face") in state(CREATURES, '#1 "Thopter" transform by ?').open


COPYING = '#2 "Clone" become-copy #1 "Thopter" by #2'


def test_a_copy_has_the_copied_name_until_it_leaves() -> None:
    """R31: the move has the copied name, what comes after it the card's own."""
    clone = thing(CREATURES, COPYING, id="#2")
    assert (clone.name, clone.own_name) == ('"Thopter"', '"Clone"')
    moved = thing(CREATURES, COPYING, '#2 "Thopter" move battlefield -> hand by ?', id="#2")
    assert (moved.name, moved.own_name) == ('"Clone"', None)


def test_a_copy_that_is_countered_has_its_own_name_again() -> None:
    """R31."""
    body = """
        new card #1 "Memnite" owner "PlayerA" in battlefield
        new card #2 "Clone" owner "PlayerA" in hand
        #2 "Clone" cast from hand
        #2 "Clone" become-copy #1 "Memnite" by #2
        #2 "Memnite" countered by ?
        #2 "Memnite" move stack -> graveyard by ?
        #2 "Clone" move graveyard -> hand by ?
        """
    assert thing(body, id="#2").name == '"Clone"'


def test_a_copy_of_a_copy_keeps_its_own_name() -> None:
    again = '#2 "Thopter" become-copy #2 "Thopter" by #2'
    assert thing(CREATURES, COPYING, again, id="#2").own_name == '"Clone"'


def test_a_permanent_is_goaded_by_who_controls_the_cause() -> None:
    assert thing(CREATURES, '#1 "Thopter" goad by #2').goaded == (B,)
    assert thing(CREATURES, '#1 "Thopter" goad by #2', '#1 "Thopter" goad by #1').goaded == (A, B)
    assert thing(CREATURES, '#1 "Thopter" goad by "PlayerA"').goaded == (A,)
    ended = '#1 "Thopter" end-goad "PlayerB" by rule:duration'
    assert thing(CREATURES, '#1 "Thopter" goad by #2', ended).goaded == ()


def test_who_goaded_is_open_if_the_cause_does_not_say() -> None:
    """R30."""
    unknown = state(CREATURES, '#1 "Thopter" goad by ?')
    assert ("#1", "goaded") in unknown.open
    more = state(CREATURES, '#1 "Thopter" goad by ?', '#1 "Thopter" goad by #2')
    assert ("#1", "goaded") in more.open
    less = state(CREATURES, '#1 "Thopter" goad by ?', '#1 "Thopter" end-goad "PlayerB" by rule:duration')
    assert ("#1", "goaded") in less.open


def test_who_goaded_is_one_of_two_if_either_controls_the_cause() -> None:
    """R43."""
    body = """
        new card #3 "Siren" owner "PlayerB" in graveyard
        #3 "Siren" cast from graveyard
        #1 "Thopter" goad by #3
        """
    assert state(CREATURES, body).open["#1", "goaded"] == ((B,), (A,))


def test_a_hidden_card_is_identified() -> None:
    body = """
        new hidden #1 owner "PlayerB" in hand
        #1 identify "Shock" print "M21" "159" src mtgo:1
        """
    assert (thing(body, before=True).name, thing(body, before=True).kind) == (None, "hidden")
    assert thing(body).name == '"Shock"'


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            'new hidden #3 owner "PlayerB" in hand\n#3 identify "Shock"\n#3 "Shock" identify "Opt"',
            'check-15: `#3` "Shock" cannot be identified: its name is known already since line 27',
        ),
        (
            '#1 "Thopter" identify "Opt"',
            'check-15: `#1` "Thopter" cannot be identified: it is a token, not a hidden card',
        ),
        (
            'new emblem #3 "Draw." owner "PlayerA" by ?\n#3 identify "Opt"',
            "check-15: `#3` cannot be identified: it is an emblem, not a hidden card",
        ),
        ('#1 "Thopter" tap by ?', 'check-12: `#1` "Thopter" is tapped already since line 24'),
        ('#2 "Clone" untap by ?', 'check-12: `#2` "Clone" is untapped already since line 25'),
        (
            'new card #3 "Opt" owner "PlayerA" in hand\n#3 "Opt" tap by ?',
            'check-12: `#3` "Opt" is in hand; only a permanent can tap since line 26',
        ),
        (
            '#1 "Thopter" counters "time" 1 -> 2 by ?',
            'check-10: `#1` "Thopter" has 1 "time" counters here; the replay has 0 since line 24',
        ),
        ('#1 "Thopter" pt 2/2 -> 3/3 by ?', 'check-10: `#1` "Thopter" is 2/2 here; the replay has 1/1 since line 24'),
        (
            '#1 "Thopter" move hand -> exile by ?',
            'check-9: `#1` "Thopter" is not in hand but in battlefield since line 24',
        ),
        ('#1 "Clone" untap by ?', 'check-4: `#1` is "Thopter", not "Clone"'),
        ("#1 untap by ?", 'check-4: `#1` is "Thopter": its name stands beside its ID'),
        (
            'new hidden #3 owner "PlayerB" in hand\n#3 "Opt" move hand -> exile by ?',
            "check-4: `#3` is written without a name: its name is hidden here",
        ),
        ("#7 tap by ?", "check-3: `#7` has no `new` line before this use"),
        ('#1 "Thopter" untap by #7', "check-5: `#7` has no `new` line before this use"),
        ("#h1 tap by ?", "check-17: the hypothetical ID `#h1` can only be used inside a variation"),
        (
            '#1 "Thopter" cease by ?\n#1 "Thopter" untap by ?',
            'check-3: the ID `#1` "Thopter" has ended since line 26',
        ),
        (
            'new card #2 "Opt" owner "PlayerA" in hand',
            'check-3: `#2` "Clone" has been introduced already since line 25',
        ),
        ('new card #5 "Opt" owner "PlayerA" in hand', "check-3: IDs rise by one: `#3` comes next, found `#5`"),
        ('#1 "Thopter" untap', "check-5: `untap` needs a cause; write `by ?` if it is not known"),
        ("#2 \"Clone\" untracked by ?", "check-5: `untracked` takes no cause"),
        ('#1 "Thopter" move battlefield -> exile top by ?',
         "library-position: `top` is a place in a library; this move goes to exile"),
        ('#1 "Thopter" move battlefield -> exile as draw by ?',
         "draw-zone: a card is drawn from a library, not from battlefield"),
        ('new card #3 "Opt" owner "PlayerA" in hand\n#3 "Opt" play from hand face "Ice"',
         'face-name: "Ice" is no face of "Opt"'),
        ('new ability #3 mana of #1 "Thopter" ? controller "PlayerA" in stack',
         "ability-zone: a mana ability never uses the stack"),
        ('new ability #3 activated of #1 "Thopter" ? controller "PlayerA"',
         "ability-zone: an activated ability goes on the stack: `in stack` is missing"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_once(body: str, message: str) -> None:
    assert messages(CREATURES, body) == [message]


def test_an_ability_that_triggers_too_late_says_what_to_do() -> None:
    """R42."""
    body = """
        #1 "Thopter" cease by rule:sba
        new ability #3 triggered of #1 "Thopter" ? controller "PlayerA" in stack
        """
    (message,) = messages(CREATURES, body)
    assert "is written before the line that ends the source's ID" in message


def test_effects_emblems_day_and_night() -> None:
    found = state(
        CREATURES,
        """
        new effect #3 of #1 "Thopter" "Until your next turn..." controller "PlayerA" by #1
        new emblem #4 "Creatures you control..." owner "PlayerB" by #2
        day by #2
        """,
    )
    effect, emblem = found.objects["#3"], found.objects["#4"]
    assert (effect.kind, effect.of, effect.zone, effect.text) == ("effect", "#1", None, '"Until your next turn..."')
    assert (emblem.kind, emblem.owner, emblem.zone) == ("emblem", B, "command")
    assert found.day_night == "day"
    assert state(CREATURES, "day by #2", "night by rule:day-night").day_night == "night"


def test_lines_that_change_nothing() -> None:
    body = """
        new card #3 "Fog" owner "PlayerA" in hand
        #1 "Thopter" attack "PlayerB"
        #1 "Thopter" attack #2 "Clone"
        #2 "Clone" block #1 "Thopter"
        #1 "Thopter" damage #2 "Clone" 1 by rule:combat-damage
        #1 "Thopter" damage "PlayerB" 1 prevented by rule:combat-damage replacement #2
        #3 "Fog" reveal by ?
        #3 "Fog" look "PlayerB" by ?
        #3 "Fog" special suspend
        "PlayerA" search library by ?
        "PlayerA" search hand "PlayerB" by ?
        "PlayerA" pass
        ACME_note "x" 3
        """
    before = state(CREATURES, 'new card #3 "Fog" owner "PlayerA" in hand')
    after = state(CREATURES, body)
    assert (before.objects, before.players, before.open) == (after.objects, after.players, after.open)
