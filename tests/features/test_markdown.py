"""Nothing a file holds becomes markup in an answer."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from mtgr.features.markdown import clip, code_span, escape_markdown, one_line


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("Urza's Tower", "Urza's Tower"),
        ("Fire // Ice", "Fire // Ice"),
        ("{T}: Add {R}.", "{T}: Add {R}."),
        ("+1/+1", "+1/+1"),
        ("#7 two_words -> x", "#7 two_words -> x"),
        ("`code` ``` fence", r"\`code\` \`\`\` fence"),
        ("[a](b) ![c](d)", r"\[a\](b) !\[c\](d)"),
        ("<b>&amp;</b>", r"\<b>\&amp;\</b>"),
        ("a | b", r"a \| b"),
        ("*x* _y_ ~z~", r"\*x\* \_y\_ \~z\~"),
        ("C:\\", "C:\\\\"),
        ("> quotation", r"\> quotation"),
        ("# heading", r"\# heading"),
        ("- item", r"\- item"),
        ("12. item", r"12\. item"),
        ("one # two", "one # two"),
        ("line\nbreak\u2028here", "line⏎break⏎here"),
        ("bell\a and half \ud800", "bell\ufffd and half \ufffd"),
        ("https://x", r"https\:\/\/x"),
        ("www.x", r"www\.x"),
        ("see example.com", r"see example\.com"),
        ("mailto:a@b.c", r"mailto:a\@b\.c"),
        ("0:41, 2.5, 1/2-1/2", "0:41, 2.5, 1/2-1/2"),
    ],
)
def test_markup_is_escaped_and_ordinary_names_are_left_alone(text: str, escaped: str) -> None:
    assert escape_markdown(text) == escaped


MARKUP = st.text(st.sampled_from(list("a1 #`*_[]()!<>&|~\\-+=.:/@\"'\n{}$;w")), max_size=30)
LINK_LIKE = st.sampled_from(
    ["https://x.y", "www.x.com", "<https://x>", "a@b.c", "![i](u)", "&amp;", "//x.y", "ftp://x"]
)
TEXTS = st.one_of(st.text(max_size=30), MARKUP, st.lists(st.one_of(MARKUP, LINK_LIKE), max_size=5).map("".join))


def rendered(markdown: str) -> tuple[str, set[str]]:
    """The text that Markdown shows, and the kinds of inline markup in it other than code and text."""
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown)
    assert [token.type for token in tokens] in (["paragraph_open", "inline", "paragraph_close"], []), markdown
    children = [child for token in tokens for child in token.children or []]
    return "".join(child.content for child in children), {child.type for child in children}


@given(TEXTS)
@example("<!-- x -->")
@example("a\\")
@example("---")
@example("    indented")
def test_escaped_text_shows_as_itself(text: str) -> None:
    shown, kinds = rendered("x " + escape_markdown(text) + " x")
    assert kinds <= {"text"}
    assert shown == "x " + one_line(text) + " x"


@given(TEXTS)
def test_escaped_text_starts_no_block(text: str) -> None:
    shown, kinds = rendered(escape_markdown(text.lstrip()))
    assert kinds <= {"text"}
    assert shown.strip() == one_line(text.lstrip()).strip()


@given(TEXTS)
def test_a_code_span_shows_its_text(text: str) -> None:
    shown, kinds = rendered(f"x {code_span(text)} x")
    assert kinds == {"text", "code_inline"}
    assert shown.split() == ["x", *one_line(text).split(), "x"]


@given(st.text(max_size=40), st.integers(3, 50))
def test_a_clipped_text_fits_and_begins_as_the_text_does(text: str, limit: int) -> None:
    text = one_line(text)
    clipped = clip(text, limit)
    assert len(clipped.encode()) <= limit
    assert clipped == text or (clipped.endswith("…") and text.startswith(clipped[:-1]))
