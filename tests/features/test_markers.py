"""The fixtures the other tests are written in."""

from __future__ import annotations

import pytest
from tests.support.markers import Span, fixture, game


def test_cursor_and_marks_are_taken_out() -> None:
    clean = fixture("""
        0:01   #1 "Café" t<|>ap by ?
               ^^ this one
                  ^^^^^^ its name
                         ^^^^^^ with the cursor in it
                                   ^ after the cursor
        0:02   #2
        """)
    assert clean.text == '0:01   #1 "Café" tap by ?\n0:02   #2\n'
    assert (clean.line, clean.column) == (0, 18)
    assert clean.spans == (
        Span(0, 7, 9, "this one"),
        Span(0, 10, 16, "its name"),
        Span(0, 17, 20, "with the cursor in it"),
        Span(0, 24, 25, "after the cursor"),
    )


def test_a_fixture_without_cursor_starts_at_its_start() -> None:
    assert fixture("x") == ("x", 0, 0, ())


@pytest.mark.parametrize("text", ["<|>a<|>", "<|>a\n<|>b", "^^^", "ab\n  ^"])
def test_a_fixture_that_cannot_be_meant_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"cursor|mark"):
        fixture(text)


def test_a_game_sets_its_lines_in_and_its_marks_with_them() -> None:
    clean = fixture(
        game(
            """
            "PlayerA" priority
              stack
              ^^^^^
            -     (
            0:02 turn 2 "PlayerB"
                 ^^^^
            """
        )
    )
    lines = clean.text.split("\n")
    assert lines[23:29] == [
        '0:01     "PlayerA" priority',
        "0:01       stack",
        "-     (",
        '0:02 turn 2 "PlayerB"',
        '0:01     "PlayerB" concede',
        "1-0",
    ]
    assert [lines[span.line][span.start : span.end] for span in clean.spans] == ["stack", "turn"]
