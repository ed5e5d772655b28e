"""Findings for a person at a terminal: with the line, a mark under the place, and what else to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mtgr.analysis import Finding, Place
from mtgr.cli.excerpt import excerpt
from mtgr.cli.output import Line
from mtgr.cli.work import Checked
from mtgr.features.visible import visible


def terminal(results: list[Checked], columns: int) -> Iterator[Line]:
    """The lines to show on a terminal of so many ``columns``, before the summary."""
    for result in results:
        for finding in result.findings:
            yield from _finding(result, finding, columns)


def _finding(result: Checked, finding: Finding, columns: int) -> Iterator[Line]:
    severity, place = finding.severity.value, finding.place
    places = [place, *(related.place for related in finding.related)]
    gutter = len(f"{max(place.line for place in places) + 1} ")
    yield [(severity, severity), (f" {finding.code}", "strong"), (": ", ""), (visible(finding.message), "strong")]
    yield [
        (" " * gutter + "╭─ ", "frame"),
        (visible(f"{result.path}:{place.line + 1}:{place.start + 1}"), ""),
    ]
    width = columns - gutter - len("│ ")
    part = excerpt(result.lines.get(place.line, ""), place.start, place.end, width)
    yield [_number(place, gutter), (part.before, ""), (part.marked, severity), (part.after, "")]
    yield [_margin(gutter), (" " * part.offset + "^" * part.width, severity)]
    for related in finding.related:
        part = excerpt(result.lines.get(related.place.line, ""), related.place.start, related.place.end, width)
        yield [_number(related.place, gutter), (part.before + part.marked + part.after, "")]
        yield [_margin(gutter), (f"{' ' * part.offset}{'─' * part.width} {visible(related.message)}", "note")]
    yield []


def _number(place: Place, gutter: int) -> tuple[str, str]:
    return f"{place.line + 1:>{gutter - 1}} │ ", "frame"


def _margin(gutter: int) -> tuple[str, str]:
    return " " * gutter + "│ ", "frame"


def summary(results: list[Checked]) -> Iterator[Line]:
    """How much was found, and in how much: the last lines on a terminal."""
    counts = Counter(finding.severity.value for result in results for finding in result.findings)
    files = _counted(len(results), "file")
    lines = _counted(sum(result.line_count for result in results), "line")
    if not results:
        return
    if not counts:
        yield [("No problems", "good"), (f" in {files}, {lines}.", "")]
        return
    found: Line = []
    for severity in ("error", "warning", "information", "hint"):
        if counts[severity]:
            found += [(", ", ""), (_counted(counts[severity], severity), severity)]
    affected = sum(bool(result.findings) for result in results)
    where = files if affected == len(results) else f"{affected:,} of {files}"
    yield [*found[1:], (f" in {where}, {lines}.", "")]
    (code, _), *_ = Counter(finding.code for result in results for finding in result.findings).most_common(1)
    yield [("What does that mean? ", "dim"), (f"mtgr explain {code}", "strong")]


def _counted(count: int, noun: str) -> str:
    plural = noun if count == 1 or noun == "information" else noun + "s"
    return f"{count:,} {plural}"
