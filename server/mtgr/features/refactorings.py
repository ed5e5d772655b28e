"""Changes of a game that are no repair: a variation begun or made of lines, a gap admitted, a keyframe or snapshot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mtgr.analysis import Analysis
from mtgr.analysis.mentions import mentions
from mtgr.features.changes import Change, apply, in_line, insert_lines
from mtgr.features.fixes.ids import renumbering
from mtgr.replay.keyframe_text import is_entry
from mtgr.replay.write import keyframe_lines, stack_lines
from mtgr.spec.statements import Place
from mtgr.syntax.line import Line, kind_of

KEYFRAME = "keyframe"
"""The refactoring whose changes are made when it is chosen: ``insert_keyframe``."""


@dataclass(frozen=True, slots=True)
class Refactoring:
    """What can be done at a place. ``changes`` is None where ``insert_keyframe`` makes them."""

    title: str
    changes: tuple[Change, ...] | None
    variation: bool = False
    """It makes a variation."""


def refactorings(analysis: Analysis, first: int, last: int) -> Iterator[Refactoring]:
    """What can be done with the lines from ``first`` to ``last``, which are one if only a cursor stands there."""
    if not 0 <= first <= last < len(analysis.lines) or analysis.block_at(first) is None:
        return
    if first < last:
        if changes := to_variation(analysis, first, last):
            yield Refactoring("Make these lines a variation", changes, variation=True)
        return
    if changes := begin_variation(analysis, first):
        yield Refactoring("Begin a variation here", changes, variation=True)
    if changes := admit_gap(analysis, first):
        yield Refactoring("Write `incomplete`: events are missing before this line", changes)
    if lacks_keyframe(analysis, first):
        yield Refactoring("Insert the keyframe of this turn", None)
    if changes := insert_snapshot(analysis, first):
        yield Refactoring("Insert the stack snapshot", changes)


# --- Variations -------------------------------------------------------------------------------------------------------


def begin_variation(analysis: Analysis, n: int, *, to_write: bool = False) -> tuple[Change, ...]:
    """Brackets behind a line, its stack entries and the variations that it has already (section 12).

    ``to_write``: with the beginning of a line between them, to be written on.
    """
    block = analysis.block_at(n)
    if block is None:
        return ()
    lines = analysis.lines
    while n > block.start and _in_snapshot(Line(lines[n])):
        n -= 1
    line = Line(lines[n])
    if not _has_alternatives(line):
        return ()
    end = _behind(lines, n, block.end)
    indent = " " * line.indent
    inside = [f"- {indent}  "] if to_write else []
    return (insert_lines(end, [f"- {indent}(", *inside, f"- {indent})"]),)


def _in_snapshot(line: Line) -> bool:
    """Whether a line is a ``stack`` line or one of its entries."""
    form = line.statement.form if line.kind == "body" else None
    return form is not None and form.place in (Place.STACK, Place.STACK_ENTRY)


def _has_alternatives(line: Line) -> bool:
    """Whether a variation can follow a line (R38)."""
    form = line.statement.form if line.kind == "body" and line.indent >= 0 else None
    if form is None or is_entry(line.statement):
        return False
    return form.place in (Place.EVENT, Place.STEP) or form.name == "turn"


def _behind(lines: Sequence[str], n: int, end: int) -> int:
    """The line behind a line, its snapshot and its variations."""
    indent = Line(lines[n]).indent
    below = n + 1
    while below < end:
        line = Line(lines[below])
        if line.kind == "open" and line.indent == indent:
            close = (
                m for m in range(below + 1, end) if kind_of(lines[m]) == "close" and Line(lines[m]).indent == indent
            )
            below = next(close, end - 1) + 1
        elif _in_snapshot(line) and line.indent > indent:
            below += 1
        else:
            break
    return below


def to_variation(analysis: Analysis, first: int, last: int) -> tuple[Change, ...]:
    """Lines of the main line as a variation: an alternative to the line before them (section 12).

    What they introduce gets hypothetical IDs. Nothing is changed where they cannot be one: where they do not follow a
    line of their own level, hold less than what belongs together, or are used further down.
    """
    block = analysis.block_at(first)
    lines = analysis.lines
    if block is None or last >= block.end or first <= block.start:
        return ()
    chosen = lines[first : last + 1]
    head = Line(lines[first])
    before = _main_line_before(lines, first, block.start)
    if before is None or not _has_alternatives(head) or Line(lines[before]).indent != head.indent:
        return ()
    if not _has_alternatives(Line(lines[before])) or head.time == "-":
        return ()
    following = next((Line(text) for text in lines[last + 1 : block.end] if text[:1] != "%"), None)
    if following is not None and (following.level > head.level or following.kind == "open"):
        return ()  # its entries, events or variations would be left behind
    kinds = [kind_of(text) for text in chosen]
    if kinds.count("open") != kinds.count("close"):
        return ()
    if any(kind == "body" and Line(text).level < head.level for kind, text in zip(kinds, chosen, strict=True)):
        return ()
    introduced = _introduced(chosen)
    new = _hypothetical(list(chosen), introduced)
    if new is None or not _only_there(analysis, first, last, introduced):
        return ()
    indent = " " * head.indent
    inside = [f"- {' ' * (Line(text).indent + 2)}{Line(text).body}" if text[:1] != "%" else text for text in new]
    top, bottom = f"- {indent}(", f"- {indent})"
    changes = [Change(first, 0, last, len(lines[last]), "\n".join([top, *inside, bottom]))]
    if introduced:
        changes += [each for each in renumbering(analysis, first, introduced) if not first <= each.line <= last]
    return tuple(sorted(changes))


def _main_line_before(lines: Sequence[str], n: int, top: int) -> int | None:
    """The statement that stands before a line, past snapshots, variations and escape lines."""
    for above in range(n - 1, top - 1, -1):
        if lines[above][:1] not in ("-", "%") and not _in_snapshot(Line(lines[above])):
            return above
    return None


def _introduced(lines: Sequence[str]) -> list[str]:
    """The IDs that lines introduce."""
    found = mentions(list(lines))
    return [id for id, each in found.items() if id[0] == "#" and any(m.role == "declaration" for m in each)]


def _hypothetical(lines: list[str], introduced: Sequence[str]) -> list[str] | None:
    """The lines with hypothetical IDs for what they introduce; None where they have some already."""
    found = mentions(lines)
    if any(id.startswith("#h") for id in found):
        return None
    changes = [
        in_line(mention.line, mention.start, mention.end, f"#h{number}")
        for number, id in enumerate(introduced, 1)
        for mention in found[id]
    ]
    return apply(lines, changes)


def _only_there(analysis: Analysis, first: int, last: int, introduced: Sequence[str]) -> bool:
    """Whether what lines introduce is mentioned in them only."""
    game = analysis.game_at(first)
    if game is None:
        return False
    return not introduced or not any(
        id in introduced and not first <= block.start + each.line <= last
        for block in game.blocks
        for id, found in block.note(analysis.lines, mentions).items()
        for each in found
    )


# --- Gaps, keyframes, snapshots ---------------------------------------------------------------------------------------


def admit_gap(analysis: Analysis, n: int) -> tuple[Change, ...]:
    """An ``incomplete`` line before an event, a step, or the turn that the line belongs to (section 9.8)."""
    block = analysis.block_at(n)
    lines = analysis.lines
    if block is None or lines[n][:1] == "-" or kind_of(lines[n]) != "body":
        return ()
    form = Line(lines[n]).statement.form
    if form is not None and form.place in (Place.KEYFRAME, Place.KEYFRAME_ENTRY):
        n = block.start
        form = Line(lines[n]).statement.form
    while form is not None and form.place in (Place.STACK, Place.STACK_ENTRY) and n > block.start:
        n -= 1
        form = Line(lines[n]).statement.form
    if form is None or form.place not in (Place.BLOCK, Place.EVENT, Place.STEP):
        return ()
    if form.name in ("deck", "pregame", "extension"):
        return ()
    around = block
    if n == block.start:
        before = analysis.block_at(n - 1)
        if before is None or before.kind not in ("pregame", "turn"):
            return ()
        around = before
    above = _main_line_before(lines, n, around.start)
    above_form = None if above is None else Line(lines[above]).statement.form
    while above is not None and above_form is not None and above_form.name == "extension":
        above = _main_line_before(lines, above, around.start)
        above_form = None if above is None else Line(lines[above]).statement.form
    if around.kind != "pregame" and (above_form is None or above_form.place not in (Place.EVENT, Place.STEP)):
        return ()  # no event can stand there
    if above_form is not None and above_form.name == "incomplete":
        return ()
    level = 1 if around.kind == "pregame" else 2
    if form.place is Place.EVENT:
        level = Line(lines[n]).level
    return (insert_lines(n, [f'{Line(lines[n]).time} {"  " * level}incomplete "events are missing"']),)


def lacks_keyframe(analysis: Analysis, n: int) -> bool:
    """Whether a line is a ``turn`` line without a keyframe."""
    line = Line(analysis.lines[n])
    if line.kind != "body" or line.statement.form is None or line.statement.form.name != "turn":
        return False
    for below in _following(analysis, n):
        form = below.statement.form
        if form is None or not (form.name in ("incomplete", "extension") or form.name.startswith("new ")):
            return form is not None and form.place is not Place.KEYFRAME and not is_entry(below.statement)
    return True


def insert_keyframe(analysis: Analysis, n: int) -> tuple[Change, ...]:
    """The keyframe under a ``turn`` line that has none, as the replay (or its branch) has it."""
    if not 0 <= n < len(analysis.lines) or not lacks_keyframe(analysis, n):
        return ()
    line = Line(analysis.lines[n])
    state = analysis.state(n)
    return () if state is None else (insert_lines(n + 1, keyframe_lines(state, line.time, line.level + 1)),)


def _following(analysis: Analysis, n: int) -> Iterator[Line]:
    """The statements that come after a line on its own line of play (R46), as far as the block goes."""
    block = analysis.block_at(n)
    lines = analysis.lines
    inside = lines[n].startswith("-")
    depth = 0
    for below in range(n + 1, block.end if block is not None else n):
        line = Line(lines[below])
        if line.kind == "close":
            if inside and not depth:
                return
            depth -= 1
        elif line.kind == "open":
            depth += 1
        elif line.kind == "body" and depth <= 0:
            yield line


def insert_snapshot(analysis: Analysis, n: int) -> tuple[Change, ...]:
    """The stack snapshot under a ``priority`` line that has none, if the stack is not empty there."""
    line = Line(analysis.lines[n])
    if line.kind != "body" or line.statement.form is None or line.statement.form.name != "priority":
        return ()
    for below in _following(analysis, n):
        if _in_snapshot(below):
            return ()
        if below.statement.form is None or below.statement.form.name != "extension":
            break
    state = analysis.state(n)
    if state is None or not state.stack:
        return ()
    return (insert_lines(n + 1, stack_lines(state, line.time, line.level + 1)),)
