"""What is at the cursor: an object or player as it is before and after the line, or what a word means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mtgr.analysis import Analysis, Place
from mtgr.features.answer import MAX_BYTES, MAX_LINES, Row, bold, render, row
from mtgr.features.board_table import board_table
from mtgr.features.cursor import mention_at, reference_at, token_at
from mtgr.features.describe import object_rows, player_rows
from mtgr.features.history import history
from mtgr.features.keywords import bracket_rows, code_at, code_rows, keyword_rows, nag_rows, result_rows, tag_rows
from mtgr.features.roles import roles
from mtgr.features.state import board_at, opening
from mtgr.syntax.line import Line
from mtgr.syntax.tokens import Token, decode

_WITH_BOARD = ("turn", "keyframe", "step", "stack")
"""The statements at which one wants to see the whole board."""


@dataclass(frozen=True, slots=True)
class HoverAnswer:
    """The same answer as Markdown and as plain text, each of at most 12 lines and 2048 bytes, and what it is about."""

    markdown: str
    plain: str
    place: Place


def hover(analysis: Analysis, line: int, column: int) -> HoverAnswer | None:
    """The answer for a 0-based line and code point column, or None. The column after a token counts as the token's."""
    if not 0 <= line < len(analysis.lines):
        return None
    parsed = analysis.line(line)
    match parsed.kind:
        case "tag":
            return _in_tag(parsed, line, column)
        case "result":
            return _answer(result_rows(parsed.text), Place(line, 0, len(parsed.text)))
        case "escape":
            return _in_comment(analysis, Token("line-comment", 0, len(parsed.text), parsed.text), line, column)
        case "body" | "open" | "close":
            return _in_body(analysis, parsed, line, column)
    return None


def _answer(rows: Sequence[Row], place: Place, *, bullets: bool = False) -> HoverAnswer | None:
    return HoverAnswer(*render(rows, bullets=bullets), place) if rows else None


def _in_tag(parsed: Line, line: int, column: int) -> HoverAnswer | None:
    tokens = parsed.tokens
    index = token_at(tokens, column)
    if index is None or tokens[0].kind != "word":
        return None
    value = decode(tokens[1].text) if len(tokens) > 1 else ""
    return _answer(tag_rows(tokens[0].text, value), Place(line, tokens[index].start, tokens[index].end))


def _in_body(analysis: Analysis, parsed: Line, line: int, column: int) -> HoverAnswer | None:
    tokens = parsed.tokens
    index = token_at(tokens, column)
    if index is None:
        return None
    token = tokens[index]
    place = Place(line, token.start, token.end)
    match token.kind:
        case "brace-comment" | "line-comment":
            return _in_comment(analysis, token, line, column)
        case "nag":
            return _answer(nag_rows(token.text), place)
        case "bracket":
            return _answer(bracket_rows(token.text), place)
    reference = reference_at(tokens, column)
    if reference and reference.start <= column:
        return _object(analysis, reference.id, Place(line, reference.start, reference.end))
    said = [each for each in tokens if each.start >= parsed.column]
    index -= len(tokens) - len(said)
    if index < 0:
        return None  # the time
    form = parsed.statement.form
    found = roles(form, said) if form else []
    if token.kind == "string":
        can_be_player = index >= len(found) or found[index].kind in ("player", "cause")
        return _player(analysis, token.text, place) if can_be_player else None
    if form and form.name in _WITH_BOARD and (answer := _board(analysis, keyword_rows(form, found, said, 0), place)):
        return answer
    return _answer(keyword_rows(form, found, said, index), place)


def _board(analysis: Analysis, meaning: Sequence[Row], place: Place) -> HoverAnswer | None:
    """The first row of what the line's keyword means, and the board."""
    board = board_at(analysis, opening(analysis, place.line))
    if board is None or not board.seats:
        return None
    markdown, plain = render(meaning[:1], bullets=False)
    table, aligned = board_table(board, MAX_LINES - 2, MAX_BYTES - max(len(markdown.encode()), len(plain.encode())) - 2)
    return HoverAnswer(f"{markdown}\n\n{table}", f"{plain}\n{aligned}", place)


def _in_comment(analysis: Analysis, comment: Token, line: int, column: int) -> HoverAnswer | None:
    mentioned = mention_at(comment.text, column, comment.start)
    if mentioned:
        return _object(analysis, mentioned.id, Place(line, mentioned.start, mentioned.end))
    found = code_at(comment.text, column - comment.start)
    if found is None:
        return None
    start, code = found
    return _answer(code_rows(code), Place(line, comment.start + start, comment.start + start + len(code)))


def _object(analysis: Analysis, id: str, place: Place) -> HoverAnswer | None:
    before, after = analysis.states(place.line)
    rows = object_rows(before, after, id, history(analysis, place.line, id))
    if not rows and after is not None:
        introduced = analysis.introduction(place.line, id)
        where = f" is introduced later, on line {introduced.line + 1}" if introduced else " is introduced by no line"
        rows = [row(bold(id), where)]
    return _answer(rows, place, bullets=True)


def _player(analysis: Analysis, name: str, place: Place) -> HoverAnswer | None:
    rows = player_rows(*analysis.states(place.line), name)
    game = analysis.game_at(place.line)
    if not rows and game is not None:
        seats = [seat for seat in ("Player1", "Player2") if game.tags.get(seat) == decode(name)]
        rows = [row(bold(decode(name)), f", {seat}") for seat in seats]
    return _answer(rows, place, bullets=True)
