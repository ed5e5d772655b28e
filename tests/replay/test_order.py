"""Which items are out of order: the fewest that explain it."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtgr.replay.order import misplaced


@pytest.mark.parametrize(
    ("keys", "wrong"),
    [
        ("", []),
        ("a", []),
        ("aabbc", []),
        ("abdce", [3]),  # of two swapped neighbours, the later one
        ("eabcd", [0]),
        ("bcdea", [4]),
        ("abXcYd", [2, 4]),
        ("cba", [1, 2]),
    ],
)
def test_the_fewest_items_are_out_of_order(keys: str, wrong: list[int]) -> None:
    ranks = ["zz" if key in "XY" else key for key in keys]
    if "X" in keys:
        ranks[keys.index("X")], ranks[keys.index("Y")] = "zz", "aa"
    assert misplaced(ranks) == wrong


@given(st.lists(st.integers(0, 6), max_size=8))
def test_what_is_left_is_sorted_and_no_smaller_choice_would_do(keys: list[int]) -> None:
    wrong = misplaced(keys)
    left = [key for index, key in enumerate(keys) if index not in wrong]
    assert left == sorted(left)
    longest = max(
        size
        for size in range(len(keys) + 1)
        for chosen in itertools.combinations(keys, size)
        if list(chosen) == sorted(chosen)
    )
    assert len(left) == longest
