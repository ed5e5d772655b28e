"""Where the spell or ability at the cursor does what it does, or ends without."""

from __future__ import annotations

from mtgr.analysis import Analysis, Place
from mtgr.features.definition import DefinitionAnswer, answer
from mtgr.features.subject import in_sight, mentions_of, subject_at


def implementation(analysis: Analysis, line: int, column: int) -> list[DefinitionAnswer]:
    """The lines where the object at a 0-based line and code point column resolves, fizzles or is countered (section
    7.4), as often as it was on the stack; where there are none, those where it ceases to exist. Of variations, those
    around the line."""
    subject = subject_at(analysis, line, column)
    if subject is None:
        return []
    changes = [each for each in mentions_of(analysis, line, subject.key) if each.role == "write"]
    seen = sorted(in_sight(analysis, line, changes))
    for names in ("resolve", "fizzle", "countered"), ("cease",):
        found = [each for each in seen if _form(analysis, each.line) in names]
        if found:
            return [answer(analysis, subject.place, Place(each.line, each.start, each.end)) for each in found]
    return []


def _form(analysis: Analysis, line: int) -> str:
    form = analysis.line(line).statement.form
    return "" if form is None else form.name
