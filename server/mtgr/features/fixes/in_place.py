"""Fixes that the finding itself holds: one thing on its line gives way to another (``Finding.repair``)."""

from __future__ import annotations

from collections.abc import Iterator

from mtgr.analysis import Analysis, Finding
from mtgr.features.changes import in_line
from mtgr.features.fixes.fix import Fix
from mtgr.syntax.line import Line

_TITLES = {
    "check-4": "Write {new} as its recorded name",
    "check-9": "Write `{new}` as the zone it leaves",
    "check-10": "Write {new} as the old value",
    "check-11": "Write {new}, the mana that is in the pool",
    "mana-order": "Put the mana symbols in order",
    "cost-order": "Put the symbols of the cost in order",
    "counters-order": "Put what is listed in order",
    "leave-stack-cause": "Write `by {new}`",
}
SAFE = frozenset({"mana-order", "cost-order", "counters-order"})
"""What is written in one way only: nothing is lost by putting it right."""


def in_place(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    repair = finding.repair
    if repair is None:
        return
    n = finding.place.line
    old = analysis.lines[n][repair.start : repair.end]
    new = repair.text
    indentation = not old.strip(" ") and not new.strip(" ") and repair.end == Line(analysis.lines[n]).column
    if indentation:
        title = f"Indent this line by {len(new)} spaces" if new else "Write this line without indentation"
    elif not new:
        title = f"Remove `{_short(old.strip())}`"
    elif not old:
        title = f"Write `{_short(new.strip())}`"
    else:
        title = _TITLES.get(finding.code, "Write `{new}`").format(new=_short(new))
    safe = finding.code in SAFE or indentation or (finding.code == "check-1" and new == "-")
    yield Fix(title, (in_line(n, repair.start, repair.end, new),), safe)


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
