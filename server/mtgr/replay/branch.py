"""Variations as branches: each goes on from the state before the line it is an alternative to (R39)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from mtgr.replay import block
from mtgr.replay.block import replay, states_around
from mtgr.replay.findings import RawFinding, Repair
from mtgr.replay.state import State
from mtgr.replay.tags import Game
from mtgr.replay.variations import match_brackets
from mtgr.replay.waypoints import Waypoint
from mtgr.syntax.line import kind_of

_MAIN = -1

_REPLAYED = frozenset(
    {"check-3", "check-4", "check-5", "check-8", "check-9", "check-10", "check-11", "check-12", "check-13"}
)
_MOST_LINES = 20_000
"""Lines replayed for the variations of one block; what is beyond them has no hints."""


@dataclass(slots=True)
class Variations:
    """The variations of a block, each known by the line of its ``(``; lines are relative to the block."""

    last: dict[int, int] = field(default_factory=dict)
    """The last line of each variation: its ``)``, or where it ends without one."""
    parent: dict[int, int] = field(default_factory=dict)
    """The variation around each variation, -1 for the main line."""
    openings: list[int] = field(default_factory=list)
    """The lines of the ``(``, in order."""
    direct: dict[int, list[int]] = field(default_factory=lambda: {_MAIN: []})
    """The lines of each variation (and of the main line, -1) that are in no other inside it, brackets left out."""

    @property
    def main(self) -> list[int]:
        """The lines of the main line."""
        return self.direct[_MAIN]

    def around(self, n: int) -> list[int]:
        """The variations around a line, outermost first; a bracket line is inside its variation."""
        index = bisect_right(self.openings, n) - 1
        first = self.openings[index] if index >= 0 else _MAIN
        found = []
        while first != _MAIN:
            if n <= self.last[first]:
                found.append(first)
            first = self.parent[first]
        return found[::-1]


def has_variations(lines: list[str]) -> bool:
    """Whether any line may belong to a variation."""
    return any(text.startswith("- ") for text in lines)


def read_variations(lines: list[str]) -> Variations:
    """The variations of a block, in one pass."""
    found = Variations()
    n = 0
    while n < len(lines):
        if kind_of(lines[n]) not in ("open", "close") and not lines[n].startswith("-"):
            found.direct[_MAIN].append(n)
            n += 1
            continue
        brackets = match_brackets(lines, n)
        for first in brackets.unclosed:
            found.last[first] = brackets.end - 1
        found.last.update(brackets.closes)
        end = max(brackets.end, n + 1)
        _sort_lines(found, lines, n, end)
        n = end
    return found


def _sort_lines(found: Variations, lines: list[str], start: int, end: int) -> None:
    """Notes for the lines of a run of variations which of them each belongs to."""
    inside: list[int] = []
    for n in range(start, end):
        while inside and found.last[inside[-1]] < n:
            inside.pop()
        kind = kind_of(lines[n])
        if kind == "open" and n in found.last:
            found.parent[n] = inside[-1] if inside else _MAIN
            found.openings.append(n)
            found.direct[n] = []
            inside.append(n)
        elif kind not in ("open", "close"):
            found.direct[inside[-1] if inside else _MAIN].append(n)


def state_at(lines: list[str], before: State, game: Game, n: int, ask_before: bool, kind: str = "") -> State:
    """The state after (before) line ``n`` of a block of a kind, in the branch it stands in."""
    if not has_variations(lines[: n + 1]):
        stop = n - 1 if ask_before else n
        return before if stop < 0 else replay(lines, before, game, stop=stop, kind=kind).state
    variations = read_variations(lines)
    around = variations.around(n)
    path = [number for number in _line_of_play(variations, lines, around, n + 1) if number < n or not ask_before]
    if not path:
        return before
    if around:
        return replay([_plain(lines[number]) for number in path], before, game, branch=True).state
    return replay(lines, before, game, stop=path[-1], kind=kind).state


def states_at(
    lines: list[str], before: State, game: Game, n: int, kind: str = "", start: Waypoint | None = None
) -> tuple[State, State]:
    """``state_at`` before and after line ``n``; ``start`` is a waypoint of the block before the line."""
    if has_variations(lines[: n + 1]):
        return state_at(lines, before, game, n, True, kind), state_at(lines, before, game, n, False, kind)
    return states_around(lines, before, game, n, kind, start)


def line_of_play(lines: list[str], n: int) -> list[int]:
    """The lines of a block that lead up to line ``n`` (which is the last) in its branch; brackets are left out."""
    if not has_variations(lines[: n + 1]):
        return list(range(n + 1))
    variations = read_variations(lines)
    return _line_of_play(variations, lines, variations.around(n), n + 1)


def states_along(lines: list[str], before: State, game: Game) -> Iterator[tuple[int, State]]:
    """Each line of a block with the state after it: those of the main line, then those of each variation with the state
    of its branch; brackets are left out.

    It is the same state again and again, which the next step changes: take from it what is needed, and leave it as it
    is. An entry has the state after the line it belongs to and all of its entries. Where variations are too many to be
    replayed in good time, the last are left out.
    """
    if not has_variations(lines):
        yield from block.states_along(lines, before, game)
        return
    variations = read_variations(lines)
    main = set(variations.main)
    for n, state in block.states_along(lines, before, game):
        if n in main:
            yield n, state
    for lead, inside in _branches(lines, variations):
        branch = lead + inside
        for index, state in block.states_along([_plain(lines[n]) for n in branch], before, game, branch=True):
            if index >= len(lead):
                yield branch[index], state


def _branches(lines: list[str], variations: Variations) -> Iterator[tuple[list[int], list[int]]]:
    """For each variation the lines that lead up to it, and its own; as many as can be replayed in good time."""
    leads: dict[int, list[int]] = {_MAIN: []}
    budget = _MOST_LINES
    for first in sorted(variations.last):
        parent = variations.parent[first]
        around = variations.direct[parent]
        leads[first] = leads[parent] + around[: bisect_left(around, alternative(lines, around, first))]
        inside = variations.direct[first]
        budget -= len(leads[first]) + len(inside) + 1
        if budget < 0:
            return
        yield leads[first], inside


def _line_of_play(variations: Variations, lines: list[str], around: list[int], end: int) -> list[int]:
    """The lines that lead up to line ``end`` through the variations around it."""
    path: list[int] = []
    for outer, first in zip((_MAIN, *around), (*around, None), strict=True):
        direct = variations.direct[outer]
        stop = end if first is None else alternative(lines, direct, first)
        path.extend(direct[: bisect_left(direct, stop)])
    return path


def alternative(lines: list[str], direct: list[int], opening: int) -> int:
    """The line that the variation opening at a line is an alternative to, among the lines ``direct`` around it."""
    indent = _indent(lines[opening])
    for index in range(bisect_left(direct, opening) - 1, -1, -1):
        n = direct[index]
        if not lines[n].startswith("%") and _indent(lines[n]) == indent:
            return n
    return direct[0] if direct else opening


def _indent(text: str) -> int:
    rest = text.partition(" ")[2]
    return len(rest) - len(rest.lstrip(" "))


def _plain(text: str) -> str:
    """A line of a branch with a time, so that the replay takes it for a line like any other."""
    return "0:00" + text[1:] if text.startswith("- ") else text


def branch_findings(lines: list[str], before: State, game: Game) -> Iterator[list[RawFinding]]:
    """Hints about each variation of a block: what looks wrong when it is replayed as a branch (R39)."""
    for lead, inside in _branches(lines, read_variations(lines)):
        found: list[RawFinding] = []
        outcome = replay([_plain(lines[n]) for n in lead + inside], before, game, branch=True)
        for each in outcome.findings:
            if each.line >= len(lead) and each.code in _REPLAYED:
                line = inside[each.line - len(lead)]
                shift = len(lines[line]) - len(_plain(lines[line]))
                repair = each.repair and Repair(each.repair.start + shift, each.repair.end + shift, each.repair.text)
                start, end = each.start + shift, each.end + shift
                found.append(RawFinding(line, start, end, "variation", each.message, repair=repair))
        yield found
