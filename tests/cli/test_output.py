"""Standard output that closes, fills up, or is a terminal."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.conftest import BAD, BAD_COLUMN, BAD_LINE, GOOD, PROGRAM, Command, environment, on_terminal

from mtgr.cli.output import STYLES

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture(autouse=True)
def files() -> None:
    Path("bad.mtgr").write_bytes(BAD.encode())
    Path("good.mtgr").write_bytes(GOOD.encode())


def test_a_terminal_gets_colours_the_line_and_a_mark() -> None:
    code, output = on_terminal("check", "bad.mtgr")
    assert code == 1
    assert "\x1b[1;31merror" in output
    plain = ESCAPE.sub("", output)
    assert plain.startswith("error check-9: ")
    assert f"╭─ bad.mtgr:{BAD_LINE}:{BAD_COLUMN}\n" in plain
    assert f'{BAD_LINE} │ 0:01     #1 "Forest" play from graveyard\n   │ {" " * (BAD_COLUMN - 1)}^^^^^^^^^\n' in plain
    assert "1 error in 1 file, " in plain
    assert "mtgr explain check-9" in plain


def test_a_terminal_is_told_that_all_is_well() -> None:
    code, output = on_terminal("check", "good.mtgr")
    assert code == 0
    assert ESCAPE.sub("", output).startswith("No problems in 1 file, ")


def test_no_color_leaves_the_layout() -> None:
    code, output = on_terminal("check", "bad.mtgr", NO_COLOR="1")
    assert code == 1
    assert "╭─ bad.mtgr" in output
    assert "\x1b" not in output


def test_a_dumb_terminal_gets_no_colours() -> None:
    assert "\x1b" not in on_terminal("check", "bad.mtgr", TERM="dumb")[1]


def test_the_summary_counts_what_is_not_shown() -> None:
    Path("two.mtgr").write_text(BAD.replace('[Date "2026.10.28"]', '[Date "2026.02.30"]'), encoding="utf-8")
    code, output = on_terminal("check", "two.mtgr", "--max-findings", "1", NO_COLOR="1")
    assert (code, "check-9:" in output) == (1, False)
    assert "1 error, 1 warning in 1 file" in output
    assert "1 more finding, not shown" in output


def test_machine_formats_are_the_same_on_a_terminal(mtgr: Command) -> None:
    output = on_terminal("check", "--output-format", "json", "bad.mtgr")[1]
    assert output.encode() == mtgr("check", "--output-format", "json", "bad.mtgr").stdout


@pytest.mark.parametrize(
    ("env", "coloured"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, True),
        ({"FORCE_COLOR": "0"}, False),
        ({"FORCE_COLOR": ""}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
    ],
)
def test_a_pipe_gets_colours_only_when_forced(mtgr: Command, env: dict[str, str], coloured: bool) -> None:
    result = mtgr("check", "bad.mtgr", env=env)
    assert (b"\x1b[" in result.stdout) == coloured
    assert (b"\xe2\x95\xad" in result.stdout) == coloured
    assert result.returncode == 1


def start(*arguments: str, stdout: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE, env=environment(),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["check", "bad.mtgr"], 1),
        (["check", "--output-format", "sarif", "good.mtgr"], 0),
        (["--help"], 0),
        (["explain"], 0),
    ],
)
def test_a_reader_that_has_gone_is_no_failure(arguments: list[str], code: int) -> None:
    theirs, ours = os.pipe()
    os.close(theirs)
    process = start(*arguments, stdout=ours)
    os.close(ours)
    assert process.communicate(timeout=60)[1] == b""
    assert process.returncode == code


def test_colours_for_a_reader_that_has_gone() -> None:
    theirs, ours = os.pipe()
    os.close(theirs)
    process = subprocess.Popen(
        [*PROGRAM, "check", "bad.mtgr"], stdout=ours, stderr=subprocess.PIPE, env=environment(FORCE_COLOR="1")
    )
    os.close(ours)
    assert process.communicate(timeout=60)[1] == b""
    assert process.returncode == 1


def test_a_full_disk_is_said() -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    process = start("check", "bad.mtgr", stdout=full)
    os.close(full)
    assert process.communicate(timeout=60)[1] == b"mtgr: cannot write the output: No space left on device\n"
    assert process.returncode == 2


@pytest.mark.parametrize(
    ("redirections", "code", "errors"),
    [
        ("check bad.mtgr >&-", 1, b""),
        ("check gone.mtgr 2>&-", 2, b""),
        ("check - <&-", 2, b"mtgr: there is no standard input to read\n"),
        ("state -:5 <&-", 2, b"mtgr: there is no standard input to read\n"),
    ],
)
def test_closed_streams(redirections: str, code: int, errors: bytes) -> None:
    result = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -m mtgr {redirections}', sys.executable],
        env=environment(), capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (code, errors)


def test_ctrl_c_ends_quietly() -> None:
    fifo = Path("slow.mtgr")
    os.mkfifo(fifo)
    process = start("check", str(fifo), stdout=subprocess.PIPE)
    with fifo.open("wb"):  # opens when the other side does: the program is reading now
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=60)
    assert (process.returncode, out, errors) == (130, b"", b"")


def test_no_style_is_unreadable_on_a_usual_background() -> None:
    assert not {"blue", "black", "white"} & {word for style in STYLES.values() for word in style.split()}
