"""Libraries: sizes, the untracked pool, and positions from both ends (sections 6.2 and 14.2, R27, R28)."""

from __future__ import annotations

from tests.replay.states import A, messages, state

KNOWN = """
    new card #1 "Opt" owner "PlayerA" in library top 1
    new card #2 "Shock" owner "PlayerA" in library top 2
    new card #3 "Memnite" owner "PlayerA" in library bottom 1
    new card #4 "Rancor" owner "PlayerA" in library bottom 2
    """


def positions(body: str) -> list[object]:
    """The positions of #1 to #4 of ``KNOWN`` after more lines; 'gone' for those that are elsewhere."""
    found = state(KNOWN, body)
    objects = [found.objects[f"#{number}"] for number in range(1, 5)]
    return [each.position if each.zone == "library" else "gone" for each in objects]


def test_new_cards_are_taken_out_of_the_untracked_pool() -> None:
    found = state(KNOWN)
    assert found.players[A].library == 60
    assert list(found.tracked[A]) == ["#1", "#2", "#3", "#4"]
    assert positions('"PlayerA" pass') == [("top", 1), ("top", 2), ("bottom", 1), ("bottom", 2)]


def test_the_top_card_is_drawn() -> None:
    body = '#1 "Opt" move library -> hand as draw by ?'
    assert positions(body) == ["gone", ("top", 1), ("bottom", 1), ("bottom", 2)]
    assert state(KNOWN, body).players[A].library == 59


def test_a_card_goes_from_the_middle_of_the_top() -> None:
    assert positions('#2 "Shock" move library -> hand by ?') == [("top", 1), "gone", ("bottom", 1), ("bottom", 2)]


def test_a_card_goes_from_the_bottom() -> None:
    assert positions('#3 "Memnite" move library -> hand by ?') == [("top", 1), ("top", 2), "gone", ("bottom", 1)]


def test_a_card_is_put_on_top() -> None:
    body = 'new card #5 "Island" owner "PlayerA" in hand\n#5 "Island" move hand -> library top by ?'
    assert positions(body) == [("top", 2), ("top", 3), ("bottom", 1), ("bottom", 2)]
    found = state(KNOWN, body)
    assert (found.players[A].library, found.objects["#5"].position) == (61, ("top", 1))


def test_a_card_is_put_on_the_bottom() -> None:
    body = 'new card #5 "Island" owner "PlayerA" in hand\n#5 "Island" move hand -> library bottom by ?'
    assert positions(body) == [("top", 1), ("top", 2), ("bottom", 2), ("bottom", 3)]


def test_moving_within_a_library_is_leaving_it_and_entering_it() -> None:
    """R27."""
    body = '#1 "Opt" move library -> library bottom by ?'
    assert positions(body) == [("bottom", 1), ("top", 1), ("bottom", 2), ("bottom", 3)]
    assert state(KNOWN, body).players[A].library == 60


def test_a_card_put_in_somewhere_makes_the_positions_unknown() -> None:
    body = 'new card #5 "Island" owner "PlayerA" in hand\n#5 "Island" move hand -> library by ?'
    assert positions(body) == [None] * 4


def test_a_card_that_leaves_from_somewhere_makes_the_positions_unknown() -> None:
    body = 'new card #5 "Island" owner "PlayerA" in library\n#5 "Island" move library -> hand by ?'
    assert positions(body) == [None] * 4


def test_an_unknown_card_that_is_milled_was_the_top_card() -> None:
    mill = 'new card #5 "Island" owner "PlayerA" in library\n#5 "Island" move library -> graveyard as mill by ?'
    assert state(mill.replace("#5", "#1")).players[A].library == 59
    known = """
        new card #1 "Opt" owner "PlayerA" in library top 3
        new card #2 "Island" owner "PlayerA" in library
        #2 "Island" move library -> graveyard as mill by ?
        """
    assert state(known).objects["#1"].position == ("top", 2)


def test_the_bottom_card_of_a_library_of_that_size_is_its_top_card() -> None:
    """R27, check 13."""
    body = """
        new card #1 "Opt" owner "PlayerA" in library bottom 60
        new card #2 "Island" owner "PlayerA" in library
        #2 "Island" move library -> hand as draw by ?
        """
    assert messages(body) == [
        'check-13: `#2` "Island" is not the top card of "PlayerA"\'s library; `#1` "Opt" is since line 24'
    ]


def test_cards_put_on_the_bottom_together_are_in_a_known_order_or_not() -> None:
    """R28."""
    body = """
        new card #1 "Opt" owner "PlayerA" in hand
        new card #2 "Shock" owner "PlayerA" in hand
        #1 "Opt" move hand -> library bottom by ?
        #2 "Shock" move hand -> library bottom by ?
        """
    found = state(body)
    assert found.open["#1", "position"] == (("bottom", 2), None)
    assert found.open["#2", "position"] == (("bottom", 1), None)
    apart = body.replace('#2 "Shock" move', '"PlayerA" pass\n        #2 "Shock" move')
    assert state(apart).open == {}
    assert state(apart).objects["#1"].position == ("bottom", 2)


def test_a_keyframe_settles_the_order_at_the_bottom() -> None:
    """R28."""
    body = """
        new card #1 "Opt" owner "PlayerA" in hand
        new card #2 "Shock" owner "PlayerA" in hand
        #1 "Opt" move hand -> library bottom by ?
        #2 "Shock" move hand -> library bottom by ?
        0:01 turn 2 "PlayerB"
        0:01   keyframe
        0:01     player "PlayerA" life 20 poison 0 library 62
        0:01     player "PlayerB" life 20 poison 0 library 60
        0:01     #1 "Opt" library "PlayerA"
        0:01     #2 "Shock" library "PlayerA"
        0:01   untap
        """
    found = state(body)
    assert found.open == {}
    assert [found.objects[id].position for id in ("#1", "#2")] == [None, None]


def test_leaving_from_an_open_position_leaves_the_others_open() -> None:
    body = """
        new card #1 "Opt" owner "PlayerA" in hand
        new card #2 "Shock" owner "PlayerA" in hand
        new card #3 "Island" owner "PlayerA" in library bottom 1
        #1 "Opt" move hand -> library bottom by ?
        #2 "Shock" move hand -> library bottom by ?
        #2 "Shock" move library -> hand by ?
        """
    assert state(body).open["#3", "position"] == (("bottom", 2), ("bottom", 3), None)


def test_a_draw_moves_open_positions_too() -> None:
    body = """
        new card #1 "Opt" owner "PlayerA" in library top 3
        new card #2 "Shock" owner "PlayerA" in library top 3
        new card #3 "Island" owner "PlayerA" in library
        #3 "Island" move library -> hand as draw by ?
        """
    found = state(body)
    assert ("#1", "position") in found.open
    assert found.objects["#2"].position == ("top", 2)


def test_the_later_of_two_cards_at_one_place_is_believed() -> None:
    """R52."""
    found = state("""
        new card #1 "Opt" owner "PlayerA" in library top 1
        new card #2 "Shock" owner "PlayerA" in library top 1
        """)
    assert list(found.open) == [("#1", "position")]


def test_a_shuffle_ends_the_ids_in_the_library() -> None:
    found = state(KNOWN, '"PlayerA" shuffle by ?')
    assert found.objects == {}
    assert list(found.ended) == ["#1", "#2", "#3", "#4"]
    assert (found.players[A].library, found.tracked[A]) == (60, {})


def test_an_untracked_card_joins_the_pool() -> None:
    found = state(KNOWN, '#1 "Opt" untracked')
    assert "#1" in found.ended
    assert found.players[A].library == 60
    assert "#1" not in found.tracked[A]


def test_every_card_of_a_library_can_have_an_id_but_no_more() -> None:
    """R21."""
    body = "\n".join(f'new hidden #{number} owner "PlayerA" in library' for number in range(1, 62))
    assert messages(body) == ['check-3: every card of "PlayerA"\'s library has an ID already, all 60']
