"""What became of an object before a line: where it entered the game, how often it changed, and its printing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mtgr.analysis import Analysis, Block
from mtgr.analysis.mentions import Role, mentions, role_of_subject
from mtgr.syntax.tokens import decode

MOST_LINES = 20_000
"""Lines that are looked through for one question, apart from those of blocks whose mentions are known."""


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
    """The history of an ID of the main line up to a line; None if none introduces it before, or in a very long game."""
    found = analysis.index_at(line)
    if found is None:
        return None
    game, index = found
    blocks = game.blocks[: index + 1]
    if sum(block.length for block in blocks if mentions not in block.notes) > MOST_LINES:
        return None
    entered: tuple[Block, int] | None = None
    changes: set[int] = set()
    printing = None
    for block in blocks:
        for number, role in _changes(analysis.lines, block, id):
            if number > line or analysis.lines[number].startswith("-"):
                continue
            if role == "declaration" and entered is None:
                entered = block, number
            else:
                changes.add(number)
            if role != "write":
                printing = _printing(analysis, number) or printing
    if entered is None:
        return None
    block, number = entered
    count = None if analysis.lines[line].startswith("-") else len(changes)
    return History(number, analysis.line(number).time, _turn(analysis, block), count, printing)


def _changes(lines: Sequence[str], block: Block, id: str) -> Iterator[tuple[int, Role]]:
    """The lines of a block that introduce, name or change an object, with what they do."""
    if mentions in block.notes:
        known = block.note(lines, mentions).get(id, [])
        found = [(block.start + each.line, each.role) for each in known]
    else:
        numbers = [block.start + n for n in block.lines_with(lines, id)]
        found = [(number, role_of_subject(lines[number], id)) for number in numbers]
    return ((number, role) for number, role in found if role != "read")


def _printing(analysis: Analysis, line: int) -> tuple[str, str] | None:
    st = analysis.line(line).statement
    if st.form is None or st.form.name not in ("new card", "identify") or not (st["set"] and st["number"]):
        return None
    return decode(st["set"]), decode(st["number"])


def _turn(analysis: Analysis, block: Block) -> str | None:
    st = analysis.line(block.start).statement
    return st["number"] if st.form is not None and st.form.name == "turn" else None
