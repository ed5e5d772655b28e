"""The state as people read it."""

from __future__ import annotations

from tests.support.full_state import A, B, full_state

from mtgr.cli.output import STYLES
from mtgr.features.board import read_board
from mtgr.features.board_text import board_lines, plain
from mtgr.features.columns import columns
from mtgr.replay.state import GameObject, Player, State


def shown(state: State, width: int = 100, own: str | None = A) -> str:
    return plain(board_lines(read_board(state, own=own), width))


def with_things(*things: GameObject) -> State:
    state = State(players={A: Player("20"), B: Player("20")})
    state.objects = {thing.id: thing for thing in things}
    return state


def card(id: str, name: str, zone: str = "hand", **values: object) -> GameObject:
    return GameObject(id, "card").replace(**{"name": name, "owner": A, "controller": A, "zone": zone, **values})


def test_everything_has_its_place() -> None:
    assert (
        plain(board_lines(read_board(full_state(), "draw", A), 100))
        == """\
Turn 5 of PlayerA, draw, day

  PlayerB ─────────────────────────────────────────── -1 life · 1 in hand · 52 in library · 3 poison
    hand                   1  #3 hidden card
    exile                  2  #5 Bonecrusher Giant // Stomp (on an adventure of PlayerA)
                              #6 Fatal Push (with #2 Ragavan, Nimble Pilferer)
    graveyard                 –
    other permanents          –
    creatures              1  #4 Goblin ? (token, attached to #2 Ragavan, Nimble Pilferer)

  Stack, top first ─────────────────────────────────────────────────────────────────────────────────
    1  #12 triggered ability of #2 Ragavan, Nimble Pilferer: Add {C} or {G} (from #10, controlled by
         PlayerA)
    2  #11 Fire // Ice (fused, target #2 "Ragavan, Nimble Pilferer", x 3, controlled by PlayerB)

▶ PlayerA ────────────────────────────────── 20 life · 0 in hand · 43 in library · 2 energy · {R}{R}
    creatures              2  #2 Ragavan, Nimble Pilferer 3/2 (really Clone, +1/+1 ×1, shield ×2,
                                goaded by PlayerB, owned by PlayerB)
                              #7 Delver // Aberration 3/2 (face Aberration)
    other permanents       1  #1 Forest tapped
    graveyard              1  #8 Opt (controlled by PlayerB)
    exile                     –
    hand                      –
    outside (sideboard)    1  #9 Lurrus (companion)
    command                1  #14 emblem: Creatures you control have haste.
    in library             1  #15 Island (top 2)

  Lasting effects ──────────────────────────────────────────────────────────────────────────────────
    #10 effect of #2 Ragavan, Nimble Pilferer: Until your "next" turn (controlled by PlayerA)

  Elsewhere ────────────────────────────────────────────────────────────────────────────────────────
    #h1 <U+001B>[31mRed (unknown)

  Not settled, until a line states it ──────────────────────────────────────────────────────────────
    #2 Ragavan, Nimble Pilferer: controller PlayerA or PlayerB
    PlayerB: life -1 or 0
    #6 Fatal Push: tapped yes or no; counters none or +1/+1 ×2; position top 1 or none; choices none
      or x 3, hidden; with, zone unknown
    the game: day_night day or none
"""
    )


def test_before_the_first_turn_with_a_gap() -> None:
    state = State(players={A: Player("20"), B: Player("20")}, suspended=True)
    assert shown(state).startswith(
        "Before the first turn, incomplete: events are missing until the next keyframe\n\n  PlayerB ─"
    )


def test_an_empty_stack() -> None:
    assert "\n  Stack ───" in shown(with_things())
    assert "───\n    –\n" in shown(with_things())


def test_numbers_of_any_length() -> None:
    state = State(players={A: Player("9" * 5000, "0", 10**5000)})
    assert f"PlayerA\n    {'9' * 5000} life · 0 in hand · 1{'0' * 5000} in library\n" in shown(state)


def test_every_style_exists() -> None:
    assert {style for line in board_lines(read_board(full_state()), 100) for _, style in line} <= set(STYLES)


def test_the_perspective_player_sits_below() -> None:
    for own, above, below in ((A, "PlayerB", "PlayerA"), (B, "PlayerA", "PlayerB"), (None, "PlayerA", "PlayerB")):
        text = shown(with_things(), own=own)
        assert text.index(f"  {above} ─") < text.index("  Stack ") < text.index(f"  {below} ─")


def test_a_board_of_one_player_or_none() -> None:
    assert shown(State()) == f"Before the first turn\n\n  Stack {'─' * 92}\n    –\n"
    one = shown(State(players={A: Player("20")}))
    assert one.count("PlayerA") == 1
    assert one.count("hand ") == 2  # in the totals and the zone


def test_zones_are_wrapped_between_things() -> None:
    things = [card(f"#{number}", f'"Forest {number}"', owner=B, controller=B) for number in range(1, 8)]
    assert """\
    hand                7  #1 Forest 1 · #2 Forest 2
                           #3 Forest 3 · #4 Forest 4
                           #5 Forest 5 · #6 Forest 6
                           #7 Forest 7
""" in shown(with_things(*things), 53)


def test_a_thing_wider_than_its_line_is_wrapped_between_words() -> None:
    lines = shown(with_things(card("#1", f'"{"word " * 30}"')), 60).split("\n")
    start = next(number for number, line in enumerate(lines) if line.startswith("    hand") and "#1" in line)
    assert lines[start + 1].startswith(" " * 29 + "word word")
    assert all(len(line) <= 60 for line in lines)


def test_nothing_stands_behind_a_wrapped_thing() -> None:
    text = shown(with_things(card("#1", f'"{"word " * 8}"'), card("#2", '"Opt"'), card("#3", '"Opt 2"')), 60)
    assert "\n                             word word\n                           #2 Opt · #3 Opt 2\n" in text


def test_no_line_is_wider_than_the_terminal() -> None:
    for width in (60, 80, 100, 120, 200):
        assert all(columns(line) <= width for line in shown(full_state(), width).split("\n")[2:]), width


def test_wide_characters_take_two_columns() -> None:
    things = [card(f"#{number}", f'"森林{number}森林森林"') for number in range(1, 5)]
    lines = [line for line in shown(with_things(*things), 62).split("\n") if "森林" in line]
    assert [columns(line) for line in lines] == [62, 62]
    named = State(players={'"森林"': Player("20"), B: Player("20")})
    rules = [line for line in shown(named, 80).split("\n") if " life " in line]
    assert [columns(line) for line in rules] == [80, 80]


def test_like_things_stand_together() -> None:
    tokens = [
        GameObject(f"#{number}", "token").replace(
            name='"Saproling"', owner=A, controller=A, zone="battlefield", pt="1/1", tapped=number < 6
        )
        for number in range(1, 13)
    ]
    lands = [card(f"#{number}", '"Forest"', "battlefield", tapped=True) for number in (20, 22, 23)]
    text = shown(with_things(*tokens, *lands, card("#30", '"Forest"'), card("#31", '"Forest"')))
    assert "creatures          12  12× Saproling 1/1 (5 tapped, token) #1–#12\n" in text
    assert "other permanents    3  3× Forest tapped #20 #22 #23\n" in text
    assert "hand                2  2× Forest #30 #31\n" in text


def test_things_that_differ_stand_apart() -> None:
    bears = [card(f"#{number}", '"Bear"', "battlefield", pt="2/2") for number in range(1, 7)]
    bears[0] = bears[0].replace(counters=(('"+1/+1"', "1"),))
    bears[1] = bears[1].replace(pt="3/3")
    state = with_things(*bears, card("#9", '"Rancor"', "battlefield", attached="#3"))
    state.open["#4", "tapped"] = (True, False)
    assert """\
#1 Bear 2/2 (+1/+1 ×1) · #2 Bear 3/3 · #3 Bear 2/2 · #4 Bear 2/2
                           2× Bear 2/2 #5 #6
""" in shown(state, 95)


def test_the_tracked_cards_of_a_library_are_listed_from_the_top() -> None:
    places = (("bottom", 1), ("top", 2), None, ("bottom", 3), ("top", 1))
    things = [card(f"#{n}", f'"C{n}"', "library", position=place) for n, place in enumerate(places, 1)]
    text = shown(with_things(*things), 110)
    assert "#5 C5 (top 1) · #2 C2 (top 2) · #3 C3 · #4 C4 (bottom 3) · #1 C1 (bottom 1)\n" in text
