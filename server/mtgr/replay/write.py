"""A state written down: the keyframe and the stack snapshot that say exactly what the replay has."""

from __future__ import annotations

from mtgr.replay.keyframe_text import keyframe_entries
from mtgr.replay.stack import entry_text
from mtgr.replay.state import State


def stack_entries(state: State) -> list[str]:
    """The entries of a stack snapshot, top first (section 9.9)."""
    return [entry_text(state, state.objects[id]) for id in reversed(state.stack) if id in state.objects]


def keyframe_lines(state: State, time: str, level: int) -> list[str]:
    """A whole keyframe: its line at a level (1 on the main line), and its entries one deeper."""
    return body_lines(["keyframe"], time, level) + body_lines(keyframe_entries(state), time, level + 1)


def stack_lines(state: State, time: str, level: int) -> list[str]:
    """A whole stack snapshot: its line at a level (one below its priority line), and its entries one deeper."""
    return body_lines(["stack"], time, level) + body_lines(stack_entries(state), time, level + 1)


def body_lines(statements: list[str], time: str, level: int) -> list[str]:
    """Statements as lines of the body (section 5.1)."""
    return [f"{time} {'  ' * level}{statement}" for statement in statements]
