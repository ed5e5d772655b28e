"""Every fixture of `conformance/` gives exactly the findings that stand beside it, and a valid one none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mtgr.analysis import Analysis
from mtgr.spec.codes import CODES, Severity

ROOT = Path(__file__).parents[2] / "conformance"
FIXTURES = {
    path.relative_to(ROOT).as_posix(): path
    for folder in ("valid", "invalid", "warnings")
    for path in sorted((ROOT / folder).rglob("*.mtgr"))
}
Place = tuple[int, int, int, int, str]


def _expected(path: Path) -> list[Place]:
    beside = path.with_suffix(".expected.json")
    findings = json.loads(beside.read_bytes()) if beside.exists() else []
    return [(each["line"], each["column"], each["end_line"], each["end_column"], each["code"]) for each in findings]


def _found(path: Path, hints: bool) -> list[Place]:
    findings = Analysis.of_bytes(path.read_bytes()).findings(hints)
    places = [(each.place.line + 1, each.place.start + 1, each.place.end + 1, each.code) for each in findings]
    return [(line, start, line, end, code) for line, start, end, code in places]


def test_there_are_fixtures_for_every_check() -> None:
    assert {f"check-{number}" for number in range(1, 18)} <= {
        code for path in FIXTURES.values() for *_, code in _expected(path)
    }


@pytest.mark.parametrize("name", FIXTURES)
def test_a_fixture_gives_what_stands_beside_it(name: str) -> None:
    expected = _expected(FIXTURES[name])
    hints = any(CODES[code].severity in (Severity.INFORMATION, Severity.HINT) for *_, code in expected)
    assert _found(FIXTURES[name], hints) == expected


@pytest.mark.parametrize("name", [name for name in FIXTURES if name.startswith("valid/")])
def test_the_text_of_a_fixture_says_the_same_as_its_bytes(name: str) -> None:
    lines = FIXTURES[name].read_bytes().decode().split("\n")
    assert Analysis.of_lines(lines).findings() == []
