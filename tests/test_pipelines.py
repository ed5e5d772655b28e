"""docs/pipelines.md: its command lines are ones, and its pattern matches what is printed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from tests.support.markers import game

from mtgr.cli import main
from mtgr.cli.arguments import parse

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "pipelines.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"\bmtgr ((?:check|format) [^\n|#>`]*[^\n|#>` ])", PAGE)
OPTIONS = ("output_format", "strict", "hints", "max_findings", "jobs", "stdin_filename", "paths", "command")


def test_there_are_commands() -> None:
    assert len([command for command in COMMANDS if "--" in command]) >= 5


@pytest.mark.parametrize("command", [command for command in COMMANDS if re.search(r" [\w/.]*(?:/|mtgr|-)$", command)])
def test_a_command_can_be_run(command: str) -> None:
    assert parse(shlex.split(command)).paths


def test_every_option_of_the_check_has_its_row() -> None:
    options = set(vars(parse(["check", "a"])))
    assert options == set(OPTIONS)
    for option in options - {"paths", "command"}:
        assert f"`--{option.replace('_', '-')}" in PAGE


def test_the_pattern_of_the_page_matches(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    [pattern] = re.findall(r"`(\^.*\$)`", PAGE)
    path = tmp_path / "a: b.mtgr"
    path.write_text(game('"PlayerA" life 1 -> 2 by ?'), encoding="utf-8")
    assert main(["check", str(path)]) == 1
    match = re.fullmatch(pattern, capsysbinary.readouterr().out.decode().rstrip("\n"))
    assert match is not None
    assert match.groups()[0] == str(path)
    assert match.groups()[3:5] == ("error", "check-10")
