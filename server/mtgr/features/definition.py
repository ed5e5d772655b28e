"""Where the object at the cursor is introduced."""

from __future__ import annotations

from dataclasses import dataclass

from mtgr.analysis import Analysis, Place
from mtgr.features.cursor import Reference, mention_at, reference_at


@dataclass(frozen=True, slots=True)
class DefinitionAnswer:
    """``origin`` is what was asked about: an ID, with its name if the cursor was on the name. ``target`` is the ID in
    the ``new`` line, ``target_line`` the whole statement there."""

    origin: Place
    target: Place
    target_line: Place


def definition(analysis: Analysis, line: int, column: int) -> DefinitionAnswer | None:
    """The ``new`` line of the object at a 0-based line and code point column; the column after a token counts too."""
    if not 0 <= line < len(analysis.lines):
        return None
    reference = _reference(analysis, line, column)
    target = analysis.introduction(line, reference.id) if reference else None
    if reference is None or target is None:
        return None
    return DefinitionAnswer(Place(line, reference.start, reference.end), target, _statement(analysis, target))


def _reference(analysis: Analysis, line: int, column: int) -> Reference | None:
    parsed = analysis.line(line)
    match parsed.kind:
        case "body":
            return reference_at(parsed.tokens, column)
        case "escape":
            return mention_at(parsed.text, column)
    return None


def _statement(analysis: Analysis, target: Place) -> Place:
    """The statement around an ID, with its cause but without time, indentation and annotations."""
    parsed = analysis.line(target.line)
    annotations = ("nag", "brace-comment", "line-comment")
    end = max(token.end for token in parsed.tokens if token.kind not in annotations)
    return Place(target.line, parsed.column, max(end, target.end))
