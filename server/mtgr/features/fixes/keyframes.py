"""Keyframes that are missing or differ from the replay (section 14.5, check 7)."""

from __future__ import annotations

from collections.abc import Iterator

from mtgr.analysis import Analysis, Finding
from mtgr.features.changes import insert_lines
from mtgr.features.fixes.entries import Wanted, entries_below, fix_all, fix_entry, head_above, head_of, is_head, subject
from mtgr.features.fixes.fix import Fix
from mtgr.replay.keyframe_text import entry_text, is_entry, listed_objects, player_text
from mtgr.replay.state import State
from mtgr.replay.write import keyframe_lines
from mtgr.syntax.line import Line


def keyframes(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    n = finding.place.line
    block = analysis.block_at(n)
    head = None if block is None else head_of(analysis.lines, n, "keyframe", block.start)
    if block is None or head is None:
        return
    before, after = analysis.states(head.line)
    if before is None or after is None:
        return
    entries = _entries(after if before.suspended else before, after, block.kind == "pregame")
    if block.kind == "pregame":  # what is missing there is not known
        listed = {subject(Line(text).statement) for text in analysis.lines[head.line + 1 : head.end]}
        entries = {name: text for name, text in entries.items() if name in listed}
    wanted = Wanted(entries)
    if finding.code == "check-1" and subject(Line(analysis.lines[n]).statement) not in entries:
        return  # what cannot be read might be anything
    if n > head.line and (fix := fix_entry(analysis, n, wanted)):
        yield fix
    if fix := fix_all(analysis, head, wanted, "the keyframe"):
        yield fix


def _entries(before: State, after: State, start: bool) -> dict[str, str]:
    """What a keyframe should say, given the states around it.

    The state behind it has what the keyframe settled; where they differ, it has what the replay had (R4). What is
    listed is what was there before; after a gap, what the keyframe says (section 14.4).
    """
    found = {name: player_text(after, name) for name in after.players}
    if start:
        return found
    if after.day_night is not None:
        found["day"] = after.day_night
    for obj in listed_objects(before):
        if obj.id in after.objects and obj.kind != "unknown":
            found[obj.id] = entry_text(after, after.objects[obj.id])
    return found


def missing_keyframe(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """The whole keyframe under a ``turn`` line, or only its own line where the entries are there."""
    n, lines = finding.place.line, analysis.lines
    while n > 0 and (is_entry(Line(lines[n]).statement) or is_head(Line(lines[n]), "keyframe")):
        n -= 1
    line = Line(lines[n])
    form = line.statement.form
    if line.kind != "body" or form is None or form.name not in ("turn", "pregame"):
        return
    old = entries_below(lines, n, "keyframe", is_entry)
    if fix := head_above(n, old, "keyframe", f"{line.time}   keyframe"):
        yield fix
    elif form.name == "turn" and not old:
        state = analysis.state(n)
        if state is not None and not state.suspended:
            yield Fix("Insert the keyframe", (insert_lines(n + 1, keyframe_lines(state, line.time, 1)),))
