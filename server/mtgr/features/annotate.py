"""Annotations written for the user: glyphs and comments at the end of a line, in canonical order (section 11)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from mtgr.analysis import Analysis
from mtgr.document.text import same_start
from mtgr.features.annotations import Trailer, glyph, trailer
from mtgr.features.changes import Change, in_line
from mtgr.spec.words import GLYPHS
from mtgr.syntax.tokens import normalized

_MOVE_GLYPHS = frozenset(f"${number}" for number in GLYPHS)
"""Of these a line has one at the most."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """Something that can be done to a line's annotations, for a menu."""

    title: str
    change: Change


def with_glyph(analysis: Analysis, line: int, nag: int | None) -> Change | None:
    """The change that gives a 0-based line a NAG; with None the one that takes its glyphs away (``!`` to ``?!``).

    A NAG with a glyph takes the place of the one that is there; any other is added. None where nothing changes, and
    for a line that can have no annotation or cannot be read.
    """
    notes = _notes(analysis, line)
    if notes is None or (nag is not None and not 0 <= nag <= 255):
        return None
    new = f"${nag}"
    nags = notes.nags
    if nag is None or nag in GLYPHS:
        glyphs = () if nag is None else (new,)
        nags = (*glyphs, *(each for each in nags if each not in _MOVE_GLYPHS))
    elif new not in nags:
        nags = (*nags, new)
    return None if nags == notes.nags else _change(analysis, line, replace(notes, nags=nags))


def with_comment(analysis: Analysis, line: int, comment: str) -> Change | None:
    """The change that adds a comment to a 0-based line and leaves what it says already.

    It becomes a brace comment if it can, else a line comment, or the end of the one that is there. Line breaks and
    other control characters become spaces. None for a line that can have no annotation or cannot be read.
    """
    notes = _notes(analysis, line)
    if notes is None:
        return None
    said = normalized(re.sub(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]+", " ", comment)).strip()
    if notes.brace in (None, "{}") and "}" not in said:
        return _change(analysis, line, replace(notes, brace=f"{{{said}}}"))
    before = (notes.comment or ";").rstrip()
    return _change(analysis, line, replace(notes, comment=f"{before} {said}".rstrip()))


def annotation_actions(analysis: Analysis, line: int) -> list[Annotation]:
    """What can be done to a 0-based line's annotations: a glyph set or replaced, all glyphs taken away."""
    notes = _notes(analysis, line)
    if notes is None:
        return []
    found: list[Annotation] = []
    for number, (sign, meaning) in GLYPHS.items():
        if change := with_glyph(analysis, line, number):
            found.append(Annotation(f"Annotate as {sign} ({meaning})", change))
    if change := with_glyph(analysis, line, None):
        there = " ".join(glyph(nag) for nag in notes.nags if nag in _MOVE_GLYPHS)
        found.append(Annotation(f"Remove the annotation {there}", change))
    if notes.brace is None and (change := with_comment(analysis, line, "")):
        found.append(Annotation("Add a comment", change))
    return found


def _notes(analysis: Analysis, line: int) -> Trailer | None:
    return trailer(analysis.lines[line]) if 0 <= line < len(analysis.lines) else None


def _change(analysis: Analysis, line: int, notes: Trailer) -> Change | None:
    """The smallest change that gives a line these annotations; None if it has them."""
    old, new = analysis.lines[line][notes.start :], notes.text
    if old == new:
        return None
    same = same_start(old, new)
    rest = same_start(old[same:][::-1], new[same:][::-1])
    return in_line(line, notes.start + same, notes.start + len(old) - rest, new[same : len(new) - rest])
