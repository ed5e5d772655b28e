"""The state as people read it."""

from __future__ import annotations

from mtgr.cli.board import board
from tests.support.full_state import A, B, full_state

from mtgr.cli.output import STYLES
from mtgr.replay.state import GameObject, Player, State


def shown(state: State, columns: int = 100) -> str:
    return "".join("".join(text for text, _ in line) + "\n" for line in board(state, columns))


def test_everything_has_its_place() -> None:
    assert (
        shown(full_state())
        == """\
Turn 5 of PlayerA, day

Stack, top first
  #12 triggered ability of #2 Ragavan, Nimble Pilferer: Add {C} or {G} (from #10, controlled by PlayerA)
  #11 Fire // Ice (fused, target #2 "Ragavan, Nimble Pilferer", x 3, controlled by PlayerB)

PlayerA  life 20  library 43  energy 2  mana {R}{R}
  battlefield         #1 Forest tapped
                      #2 Ragavan, Nimble Pilferer 3/2 (really Clone, +1/+1 ×1, shield ×2, \
goaded by PlayerB, owned by PlayerB)
                      #7 Delver // Aberration 3/2 (face Aberration)
  hand                –
  graveyard           #8 Opt (controlled by PlayerB)
  exile               –
  outside (sideboard) #9 Lurrus (companion)
  command             #14 emblem: Creatures you control have haste.
  in library          #15 Island (top 2)

PlayerB  life -1  library 52  poison 3
  battlefield #4 Goblin ? (token, attached to #2 Ragavan, Nimble Pilferer)
  hand        #3 hidden card
  graveyard   –
  exile       #5 Bonecrusher Giant // Stomp (on an adventure of PlayerA)
              #6 Fatal Push (with #2 Ragavan, Nimble Pilferer)

Lasting effects
  #10 effect of #2 Ragavan, Nimble Pilferer: Until your "next" turn (controlled by PlayerA)

Elsewhere
  #h1 <U+001B>[31mRed (unknown)

Not settled, until a line states it
  #2 Ragavan, Nimble Pilferer: controller PlayerA or PlayerB
  PlayerB: life -1 or 0
  #6 Fatal Push: tapped yes or no; counters none or +1/+1 ×2; position top 1 or none; choices none or x 3, hidden; \
with, zone unknown
  the game: day_night day or none
"""
    )


def test_before_the_first_turn_with_a_gap() -> None:
    state = State(players={A: Player("20"), B: Player("20")}, suspended=True)
    assert shown(state).startswith(
        "Before the first turn, incomplete: events are missing until the next keyframe\n\nPlayerA  life 20  library 0\n"
    )


def test_numbers_of_any_length() -> None:
    state = State(players={A: Player("9" * 5000, "0", 10**5000)})
    assert f"life {'9' * 5000}  library 1{'0' * 5000}\n" in shown(state)


def test_every_style_exists() -> None:
    assert {style for line in board(full_state(), 100) for _, style in line} <= set(STYLES)


def test_zones_are_wrapped() -> None:
    state = State(players={A: Player("20"), B: Player("20")})
    for number in range(1, 8):
        state.objects[f"#{number}"] = GameObject(f"#{number}", "card").replace(
            name='"Forest"', owner=B, controller=B, zone="hand"
        )
    assert """\
  hand        #1 Forest · #2 Forest · #3 Forest
              #4 Forest · #5 Forest · #6 Forest
              #7 Forest
""" in shown(state, 50)
