"""From the start of the process to the answer to ``initialize``, beside a server that does nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tests.bench.client import Client
from tests.bench.session import OURS
from tests.bench.stats import Row, median

EMPTY = (sys.executable, str(Path(__file__).with_name("empty_server.py")))


def measure(runs: int) -> Iterator[Row]:
    """Rows for both servers, started in turn; the ratio is to the empty one. The first start of each does not count."""
    times: dict[str, list[float]] = {"empty pygls server": [], "mtgr": []}
    for number in range(runs + 1):
        for name, command in (("empty pygls server", EMPTY), ("mtgr", OURS)):
            with Client(command) as client:
                _, seconds = client.initialize()
            if number:
                times[name].append(seconds)
    base = median(times["empty pygls server"])
    for name, values in times.items():
        yield Row("start", "start to initialize", name, 0, values, base=base)
