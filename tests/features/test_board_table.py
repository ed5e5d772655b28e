"""The board in little room."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from tests.support.full_state import A, B, full_state

from mtgr.features.board import read_board
from mtgr.features.board_table import board_table
from mtgr.features.markdown import one_line
from mtgr.replay.state import GameObject, Player, State

LINES, SIZE = 10, 1800


def test_both_forms_of_the_table() -> None:
    markdown, plain = board_table(read_board(full_state(), "draw"), 11, SIZE)
    assert (
        markdown
        == """\
| Turn 5, draw, day   | ▶ PlayerA                                   | PlayerB                                   |
| ------------------- | ------------------------------------------- | ----------------------------------------- |
| life                | 20, 2 energy, {R}{R}                        | -1, 3 poison                              |
| library             | 43                                          | 52                                        |
| stack, top first    | 1: triggered ability of #2 Ragavan, Nimble… | 2: Fire // Ice                            |
| creatures           | 2: Ragavan, Nimble Pilferer 3/2, 1 more     | Goblin ?                                  |
| other permanents    | Forest tapped                               | –                                         |
| hand                | –                                           | hidden card                               |
| graveyard           | Opt                                         | –                                         |
| exile               | –                                           | 2: Bonecrusher Giant // Stomp, Fatal Push |
| outside (sideboard) | Lurrus                                      | –                                         |"""
    )
    assert plain.split("\n")[:3] == [
        "Turn 5, draw, day    ▶ PlayerA                                    PlayerB",
        "life                 20, 2 energy, {R}{R}                         -1, 3 poison",
        "library              43                                           52",
    ]


def cells(markdown: str) -> list[str]:
    """The cells that Markdown shows. Everything is recognized that editors recognize."""
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown)
    assert tokens[0].type == "table_open"
    assert tokens[-1].type == "table_close"
    assert {child.type for token in tokens for child in token.children or ()} <= {"text"}
    return [
        token.content and "".join(child.content for child in token.children or ())
        for token in tokens
        if token.type == "inline"
    ]


def state_with(name: str, player: str = "PlayerA", number: int = 1) -> State:
    quoted = f'"{player}"'
    state = State(players={quoted: Player("20"), B: Player("20")})
    for n in range(1, number + 1):
        for id, zone, pt in (
            (f"#{n}0", "battlefield", None),
            (f"#{n}1", "hand", None),
            (f"#{n}2", "battlefield", f"{n}/1"),
        ):
            thing = GameObject(id, "card").replace(name=f'"{name}"', owner=quoted, controller=quoted, zone=zone, pt=pt)
            state.objects[id] = thing
    return state


HOSTILE = [
    "a | b", "|", "||", "x `|` y",
    "[a](http://x)", "![i](u)", "<b>x</b>", "&amp;", "https://x.y", "*x* _y_ ~~z~~", "---", "# x",
]  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_names_stay_text_in_their_cells(name: str) -> None:
    shown = cells(board_table(read_board(state_with(name, player=name)), LINES, SIZE)[0])
    assert shown == [
        "Pregame", name, "PlayerB",
        "life", "20", "20",
        "library", "0", "0",
        "creatures", f"{name} 1/1", "–",
        "other permanents", name, "–",
        "hand", name, "–",
    ]  # fmt: skip


MARKUP = st.text(st.sampled_from(list("a1 #`*_[]()!<>&|~\\-+=.:/@'\n{}$;w森💥\u0301")), max_size=30)


@given(MARKUP.map(str.strip).filter(lambda name: '"' not in name and one_line(name)))
def test_no_name_breaks_the_table(name: str) -> None:
    written = name.replace("\\", "\\\\").replace("\n", "\\n")
    shown = cells(board_table(read_board(state_with(written)), LINES, SIZE)[0])
    assert len(shown) == 18
    assert shown[0] == "Pregame"
    assert shown[-3] == "hand"


@given(
    st.text(max_size=40).filter(lambda name: not set(name) & set('"\\')), st.integers(1, 60), st.sampled_from([1, 40])
)
def test_the_table_stays_in_its_limits(name: str, number: int, times: int) -> None:
    for text in board_table(read_board(state_with(name * times, player=name * times, number=number)), LINES, 1400):
        assert len(text.encode()) <= 1400
        assert len(text.split("\n")) <= LINES


def test_what_does_not_fit_is_counted() -> None:
    plain = board_table(read_board(state_with("Enormous Carnivorous Plant", number=9)), LINES, SIZE)[1]
    assert "creatures         9: Enormous Carnivorous Plant 1/1, 8 more" in plain
    assert "hand              9× Enormous Carnivorous Plant              –" in plain


def test_the_corner_says_on_which_branch_it_is() -> None:
    board = read_board(State(players={A: Player("20"), B: Player("20")}, turn="3"), "end", branch=31)
    assert board_table(board, LINES, SIZE)[1].startswith("Turn 3, branch 31, end  ")


def test_a_state_without_cards_has_three_rows() -> None:
    assert (
        board_table(read_board(State(players={A: Player("20"), B: Player("20")}, suspended=True)), LINES, SIZE)[1]
        == """\
Pregame, incomplete  PlayerA  PlayerB
life                 20       20
library              0        0"""
    )
