"""The whole state before or after a line: as a board, as text, and as the JSON of ``mtgr state``.

Lines are 0-based; there is no state outside a game's body.
"""

from __future__ import annotations

from mtgr.analysis import Analysis, Block
from mtgr.analysis.state_json import state_json
from mtgr.features.board import Board, read_board
from mtgr.features.board_text import Pieces, board_lines, plain
from mtgr.replay.branch import line_of_play
from mtgr.replay.state import State
from mtgr.spec.words import STEPS

WIDTH = 100
"""Columns of the text."""


def board_at(analysis: Analysis, line: int, *, before: bool = False) -> Board | None:
    """The board after (before) a line; inside a variation that of its branch."""
    found = _at(analysis, line, before)
    return None if found is None else _board(analysis, line, before, *found)


def state_text(analysis: Analysis, line: int, *, before: bool = False) -> str | None:
    """The state for people to read, in lines of 100 columns where that is possible."""
    board = board_at(analysis, line, before=before)
    return None if board is None else _text(board)


def state_pieces(analysis: Analysis, line: int, *, before: bool = False, width: int = WIDTH) -> list[Pieces] | None:
    """The lines of ``state_text`` at another width, in pieces with the names of their styles."""
    board = board_at(analysis, line, before=before)
    return None if board is None else list(board_lines(board, width))


def state_object(analysis: Analysis, line: int, *, before: bool = False) -> dict[str, object] | None:
    """The object that ``mtgr state --output-format json`` prints: see ``mtgr.analysis.state_json``."""
    found = _at(analysis, line, before)
    return None if found is None else _object(analysis, line, *found)


def text_and_object(analysis: Analysis, line: int, *, before: bool = False) -> tuple[str, dict[str, object]] | None:
    """``state_text`` and ``state_object``, from one replay."""
    found = _at(analysis, line, before)
    if found is None:
        return None
    return _text(_board(analysis, line, before, *found)), _object(analysis, line, *found)


def _at(analysis: Analysis, line: int, before: bool) -> tuple[Block, State] | None:
    """The block that a line belongs to, which need not have been replayed, and the state."""
    block, state = analysis.block_at(line, replayed=False), analysis.state(line, before=before)
    return None if block is None or state is None else (block, state)


def _board(analysis: Analysis, line: int, before: bool, block: Block, state: State) -> Board:
    step = step_at(block.lines(analysis.lines), line - block.start, before=before)
    return read_board(state, step, block.game.section.game.perspective, _branch(analysis, line))


def _text(board: Board) -> str:
    return plain(board_lines(board, WIDTH))


def _object(analysis: Analysis, line: int, block: Block, state: State) -> dict[str, object]:
    return state_json(state, line=line + 1, game=block.game.number, branch=_branch(analysis, line))


def _branch(analysis: Analysis, line: int) -> int | None:
    """The line, counted from 1, of the innermost ``(`` around a line; None on the main line."""
    bracket = analysis.branch(line)
    return None if bracket is None else bracket + 1


def step_at(lines: list[str], n: int, *, before: bool = False) -> str | None:
    """The step or main phase in which a block stands after (before) its line ``n``."""
    for number in reversed(line_of_play(lines, n)):
        word = _first_word(lines[number])
        if word in STEPS and (number < n or not before):
            return word
    return None


def opening(analysis: Analysis, line: int) -> int:
    """For a ``turn`` or ``pregame`` line the line of its keyframe, whose state is the one to look at; else the line."""
    block = analysis.block_at(line, replayed=False)
    if block is None or _first_word(analysis.lines[line]) not in ("turn", "pregame"):
        return line
    in_variation = analysis.lines[line].startswith("-")
    for number in range(line + 1, block.end):
        text = analysis.lines[number]
        if text.startswith("-") == in_variation:
            word = _first_word(text)
            if word == "keyframe":
                return number
            if word in STEPS:
                break
    return line


def _first_word(text: str) -> str:
    """The first word of a body line's statement; an escape line has none."""
    return "" if text.startswith("%") else text.partition(" ")[2].lstrip(" ").partition(" ")[0]
