"""From a keystroke in a file of games to the diagnostics that a fresh analysis of the changed text would give."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

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
        for size in sizes:
            for row in _measure_size(size, count if size <= 100_000 else min(count, 10), pulls=pulls):
                if row.values:
                    row.base = smallest.setdefault(row.what, median(row.values))
                yield row


def _measure_size(size: int, count: int, *, pulls: bool) -> list[Row]:
    sample = Sample.of_games(size)
    way = "pull" if pulls else "push"
    times: dict[tuple[str, str], list[float]] = defaultdict(list)
    right = compared = 0
    with Session(sample, pulls=pulls) as session:
        session.ready(600)
        for place in PLACES:
            for kind, edit in edits(sample, place, count):
                data, _ = session.prepare(edit)
                times[kind, place].append(session.settled(sample.expected(edit.line), data))
            right += session.is_right()
            compared += 1
        # One finding is left in, so that there is something to compare in the end.
        wrong = next(edit for kind, edit in edits(sample, "middle", 2) if kind == LIFE)
        data, _ = session.prepare(wrong)
        session.settled(sample.expected(wrong.line), data)
        right += session.is_right()
        compared += 1
    note = f"{right} of {compared} full comparisons equal"
    rows = [
        Row("edits", f"{kind}, {place}", f"mtgr ({way})", sample.count, times[kind, place])
        for kind in KINDS
        for place in PLACES
    ]
    everything = [value for values in times.values() for value in values]
    return [*rows, Row("edits", ALL, f"mtgr ({way})", sample.count, everything, note=note)]
