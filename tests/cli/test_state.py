"""`mtgr state` from its argument to its output."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import GOOD, Command
from tests.support.markers import game

from mtgr.cli import main, state

LINES = GOOD.split("\n")


def line_of(text: str, lines: list[str] = LINES) -> int:
    """The number (from 1) of the first line with ``text``."""
    return next(number for number, line in enumerate(lines, 1) if text in line)


PLAY = line_of("play from hand")


@pytest.fixture(autouse=True)
def file() -> None:
    Path("a.mtgr").write_bytes(GOOD.encode())


def replayed(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["state", "--output-format", "json", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    result = json.loads(captured.out)
    assert isinstance(result, dict)
    return result


def test_the_state_after_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    found = replayed(capsys, f"a.mtgr:{PLAY}")
    assert found == {
        "line": PLAY,
        "game": 1,
        "turn": 1,
        "active": "PlayerA",
        "day_night": None,
        "suspended": False,
        "branch": None,
        "stack": [],
        "players": {
            name: {"life": 20, "poison": 0, "counters": {}, "library": 60, "mana": ""}
            for name in ("PlayerA", "PlayerB")
        },
        "objects": {
            "1": {
                "kind": "card",
                "name": "Forest",
                "owner": "PlayerA",
                "controller": "PlayerA",
                "zone": "battlefield",
            }
        },
        "open": {},
    }
    assert list(found) == [
        "line", "game", "turn", "active", "day_night", "suspended", "branch", "stack", "players", "objects", "open",
    ]  # fmt: skip


def test_the_state_before_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    found = replayed(capsys, f"a.mtgr:{PLAY}", "--before")
    assert found["line"] == PLAY
    assert found["objects"]["1"]["zone"] == "hand"


def test_the_number_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    Path("two.mtgr").write_bytes(f"{GOOD}\n{game('', number=2)}".encode())
    assert replayed(capsys, f"two.mtgr:{len(LINES) + PLAY - 2}")["game"] == 2


VARIATION = game(
    """
    new card #1 "Forest" owner "PlayerA" in hand
    #1 "Forest" play from hand
    -     (
    -       "PlayerA" life 20 -> 17 by #1
    -       (
    -         "PlayerA" life 20 -> 16 by #1
    -       )
    -       new token #h1 "Goblin" owner "PlayerA" in battlefield pt 1/1 by #1
    -     )
    """
)


@pytest.mark.parametrize(
    ("text", "bracket", "life"),
    [("20 -> 17", "-     (", 17), ("20 -> 16", "-       (", 16), ("#h1", "-     (", 17), ("concede", None, 20)],
)
def test_the_branch_is_the_line_of_its_bracket(
    capsys: pytest.CaptureFixture[str], text: str, bracket: str | None, life: int
) -> None:
    Path("v.mtgr").write_bytes(VARIATION.encode())
    lines = VARIATION.split("\n")
    found = replayed(capsys, f"v.mtgr:{line_of(text, lines)}")
    assert found["branch"] == (None if bracket is None else lines.index(bracket) + 1)
    assert found["players"]["PlayerA"]["life"] == life
    assert ("h1" in found["objects"]) == (text == "#h1")


def test_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["state", f"a.mtgr:{PLAY}"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        f'After a.mtgr:{PLAY}\n  0:01     #1 "Forest" play from hand\n\n'
        "Turn 1 of PlayerA, precombat-main\n\n  PlayerB ─"
    )
    assert "\n▶ PlayerA ─" in out
    assert "    other permanents    1  #1 Forest\n    graveyard              –\n" in out
    assert main(["state", f"a.mtgr:{PLAY}", "--before"]) == 0
    assert capsys.readouterr().out.startswith(f"Before a.mtgr:{PLAY}\n")


def test_the_board_says_which_variation(capsys: pytest.CaptureFixture[str]) -> None:
    Path("v.mtgr").write_bytes(VARIATION.encode())
    lines = VARIATION.split("\n")
    number = line_of("20 -> 17", lines)
    assert main(["state", f"v.mtgr:{number}"]) == 0
    heading, _, _, title, *_ = capsys.readouterr().out.split("\n")
    assert heading == f"After v.mtgr:{number}"
    assert title.endswith(f", in the variation that begins at line {number - 1}")


def test_the_board_in_colour(mtgr: Command) -> None:
    output = mtgr("state", f"a.mtgr:{PLAY}", env={"FORCE_COLOR": "1"}).stdout.decode()
    assert "\x1b[1;35mPlayerA" in output


def test_a_very_long_line_is_cut(capsys: pytest.CaptureFixture[str]) -> None:
    Path("long.mtgr").write_bytes(game(f'"PlayerA" priority {{{"x" * 5000}}}').encode())
    assert main(["state", f"long.mtgr:{PLAY - 1}"]) == 0
    assert len(capsys.readouterr().out.split("\n")[1]) == 2 + state.LONGEST_LINE + 1


def test_standard_input(mtgr: Command) -> None:
    result = mtgr("state", f"-:{PLAY}", "--output-format", "json", stdin=GOOD.encode())
    assert result.returncode == 0
    assert json.loads(result.stdout)["objects"]["1"]["zone"] == "battlefield"
    assert mtgr("state", f"-:{PLAY}", stdin=GOOD.encode()).stdout.startswith(f"After standard input:{PLAY}\n".encode())


def test_a_path_with_colons(capsys: pytest.CaptureFixture[str]) -> None:
    Path("C:").mkdir()
    Path("C:/a:7").write_bytes(GOOD.encode())
    assert replayed(capsys, f"C:/a:7:{PLAY}")["line"] == PLAY


def test_numbers_of_any_length(capsys: pytest.CaptureFixture[str]) -> None:
    long = "9" * 5000
    Path("long.mtgr").write_bytes(game(f'"PlayerA" life 20 -> {long} by ?').encode())
    assert main(["state", f"long.mtgr:{PLAY - 1}", "--output-format", "json"]) == 0
    out = capsys.readouterr().out
    assert f'"life": {long},' in out
    assert json.loads(out, parse_int=str)["players"]["PlayerA"]["life"] == long
    assert main(["state", f"long.mtgr:{PLAY - 1}"]) == 0
    assert f"▶ PlayerA\n    {long} life · 0 in hand · 60 in library\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("a.mtgr", "a.mtgr names no line: write FILE:LINE, for example a.mtgr:1"),
        (":7", ":7 names no line: write FILE:LINE, for example :7:1"),
        (
            r"C:\games\a.mtgr",
            r"\games\a.mtgr after the last colon of C:\games\a.mtgr is no line number; the first line is 1",
        ),
        ("a.mtgr:", "nothing after the last colon of a.mtgr: is no line number; the first line is 1"),
        ("a.mtgr:0", "0 after the last colon of a.mtgr:0 is no line number; the first line is 1"),
        ("a.mtgr:-3", "-3 after the last colon of a.mtgr:-3 is no line number; the first line is 1"),
        ("a.mtgr:²", "² after the last colon of a.mtgr:² is no line number; the first line is 1"),
        ("gone.mtgr:1", "cannot read gone.mtgr: No such file or directory"),
        (".:1", "cannot read .: Is a directory"),
        ("nul\0:1", "cannot read nul<U+0000>: there can be no such path"),
        ("a.mtgr:99", f"a.mtgr has {len(LINES) - 1} lines, so there is no line 99"),
        (f"a.mtgr:{'9' * 5000}", f"a.mtgr has {len(LINES) - 1} lines, so there is no line 99,999,999,999,999,999,999"),
        ("a.mtgr:1", "line 1 of a.mtgr is outside a game body, so there is no state to show"),
        (
            f"a.mtgr:{len(LINES) - 1}",
            f"line {len(LINES) - 1} of a.mtgr is outside a game body, so there is no state to show",
        ),
    ],
)
def test_no_state_is_one_sentence(place: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["state", place]) == 2
    assert capsys.readouterr() == ("", f"mtgr: {sentence}\n")


def test_an_empty_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty.mtgr").write_bytes(b"")
    assert main(["state", "empty.mtgr:1"]) == 2
    assert capsys.readouterr().err == "mtgr: empty.mtgr is empty\n"
