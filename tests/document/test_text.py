"""The text store against a slow one that anybody can check by reading it."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.support.slow_text import Slow

from mtgr.document.text import Edit, Encoding, Text

ENCODINGS: list[Encoding] = ["utf-8", "utf-16", "utf-32"]

# Letters of one to four bytes, a combining mark, everything that ends a line for somebody, and halves of characters.
CHARACTERS = "ab é\u0301ジ😀𝒳\n\n\r\r\u2028\u2029\x85\x0b\x0c\x1c\ud83d\ude00"
texts = st.text(st.sampled_from(CHARACTERS), max_size=30)
positions = st.tuples(st.integers(-1, 12), st.integers(-1, 15))
encodings = st.sampled_from(ENCODINGS)


def agree(text: Text, slow: Slow) -> None:
    """All that can be asked of a text, at every place of it and at some that it does not have."""
    assert text.text() == slow.string
    assert text.lines == slow.string.split("\n")
    for encoding in ENCODINGS:
        for offset in range(len(slow.string) + 1):
            assert text.to_client(*slow.ours(offset), encoding) == slow.client(offset, encoding)
        for line in range(-1, len(slow.client_lines()) + 1):
            for character in range(-1, 12):
                expected = slow.ours(slow.offset(line, character, encoding))
                assert text.from_client(line, character, encoding) == expected


@given(texts)
@example("a\r\nb\rc\r")
@example("\r\r\n\r")
def test_a_text_is_what_the_slow_one_is(string: str) -> None:
    agree(Text(string), Slow(string))


@given(texts, st.lists(st.tuples(positions, positions, texts, encodings), min_size=1, max_size=6))
@example("a\rb", [((1, 0), (1, 0), "\n", "utf-16")])  # a bare CR becomes part of a CRLF
@example("a\r\nb\nc", [((0, 1), (1, 1), "\r", "utf-8")])  # and the other way round
@example("\ud83dx\ude00", [((0, 1), (0, 2), "", "utf-32")])  # two halves meet
def test_edits_give_the_text_they_would_give_to_a_string(
    string: str, edits: list[tuple[tuple[int, int], tuple[int, int], str, Encoding]]
) -> None:
    text, slow = Text(string), Slow(string)
    same = text.lines
    for start, end, new, encoding in edits:
        before = list(text.lines)
        edit = text.edit(start, end, new, encoding)
        slow = slow.edit(start, end, new, encoding)
        agree(text, slow)
        told(before, edit, text)
    assert text.lines is same


@given(texts, texts)
@example("x\na\r", "x\na\r\nb")
def test_a_replaced_text_is_the_new_text(old: str, new: str) -> None:
    text = Text(old)
    before = list(text.lines)
    edit = text.replace(new)
    agree(text, Slow(new))
    told(before, edit, text)


def told(before: list[str], edit: Edit, text: Text) -> None:
    """An edit tells which lines were replaced by which: all others are as they were."""
    assert edit.old
    assert edit.new
    assert before[edit.first : edit.end] == edit.old
    assert [*before[: edit.first], *edit.new, *before[edit.end :]] == text.lines


@given(texts, encodings, st.data())
def test_positions_survive_the_way_there_and_back(string: str, encoding: Encoding, data: st.DataObject) -> None:
    text = Text(string)
    line = data.draw(st.integers(0, len(text.lines) - 1))
    length = len(text.lines[line]) - (text.lines[line].endswith("\r") and line < len(text.lines) - 1)
    column = data.draw(st.integers(0, length))
    assert text.from_client(*text.to_client(line, column, encoding), encoding) == (line, column)


def test_an_edit_tells_only_the_lines_it_touched() -> None:
    text = Text("one\ntwo\nthree\n")
    assert text.edit((1, 0), (1, 3), "zwei", "utf-16") == Edit(1, ["two"], ["zwei"])
    assert text.edit((0, 3), (0, 3), "\n", "utf-16") == Edit(0, ["one"], ["one", ""])
    assert text.edit((9, 9), (2, 0), "", "utf-16") == Edit(2, ["zwei", "three", ""], [""])
    assert text.text() == "one\n\n"


def test_a_replacement_leaves_out_what_stays() -> None:
    assert Text("a\nb\nc\nd\n").replace("a\nX\nY\nd\n") == Edit(1, ["b", "c"], ["X", "Y"])
    assert Text("a\nb\n").replace("a\nb\n") == Edit(2, [""], [""])


@pytest.mark.parametrize(
    ("encoding", "character", "column"),
    [("utf-8", 3, 1), ("utf-8", 4, 1), ("utf-8", 5, 2), ("utf-16", 2, 1), ("utf-16", 3, 2), ("utf-32", 2, 2)],
)
def test_a_position_inside_a_character_is_before_it(encoding: Encoding, character: int, column: int) -> None:
    assert Text("a😀b").from_client(0, character, encoding) == (0, column)


def test_a_bare_cr_ends_a_line_for_the_editor_only() -> None:
    text = Text("one\rtwo\r\nthree")
    assert text.lines == ["one\rtwo\r", "three"]
    assert text.to_client(0, 5, "utf-16") == (1, 1)
    assert text.from_client(2, 0, "utf-16") == (1, 0)


def test_places_that_are_not_in_the_text_are_its_ends() -> None:
    text = Text("one\r\ntwo")
    assert text.to_client(0, 99, "utf-8") == (0, 3)
    assert text.to_client(7, 0, "utf-8") == (1, 3)
    assert text.from_client(0, 99, "utf-8") == (0, 3)
    assert text.from_client(7, 0, "utf-8") == (1, 3)
    assert text.from_client(-1, 5, "utf-8") == (0, 0)
