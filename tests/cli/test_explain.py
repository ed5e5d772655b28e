"""`mtgr explain`."""

from __future__ import annotations

import pytest
from tests.cli.conftest import Command

from mtgr.cli import main
from mtgr.spec.codes import CODES
from mtgr.spec.reference import explain


@pytest.mark.parametrize("code", [*CODES, "7", "Check 7"])
def test_a_code_is_explained(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", code]) == 0
    assert capsys.readouterr() == (explain(code), "")


def test_without_a_code_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(CODES)
    assert lines[0] == "check-1             error        Unreadable line, tag or file structure"


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("achetype-difers", "there is no code 'achetype-difers'; did you mean archetype-differs?"),
        ("zzz\x1b[31m", "there is no code 'zzz<U+001B>[31m'; mtgr explain lists all of them"),
        ("", "there is no code ''; mtgr explain lists all of them"),
    ],
)
def test_an_unknown_code(code: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", code]) == 2
    assert capsys.readouterr() == ("", f"mtgr: {sentence}\n")


def test_several_suggestions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "order"]) == 2
    assert " or " in capsys.readouterr().err


def test_colours(mtgr: Command) -> None:
    output = mtgr("explain", "check-7", env={"FORCE_COLOR": "1"}).stdout.decode()
    assert output.startswith("\x1b[1mcheck-7 (error, section 14.5)")
    assert "\x1b[1;31mWrong:" in output
    assert "\x1b[1;32mRight:" in output
