"""One JSON array with an object for every finding."""

from __future__ import annotations

from mtgr.analysis import Finding, Related
from mtgr.cli.json_text import json_text
from mtgr.cli.work import Checked


def as_json(results: list[Checked]) -> str:
    """Lines and columns count from 1, columns in code points; ends are exclusive."""
    return json_text([_finding(result.path, finding) for result in results for finding in result.findings]) + "\n"


def _finding(path: str, finding: Finding) -> dict[str, object]:
    place = finding.place
    return {
        "path": path,
        "line": place.line + 1,
        "column": place.start + 1,
        "end_line": place.line + 1,
        "end_column": place.end + 1,
        "code": finding.code,
        "severity": finding.severity.value,
        "message": finding.message,
        "related": [_related(path, related) for related in finding.related],
    }


def _related(path: str, related: Related) -> dict[str, object]:
    return {
        "path": path,
        "line": related.place.line + 1,
        "column": related.place.start + 1,
        "message": related.message,
    }
