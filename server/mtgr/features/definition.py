"""Where the object or player at the cursor is introduced."""

from __future__ import annotations

from dataclasses import dataclass

from mtgr.analysis import Analysis, Place
from mtgr.features.subject import Subject, mentions_of, subject_at
from mtgr.syntax.tokens import ANNOTATIONS


@dataclass(frozen=True, slots=True)
class DefinitionAnswer:
    """``origin`` is what was asked about: a player's name, or an ID, with its name if the cursor was on the name.
    ``target`` is the ID or name where the answer leads, ``target_line`` the whole statement or tag there."""

    origin: Place
    target: Place
    target_line: Place


def definition(analysis: Analysis, line: int, column: int) -> DefinitionAnswer | None:
    """The ``new`` line of the object, or the ``Player1`` or ``Player2`` tag of the player, at a 0-based line and code
    point column; the column after a token counts too."""
    subject = subject_at(analysis, line, column)
    return None if subject is None else definition_of(analysis, subject)


def definition_of(analysis: Analysis, subject: Subject) -> DefinitionAnswer | None:
    """Where a subject is introduced."""
    line = subject.place.line
    if subject.key[0] == "#":
        target = analysis.introduction(line, subject.key)
    else:
        found = (each for each in mentions_of(analysis, line, subject.key) if each.role == "declaration")
        target = next((Place(each.line, each.start, each.end) for each in found), None)
    return None if target is None else answer(analysis, subject.place, target)


def answer(analysis: Analysis, origin: Place, target: Place) -> DefinitionAnswer:
    """The answer that leads to a place, with the statement (and cause) around it, without time, indentation and
    annotations; or with the tag."""
    parsed = analysis.line(target.line)
    if parsed.kind == "tag":
        return DefinitionAnswer(origin, target, Place(target.line, 0, len(parsed.text)))
    end = max(token.end for token in parsed.tokens if token.kind not in ANNOTATIONS)
    return DefinitionAnswer(origin, target, Place(target.line, parsed.column, max(end, target.end)))
