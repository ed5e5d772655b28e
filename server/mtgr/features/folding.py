"""What can be folded, each fold with a summary that says what is in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from mtgr.analysis import Analysis, Game
from mtgr.features.parts import Part, block_parts, count, passed_over, record_lines, short
from mtgr.syntax.line import kind_of

FoldKind = Literal["region", "comment"]


class Fold(NamedTuple):
    """Lines that fold into the first of them: 0-based, both inclusive, at least two.

    Of two folds one holds the other, or they share no line, and no two start at the same line (editors fold one thing a
    line). ``kind`` is ``comment`` for escape lines, ``region`` for the parts of a game, None for lists and variations.
    """

    start: int
    end: int
    kind: FoldKind | None
    summary: str


def folding(analysis: Analysis) -> list[Fold]:
    """All folds, by their first line. Linear in the number of lines, and well-formed for any text.

    What a block holds is remembered with it: see ``block_folds``.
    """
    return [fold for game in analysis.taken_apart() for fold in game_folds(analysis, game)]


def game_folds(analysis: Analysis, game: Game) -> list[Fold]:
    """The folds of one game, by their first line."""
    folds = _around(analysis, game)
    for block in game.blocks:
        start = block.start
        for fold in block.note(analysis.lines, block_folds):
            folds.append(Fold(start + fold.start, start + fold.end, fold.kind, fold.summary))
    folds.sort(key=lambda fold: (fold.start, -fold.end))
    return [fold for n, fold in enumerate(folds) if not n or fold.start != folds[n - 1].start]


def block_folds(lines: list[str]) -> list[Fold]:
    """The folds of one block, whose lines count from its first."""
    parts = [
        Fold(part.start, part.end, "region" if part.name in _REGIONS else None, _summary(part))
        for part in block_parts(lines)
        if part.start < part.end
    ]
    return parts + _escape_runs(lines)


_REGIONS = ("deck", "pregame", "turn", "step")


def _summary(part: Part) -> str:
    events = count(part.events, "event")
    match part.name:
        case "turn":
            return ", ".join([part.title, *(["-".join(part.life)] if part.life else []), events])
        case "step" | "pregame":
            return f"{part.title}, {events}"
        case "deck":
            return f"deck, {part.entries} entries"
        case "keyframe":
            return f"keyframe, {count(part.entries, 'object')}"
        case "stack":
            return f"{part.entries} on the stack"
        case "variation":
            return f"variation, {count(part.end - part.start - part.closed, 'line')}"


def _escape_runs(lines: Sequence[str], first: int = 0) -> list[Fold]:
    """The runs of escape lines, the first line being line ``first`` of the text."""
    folds = []
    start = None
    for number, text in enumerate((*lines, ""), first):
        if text.startswith("%"):
            start = number if start is None else start
        elif start is not None:
            if number - start > 1:
                folds.append(Fold(start, number - 1, "comment", f"{number - start} escape lines"))
            start = None
    return folds


def _around(analysis: Analysis, game: Game) -> list[Fold]:
    """The folds of a game that are not those of its blocks: the game, its tag section, and escape lines outside."""
    lines = analysis.lines
    body = (game.blocks[0].start, game.blocks[-1].end) if game.blocks else (game.end, game.end)
    folds = _escape_runs(lines[game.start : body[0]], game.start) + _escape_runs(lines[body[1] : game.end], body[1])
    first, last = record_lines(lines, game)
    if last > first:
        folds.append(Fold(first, last, "region", game_title(game)))
    tags = [n for n in range(first, body[0]) if not passed_over(lines[n])]
    tagged = next((n for n, line in enumerate(tags) if kind_of(lines[line]) != "tag"), len(tags))
    if tagged > 2:
        # The first tag folds the whole game, so the tag section folds at the second.
        folds.append(Fold(tags[1], tags[tagged - 1], "region", f"{tagged} tags"))
    return folds


def game_title(game: Game) -> str:
    """``Game 2: PlayerA - PlayerB 1-0``, from the tags."""
    tag = {name: short(game.tags.get(name, "?")) for name in ("Game", "Player1", "Player2", "Result")}
    return f"Game {tag['Game']}: {tag['Player1']} - {tag['Player2']} {tag['Result']}"
