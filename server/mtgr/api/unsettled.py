"""What the lines of a game leave open (R25, R28, R43, R44): which entries could say one thing or another."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mtgr.replay.state import ANY, GameObject, State

Entry = Callable[[State, GameObject], str]


def unsettled(state: State, things: Iterable[GameObject], entry: Entry) -> list[str]:
    """The IDs of the things whose entry, which ``entry`` writes, depends on what is open."""
    if not state.open:
        return []
    return [thing.id for thing in things if _entries(state, thing, entry) != {entry(state, thing)}]


def _entries(state: State, thing: GameObject, entry: Entry) -> set[str]:
    """All that the entry of a thing could be."""
    found = {entry(state, thing)}
    for (subject, field), values in state.open.items():
        if subject == thing.id:
            if ANY in values or field == "exists":
                return set()
            found.update(entry(state, thing.replace(**{field: value})) for value in values)
    return found
