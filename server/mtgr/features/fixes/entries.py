"""Keyframes and stack snapshots: what they should say, entry by entry, and the lines that say it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from mtgr.analysis import Analysis
from mtgr.features.changes import Change, in_line, line_changes, remove_lines
from mtgr.features.fixes.fix import Fix
from mtgr.spec.shapes import pattern
from mtgr.syntax.line import Line, kind_of
from mtgr.syntax.statement import Statement
from mtgr.syntax.tokens import ANNOTATIONS, tokenize


@dataclass(frozen=True, slots=True)
class Head:
    """A ``keyframe`` or ``stack`` line, and the line after its entries."""

    line: int
    end: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """The entries that should stand under a line, by their subject, in order."""

    entries: dict[str, str]

    def text(self, st: Statement) -> str | None:
        """What should stand in the place of an entry; None if it should not stand there at all."""
        entry = self.entries.get(subject(st))
        return None if entry is None else entry + trailer(st)


def is_head(line: Line, word: str) -> bool:
    """Whether a line is the ``keyframe`` or ``stack`` line that entries stand under."""
    return line.kind == "body" and line.statement.form is not None and line.statement.form.name == word


def head_of(lines: Sequence[str], n: int, word: str, top: int) -> Head | None:
    """The head of the entry at line ``n``, or that at the line itself; not above line ``top``."""
    while n >= top:
        line = Line(lines[n])
        if is_head(line, word):
            break
        if line.kind != "escape" and (line.kind != "body" or line.level < 1 or _opens(line)):
            return None
        n -= 1
    if n < top:
        return None
    level = Line(lines[n]).level
    end = n + 1
    below = end
    while below < len(lines):
        line = Line(lines[below])
        if line.kind != "escape":
            if line.kind != "body" or lines[below].startswith("-") != lines[n].startswith("-") or line.level <= level:
                break
            end = below + 1
        below += 1
    return Head(n, end)


def entries_below(lines: Sequence[str], n: int, word: str, belongs: Callable[[Statement], bool]) -> list[str]:
    """The lines straight below a line that are entries, or the line ``word`` they belong to, in whatever order."""
    found: list[str] = []
    for text in lines[n + 1 :]:
        if kind_of(text) != "body" or not (is_head(Line(text), word) or belongs(Line(text).statement)):
            break
        found.append(text)
    return found


def head_above(n: int, old: list[str], word: str, head: str) -> Fix | None:
    """Puts the line ``word`` above its entries, of which ``old`` stand straight below line ``n`` of the text with it or
    without it; then it is to be ``head``."""
    heads = [text for text in old if is_head(Line(text), word)]
    entries = [text for text in old if text not in heads]
    if not entries:
        return None
    changes = line_changes(n + 1, old, [*(heads or [head])[:1], *entries])
    return Fix(f"Write the `{word}` line above its entries", tuple(changes))


def _opens(line: Line) -> bool:
    """Whether a line is one that entries cannot stand under."""
    form = line.statement.form
    if form is None or form.name in ("day", "night", "extension"):
        return False
    return form.place.name in ("BLOCK", "STEP", "EVENT")


def subject(st: Statement) -> str:
    """What an entry is about: its ID, its player, or its own word."""
    if st.form is None:
        return st.text.partition(" ")[0]
    if st.form.name in ("day", "night"):
        return "day"
    return st.values[0] or "" if st.text[:1] in "#p" else st.form.name


def trailer(st: Statement) -> str:
    """What follows an entry that is no part of what is compared: clock and annotations."""
    if st.form is None:
        tokens = tokenize(st.text)
        first = next((n for n, token in enumerate(tokens) if token.kind in ANNOTATIONS), len(tokens))
        return "".join(f" {token.text}" for token in tokens[first:])
    match = pattern(st.form).match(st.text)
    assert match is not None
    clock = f" clock {st['clock']}" if st.form.name == "player entry" and st["clock"] is not None else ""
    return clock + st.text[match.end() :]


def fix_entry(analysis: Analysis, n: int, wanted: Wanted) -> Fix | None:
    """Puts one entry right."""
    line = Line(analysis.lines[n])
    right = wanted.text(line.statement)
    if right is None:
        return Fix("Remove this entry", (remove_lines(n, n + 1),))
    if right == line.body:
        return None
    title = "Write this entry as the replay has it"
    old, new = line.body.split(" "), right.split(" ")
    different = [at for at in range(len(new)) if at >= len(old) or new[at] != old[at]]
    if len(old) == len(new) and len(different) == 1:
        title = f"Write {new[different[0]]}, as the replay has it"
    return Fix(title, (in_line(n, line.column, len(line.text), right),))


def fix_all(analysis: Analysis, head: Head, wanted: Wanted, what: str) -> Fix | None:
    """Puts all entries right, and their order."""
    changes = rewritten(analysis.lines, head, wanted)
    if not changes:
        return None
    old = sum(each.end_line - each.line + (each.end > 0) for each in changes)
    new = sum(each.text.count("\n") + (not each.text.endswith("\n") and each.text != "") for each in changes)
    count = max(old, new)
    return Fix(f"Write {what} as the replay has it ({count} {'entry' if count == 1 else 'entries'})", tuple(changes))


def rewritten(lines: Sequence[str], head: Head, wanted: Wanted) -> list[Change]:
    """What makes the entries those that are wanted. Escape lines and extensions stay behind the entry they follow."""
    parent = Line(lines[head.line])
    prefix = f"{parent.time} {' ' * (parent.indent + 2)}"
    kept: dict[str, list[str]] = {}
    found: dict[str, Statement] = {}
    after = ""
    for n in range(head.line + 1, head.end):
        line = Line(lines[n])
        form = line.statement.form if kind_of(lines[n]) == "body" else None
        if kind_of(lines[n]) == "escape" or (form is not None and form.name == "extension"):
            kept.setdefault(after, []).append(lines[n])
            continue
        after = subject(line.statement)
        found.setdefault(after, line.statement)
        if form is not None and form.name == "round-clock":
            kept.setdefault("", [])
    new = list(kept.pop("", []))
    for each in _ordered(wanted.entries, found):
        st = found.get(each)
        text = wanted.entries.get(each)
        new.append(
            prefix + (st.text if text is None and st is not None else (text or "") + (trailer(st) if st else ""))
        )
        new.extend(kept.pop(each, ()))
    for rest in kept.values():
        new.extend(rest)
    return line_changes(head.line + 1, lines[head.line + 1 : head.end], new)


def _ordered(wanted: Iterable[str], found: dict[str, Statement]) -> list[str]:
    return [*wanted, *(["round-clock"] if "round-clock" in found else [])]
