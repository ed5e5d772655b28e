"""From a keystroke in a file of games to the diagnostics that a fresh analysis of the changed text would give."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import zip_longest

from tests.bench.session import NOTE, PLACES, Edit, Sample, Session
from tests.bench.stats import Row, median

COMMENT = "type in a comment"
LIFE = "change a life total"
DELETE = "delete an event line"
INSERT = "insert an event line"
KINDS = (COMMENT, LIFE, DELETE, INSERT)
ALL = "all of these"

_LIFE = re.compile(r" life \d+ -> \d+")


def edits(sample: Sample, place: str, count: int) -> Iterator[tuple[str, Edit]]:
    """Single edits at a place with what they are; each must have been made before the next one is taken.

    No text is made twice, except where a wrong edit is taken back.
    """
    [note] = sample.sites(place, NOTE, most=1)
    for number in range(count):
        end = len(sample.lines[note])
        yield COMMENT, Edit(note, end, note, end, "etaoin shrdlu"[number % 13])
    sites = [n for n in sample.sites(place, " life ", most=100) if _LIFE.search(sample.lines[n])][:10]
    for number in range(count // 2):
        line = sites[number % len(sites)]
        match = _LIFE.search(sample.lines[line])
        assert match is not None
        end = match.end()
        yield LIFE, Edit(line, end, line, end, str(number // len(sites) % 10))
        yield LIFE, Edit(line, end, line, end + 1, "")
    sites = sample.sites(place, '" tap by ', " -> ", most=max(count // 2, 1))
    for number in range(count // 2):
        line = sites[number % len(sites)]
        text = sample.lines[line]
        yield DELETE, Edit(line, 0, line + 1, 0, "")
        yield INSERT, Edit(line, 0, line, 0, text + "\n")


def measure(sizes: Sequence[int], count: int) -> Iterator[Row]:
    """Rows for each size of file (lines), kind of edit and place, of ``count`` edits; ratios are to the first size."""
    for pulls in (False, True):
        smallest: dict[str, float] = {}
        for file in _measure(sizes, count, pulls=pulls):
            for row in file.rows("pull" if pulls else "push"):
                if row.values:
                    row.base = smallest.setdefault(row.what, median(row.values))
                yield row


class _File:
    """A file of about so many lines in a server of its own, with what its edits took."""

    def __init__(self, size: int, count: int, *, pulls: bool) -> None:
        self.sample = Sample.of_games(size)
        self.session = Session(self.sample, pulls=pulls)
        self.count = count if size <= 100_000 else min(count, 10)
        self._times: dict[tuple[str, str], list[float]] = defaultdict(list)
        self._right = self._compared = 0

    def make(self, kind: str, place: str, edit: Edit) -> None:
        data, _ = self.session.prepare(edit)
        self._times[kind, place].append(self.session.settled(self.sample.expected(edit.line), data))

    def compare(self) -> None:
        """All that the server says with all that a fresh analysis does."""
        self._right += self.session.is_right()
        self._compared += 1

    def leave_wrong(self) -> None:
        """One finding is left in, so that there is something to compare in the end."""
        wrong = next(edit for kind, edit in edits(self.sample, "middle", 2) if kind == LIFE)
        data, _ = self.session.prepare(wrong)
        self.session.settled(self.sample.expected(wrong.line), data)

    def rows(self, way: str) -> list[Row]:
        who, times, lines = f"mtgr ({way})", self._times, self.sample.count
        everything = [value for values in times.values() for value in values]
        note = f"{self._right} of {self._compared} full comparisons equal"
        return [
            *(Row("edits", f"{k}, {place}", who, lines, times[k, place]) for k in KINDS for place in PLACES),
            Row("edits", ALL, who, lines, everything, note=note),
        ]


def _measure(sizes: Sequence[int], count: int, *, pulls: bool) -> list[_File]:
    """Files of all sizes, edited in turn: what else the machine does meets all of them alike."""
    files = [_File(size, count, pulls=pulls) for size in sizes]
    with ExitStack() as stack:
        for file in files:
            stack.enter_context(file.session)
            file.session.ready(600)
        for place in PLACES:
            for made in zip_longest(*(edits(file.sample, place, file.count) for file in files)):
                for file, each in zip(files, made, strict=True):
                    if each is not None:
                        kind, edit = each
                        file.make(kind, place, edit)
            for file in files:
                file.compare()
        for file in files:
            file.leave_wrong()
            file.compare()
    return files
