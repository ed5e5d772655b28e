"""Every finding the checker can make, as plain data: how serious it is, what it means and how to repair it.

The numbers of the checks are those of section 14.1 in the order it lists them (R1); the slugs of the warnings are
those of R40. ``docs/checks.md`` and ``mtgr explain`` are rendered from this table (see ``mtgr.spec.reference``).
"""

from __future__ import annotations

from mtgr.spec.checks import CHECKS
from mtgr.spec.code import Code, Severity
from mtgr.spec.warnings import REMARKS, WARNINGS

__all__ = ["CODES", "Code", "Severity"]

CODES: dict[str, Code] = {entry.code: entry for entry in (*CHECKS, *WARNINGS, *REMARKS)}
"""All codes: the checks by number, then warnings, information and hints."""
