"""Refactorings: a variation begun or made of lines, a gap admitted, a keyframe or snapshot written."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.support.everywhere import ALL
from tests.support.markers import fixture, game

from mtgr.analysis import Analysis
from mtgr.features.changes import apply
from mtgr.features.code_actions import REFACTORING, code_actions, resolve

VALID = sorted((Path(__file__).parents[2] / "conformance" / "valid").glob("*.mtgr"))

BEGIN = "Begin a variation here"
MAKE = "Make these lines a variation"
GAP = "Write `incomplete`: events are missing before this line"
KEYFRAME = "Insert the keyframe of this turn"
SNAPSHOT = "Insert the stack snapshot"


def after(text: str, title: str, first: int, last: int | None = None) -> str | None:
    """A text after a refactoring of some of its lines; None where it is not offered."""
    analysis = Analysis.of_lines(text.split("\n"))
    for action in code_actions(analysis, first, first if last is None else last, ["refactor"]):
        if action.title == title:
            made = action if action.changes is not None else resolve(analysis, REFACTORING, first)
            assert made is not None
            assert made.changes is not None
            return "\n".join(apply(text.split("\n"), made.changes))
    return None


def check(title: str, before: str, expected: str | None) -> None:
    text, line, _, _ = fixture(game(before))
    assert after(text, title, line) == (None if expected is None else game(expected))


CAST = """
    new card #1 "Memnite" owner "PlayerA" in hand
    #1 "Memnite" cast from hand
"""


def test_a_variation_begins_behind_its_line() -> None:
    check(BEGIN, '"PlayerA" pass<|>\n"PlayerB" pass', '"PlayerA" pass\n-     (\n-     )\n"PlayerB" pass')


@pytest.mark.parametrize("at", ["priority", "stack", 'controller "PlayerA"'])
def test_a_variation_begins_behind_the_stack_entries(at: str) -> None:
    snapshot = '    "PlayerA" priority\n    0:01       stack\n    0:01         #1 "Memnite" controller "PlayerA"\n'
    wanted = CAST + snapshot + "    -     (\n    -     )\n"
    check(BEGIN, CAST + snapshot.replace(at, f"{at}<|>", 1), wanted)


def test_a_variation_begins_behind_earlier_ones_and_inside_others() -> None:
    check(
        BEGIN,
        '"PlayerA" pass<|>\n-     (\n-       "PlayerA" concede\n-     )\n"PlayerB" pass',
        '"PlayerA" pass\n-     (\n-       "PlayerA" concede\n-     )\n-     (\n-     )\n"PlayerB" pass',
    )
    check(
        BEGIN,
        '"PlayerA" pass\n-     (\n-       "PlayerA" concede<|>\n-     )\n"PlayerB" pass',
        '"PlayerA" pass\n-     (\n-       "PlayerA" concede\n-       (\n-       )\n-     )\n"PlayerB" pass',
    )


def test_a_variation_of_a_step_and_of_a_turn() -> None:
    check(BEGIN, "0:02   end<|>", "0:02   end\n-   (\n-   )")
    text = game("")
    line = next(n for n, each in enumerate(text.split("\n")) if " turn 1 " in each)
    turn = '0:01 turn 1 "PlayerA"\n'
    assert after(text, BEGIN, line) == text.replace(turn, turn + "- (\n- )\n")


@pytest.mark.parametrize("at", ["pregame", "0:01   keyframe", '0:01     player "PlayerA"', "[Site", "1-0", "deck"])
def test_no_variation_of_what_has_no_alternative(at: str) -> None:
    text = game('"PlayerA" pass')
    line = next(n for n, each in enumerate(text.split("\n")) if at in each)
    assert after(text, BEGIN, line) is None


def make(before: str, count: int) -> str | None:
    text, line, _, _ = fixture(game(before))
    return after(text, MAKE, line, line + count - 1)


def test_lines_become_an_alternative_to_the_line_before_them() -> None:
    found = make('"PlayerB" life 20 -> 17 by ?\n"PlayerB" life 20 -> 18 by ? $1<|>\n"PlayerA" pass\n"PlayerB" pass', 2)
    assert found == game("""
        "PlayerB" life 20 -> 17 by ?
        -     (
        -       "PlayerB" life 20 -> 18 by ? $1
        -       "PlayerA" pass
        -     )
        "PlayerB" pass
    """)


def test_what_lines_introduce_gets_hypothetical_ids_and_later_ids_their_numbers() -> None:
    found = make(
        """
        "PlayerA" pass
        new card #1 "Opt" owner "PlayerA" in hand<|>
        #1 "Opt" cast from hand
        new card #2 "Duress" owner "PlayerA" in hand
        #2 "Duress" reveal by ? ; not #1
        """.replace(" ; not #1", ""),
        2,
    )
    assert found == game("""
        "PlayerA" pass
        -     (
        -       new card #h1 "Opt" owner "PlayerA" in hand
        -       #h1 "Opt" cast from hand
        -     )
        new card #1 "Duress" owner "PlayerA" in hand
        #1 "Duress" reveal by ?
    """)


def test_lines_whose_objects_are_needed_further_down_stay() -> None:
    assert (
        make('"PlayerA" pass\nnew card #1 "Opt" owner "PlayerA" in hand<|>\n"PlayerA" pass\n#1 "Opt" reveal by ?', 2)
        is None
    )


def test_lines_of_another_level_or_with_half_of_what_belongs_to_them_stay() -> None:
    assert make('0:02   upkeep<|>\n0:02     "PlayerA" pass', 2) is None  # an event stands before it
    snapshot = '0:01       stack\n0:01         #1 "Memnite" controller "PlayerA"'
    assert make(CAST + f'    "PlayerA" priority<|>\n    {snapshot}'.replace("\n0:01  ", "\n    0:01  "), 2) is None
    assert make('"PlayerA" pass\n"PlayerA" pass<|>\n-     (\n-       "PlayerA" concede\n-     )', 2) is None


def test_a_gap_before_an_event_a_step_and_a_turn() -> None:
    gap = 'incomplete "events are missing"'
    check(GAP, '"PlayerA" pass\n"PlayerB" pass<|>', f'"PlayerA" pass\n{gap}\n"PlayerB" pass')
    check(GAP, '"PlayerA" pass\n0:02   end<|>', f'"PlayerA" pass\n0:02     {gap}\n0:02   end')
    turn = '0:02 turn 2 "PlayerB"\n0:02   keyframe\n0:02     player "PlayerA" life 20 poison 0 library 60'
    for at in ('"PlayerB"', "keyframe", "library 60"):
        check(GAP, f'"PlayerA" pass\n{turn.replace(at, f"{at}<|>")}', f'"PlayerA" pass\n0:02     {gap}\n{turn}')


def test_no_gap_where_no_event_can_stand() -> None:
    text = game('"PlayerA" pass')
    for number, line in enumerate(text.split("\n")):
        offered = after(text, GAP, number) is not None
        assert offered == (" pass" in line or "concede" in line or "turn 1" in line or "0:01   k" in line or
                           line.startswith("0:01     player")), line  # fmt: skip


def test_neither_a_keyframe_nor_a_snapshot_where_there_is_one() -> None:
    text = game(
        CAST + '    "PlayerA" priority\n    0:01       stack\n    0:01         #1 "Memnite" controller "PlayerA"'
    )
    for number in range(len(text.split("\n"))):
        assert after(text, KEYFRAME, number) is None
        assert after(text, SNAPSHOT, number) is None


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_a_valid_file_stays_valid(path: Path) -> None:
    """But for lines that become a variation: the game is another one without them. Its structure is in order all the
    same. It is tried at a few lines, at all of them with ``MTGR_EVERYWHERE=1``."""
    lines = path.read_bytes().decode().split("\n")
    analysis = Analysis.of_lines(list(lines))
    kinds = {line.lstrip("0123456789:. "): number for number, line in enumerate(lines)}
    places = sorted(kinds.values())
    if not ALL:
        places = random.Random(path.stem).sample(places, min(len(places), 6))
    for first in places:
        for last in (first, first + 1 + first % 4):
            for action in code_actions(analysis, first, min(last, len(lines) - 1), ["refactor"]):
                made = action if action.changes is not None else resolve(analysis, action.kind, first)
                assert made is not None
                assert made.changes is not None
                found = Analysis.of_lines(apply(lines, made.changes)).findings()
                if action.title == MAKE:
                    found = [each for each in found if each.code == "check-17" or "indent" in each.message]
                assert found == [], (first, action.title)


def test_the_keyframe_of_a_turn_in_a_variation() -> None:
    check(
        KEYFRAME,
        """
        "PlayerB" life 20 -> 17 by ?
        -     (
        -       "PlayerB" life 20 -> 16 by ?
        -   turn 2 "PlayerB"<|>
        -     )
        """,
        """
        "PlayerB" life 20 -> 17 by ?
        -     (
        -       "PlayerB" life 20 -> 16 by ?
        -   turn 2 "PlayerB"
        -     keyframe
        -       player "PlayerA" life 20 poison 0 library 60
        -       player "PlayerB" life 16 poison 0 library 60
        -     )
        """,
    )


def test_the_snapshot_of_a_variation() -> None:
    before = """
        new card #1 "Memnite" owner "PlayerA" in hand
        #1 "Memnite" cast from hand
        "PlayerA" keep
        -     (
        -       #1 "Memnite" target "PlayerB"
        -       "PlayerA" priority<|>
        -     )
    """
    snapshot = """priority
        -         stack
        -           #1 "Memnite" controller "PlayerA" target "PlayerB"
    """.rstrip()
    check(SNAPSHOT, before, before.replace("priority<|>", snapshot))
