"""The lines that change the object or player at the cursor, and those that name it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from mtgr.analysis import Analysis, Place
from mtgr.features.subject import mentions_of, subject_at


class Highlight(NamedTuple):
    """``write`` where the line introduces, names or changes what it mentions there (section 14.3), else ``read``."""

    place: Place
    kind: Literal["read", "write"]


def highlight(analysis: Analysis, line: int, column: int) -> list[Highlight]:
    """All mentions, in its game, of the object or player at a 0-based line and code point column, in order."""
    subject = subject_at(analysis, line, column)
    found = [] if subject is None else mentions_of(analysis, line, subject.key)
    return [
        Highlight(Place(each.line, each.start, each.end), "read" if each.role == "read" else "write") for each in found
    ]
