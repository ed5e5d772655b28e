"""The outline: each test shows symbols as an indented list, with their first and last lines where these matter."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.features.test_folding import LINES
from tests.support.markers import game

from mtgr.analysis import Analysis, Place
from mtgr.features.symbols import DEEPEST, Symbol, symbols


def outline(text: str) -> list[Symbol]:
    return symbols(Analysis.of_bytes(text.encode()))


def listed(found: list[Symbol] | tuple[Symbol, ...], margin: str = "") -> str:
    """One line for each symbol: kind, name and detail."""
    return "".join(
        f"{margin}{each.kind}: {each.name} | {each.detail}".rstrip() + "\n" + listed(each.children, margin + "  ")
        for each in found
    )


def in_the_step(body: str) -> str:
    """The symbols in the first main phase of a game with these lines."""
    (found,) = outline(game(body))
    (step,) = found.children[2].children
    assert step.name == "precombat-main"
    return listed(step.children)


def assert_nested(found: list[Symbol] | tuple[Symbol, ...], start: int, end: int) -> None:
    """Symbols lie between two lines, in order and apart, each with its place in its first line and named."""
    for symbol in found:
        assert start <= symbol.start <= symbol.end <= end
        assert symbol.place.line == symbol.start
        assert 0 <= symbol.place.start <= symbol.place.end
        assert symbol.name.strip()
        assert "\n" not in symbol.name + symbol.detail
        assert_nested(symbol.children, symbol.start, symbol.end)
        start = symbol.end + 1


def test_a_whole_game() -> None:
    text = game(
        """
        "PlayerA" life 20 -> 14 by ?
        0:02   end
        0:03   cleanup
        0:03     "PlayerA" pass
        0:04 turn 2 "PlayerB"
        0:04   keyframe
        0:04     player "PlayerA" life 14 poison 0 library 60
        0:04     player "PlayerB" life -1 poison 0 library 60
        0:04   upkeep
        """,
        pregame='"PlayerA" keep',
    ).replace('deck "PlayerA" unknown', 'deck "PlayerA" name "Burn"\n0:00   main 56 "Opt"\n0:00   side 15 "Duress"')
    assert listed(outline(text)) == dedent("""\
        game: PlayerA - PlayerB | 1-0, Modern, game 1
          deck: Deck PlayerA "Burn" | 56 cards, 15 in the sideboard
          pregame: Pregame | 1 event
          turn: Turn 1 PlayerA, 20-20 | 2 events
            step: precombat-main | 1 event
            step: cleanup | 1 event
          turn: Turn 2 PlayerB, 14--1 | 1 event
            step: upkeep | 1 event
    """)


def test_lines_and_places() -> None:
    (found,) = outline(game('"PlayerA" pass ; why\n% an escape line') + "\n")
    turn = found.children[2]
    assert (found.start, found.end, found.place) == (0, 26, Place(0, 0, 14))
    assert (turn.start, turn.end, turn.place) == (18, 25, Place(18, 5, 21))
    (step,) = turn.children
    assert (step.start, step.end, step.place) == (22, 25, Place(22, 7, 21))
    (line,) = step.children
    assert (line.start, line.end, line.place) == (23, 23, Place(23, 9, 23))


def test_every_game_of_a_file() -> None:
    first, second = outline(game("") + "\n" + game("", number=2, result="0-1", end='"PlayerA" concede'))
    assert (first.detail, second.detail) == ("1-0, Modern, game 1", "0-1, Modern, game 2")
    assert second.start == first.end + 2
    assert_nested([first, second], 0, second.end)


def test_a_deck_that_is_not_known() -> None:
    assert "deck: Deck PlayerA | unknown\n" in listed(outline(game("")))


def test_what_a_tag_does_not_say_is_left_out() -> None:
    text = game("").replace('"Modern"', '"?"').replace('[Game "1"]\n', "").replace('[Player2 "PlayerB"]\n', "")
    (found,) = outline(text)
    assert (found.name, found.detail) == ("PlayerA - ?", "1-0")


@pytest.mark.parametrize(
    ("nag", "glyph"),
    [
        ("$1", "!"),
        ("$2", "?"),
        ("$3", "!!"),
        ("$4", "??"),
        ("$5", "!?"),
        ("$6", "?!"),
        ("$7", "$7"),
        ("$3 $9", "!! $9"),
    ],
)
def test_glyphs_of_a_line(nag: str, glyph: str) -> None:
    assert in_the_step(f'"PlayerA" pass {nag}') == f'line: "PlayerA" pass {glyph} |\n'


def test_annotated_lines_have_their_cause_and_comments() -> None:
    assert (
        in_the_step("""
        "PlayerA" add {R} by ?
        "PlayerA" pay {R} by ?
        "PlayerA" life 20 -> 18 by rule:sba $2 {a brace} ; and a line
        "PlayerA" pass {} ;
    """)
        == 'line: "PlayerA" life 20 -> 18 by rule:sba ? | a brace; and a line\n'
    )


def test_damaged_lines_are_listed_too() -> None:
    assert in_the_step('#1 "Shock nothing else ; here') == ""
    assert in_the_step("#1 shoots $1 {x") == "line: #1 shoots ! | x\n"


def test_a_comment_alone_is_its_own_name() -> None:
    assert in_the_step("; nothing else") == "line: nothing else | nothing else\n"


def test_annotated_parts_show_it_themselves() -> None:
    text = (
        game('"PlayerA" pass')
        .replace('turn 1 "PlayerA"', 'turn 1 "PlayerA" $5 {bold}')
        .replace("precombat-main", "precombat-main $1")
        .replace("keyframe", "keyframe ; full")
    )
    assert listed(outline(text)[0].children[2:]) == dedent("""\
        turn: Turn 1 PlayerA, 20-20 !? | 2 events; bold
          line: keyframe | full
          step: precombat-main ! | 2 events
    """)


def test_a_step_without_events_is_listed_for_its_annotation() -> None:
    text = game("0:02   end ; nothing to do\n0:03   cleanup", end="")
    assert [step.name for step in outline(text)[0].children[2].children] == ["end"]


def test_variations() -> None:
    assert in_the_step("""
        "PlayerA" keep $2
        -     (
        % an escape line
        -       "PlayerA" pass $1 {better}
        -       (
        -         "PlayerB" pass
        -       )
        -     end
        -       "PlayerA" pass
        -     )
        -     (
        -     )
    """) == dedent("""\
        line: "PlayerA" keep ? |
        variation: Variation "PlayerA" pass ! | 7 lines
          line: "PlayerA" pass ! | better
          variation: Variation "PlayerB" pass | 1 line
          step: end | 1 event
        variation: Variation | 0 lines
    """)


def test_variations_in_variations_are_listed_to_some_depth() -> None:
    depth = 3000
    opening = "\n".join(f"- {'  ' * level}(" for level in range(2, depth))
    (found,) = outline(game(f'{opening}\n- {"  " * depth}"PlayerA" pass ; deep'))
    deepest, count = found.children[2], 1
    while deepest.children:
        deepest, count = deepest.children[-1], count + 1
    assert (deepest.detail, count) == ("deep", DEEPEST + 1)
    assert_nested([found], 0, found.end)


def test_a_turn_with_damaged_header_leaves_its_steps_to_the_game() -> None:
    (found,) = outline(game("").replace('turn 1 "PlayerA"', "turn !"))
    assert [child.kind for child in found.children] == ["deck", "pregame", "step"]


def test_long_and_strange_texts() -> None:
    name = "x" * 5000 + r"\n" + "\u2028y"
    (found,) = outline(game(f'"{name}" pass ; {name}', number=10**30).replace("PlayerA", name))
    assert_nested([found], 0, found.end)
    assert len(listed([found]).encode()) < 2000


@pytest.mark.parametrize(
    "text", ["", "\n", "x", "0-1", "[Mtgr", "0:00 turn 1", "0:00 deck", "%\n", "-     )\n-     (\n"]
)
def test_texts_that_are_no_games(text: str) -> None:
    found = outline(text)
    assert_nested(found, 0, text.count("\n"))
    assert len(found) == bool(text.strip("\n"))


@given(st.lists(LINES, max_size=60))
def test_symbols_of_any_lines_are_nested(lines: list[str]) -> None:
    assert_nested(symbols(Analysis.of_lines(lines)), 0, len(lines))
