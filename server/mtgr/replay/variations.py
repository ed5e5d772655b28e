"""Variations: brackets, levels and the form of the lines inside (section 12, R16, R38; check 17)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from mtgr.replay.findings import RawFinding, Repair
from mtgr.replay.run import Run
from mtgr.spec.shapes import captures, slots
from mtgr.spec.statements import Form, Place
from mtgr.syntax.line import Line, kind_of
from mtgr.syntax.statement import Statement


@dataclass(slots=True)
class Brackets:
    """The brackets of a run of lines outside the main line, by line relative to the block."""

    end: int
    """The first line after the run."""
    closes: dict[int, int] = field(default_factory=dict)
    """The line of the ``)`` of each ``(`` that has one."""
    unclosed: list[int] = field(default_factory=list)
    stray: list[int] = field(default_factory=list)
    wrong_level: list[int] = field(default_factory=list)
    """``)`` lines that close a bracket of another indentation."""
    wrong_time: list[int] = field(default_factory=list)
    """Lines inside a variation that have a real time."""


def match_brackets(lines: list[str], n: int) -> Brackets:
    """Matches the brackets from line ``n`` on, up to the next line of the main line. Linear in the lines."""
    brackets = Brackets(n)
    opened: list[tuple[int, int]] = []
    by_indent: dict[int, int] = {}
    while n < len(lines):
        text = lines[n]
        kind = kind_of(text)
        if kind == "open":
            indent = _indent(text)
            opened.append((n, indent))
            by_indent[indent] = by_indent.get(indent, 0) + 1
        elif kind == "close":
            indent = _indent(text)
            if by_indent.get(indent):
                while opened[-1][1] != indent:
                    inner, inner_indent = opened.pop()
                    by_indent[inner_indent] -= 1
                    brackets.unclosed.append(inner)
                brackets.closes[opened.pop()[0]] = n
                by_indent[indent] -= 1
            else:
                brackets.stray.append(n)
        elif kind == "body" and not text.startswith("-"):
            if not opened or not _only_time_is_wrong(lines, n):
                break
            brackets.wrong_time.append(n)
        n += 1
        brackets.end = n
        if not opened and not _goes_on(lines, n):
            break
    brackets.unclosed.extend(line for line, _ in opened)
    _pair_leftovers(brackets)
    return brackets


def _indent(text: str) -> int:
    """The spaces of indentation of a bracket line."""
    if text.startswith("- "):
        return len(text) - 2 - len(text[2:].lstrip(" "))
    return Line(text).indent


def _goes_on(lines: list[str], n: int) -> bool:
    """Whether the next line is outside the main line too."""
    n = _not_escaped(lines, n)
    return n < len(lines) and lines[n].startswith("- ")


def _not_escaped(lines: list[str], n: int) -> int:
    """The first line from ``n`` on that is no escape line, or the number of lines."""
    while n < len(lines) and lines[n].startswith("%"):
        n += 1
    return n


def _only_time_is_wrong(lines: list[str], n: int) -> bool:
    """Whether a line with a real time goes on in a variation: what follows it is inside one, and is none of its own."""
    indent = Line(lines[n]).indent
    following = _not_escaped(lines, n + 1)
    if following >= len(lines) or not lines[following].startswith("- "):
        return False
    return kind_of(lines[following]) != "open" or Line(lines[following]).indent != indent


_MOST_LEFTOVERS = 50


def _pair_leftovers(brackets: Brackets) -> None:
    """An unclosed bracket and a later stray one are one whose indentation is wrong: one mistake (R4)."""
    if len(brackets.unclosed) + len(brackets.stray) > _MOST_LEFTOVERS:
        return
    opened = sorted(brackets.unclosed)
    for close in sorted(brackets.stray):
        before = [line for line in opened if line < close]
        if not before:
            continue
        partner = before[-1]
        opened.remove(partner)
        brackets.unclosed.remove(partner)
        brackets.stray.remove(close)
        brackets.closes[partner] = close
        brackets.wrong_level.append(close)


def skip_variations(run: Run, n: int) -> int:
    """Checks the lines outside the main line from ``n`` on and returns the first line after them."""
    lines = run.lines
    brackets = match_brackets(lines, n)
    run.look_at(_not_escaped(lines, _not_escaped(lines, brackets.end) + 1))
    opens = n in brackets.closes or n in brackets.unclosed
    if not opens and kind_of(lines[n]) != "close" and not brackets.stray:
        if n + 1 >= len(lines) or kind_of(lines[n + 1]) != "open" or Line(lines[n]).indent == Line(lines[n + 1]).indent:
            return n  # a line of the main line, whose time is wrong
        run.report_line(n, (0, 1), "check-1", "a line of a variation stands before its `(`")
        return n + 1
    cut_off = run.last_block and brackets.end == len(lines)
    for line in brackets.unclosed:
        if not cut_off:
            run.report_line(line, _bracket(lines[line]), "check-17", "this variation is not closed")
    for line in brackets.stray:
        run.report_line(line, _bracket(lines[line]), "check-17", "no variation is open here")
    for line in brackets.wrong_level:
        opening = next(first for first, last in brackets.closes.items() if last == line)
        message = "`)` has the indentation of its `(`"
        _report_indentation(run, line, lines[line], message, _indent(lines[opening]))
    for line in brackets.wrong_time:
        span = (0, len(Line(lines[line]).time))
        run.report_line(line, span, "check-1", "inside a variation the time of every line is `-`", instead="-")
    _check_lines(run, n, brackets)
    return brackets.end


def _bracket(text: str) -> tuple[int, int]:
    column = Line(text).column
    return column, column + 1


def _indentation(text: str) -> tuple[int, int]:
    line = Line(text)
    return (line.column - line.indent, line.column) if line.indent > 0 else (line.column, line.column + 1)


def _report_indentation(run: Run, n: int, text: str, message: str, wanted: int) -> None:
    line = Line(text)
    repair = Repair(line.column - max(line.indent, 0), line.column, " " * wanted)
    run.findings.append(RawFinding(n, *_indentation(text), "check-1", message, repair=repair))


def _check_lines(run: Run, n: int, brackets: Brackets) -> None:
    """Form, players and levels of the lines of a run, and where its brackets stand."""
    outer = run.here()
    where = [run.where]
    alternative: list[int | None] = [run.alternative]
    orphaned = n not in brackets.closes and n not in brackets.unclosed
    close_of = set(brackets.closes.values())
    unclosed = set(brackets.unclosed)
    deeper: list[tuple[int, bool]] = []  # open brackets: their line, and whether they are ever closed
    for number in range(n, brackets.end):
        text = run.lines[number]
        kind = kind_of(text)
        if kind not in ("body", "open", "close"):
            continue
        line = Line(text)
        for problem in line.problems[:1]:
            run.report_line(number, (problem.start, problem.end), "check-1", problem.message)
        while deeper and not deeper[-1][1] and _ends(line, kind, _indent(run.lines[deeper[-1][0]])):
            deeper.pop()
            where.pop()
            alternative.pop()
        if kind == "open":
            _check_opening(run, number, line, alternative[-1])
            deeper.append((number, number not in unclosed))
            where.append(where[-1])
            alternative.append(None)
        elif kind == "close":
            if number in close_of and deeper:
                while deeper and brackets.closes.get(deeper[-1][0]) != number:
                    deeper.pop()
                    where.pop()
                    alternative.pop()
                if deeper:
                    deeper.pop()
                    where.pop()
                    alternative.pop()
        else:
            st = line.statement
            run.n, run.st, run.column = number, st, line.column
            if st.problems:
                problem = st.problems[0]
                run.report("check-1", problem.message, (problem.start, problem.end))
            if st.form is None:
                alternative[-1] = line.indent
                continue
            _check_players(run, st)
            if st.form.name in ("turn", "pregame"):
                where[-1] = "turn" if st.form.name == "turn" else "pregame"
            depth = len(deeper) + (1 if orphaned else 0)
            levels = normal_levels(st.form, where[-1])
            if line.indent >= 0 and line.indent not in {2 * (level + depth) for level in levels}:
                _report_level(run, line, 2 * (levels[0] + depth), depth)
            if st.form.place in (Place.EVENT, Place.STEP) or st.form.name == "turn":
                alternative[-1] = line.indent
            elif st.form.place not in (Place.STACK, Place.STACK_ENTRY):
                alternative[-1] = None
    run.back_to(outer)


def _ends(line: Line, kind: str, indent: int) -> bool:
    """Whether a line ends the unclosed variation whose bracket has this indentation."""
    return line.indent <= indent if kind != "open" else line.indent == indent


def _check_opening(run: Run, number: int, line: Line, alternative: int | None) -> None:
    if alternative is None:
        message = "a variation follows the event, step or turn line that it is an alternative to"
        run.report_line(number, _bracket(line.text), "check-1", message)
    elif line.indent >= 0 and alternative >= 0 and line.indent != alternative:  # -1: no time, which is reported
        message = (
            f"`(` has the indentation of the line it is an alternative to: {alternative} spaces, found {line.indent}"
        )
        _report_indentation(run, number, line.text, message, alternative)


def normal_levels(form: Form, where: str) -> tuple[int, ...]:
    """The levels of a statement (section 5.2), the likeliest first; ``where`` is what ``Run.where`` is."""
    match form.place:
        case Place.BLOCK:
            return (0,)
        case Place.KEYFRAME | Place.STEP | Place.DECK_ENTRY:
            return (1,)
        case Place.KEYFRAME_ENTRY:
            return (2,)
        case Place.STACK:
            return (2,) if where == "pregame" else (3,)
        case Place.STACK_ENTRY:
            return (3,) if where == "pregame" else (4,)
        case _:
            if where == "pregame":
                return (1, 2) if form.name in ("day", "night") else (1,)
            return (2, 1) if form.name in ("extension", "incomplete") or form.name.startswith("new ") else (2,)


def _report_level(run: Run, line: Line, wanted: int, depth: int) -> None:
    message = f"this line is indented by {line.indent} spaces; at its level here it is {wanted}"
    _report_indentation(run, run.n, line.text, message, wanted)


def _check_players(run: Run, st: Statement) -> None:
    """Players are the game's players inside variations too (R9)."""
    assert st.form is not None
    for index, kind in _player_slots(st.form):
        text = st.values[index]
        if text is not None and text[0] == '"':
            _check_player(run, text, _slot_name(st.form, index))
        elif text is not None and kind == "choice" and text.startswith('player "'):
            start, end = st.span(_slot_name(st.form, index))
            _check_player(run, text[7:], (start + 7, end))
    if st.cause is not None and st.cause[0] == '"' and st.form.name != "extension":
        _check_player(run, st.cause, "cause")


def _check_player(run: Run, name: str, at: str | tuple[int, int]) -> None:
    """Reports a name that is neither player's. Whoever is meant, the main line goes on as it was (section 12)."""
    if name not in run.state.players:
        players, unsettled = run.state.players, dict(run.state.open)
        run.player(name, at)
        run.state.players, run.state.open = players, unsettled


def _slot_name(form: Form, index: int) -> str:
    return slots(form.shape)[index]


@cache
def _player_slots(form: Form) -> list[tuple[int, str]]:
    """Indices of the values that can be a player, with the kind of their slot."""
    kinds = (each.kind for each in captures(form.shape))
    return [(index, kind) for index, kind in enumerate(kinds) if kind in ("player", "target", "choice")]
