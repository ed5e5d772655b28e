"""The canonical form of the lines of one block: what each line is to be (sections 1.3, 2 and 5).

The meaning of a line never changes, so a line whose meaning is not plain stays as it is, and so does the level of a
line that stands where it should not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from mtgr.document.structure import header
from mtgr.replay.entries import is_deck_entry, is_stack_entry
from mtgr.replay.keyframe_text import is_entry
from mtgr.replay.times import time_value
from mtgr.replay.variations import Brackets, match_brackets, normal_levels
from mtgr.spec.statements import Form, Place
from mtgr.syntax.canonical import canonical, canonical_time, obstacle
from mtgr.syntax.line import Line, is_time, kind_of
from mtgr.syntax.statement import Statement, parse
from mtgr.syntax.tokens import decode, normalized


@dataclass(frozen=True, slots=True)
class Change:
    """The lines from ``start`` to ``end`` (exclusive) give way to ``lines``."""

    start: int
    end: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that stays as it is, since its meaning is not plain, and why. ``column`` counts code points."""

    line: int
    column: int
    reason: str


@dataclass(slots=True)
class Format:
    """What is to be done to a run of lines.

    ``lines`` holds the lines that change, None for those that go. ``order``, if anything is out of order, is a change
    that covers what moves, and says what ``lines`` says of it too.
    """

    lines: dict[int, str | None] = field(default_factory=dict)
    order: Change | None = None
    gaps: list[int] = field(default_factory=list)
    """The lines before which an empty line is missing."""
    unread: list[Unread] = field(default_factory=list)

    def leave(self, n: int, column: int, reason: str) -> None:
        self.unread.append(Unread(n, column, reason))

    def now(self, n: int, text: str) -> str:
        """What line ``n``, which was ``text``, is to be."""
        return self.lines.get(n) or text

    def put(self, n: int, old: str, new: str) -> None:
        if new != old:
            self.lines[n] = new

    def sort(self, old: list[str], new: list[tuple[int, str]]) -> None:
        """Sets ``order``, given the lines as they are and what those that are sorted (in file order) are to be."""
        moved = [n for n, text in new if self.now(n, old[n]) != text]
        if not moved:
            return
        wanted = dict(new)
        between = [wanted.get(n, self.lines.get(n, old[n])) for n in range(moved[0], moved[-1] + 1)]
        self.order = Change(moved[0], moved[-1] + 1, tuple(text for text in between if text is not None))


def is_blank(text: str) -> bool:
    return not text.strip(" \t")


def block_format(lines: list[str]) -> Format:
    """What is to be done to the lines of a block."""
    walk = _Walk(lines)
    walk.run()
    return walk.format


_OPENED = {"deck": "deck", "pregame": "pregame", "turn": "head"}


class _Walk:
    """One pass over a block. ``where`` is what ``Run.where`` is in the replay, and '' where that cannot be told."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.format = Format()
        self.where = ""
        self.alternative: int | None = None
        """The indentation of the line that a variation may be an alternative to (R38), as it is to be."""
        self.plain = True
        """The last line of the record was read."""
        self.before: Form | None = None
        """Its statement, if it was no extension."""
        self.time = ""
        """Its time, as it is to be."""

    def run(self) -> None:
        n = 0
        while n < len(self.lines):
            text = self.lines[n]
            if text[:1].isdigit() and text[-1] not in "()":
                n = n + 1 if self.is_event(text) else self.body(n, text)
                continue
            match kind_of(text):
                case "open" | "close":
                    n = self.variations(n)
                    continue
                case "body" if text.startswith("-"):
                    n = self.variations(n)
                    continue
                case "body" if not is_blank(text):
                    n = self.body(n, text)
                    continue
                case "tag" | "result":
                    self.leave(n, 0, "this line does not stand inside the body of a game")
                case _:
                    self.transparent(n, text)
            n += 1

    def transparent(self, n: int, text: str) -> None:
        """An escape line, or one that is empty: that one goes, unless the line above it could not be read (what stands
        straight below such a line may say what it was meant to be)."""
        if text.startswith("%"):
            self.format.put(n, text, normalized(text))
        elif self.plain:
            self.format.lines[n] = None

    def leave(self, n: int, column: int, reason: str) -> None:
        self.format.leave(n, column, reason)
        self.plain = False

    def leave_unread(self, n: int, line: Line) -> None:
        """Leaves a line whose statement cannot be read."""
        if not line.problems:
            problem = obstacle(line.body)
            self.leave(n, line.column + problem.start, problem.message)
        else:
            self.leave(n, line.problems[0].start, line.problems[0].message)

    def write(self, n: int, time: str, indent: int, st: Statement, line: Line) -> str:
        """Puts a line into its form, if it can be read. Its time as it will be, '' if that is no time."""
        wanted = canonical_time(time) or ""
        body = canonical(line.body)
        if not wanted:
            self.leave(n, 0, line.problems[0].message if line.problems else "on the main line `-` is no time")
        elif body is None:
            self.leave_unread(n, line)
        else:
            self.plain = True
            self.format.put(n, line.text, f"{wanted} {' ' * indent}{body}")
        return wanted

    def is_event(self, text: str) -> bool:
        """Whether a line is an event in a step that is as it should be, which most lines are: then it is done."""
        time, _, rest = text.partition(" ")
        if self.where != "step" or rest[:4] != "    " or not (time == self.time or is_time(time)):
            return False
        body = rest[4:]
        st = parse(body)
        if st.problems or st.form is None or st.form.place is not Place.EVENT or canonical(body) != body:
            return False
        self.time, self.plain, self.alternative = time, True, 4
        if st.form.name != "extension":
            self.before = st.form
        return True

    # --- Lines of the main line -----------------------------------------------------------------------------------

    def body(self, n: int, text: str) -> int:
        """Formats a line, and its entries if it has some. The line after them."""
        if not n:
            self.where = _OPENED.get(header(text) or "", "")
        line = Line(text)
        st = line.statement
        form = st.form
        if form is None:
            self.unreadable(n, line)
            return n + 1
        if not n and form.place is not Place.BLOCK and self.lines[1:] and self.lines[1].endswith("   keyframe"):
            self.leave(n, line.column, "a pregame or turn begins here, and this line does not say so")
            return n + 1
        level = self.level(form, line)
        indent = line.indent if level is None else 2 * level
        above, self.time = self.time, self.write(n, line.time, max(indent, 0), st, line)
        if form.name != "extension":
            self.before = form
        place = form.place
        if place is Place.EVENT or place is Place.STEP or form.name == "turn":
            self.alternative = indent
        elif place is not Place.STACK and place is not Place.STACK_ENTRY:
            self.alternative = None
        if place is Place.STEP:
            self.where = "step"
        elif place is Place.KEYFRAME:
            if level is None:
                self.where = ""
                return n + 1
            if self.where == "head":
                self.where = "turn"
            return self.entries(n + 1, 2, self.entry_time(n + 1, above, is_entry), is_entry)
        elif place is Place.STACK and level is not None:
            return self.entries(n + 1, level + 1, self.entry_time(n + 1, above, is_stack_entry), is_stack_entry)
        elif place is Place.BLOCK:
            self.where = _OPENED[form.name]
            return self.deck(n) if form.name == "deck" else n + 1
        return n + 1

    def level(self, form: Form, line: Line) -> int | None:
        """The level at which a statement stands here; None if it should not stand here, or that cannot be told."""
        where = self.where
        match form.place:
            case Place.BLOCK:
                return 0
            case Place.STEP:
                return 1
            case Place.KEYFRAME:
                opened = where == "pregame" and self.before is not None and self.before.name == "pregame"
                return 1 if self.plain and (opened or where == "head") else None
            case Place.STACK:
                return normal_levels(form, where)[0] if where in ("pregame", "step") else None
            case Place.EVENT:
                if where in ("pregame", "step"):
                    return 1 if where == "pregame" else 2
                # Extensions and gaps allow more (R14, R49, R54).
                if where == "head":
                    return 1 if form.name in ("extension", "incomplete") or form.name.startswith("new ") else None
                return 1 if where == "turn" and form.name == "extension" and line.indent != 4 else None
            case _:
                return None

    def unreadable(self, n: int, line: Line) -> None:
        """A line that may have been anything."""
        self.leave_unread(n, line)
        self.before, self.alternative = None, line.indent
        if line.indent == 0 and n:
            self.where = ""
        elif self.where == "turn" and line.indent == 2 and line.body[:1] not in ("#", '"'):
            self.where = "step"

    # --- Entries --------------------------------------------------------------------------------------------------

    def entries(self, n: int, level: int, time: str, belongs: Callable[[Statement], bool]) -> int:
        """Formats the entries from line ``n`` on at their level, with the time of the line they belong to, or their own
        if that is ''. The line after them."""
        lead = f"{time} {'  ' * level}"
        while n < len(self.lines):
            text = self.lines[n]
            if time and text.startswith(lead):
                body = text[len(lead) :]
                st = parse(body)
                if not st.problems and belongs(st) and canonical(body) == body:
                    self.plain = True
                    n += 1
                    continue
            kind = kind_of(text)
            if kind in ("escape", "empty") or is_blank(text):
                self.transparent(n, text)
                n += 1
                continue
            if kind != "body" or text.startswith("-"):
                break
            line = Line(text)
            st = line.statement
            if st.form is None:
                if line.level < level and not self.goes_on(n + 1, belongs):
                    break
                self.leave_unread(n, line)
            elif belongs(st):
                self.write(n, time if time and canonical_time(line.time) else line.time, 2 * level, st, line)
            elif st.form.name == "extension" and line.level == level:
                self.write(n, line.time, 2 * level, st, line)
            else:
                break
            n += 1
        return n

    def entry_time(self, n: int, above: str, belongs: Callable[[Statement], bool]) -> str:
        """The time of the entries from line ``n`` on, which is that of their line (section 5.1).

        It is '' if they keep theirs, since the time of their line may be the wrong one: it is another than that of the
        line above, and all entries have the same earlier one.
        """
        time = self.time
        if not time or above == time or self.lines[n : n + 1] == [] or self.lines[n].startswith(time + " "):
            return time
        times: set[str | None] = set()
        for text in self.lines[n:]:
            line = Line(text)
            if line.kind == "body" and not belongs(line.statement):
                break
            if line.kind == "body":
                times.add(canonical_time(line.time))
        [own] = times if len(times) == 1 else [None]
        return "" if own is not None and time_value(own) < time_value(time) else time

    def goes_on(self, n: int, belongs: Callable[[Statement], bool]) -> bool:
        """Whether the line after an unreadable one is an entry, so that this one was."""
        return n < len(self.lines) and belongs(Line(self.lines[n]).statement)

    def deck(self, n: int) -> int:
        """Formats the entries of the deck line at ``n`` and puts them in order, if all can be read (section 10.5).

        Times stay where they stand. Returns the line after them.
        """
        end = self.entries(n + 1, 1, "", is_deck_entry)
        if any(n < each.line < end for each in self.format.unread):
            return end
        found: list[tuple[int, str, str]] = []
        keys: list[tuple[str, str]] = []
        for number in range(n + 1, end):
            line = Line(self.format.now(number, self.lines[number]))
            form = line.statement.form
            if line.kind == "body" and form is not None and form.place is Place.DECK_ENTRY:
                found.append((number, line.text[: line.column], line.body))
                keys.append((form.name, decode(line.statement["card"] or "")))
        order = sorted(range(len(found)), key=keys.__getitem__)
        self.format.sort(
            self.lines,
            [(number, lead + found[index][2]) for (number, lead, _), index in zip(found, order, strict=True)],
        )
        return end

    # --- Variations -----------------------------------------------------------------------------------------------

    def variations(self, n: int) -> int:
        """Formats the lines outside the main line from ``n`` on, if their brackets say plainly what belongs where. The
        line after them."""
        brackets = match_brackets(self.lines, n)
        end = max(brackets.end, n + 1)
        format_, self.format = self.format, Format(unread=self.format.unread)
        trouble = self.bracket_trouble(n, brackets) or self.branch(n, end)
        if trouble is None:
            format_.lines.update(self.format.lines)
            self.plain = True
        else:
            self.leave(*trouble)
            for number in range(n, end):
                if self.lines[number].startswith("%"):
                    format_.put(number, self.lines[number], normalized(self.lines[number]))
        self.format = format_
        return end

    def bracket_trouble(self, n: int, brackets: Brackets) -> tuple[int, int, str] | None:
        """The line where the brackets of a run are wrong, if they are."""
        if n not in brackets.closes and not brackets.unclosed and not brackets.stray:
            return n, 0, "this line stands outside the main line and in no variation"
        for lines, reason in (
            (brackets.unclosed, "this variation is not closed"),
            (brackets.stray, "no variation is open here"),
            (brackets.wrong_time, "inside a variation the time of every line is `-`"),
        ):
            if lines:
                return min(lines), Line(self.lines[min(lines)]).column, reason
        return None

    def branch(self, n: int, end: int) -> tuple[int, int, str] | None:
        """Formats a run of variations whose brackets match; where one stands that should not, says so instead."""
        where, alternatives = [self.where], [self.alternative]
        for number in range(n, end):
            text = self.lines[number]
            kind = kind_of(text)
            if kind in ("escape", "empty"):
                self.transparent(number, text)
                continue
            line = Line(text)
            if kind in ("open", "close") and len(line.body.rstrip(" \t")) > 1:
                return number, line.column + 1, f"nothing can follow `{line.body[0]}` on its line"
            if kind == "open":
                indent = alternatives[-1]
                if indent is None or indent < 0:
                    reason = "a variation follows the event, step or turn line that it is an alternative to"
                    return number, line.column, reason
                self.format.put(number, text, f"- {' ' * indent}(")
                where.append(where[-1])
                alternatives.append(None)
            elif kind == "close":
                where.pop()
                alternatives.pop()
                self.format.put(number, text, f"- {' ' * (alternatives[-1] or 0)})")
            elif len(where) == 1:
                return number, 0, "this line stands outside the main line and in no variation"
            elif line.time != "-":
                return number, 0, "inside a variation the time of every line is `-`"
            else:
                self.branch_line(number, line, where, alternatives)
        return None

    def branch_line(self, number: int, line: Line, where: list[str], alternatives: list[int | None]) -> None:
        """Formats a line inside a variation."""
        st, depth = line.statement, len(where) - 1
        body = canonical(line.body)
        if st.form is None or body is None:
            self.leave_unread(number, line)
            alternatives[-1] = line.indent
            return
        if st.form.name in ("turn", "pregame"):
            where[-1] = st.form.name
        levels = normal_levels(st.form, where[-1])
        allowed = {2 * (level + depth) for level in levels}
        indent = line.indent if line.indent in allowed else 2 * (levels[0] + depth)
        self.plain = True
        self.format.put(number, line.text, f"- {' ' * indent}{body}")
        if st.form.place in (Place.EVENT, Place.STEP) or st.form.name == "turn":
            alternatives[-1] = indent
        elif st.form.place not in (Place.STACK, Place.STACK_ENTRY):
            alternatives[-1] = None
