"""`mtgr strip` from its arguments to what it writes."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Command
from tests.support.markers import game

from mtgr.cli import main

NOTED = game('"PlayerA" pass $1 {x} ; y\n-     (\n-     )\nX_mark\n% z')
BARE = game('"PlayerA" pass')


@pytest.fixture(autouse=True)
def file() -> Path:
    path = Path("a.mtgr")
    path.write_bytes(NOTED.encode())
    return path


def test_all_goes_to_standard_output(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strip", "a.mtgr"]) == 0
    assert capsys.readouterr() == (BARE, "")
    assert file.read_bytes() == NOTED.encode()


@pytest.mark.parametrize(
    ("options", "gone"),
    [
        (["--nags"], [" $1"]),
        (["--comments"], [" {x} ; y"]),
        (["--variations"], ["-     (\n-     )\n"]),
        (["--extensions"], ["0:01     X_mark\n"]),
        (["--escapes"], ["% z\n"]),
        (["--nags", "--escapes"], [" $1", "% z\n"]),
    ],
)
def test_what_is_named_goes(options: list[str], gone: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    expected = NOTED
    for part in gone:
        assert expected.count(part) == 1
        expected = expected.replace(part, "")
    assert main(["strip", *options, "a.mtgr"]) == 0
    assert capsys.readouterr().out == expected


def test_standard_input(mtgr: Command) -> None:
    result = mtgr("strip", "-", stdin=NOTED.encode())
    assert (result.returncode, result.stdout, result.stderr) == (0, BARE.encode(), b"")


@pytest.mark.parametrize("option", ["-o", "--output"])
def test_another_file(option: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strip", "a.mtgr", option, "b.mtgr"]) == 0
    assert Path("b.mtgr").read_bytes() == BARE.encode()
    assert file.read_bytes() == NOTED.encode()
    assert capsys.readouterr() == ("", "")


def test_files_and_folders_in_their_places(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    inner = Path("games/b.mtgr")
    inner.parent.mkdir()
    inner.write_bytes(NOTED.encode())
    bare = Path("games/bare.mtgr")
    bare.write_bytes(BARE.encode())
    before = bare.stat()
    assert main(["strip", "--in-place", "a.mtgr", "games"]) == 0
    assert capsys.readouterr() == ("stripped a.mtgr\nstripped games/b.mtgr\n", "")
    assert file.read_bytes() == inner.read_bytes() == BARE.encode()
    assert (bare.stat().st_ino, bare.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_line_ends_and_a_byte_order_mark_stay(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + NOTED.replace("\n", "\r\n").encode())
    assert main(["strip", "-i", "a.mtgr"]) == 0
    assert file.read_bytes() == b"\xef\xbb\xbf" + BARE.replace("\n", "\r\n").encode()


def test_a_line_that_cannot_be_read_is_told_of(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(game('"PlayerA" flies $1').encode())
    assert main(["strip", "a.mtgr"]) == 0
    assert capsys.readouterr().err == "mtgr: a.mtgr: line 24 cannot be read and keeps its annotations\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["strip", "a.mtgr", "b.mtgr"],
            "several files do not fit into one: strip them one by one, or in their places with --in-place",
        ),
        (["strip", "-i", "-"], "standard input has no place to be stripped in: leave --in-place out"),
        (["strip", "none.mtgr"], "cannot read none.mtgr: No such file or directory"),
        (["strip", "a.mtgr", "-o", "none/b.mtgr"], "cannot write none/b.mtgr: No such file or directory"),
        (["strip", "-i", "c.mtgr"], "c.mtgr is not UTF-8 text, so nothing was stripped"),
    ],
)  # fmt: skip
def test_what_cannot_be_done(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("b.mtgr").write_bytes(NOTED.encode())
    Path("c.mtgr").write_bytes(b"\xff" + NOTED.encode())
    assert main(arguments) == 2
    assert capsys.readouterr() == ("", f"mtgr: {sentence}\n")
    assert Path("c.mtgr").read_bytes() == b"\xff" + NOTED.encode()
