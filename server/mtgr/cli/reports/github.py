"""Workflow commands that GitHub Actions shows as annotations on the changed files."""

from __future__ import annotations

import os

from mtgr.analysis import Finding
from mtgr.cli.work import Checked
from mtgr.features.visible import visible

LEVELS = {"error": "error", "warning": "warning", "information": "notice", "hint": "notice"}


def github(results: list[Checked]) -> str:
    """One ``::error ...::message`` line a finding; lines and columns count from 1."""
    return "".join(_command(result.path, finding) for result in results for finding in result.findings)


def _command(path: str, finding: Finding) -> str:
    place = finding.place
    properties = {
        "file": path.replace(os.sep, "/"),
        "line": place.line + 1,
        "col": place.start + 1,
        "endLine": place.line + 1,
        "endColumn": place.end + 1,
        "title": f"mtgr {finding.code}",
    }
    written = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{LEVELS[finding.severity.value]} {written}::{_data(visible(finding.message))}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return visible(_data(text).replace(":", "%3A").replace(",", "%2C"))
