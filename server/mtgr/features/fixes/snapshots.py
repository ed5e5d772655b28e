"""Stack snapshots that are missing or differ from the replay (sections 9.9 and 14.6, checks 6 and 14)."""

from __future__ import annotations

from collections.abc import Iterator

from mtgr.analysis import Analysis, Finding
from mtgr.features.changes import line_changes, remove_lines
from mtgr.features.fixes.entries import Head, Wanted, entries_below, fix_all, fix_entry, head_above, head_of, subject
from mtgr.features.fixes.fix import Fix
from mtgr.replay.entries import is_stack_entry
from mtgr.replay.stack import entry_text
from mtgr.replay.state import State
from mtgr.replay.write import stack_lines
from mtgr.syntax.line import Line


def snapshots(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    n = finding.place.line
    block = analysis.block_at(n)
    head = None if block is None else head_of(analysis.lines, n, "stack", block.start)
    if head is None:
        return
    before, after = analysis.states(head.line)
    if before is None or after is None or before.suspended:
        return
    if finding.code == "check-14":
        yield Fix("Remove the stack snapshot", (remove_lines(head.line, head.end),))
        return
    wanted = Wanted(_entries(analysis, head, before, after))
    if finding.code == "check-1" and subject(Line(analysis.lines[n]).statement) not in wanted.entries:
        return  # what cannot be read might be anything
    if n > head.line and (fix := fix_entry(analysis, n, wanted)):
        yield fix
    if fix := fix_all(analysis, head, wanted, "the stack snapshot"):
        yield fix


def _entries(analysis: Analysis, head: Head, before: State, after: State) -> dict[str, str]:
    """What a snapshot should say. Objects that may have left the stack are listed as far as it lists them (R4)."""
    listed = {subject(Line(analysis.lines[n]).statement) for n in range(head.line + 1, head.end)}
    found = {}
    for id in reversed(before.stack):
        obj = after.objects.get(id) or before.objects.get(id)
        doubtful = obj is None or obj.kind == "unknown" or {(id, "zone"), (id, "exists")} & before.open.keys()
        if obj is not None and (id in listed or not doubtful):
            found[id] = entry_text(after, obj)
    return found


def missing_snapshot(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """The snapshot under a ``priority`` line, or only its own line where the entries are there."""
    n = finding.place.line
    line = Line(analysis.lines[n])
    if line.kind != "body" or line.statement.form is None or line.statement.form.name != "priority":
        return
    state = analysis.state(n)
    if state is None or not state.stack:
        return
    new = stack_lines(state, line.time, line.level + 1)
    old = entries_below(analysis.lines, n, "stack", is_stack_entry)
    if fix := head_above(n, old, "stack", new[0]):
        yield fix
    yield Fix("Insert the stack snapshot", tuple(line_changes(n + 1, old, new)))
