"""A file without its annotations, variations, extensions and escape lines: the same game (sections 3, 11, 12, 13.1)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace

from mtgr.analysis import Analysis
from mtgr.features.annotations import annotated, trailer
from mtgr.replay.branch import Variations, read_variations
from mtgr.spec.statements import Place as Where
from mtgr.spec.tags import EXTENSION_TAG
from mtgr.syntax.line import Line, kind_of


@dataclass(frozen=True, slots=True)
class Kinds:
    """What is to go. ``extensions`` are tags and statements. What stands in a variation or on the line of an extension
    statement goes with it."""

    comments: bool = True
    nags: bool = True
    variations: bool = True
    extensions: bool = True
    escapes: bool = True


@dataclass(frozen=True, slots=True)
class Stripped:
    """What becomes of lines of the text (0-based): another text, or None where they go; all others stay.

    ``unread`` are lines with annotations that stay because the line cannot be read.
    """

    changes: dict[int, str | None]
    unread: list[int]


def strip(analysis: Analysis, kinds: Kinds) -> Stripped:
    """What a text loses. The game that it records stays the same, state by state, and a valid file stays valid."""
    found = Stripped({}, [])
    lines = analysis.lines
    if kinds.escapes:
        found.changes.update((n, None) for n, text in enumerate(lines) if text.startswith("%"))
    for game in analysis.taken_apart():
        if kinds.extensions:
            tags = range(game.start + game.tags_offset, game.start + game.tags_offset + game.tags_length)
            found.changes.update((n, None) for n in tags if _EXTENSION_TAG.match(lines[n]))
        for block in game.blocks:
            _strip_block(block.lines(lines), block.start, kinds, found)
    return found


_EXTENSION_TAG = re.compile(rf"\[{EXTENSION_TAG} ")


def _strip_block(lines: list[str], start: int, kinds: Kinds, found: Stripped) -> None:
    gone = set(_gone(lines, kinds))
    found.changes.update((start + n, None) for n in gone)
    if not (kinds.comments or kinds.nags):
        return
    for n, text in enumerate(lines):
        if n in gone or not ("$" in text or ";" in text or "{" in text):
            continue
        notes = trailer(text)
        if notes is None:
            if kind_of(text) == "body" and annotated(text) is not None:
                found.unread.append(start + n)
            continue
        if kinds.nags:
            notes = replace(notes, nags=())
        if kinds.comments:
            notes = replace(notes, brace=None, comment=None)
        new = text[: notes.start] + notes.text
        if new != text:
            found.changes[start + n] = new


def _gone(lines: list[str], kinds: Kinds) -> Iterator[int]:
    """The lines of a block that go as a whole, escape lines on the main line aside."""
    variations = read_variations(lines)
    extensions = {n for n, text in enumerate(lines) if _is_extension(text)} if kinds.extensions else set()
    yield from extensions
    for first, last in variations.last.items():
        if kinds.variations or _loses_its_line(lines, variations, extensions, first):
            yield from range(first, last + 1)


def _is_extension(text: str) -> bool:
    if "_" not in text or kind_of(text) != "body":
        return False
    form = Line(text).statement.form
    return form is not None and form.name == "extension"


def _loses_its_line(lines: list[str], variations: Variations, extensions: set[int], opening: int) -> bool:
    """Whether a variation is an alternative to an extension statement, without which it could not stand there (R38)."""
    direct = variations.direct[variations.parent[opening]]
    before = (n for n in reversed(direct[: bisect_left(direct, opening)]) if not lines[n].startswith("%"))
    if next(before, None) not in extensions:
        return False
    indent = Line(lines[opening]).indent
    left = next((n for n in before if n not in extensions), None)
    if left is None:
        return True
    line = Line(lines[left])
    form = line.statement.form
    if form is None:
        return False
    if form.place in (Where.STACK, Where.STACK_ENTRY):
        return line.indent <= indent
    return line.indent != indent or not (form.place in (Where.EVENT, Where.STEP) or form.name == "turn")
