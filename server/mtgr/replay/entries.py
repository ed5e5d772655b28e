"""The child lines of a keyframe, a stack or a deck, and the checks that lines of every kind share (section 5.2)."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from mtgr.replay.causes import check_cause
from mtgr.replay.findings import Repair
from mtgr.replay.run import Run
from mtgr.replay.times import check_entry_time, check_time
from mtgr.spec.statements import Place
from mtgr.syntax.line import Line, kind_of
from mtgr.syntax.statement import Statement, has_controls, parse


def children(
    run: Run, level: int, time: str, belongs: Callable[[Statement], bool]
) -> tuple[list[tuple[int, Statement]], int]:
    """The entries straight under the current line, with their levels and times checked, and the line after them.

    The last entry is left as the current line.
    """
    found: list[tuple[int, Statement]] = []
    other_time = ""
    escapes: list[int] = []
    prefix = f"{time} {'  ' * level}"
    n = run.n + 1
    while n < len(run.lines):
        text = run.lines[n]
        if text.startswith(prefix) and not escapes and (level > 1 or run.memory.last_time == time):
            # Time and level are right; a statement that is too needs no further look.
            st = parse(text[len(prefix) :])
            if not st.problems and st.cause is None and belongs(st):
                run.n, run.st, run.column = n, st, len(prefix)
                found.append((n, st))
                n += 1
                continue
        kind = kind_of(text)
        if kind == "escape":
            escapes.append(n)
            n += 1
            continue
        if kind == "empty":
            n += 1  # which is a mistake of its own (R4)
            continue
        if kind != "body" or text.startswith("-"):
            break
        st = parse(text.partition(" ")[2].lstrip(" "))
        if st.form is not None and st.form.place is Place.EVENT and not belongs(st) and st.form.name != "extension":
            break
        line = Line(text)
        st = line.statement
        if st.form is not None and st.form.name == "extension" and line.level == level:
            n += 1
            continue
        if not belongs(st) and not (st.form is None and (line.level >= level or _goes_on(run, n + 1, belongs))):
            break
        run.n, run.st, run.column = n, st, line.column
        for problem in line.problems[:1]:
            run.report_line(n, (problem.start, problem.end), "check-1", problem.message)
        if not line.problems and line.time not in (time, other_time) and level > 1:
            other_time = line.time
            check_entry_time(run, n, line.time, time)
        elif not line.problems and level == 1 and line.time != run.memory.last_time:
            check_time(run, n, line.time)  # entries of a deck have times of their own
        for problem in st.problems:
            run.report("check-1", problem.message, (problem.start, problem.end))
        if st.form is not None:
            check_level(run, line.indent, level)
            if st.cause is not None:
                check_cause(run, st)
        found.append((n, st))
        for escape in escapes:
            check_escape(run, escape, run.lines[escape])
        escapes.clear()
        n += 1
    run.look_at(n + 1)
    return found, n


def _goes_on(run: Run, n: int, belongs: Callable[[Statement], bool]) -> bool:
    """Whether the line after an unreadable one is an entry, so that this one was."""
    return n < len(run.lines) and belongs(Line(run.lines[n]).statement)


def check_level(run: Run, indent: int, level: int) -> None:
    """Check 1: a line stands at the level its parent allows."""
    if indent == level * 2 or indent < 0:
        return
    message = f"this line is indented by {indent} spaces; here it belongs at level {level}, with {level * 2}"
    span = (-indent, 0) if indent else (0, run.st.span("verb")[1] if run.st.form is not None else 1)
    run.report("check-1", message, span, repair=Repair(-indent, 0, " " * (level * 2)))


def check_escape(run: Run, n: int, text: str) -> None:
    """Escape lines obey the lexical rules (R49)."""
    if text.isascii() and text.isprintable():
        return
    control = has_controls(text)
    if control is not None:
        name = "a tab" if control[0] == "\t" else f"the control character U+{ord(control[0]):04X}"
        run.report_line(n, control.span(), "check-1", f"{name} is not allowed")
    elif not unicodedata.is_normalized("NFC", text):
        run.report_line(n, (0, len(text)), "check-1", "this text is not in Unicode Normalization Form C")


def is_stack_entry(st: Statement) -> bool:
    return st.form is not None and st.form.place is Place.STACK_ENTRY


def is_deck_entry(st: Statement) -> bool:
    return st.form is not None and st.form.place is Place.DECK_ENTRY
