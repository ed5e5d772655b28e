"""Fix all: whatever a text has that is only written in another way than it should be, put right at once."""

from __future__ import annotations

from collections.abc import Iterable

from mtgr.analysis import Analysis, Finding
from mtgr.features.changes import Change, apply, in_line, overlap
from mtgr.features.fixes.fix import Fix
from mtgr.features.fixes.form import right
from mtgr.features.fixes.offer import safe_fix


def fix_all(analysis: Analysis) -> Fix | None:
    """All safe fixes of a text as one; None where there is nothing to do."""
    lines = analysis.lines
    fixes = [fix for each in analysis.findings_between(0, len(lines)) if (fix := safe_fix(analysis, each)) is not None]
    changes = _one_by_one(analysis, [change for fix in fixes if not fix.raw for change in fix.changes])
    title = "Fix all that is only written differently"
    if any(fix.raw for fix in fixes):
        raw = analysis.raw
        text = "\n".join(apply(lines, changes))
        return Fix(title, (Change(0, 0, len(raw) - 1, len(raw[-1]), text),), safe=True, raw=True)
    return Fix(title, tuple(changes), safe=True) if changes else None


def _one_by_one(analysis: Analysis, changes: Iterable[Change]) -> list[Change]:
    """Changes that do not touch each other: of those inside one line one is made, then the line is put right again."""
    here: dict[int, list[Change]] = {}
    across: list[Change] = []
    for change in dict.fromkeys(changes):
        if change.line == change.end_line and "\n" not in change.text:
            here.setdefault(change.line, []).append(change)
        elif not any(overlap(change, other) for other in across):
            across.append(change)
    taken = {n for change in across for n in range(change.line, change.end_line + (change.end > 0))}
    found = list(across)
    for n, each in here.items():
        if n in taken:
            continue
        if len(each) == 1:
            found.append(each[0])
            continue
        old = analysis.lines[n]
        inner = [change for change in each if (change.start, change.end) != (0, len(old))]
        kept: list[Change] = []
        for change in sorted(inner):
            if not kept or not overlap(kept[-1], change):
                kept.append(change)
        new = apply([old], kept, n)[0]
        found.append(in_line(n, 0, len(old), right(analysis, n, new) or new))
    return sorted(found)


def has_safe_fix(analysis: Analysis, findings: Iterable[Finding]) -> bool:
    return any(safe_fix(analysis, each) is not None for each in findings)
