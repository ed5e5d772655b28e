"""What is given to the methods of a writer: that it is of the right kind is said before anything is done with it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")


def text(what: str, value: str) -> str:
    """A string; raises ``ValueError`` for anything else, as all of these do."""
    if not isinstance(value, str):
        raise ValueError(f"{what} is a text, not {value!r}")
    return value


def texts(what: str, values: Iterable[str]) -> list[str]:
    """Strings, one for each; a single string is not meant."""
    return [text(f"one of {what}", value) for value in several(what, values)]


def several(what: str, values: Iterable[T]) -> list[T]:
    """The items of a list, a tuple or the like."""
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise ValueError(f"{what} are a tuple with an item for each, not {values!r}")
    return [*values]


def pair(what: str, values: Sequence[T]) -> tuple[T, T]:
    """Something for each of the two players."""
    items = several(what, values)
    if len(items) != 2:
        raise ValueError(f"{what} are two, Player1's first, not {values!r}")
    return items[0], items[1]


def mapping(what: str, values: Mapping[str, T]) -> Mapping[str, T]:
    """A mapping whose keys are strings."""
    if not isinstance(values, Mapping):
        raise ValueError(f"{what} are a mapping, not {values!r}")
    for name in values:
        text(f"a name in {what}", name)
    return values


def seconds(value: float) -> float:
    """A time that has a place in a game."""
    if not isinstance(value, int | float) or not 0 <= value < math.inf:
        raise ValueError(
            f"a time is counted in seconds from the start of the game, or written like `0:41`, not {value!r}"
        )
    return value
