"""A folder of games that is checked as a whole, and edits in an open file meanwhile."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from itertools import count, cycle
from pathlib import Path

from tests.bench import documents, processes
from tests.bench.client import Arrival, TooSlow
from tests.bench.edits import COMMENT, edits
from tests.bench.session import Sample, Session
from tests.bench.stats import Row, median

FILES = 300
PATIENCE = 300.0
PAUSE = 0.05
"""Seconds between the answer to an edit and the next one: somebody types fast."""
OPEN = 10_000
"""Lines of the file that is edited."""


def measure(lines: int, rounds: int) -> Iterator[Row]:
    """Rows for a folder of ``FILES`` files with about so many lines together."""
    before, seconds, meanwhile, resident = list[float](), list[float](), list[float](), list[float]()
    sample = Sample.of_games(OPEN)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        written = write(folder, lines)
        for _ in range(rounds):
            with Session(sample, pulls=True, folder=folder) as session:
                session.ready()
                before += (_edit(session) for _ in range(40))
                number, asked = session.client.ask("workspace/diagnostic", {"previousResultIds": []})
                while (came := _answer(session, number)) is None:
                    if time.perf_counter() - asked > PATIENCE:
                        raise TooSlow(f"the folder is not checked in {PATIENCE:.0f} s")
                    meanwhile.append(_edit(session))
                    resident.append(_memory(session))
                seconds.append(came.time - asked)
                reports = len(came.message["result"]["items"])
    yield Row("folder", f"{FILES} files", "mtgr", written, seconds, note=f"{reports} reports")
    yield Row("folder", "pull, one edit before", "mtgr", sample.count, before)
    yield Row("folder", "pull, one edit meanwhile", "mtgr", sample.count, meanwhile, base=median(before))
    yield Row("folder", "resident, all processes", "mtgr", written, [each for each in resident if each], "MB")


def write(folder: Path, lines: int) -> int:
    """Write the files, each with other names of players and matches. The number of lines of them all."""
    games = cycle(documents.games())
    total = 0
    for number in range(FILES):
        parts = list[str]()
        for match in count():
            parts.append(next(games).replace('[Match "', f'[Match "{match}-'))
            if total + sum(part.count("\n") + 1 for part in parts) > lines * (number + 1) / FILES:
                break
        text = "\n".join(parts).replace('"PlayerA"', f'"Player {number}"')
        total += text.count("\n")
        (folder / f"{number:03}.mtgr").write_bytes(text.encode())
    return total


def _edit(session: Session) -> float:
    """Type a letter in a comment. The seconds to the answer."""
    time.sleep(PAUSE)
    edit = next(edit for kind, edit in edits(session.sample, "middle", 1) if kind == COMMENT)
    return session.settled([], session.prepare(edit)[0])


def _answer(session: Session, number: int) -> Arrival | None:
    arrivals = session.client.arrivals
    return next((each for each in arrivals if each.message.get("id") == number and "method" not in each.message), None)


def _memory(session: Session) -> float:
    """MB of the server and the processes it has started; 0 where the system does not tell."""
    found = (processes.memory(pid) for pid in (processes.tree(session.client.pid) if processes.AVAILABLE else []))
    return sum(resident for resident, _ in filter(None, found))
