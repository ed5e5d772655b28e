"""Vim with ALE, on a terminal of its own, set up as editors/vim/README.md says."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import subprocess
import threading
from pathlib import Path

from tests.editors.programs import EDITORS, PROGRAMS, ROOT

GAME = ROOT / "conformance" / "try" / "recorded-with-one-mistake.mtgr"
MISTAKE = '"PlayerA" life 12 -> 10 by #4'


def read_away(terminal: int) -> None:
    """Reads what a program writes on its terminal, until it is gone."""
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:
        pass


def test_a_person_sees_the_mistake_and_asks_about_it(tmp_path: Path) -> None:
    game = tmp_path / "game.mtgr"
    shutil.copy(GAME, game)
    lines = game.read_text(encoding="utf-8").split("\n")
    row = next(row for row, line in enumerate(lines) if line.endswith(MISTAKE))
    new = next(row for row, line in enumerate(lines) if " new card #4 " in line)
    wrong = [row + 1, lines[row].index("12 ->") + 1]
    cause = [row + 1, lines[row].index("#4") + 1]
    readme = (EDITORS / "vim" / "README.md").read_text(encoding="utf-8")
    settings = re.findall(r"```vim\n(.*?)```", readme, re.DOTALL)
    vimrc = tmp_path / "vimrc"
    vimrc.write_text("".join(settings).replace("/where/you/cloned/it/editors", str(EDITORS)), encoding="utf-8")
    answers = tmp_path / "answers.json"
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "TERM": "xterm",
        "PATH": os.pathsep.join([str(PROGRAMS), os.environ["PATH"]]),
        "MTGR_STEPS": json.dumps({"wrong": wrong, "cause": cause}),
        "MTGR_RESULT": str(answers),
    }

    ours, terminal = pty.openpty()
    reader = threading.Thread(target=read_away, args=(ours,), daemon=True)
    reader.start()
    command = ["vim", "-N", "-u", vimrc, "-i", "NONE", game, "-S", Path(__file__).with_name("vim_session.vim")]
    try:
        vim = subprocess.Popen(command, env=environment, cwd=tmp_path, stdin=terminal, stdout=terminal, stderr=terminal)
        try:
            assert vim.wait(120) == 0
        finally:
            vim.kill()
    finally:
        os.close(terminal)
        reader.join()
        os.close(ours)

    seen = json.loads(answers.read_text(encoding="utf-8"))
    assert "failure" not in seen, seen["failure"]
    assert seen["filetype"] == "mtgr"
    [[line, column, kind, text]] = seen["findings"]
    assert [line, column, kind] == [*wrong, "E"]
    assert "11" in text
    assert "Callous Sell-Sword // Burn Together" in "\n".join(seen["hover"])
    assert seen["definition"] == [new + 1, lines[new].index("#4") + 1]
    assert "11 life" in "\n".join(seen["before"])
    assert "10 life" in "\n".join(seen["after"])
    assert seen["formatted"] == lines[row]
    assert game.read_bytes() == GAME.read_bytes()
