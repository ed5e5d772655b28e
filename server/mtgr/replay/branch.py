"""States inside variations: each is a branch from the state before the line it is an alternative to (R39)."""

from __future__ import annotations

from mtgr.replay.block import replay
from mtgr.replay.findings import RawFinding
from mtgr.replay.state import State
from mtgr.replay.tags import Game
from mtgr.replay.variations import match_brackets
from mtgr.syntax.line import kind_of


def enclosing(lines: list[str], n: int) -> list[int]:
    """The lines of the ``(`` around a line of a block, outermost first; a bracket line is inside its variation."""
    around: list[int] = []
    position = 0
    while position <= n:
        text = lines[position]
        if not text.startswith("-"):
            position += 1
            continue
        brackets = match_brackets(lines, position)
        if brackets.end <= position:
            position += 1
            continue
        if n < brackets.end:
            spans = [*brackets.closes.items(), *((line, brackets.end - 1) for line in brackets.unclosed)]
            around = sorted(first for first, last in spans if first <= n <= last)
        position = brackets.end
    return around


def variation_around(lines: list[str], n: int) -> list[tuple[int, int]]:
    """The variations around a line of a block, innermost first, as lines (first, end exclusive)."""
    found = []
    for first in reversed(enclosing(lines, n)):
        brackets = match_brackets(lines, first)
        found.append((first, brackets.closes.get(first, brackets.end - 1) + 1))
    return found


def branch_state(lines: list[str], before: State, game: Game, n: int, ask_before: bool) -> State:
    """The state after (before) line ``n`` of a block, in the branch it stands in."""
    line_of_play = _line_of_play(lines, n)
    path = [number for number in line_of_play if number < n or (number == n and not ask_before)]
    if enclosing(lines, n):
        return replay([_plain(lines[number]) for number in path], before, game, branch=True).state
    if not path:
        return before
    return replay(lines, before, game, stop=path[-1]).state


_REPLAYED = frozenset({"check-3", "check-4", "check-5", "check-8", "check-9", "check-10", "check-11", "check-12", "check-13"})
_MOST_VARIATIONS = 500


def branch_findings(lines: list[str], before: State, game: Game) -> list[RawFinding]:
    """What looks wrong inside the variations of a block, each replayed as a branch (R39): hints, by line of the block."""
    found: list[RawFinding] = []
    opened = [n for n, text in enumerate(lines) if kind_of(text) == "open"]
    for first in opened[:_MOST_VARIATIONS]:
        around = variation_around(lines, first)
        if not around:
            continue
        lead = [n for n in _line_of_play(lines, first) if n < first]
        inside = _skipping(lines, first + 1, around[0][1])
        outcome = replay([_plain(lines[n]) for n in lead + inside], before, game, branch=True)
        for each in outcome.findings:
            if each.line >= len(lead) and each.code in _REPLAYED:
                line = inside[each.line - len(lead)]
                shift = len(lines[line]) - len(_plain(lines[line]))
                found.append(RawFinding(line, each.start + shift, each.end + shift, "variation", each.message))
    return found


def _line_of_play(lines: list[str], n: int) -> list[int]:
    """The lines of a block that lead to line ``n``: those of the main line, or of the branch up to it."""
    around = enclosing(lines, n)
    path: list[int] = []
    start = 0
    for first in around:
        alternative = _alternative(lines, first)
        path.extend(_skipping(lines, start, alternative))
        start = first + 1
    path.extend(_skipping(lines, start, n + 1))
    return path


def _skipping(lines: list[str], start: int, end: int) -> list[int]:
    """The lines from ``start`` to ``end`` outside the variations among them."""
    found = []
    n = start
    while n < end:
        if kind_of(lines[n]) == "open":
            brackets = match_brackets(lines, n)
            n = brackets.closes.get(n, brackets.end - 1) + 1
            continue
        if kind_of(lines[n]) != "close":
            found.append(n)
        n += 1
    return found


def _alternative(lines: list[str], opening: int) -> int:
    """The line that the variation opening at a line is an alternative to."""
    indent = _indent(lines[opening])
    n = opening - 1
    while n > 0 and (kind_of(lines[n]) in ("escape", "open", "close") or _indent(lines[n]) != indent):
        n -= 1
    return max(n, 0)


def _indent(text: str) -> int:
    rest = text.partition(" ")[2]
    return len(rest) - len(rest.lstrip(" "))


def _plain(text: str) -> str:
    """A line of a branch with a time, so that the replay takes it for a line like any other."""
    return "0:00" + text[1:] if text.startswith("- ") else text
