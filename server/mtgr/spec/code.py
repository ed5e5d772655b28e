"""What one kind of finding is described by."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Severity(enum.Enum):
    """How serious a finding is. Only an error makes a file invalid (R1 to R3)."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding.

    ``section`` names the section of the specification that sets the rule (``"6.1"``, or several: ``"2, 3, 4"``).
    ``why`` is for the person who got the finding. ``wrong`` and ``right`` are excerpts of whole lines, each line with
    its LF, that differ only in the mistake; an escape line stands where lines are left out.
    """

    code: str
    severity: Severity
    section: str
    title: str
    why: str
    wrong: str
    right: str
