"""A robot that types recorded games from nothing, with the completions that the language server would show.

Line by line it types until the wanted text is among the first five completions, and accepts it: one key for each item
down to it, and one to accept it. An item is wanted when what the text would be with it is how the game goes on.
Slot by slot it also asks whether the wanted item is among the first five before anything of the slot is typed.

``python -m tests.bench.typing_robot FILE...`` prints both for each file. Without files it types the recorded
games of the conformance files. ``scripts/bench --only typing --games FILE,...`` puts the same into a table.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.documents import ROOT
from tests.bench.stats import Row

from mtgr.analysis import Analysis
from mtgr.document.text import Edit
from mtgr.features.completion import complete
from mtgr.features.item import Item
from mtgr.features.roles import roles
from mtgr.syntax.line import Line

SHOWN = 5
"""Items that are looked at."""
UNCOUNTED = frozenset({"time", "text", "die", "result", "printing", "free"})
"""Slots whose values nobody can know."""


@dataclass
class Typed:
    """What came of typing a text: characters in it, keys pressed, and by kind of slot how many there were and how many
    of them were among the first items."""

    characters: int = 0
    keys: int = 0
    slots: Counter[str] = field(default_factory=Counter)
    shown: Counter[str] = field(default_factory=Counter)
    missed: Counter[tuple[str, str]] = field(default_factory=Counter)
    by_hand: Counter[str] = field(default_factory=Counter)

    @property
    def share(self) -> float:
        """The keys in percent of the characters."""
        return 100 * self.keys / max(self.characters, 1)

    def add(self, other: Typed) -> None:
        self.characters += other.characters
        self.keys += other.keys
        for name in ("slots", "shown", "missed", "by_hand"):
            getattr(self, name).update(getattr(other, name))


class Robot:
    """Types one text."""

    def __init__(self, text: str) -> None:
        self.wanted = text
        self.goal = text.split("\n")
        self.lines = [""]
        self.analysis = Analysis.of_lines(self.lines)
        self.typed = Typed(characters=len(text))

    def run(self, most: int | None = None, slots: bool = True) -> Typed:
        """Types the text, or its first lines."""
        n = 0
        last = len(self.goal) - 1 if most is None else min(most, len(self.goal) - 1)
        while n < last:
            if slots:
                self._ask_for_slots(n)
            n = self._type_line(n, slots)
        if most is not None:
            self.typed.characters = sum(len(line) + 1 for line in self.goal[:n])
        return self.typed

    def _put(self, first: int, new: Sequence[str]) -> None:
        """Puts lines in the place of the last line, which is ``first``."""
        old = self.lines[first:]
        self.lines[first:] = new
        self.analysis.update(Edit(first, list(old), list(new)))

    def _first_items(self, n: int, column: int) -> Sequence[Item]:
        return complete(self.analysis, n, column).items[:SHOWN]

    def _type_line(self, n: int, slots: bool) -> int:
        """Types line ``n``. The line that is to be typed next."""
        goal = self.goal[n]
        column = 0
        while column < len(goal) or not goal:
            accepted = self._accept(n, column)
            if accepted is not None:
                end, column = accepted
                if end > n:
                    if slots:
                        for each in range(n + 1, end + 1):
                            self._ask_in_copy(each)
                    n, goal = end, self.goal[end]
                continue
            if column >= len(goal):
                break
            column += 1
            self.typed.keys += 1
            self.typed.by_hand[_what(goal, column - 1)] += 1
            self._put(n, [goal[:column]])
        self.typed.keys += 1  # Enter
        self.typed.by_hand["enter"] += 1
        self._put(n, [goal, ""])
        return n + 1

    def _accept(self, n: int, column: int) -> tuple[int, int] | None:
        """Accepts the item that spares most keys, if one is right. The line and column behind it."""
        best: tuple[int, int, int, int] | None = None
        rest = "\n".join(self.goal[n : n + 400])
        for index, item in enumerate(self._first_items(n, column)):
            result = self.goal[n][: item.place.start] + item.text
            gain = len(result) - column - (index + 1)
            if gain > 0 and rest.startswith(result) and (best is None or gain > best[0]):
                added = result.split("\n")
                best = gain, index + 1, n + len(added) - 1, len(added[-1])
        if best is None:
            return None
        _, cost, end, column = best
        self.typed.keys += cost
        self.typed.by_hand["select"] += cost
        self._put(n, [*self.goal[n:end], self.goal[end][:column]])
        return end, column

    # --- Slots --------------------------------------------------------------------------------------------------------

    def _ask_in_copy(self, n: int) -> None:
        """Asks for the slots of a line that came with an item before it."""
        end = len(self.lines) - 1
        kept = self.lines[n:]
        self._put(n, [""])
        self._ask_for_slots(n)
        self._put(n, kept)
        assert len(self.lines) - 1 == end

    def _ask_for_slots(self, n: int) -> None:
        """Counts for the slots of line ``n``, with the cursor where each starts, whether they would be shown."""
        goal = self.goal[n]
        for start, end, kind in slots_of(goal):
            self._put(n, [goal[:start]])
            wanted = goal[start:end]
            found = any(
                (goal[: item.place.start] + item.text)[:end] == goal[:end] and _is_beginning(goal, item, self.goal, n)
                for item in self._first_items(n, start)
            )
            self.typed.slots[kind] += 1
            self.typed.shown[kind] += found
            if not found:
                self.typed.missed[kind, f"{goal.strip()[:90]}  <<{wanted}>>"] += 1
        self._put(n, [""])


def _is_beginning(goal: str, item: Item, wanted: Sequence[str], n: int) -> bool:
    """Whether the text goes on as an item says."""
    result = goal[: item.place.start] + item.text
    count = result.count("\n")
    return "\n".join(wanted[n : n + count + 1]).startswith(result)


def _what(goal: str, column: int) -> str:
    """What a character that is typed by hand belongs to."""
    line = Line(goal)
    if column < len(line.time) and line.kind == "body":
        return "time"
    for start, end, kind in all_slots(goal):
        if start <= column < end:
            return kind
    return "space" if goal[column] == " " else "other"


def slots_of(text: str) -> Iterator[tuple[int, int, str]]:
    """The slots of a body line that are counted: start, end (columns), kind."""
    return (each for each in all_slots(text) if each[2] not in UNCOUNTED)


def all_slots(text: str) -> Iterator[tuple[int, int, str]]:
    """The slots of a body line."""
    line = Line(text)
    if line.kind != "body" or line.statement.form is None:
        return
    form = line.statement.form
    tokens = [token for token in line.tokens if token.start >= line.column]
    found = roles(form, tokens)
    verb_seen = False
    for token, role in zip(tokens, found, strict=False):
        kind = _kind(role.kind, role.slot, form.name)
        if role.kind == "keyword":
            if verb_seen or role.slot in ("->", "by"):
                continue
            verb_seen = True
            kind = "verb"
        if role.kind == "step":
            kind = "verb"
        if role.kind == "cause" and token.text.startswith("rule:"):
            kind = "rule name"
        yield token.start, token.end, kind


def _kind(kind: str, slot: str, form: str) -> str:
    """What the report calls a slot."""
    if slot in ("set", "number", "source"):
        return "printing" if kind in ("string", "source") else "free"
    if form == "roll" and kind in ("int", "die"):
        return "die"
    if slot in ("old", "life", "poison", "library", "count") and form != "main" and form != "side":
        return "OLD value"
    return {
        "id": "object", "player": "player", "zone": "zone", "cause": "cause", "name": "name", "time": "time",
        "text": "text", "string": "text", "choice": "choice", "mana": "mana",
    }.get(kind, "free")  # fmt: skip


def report(name: str, typed: Typed) -> list[str]:
    """The result in lines."""
    total, shown = sum(typed.slots.values()), sum(typed.shown.values())
    hit = 100 * shown / max(total, 1)
    keys = f"{typed.keys} keys for {typed.characters} characters"
    lines = [
        f"{name}: {typed.share:.1f} % typed by hand ({keys}); {hit:.1f} % of {total} slots among the first {SHOWN}"
    ]
    for kind, count in typed.slots.most_common():
        lines.append(f"    {kind}: {100 * typed.shown[kind] / count:.1f} % of {count}")
    return lines


def measure(files: Sequence[Path], most: int | None) -> Iterator[Row]:
    """Rows: for each file (its first ``most`` lines) the share that is typed by hand, then for each kind of slot how
    often the wanted item is shown before anything is typed."""
    everything = Typed()
    for path in files:
        typed = Robot(path.read_text(encoding="utf-8")).run(most)
        everything.add(typed)
        lines = typed.by_hand["enter"]
        yield Row("typing", f"typed by hand: {path.name}", "mtgr", 0, [typed.share], "%", note=f"{lines} Enter keys")
    yield Row("typing", "typed by hand: all", "mtgr", 0, [everything.share], "%")
    total = sum(everything.slots.values())
    hit = 100 * sum(everything.shown.values()) / max(total, 1)
    yield Row("typing", f"slots among the first {SHOWN}", "mtgr", 0, [hit], "%", note=f"of {total}")
    for kind, count in everything.slots.most_common():
        hit = 100 * everything.shown[kind] / count
        yield Row("typing", f"slots among the first {SHOWN}: {kind}", "mtgr", 0, [hit], "%", note=f"of {count}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Types the files and prints what came of it."""
    options = argparse.ArgumentParser(prog="typing_robot", description=(__doc__ or "").split("\n")[0])
    options.add_argument("files", nargs="*", type=Path, default=recorded())
    options.add_argument("--lines", type=int, help="only so many lines of each")
    options.add_argument("--misses", type=int, default=0, help="show so many slots of each kind that were not shown")
    options.add_argument("--no-slots", action="store_true")
    given = options.parse_args(arguments)
    everything = Typed()
    for path in given.files:
        typed = Robot(path.read_text(encoding="utf-8")).run(given.lines, not given.no_slots)
        everything.add(typed)
        print("\n".join(report(path.name, typed)), flush=True)
    if len(given.files) > 1:
        print("\n".join(report("all", everything)))
    print("by hand:", ", ".join(f"{kind} {count}" for kind, count in everything.by_hand.most_common()))
    if given.misses:
        for kind in everything.slots:
            for (of, text), count in _of_kind(everything.missed.most_common(), kind, given.misses):
                print(f"  {of} {count}: {text}")
    return 0


def _of_kind(found: Iterable[tuple[tuple[str, str], int]], kind: str, most: int) -> list[tuple[tuple[str, str], int]]:
    return [each for each in found if each[0][0] == kind][:most]


def recorded() -> list[Path]:
    """Recorded games among the conformance files."""
    return sorted((ROOT / "conformance" / "valid" / "recorded").glob("*.mtgr"))


if __name__ == "__main__":
    sys.exit(main())
