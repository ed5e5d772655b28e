"""The memory of the server in a long session, and whether it does nothing when nothing happens."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import cycle, islice

from tests.bench import processes
from tests.bench.edits import edits
from tests.bench.session import NOTE, PLACES, Edit, Sample, Session
from tests.bench.stats import Row, slope

SAMPLES = 100
ROUND = 40
"""Edits of each kind at a place before the next place."""


def measure(lines: int, edit_count: int) -> Iterator[Row]:
    """Rows of a session of so many edits in a file of about so many lines."""
    if not processes.AVAILABLE:
        yield Row("memory", "resident memory", "mtgr", lines, [], "MB", note="needs Linux's /proc")
        return
    sample = Sample.of_games(lines)
    every = max(edit_count // SAMPLES, 1)
    numbers, resident = [], []
    with Session(sample) as session:
        session.ready()
        opened, _ = _memory(session)
        since = 0
        for number, edit in enumerate(islice(_session(sample), edit_count), 1):
            data, _ = session.prepare(edit)
            session.client.write(data)
            session.client.wait(session.is_latest, since)
            since = len(session.client.arrivals)
            if number % every == 0:
                numbers.append(float(number))
                resident.append(_memory(session)[0])
        ended = time.perf_counter()
        time.sleep(1)
        before = processes.cpu(session.client.pid) or 0.0
        time.sleep(max(ended + 4 - time.perf_counter(), 0))
        idle = (processes.cpu(session.client.pid) or 0.0) - before
        right = session.is_right()
        _, peak = _memory(session)
    half = len(numbers) // 2
    growth = slope(numbers[half:], resident[half:]) * 1000
    ending = "the findings at the end are right" if right else "the findings at the end are WRONG"
    series = {"edits": numbers, "resident": resident}
    yield Row("memory", "resident after opening", "mtgr", sample.count, [opened], "MB")
    yield Row(
        "memory", f"resident during {edit_count} edits", "mtgr", sample.count, resident, "MB", None, ending, series
    )
    yield Row("memory", "peak", "mtgr", sample.count, [peak], "MB")
    yield Row("memory", "growth in 1,000 edits, last half", "mtgr", sample.count, [growth], "MB")
    yield Row("memory", "CPU from 1 s to 4 s after the last edit", "mtgr", sample.count, [idle])


def _session(sample: Sample) -> Iterator[Edit]:
    """Edits without end, of all kinds, at one place after the other."""
    for place in cycle(PLACES):
        for _, edit in edits(sample, place, ROUND):
            yield edit
        [note] = sample.sites(place, NOTE, most=1)
        text = sample.lines[note]
        yield Edit(note, text.index(NOTE) + len(NOTE), note, len(text), "")  # or the comment would only grow


def _memory(session: Session) -> tuple[float, float]:
    found = processes.memory(session.client.pid)
    assert found is not None
    return found
