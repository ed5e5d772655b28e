"""The object or player at the cursor, and where else it is mentioned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mtgr.analysis import Analysis, Place
from mtgr.analysis.mentions import Mention, innermost, mentions, mentions_in_game
from mtgr.features.cursor import Reference, mention_at, reference_at
from mtgr.replay.branch import read_variations


@dataclass(frozen=True, slots=True)
class Subject:
    """An ID (``#7``) or a player's name token (``"PlayerA"``), and where it stands; an object with its name if the
    cursor was on the name."""

    key: str
    place: Place


def subject_at(analysis: Analysis, line: int, column: int) -> Subject | None:
    """The object or player at a 0-based line and code point column; the column after a token counts too."""
    if not 0 <= line < len(analysis.lines):
        return None
    reference = _object_at(analysis, line, column)
    if reference is not None:
        start = min(column, reference.start)  # the cursor may be in the `cost:` before it
        return Subject(reference.id, Place(line, start, reference.end))
    for key, found in mentions([analysis.lines[line]]).items():
        for each in found:
            if key[0] == '"' and each.start <= column <= each.end:
                return Subject(key, Place(line, each.start, each.end))
    return None


def _object_at(analysis: Analysis, line: int, column: int) -> Reference | None:
    parsed = analysis.line(line)
    match parsed.kind:
        case "body" | "open" | "close":
            return reference_at(parsed.tokens, column)
        case "escape":
            return mention_at(parsed.text, column)
    return None


def mentions_of(analysis: Analysis, line: int, key: str) -> list[Mention]:
    """All mentions of an ID or a player in the game of a line, as seen from there (``mentions_in_game``)."""
    game = analysis.game_at(line)
    return [] if game is None else mentions_in_game(game, analysis.lines, line, key)


def in_sight(analysis: Analysis, line: int, found: Iterable[Mention]) -> list[Mention]:
    """Of mentions in the game of a line, those on the main line or in a variation around the line; first those of the
    main line, last those of the innermost variation."""
    block = analysis.block_at(line, replayed=False)
    around = [_MAIN]
    if block is not None:
        inside = block.note(analysis.lines, read_variations).around(line - block.start)
        around += [block.start + first for first in inside]
    seen = [(_variation(analysis, each.line), each) for each in found]
    return [each for variation, each in sorted(seen) if variation in around]


_MAIN = -1


def _variation(analysis: Analysis, line: int) -> int:
    """The ``(`` of the innermost variation around a line, or the main line."""
    block = analysis.block_at(line, replayed=False)
    first = None if block is None else block.note(analysis.lines, innermost).get(line - block.start)
    return _MAIN if block is None or first is None else block.start + first
