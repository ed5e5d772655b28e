"""Variations: brackets and levels, and the states of their branches (section 12, R38, R39)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.replay.states import A, analysed, joined, messages, state
from tests.support.markers import fixture, game

from mtgr.analysis import Analysis
from mtgr.replay.branch import states_along

CONFORMANCE = Path(__file__).parents[2] / "conformance"

BODY = """
    new card #1 "Opt" owner "PlayerA" in hand
    #1 "Opt" cast from hand
    -     (
    -       "PlayerA" life 20 -> 19 by ?
    -       new token #h1 "Thopter" owner "PlayerA" in battlefield pt 1/1 by ?
    -       (
    -         "PlayerA" life 19 -> 15 by ?
    -       )
    -       #h1 "Thopter" tap by ?
    -     )
    -     (
    -       "PlayerA" life 20 -> 1 by ?
    -     )
    "PlayerA" life 20 -> 18 by ?
    """


def at(line: int, before: bool = False) -> tuple[str, str | None]:
    """Life of "PlayerA" and the zone of #1 after (before) a line of ``BODY``, counted from 0."""
    lines = joined(BODY).split("\n")
    lines[line] += "<|>"
    found = state("\n".join(lines), before=before)
    return found.players[A].life, found.objects["#1"].zone


def test_a_branch_starts_before_the_line_it_is_an_alternative_to() -> None:
    assert at(1) == ("20", "stack")
    assert at(2) == ("20", "hand")
    assert at(3, before=True) == ("20", "hand")
    assert at(3) == ("19", "hand")


def test_a_branch_of_a_branch_starts_before_its_line() -> None:
    assert at(5) == ("19", "hand")
    assert at(6) == ("15", "hand")
    assert at(8) == ("19", "hand")


def test_another_alternative_starts_anew() -> None:
    assert at(11) == ("1", "hand")


def test_the_main_line_goes_on_as_if_there_were_no_variation() -> None:
    assert at(13, before=True) == ("20", "stack")
    assert at(13) == ("18", "stack")


def test_a_player_whom_nobody_knows_in_a_variation_leaves_the_main_line_as_it_was() -> None:
    varied = '"PlayerA" pass\n-     (\n-       "Somebody" concede by "Another"\n-     )\n"PlayerB" pass'
    found, without = state(varied, sound=False), state('"PlayerA" pass\n"PlayerB" pass')
    assert (found.players, found.open) == (without.players, without.open)


def test_hypothetical_objects_live_in_their_branch() -> None:
    lines = joined(BODY).split("\n")
    lines[8] += "<|>"
    assert state("\n".join(lines)).objects["#h1"].tapped
    lines[8] = lines[8].removesuffix("<|>")
    lines[11] += "<|>"
    assert "#h1" not in state("\n".join(lines)).objects


def test_the_innermost_branch_of_a_line() -> None:
    analysis = analysed(BODY)
    first = list(analysis.lines).index('0:01     new card #1 "Opt" owner "PlayerA" in hand')
    branches = [analysis.branch(first + n) for n in range(14)]
    assert [None if each is None else each - first for each in branches] == [
        None, None, 2, 2, 2, 5, 5, 5, 2, 2, 10, 10, 10, None
    ]  # fmt: skip


def test_where_a_hypothetical_object_is_introduced() -> None:
    analysis = analysed(BODY)
    first = list(analysis.lines).index('0:01     new card #1 "Opt" owner "PlayerA" in hand')
    for line in (first + 4, first + 6, first + 8):
        place = analysis.introduction(line, "#h1")
        assert place is not None
        assert (place.line, place.end - place.start) == (first + 4, 3)
    assert analysis.introduction(first + 11, "#h1") is None
    assert analysis.introduction(0, "#h1") is None


def test_what_looks_wrong_in_a_branch_is_a_hint() -> None:
    """R39."""
    body = joined(BODY).replace("20 -> 1 by", "21 -> 1 by")
    assert messages(body) == []
    (hint,) = analysed(body).findings(hints=True)
    assert hint.code == "variation"
    assert hint.message.startswith('life of "PlayerA" is 21 here; the replay has 20')


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ('"PlayerA" pass\n-     (\n-       "PlayerA" keep', ["check-17: this variation is not closed"]),
        ('"PlayerA" pass\n-     )', ["check-17: no variation is open here"]),
        (
            '"PlayerA" pass\n-   (\n-       "PlayerA" pass\n-   )',
            ["check-1: `(` has the indentation of the line it is an alternative to: 4 spaces, found 2"],
        ),
        (
            '"PlayerA" pass\n-     (\n-       "PlayerA" pass\n-       )',
            ["check-1: `)` has the indentation of its `(`"],
        ),
        (
            '"PlayerA" pass\n-     (\n-         "PlayerA" pass\n-     )',
            ["check-1: this line is indented by 8 spaces; at its level here it is 6"],
        ),
        (
            '"PlayerA" pass\n-     (\n0:01       "PlayerA" pass\n-     )',
            ["check-1: inside a variation the time of every line is `-`"],
        ),
        (
            '"PlayerA" pass\n-     (\n-       "Zoe" pass by "Max"\n-     )',
            ['check-1: "Zoe" is neither player; they are "PlayerA" and "PlayerB"'],
        ),
        (
            '"PlayerA" pass\n-     (\n-       #h1 choose player "Zoe"\n-     )',
            ['check-1: "Zoe" is neither player; they are "PlayerA" and "PlayerB"'],
        ),
        (
            '"PlayerA" pass\n-     (\n-       (\n-       )\n-     )',
            ["check-1: a variation follows the event, step or turn line that it is an alternative to"],
        ),
        ('"PlayerA" pass\n-     (\n-       nonsense\n-     )', ["check-1: expected a statement, found `nonsense`"]),
        (
            '"PlayerA" pass\n-     (\n-     (\n-       "PlayerA" pass\n-     )',
            ["check-17: this variation is not closed"],
        ),
        (
            '"PlayerA" pass\n-       "PlayerA" pass\n-     (\n-     )',
            ["check-1: a line of a variation stands before its `(`"],
        ),
    ],
)  # fmt: skip
def test_what_is_checked_of_a_variation(body: str, found: list[str]) -> None:
    """R38."""
    assert messages(body)[:1] == found[:1]
    assert len(messages(body)) <= 2


def test_a_whole_turn_may_be_another() -> None:
    body = """
        0:01 turn 2 "PlayerB"
        - (
        -   turn 2 "PlayerA"
        -     keyframe
        -       player "PlayerA" life 1 poison 0 library 60
        -     precombat-main
        -       "PlayerA" priority
        -         stack
        -           #h1 "Opt" controller "PlayerA"
        - )
        0:01   keyframe
        0:01     player "PlayerA" life 20 poison 0 library 60
        0:01     player "PlayerB" life 20 poison 0 library 60
        0:01   untap
        """
    assert messages(body) == []


def test_the_pregame_may_be_another() -> None:
    pregame = """
        0:00   "PlayerA" keep
        -   (
        -     "PlayerA" mulligan
        -     day by ?
        -   )
        """
    assert messages('"PlayerA" pass', pregame=pregame) == []


def test_states_inside_brackets_that_do_not_match() -> None:
    text = fixture(game('"PlayerA" pass\n-     )\n-     (\n-       "PlayerA" life 20 -> 5 by ?')).text
    analysis = Analysis.of_lines(text.split("\n"))
    for line in range(len(analysis.lines)):
        for before in (False, True):
            found = analysis.state(line, before)
            assert found is None or A in found.players


def test_the_states_along_a_block_are_those_at_its_lines() -> None:
    analysis = analysed(BODY)
    compared = 0
    for block in analysis.games[0].blocks:
        lines, facts = block.lines(analysis.lines), block.game.section.game
        for n, along in states_along(lines, block.before, facts):
            at_line = analysis.state(block.start + n)
            assert at_line is not None
            assert along.same(at_line), lines[n]
            compared += 1
    brackets = sum(line.strip("- ") in ("(", ")") for line in analysis.lines)
    assert compared == sum(block.length for block in analysis.games[0].blocks) - brackets


@pytest.mark.parametrize("name", ["variations", "variation-of-a-turn"])
def test_a_line_without_a_time_is_given_no_indentation(name: str) -> None:
    """It has none that could be told: whatever else is said of it, or of a bracket below it, it is no number."""
    lines = (CONFORMANCE / "valid" / f"{name}.mtgr").read_text().split("\n")
    for n, text in enumerate(lines):
        time, _, rest = text.partition(" ")
        if time == "-" or ":" in time:
            found = Analysis.of_lines([*lines[:n], rest, *lines[n + 1 :]]).findings()
            assert [each.message for each in found if "-1" in each.message] == []
            assert found
