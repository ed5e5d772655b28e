"""The whole state at a line, as a board, a text and an object."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.markers import fixture, game

from mtgr.analysis import Analysis
from mtgr.features.state import board_at, opening, state_object, state_text, step_at

RECORDED = sorted((Path(__file__).parents[2] / "conformance" / "valid" / "recorded").glob("*.mtgr"))

PLAY = game("""
    new card #1 "Forest" owner "PlayerA" in hand
    #1 "Forest" play<|> from hand
""")


def test_the_text_after_and_before_a_line() -> None:
    clean = fixture(PLAY)
    analysis = Analysis.of_bytes(clean.text.encode())
    after, before = (state_text(analysis, clean.line, before=before) for before in (False, True))
    assert after is not None
    assert before is not None
    assert after.startswith("Turn 1 of PlayerA, precombat-main\n\n  PlayerB ─")
    assert "    other permanents    1  #1 Forest\n" in after
    assert "    hand                1  #1 Forest\n" in before


def test_the_object_after_and_before_a_line() -> None:
    clean = fixture(PLAY)
    analysis = Analysis.of_bytes(clean.text.encode())
    zones = []
    for before in (False, True):
        found = state_object(analysis, clean.line, before=before)
        assert found is not None
        assert (found["line"], found["game"], found["branch"]) == (clean.line + 1, 1, None)
        objects = found["objects"]
        assert isinstance(objects, dict)
        zones.append(objects["1"]["zone"])
    assert zones == ["battlefield", "hand"]


def test_the_text_in_a_variation_names_its_bracket() -> None:
    clean = fixture(
        game("""
            "PlayerA" pass
            -     (
            -       "PlayerA" pass
            -       (
            -         "PlayerA" keep<|>
            -       )
            -     )
        """)
    )
    analysis = Analysis.of_bytes(clean.text.encode())
    inner, outer, main = (
        (state_text(analysis, line) or "").split("\n")[0] for line in (clean.line, clean.line - 2, clean.line - 4)
    )
    where = "Turn 1 of PlayerA, precombat-main"
    assert inner == f"{where}, in the variation that begins at line {clean.line}"
    assert outer == f"{where}, in the variation that begins at line {clean.line - 2}"
    assert main == where


def test_the_object_in_a_variation_names_its_bracket() -> None:
    clean = fixture(
        game("""
            "PlayerA" life 20 -> 19 by ?
            -     (
            -       "PlayerA" life<|> 20 -> 18 by ?
            -     )
        """)
    )
    found = state_object(Analysis.of_bytes(clean.text.encode()), clean.line)
    assert found is not None
    assert found["branch"] == clean.line
    assert found["players"]["PlayerA"]["life"] == 18  # type: ignore[index]


def test_the_board_knows_the_perspective_player() -> None:
    text = game("").replace('[Perspective "PlayerA"]', '[Perspective "PlayerB"]')
    board = board_at(Analysis.of_bytes(text.encode()), 20)
    assert board is not None
    assert [seat.own for seat in board.seats] == [False, True]


@pytest.mark.parametrize("line", [-1, 0, 12, 10**6])
def test_there_is_no_state_outside_a_body(line: int) -> None:
    analysis = Analysis.of_bytes(game("").encode())
    assert state_text(analysis, line) is None
    assert state_object(analysis, line) is None
    assert board_at(analysis, line) is None
    assert opening(analysis, line) == line


# Steps

BLOCK = [
    '0:01 turn 1 "A"',
    "0:01   keyframe",
    "0:01   upkeep",
    "-   (",
    "-     draw",
    '-       "A" pass',
    "-   )",
    '0:01     "A" pass',
    "0:01   draw $1 {one card} ; draw",
    "% upkeep",
    '0:01     #1 "x" untap by ?',
]


@pytest.mark.parametrize(
    ("line", "after", "before"),
    [
        (0, None, None),
        (1, None, None),
        (2, "upkeep", None),
        (4, "draw", None),
        (5, "draw", "draw"),
        (7, "upkeep", "upkeep"),
        (8, "draw", "upkeep"),
        (9, "draw", "draw"),
        (10, "draw", "draw"),
    ],
)
def test_the_step_in_which_a_line_stands(line: int, after: str | None, before: str | None) -> None:
    assert (step_at(BLOCK, line), step_at(BLOCK, line, before=True)) == (after, before)


# Openings


def test_a_turn_opens_with_its_keyframe() -> None:
    analysis = Analysis.of_bytes(game("").encode())
    turn = next(n for n, text in enumerate(analysis.lines) if " turn " in text)
    pregame = next(n for n, text in enumerate(analysis.lines) if text.endswith("pregame"))
    assert opening(analysis, turn) == turn + 1
    assert opening(analysis, pregame) == pregame + 1
    assert opening(analysis, turn + 1) == turn + 1


def test_new_lines_and_variations_may_stand_before_the_keyframe() -> None:
    text = game("").replace(
        '0:01 turn 1 "PlayerA"\n',
        '0:01 turn 1 "PlayerA"\n% keyframe\n- (\n-   turn 1 "PlayerB"\n-     keyframe\n- )\n0:01   incomplete "x"\n',
    )
    analysis = Analysis.of_bytes(text.encode())
    turn = next(n for n, text in enumerate(analysis.lines) if text.startswith("0:01 turn "))
    assert opening(analysis, turn) == turn + 7
    assert opening(analysis, turn + 3) == turn + 4


def test_a_turn_without_a_keyframe_is_its_own_opening() -> None:
    text = game("").replace("0:01   keyframe\n", "")
    analysis = Analysis.of_bytes(text.encode())
    turn = next(n for n, text in enumerate(analysis.lines) if " turn " in text)
    assert opening(analysis, turn) == turn


@pytest.mark.parametrize("path", RECORDED[:2], ids=lambda path: path.stem)
def test_recorded_games_have_a_text_at_every_line(path: Path) -> None:
    analysis = Analysis.of_bytes(path.read_bytes())
    found = [state_text(analysis, line) for line in range(0, len(analysis.lines), 37)]
    assert any(found)
    for text in filter(None, found):
        assert text.endswith("\n")
        assert text.count("life ") >= 2
