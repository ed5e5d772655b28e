"""The course of a game: what each line of a game changes of it."""

from __future__ import annotations

import random
from pathlib import Path
from textwrap import dedent

import pytest
from tests.support.markers import game

from mtgr.analysis import Analysis
from mtgr.document.text import Edit
from mtgr.features.course import MOST, Course, Moment, Stretch, courses

VALID = Path(__file__).parents[2] / "conformance" / "valid"
TURN_1 = 5
"""Lines of turn 1 before the body's first: the turn, its keyframe with two entries, and the step."""


def course(text: str) -> Course:
    [found] = courses(Analysis.of_bytes(text.encode()))
    return found


def changes(text: str, field: str) -> list[tuple[int | None, ...]]:
    """The values that a total of both players takes one after the other."""
    values = [tuple(getattr(totals, field) for totals in point.totals) for point in course(text).points]
    return [value for n, value in enumerate(values) if not n or value != values[n - 1]]


def moments(body: str) -> list[tuple[str, tuple[str, ...], str]]:
    return [(moment.statement, moment.glyphs, moment.comment) for moment in course(game(body)).moments]


def test_life_after_each_change() -> None:
    text = game('"PlayerA" life 20 -> 17 by ?\n"PlayerA" life 17 -> 18 by ?\n"PlayerB" life 20 -> -2 by ?')
    assert changes(text, "life") == [(None, None), (20, 20), (17, 20), (18, 20), (18, -2)]


def test_poison() -> None:
    assert changes(game('"PlayerB" poison 0 -> 3 by ?'), "poison") == [(None, None), (0, 0), (0, 3)]


def test_a_hand_is_counted_by_owner_and_a_board_by_controller() -> None:
    text = game(
        """
        new card #1 "Forest" owner "PlayerA" in hand
        new hidden #2 owner "PlayerB" in hand
        #1 "Forest" play from hand
        #1 "Forest" control "PlayerB" by ?
        new token #3 "Soldier" owner "PlayerA" in battlefield pt 1/1 by ?
        #3 "Soldier" move battlefield -> graveyard as destroy by ?
        #3 "Soldier" cease by rule:sba
        """
    )
    assert changes(text, "hand") == [(0, 0), (1, 0), (1, 1), (0, 1)]
    assert changes(text, "board") == [(0, 0), (1, 0), (0, 1), (1, 1), (0, 1)]


def test_the_moment_of_a_change_is_its_place_among_the_lines_of_its_turn() -> None:
    text = game('"PlayerA" pass\n"PlayerA" life 20 -> 17 by ?')
    found = course(text)
    length = TURN_1 + 3  # with the concession at the end
    assert [point.at for point in found.points] == pytest.approx([0, 2 / 4, 1 + (TURN_1 + 1) / length])
    assert found.stretches == (Stretch(None, None), Stretch("1", "PlayerA"))


def test_turns_that_were_not_recorded_have_no_place() -> None:
    body = """
        incomplete "the source lost its connection"
        0:02 turn 5 "PlayerB"
        0:02   keyframe
        0:02     player "PlayerA" life 7 poison 0 library 60
        0:02     player "PlayerB" life 9 poison 0 library 60
        0:02   untap
    """
    found = course(game(dedent(body)))
    assert found.stretches[1:] == (Stretch("1", "PlayerA"), Stretch("5", "PlayerB"))
    assert changes(game(dedent(body)), "life")[-1] == (7, 9)
    [(start, end)] = found.gaps
    assert start == pytest.approx(1 + TURN_1 / (TURN_1 + 1))
    assert 2 < end < 2.5, "the gap ends with the keyframe"


def test_a_record_that_ends_incomplete() -> None:
    found = course(game('incomplete "why"', end="", result="*"))
    assert found.gaps == (pytest.approx((1 + TURN_1 / (TURN_1 + 1), 2)),)


def test_variations_change_nothing() -> None:
    body = """
        "PlayerA" life 20 -> 17 by ?
        -     (
        -       "PlayerA" life 20 -> 2 by ? $4 {worse}
        -     )
        "PlayerB" life 20 -> 19 by ? $1
    """
    text = game(body)
    assert changes(text, "life")[1:] == [(20, 20), (17, 20), (17, 19)]
    assert [moment.glyphs for moment in course(text).moments] == [("!",)]


def test_annotated_lines() -> None:
    assert moments(
        """
        "PlayerA" pass $1 $4 $10 {brace} ; line
        "PlayerA" life 20 -> 19 by ? $6
        "PlayerA" pass {only a comment}
        "PlayerA" pass
        "PlayerA" pass {} ;
        """
    ) == [
        ('"PlayerA" pass', ("!", "??", "$10"), "brace line"),
        ('"PlayerA" life 20 -> 19 by ?', ("?!",), ""),
        ('"PlayerA" pass', (), "only a comment"),
    ]


def test_mana_is_no_comment() -> None:
    assert moments('"PlayerA" add {G}{G} by ?\n"PlayerA" lose-mana {G}{G} by rule:empty-pool') == []


def test_an_annotated_line_says_where_it_is() -> None:
    found = course(game('"PlayerA" pass\n"PlayerA" pass $3'))
    at = pytest.approx(1 + (TURN_1 + 1) / (TURN_1 + 3))
    line = game("").split("\n").index('0:01     "PlayerB" concede') + 1
    assert found.moments == (Moment(at, line, "0:01", "1", '"PlayerA" pass', ("!!",), ""),)


def test_annotations_of_damaged_lines_are_kept() -> None:
    assert moments('"PlayerA" passes the turn $2 {a slip') == [('"PlayerA" passes the turn', ("?",), "a slip")]


def test_long_comments_are_cut() -> None:
    [(_, _, comment)] = moments(f'"PlayerA" pass {{{"x" * 1000}}}')
    assert comment.endswith("…")
    assert len(comment) <= 300


def test_players_stand_in_their_order_whoever_the_keyframes_name_first() -> None:
    text = game('"PlayerB" life 20 -> 19 by ?').replace('[Player1 "PlayerA"]\n[Player2 "PlayerB"]', "")
    found = course(text)
    assert sorted(found.players) == ["PlayerA", "PlayerB"]
    assert found.points[-1].totals[found.players.index("PlayerB")].life == 19


def test_numbers_of_any_length() -> None:
    huge = "9" * 5000
    text = game(f'"PlayerA" life 20 -> {huge} by ?\n"PlayerB" life 20 -> -{huge} by ?')
    assert changes(text, "life")[-1] == (MOST, -MOST)


def test_what_a_false_line_says_is_believed() -> None:
    assert changes(game('"PlayerA" life 18 -> 15 by ?'), "life")[-1] == (15, 20)


def test_each_game_of_a_file_has_its_course() -> None:
    text = game("", number=1) + "\n" + game('"PlayerA" life 20 -> 1 by ?', number=2)
    first, second = courses(Analysis.of_bytes(text.encode()))
    assert [first.number, second.number] == [1, 2]
    assert second.title == "Game 2: PlayerA - PlayerB 1-0"
    assert first.points[-1].totals[0].life == 20
    assert second.points[-1].totals[0].life == 1


@pytest.mark.parametrize("text", ["", "\n", "no game", '[Mtgr "0.3.0"]', "0:01 turn", "0:00 pregame\n0:01 turn 1"])
def test_a_text_that_is_hardly_a_game(text: str) -> None:
    for found in courses(Analysis.of_bytes(text.encode())):
        assert all(0 <= point.at <= len(found.stretches) for point in found.points)


@pytest.mark.parametrize("path", sorted(VALID.glob("**/*.mtgr")), ids=lambda path: path.stem)
def test_a_course_is_in_order_and_agrees_with_the_state_at_its_lines(path: Path) -> None:
    analysis = Analysis.of_bytes(path.read_bytes())
    for found in courses(analysis):
        moments = [point.at for point in found.points]
        assert moments == sorted(set(moments))
        assert [moment.line for moment in found.moments] == sorted({moment.line for moment in found.moments})
        assert all(0 <= at < len(found.stretches) for at in moments)
        state = analysis.games[found.number - 1].blocks[-1].outcome.state
        things = state.objects.values()
        for name, totals in zip(state.players, found.points[-1].totals, strict=True):
            assert totals.life == max(-MOST, min(int(state.players[name].life), MOST))
            assert totals.hand == sum(thing.zone == "hand" and thing.owner == name for thing in things)
            assert totals.board == sum(thing.zone == "battlefield" and thing.controller == name for thing in things)


def test_after_edits_the_course_is_that_of_the_text() -> None:
    chance = random.Random(7)
    lines = (VALID / "recorded" / "9587e1ca.mtgr").read_text(encoding="utf-8").split("\n")
    analysis = Analysis.of_lines(lines)
    for _ in range(25):
        first = chance.randrange(14, len(lines) - 2)
        old = lines[first : first + chance.randrange(3)]
        new = chance.choices(lines[14:-2], k=chance.randrange(3))
        lines[first : first + len(old)] = new
        analysis.update(Edit(first, old, new))
        assert courses(analysis) == courses(Analysis.of_lines(list(lines)))
