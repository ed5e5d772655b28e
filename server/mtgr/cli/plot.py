"""``mtgr plot``: the course of the games of a file as a picture."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from mtgr.analysis import Analysis, Game
from mtgr.cli.arguments import STANDARD_INPUT
from mtgr.cli.files import read, unreadable, unwritable, write
from mtgr.cli.output import Trouble, complain, emit
from mtgr.features.course import Course, game_course, played
from mtgr.features.visible import visible

MOST_GAMES = 5
"""Games in one picture, unless one is asked for: as many as a match has at the most."""


def plot(options: Namespace) -> int:
    """Write the picture of a file. Returns the exit code 0; raises ``Trouble`` where there is nothing to draw.

    What is wrong with the file does not matter: what can be replayed of it is drawn.
    """
    try:
        from mtgr.cli.picture import svg
    except ImportError as error:
        install = f"{sys.executable} -m pip install matplotlib"
        raise Trouble(f"mtgr plot needs matplotlib; this installs it: {install}") from error
    try:
        analysis = Analysis.of_bytes(read(options.file))
    except (OSError, ValueError) as error:
        raise Trouble(unreadable(options.file, error)) from error
    output = _output(options.file, options.output)
    games = _games(analysis, options.file, options.game)
    note = ""
    if len(games) > MOST_GAMES:
        note = f"the first {MOST_GAMES} of {len(games):,} games; --game N draws another"
    picture = svg([_course(analysis, game) for game in games[:MOST_GAMES]], note)
    if output is None:
        emit(picture)
        if note:
            complain(note)
        return 0
    try:
        write(output, picture.encode())
    except (OSError, ValueError) as error:
        raise Trouble(unwritable(output, error)) from error
    emit(visible(f"wrote {output}{': ' if note else ''}{note}") + "\n")
    return 0


def _output(file: str, output: str | None) -> str | None:
    """The path to write to; None for standard output."""
    if output is None:
        output = STANDARD_INPUT if file == STANDARD_INPUT else str(Path(file).with_suffix(".svg"))
    if output == STANDARD_INPUT:
        return None
    if _same(file, output):
        raise Trouble(f"the picture would take the place of {file}; name another file with -o")
    return output


def _same(file: str, output: str) -> bool:
    try:
        return Path(file).samefile(output)
    except (OSError, ValueError):  # one of them is not there
        return False


def _games(analysis: Analysis, file: str, number: int | None) -> list[Game]:
    """The games to draw: all that have something to show, or the one with a number."""
    games = analysis.games
    name = "standard input" if file == STANDARD_INPUT else file
    if number is not None and number > len(games):
        has = "1 game" if len(games) == 1 else f"{len(games):,} games"
        raise Trouble(f"{name} has {has}, so there is no game {number:,}")
    chosen = [game for game in games if number in (None, game.number) and played(game)]
    if not chosen:
        which = "no game" if number is None else f"nothing of game {number:,}"
        raise Trouble(f"there is {which} to draw in {name}: no pregame and no turn")
    return chosen


def _course(analysis: Analysis, game: Game) -> Course:
    """The course of a game, whose title tells it from the others of the file."""
    course = game_course(analysis, game)
    count = len(analysis.games)
    return course if count == 1 else replace(course, title=f"{course.title} ({game.number} of {count:,})")
