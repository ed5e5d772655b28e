"""Findings as users see them, with lines of the whole text."""

from __future__ import annotations

from dataclasses import dataclass, field

from mtgr.replay.findings import Repair
from mtgr.spec.codes import CODES, Severity


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A span within one line: 0-based LF line, 0-based code points, end exclusive."""

    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that a finding speaks of."""

    place: Place
    message: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One mistake: where, which check or warning (a key of ``CODES``), and what.

    ``repair`` is there where the file says what should stand instead; its columns are those of the place's line.
    """

    place: Place
    code: str
    message: str
    related: tuple[Related, ...] = ()
    repair: Repair | None = field(default=None, compare=False)

    @property
    def severity(self) -> Severity:
        """The severity of its code."""
        return CODES[self.code].severity
