"""The fixtures in `conformance/` through `mtgr check`, in one run over the whole folder."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import environment

from mtgr.spec.codes import CODES, Severity

ROOT = Path(__file__).parents[2] / "conformance"
FOLDERS = ("valid", "invalid", "warnings")
FIXTURES = {str(path.relative_to(ROOT)): path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.mtgr"))}
FIELDS = ("line", "column", "end_line", "end_column", "code")


@pytest.fixture(scope="module")
def run() -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "mtgr", "check", "--output-format", "json", "--hints"]
    command += [str(ROOT / folder) for folder in FOLDERS]
    return subprocess.run(command, env=environment(), capture_output=True, timeout=300, check=False)


@pytest.fixture(scope="module")
def found(run: subprocess.CompletedProcess[bytes]) -> dict[str, list[dict[str, Any]]]:
    """The findings of every fixture by its path."""
    findings: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for finding in json.loads(run.stdout):
        findings[str(Path(finding["path"]).relative_to(ROOT))].append({field: finding[field] for field in FIELDS})
    return findings


def test_every_fixture_can_be_checked(run: subprocess.CompletedProcess[bytes]) -> None:
    assert (run.returncode, run.stderr) == (1, b"")


def expected(path: Path) -> list[dict[str, Any]]:
    beside = path.with_suffix(".expected.json")
    findings: list[dict[str, Any]] = json.loads(beside.read_bytes()) if beside.exists() else []
    return findings


def of_severity(findings: list[dict[str, Any]], *severities: Severity) -> list[dict[str, Any]]:
    return [finding for finding in findings if CODES[finding["code"]].severity in severities]


@pytest.mark.parametrize("name", FIXTURES)
def test_a_fixture_gives_what_stands_beside_it(found: dict[str, list[dict[str, Any]]], name: str) -> None:
    wanted = expected(FIXTURES[name])
    quiet = of_severity(wanted, Severity.INFORMATION, Severity.HINT)
    failing = (Severity.ERROR, Severity.WARNING)
    assert of_severity(found[name], *failing) == of_severity(wanted, *failing)
    assert [finding for finding in quiet if finding not in found[name]] == []
