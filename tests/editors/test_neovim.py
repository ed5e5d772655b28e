"""Neovim itself, headless, with the plugin of this repository: what it shows of a recorded game with one mistake."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.editors.programs import EDITORS, PROGRAMS, ROOT, from_the_package, from_the_system

from mtgr.analysis import Analysis
from mtgr.features.board_text import Pieces
from mtgr.features.navigate import TARGETS, Spot, Target, navigate
from mtgr.features.state import state_pieces

PLUGIN = EDITORS / "neovim"
BOARD = Path(__file__).with_name("neovim_board.lua")
COMPLETING = Path(__file__).with_name("neovim_completing.lua")
SESSION = Path(__file__).with_name("neovim_session.lua")
GAME = ROOT / "conformance" / "try" / "recorded-with-one-mistake.mtgr"

MISTAKE = '"PlayerA" life 12 -> 10 by #4'
BURN = (
    '#4 "Callous Sell-Sword // Burn Together" face "Burn Together" controller "PlayerB" '
    'target #6 "Cacophony Scamp" target "PlayerA"'
)


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


def kebab(name: str) -> str:
    return re.sub("[A-Z]", lambda match: "-" + match[0].lower(), name)


def way(to: Target, place: list[int], times: int = 1) -> list[list[int]]:
    """Where a way leads: the place it begins at and the one it ends at, as Neovim counts; empty if it leads nowhere."""
    analysis = Analysis.of_lines(GAME.read_text(encoding="utf-8").split("\n"))
    spot: Spot | None = Spot(*place)
    for _ in range(times):
        spot = None if spot is None else navigate(analysis, spot.line, spot.column, to)
    return [] if spot is None else [[place[0] + 1, place[1]], [spot.line + 1, spot.column]]


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
        "make": [row - 5, row - 3],  # a priority line with its snapshot
    }
    turn = next(n for n, line in enumerate(lines) if n > row and line.partition(" ")[2].startswith("turn "))
    ways = [[f"<Plug>(mtgr-{kebab(to)})", *each] for to in TARGETS if (each := way(to, [row, cause]))]
    steps |= {"ways": [*ways, ["3<Plug>(mtgr-next-event)", *way("nextEvent", [row, 0], times=3)]]}
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
        ["mtgrStartTime", "3:43.952"],
        ["mtgrStatementPlayer", '"PlayerA"'],
        ["mtgrVerbEvent", "life"],
        ["mtgrRestNumber", "12"],
        ["mtgrRestOperator", "->"],
        ["mtgrRestNumber", "10"],
        ["mtgrRestOperator", "by"],
        ["mtgrCauseObject", "#4"],
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
    assert len(ways) >= 10
    assert seen["ways"] == [[keys, there] for keys, _, there in steps["ways"]]
    lead = "-" + " " * (lines[row].index(MISTAKE) - lines[row].index(" "))
    assert seen["variation"] == {
        "lines": [lines[row] + " $6 {why not?}", f"{lead}(", f"{lead})"],
        "cursor": [row + 2, len(lead)],
    }
    assert [seen["made"][0], seen["made"][-1]] == [f"{lead}(", f"{lead})"]
    assert seen["made"][1] == f"{lead}  " + lines[row - 6].split(maxsplit=1)[1]
    # 1-based, both included: up to the line before the pregame
    *fold, summary = seen["fold"]
    assert fold == [deck + 1, pregame]
    if neovim.program == from_the_package():
        assert summary == "0:00.000 deck, 15 entries"
    assert game.read_bytes() == GAME.read_bytes()


@pytest.mark.parametrize(
    ("program", "after", "inserted"),
    [
        (from_the_package, '#6 "Cacophony Scamp" damage "PlayerA" 1 by #4', ['"PlayerA" life 11 -> 10 by #4']),
        (from_the_package, "#30 cease by rule:resolve", ['"PlayerB" priority', "stack", BURN]),
        (from_the_system, '#6 "Cacophony Scamp" damage "PlayerA" 1 by #4', ['"PlayerA" life 11 -> 10 by #4']),
    ],
    ids=["one line", "several lines", "system"],
)
def test_a_completion_is_inserted_as_a_whole(
    program: Callable[[], Path], tmp_path: Path, after: str, inserted: list[str]
) -> None:
    """By itself a newer Neovim would take the text up to the first space."""
    home = tmp_path / "home"
    home.mkdir()
    lines = GAME.read_text(encoding="utf-8").split("\n")
    last = next(row for row, line in enumerate(lines) if line.endswith(after))
    game = tmp_path / "game.mtgr"
    time = lines[last].partition(" ")[0]
    game.write_text("\n".join([*lines[: last + 1], f"{time}     "]), encoding="utf-8")
    answer = tmp_path / "answer.json"

    Neovim(program(), home).run(
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


def texts(lines: list[Pieces] | None) -> list[str]:
    assert lines is not None
    return ["".join(text for text, _ in line) for line in lines]


def test_the_board_follows_the_cursor(neovim: Neovim, tmp_path: Path) -> None:
    """Whatever happens, it shows what the server says of the cursor's line, in a window that stays as it is."""
    game = tmp_path / "game.mtgr"
    shutil.copy(GAME, game)
    answer = tmp_path / "answer.json"
    rows = [100, 300, 420]

    neovim.run(
        *("--cmd", f"set runtimepath^={PLUGIN}", game, "-c", f"luafile {BOARD}"),
        MTGR_STEPS=json.dumps({"rows": rows, "outside": 1}),
        MTGR_RESULT=str(answer),
    )

    seen = json.loads(answer.read_text(encoding="utf-8"))
    assert "failure" not in seen, f"{seen['failure']}\n{neovim.log()}"
    text = GAME.read_text(encoding="utf-8")

    def board(row: int, width: int, lines: list[str] | None = None) -> list[str]:
        return texts(state_pieces(Analysis.of_lines(lines or text.split("\n")), row - 1, width=width))

    for row, shown in zip(rows, seen["shown"], strict=True):
        assert shown["lines"] == board(row, shown["width"])
    assert seen["first_style"] == "mtgrBoardStrong"
    assert seen["heights"] == [[9, 4]] * len(rows)
    assert "outside" in seen["outside"][0]
    assert seen["after_moves"]["lines"] == board(rows[0] + 40, seen["after_moves"]["width"])
    assert seen["most"] == 1
    assert 1 <= seen["sent"] < 40
    changed = text.split("\n")
    del changed[rows[0] - 1]
    assert seen["after_change"]["lines"] == board(rows[0], seen["after_change"]["width"], changed)
    assert seen["stays"]
    assert seen["vertical"]["width"] < seen["shown"][0]["width"]
    assert seen["vertical"]["lines"] == board(rows[0], seen["vertical"]["width"])
    assert seen["windows"] == 2


def test_the_server_can_be_set_up_in_init_lua(neovim: Neovim, tmp_path: Path) -> None:
    """Before the plugin is loaded; what is given replaces what the plugin would say."""
    game = tmp_path / "game.mtgr"
    shutil.copy(GAME, game)
    answer = tmp_path / "answer.json"
    client = (
        "vim.wait(20000, function() found = require('mtgr.request').client(0) return found and found.initialized end)"
    )
    write = "io.open(vim.env.MTGR_RESULT, 'w'):write(vim.json.encode({found.config.cmd, found.config.settings}))"

    neovim.run(
        *("--cmd", f"set runtimepath^={PLUGIN}"),
        *("--cmd", "lua require('mtgr').setup({ cmd = { 'mtgr', 'lsp' }, settings = { mtgr = { hints = false } } })"),
        *(game, "-c", f"lua {client} {write}:close()", "-c", "qa!"),
        MTGR_RESULT=str(answer),
    )

    assert json.loads(answer.read_text()) == [["mtgr", "lsp"], {"mtgr": {"hints": False}}]


def test_a_missing_server_is_told_of(neovim: Neovim, tmp_path: Path) -> None:
    """When a game is opened, and by `:checkhealth`."""
    shutil.copytree(PLUGIN, tmp_path / "plugin" / "editors" / "neovim")
    game = tmp_path / "game.mtgr"
    shutil.copy(GAME, game)
    told, health = tmp_path / "told", tmp_path / "health"

    neovim.run(
        *("--cmd", f"set runtimepath^={tmp_path}/plugin/editors/neovim"),
        *("--cmd", "lua vim.notify = function(text) vim.fn.writefile({ text }, vim.env.MTGR_RESULT) end"),
        *(game, "-c", "checkhealth mtgr", "-c", f"write! {health}", "-c", "qa!"),
        MTGR_RESULT=str(told),
        PATH="/usr/bin:/bin",
    )

    assert "mtgr-language-server was not found" in told.read_text()
    assert "There is no server" in health.read_text()


def test_the_help_file_has_tags_for_all_there_is(neovim: Neovim, tmp_path: Path) -> None:
    """Commands, <Plug> mappings and variables; and Neovim finds them there."""
    plugin = tmp_path / "plugin"
    shutil.copytree(PLUGIN, plugin)
    answer = tmp_path / "answer"
    keys = "vim.tbl_map(function(mapping) return mapping.lhs end, vim.api.nvim_get_keymap('n'))"

    neovim.run(
        *("--cmd", f"set runtimepath^={plugin}", "-c", f"helptags {plugin}/doc", "-c", "help :MtgrBoard"),
        *("-c", f"lua vim.fn.writefile({{ vim.fn.expand('%:t'), unpack({keys}) }}, vim.env.MTGR_RESULT)"),
        *("-c", "qa!"),
        MTGR_RESULT=str(answer),
    )

    tags = {line.partition("\t")[0] for line in (plugin / "doc" / "tags").read_text().splitlines()}
    page, *mappings = answer.read_text().split()
    plugs = {each for each in mappings if each.startswith("<Plug>(mtgr-")}
    assert page == "mtgr.txt"
    sources = "\n".join(path.read_text(encoding="utf-8") for path in PLUGIN.rglob("*.lua"))
    commands = {f":{name}" for name in re.findall(r'create\("(\w+)"', sources)}
    variables = {f"g:{name}" for name in re.findall(r"vim\.g\.(mtgr_\w+)", sources)}
    assert len(plugs) == 27
    assert len(commands) == 6
    assert {*plugs, *commands, *variables} <= tags
