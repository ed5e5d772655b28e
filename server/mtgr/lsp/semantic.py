"""Semantic tokens as the protocol writes them: five numbers each, and what changed between two such lists.

The five of a token are its line and start, counted from the token before, its length, type and modifiers. Counted so,
the tokens of a block stay the same wherever the block stands: they are remembered with it (``note``), and those of a
text are a chain of whole blocks (``chain``). So what an edit changes is found by looking at its block alone.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

from mtgr.document.text import Encoding, Text, units

if TYPE_CHECKING:
    from mtgr.analysis import Analysis
    from mtgr.analysis.game import Block
    from mtgr.features.tokens import SemanticToken
    from mtgr.replay.state import State
    from mtgr.replay.tags import Game as Facts

FIVE = 5
"""Numbers a token takes."""


@dataclass(frozen=True)
class Fives:
    """The numbers of some tokens, the first of which counts from the start of line 0; and the line of the last."""

    numbers: array[int]
    last: int

    @cached_property
    def rest(self) -> str:
        """All numbers but the first, in writing."""
        return ",".join(map(str, self.numbers[1:]))


def fives(tokens: Iterable[SemanticToken], place: Callable[[int, int, bool], tuple[int, int]]) -> Fives:
    """The numbers of tokens that are in order. ``place`` says what the client calls the (line, column) where a token
    starts or, with True, ends.

    A token that does not lie on a single line of the client is left out.
    """
    numbers = array("I")
    line = start = 0
    for token in tokens:
        new_line, new_start = place(token.line, token.start, False)
        end_line, end = place(token.line, token.start + token.length, True)
        if end_line != new_line:
            continue
        if new_line != line:
            start = 0
        numbers.extend((new_line - line, new_start - start, end - new_start, token.type, token.modifiers))
        line, start = new_line, new_start
    return Fives(numbers, line)


def fives_of_lines(tokens: Iterable[SemanticToken], lines: list[str], encoding: Encoding) -> Fives:
    """The numbers of tokens of these lines, which are lines of the client too."""

    def place(line: int, column: int, end: bool) -> tuple[int, int]:
        text = lines[line]
        return line, column if text.isascii() else units(text[:column], encoding)

    return fives(tokens, place)


def between(part: Fives, first: int, last: int) -> Fives:
    """Those of some tokens that are on the lines from ``first`` to ``last``."""
    if first <= 0 and part.last <= last:
        return part
    found = array("I")
    line = last_found = 0
    for at in range(0, len(part.numbers), FIVE):
        line += part.numbers[at]
        if first <= line <= last:
            found.append(line - last_found)
            found.extend(part.numbers[at + 1 : at + FIVE])
            last_found = line
    return Fives(found, last_found)


@cache
def note(everything: bool, encoding: Encoding) -> Callable[..., Fives]:
    """What makes the numbers of a block: for ``Block.replay_part`` and ``Analysis.prepare_replayed``."""
    from mtgr.features.tokens import block_tokens, block_tokens_with_words

    make = block_tokens_with_words if everything else block_tokens

    def block_fives(lines: list[str], before: State, facts: Facts, only: range | None = None) -> Fives:
        return fives_of_lines(make(lines, before, facts, only), lines, encoding)

    return block_fives


def parts(
    analysis: Analysis, text: Text, encoding: Encoding, first: int, last: int, everything: bool
) -> Iterator[tuple[int, Fives]]:
    """The tokens from line ``first`` to line ``last``, in parts of a ``chain``.

    ``everything`` is for a client without a grammar (``mtgr.features.tokens``).
    """
    from mtgr.features.tokens import parts_between, tokens_between, words

    if text.has_bare_crs:
        # Bare CRs inside lines (R7) make more lines of the client than of ours.
        found = tokens_between(analysis, first, last, everything)
        yield 0, fives(found, lambda line, *column: text.to_client(line, analysis.text_column(line, *column), encoding))
        return
    make = note(everything, encoding)

    def of_block(block: Block) -> Fives:
        found = block.replay_part(analysis.lines, make, first, last)
        return between(found, first - block.start, last - block.start)

    def of_lines(lines: list[str]) -> Fives:
        return fives_of_lines(words(lines), lines, encoding)

    yield from parts_between(analysis, first, last, of_block, of_lines if everything else None)


Chain = list[tuple[int, Fives]]
"""The tokens of a text: parts that hold some, each with how many lines its first token is below the token before."""


def chain(parts: Iterable[tuple[int, Fives]]) -> Chain:
    """Parts of a text, in order, each given with the line it starts at. No two parts share a line."""
    found: Chain = []
    line = 0
    for first, part in parts:
        if part.numbers:
            found.append((first - line + part.numbers[0], part))
            line = first + part.last
    return found


def numbers(links: Chain) -> array[int]:
    """The numbers of some links of a chain."""
    found = array("I")
    for down, part in links:
        found.append(down)
        found.extend(part.numbers[1:])
    return found


def written(links: Chain) -> str:
    """The same as a list in JSON. Each part is written only once."""
    return f"[{','.join(f'{down},{part.rest}' for down, part in links)}]"


class TokensEdit(NamedTuple):
    """``deleted`` numbers from ``start`` on give way to ``numbers``: all are multiples of five in number."""

    start: int
    deleted: int
    numbers: array[int]


def edits(old: Chain, new: Chain) -> list[TokensEdit]:
    """The edit that makes ``new`` of ``old``, or none if they are the same: it leaves what both begin and end with."""
    most = min(len(old), len(new))
    head = next((n for n in range(most) if not _same(old[n], new[n])), most)
    most -= head
    tail = next((n for n in range(most) if not _same(old[-1 - n], new[-1 - n])), most)
    before = sum(len(part.numbers) for _, part in new[:head])
    found = changes(numbers(old[head : len(old) - tail]), numbers(new[head : len(new) - tail]))
    return [TokensEdit(before + each.start, each.deleted, each.numbers) for each in found]


def _same(one: tuple[int, Fives], other: tuple[int, Fives]) -> bool:
    return one[1] is other[1] and one[0] == other[0]


def changes(old: array[int], new: array[int]) -> list[TokensEdit]:
    """``edits`` of numbers: linear, and as fast as comparing memory. Only whole tokens count as the same."""
    most = min(len(old), len(new))
    head = _common(most, lambda n, size: old[n : n + size] == new[n : n + size])
    ends = len(old), len(new)
    tail = _common(
        most - head, lambda n, size: old[ends[0] - n - size : ends[0] - n] == new[ends[1] - n - size : ends[1] - n]
    )
    if head + tail == len(old) == len(new):
        return []
    return [TokensEdit(head, len(old) - head - tail, new[head : len(new) - tail])]


_STEPS = (FIVE << 12, FIVE << 6, FIVE)


def _common(most: int, same: Callable[[int, int], bool]) -> int:
    """How many numbers from 0 on are the same, at most ``most``; ``same`` compares a stretch (where, how many)."""
    n = 0
    for step in _STEPS:
        while n + step <= most and same(n, step):
            n += step
    return n
