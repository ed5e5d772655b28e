"""How wide text is, and how it is cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtgr.features.columns import columns, cut, padded


@pytest.mark.parametrize(
    ("text", "width"),
    [("", 0), ("Forest", 6), ("Lim-Dûl", 7), ("Lim-Du\u0302l", 7), ("森林", 4), ("💥", 2), ("a\u200db", 2), ("ｆ", 2)],
)
def test_the_width_of_a_text(text: str, width: int) -> None:
    assert columns(text) == width


@pytest.mark.parametrize(
    ("text", "most", "shown"),
    [
        ("Forest", 6, "Forest"),
        ("Forest", 5, "Fore…"),
        ("a b", 2, "a…"),
        ("森林森", 5, "森林…"),
        ("森林森", 6, "森林森"),
        ("a" + "\u0301" * 99, 2, "a" + "\u0301" * 7 + "…"),
    ],
)
def test_a_text_is_cut_with_an_ellipsis(text: str, most: int, shown: str) -> None:
    assert cut(text, most) == shown


@given(st.text(max_size=30), st.integers(1, 30))
def test_a_cut_text_fits(text: str, most: int) -> None:
    assert columns(cut(text, most)) <= most
    assert columns(padded(cut(text, most), most)) == most
