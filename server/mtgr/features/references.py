"""Every mention of the object or player at the cursor."""

from __future__ import annotations

from mtgr.analysis import Analysis, Place
from mtgr.features.subject import mentions_of, subject_at


def references(analysis: Analysis, line: int, column: int, declaration: bool = True) -> list[Place]:
    """Where the object, effect or player at a 0-based line and code point column is mentioned in its game, in order:
    IDs and name tokens, in comments too. With ``declaration`` also where it is introduced."""
    subject = subject_at(analysis, line, column)
    if subject is None:
        return []
    found = mentions_of(analysis, line, subject.key)
    return [Place(each.line, each.start, each.end) for each in found if declaration or each.role != "declaration"]
