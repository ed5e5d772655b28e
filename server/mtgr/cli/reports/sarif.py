"""SARIF 2.1.0, the exchange format of static analysis tools."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote

from mtgr import __version__
from mtgr.analysis import Finding, Place
from mtgr.cli.json_text import json_text
from mtgr.cli.work import Checked
from mtgr.spec.codes import CODES, Code

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {"error": "error", "warning": "warning", "information": "note", "hint": "note"}
ROOT = "%SRCROOT%"


def sarif(results: list[Checked], problems: list[str]) -> str:
    """One run. Lines and columns count from 1, columns in code points; ``problems`` become notifications."""
    rules = list(CODES)
    run = {
        "tool": {
            "driver": {
                "name": "mtgr",
                "version": __version__,
                "rules": [_rule(code) for code in CODES.values()],
            }
        },
        "invocations": [
            {
                "executionSuccessful": not problems,
                "toolExecutionNotifications": [
                    {"level": "error", "message": _message(problem)} for problem in problems
                ],
            }
        ],
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"description": {"text": "The folder that mtgr was started in."}}},
        "results": [_result(result.path, finding, rules) for result in results for finding in result.findings],
    }
    return json_text({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, open_levels=5) + "\n"


def _rule(code: Code) -> dict[str, object]:
    return {
        "id": code.code,
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.why},
        "help": {
            "text": f"{code.title}\n\n{code.why}\n\nWrong:\n\n{code.wrong}\nRight:\n\n{code.right}",
            "markdown": f"{code.why}\n\nWrong:\n\n{_fenced(code.wrong)}\n\nRight:\n\n{_fenced(code.right)}\n",
        },
        "defaultConfiguration": {"level": LEVELS[code.severity.value]},
        "properties": {"section": code.section},
    }


def _fenced(example: str) -> str:
    return f"```mtgr\n{example}```"


def _result(path: str, finding: Finding, rules: list[str]) -> dict[str, object]:
    return {
        "ruleId": finding.code,
        "ruleIndex": rules.index(finding.code),
        "level": LEVELS[finding.severity.value],
        "message": _message(finding.message),
        "locations": [{"physicalLocation": _location(path, finding.place)}],
        "relatedLocations": [
            {"id": number, "physicalLocation": _location(path, related.place), "message": _message(related.message)}
            for number, related in enumerate(finding.related)
        ],
    }


def _message(text: str) -> dict[str, str]:
    """Single braces would be placeholders (section 3.11.5 of SARIF); messages are full of mana symbols."""
    return {"text": text.replace("{", "{{").replace("}", "}}")}


def _location(path: str, place: Place) -> dict[str, object]:
    return {
        "artifactLocation": _artifact(path),
        "region": {
            "startLine": place.line + 1,
            "startColumn": place.start + 1,
            "endLine": place.line + 1,
            "endColumn": place.end + 1,
        },
    }


def _artifact(path: str) -> dict[str, object]:
    """Relative to the current folder where that is possible, as the web services that read SARIF want it."""
    relative = Path(path)
    if relative.is_absolute() and relative.is_relative_to(Path.cwd()):
        relative = relative.relative_to(Path.cwd())
    if relative.is_absolute() or ".." in relative.parts:
        return {"uri": relative.resolve().as_uri()}
    return {"uri": quote(os.fsencode(relative.as_posix())), "uriBaseId": ROOT}
