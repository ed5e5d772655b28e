"""Hover and definition in a large file of games: at rest, and in the moment after an edit."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from tests.bench import edits
from tests.bench.client import Message, position
from tests.bench.session import PLACES, URI, Sample, Session
from tests.bench.stats import Row
from tests.bench.truth import units

METHODS = {"hover": "textDocument/hover", "definition": "textDocument/definition"}
REST, AFTER = "at rest", "right after an edit"

_OBJECT = re.compile(r"#\d+")


def objects(sample: Sample, count: int, seed: int = 0) -> list[Message]:
    """Positions of object IDs all over the text, as parameters of requests."""
    chosen = random.Random(seed)
    found: list[Message] = []
    while len(found) < count:
        if at := _object_at(sample, chosen.randrange(sample.count)):
            found.append(at)
    return found


def _object_at(sample: Sample, line: int) -> Message | None:
    match = _OBJECT.search(sample.lines[line])
    return position(URI, line, units(sample.lines[line][: match.start() + 1])) if match else None


def _near(sample: Sample, line: int) -> Message:
    """The first object after a line."""
    return next(at for n in range(line + 1, sample.count) if (at := _object_at(sample, n)))


def measure(lines: int, count: int) -> Iterator[Row]:
    """Rows for both requests in a file of about so many lines, ``count`` of each, at rest and after an edit."""
    sample = Sample.of_games(lines)
    times: dict[str, list[float]] = {f"{name}, {when}": [] for name in METHODS for when in (REST, AFTER)}
    empty = dict.fromkeys(times, 0)

    def note(what: str, result: Any, seconds: float) -> None:
        times[what].append(seconds)
        empty[what] += not result

    with Session(sample) as session:
        session.ready()
        for at in objects(sample, count):
            for name, method in METHODS.items():
                came, sent = session.client.request(method, at)
                note(f"{name}, {REST}", came.message.get("result"), came.time - sent)
        for name, method in METHODS.items():
            for place in PLACES:
                for _, edit in edits.edits(sample, place, max(count // 12, 2)):
                    data, _ = session.prepare(edit)
                    expected = sample.expected(edit.line)
                    since = len(session.client.arrivals)
                    session.client.write(data)
                    # In the game of the edit, and later in it, so that the answer depends on it.
                    number, sent = session.client.ask(method, _near(sample, min(edit.line, sample.count - 20)))
                    came = session.client.answer(number, since)
                    note(f"{name}, {AFTER}", came.message.get("result"), came.time - sent)
                    session.shown(expected, since)
    for what, values in times.items():
        yield Row("lookups", what, "mtgr", sample.count, values, note=f"{empty[what]} empty" if empty[what] else "")
