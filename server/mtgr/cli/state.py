"""``mtgr state``: the game as it stands after or before a line."""

from __future__ import annotations

from argparse import Namespace

from mtgr.analysis import Analysis
from mtgr.cli.arguments import STANDARD_INPUT
from mtgr.cli.files import read, unreadable
from mtgr.cli.json_text import json_text
from mtgr.cli.output import Line, Trouble, emit, show, width
from mtgr.cli.work import count_lines
from mtgr.features.board_text import board_lines
from mtgr.features.state import board_at, state_object
from mtgr.features.visible import visible

LONGEST_LINE = 200
"""Characters of the line itself that are shown above the board."""


def state(options: Namespace) -> int:
    """Show the state at a place. Returns the exit code 0; raises ``Trouble`` where there is no state."""
    path, number = _place(options.place)
    try:
        analysis = Analysis.of_bytes(read(path))
    except (OSError, ValueError) as error:
        raise Trouble(unreadable(path, error)) from error
    _check_line(analysis, path, number)
    if options.output_format == "json":
        found = state_object(analysis, number - 1, before=options.before)
        if found is None:
            raise _no_state(path, number)
        emit(json_text(found, open_levels=2) + "\n")
    else:
        board = board_at(analysis, number - 1, before=options.before)
        if board is None:
            raise _no_state(path, number)
        show([*_heading(analysis.lines[number - 1], path, number, options.before), *board_lines(board, width())])
    return 0


def _place(place: str) -> tuple[str, int]:
    """The path and the line (from 1) of ``FILE:LINE``. The path may have colons, as ``C:\\game.mtgr`` has."""
    path, colon, line = place.rpartition(":")
    if not (colon and path):
        raise Trouble(f"{place} names no line: write FILE:LINE, for example {place}:1")
    if not (line.isascii() and line.isdigit() and line.strip("0")):
        raise Trouble(f"{line or 'nothing'} after the last colon of {place} is no line number; the first line is 1")
    return path, int(line.lstrip("0")[:20])  # no file has so many lines that the rest would matter


def _check_line(analysis: Analysis, path: str, number: int) -> None:
    last = count_lines(analysis.lines)
    if not last:
        raise Trouble(f"{_name(path)} is empty")
    if number > last:
        lines = "1 line" if last == 1 else f"{last:,} lines"
        raise Trouble(f"{_name(path)} has {lines}, so there is no line {number:,}")


def _no_state(path: str, number: int) -> Trouble:
    return Trouble(f"line {number} of {_name(path)} is outside a game body, so there is no state to show")


def _name(path: str) -> str:
    return "standard input" if path == STANDARD_INPUT else path


def _heading(text: str, path: str, number: int, before: bool) -> list[Line]:
    line = visible(text)
    shown = line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + "…"
    heading: Line = [("Before " if before else "After ", ""), (visible(f"{_name(path)}:{number}"), "strong")]
    return [heading, [(f"  {shown}", "dim")], []]
