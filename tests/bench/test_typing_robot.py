"""The robot that types: it types what it is given, and counts rightly. How much it types is no matter of tests."""

from __future__ import annotations

from tests.bench.typing_robot import Robot, report, slots_of
from tests.support.markers import game

GAME = game("""
    new card #1 "Forest" owner "PlayerA" in hand
    #1 "Forest" play from hand
    0:02   cleanup
    0:02 turn 2 "PlayerB"
    0:02   keyframe
    0:02     player "PlayerA" life 20 poison 0 library 60
    0:02     player "PlayerB" life 20 poison 0 library 60
    0:02     #1 "Forest" battlefield "PlayerA"
    0:02   untap
""")


def test_the_robot_types_the_whole_text() -> None:
    robot = Robot(GAME)
    typed = robot.run()
    assert "\n".join(robot.lines) == GAME
    assert typed.characters == len(GAME)
    assert 0 < typed.keys < len(GAME)
    assert sum(typed.by_hand.values()) == typed.keys


def test_what_is_accepted_is_what_the_game_says_next() -> None:
    """A game that nobody would guess is typed as well, only by hand."""
    strange = GAME.replace("play from hand", "play from exile").replace("Forest", "Zzyzx, the Unseen")
    robot = Robot(strange)
    robot.run()
    assert "\n".join(robot.lines) == strange


def test_slots_are_counted_once_each() -> None:
    typed = Robot(GAME).run()
    expected = [kind for line in GAME.split("\n") for _, _, kind in slots_of(line)]
    assert {kind: expected.count(kind) for kind in set(expected)} == dict(typed.slots)
    assert all(typed.shown[kind] <= count for kind, count in typed.slots.items())


def test_the_slots_of_a_line() -> None:
    line = '0:01     #1 "Forest" move library -> hand as draw by rule:draw $1 {x}'
    found = [(line[start:end], kind) for start, end, kind in slots_of(line)]
    assert found == [
        ("#1", "object"), ('"Forest"', "name"), ("move", "verb"), ("library", "zone"), ("hand", "zone"),
        ("rule:draw", "rule name"),
    ]  # fmt: skip
    assert [kind for _, _, kind in slots_of('0:01     "A" roll d20 3')] == ["player", "verb"]


def test_the_report_has_a_line_for_each_kind() -> None:
    typed = Robot(GAME).run(most=22)
    lines = report("x", typed)
    assert lines[0].startswith("x: ")
    assert len(lines) == 1 + len(typed.slots)
