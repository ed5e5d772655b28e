"""Answers stay short, whatever they hold."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from mtgr.features.answer import MAX_BYTES, MAX_LINES, Piece, bold, code, quoted, render, row

PIECES = st.builds(
    Piece,
    st.text(st.characters(exclude_categories=()), max_size=1) | st.text(max_size=900),
    st.sampled_from(["quoted", "bold", "code"]),
)
ROWS = st.lists(st.lists(PIECES, min_size=1, max_size=4).map(tuple), min_size=1, max_size=40)


@given(ROWS, st.booleans())
def test_an_answer_has_at_most_12_lines_and_2_kb(rows: list[tuple[Piece, ...]], bullets: bool) -> None:
    for text in render(rows, bullets=bullets):
        assert len(text.encode()) <= MAX_BYTES
        assert len(text.splitlines()) <= MAX_LINES


def test_rows_become_a_list_or_lines() -> None:
    rows = [row(bold("#1 Fire // Ice"), " card"), row("zone: ", quoted("hand"), " → ", code("a`b"))]
    assert render(rows, bullets=True) == (
        "**#1 Fire // Ice** card\n- zone: hand → ``a`b``",
        "#1 Fire // Ice card\n  zone: hand → a`b",
    )
    assert render(rows, bullets=False)[0] == "**#1 Fire // Ice** card  \nzone: hand → ``a`b``"


def test_rows_that_do_not_fit_are_counted() -> None:
    _, plain = render([row(f"row {number}") for number in range(20)], bullets=False)
    assert plain.endswith("row 10\n… and 9 more")


def test_a_long_text_is_cut_with_an_ellipsis() -> None:
    markdown, plain = render([row("text: ", quoted("*" * 5000))], bullets=False)
    assert plain.startswith("text: ***")
    assert plain.endswith("*…")
    assert MarkdownIt().render(markdown).startswith("<p>text: ***")


def test_a_long_sentence_of_ours_loses_its_code_font_when_it_is_cut() -> None:
    markdown, _ = render([row("`a` " * 1000)], bullets=False)
    assert "`" not in markdown
    assert markdown.endswith("…")
