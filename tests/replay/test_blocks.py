"""Which line may stand where, and how one line out of place is one finding (sections 5.2, 5.3, 9.7; R4, R13, R14)."""

from __future__ import annotations

import pytest
from tests.replay.states import A, B, analysed, joined, messages, state

TURN_2 = """
    new card #1 "Forest" owner "PlayerA" in battlefield
    0:01   end
    0:01   cleanup
    0:01 turn 2 "PlayerB"
    0:01   keyframe
    0:01     player "PlayerA" life 20 poison 0 library 60
    0:01     player "PlayerB" life 20 poison 0 library 60
    0:01     #1 "Forest" battlefield "PlayerA"
    0:01   untap
    0:01     #1 "Forest" tap by ?
    0:01   draw
    """


def without(*numbers: int) -> str:
    """``TURN_2`` without some lines, counted from 0."""
    lines = joined(TURN_2).split("\n")
    return "\n".join(line for number, line in enumerate(lines) if number not in numbers)


def swapped(number: int) -> str:
    """``TURN_2`` with a line (from 0) and the next one swapped."""
    lines = joined(TURN_2).split("\n")
    lines[number : number + 2] = reversed(lines[number : number + 2])
    return "\n".join(lines)


def test_turns_follow_each_other() -> None:
    found = state(TURN_2)
    assert (found.turn, found.active) == ("2", B)
    assert messages(TURN_2) == []


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (
            without(3),
            ["check-1: a keyframe is the first line of a pregame or turn; is a `turn` line missing before it?"],
        ),
        (without(4), ["check-1: the first line of a pregame or turn is its `keyframe`, which is missing"]),
        (without(8), ["check-1: an event stands in a step"]),
        (
            joined(TURN_2).replace("turn 2", "turn 3"),
            ["check-1: turns are numbered one after the other: turn 2 comes here"],
        ),
        (swapped(2), ["check-1: a step comes after the keyframe of its turn"]),
        (swapped(3), ["check-1: a keyframe is the first line of a pregame or turn"]),
        (swapped(4), ["check-1: this entry has no `keyframe` line above it"]),
        (swapped(7), ["check-1: another line stands between this entry and the line it belongs to"]),
        (swapped(8), ["check-1: an event stands in a step"]),
        (joined(TURN_2) + "\n0:01   keyframe", ["check-1: a keyframe is the first line of a pregame or turn"]),
        (joined(TURN_2) + '\n0:01     main 4 "Opt"', ["check-1: this entry has no `deck` line above it"]),
        (
            joined(TURN_2).replace("0:01   keyframe\n", "0:01   keyframe\n" * 2),
            ["check-1: a keyframe is the first line of a pregame or turn; this is the second"],
        ),
    ],
)  # fmt: skip
def test_one_line_out_of_place_is_one_finding(body: str, found: list[str]) -> None:
    assert messages(body)[:1] == found
    assert len(messages(body)) <= 2


@pytest.mark.parametrize("body", [without(4), without(5, 6), swapped(7)])
def test_what_a_misplaced_line_says_still_counts(body: str) -> None:
    assert state(body, '#1 "Forest" untap by ?', sound=False).objects["#1"].tapped is False


def test_a_turn_that_is_written_twice() -> None:
    doubled = joined(TURN_2).replace('0:01 turn 2 "PlayerB"', '0:01 turn 2 "PlayerB"\n0:01 turn 2 "PlayerB"')
    assert messages(doubled) == ["check-1: the first line of a pregame or turn is its `keyframe`, which is missing"]


def test_after_a_wrong_number_counting_goes_on_from_either() -> None:
    """R4."""
    turn = 'turn {} "PlayerA"\n0:01   keyframe\n0:01     player "PlayerA" life 20 poison 0 library 60'
    turn = f'0:01 {turn}\n0:01     player "PlayerB" life 20 poison 0 library 60\n0:01   untap'
    assert len(messages(turn.format(5), turn.format(3), turn.format(4))) == 1
    assert len(messages(turn.format(5), turn.format(6), turn.format(7))) == 1
    assert len(messages(turn.format(5), turn.format(9))) == 2


def test_a_jump_with_new_lines_is_a_gap_that_is_not_announced() -> None:
    """R14: one finding, and the keyframe is believed."""
    body = """
        0:01 turn 5 "PlayerB"
        0:01   new card #1 "Forest" owner "PlayerA" in battlefield
        0:01   keyframe
        0:01     player "PlayerA" life 1 poison 0 library 5
        0:01     player "PlayerB" life 2 poison 0 library 6
        0:01     #1 "Forest" battlefield "PlayerA" tapped
        0:01   untap
        """
    assert messages(body) == ["check-1: turns are numbered one after the other: turn 2 comes here"]
    assert state(body, sound=False).players[A].life == "1"


def test_a_new_line_among_the_entries_of_a_keyframe() -> None:
    body = """
        incomplete "late"
        0:01 turn 5 "PlayerB"
        0:01   keyframe
        0:01   new card #1 "Forest" owner "PlayerA" in battlefield
        0:01     player "PlayerA" life 1 poison 0 library 5
        0:01     player "PlayerB" life 2 poison 0 library 6
        0:01     #1 "Forest" battlefield "PlayerA"
        0:01   untap
        """
    assert messages(body) == ["check-1: this line stands among the entries of a keyframe"]
    assert state(body, sound=False).objects["#1"].zone == "battlefield"


SPELL = """
    new card #1 "Opt" owner "PlayerA" in hand
    #1 "Opt" cast from hand
    "PlayerA" priority
      stack
        #1 "Opt" controller "PlayerA"
    "PlayerA" pass
    """


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (1, "check-1: a `stack` line stands under a priority line"),
        (2, "check-1: a `stack` line stands under a priority line"),
        (3, 'check-14: a `stack` line must follow: 1 on the stack (`#1` "Opt")'),
        (4, "check-1: another line stands between this entry and the line it belongs to"),
    ],
)
def test_swapped_lines_of_a_snapshot_are_one_finding(line: int, message: str) -> None:
    lines = joined(SPELL).split("\n")
    lines[line : line + 2] = reversed(lines[line : line + 2])
    assert messages("\n".join(lines)) == [message]


ENDINGS = "a `concede`, `lose`, `win`, `game-draw` or `incomplete`"


@pytest.mark.parametrize(
    ("end", "found"),
    [
        ('"PlayerB" lose by ?', []),
        ('"PlayerA" win by ?', []),
        ('incomplete "the recording ends"', []),
        ('"PlayerB" concede\nACME_x 1', []),
        ("game-draw by ?", ["check-16: this line means the result 1/2-1/2; the `Result` tag is 1-0"]),
        ('"PlayerA" concede', ["check-16: this line means the result 0-1; the `Result` tag is 1-0"]),
        (
            '"PlayerB" concede\n"PlayerA" pass\n"PlayerA" pass',
            ["check-16: the game has ended: only extension statements can follow"],
        ),
        ('"PlayerB" concede\n0:01   end\n0:01   cleanup',
         ["check-16: the game has ended: only extension statements can follow"]),
        (
            '"PlayerA" pass',
            [f"check-16: the game does not end: {ENDINGS} line comes last"],
        ),
        ('"Zoe" concede', ['check-1: "Zoe" is neither player; they are "PlayerA" and "PlayerB"']),
    ],
)  # fmt: skip
def test_how_a_game_ends(end: str, found: list[str]) -> None:
    """Check 16, R37."""
    assert messages('"PlayerA" pass', end=end) == found


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("0:00     \"PlayerA\" pass", "time-order: time goes back: the line before has 0:01"),
        ('0:01   "PlayerA" pass', "check-1: this line is indented by 2 spaces; here it belongs at level 2, with 4"),
        ('-     "PlayerA" pass', "check-1: on the main line `-` is no time"),
        ('00:01     "PlayerA" pass', "check-1: `00:01` is no time; times are written like `0:41` or `12:05.374`"),
        ("% a\tb", "check-1: a tab is not allowed"),
        ("% a\x01b", "check-1: the control character U+0001 is not allowed"),
        ("% e\u0301", "check-1: this text is not in Unicode Normalization Form C"),
    ],
)  # fmt: skip
def test_times_levels_and_escape_lines(line: str, message: str) -> None:
    assert messages(line) == [message]


def test_times_of_another_precision_are_a_hint() -> None:
    found = analysed('0:01.5     "PlayerA" pass\n0:02     "PlayerA" pass', end='0:02     "PlayerB" concede').findings(
        hints=True
    )
    assert [finding.code for finding in found] == ["time-precision"]


@pytest.mark.parametrize(
    ("line", "left_open"),
    [
        ('"PlayerA" lif 20 -> 19 by ?', (A, "life")),
        ("life 20 -> 19 by ?", (B, "life")),
        ('#1 "Forest" move librar -> hand by ?', (A, "library")),
        ('#1 "Forest" tpa by ?', ("#1", "tapped")),
        ('new card #3 "Opt" owner "PlayerA" in library to 3', ("#2", "position")),
        ('nw card #3 "Opt" owner "PlayerA" in library', ("#2", "position")),
    ],
)
def test_what_an_unreadable_line_mentions_is_open(line: str, left_open: tuple[str, str]) -> None:
    """R47."""
    scene = """
        new card #1 "Forest" owner "PlayerA" in battlefield
        new card #2 "Shock" owner "PlayerA" in library
        """
    found = state(scene, line, sound=False)
    assert left_open in found.open
    assert len(messages(scene, line)) == 1


def test_what_an_unreadable_line_introduces_counts_as_introduced() -> None:
    """R4."""
    for line in ('new crad #1 "Opt" owner "PlayerA" in hand', 'nw card #1 "Opt" owner "PlayerA" in hand'):
        assert len(messages(line, '#1 "Opt" cast from hand', 'new hidden #2 owner "PlayerB" in hand')) == 1


def test_an_unreadable_incomplete_line_suspends_the_checks() -> None:
    assert state('incomplet "lost"', sound=False).suspended
