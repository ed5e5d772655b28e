"""Emacs itself, in batch, with the mode of this repository: what it shows of a recorded game with one mistake."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "editors" / "emacs"
MODE = FOLDER / "mtgr-mode.el"
SESSION = Path(__file__).with_name("emacs_session.el")
GAME = ROOT / "conformance" / "try" / "recorded-with-one-mistake.mtgr"
PROGRAMS = Path(sys.executable).parent  # not resolved: the virtual environment's, where the server's script is

NAME = "Ána🔥"
"""In place of a player's: one code point more than it has in NFD, one UTF-16 unit more than code points."""
MISTAKE = f'"{NAME}" life 12 -> 10 by #4'


def emacs(home: Path, *arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs Emacs in batch, without the user's own settings."""
    program = shutil.which("emacs")
    assert program is not None, "Emacs is not installed; scripts/test installs it"
    environment = {
        **os.environ,
        "HOME": str(home),
        "LC_ALL": "C.UTF-8",
        "PATH": os.pathsep.join([str(PROGRAMS), os.environ["PATH"]]),
        **variables,
    }
    command = [program, "--batch", "-Q", *map(str, arguments)]
    try:
        return subprocess.run(command, env=environment, cwd=home, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired as late:
        pytest.fail(f"Emacs did not end.\n{late.stdout}\n{late.stderr}")


PACKAGES = ("--eval", "(package-initialize)")


@pytest.mark.parametrize("client", ["eglot", "lsp"])
def test_a_person_reads_and_annotates_a_game(client: str, tmp_path: Path) -> None:
    """All that the mode offers, with each of the language clients. Every line has a character outside the BMP."""
    text = GAME.read_text(encoding="utf-8").replace('"PlayerA"', f'"{NAME}"')
    game = tmp_path / "game.mtgr"
    game.write_text(text, encoding="utf-8")
    lines = text.split("\n")
    row = next(row for row, line in enumerate(lines) if line.endswith(MISTAKE))
    new = next(row for row, line in enumerate(lines) if " new card #4 " in line)
    last = next(row for row, line in enumerate(lines) if line.endswith("#30 cease by rule:resolve"))
    time = lines[last].partition(" ")[0]
    start = lines[row].index(MISTAKE)
    steps = {
        "mistake": [row + 1, start],
        "cause": [row + 1, lines[row].index("#4")],
        "player": [row + 1, start + 2],
        "name": NAME,
        "complete": [last + 1, 0],
        "lead": f"{time}     ",
    }
    result = tmp_path / "result.json"

    run = emacs(
        tmp_path,
        *PACKAGES,
        *("-L", FOLDER, "-l", SESSION),
        MTGR_CLIENT=client,
        MTGR_GAME=str(game),
        MTGR_RESULT=str(result),
        MTGR_STEPS=json.dumps(steps),
    )

    assert result.exists(), f"{run.stdout}\n{run.stderr}"
    seen: dict[str, Any] = json.loads(result.read_text(encoding="utf-8"))
    print(json.dumps(seen, indent=1, ensure_ascii=False))
    assert "failure" not in seen, f"{seen['failure']}\n{run.stderr}"
