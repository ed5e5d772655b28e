"""Places in a block from which its replay can go on, and at which a new replay can meet an old one.

An edit leaves most lines of its block as they are. What stands before it need not be replayed again: the replay goes on
from the last waypoint that nothing after it had a part in. And where the replay comes, after the edit, to an old
waypoint in the state it had, all that follows is known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from mtgr.replay.ending import Ending
from mtgr.replay.findings import RawFinding
from mtgr.replay.loop import Loop
from mtgr.replay.run import Run
from mtgr.replay.state import State
from mtgr.replay.tags import Game
from mtgr.spec.statements import Place
from mtgr.syntax.statement import Statement

EVERY = 16
"""Lines from one waypoint to the next, at least."""


@dataclass(frozen=True, slots=True)
class Waypoint:
    """A place before line ``line`` of a block, among events, where the lines before ask nothing of the next one.

    The lines up to ``seen`` have had a part in how things stand here: ``state``, and the first ``findings`` findings of
    the block. The state is not to be changed.
    """

    line: int
    seen: int
    where: str
    state: State
    alternative: int | None
    findings: int

    def moved(self, lines: int) -> Waypoint:
        """The same place with more lines before it."""
        return replace(self, line=self.line + lines, seen=self.seen + lines)

    def loop(self, lines: list[str], game: Game, kind: str, findings: list[RawFinding]) -> Loop:
        """A replay of lines that stands at this place. ``findings`` are those of the replay that came by it."""
        run = Run(game, self.state.copy(), lines)
        run.where, run.alternative, run.seen = self.where, self.alternative, self.seen
        run.findings = findings[: self.findings]
        return Loop(run, kind)


def waypoint(loop: Loop, n: int) -> Waypoint | None:
    """The place before line ``n``, which a replay has come to, if it can be a waypoint."""
    run = loop.run
    expects = (
        loop.awaiting_stack or loop.doubled or loop.late_keyframe or run.late_stack >= n or run.early_stack >= n - 1
    )
    below = run.orphans is not None or (loop.above and loop.above[-1][0] >= n - 1)
    apart = any(line >= n for line in loop.apart)
    if run.last_block or loop.ending or run.left or run.doubtful or expects or below or apart:
        return None
    if run.where != "step" and not (run.where == "pregame" and _is_event(run.st) and not run.memory.bare):
        return None
    return Waypoint(n, max(run.seen, n - 1), run.where, run.state.copy(), run.alternative, len(run.findings))


def _is_event(st: Statement) -> bool:
    """Whether a line of a pregame is an event: a keyframe further down is not its first line (R49)."""
    return st.form is not None and st.form.place is Place.EVENT and st.form.name != "extension"


@dataclass(slots=True)
class Replayed:
    """The outcome of a block: the state after it, its findings, and the line in it that ended the game, if one did."""

    state: State
    findings: list[RawFinding]
    ending: Ending | None = None
    length: int = 0
    """How many lines were replayed."""
    waypoints: list[Waypoint] | None = None
    """In order of their lines; None where they were not asked for."""


def replay_again(
    lines: list[str], before: State, game: Game, earlier: Replayed, head: int, tail: int, kind: str
) -> Replayed:
    """Replays a block that has been replayed before, and notes its waypoints.

    Its first ``head`` lines are the same as then, and so is the state before it, or ``head`` is 0; its last ``tail``
    lines are the same as well. The block is none at which the file breaks off, then and now.
    """
    delta, old = len(lines) - earlier.length, earlier.waypoints or []
    start = next((each for each in reversed(old) if each.seen < head), None)
    if start is None:
        loop, n, found = Loop(Run(game, before.copy(), lines), kind), 0, []
    else:
        loop, n = start.loop(lines, game, kind, earlier.findings), start.line
        found = [each for each in old if each.line <= n]
    run = loop.run
    ahead = [each.moved(delta) for each in reversed(old) if each.line + delta >= max(n + 1, len(lines) - tail)]
    step = EVERY
    while n < len(lines):
        n = loop.run_to(min(n + step, ahead[-1].line if ahead else len(lines), len(lines)), n)
        here = waypoint(loop, n) if n < len(lines) else None
        step = EVERY if here is not None else 1
        while ahead and ahead[-1].line <= n:
            there = ahead.pop()
            if here is None or there.line != n:
                continue
            apart = _apart(here.state, there.state)
            if apart is None or (here.where, here.alternative) != (there.where, there.alternative):
                continue
            rest = [replace(each, line=each.line + delta) for each in earlier.findings[there.findings :]]
            if apart and (rest or not _stay(apart, [here.state, there.state], lines[n:])):
                continue
            if all(each.line >= n for each in rest):
                carry = partial(_carried, mine=here.state, ids=apart)
                return _joined(run, rest, found, [there, *reversed(ahead)], earlier, carry)
        if here is not None:
            found.append(here)
    return Replayed(run.state, run.findings, loop.ending, len(lines), found)


def replay_from_another(lines: list[str], before: State, earlier: Replayed, previous: State) -> Replayed | None:
    """The outcome of a block that has been replayed before, from another state than the ``previous`` one, if all they
    differ in are objects whose ID has ended, and no line names one. (A keyframe speaks of all others.)"""
    apart = _apart(before, previous)
    if apart is None or earlier.findings or not apart.isdisjoint(before.objects) or not _stay(apart, [before], lines):
        return None
    carry = partial(_carried, mine=before, ids=apart)
    waypoints = earlier.waypoints and [replace(each, state=carry(each.state)) for each in earlier.waypoints]
    return replace(earlier, state=carry(earlier.state), waypoints=waypoints)


def _joined(
    run: Run,
    rest: list[RawFinding],
    passed: list[Waypoint],
    ahead: list[Waypoint],
    earlier: Replayed,
    carry: Callable[[State], State],
) -> Replayed:
    """The outcome of a replay that has met the earlier one at the first of the waypoints ``ahead``. ``carry`` makes of
    the earlier one's states what they are now."""
    length, more = len(run.lines), len(run.findings) - ahead[0].findings
    ending = earlier.ending and replace(earlier.ending, line=earlier.ending.line + length - earlier.length)
    moved = [
        replace(each, findings=each.findings + more, seen=max(each.seen, run.seen), state=carry(each.state))
        for each in ahead
    ]
    return Replayed(carry(earlier.state), [*run.findings, *rest], ending, length, [*passed, *moved])


def _apart(mine: State, theirs: State) -> set[str] | None:
    """The IDs of the objects of which two states say different things; None if something else differs, too.

    If there are none, a replay goes on from both in the same way over the same lines.
    """
    if mine.objects.keys() != theirs.objects.keys() or mine.ended.keys() != theirs.ended.keys():
        return None
    found = {id for id, obj in mine.objects.items() if obj != theirs.objects[id]}
    found |= {id for id, obj in mine.ended.items() if obj != theirs.ended[id]}
    found |= {key[0] for key in (*mine.open, *theirs.open) if mine.open.get(key) != theirs.open.get(key)}
    same = mine.same(replace(theirs, objects=mine.objects, ended=mine.ended, open=mine.open))
    return found if same and all(id in mine.objects or id in mine.ended for id in found) else None


def _stay(ids: set[str], states: list[State], lines: list[str]) -> bool:
    """Whether nothing happens to objects over lines in which nothing is wrong, in any of these states.

    No line names them. And none of them is on the stack, attached to something, or a known card of a library, where
    lines about others matter to it.
    """
    for id in ids:
        if any(id in text for text in lines):
            return False
        for state in states:
            obj = state.objects.get(id)
            if obj is not None and (obj.attached or obj.with_id or id in state.stack):
                return False
            if any(id in known for known in state.tracked.values()):
                return False
    return True


def _carried(state: State, mine: State, ids: set[str]) -> State:
    """A state in which the objects with these IDs are as in ``mine``, further up; nothing happened to them since."""
    if not ids:
        return state
    objects = state.objects | {id: mine.objects[id] for id in ids & mine.objects.keys()}
    ended = state.ended | {id: mine.ended[id] for id in ids & mine.ended.keys()}
    fields = {key: values for key, values in mine.open.items() if key[0] in ids}
    fields |= {key: values for key, values in state.open.items() if key[0] not in ids}
    fields = {key: fields[key] for key in mine.open if key in fields} | fields  # in the order of a replay
    return replace(state, objects=objects, ended=ended, open=fields)
