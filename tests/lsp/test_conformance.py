"""The fixtures in ``conformance/`` give in an editor what they give on the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.lsp_client import PUBLISH, InProcess

from mtgr.spec.codes import CODES, Severity

ROOT = Path(__file__).parents[2] / "conformance"


UTF_32 = {"general": {"positionEncodings": ["utf-32"]}}
MISTAKES = (Severity.ERROR, Severity.WARNING)


def readable(path: Path) -> bool:
    """Whether an editor can open the file as the UTF-8 it should be."""
    try:
        path.read_bytes().decode()
    except UnicodeDecodeError:
        return False
    return True


FIXTURES = {
    str(path.relative_to(ROOT)): path
    for folder in ("valid", "invalid", "warnings")
    for path in sorted((ROOT / folder).rglob("*.mtgr"))
    if readable(path)
}


@pytest.fixture(scope="module")
def client() -> Iterator[InProcess]:
    with InProcess() as client:
        client.initialize(UTF_32, initializationOptions={"hints": False})
        yield client


@pytest.mark.parametrize("name", FIXTURES)
def test_an_editor_shows_what_the_command_line_says(client: InProcess, name: str) -> None:
    path = FIXTURES[name]
    text = path.read_bytes().decode()
    client.open(path.as_uri(), text)
    shown = [found(item) for item in client.wait_for_notification(PUBLISH)["diagnostics"]]
    client.close_document(path.as_uri())
    assert client.wait_for_notification(PUBLISH)["diagnostics"] == []
    expected = expectations(path)
    if "\r" in text:  # an editor counts other lines, and has no place for a CR at the end of one
        assert [item["code"] for item in shown] == [item["code"] for item in expected]
    else:
        assert shown == expected


def expectations(path: Path, severities: tuple[Severity, ...] = MISTAKES) -> list[dict[str, Any]]:
    beside = path.with_suffix(".expected.json")
    findings: list[dict[str, Any]] = json.loads(beside.read_bytes()) if beside.exists() else []
    return [finding for finding in findings if CODES[finding["code"]].severity in severities]


def test_an_editor_shows_the_hints_of_the_command_line() -> None:
    """Those of variations. They come when all else has been told."""
    every = {name: expectations(path, (Severity.HINT,)) for name, path in FIXTURES.items()}
    hinted = {name: hints for name, hints in every.items() if {each["code"] for each in hints} == {"variation"}}
    assert hinted
    with InProcess() as client:
        client.initialize(UTF_32)
        for name, hints in hinted.items():
            path = FIXTURES[name]
            client.open(path.as_uri(), path.read_bytes().decode())
            expected = [*expectations(path), *hints]
            shown: list[dict[str, Any]] = []
            while shown != expected:
                shown = [found(item) for item in client.wait_for_notification(PUBLISH)["diagnostics"]]


def found(diagnostic: dict[str, Any]) -> dict[str, Any]:
    start, end = diagnostic["range"]["start"], diagnostic["range"]["end"]
    return {
        "line": start["line"] + 1,
        "column": start["character"] + 1,
        "end_line": end["line"] + 1,
        "end_column": end["character"] + 1,
        "code": diagnostic["code"],
    }
