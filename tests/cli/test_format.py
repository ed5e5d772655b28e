"""`mtgr format` from its arguments to the files."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tests.cli.conftest import GOOD, Command, on_terminal
from tests.support.markers import game

from mtgr.cli import format, main

UNTIDY = GOOD.replace("play from hand", "play  from  hand")
UNREAD = GOOD.replace("play from hand", "play form hand")
LINE = next(number for number, line in enumerate(GOOD.split("\n"), 1) if "play from" in line)


@pytest.fixture(autouse=True)
def files() -> None:
    Path("good.mtgr").write_bytes(GOOD.encode())
    Path("untidy.mtgr").write_bytes(b"\xef\xbb\xbf" + UNTIDY.replace("\n", "\r\n").encode())


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["format", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_files_are_written_in_their_canonical_form(capsys: pytest.CaptureFixture[str]) -> None:
    before = Path("good.mtgr").stat()
    assert run(capsys, ".") == (0, "formatted untidy.mtgr\n", "")
    assert Path("untidy.mtgr").read_bytes() == GOOD.encode()
    assert Path("good.mtgr").stat().st_mtime_ns == before.st_mtime_ns
    assert run(capsys, ".") == (0, "", "")


def test_a_check_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    before = Path("untidy.mtgr").read_bytes()
    assert run(capsys, "--check", "good.mtgr", "untidy.mtgr") == (1, "untidy.mtgr would change\n", "")
    assert Path("untidy.mtgr").read_bytes() == before
    assert run(capsys, "good.mtgr", "--check") == (0, "", "")


@pytest.mark.parametrize("mode", [[], ["--check"], ["--diff"]])
def test_what_cannot_be_read_is_named_and_nothing_is_written(
    capsys: pytest.CaptureFixture[str], mode: list[str]
) -> None:
    Path("unread.mtgr").write_bytes(UNREAD.encode())
    before = Path("untidy.mtgr").read_bytes()
    code, _, complaint = run(capsys, *mode, ".")
    assert code == 2
    assert complaint == (
        f"mtgr: cannot format unread.mtgr:{LINE}:27: expected `from` after `play`, found `form`; did you mean `from`?\n"
    )
    assert Path("untidy.mtgr").read_bytes() == before
    assert Path("unread.mtgr").read_bytes() == UNREAD.encode()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "mtgr: cannot format a.mtgr: it holds no game"),
        (b"\n\n", "mtgr: cannot format a.mtgr: it holds no game"),
        (GOOD.encode("utf-16"), "mtgr: cannot format a.mtgr:1:1: this file is UTF-16 text; the format is UTF-8"),
        (GOOD.encode() + b"%\xff\n", "mtgr: cannot format a.mtgr:28:2: the byte 0xFF is not UTF-8"),
        (GOOD.replace("\n", "\r").encode(), "mtgr: cannot format a.mtgr:1:15: a carriage return is not allowed"),
        (
            GOOD.encode().removesuffix(b"1-0\n"),
            "mtgr: cannot format a.mtgr:26:1: the result line of the game is missing",
        ),
    ],
)
def test_files_that_are_refused(capsys: pytest.CaptureFixture[str], data: bytes, reason: str) -> None:
    Path("a.mtgr").write_bytes(data)
    code, out, complaint = run(capsys, "a.mtgr")
    assert (code, out) == (2, "")
    assert complaint.startswith(reason)
    assert Path("a.mtgr").read_bytes() == data


def test_many_reasons_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.mtgr").write_bytes(game("\n".join(["what"] * (format.MOST_REASONS + 3))).encode())
    code, _, complaint = run(capsys, "a.mtgr")
    assert code == 2
    assert complaint.count("\n") == format.MOST_REASONS + 1
    assert complaint.endswith("mtgr: cannot format a.mtgr: 3 more lines cannot be read\n")


def test_a_missing_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "no.mtgr", "untidy.mtgr") == (2, "", "mtgr: cannot read no.mtgr: No such file or directory\n")


def test_a_file_that_cannot_be_written(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: str, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(format, "write", fail)
    assert run(capsys, ".") == (2, "", "mtgr: cannot write untidy.mtgr: No space left on device\n")


def test_standard_input_goes_to_standard_output(mtgr: Command) -> None:
    result = mtgr("format", "-", stdin=Path("untidy.mtgr").read_bytes())
    assert (result.returncode, result.stdout, result.stderr) == (0, GOOD.encode(), b"")
    result = mtgr("format", "-", stdin=GOOD.encode())
    assert (result.returncode, result.stdout, result.stderr) == (0, GOOD.encode(), b"")
    result = mtgr("format", "-", stdin=UNREAD.encode())
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.startswith(f"mtgr: cannot format standard input:{LINE}:27: ".encode())


# --- Differences ------------------------------------------------------------------------------------------------------


def test_a_diff_shows_what_would_change(capsys: pytest.CaptureFixture[str]) -> None:
    text = game("day by ?\nnight  by ?")
    Path("a.mtgr").write_bytes(text.removesuffix("\n").encode())
    code, out, _ = run(capsys, "--diff", "a.mtgr", "good.mtgr")
    assert code == 1
    assert (
        out
        == """\
--- a.mtgr
+++ a.mtgr
@@ -22,6 +22,6 @@
 0:01     player "PlayerB" life 20 poison 0 library 60
 0:01   precombat-main
 0:01     day by ?
-0:01     night  by ?
+0:01     night by ?
 0:01     "PlayerB" concede
-1-0
\\ No newline at end of file
+1-0
"""
    )
    assert run(capsys, "--diff", "good.mtgr") == (0, "", "")


@pytest.mark.parametrize(
    "text",
    [
        UNTIDY,
        UNTIDY.removesuffix("\n"),
        GOOD.replace("\n\n", "\n"),
        "\n\n" + GOOD + "\n",
        GOOD.replace('[Event "?"]\n', "").replace("\n\n", '\n[Event "?"]\n\n'),
        GOOD.replace("unknown", "").replace(
            "0:00 pregame", '0:00   side 1 "A"\n0:00   main 1 "B"\n0:00   main 1 "A"\n0:00  pregame'
        ),
        GOOD.replace("\n", "  \n"),
    ],
)
def test_a_diff_can_be_applied(capsys: pytest.CaptureFixture[str], text: str) -> None:
    Path("a.mtgr").write_bytes(text.encode())
    _, out, _ = run(capsys, "--diff", "a.mtgr")
    patched = subprocess.run(["git", "apply", "--unsafe-paths", "-p0", "-"], input=out.encode(), capture_output=True)
    assert patched.stderr == b""
    after = Path("a.mtgr").read_bytes()
    Path("a.mtgr").write_bytes(text.encode())
    assert run(capsys, "a.mtgr")[0] == 0
    assert Path("a.mtgr").read_bytes() == after


def test_a_diff_has_colours_on_a_terminal() -> None:
    code, out = on_terminal("format", "--diff", "untidy.mtgr")
    assert code == 1
    assert "\x1b[1;31m-<U+FEFF>[Mtgr" in out
    assert "\x1b[1;32m+[Mtgr" in out
