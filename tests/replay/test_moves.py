"""Moving between zones: what is cleared, what is set, whose it is (sections 7.1 and 14.3)."""

from __future__ import annotations

import pytest
from tests.replay.states import A, B, state, thing

CREATURE = 'new card #1 "Memnite" owner "PlayerA" in hand\n#1 "Memnite" move hand -> battlefield pt 1/1 by ?\n'


def test_a_land_is_played_onto_the_battlefield() -> None:
    land = thing("""
        new card #1 "Forest" owner "PlayerA" in hand
        #1 "Forest" play from hand tapped
        """)
    assert (land.zone, land.tapped, land.controller, land.pt) == ("battlefield", True, A, None)


def test_a_modal_card_is_played_with_its_other_face() -> None:
    land = thing("""
        new card #1 "Spikefield Hazard // Spikefield Cave" owner "PlayerA" in hand
        #1 "Spikefield Hazard // Spikefield Cave" play from hand face "Spikefield Cave" tapped
        """)
    assert (land.face, land.name) == ('"Spikefield Cave"', '"Spikefield Hazard // Spikefield Cave"')


def test_the_front_face_is_no_face() -> None:
    """R29."""
    land = thing("""
        new card #1 "Ojer Axonil // Temple of Power" owner "PlayerA" in hand
        #1 "Ojer Axonil // Temple of Power" move hand -> battlefield face "Ojer Axonil" pt 4/4 by ?
        """)
    assert land.face is None


def test_a_spell_is_cast_onto_the_stack() -> None:
    found = state("""
        new card #1 "Memnite" owner "PlayerA" in hand
        new card #2 "Fire // Ice" owner "PlayerA" in hand
        new card #3 "Alive // Well" owner "PlayerA" in hand
        #1 "Memnite" cast from hand
        #2 "Fire // Ice" cast from hand face "Ice"
        #3 "Alive // Well" cast from hand fused
        """)
    assert found.stack == ["#1", "#2", "#3"]
    assert [found.objects[id].zone for id in found.stack] == ["stack"] * 3
    assert (found.objects["#2"].face, found.objects["#3"].fused) == ('"Ice"', True)


def test_what_a_permanent_had_is_gone_when_it_leaves() -> None:
    card = thing(
        CREATURE,
        """
        new card #2 "Rancor" owner "PlayerA" in battlefield
        new card #3 "Tormod's Crypt" owner "PlayerB" in battlefield
        #2 "Rancor" attach #1 "Memnite" by ?
        #1 "Memnite" tap by ?
        #1 "Memnite" counters "+1/+1" 0 -> 1 by ?
        #1 "Memnite" pt 1/1 -> 4/2 by #2
        #1 "Memnite" goad by #3
        #1 "Memnite" move battlefield -> hand by ?
        """,
    )
    assert (card.zone, card.tapped, card.counters, card.pt, card.goaded) == ("hand", False, (), None, ())


def test_what_was_attached_to_a_permanent_is_no_longer() -> None:
    """R26."""
    body = """
        new token #1 "Thopter" owner "PlayerA" in battlefield pt 1/1 by ?
        new card #2 "Rancor" owner "PlayerA" in battlefield
        #2 "Rancor" attach #1 "Thopter" by ?
        #1 "Thopter" move battlefield -> graveyard as sacrifice by ?
        """
    assert thing(body, id="#2", before=True).attached == "#1"
    assert thing(body, id="#2").attached is None


def test_an_object_may_be_unattached() -> None:
    equipment = thing(
        """
        new token #1 "Thopter" owner "PlayerA" in battlefield pt 1/1 by ?
        new card #2 "Skullclamp" owner "PlayerA" in battlefield
        #2 "Skullclamp" attach #1 "Thopter" by ?
        #2 "Skullclamp" unattach by ?
        """,
        id="#2",
    )
    assert equipment.attached is None


def test_a_card_is_exiled_with_an_object_until_that_leaves() -> None:
    body = """
        new card #1 "Opt" owner "PlayerA" in hand
        new card #2 "Ugin's Labyrinth" owner "PlayerA" in battlefield
        #1 "Opt" move hand -> exile with #2 by #2
        #2 "Ugin's Labyrinth" move battlefield -> hand by ?
        """
    assert thing(body, before=True).with_id == "#2"
    assert thing(body).with_id is None


def test_a_card_that_leaves_exile_is_exiled_with_nothing() -> None:
    card = thing("""
        new card #1 "Opt" owner "PlayerA" in hand
        new card #2 "Ugin's Labyrinth" owner "PlayerA" in battlefield
        #1 "Opt" move hand -> exile with #2 by #2
        #1 "Opt" move exile -> hand by #2
        """)
    assert card.with_id is None


def test_delved_cards_stay_with_the_permanent_the_spell_becomes() -> None:
    """CR 607.2q, section 14.3."""
    delved = thing("""
        new card #1 "Opt" owner "PlayerA" in graveyard
        new card #2 "Murktide Regent" owner "PlayerA" in hand
        #2 "Murktide Regent" cast from hand
        #1 "Opt" move graveyard -> exile with #2 by cost:#2
        #2 "Murktide Regent" resolve
        #2 "Murktide Regent" move stack -> battlefield pt 4/4 by rule:resolve
        """)
    assert (delved.zone, delved.with_id) == ("exile", "#2")


def test_delved_cards_are_exiled_with_nothing_once_the_spell_is_countered() -> None:
    delved = thing("""
        new card #1 "Opt" owner "PlayerA" in graveyard
        new card #2 "Murktide Regent" owner "PlayerA" in hand
        #2 "Murktide Regent" cast from hand
        #1 "Opt" move graveyard -> exile with #2 by cost:#2
        #2 "Murktide Regent" countered by ?
        #2 "Murktide Regent" move stack -> graveyard by ?
        """)
    assert delved.with_id is None


def test_the_label_of_what_is_outside_is_kept() -> None:
    assert thing('new card #1 "Opt" owner "PlayerA" in outside "sideboard"').zone == 'outside "sideboard"'


ADVENTURE = """
    new card #1 "Bonecrusher Giant // Stomp" owner "PlayerA" in {zone}
    #1 "Bonecrusher Giant // Stomp" cast from {zone} face "{face}"
    #1 "Bonecrusher Giant // Stomp" resolve
    #1 "Bonecrusher Giant // Stomp" move stack -> {to} by {cause}
    """


@pytest.mark.parametrize(
    ("zone", "face", "to", "cause", "player"),
    [
        ("hand", "Stomp", "exile", "rule:resolve", A),
        ("hand", "Stomp", "graveyard", "rule:resolve", None),
        ("hand", "Bonecrusher Giant", "exile", "rule:resolve", None),
        ("hand", "Stomp", "exile", "?", None),
    ],
)
def test_an_adventure(zone: str, face: str, to: str, cause: str, player: str | None) -> None:
    """R44: only a second half that resolves into exile is on an adventure."""
    assert thing(ADVENTURE.format(zone=zone, face=face, to=to, cause=cause)).adventure == player


def test_whether_a_card_cast_from_a_graveyard_is_on_an_adventure_is_open() -> None:
    """R44: from a graveyard it may be an aftermath, and either player may have cast it (R43)."""
    found = state(ADVENTURE.format(zone="graveyard", face="Stomp", to="exile", cause="rule:resolve"))
    assert found.open["#1", "adventure"] == (None, A, B)


def test_who_may_play_a_card_from_its_adventure_follows_who_cast_it() -> None:
    """R43, R44."""
    found = state(ADVENTURE.format(zone="exile", face="Stomp", to="exile", cause="rule:resolve"))
    assert found.open["#1", "adventure"] == (A, B)


def test_a_replaced_adventure_is_open() -> None:
    """R44."""
    found = state(ADVENTURE.format(zone="hand", face="Stomp", to="exile", cause="rule:resolve replacement #1"))
    assert found.open["#1", "adventure"] == (None, A)


def test_an_adventure_ends_when_the_card_is_cast_again() -> None:
    card = thing(
        ADVENTURE.format(zone="hand", face="Stomp", to="exile", cause="rule:resolve"),
        '#1 "Bonecrusher Giant // Stomp" cast from exile face "Bonecrusher Giant"',
    )
    assert (card.adventure, card.zone) == (None, "stack")


def test_a_companion_is_revealed_and_put_into_the_hand() -> None:
    pregame = """
        new card #1 "Lurrus of the Dream-Den" owner "PlayerA" in outside "sideboard"
        #1 "Lurrus of the Dream-Den" reveal by #1
        """
    keyframe = '#1 "Lurrus of the Dream-Den" outside "sideboard" "PlayerA" companion'
    body = """
        #1 "Lurrus of the Dream-Den" special companion
        #1 "Lurrus of the Dream-Den" move outside "sideboard" -> hand by #1
        """
    assert thing(body, before=True, pregame=pregame, keyframe=keyframe).companion
    assert not thing(body, pregame=pregame, keyframe=keyframe).companion


@pytest.mark.parametrize("reveal", ["reveal by ?", 'look "PlayerB" by ?'])
def test_a_card_revealed_by_something_else_is_no_companion(reveal: str) -> None:
    pregame = f"""
        new card #1 "Opt" owner "PlayerA" in outside "sideboard"
        #1 "Opt" {reveal}
        """
    assert not thing('"PlayerA" pass', pregame=pregame).companion


def test_who_plays_a_card_from_elsewhere_than_a_hand_is_open() -> None:
    """R43: the owner is believed, until something says otherwise."""
    body = """
        new card #1 "Mox Opal" owner "PlayerA" in exile
        #1 "Mox Opal" cast from exile
        """
    found = state(body)
    assert (found.objects["#1"].controller, found.open["#1", "controller"]) == (A, (A, B))
    found = state(body, '"PlayerB" priority\n  stack\n    #1 "Mox Opal" controller "PlayerB"')
    assert found.objects["#1"].controller == B
    assert found.open == {}


def test_a_control_line_settles_who_controls_a_permanent() -> None:
    """R25: elsewhere it is the owner, or the controller that nothing has reset."""
    control = '#1 "Memnite" control "PlayerB" by ?'
    assert thing(CREATURE, control).controller == B
    found = state(CREATURE, control, '#1 "Memnite" move battlefield -> graveyard by ?')
    assert found.open["#1", "controller"] == (A, B)
    again = '#1 "Memnite" move battlefield -> exile by ?\n#1 "Memnite" control "PlayerA" by ?'
    assert state(CREATURE, control, again).open == {}


def test_a_copy_of_a_permanent_spell_becomes_a_token() -> None:
    """Section 7.4, CR 608.3f."""
    body = """
        new card #1 "Memnite" owner "PlayerA" in hand
        #1 "Memnite" cast from hand
        new copy #2 of #1 "Memnite" "Memnite" owner "PlayerA" in stack by ?
        #2 "Memnite" resolve
        #2 "Memnite" move stack -> battlefield pt 1/1 by rule:resolve
        """
    assert thing(body, id="#2", before=True).kind == "copy"
    assert (thing(body, id="#2").kind, thing(body, id="#2").pt) == ("token", "1/1")
