"""Edits that change what the rest of a file means, and hovers while the server works on them."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

from tests.bench import truth
from tests.bench.lookups import METHODS, objects
from tests.bench.session import PATIENCE, Edit, Sample, Session
from tests.bench.stats import Row

EVERY = 0.020
"""Seconds between two hovers."""
AT_LEAST = 1.0
"""Seconds that hovers are sent for, however fast the diagnostics come."""

_TURN = re.compile(r"[\d:.]+ turn \d+ ")


def edits(sample: Sample) -> Iterator[tuple[str, Edit]]:
    """What is done to the file; each edit is to be taken back before the next one is taken."""
    yield "type ( on line 30", Edit(29, 0, 29, 0, "(")
    for place in ("beginning", "middle"):
        turn = next(n for n in sample.sites(place, " turn ", most=1000) if _TURN.match(sample.lines[n]))
        yield f"delete a turn line, {place}", Edit(turn, 0, turn + 1, 0, "")
    [turn] = sample.sites("beginning", " turn 2 ", most=1)
    yield "open a variation in the first game", Edit(turn, 0, turn, 0, "- (\n")
    middle = sample.count // 2
    yield "an empty line in the middle", Edit(middle, 0, middle, 0, "\n")
    [tag] = sample.sites("beginning", '[Player1 "', most=1)
    column = sample.lines[tag].index('"') + 1
    yield "change Player1 of the first game", Edit(tag, column, tag, column, "x")


def measure(lines: int, rounds: int) -> Iterator[Row]:
    """Rows for each edit and for taking it back, in a file of about so many lines, each ``rounds`` times."""
    sample = Sample.of_games(lines)
    times: dict[str, list[float]] = {}
    hovers: dict[str, list[float]] = {}
    with Session(sample) as session:
        session.ready()
        base = truth.fresh(sample.lines)
        for what, edit in edits(sample):
            _, back = sample.apply(edit)
            wrong = truth.fresh(sample.lines)
            sample.apply(back)
            for _ in range(rounds):
                data, back = session.prepare(edit)
                _one(session, data, wrong, times.setdefault(what, []), hovers.setdefault(what, []))
                data, _ = session.prepare(back)
                undone = f"{what}, taken back"
                _one(session, data, base, times.setdefault(undone, []), hovers.setdefault(undone, []))
    for what, values in times.items():
        yield Row("structure", what, "mtgr", sample.count, values, note="to the right diagnostics")
        yield Row("structure", f"{what}: hovers meanwhile", "mtgr", sample.count, hovers[what])


def _one(
    session: Session, data: bytes, expected: list[truth.Shown], times: list[float], latencies: list[float]
) -> None:
    """Sends an edit, and hovers until the right diagnostics have come and every hover is answered."""
    client = session.client
    since = len(client.arrivals)
    asked: dict[int, float] = {}
    final: float | None = None
    positions = objects(session.sample, 200, seed=session.version)
    start = client.write(data)
    looked = since
    while final is None or time.perf_counter() - start < AT_LEAST:
        if time.perf_counter() - start > PATIENCE:
            break
        due = start + (len(asked) + 1) * EVERY
        time.sleep(max(due - time.perf_counter(), 0))
        number, sent = client.ask(METHODS["hover"], positions[len(asked) % len(positions)])
        asked[number] = sent
        while final is None and looked < len(client.arrivals):
            if session.says(client.arrivals[looked].message, expected):
                final = client.arrivals[looked].time
            looked += 1
    last = max(asked)
    client.answer(last, since)
    answered = {each.message["id"]: each.time for each in client.arrivals[since:] if each.message.get("id") in asked}
    latencies += [answered[number] - sent for number, sent in asked.items() if number in answered]
    if final is None:
        session.shown(expected, since)
        final = next(each.time for each in client.arrivals[since:] if session.says(each.message, expected))
    times.append(final - start)
