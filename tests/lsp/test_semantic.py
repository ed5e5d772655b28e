"""Semantic tokens as the protocol writes them, and the edits between two lists of them."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.markers import game

from mtgr.analysis import Analysis
from mtgr.document.text import Encoding, Text
from mtgr.features.tokens import SemanticToken, tokens
from mtgr.lsp.semantic import FIVE, Fives, TokensEdit, chain, changes, edits, fives, note, numbers, parts, written

ROOT = Path(__file__).parents[2]
ENCODINGS: list[Encoding] = ["utf-8", "utf-16", "utf-32"]
Five = tuple[int, int, int, int, int]


def absolute(numbers: array[int]) -> Iterator[Five]:
    """What a client makes of the numbers: line, character, length, type and modifiers of each token."""
    line = start = 0
    for at in range(0, len(numbers), FIVE):
        down, right, length, type_, modifiers = numbers[at : at + FIVE]
        line, start = line + down, right if down else start + right
        yield line, start, length, type_, modifiers


def of_text(analysis: Analysis, text: Text, encoding: Encoding, everything: bool = False) -> list[Five]:
    found = parts(analysis, text, encoding, 0, len(analysis.lines) - 1, everything)
    return list(absolute(numbers(chain(found))))


def as_client(analysis: Analysis, text: Text, encoding: Encoding, everything: bool = False) -> list[Five]:
    """The same, one token at a time."""
    found = []
    for token in tokens(analysis, everything):
        end_column = analysis.text_column(token.line, token.start + token.length, end=True)
        line, start = text.to_client(token.line, analysis.text_column(token.line, token.start), encoding)
        end_line, end = text.to_client(token.line, end_column, encoding)
        if line == end_line:
            found.append((line, start, end - start, token.type, token.modifiers))
    return found


@pytest.mark.parametrize("everything", [False, True])
@pytest.mark.parametrize("known", [False, True])
def test_a_range_has_its_tokens_whether_or_not_all_are_known(known: bool, everything: bool) -> None:
    text = Text((ROOT / "conformance/valid/several-matches.mtgr").read_bytes().decode())
    everywhere = of_text(Analysis.of_lines(text.lines), text, "utf-16", everything)
    analysis = Analysis.of_lines(text.lines)
    if known:
        of_text(analysis, text, "utf-16", everything)
    count = len(text.lines)
    for first in range(0, count, 3):
        for last in (first, min(first + 7, count - 1), min(first + 100, count - 1)):
            found = chain(parts(analysis, text, "utf-16", first, last, everything))
            assert list(absolute(numbers(found))) == [token for token in everywhere if first <= token[0] <= last]


# Numbers


def test_each_token_counts_from_the_one_before() -> None:
    found = [SemanticToken(0, 4, 2, 1, 0), SemanticToken(0, 9, 3, 2, 5), SemanticToken(3, 1, 1, 0, 0)]
    made = fives(found, lambda line, column, end: (line, column))
    assert list(made.numbers) == [0, 4, 2, 1, 0, 0, 5, 3, 2, 5, 3, 1, 1, 0, 0]
    assert made.last == 3


def test_parts_follow_each_other() -> None:
    part = Fives(array("I", [2, 4, 1, 0, 0, 0, 3, 1, 0, 0]), 2)
    first = Fives(array("I", [0, 4, 1, 0, 0]), 0)
    nothing = Fives(array("I"), 0)
    found = chain([(0, part), (5, nothing), (7, part), (20, first)])
    assert list(absolute(numbers(found))) == [
        (2, 4, 1, 0, 0), (2, 7, 1, 0, 0), (9, 4, 1, 0, 0), (9, 7, 1, 0, 0), (20, 4, 1, 0, 0),
    ]  # fmt: skip
    assert json.loads(written(found)) == list(numbers(found))
    assert list(part.numbers) == [2, 4, 1, 0, 0, 0, 3, 1, 0, 0]


NAMES = game("""
    new card #1 "🔥 Ætherling" owner "PlayerA" in hand
    #1 "🔥 Ætherling" target #1 "🔥 Ætherling" {é #1} ; #1
    "PlayerA" pass ; 🔥 "PlayerA" #1
""")
TEXTS = {
    "names": NAMES,
    "crlf": NAMES.replace("\n", "\r\n"),
    "bare cr": NAMES.replace("pass ;", "pass\r;\r")
    .replace(" in hand", "\r in hand")
    .replace("\n0:01 turn", "\n% a\rb\n0:01 turn"),
    "matches": (ROOT / "conformance/valid/generated/rich-match-9003.mtgr").read_text(encoding="utf-8"),
    "variations": (ROOT / "conformance/valid/variations.mtgr").read_text(encoding="utf-8"),
    "nothing": "",
}


@pytest.mark.parametrize("everything", [False, True])
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", TEXTS)
def test_the_parts_of_a_text_are_its_tokens_in_the_units_of_the_client(
    name: str, encoding: Encoding, everything: bool
) -> None:
    text = Text(TEXTS[name])
    analysis = Analysis.of_lines(text.lines)
    assert of_text(analysis, text, encoding, everything) == as_client(analysis, text, encoding, everything)


def test_columns_are_those_of_the_encoding() -> None:
    text = Text(NAMES)
    analysis = Analysis.of_lines(text.lines)
    line = NAMES.split("\n").index('0:01     "PlayerA" pass ; 🔥 "PlayerA" #1')
    last = [[five for five in of_text(analysis, text, each) if five[0] == line][-1][1] for each in ENCODINGS]
    assert last == [len('0:01     "PlayerA" pass ; 🔥 "PlayerA" '.encode()), 39, 38]


def test_after_edits_the_blocks_that_stayed_are_not_made_again() -> None:
    text = Text(TEXTS["matches"])
    analysis = Analysis.of_lines(text.lines)
    before = list(parts(analysis, text, "utf-16", 0, len(text.lines) - 1, False))
    line = next(n for n, each in enumerate(text.lines) if " pass" in each)
    analysis.update(text.edit((line, 0), (line, 0), "% a line more\n", "utf-16"))
    after = list(parts(analysis, text, "utf-16", 0, len(text.lines) - 1, False))
    assert [a is b for (_, a), (_, b) in zip(before, after, strict=True)].count(False) == 1
    assert list(absolute(numbers(chain(after)))) == of_text(Analysis.of_lines(text.lines), text, "utf-16")


def test_the_numbers_of_blocks_can_be_made_ahead() -> None:
    text = Text(TEXTS["matches"])
    analysis = Analysis.of_lines(text.lines)
    make = note(False, "utf-16")
    assert note(False, "utf-16") is make
    assert note(True, "utf-16") is not make
    while analysis.prepare_replayed(make, perf_counter()):
        pass
    assert all(make in block.replay_notes for each in analysis.games for block in each.blocks)
    assert of_text(analysis, text, "utf-16") == as_client(analysis, text, "utf-16")


# Edits


def apply(old: array[int], changes: list[TokensEdit]) -> array[int]:
    new = old[:]
    for start, deleted, inserted in reversed(changes):
        new[start : start + deleted] = inserted
    return new


def several(*tokens: int) -> array[int]:
    """Tokens that differ in one of their five numbers."""
    return array("I", [number for token in tokens for number in (0, 1, token, 1, 0)])


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (several(1, 2, 3), several(1, 2, 3), []),
        (several(), several(), []),
        (several(), several(1), [TokensEdit(0, 0, several(1))]),
        (several(1), several(), [TokensEdit(0, 5, several())]),
        (several(1, 2, 3), several(1, 4, 3), [TokensEdit(5, 5, several(4))]),
        (several(1, 2, 3), several(1, 3), [TokensEdit(5, 5, several())]),
        (several(1, 1), several(1, 1, 1), [TokensEdit(10, 0, several(1))]),
        (several(1, 2), several(2, 1), [TokensEdit(0, 10, several(2, 1))]),
    ],
)
def test_an_edit_leaves_what_is_the_same_at_both_ends(
    old: array[int], new: array[int], expected: list[TokensEdit]
) -> None:
    assert changes(old, new) == expected


RUNS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 300)), max_size=6).map(
    lambda runs: several(*(token for token, count in runs for _ in range(count)))
)


@given(RUNS, RUNS, RUNS, RUNS)
def test_an_edit_makes_the_new_list_of_the_old(
    head: array[int], old: array[int], new: array[int], tail: array[int]
) -> None:
    found = changes(head + old + tail, head + new + tail)
    assert apply(head + old + tail, found) == head + new + tail
    for start, deleted, inserted in found:
        assert start % FIVE == deleted % FIVE == len(inserted) % FIVE == 0
        assert deleted <= len(old)
        assert len(inserted) <= len(new)


PARTS = [Fives(several(*range(n)), 0) for n in range(4)]
LINKS = st.lists(st.tuples(st.integers(0, 3), st.sampled_from(PARTS)), max_size=6)


@given(LINKS, LINKS, LINKS, LINKS)
def test_an_edit_makes_the_new_chain_of_the_old(head: Placed, old: Placed, new: Placed, tail: Placed) -> None:
    before, after = chain(starting(head + old + tail)), chain(starting(head + new + tail))
    assert apply(numbers(before), edits(before, after)) == numbers(after)
    same = [(down, Fives(part.numbers[:], part.last)) for down, part in before]  # made anew, but no different
    assert edits(before, same) == []


Placed = list[tuple[int, Fives]]


def starting(found: Placed) -> Placed:
    """Parts after so many empty lines each, with the line that each starts at."""
    line = 0
    placed = []
    for empty, part in found:
        placed.append((line + empty, part))
        line += empty + part.last + 1
    return placed
