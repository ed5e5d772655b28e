"""What to select around the cursor, wider and wider: token, argument, statement, line, event with its consequences,
variation, step, turn, game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mtgr.analysis import Analysis
from mtgr.features.consequences import block_consequences
from mtgr.features.cursor import token_at
from mtgr.features.parts import block_parts, record_lines
from mtgr.features.roles import Role, roles
from mtgr.syntax.line import Line
from mtgr.syntax.tokens import ANNOTATIONS, Token


class Span(NamedTuple):
    """From a column of a line to a column of the same or a later one: 0-based, code points, end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int

    def holds(self, other: Span) -> bool:
        """Whether another span lies within this one and is smaller."""
        return self != other and self[:2] <= other[:2] and other[2:] <= self[2:]


def selection(analysis: Analysis, line: int, column: int) -> list[Span]:
    """The spans around a 0-based line and code point column, the smallest first, each within the next and smaller.

    There is always one: where nothing is to be selected, the empty one at the place itself. A place behind the end of a
    line is that end.
    """
    lines = analysis.lines
    if not 0 <= line < len(lines):
        return [Span(line, column, line, column)]
    parsed = analysis.line(line)
    column = min(column, len(parsed.text))
    spans = [Span(line, column, line, column)]
    found = [Span(line, start, line, end) for start, end in _in_line(parsed, column)]
    found += [Span(first, 0, last, len(lines[last])) for first, last in sorted(_around(analysis, line), key=_length)]
    for span in found:
        if span.holds(spans[-1]):
            spans.append(span)
    return spans[1:] or spans


def _length(lines: tuple[int, int]) -> int:
    return lines[1] - lines[0]


def _around(analysis: Analysis, line: int) -> Iterator[tuple[int, int]]:
    """First and last lines of all that a line is part of, itself to begin with."""
    yield line, line
    game = analysis.game_at(line)
    if game is None:
        return
    lines = analysis.lines
    tags = game.start + game.tags_offset
    yield tags, tags + game.tags_length - 1
    yield record_lines(lines, game)
    index = game.block_at(line)
    if index is None:
        return
    block = game.blocks[index]
    for part in block.note(lines, block_parts):
        yield block.start + part.start, block.start + part.end
        if part.name == "variation":
            yield block.start + part.start + 1, block.start + part.end - part.closed
    for first, last in block.note(lines, block_consequences):
        yield block.start + first, block.start + last


def _in_line(line: Line, column: int) -> Iterator[tuple[int, int]]:
    """The parts of a line at a column, from small to large."""
    tokens = line.tokens
    index = token_at(tokens, column)
    if index is None:
        return
    token = tokens[index]
    yield token.start, token.end
    if line.kind != "body" or token.start < line.column:
        return
    if token.kind in ANNOTATIONS:
        first = next(each for each in tokens if each.kind in ANNOTATIONS)
        yield first.start, tokens[-1].end
    else:
        yield from _in_statement(line, [each for each in tokens if each.start >= line.column], token)
    yield line.column, tokens[-1].end


def _in_statement(line: Line, tokens: Sequence[Token], token: Token) -> Iterator[tuple[int, int]]:
    """The arguments around a token of a statement, the statement without its cause, and with it."""
    statement = line.statement
    if statement.form is None:
        return
    verb = line.column + statement.span("verb")[1]
    found = roles(statement.form, tokens)
    groups = [*_values(found), *_alternatives(found), *_arguments(found, sum(each.end <= verb for each in tokens))]
    spans = {(tokens[first].start, tokens[last].end) for first, last in groups}
    around = [span for span in spans if span[0] <= token.start and token.end <= span[1]]
    yield from sorted(around, key=lambda span: span[1] - span[0])
    for name in ("clause", "statement"):
        start, end = statement.span(name)
        yield line.column + start, line.column + end


def _values(found: Sequence[Role]) -> Iterator[tuple[int, int]]:
    """The first and last of the tokens that make one value: an object with its name, a zone with its label."""
    first = 0
    for index, role in enumerate(found):
        named = role.kind == "name" and found[index - 1].kind == "id"  # `new card` has a slot for each
        if role.kind == "keyword" or (role.slot != found[first].slot and not named):
            first = index
        yield first, index


def _alternatives(found: Sequence[Role]) -> Iterator[tuple[int, int]]:
    """``OLD -> NEW``, and choices with what is chosen."""
    for index, role in enumerate(found):
        if role == Role("keyword", "->"):
            yield index - 1, index + 1
        elif role.kind == "choice":
            end = next((n for n in range(index + 1, len(found)) if found[n].kind in ("keyword", "choice")), len(found))
            yield index, end - 1


def _arguments(found: Sequence[Role], verb: int) -> Iterator[tuple[int, int]]:
    """Keywords with the values after them; the ``verb`` first tokens are what the statement is about."""
    starts = [n for n, role in enumerate(found) if role.kind == "keyword" and role.slot != "->" and n >= verb]
    for first, end in zip(starts, [*starts, len(found)][1:], strict=True):
        yield first, end - 1
