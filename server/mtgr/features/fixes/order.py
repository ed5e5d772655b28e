"""Tags and decklists that are not in their one order (sections 4.2, 4.5 and 10.5)."""

from __future__ import annotations

from collections.abc import Iterator

from mtgr.analysis import Analysis, Finding
from mtgr.features.changes import line_changes
from mtgr.features.fixes.fix import Fix
from mtgr.replay.entries import is_deck_entry
from mtgr.spec.tags import order_of
from mtgr.syntax.line import Line
from mtgr.syntax.tokens import decode


def tag_order(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """Puts the tags in order, where each of their lines is one."""
    game = analysis.game_at(finding.place.line)
    if game is None:
        return
    first = game.start + game.tags_offset
    lines = list(analysis.lines[first : first + game.tags_length])
    tags = game.section.tags
    if len(tags) != len(lines) or not 0 <= finding.place.line - first < len(lines):
        return
    ranked = sorted(tags, key=lambda tag: order_of(tag.name))
    if changes := line_changes(first, lines, [lines[tag.line] for tag in ranked]):
        yield Fix("Put the tags in order", tuple(changes), safe=True)


def deck_order(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """Puts the entries of the decklist in order, and adds up those of one card."""
    n = finding.place.line
    lines = analysis.lines
    first = end = n
    while first > 0 and is_deck_entry(Line(lines[first - 1]).statement):
        first -= 1
    while end < len(lines) and is_deck_entry(Line(lines[end]).statement):
        end += 1
    entries: dict[tuple[str, str], list[str]] = {}
    for text in lines[first:end]:
        st = Line(text).statement
        assert st.form is not None
        entries.setdefault((st.form.name, decode(st.values[1] or "")), []).append(text)
    new = [_sum(entries[key]) for key in sorted(entries)]
    if changes := line_changes(first, lines[first:end], new):
        yield Fix("Put the decklist in order", tuple(changes), safe=True)


def _sum(texts: list[str]) -> str:
    """One entry for several of one card."""
    if len(texts) == 1:
        return texts[0]
    counts = [Line(text).statement.values[0] or "0" for text in texts]
    line = Line(texts[0])
    start, end = line.statement.span("count")
    total = sum(map(int, counts)) if max(map(len, counts)) < 1000 else int(counts[0][:9])
    return f"{texts[0][: line.column + start]}{total}{texts[0][line.column + end :]}"
