"""What is not a command line, and what is printed for `--help`."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.cli.conftest import Command, environment

import mtgr as package
from mtgr.cli import main


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "a command is missing: check, format, state, strip, plot, explain or lsp (mtgr --help shows more)"),
        (["check"], "the following arguments are required: PATH (mtgr check --help shows more)"),
        (["check", "a", "--odd", "b"], "unknown arguments: --odd (mtgr check --help shows more)"),
        (["explain", "a", "b"], "unknown arguments: b (mtgr explain --help shows more)"),
        (
            ["check", "--jobs", "0", "a"],
            "argument --jobs: '0' is not a number of processes (mtgr check --help shows more)",
        ),
        (
            ["plot", "--game", "0", "a"],
            "argument --game: '0' is not the number of a game (mtgr plot --help shows more)",
        ),
        (
            ["check", "--jobs", "9" * 5000, "a"],
            f"argument --jobs: '{'9' * 5000}' is not a number of processes (mtgr check --help shows more)",
        ),
    ],
)
def test_bad_arguments_are_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", f"mtgr: {sentence}\n")


@pytest.mark.parametrize(
    "arguments", [["chekc"], ["check", "--output-format", "xml", "a"], ["--odd"], ["check", "--jobs"]]
)
def test_bad_arguments_that_python_words(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("mtgr: ")
    assert captured.err.count("\n") == 1


def test_arguments_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--\x1b[31m", "a"]) == 2
    assert "\x1b" not in capsys.readouterr().err


@pytest.mark.parametrize("command", [[], ["check"], ["format"], ["state"], ["strip"], ["plot"], ["explain"], ["lsp"]])
def test_help_is_on_standard_output(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "--help"]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith(f"usage: {' '.join(['mtgr', *command])}")
    assert captured.out.isascii()
    assert captured.err == ""


def test_the_version(mtgr: Command) -> None:
    result = mtgr("--version")
    assert (result.returncode, result.stdout) == (0, f"mtgr {package.__version__}\n".encode())


@pytest.mark.parametrize(
    "arguments",
    [["--version"], ["--help"], ["check", "--help"], ["format", "--help"], ["state", "--help"], ["plot", "--help"]],
)
def test_nothing_heavy_is_imported_to_start(arguments: list[str]) -> None:
    code = "import sys; from mtgr.cli import main; main(sys.argv[1:]); sys.stderr.write(' '.join(sorted(sys.modules)))"
    result = subprocess.run(
        [sys.executable, "-S", "-c", code, *arguments],
        env=environment(), capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    modules = set(result.stderr.split())
    ours = {name for name in modules if name.startswith("mtgr.")}
    assert ours == {"mtgr.cli", "mtgr.cli.arguments", "mtgr.cli.output"}
    assert modules.isdisjoint(
        {"typing", "rich", "pygls", "lsprotocol", "json", "dataclasses", "multiprocessing", "matplotlib"}
    )
