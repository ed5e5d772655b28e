"""Times that go back, and entries with another time than their line (section 5.1)."""

from __future__ import annotations

from collections.abc import Iterator

from mtgr.analysis import Analysis, Finding
from mtgr.features.changes import Change, in_line
from mtgr.features.fixes.fix import Fix
from mtgr.syntax.line import Line, is_time, kind_of


def time_order(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """The time of the line before; or this line's time for that one, if it is the one that is wrong."""
    n, repair = finding.place.line, finding.repair
    if repair is None:
        return
    lines = analysis.lines
    here = lines[n][repair.start : repair.end]
    group = _until(analysis, n, here)
    yield Fix(f"Write {repair.text}, the time of the line before", _timed(analysis, group, repair.text))
    above = [m for m in range(n - 1, max(n - 200, -1), -1) if _time(lines[m]) is not None]
    wrong = above[: _count(analysis, above, repair.text)]
    yield Fix(f"Write {here} as the time of the line before", _timed(analysis, sorted(wrong), here))


def _until(analysis: Analysis, n: int, time: str) -> list[int]:
    """A line, and those straight below it that have its time and are its entries."""
    level = Line(analysis.lines[n]).level
    found = [n]
    for below in range(n + 1, len(analysis.lines)):
        line = Line(analysis.lines[below])
        if line.time != time or line.level <= level:
            break
        found.append(below)
    return found


def _count(analysis: Analysis, above: list[int], time: str) -> int:
    """How many of the lines above have a time."""
    return next((count for count, m in enumerate(above) if _time(analysis.lines[m]) != time), len(above))


def _time(text: str) -> str | None:
    time = text.partition(" ")[0]
    return time if is_time(time) and kind_of(text) == "body" else None


def entry_time(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """The time of the line that the entry belongs to, for it or all of its entries; or theirs for that line."""
    n, repair = finding.place.line, finding.repair
    if repair is None:
        return
    level = Line(analysis.lines[n]).level
    first = n
    while first > 0 and _entry(analysis, first - 1, level):
        first -= 1
    end = n
    while end < len(analysis.lines) and _entry(analysis, end, level):
        end += 1
    times = {time for m in range(first, end) if (time := _time(analysis.lines[m])) is not None}
    if changes := _timed(analysis, list(range(first, end)), repair.text):
        yield Fix(f"Write {repair.text}, the time of its line", changes, safe=True)
    if len(times) == 1 and first > 0:
        (time,) = times
        yield Fix(f"Write {time}, the time of the entries, above them", _timed(analysis, [first - 1], time))


def _entry(analysis: Analysis, n: int, level: int) -> bool:
    text = analysis.lines[n]
    return kind_of(text) == "escape" or (_time(text) is not None and Line(text).level == level)


def _timed(analysis: Analysis, lines: list[int], time: str) -> tuple[Change, ...]:
    """Lines with another time."""
    found = []
    for n in lines:
        old = _time(analysis.lines[n])
        if old is not None and old != time:
            found.append(in_line(n, 0, len(old), time))
    return tuple(found)
