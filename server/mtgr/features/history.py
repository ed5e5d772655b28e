"""What became of an object before a line: where it entered the game, how often it changed, and its printing."""

from __future__ import annotations

from dataclasses import dataclass

from mtgr.analysis import Analysis, Block
from mtgr.analysis.mentions import mentions
from mtgr.syntax.tokens import decode

MOST_LINES = 500
"""Lines that one question may have to be read for their mentions; blocks that have been read cost nothing."""


@dataclass(frozen=True, slots=True)
class History:
    """``line`` is the ``new`` line (0-based), with its ``time`` and the number of its turn (None in the pregame).

    ``changes`` counts the lines after it, up to and with the one asked about, that change the object or give it its
    name; None inside a variation, which takes the place of some of them. ``printing`` is its set code and collector
    number, if its own lines say them (section 6.4).
    """

    line: int
    time: str
    turn: str | None
    changes: int | None
    printing: tuple[str, str] | None


def history(analysis: Analysis, line: int, id: str) -> History | None:
    """The history of an ID of the main line up to a line.

    None if it is introduced by no line before, or if that cannot be told without reading much of the text: what was
    read is kept, so that the next question gets further.
    """
    game = analysis.game_at(line)
    index = None if game is None else game.block_at(line)
    if game is None or index is None:
        return None
    blocks = game.blocks[: index + 1]
    budget = MOST_LINES
    for block in reversed(blocks):
        if mentions not in block.notes:
            budget -= block.length
            if budget < 0:
                return None
            block.note(analysis.lines, mentions)
    entered: tuple[Block, int] | None = None
    changes: set[int] = set()
    printing = None
    for block in blocks:
        for mention in block.note(analysis.lines, mentions).get(id, ()):
            number = block.start + mention.line
            if number > line or mention.role == "read" or analysis.lines[number].startswith("-"):
                continue
            if mention.role == "declaration" and entered is None:
                entered = block, number
            else:
                changes.add(number)
            if mention.role != "write":
                printing = _printing(analysis, number) or printing
    if entered is None:
        return None
    block, number = entered
    count = None if analysis.lines[line].startswith("-") else len(changes)
    return History(number, analysis.line(number).time, _turn(analysis, block), count, printing)


def _printing(analysis: Analysis, line: int) -> tuple[str, str] | None:
    st = analysis.line(line).statement
    if st.form is None or st.form.name not in ("new card", "identify") or not (st["set"] and st["number"]):
        return None
    return decode(st["set"]), decode(st["number"])


def _turn(analysis: Analysis, block: Block) -> str | None:
    st = analysis.line(block.start).statement
    return st["number"] if st.form is not None and st.form.name == "turn" else None
