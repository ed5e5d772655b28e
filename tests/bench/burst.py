"""Many edits that are written at once: how many of them are analysed, and when the last one is answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.bench import truth
from tests.bench.client import is_publication
from tests.bench.edits import COMMENT, LIFE, edits
from tests.bench.session import PLACES, URI, Edit, Sample, Session
from tests.bench.stats import Row

EDITS = 200


def measure(lines: int, rounds: int) -> Iterator[Row]:
    """Rows for bursts in a file of about so many lines, at one place and all over the file."""
    sample = Sample.of_games(lines)
    with Session(sample) as session:
        session.ready()
        for where, places in (("in the middle", ("middle",)), ("all over the file", PLACES)):
            times: list[float] = []
            versions: list[float] = []
            for _ in range(rounds):
                data, backs = _typed(session, places)
                _send(session, data, times, versions)
                _send(session, b"".join(session.prepare(back)[0] for back in reversed(backs)), times, versions)
            what = f"{EDITS} edits at once, {where}"
            yield Row("burst", what, "mtgr", sample.count, times, note="to the right diagnostics")
            yield Row("burst", f"{what}: versions published", "mtgr", sample.count, versions, "")


def _typed(session: Session, places: Sequence[str]) -> tuple[bytes, list[Edit]]:
    """Letters typed in comments and a wrong life total last, made in the text only.

    The messages for the server, and the edit that takes each one back.
    """
    data, backs = b"", []
    for number in range(EDITS):
        kind = COMMENT if number < EDITS - 1 else LIFE
        place = places[number % len(places)]
        edit = next(edit for each, edit in edits(session.sample, place, 2) if each == kind)
        piece, back = session.prepare(edit)
        data += piece
        backs.append(back)
    return data, backs


def _send(session: Session, data: bytes, times: list[float], versions: list[float]) -> None:
    expected = truth.fresh(session.sample.lines)
    since = len(session.client.arrivals)
    times.append(session.settled(expected, data))
    published = [each.message for each in session.client.arrivals[since:] if is_publication(each.message, URI)]
    versions.append(float(len({message["params"]["version"] for message in published})))
