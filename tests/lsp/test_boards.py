"""What a board view asks for, over the protocol."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from tests.support.lsp_client import InProcess
from tests.support.markers import game

URI = "file:///a.mtgr"
TEXT = game("""
    new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
    #1 "Bear" tap by ?
    "PlayerA" life 15 -> 12 by ? $1 {oh}
    "PlayerB" keep
""")
LINES = TEXT.split("\n")
TAP = next(n for n, line in enumerate(LINES) if " tap by" in line)


@pytest.fixture
def client() -> Iterator[InProcess]:
    with InProcess() as client:
        client.initialize({})
        client.open(URI, TEXT)
        yield client
        assert client.shut_down() == 0


def at(line: int, uri: str = URI) -> dict[str, object]:
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": 0}}


def test_the_board(client: InProcess) -> None:
    board = client.result("mtgr/board", at(TAP))
    assert board["changed"]["objects"] == {"1": ["tapped"]}
    assert board["state"]["objects"]["1"]["tapped"] is True


def test_the_last_good_board_or_a_guess(client: InProcess) -> None:
    shown, guess = (client.result("mtgr/board", at(TAP + 2) | more) for more in ({}, {"guess": True}))
    assert (shown["shown"], guess["shown"]) == (TAP, TAP + 2)
    assert [board["failure"]["line"] for board in (shown, guess)] == [TAP + 1] * 2


def test_lines_are_the_clients(client: InProcess) -> None:
    """A lone CR ends a line for the client, and none of ours."""
    client.open(URI, "\r" + TEXT)
    board = client.result("mtgr/board", at(TAP + 3))
    assert (board["line"], board["shown"], board["failure"]["line"]) == (TAP + 3, TAP + 1, TAP + 2)
    assert client.result("mtgr/lastEvent", at(TAP + 3) | {"ids": ["#1"]}) == TAP + 1
    course = client.result("mtgr/course", at(TAP + 1))
    assert course["moments"][0]["line"] == TAP + 2
    assert (course["lines"][1], course["stretches"][-1]["end"]) == (len(LINES), len(LINES) - 1)


def test_the_last_event(client: InProcess) -> None:
    assert client.result("mtgr/lastEvent", at(TAP + 2) | {"ids": ["#1"]}) == TAP
    assert client.result("mtgr/lastEvent", at(TAP + 2) | {"ids": ["#7"]}) is None


def test_the_course_of_the_game(client: InProcess) -> None:
    course = client.result("mtgr/course", at(0))
    assert course["players"] == ["PlayerA", "PlayerB"]
    assert [(each["turn"], LINES[each["line"]].split()[1]) for each in course["stretches"]] == [
        (None, "pregame"),
        ("1", "turn"),
    ]
    assert course["points"][0][1:] == [[None, None], [None, None]]
    assert course["points"][-1][1:] == [[12, 0], [20, 0]]
    assert [(each["line"], each["glyphs"], each["comment"]) for each in course["moments"]] == [(TAP + 1, ["!"], "oh")]


@pytest.mark.parametrize("method", ["mtgr/board", "mtgr/course", "mtgr/lastEvent"])
def test_where_there_is_nothing_the_answer_is_null(client: InProcess, method: str) -> None:
    assert client.result(method, at(TAP, "file:///b") | {"ids": ["#1"]}) is None


@pytest.mark.parametrize("method", ["mtgr/board", "mtgr/course", "mtgr/lastEvent"])
@pytest.mark.parametrize(
    "params", [{}, {"textDocument": {"uri": URI}}, {"textDocument": {"uri": 1}, "position": {"line": 1}}]
)
def test_parameters_that_say_too_little_are_refused(client: InProcess, method: str, params: object) -> None:
    assert client.error(method, params)["code"] == -32602


@pytest.mark.parametrize("ids", ["#1", [1], ["1"], None])
def test_ids_are_a_list_of_them(client: InProcess, ids: object) -> None:
    assert client.error("mtgr/lastEvent", at(TAP) | {"ids": ids})["code"] == -32602


def test_questions_of_our_own_leave_nothing_for_the_garbage_collector(client: InProcess) -> None:
    client.result("mtgr/board", at(TAP))
    gc.collect()
    gc.disable()
    try:
        for _ in range(50):
            client.result("mtgr/board", at(TAP))
        assert gc.collect() < 50
    finally:
        gc.enable()
