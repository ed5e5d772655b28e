"""How the tests of the command line run it: in this process, or as a user does."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from tests.support.markers import game

SERVER = Path(__file__).parents[2] / "server"

GOOD = game('new card #1 "Forest" owner "PlayerA" in hand\n#1 "Forest" play from hand')
BAD = GOOD.replace("play from hand", "play from graveyard")
"""One mistake, on line 25: check 9 at ``graveyard``, columns 33 to 42 (from 1, the end exclusive)."""
BAD_LINE = next(number for number, line in enumerate(BAD.split("\n"), 1) if "graveyard" in line)
BAD_COLUMN = BAD.split("\n")[BAD_LINE - 1].index("graveyard") + 1

PROGRAM = [sys.executable, "-X", "dev", "-m", "mtgr"]

Result = subprocess.CompletedProcess[bytes]
Command = Callable[..., Result]


def environment(**changes: str) -> dict[str, str]:
    """The environment of a child: as ours, without wishes about colour, and with our own code to import."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    return inherited | {"PYTHONPATH": str(SERVER)} | changes


def on_terminal(*arguments: str, **env: str) -> tuple[int, str]:
    """Exit code and output of a run whose standard output and standard error are a terminal 80 columns wide."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
        env=environment(**({"COLUMNS": "80", "TERM": "xterm"} | env)),
    )  # fmt: skip
    os.close(theirs)
    output = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            data = os.read(ours, 65536)
        except OSError:  # the last holder of the other end has gone
            break
        if not data:
            break
        output += data
    os.close(ours)
    return process.wait(60), output.decode().replace("\r\n", "\n")


def run_program(
    *arguments: str | bytes, stdin: bytes = b"", env: dict[str, str] | None = None, cwd: Path | None = None
) -> Result:
    """Runs ``python -m mtgr`` to its end."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        cwd=cwd,
        env=environment(**(env or {})),
        input=stdin,
        capture_output=True,
        timeout=300,
        check=False,
    )


@pytest.fixture
def mtgr(tmp_path: Path) -> Command:
    """``run_program`` in the test's own folder."""
    return partial(run_program, cwd=tmp_path)


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test starts in a folder of its own, with no wish about colour in the environment."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path
