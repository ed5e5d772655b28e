"""The findings of a game as users see them: in order, with lines of the text, and with the places they speak of."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mtgr.analysis.findings import Finding, Place, Related
from mtgr.analysis.game import Game
from mtgr.analysis.introductions import introduction
from mtgr.replay.findings import Origin, RawFinding
from mtgr.spec.codes import CODES
from mtgr.syntax.line import Line, kind_of

SHOWN = frozenset(code for code, each in CODES.items() if each.severity.value in ("error", "warning"))


@dataclass(slots=True)
class _Raw:
    """A finding with its line in the game, and the block (or -1) and the line that its origins count from."""

    line: int
    finding: RawFinding
    block: int
    start: int
    origins: list[Place | None] | None = None
    """The places of its origins, with lines in the game; None as long as nobody has looked for them."""


@dataclass(slots=True)
class _Kept:
    """What is known of a game's findings at one revision. ``resolved`` are the first of them, as far as anybody wanted
    them, with lines of the text as the game stood when they were made."""

    revision: int
    start: int
    raw: list[_Raw]
    resolved: list[Finding] = field(default_factory=list)


def reports(game: Game, lines: Sequence[str]) -> bool:
    """Whether the game has errors or warnings."""
    return bool(_kept(game, lines).raw)


def count(game: Game, lines: Sequence[str]) -> int:
    """How many errors and warnings the game has."""
    return len(_kept(game, lines).raw)


def findings(game: Game, lines: Sequence[str], most: int | None = None) -> list[Finding]:
    """The game's errors and warnings in the order of their places, all or the first ``most``."""
    kept = _kept(game, lines)
    if kept.start != game.start:
        kept.start = game.start
        kept.resolved = []
    wanted = len(kept.raw) if most is None else min(most, len(kept.raw))
    for raw in kept.raw[len(kept.resolved) : wanted]:
        kept.resolved.append(_resolve(raw, game, lines))
    return kept.resolved[:wanted]


def findings_between(game: Game, lines: Sequence[str], first: int, last: int) -> list[Finding]:
    """The game's errors and warnings at the lines of the text from ``first`` to ``last``."""
    raws = _kept(game, lines).raw
    low = bisect_left(raws, first - game.start, key=lambda raw: raw.line)
    high = bisect_right(raws, last - game.start, key=lambda raw: raw.line)
    return [_resolve(raw, game, lines) for raw in raws[low:high]]


def first_error(game: Game, lines: Sequence[str], first: int, last: int) -> Finding | None:
    """The first error on the lines of the text from ``first`` to ``last``; errors of the game, as far as it has been
    replayed."""
    raws = _kept(game, lines).raw
    for raw in raws[bisect_left(raws, first - game.start, key=lambda raw: raw.line) :]:
        if raw.line > last - game.start:
            break
        if CODES[raw.finding.code].severity.value == "error":
            return _resolve(raw, game, lines)
    return None


def remarks(game: Game, lines: Sequence[str]) -> list[Finding]:
    """What is less than a warning (R53), and what looks wrong inside variations (R39)."""
    raws = [raw for raw in _raw_findings(game, lines) if raw.finding.code not in SHOWN]
    while game.unhinted:
        game.hint(lines)
    return [*(_resolve(raw, game, lines) for raw in raws), *hints(game, lines)]


def hints(game: Game, lines: Sequence[str]) -> Iterator[Finding]:
    """What looks wrong inside the game's variations, as far as it is known, in the order of its blocks."""
    for block in sorted(game.hinted, key=lambda block: block.offset):
        number = game.blocks.index(block)
        for hint in block.hints:
            yield _resolve(_Raw(block.offset + hint.line, hint, number, block.offset), game, lines)


def _kept(game: Game, lines: Sequence[str]) -> _Kept:
    kept: _Kept | None = game.kept
    if kept is None or kept.revision != game.revision:
        raws = [raw for raw in _raw_findings(game, lines) if raw.finding.code in SHOWN]
        if game.cut_off:
            raws = _cut_off(raws, game, lines)
        raws.sort(key=_order)
        kept = game.kept = _Kept(game.revision, game.start, raws)
    return kept


def _order(raw: _Raw) -> tuple[int, int, int, str]:
    return raw.line, raw.finding.start, raw.finding.end, raw.finding.code


def _raw_findings(game: Game, lines: Sequence[str]) -> Iterator[_Raw]:
    """All findings, those of blocks that wait for their replay excepted."""
    for problem in game.problems:
        yield _Raw(problem.line, RawFinding(0, problem.start, problem.end, "check-1", problem.message), -1, 0)
    for each in game.section.findings:
        yield _Raw(game.tags_offset + each.line, each, -1, game.tags_offset)
    for number, block in enumerate(game.blocks):
        if block.outcome.findings and not block.edited:
            for each in block.outcome.findings:
                yield _Raw(block.offset + each.line, each, number, block.offset)
    if not game.stale:
        for closing in game.closing:
            start = game.blocks[closing.block].offset if closing.block >= 0 else game.result or 0
            yield _Raw(start + closing.finding.line, closing.finding, closing.block, start)


def _cut_off(raws: list[_Raw], game: Game, lines: Sequence[str]) -> list[_Raw]:
    """The findings of a game where the file breaks off: one at its last line, and none of others there (R4, R55)."""
    last = game.length - 1
    text = lines[game.start + last]
    column = Line(text).column if kind_of(text) == "body" else 0
    message = "the file breaks off here: the game has no result line"
    broken = RawFinding(0, column, len(text), "check-1", message)
    return [*(raw for raw in raws if raw.line < last), _Raw(last, broken, -1, last)]


# --- Places -------------------------------------------------------------------------------------------------------


def _resolve(raw: _Raw, game: Game, lines: Sequence[str]) -> Finding:
    finding = raw.finding
    if raw.origins is None:
        raw.origins = [_moved(_origin(each, raw, game, lines), -game.start) for each in finding.origins]
    related = []
    message = finding.message if len(finding.message) < 300 else _shortened(finding.message)
    for number, (origin, found) in enumerate(zip(finding.origins, raw.origins, strict=True)):
        place = _moved(found, game.start)
        if place is None:
            continue
        related.append(Related(place, origin.message))
        if finding.since and number == 0:
            message += f" since line {place.line + 1}"
    place = Place(game.start + raw.line, finding.start, finding.end)
    return Finding(place, finding.code, message, tuple(related), finding.repair)


def _moved(place: Place | None, by: int) -> Place | None:
    return place and Place(place.line + by, place.start, place.end)


def _origin(origin: Origin, raw: _Raw, game: Game, lines: Sequence[str]) -> Place | None:
    match origin.kind:
        case "line":
            return _whole(lines, game.start + raw.start + origin.line)
        case "new":
            return introduction(game, lines, game.start + raw.line, origin.subject)
        case "end":
            found = _last_write(raw, game, lines, origin.subject, "end")
        case "set":
            found = _last_write(raw, game, lines, origin.subject, origin.field)
            if found is None and origin.subject.startswith("#"):
                return introduction(game, lines, game.start + raw.line, origin.subject)
    return None if found is None else _whole(lines, found)


def _whole(lines: Sequence[str], n: int) -> Place:
    """The statement of a line as a place, or the whole of a line that is no body line."""
    line = Line(lines[n])
    if line.kind != "body" or line.statement.form is None:
        return Place(n, line.column if line.kind == "body" else 0, len(line.text))
    start, end = line.statement.span("statement")
    return Place(n, line.column + start, line.column + end)


def _last_write(raw: _Raw, game: Game, lines: Sequence[str], subject: str, field: str) -> int | None:
    """The last line before a finding that set a field, as a line of the text."""
    for number in range(raw.block, -1, -1):
        before = raw.finding.line if number == raw.block else None
        found = game.blocks[number].last_write(lines, subject, field, before)
        if found is not None:
            return found
    return None


def _shortened(message: str) -> str:
    """A message whose very long tokens (names and numbers may have any length) are cut in the middle."""
    message = re.sub(r"(\S{40})\S{40,}(\S{10})", r"\1...\2", message)
    return message if len(message) < 1000 else message[:600] + " ... " + message[-300:]
