"""Reading a whole file once: ``mtgr check`` beside ``bean-check``, and the first hover after a file has been opened."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench import documents, install, processes
from tests.bench.lookups import METHODS, objects
from tests.bench.session import Sample, Session
from tests.bench.stats import Row, median

PATIENCE = 300.0
"""Seconds after which a program is ended."""


def measure(lines: int, runs: int, file: Path | None = None) -> Iterator[Row]:
    """Rows for programs that read about so many lines on one core, as processes of their own, in turn.

    ``file`` is read by ours in place of the conformance games.
    """
    yield from _check(lines, runs, file)
    yield from _first_hover(lines, runs)


def _check(lines: int, runs: int, file: Path | None) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        ours = folder / "league.mtgr"
        ours.write_bytes(documents.league(lines).encode() if file is None else file.read_bytes())
        other = folder / "ledger.beancount"
        other.write_bytes(documents.ledger(lines).encode())
        programs = {
            "mtgr": ([sys.executable, "-m", "mtgr", "check", "--jobs", "1", ours], ours, (0, 1)),
            "beancount": ([install.python_program("bean-check"), "--no-cache", other], other, (0,)),
        }
        if (compiled := install.compiled()) is not None:
            code = f"import sys; sys.path.insert(0, {str(compiled)!r}); from mtgr.cli import main; sys.exit(main())"
            programs["mtgr, compiled"] = ([sys.executable, "-c", code, "check", "--jobs", "1", ours], ours, (0, 1))
        counts = {name: path.read_bytes().count(b"\n") for name, (_, path, _) in programs.items()}
        seconds: dict[str, list[float]] = {name: [] for name in programs}
        peaks: dict[str, list[float]] = {name: [] for name in programs}
        troubles = dict.fromkeys(programs, "")
        with processes.one_core():
            for number in range(runs + 1):
                for name, (command, _, accepted) in programs.items():
                    if troubles[name]:
                        continue
                    try:
                        took, peak = processes.run([str(part) for part in command], PATIENCE, accepted)
                    except OSError as failure:
                        troubles[name] = f"did not run: {failure}"
                        continue
                    if number:  # the first run compiles bytecode, as an installation does
                        seconds[name].append(took)
                        peaks[name] += [peak] if peak is not None else []
        speeds = {name: [counts[name] / each for each in values] for name, values in seconds.items()}
        base = median(speeds["mtgr"]) if speeds["mtgr"] else None
        for name, values in speeds.items():
            notes = [f"{median(seconds[name]):.2f} s"] if values else []
            notes += [f"at most {max(peaks[name]):.0f} MB"] if peaks[name] else []
            notes += [troubles[name]] if troubles[name] else []
            yield Row("cold", "check, one core", name, counts[name], values, "lines/s", base, ", ".join(notes))


def _first_hover(lines: int, runs: int) -> Iterator[Row]:
    sample = Sample.of_games(lines)
    hovers, published = [], []
    for number in range(runs):
        with Session(sample) as session:
            came, _ = session.client.request(METHODS["hover"], objects(sample, 1, seed=number)[0])
            hovers.append(came.time - session.opened)
            session.ready()
            published.append(session.client.wait(session.is_latest).time - session.opened)
    yield Row("cold", "open to first hover", "mtgr", sample.count, hovers)
    yield Row("cold", "open to first diagnostics", "mtgr", sample.count, published)
