"""The replay of a block: one main-line body line after the other (sections 5, 14.2 and 14.3).

A block is the deck, the pregame or a turn, from its level-0 line to the next. ``replay`` takes the state before it
and gives the state after it, and findings with lines relative to the block. It looks at nothing else, so a block whose
lines and entering state are unchanged need not be replayed. One of which some lines have changed is for
``waypoints.replay_again``.
"""

from __future__ import annotations

from collections.abc import Iterator

from mtgr.replay.loop import Loop
from mtgr.replay.run import Run
from mtgr.replay.state import State
from mtgr.replay.tags import Game
from mtgr.replay.waypoints import Replayed, Waypoint


def replay(
    lines: list[str],
    before: State,
    game: Game,
    stop: int | None = None,
    last_block: bool = False,
    branch: bool = False,
    kind: str = "",
) -> Replayed:
    """Replays a block from the state before it, which is left as it is.

    ``stop`` ends the replay after that line of the block, for the state there. ``last_block`` says that the file breaks
    off at the end of the block. ``branch`` says that the lines are those of a variation (R39). ``kind`` is the block
    that the first line opens, which it may fail to say.
    """
    run = Run(game, before.copy(), lines, last_block, branch)
    loop = Loop(run, kind)
    loop.run_to(len(lines) if stop is None else stop + 1)
    return Replayed(run.state, run.findings, loop.ending, len(lines))


def states_around(
    lines: list[str], before: State, game: Game, n: int, kind: str, start: Waypoint | None = None
) -> tuple[State, State]:
    """The states before and after line ``n`` of a block of a kind, from one replay as far as that line: from the start,
    or from a waypoint before the line."""
    loop = Loop(Run(game, before.copy(), lines), kind) if start is None else start.loop(lines, game, kind, [])
    reached = loop.run_to(n, 0 if start is None else start.line)
    at_line = loop.run.state.copy()
    loop.run_to(n + 1, reached)
    return at_line, loop.run.state


def states_along(lines: list[str], before: State, game: Game, branch: bool = False) -> Iterator[tuple[int, State]]:
    """Each line of a block with the state after it, from one replay; lines of variations with that of the main line.

    It is the same state again and again, which the next step changes: take from it what is needed, and leave it as it
    is. An entry has the state after the line it belongs to and all of its entries.
    """
    run = Run(game, before.copy(), lines, branch=branch)
    loop = Loop(run, "")
    n = 0
    while n < len(lines):
        after = loop.run_to(n + 1, n)
        for each in range(n, after):
            yield each, run.state
        n = after
