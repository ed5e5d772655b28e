"""The piece of a line that is shown around a place."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from mtgr.cli.excerpt import Excerpt, excerpt


def shown(part: Excerpt) -> str:
    """The line and its marker, as they stand under each other."""
    return f"{part.before}{part.marked}{part.after}\n{' ' * part.offset}{'^' * part.width}"


def test_a_short_line_is_shown_whole() -> None:
    assert shown(excerpt("play from hnad by ?", 10, 14, 80)) == "play from hnad by ?\n          ^^^^"


def test_a_long_line_is_cut_around_the_place() -> None:
    line = "a" * 300 + "WRONG" + "b" * 300
    assert shown(excerpt(line, 300, 305, 40)) == f"…{'a' * 22}WRONG{'b' * 11}…\n{' ' * 23}^^^^^"


def test_a_place_near_an_end_leaves_the_other_side_more_room() -> None:
    assert shown(excerpt("WRONG" + "b" * 300, 0, 5, 20)) == f"WRONG{'b' * 13}…\n^^^^^"
    assert shown(excerpt("a" * 300 + "WRONG", 300, 305, 20)) == f"…{'a' * 13}WRONG\n{' ' * 14}^^^^^"


def test_a_long_place_is_cut_itself() -> None:
    assert shown(excerpt("say " + "x" * 500, 4, 504, 40)) == f"say {'x' * 26}…\n    {'^' * 26}"


def test_wide_characters_take_two_cells() -> None:
    assert shown(excerpt('"中文" tap', 5, 8, 80)) == '"中文" tap\n       ^^^'


def test_a_combining_character_is_marked_under_its_base() -> None:
    assert shown(excerpt("cafe\u0301 x", 4, 5, 80)) == "cafe\u0301 x\n   ^"


def test_controls_take_the_cells_of_their_names() -> None:
    assert shown(excerpt("\ta\x1bb", 1, 3, 80)) == "<U+0009>a<U+001B>b\n        ^^^^^^^^^"


def test_an_empty_place_has_a_marker() -> None:
    assert shown(excerpt("abc", 3, 3, 80)) == "abc\n   ^"
    assert shown(excerpt("", 0, 0, 80)) == "\n^"


def test_a_place_outside_the_line_is_moved_to_its_end() -> None:
    assert shown(excerpt("abc", 7, 9, 80)) == "abc\n   ^"


@given(
    st.text(st.characters(exclude_characters="\n"), max_size=200),
    st.integers(0, 210),
    st.integers(0, 210),
    st.integers(12, 90),
)
def test_the_piece_fits_and_the_marker_lies_under_it(line: str, start: int, length: int, columns: int) -> None:
    part = excerpt(line, start, start + length, columns)
    whole = cell_len(part.before + part.marked + part.after)
    assert whole <= columns
    assert 0 <= part.offset <= whole
    assert part.width >= 1
    assert part.offset + part.width <= max(whole, part.offset + 1)


@pytest.mark.parametrize("start", [0, 500_000, 999_999])
def test_the_length_of_the_line_costs_nothing(start: int) -> None:
    line = "x" * 1_000_000
    began = time.perf_counter()
    for _ in range(100):
        excerpt(line, start, 1_000_000, 100)
    assert time.perf_counter() - began < 1


def test_a_cut_does_not_part_a_combining_character_from_its_base() -> None:
    part = excerpt("e\u0301" * 300 + "WRONG", 600, 605, 41)
    assert part.before == "…" + "e\u0301" * 34
    assert part.offset == 35
    assert excerpt("e" + "\u0301" * 999 + "WRONG", 1000, 1005, 41).before == "…"
