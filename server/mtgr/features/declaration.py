"""Where the name of the object at the cursor becomes known."""

from __future__ import annotations

from mtgr.analysis import Analysis, Place
from mtgr.features.definition import DefinitionAnswer, answer, definition_of
from mtgr.features.subject import in_sight, mentions_of, subject_at


def declaration(analysis: Analysis, line: int, column: int) -> DefinitionAnswer | None:
    """The ``identify`` line (section 6.6) of the object at a 0-based line and code point column: one in a variation
    around the line, else that of the main line. Where there is none, its definition."""
    subject = subject_at(analysis, line, column)
    if subject is None:
        return None
    found = [each for each in mentions_of(analysis, line, subject.key) if each.role == "identity"]
    for each in reversed(in_sight(analysis, line, found)):
        return answer(analysis, subject.place, Place(each.line, each.start, each.end))
    return definition_of(analysis, subject)
