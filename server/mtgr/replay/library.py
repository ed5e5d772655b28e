"""Libraries: sizes, the untracked pool, and positions counted from either end (sections 6.2 and 14.2)."""

from __future__ import annotations

from collections.abc import Callable

from mtgr.replay.run import Run
from mtgr.replay.state import ANY, GameObject, Position


def leave(run: Run, obj: GameObject, owner: str, from_top: bool) -> None:
    """An object leaves its owner's library. ``from_top``: it is drawn or milled, so it is the top card (R27)."""
    tracked = run.state.tracked.setdefault(owner, {})
    tracked.pop(obj.id, None)
    _resize(run, owner, -1)
    if not tracked:
        return
    others = tuple(tracked)
    if from_top:
        _shift(run, others, lambda position: _closer(position, ("top", 1)))
        return
    candidates = run.state.open.get((obj.id, "position"))
    if candidates is not None:
        # Whether its position is known is open, so it is for the others too.
        for id in others:
            here = run.state.open.get((id, "position"), (run.state.objects[id].position,))
            if candidates[0] is ANY or here[0] is ANY:
                run.leave_open(id, "position")
            elif here != (None,):
                moved = (_closer(c, left) for c in here for left in candidates if c is not None and left is not None)
                run.leave_open(id, "position", *dict.fromkeys((*moved, *here, None)))
    elif obj.position is None:
        _forget(run, others)
    else:
        left = obj.position
        _shift(run, others, lambda position: _closer(position, left))


def enter(run: Run, obj: GameObject, owner: str, end: str | None) -> Position | None:
    """Makes room for an object that is put into its owner's library, and returns its position."""
    tracked = run.state.tracked.setdefault(owner, {})
    tracked.pop(obj.id, None)
    others = tuple(tracked)
    tracked[obj.id] = None
    _resize(run, owner, 1)
    if end is None:
        _forget(run, others)
        return None
    _shift(run, others, lambda position: (position[0], position[1] + 1) if position[0] == end else position)
    return ("top", 1) if end == "top" else ("bottom", 1)


def top_card(run: Run, owner: str) -> GameObject | None:
    """The tracked object that is known to be the top card of a library, if one is (check 13, R27)."""
    player = run.state.players[owner]
    for id in run.state.tracked.get(owner, ()):
        obj = run.state.objects[id]
        if obj.position in (("top", 1), ("bottom", player.library)) and not run.is_open(id, "position"):
            if obj.position == ("bottom", player.library) and run.is_open(owner, "library"):
                continue
            return obj
    return None


def untracked_pool(run: Run, owner: str) -> int:
    """How many cards of a library have no ID."""
    return run.state.players[owner].library - len(run.state.tracked.get(owner, ()))


def _resize(run: Run, owner: str, change: int) -> None:
    player = run.state.players[owner]
    candidates = run.state.open.get((owner, "library"))
    run.change_player(owner, library=player.library + change)
    if candidates is not None:
        run.leave_open(owner, "library", *(c if c is ANY else c + change for c in candidates))


def _closer(position: Position, left: Position) -> Position:
    """A position after the card at ``left`` has gone."""
    if position[0] == left[0] and position[1] > left[1]:
        return (position[0], position[1] - 1)
    return position


def _shift(run: Run, ids: tuple[str, ...], move: Callable[[Position], Position]) -> None:
    for id in ids:
        obj = run.state.objects[id]
        if run.state.open and (candidates := run.state.open.get((id, "position"))) is not None:
            moved = tuple(move(c) if isinstance(c, tuple) else c for c in candidates)
            if obj.position is not None:
                run.change(obj, position=move(obj.position))
            run.leave_open(id, "position", *moved)
        elif obj.position is not None and (new := move(obj.position)) != obj.position:
            shifted = obj.copy()
            shifted.position = new
            run.store(shifted, ("position",))


def _forget(run: Run, ids: tuple[str, ...]) -> None:
    for id in ids:
        obj = run.state.objects[id]
        if obj.position is not None or run.is_open(id, "position"):
            run.change(obj, position=None)
