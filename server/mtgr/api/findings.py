"""Findings as other programs get them: lines and columns count from 1, as in ``mtgr check --output-format json``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mtgr.analysis import Finding as Found
from mtgr.spec.codes import CODES

Severity = Literal["error", "warning", "information", "hint"]


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that a finding speaks of: line and column from 1, the column in code points."""

    line: int
    column: int
    message: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One mistake. Line and columns count from 1, columns in code points; ``end_column`` is the one after the last.

    ``code`` is ``check-1`` to ``check-17`` or the name of a warning (docs/checks.md).
    """

    line: int
    column: int
    end_column: int
    code: str
    severity: Severity
    message: str
    related: tuple[Related, ...] = ()

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.severity}: {self.code}: {self.message}"


def finding(line: int, start: int, end: int, code: str, message: str, related: tuple[Related, ...] = ()) -> Finding:
    """A finding at a line and columns that count from 0."""
    severity: Severity = CODES[code].severity.value
    return Finding(line + 1, start + 1, end + 1, code, severity, message, related)


def of_analysis(found: Found) -> Finding:
    """A finding of an analysis."""
    related = tuple(Related(each.place.line + 1, each.place.start + 1, each.message) for each in found.related)
    return finding(found.place.line, found.place.start, found.place.end, found.code, found.message, related)
