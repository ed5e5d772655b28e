"""Which items of a list are out of order: the fewest that explain it (R4)."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any


def misplaced(keys: Sequence[Any]) -> list[int]:
    """Indices of the items outside a longest non-decreasing run; of two swapped neighbours, the later one (R55)."""
    if all(a <= b for a, b in itertools.pairwise(keys)):
        return []
    # A longest run of the reversed list under the reversed order keeps the earlier of two neighbours.
    ends: list[_Reversed] = []
    at: list[int] = []
    before = [-1] * len(keys)
    for index in range(len(keys) - 1, -1, -1):
        key = _Reversed(keys[index])
        place = bisect_right(ends, key)
        if place == len(ends):
            ends.append(key)
            at.append(index)
        else:
            ends[place] = key
            at[place] = index
        before[index] = at[place - 1] if place else -1
    kept = set()
    index = at[-1]
    while index >= 0:
        kept.add(index)
        index = before[index]
    return [index for index in range(len(keys)) if index not in kept]


class _Reversed:
    __slots__ = ("key",)

    def __init__(self, key: Any) -> None:
        self.key = key

    def __lt__(self, other: _Reversed) -> bool:
        return bool(other.key < self.key)
