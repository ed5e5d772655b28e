"""A board in lines of text, for terminals and for the state as a document.

The table is seen from the perspective player's seat: the opponent above, the stack in the middle.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from mtgr.features.board import Board, Seat
from mtgr.features.board_items import Item, id_ranges
from mtgr.features.columns import columns as cells
from mtgr.features.columns import padded

Pieces = list[tuple[str, str]]
"""A line, or a part of one: pieces of text, each with the name of a style (``strong``, ``dim``, ``player``...)."""

NOTHING: Pieces = [("–", "dim")]
BETWEEN: Pieces = [(" · ", "dim")]
WIDEST_RULE = 120


def plain(lines: Iterable[Pieces]) -> str:
    """The lines without their styles."""
    return "".join("".join(text for text, _ in line).rstrip() + "\n" for line in lines)


def board_lines(board: Board, width: int) -> Iterator[Pieces]:
    """The lines of a board, at most ``width`` cells wide where that is possible."""
    yield _title(board)
    label_width = max((cells(row.name) for seat in board.seats for row in seat.rows()), default=0)
    others = [seat for seat in board.seats if not seat.own]
    own = [seat for seat in board.seats if seat.own] or others[1:]
    for seat in [seat for seat in others if seat not in own]:
        yield []
        yield from _seat(seat, label_width, width, above=True)
    yield []
    yield from _listed("Stack", "top first", board.stack, width, numbered=True)
    for seat in own:
        yield []
        yield from _seat(seat, label_width, width, above=False)
    for heading, items in (("Lasting effects", board.effects), ("Elsewhere", board.elsewhere)):
        if items:
            yield []
            yield from _listed(heading, "", items, width)
    if board.unsettled:
        yield []
        yield _heading("Not settled", "until a line states it", width)
        for subject, possible in board.unsettled:
            yield from _flow([("    ", "")], [[(subject, "id"), (": ", ""), (possible, "mark")]], width, hang=2)


def _title(board: Board) -> Pieces:
    title: Pieces = [(board.title, "strong")]
    if board.branch is not None:
        title.append((f", in the variation that begins at line {board.branch}", "mark"))
    if board.suspended:
        title.append((", incomplete: events are missing until the next keyframe", "mark"))
    return title


def _seat(seat: Seat, label_width: int, width: int, above: bool) -> Iterator[Pieces]:
    """A player: name and totals, then the zones, with the battlefield next to the middle of the table."""
    name: Pieces = [("▶ " if seat.active else "  ", "mark"), (seat.name, "player")]
    totals = _joined(_totals(seat))
    rule = min(width, WIDEST_RULE) - _size(name) - _size(totals) - 2
    if rule > 0:
        yield [*name, (f" {'─' * rule} ", "frame"), *totals]
    else:
        yield name
        yield [("    ", ""), *totals]
    rows = list(seat.rows())
    for row in reversed(rows) if above else rows:
        label: Pieces = [(f"    {padded(row.name, label_width)}", ""), (f"  {row.count or '':>3}  ", "dim")]
        yield from _flow(label, [_item(each) for each in row.items] or [NOTHING], width, hang=2)


def _totals(seat: Seat) -> Iterator[Pieces]:
    hand = seat.zone("hand").count
    yield [(seat.life, "strong"), (" life", "dim")]
    yield [(str(hand), "strong"), (" in hand", "dim")]
    yield [(seat.library, "strong"), (" in library", "dim")]
    if seat.poison.strip("0"):
        yield [(seat.poison, "strong"), (" poison", "dim")]
    for kind, count in seat.counters:
        yield [(count, "strong"), (f" {kind}", "dim")]
    if seat.mana:
        yield [(seat.mana, "strong")]


def _listed(title: str, remark: str, items: Sequence[Item], width: int, numbered: bool = False) -> Iterator[Pieces]:
    """A heading and items below it, one a line."""
    yield _heading(title, remark if items else "", width)
    if not items:
        yield [("    ", ""), *NOTHING]
    digits = len(str(len(items)))
    for place, each in enumerate(items, 1):
        label: Pieces = [(f"    {place:>{digits}}  " if numbered else "    ", "dim")]
        yield from _flow(label, [_item(each)], width, hang=2)


def _heading(title: str, remark: str, width: int) -> Pieces:
    heading: Pieces = [("  ", ""), (title, "strong"), (f", {remark} " if remark else " ", "dim")]
    return [*heading, ("─" * (min(width, WIDEST_RULE) - _size(heading)), "frame")]


def _item(each: Item) -> Pieces:
    """``#2 Bear 2/2 tapped (token)``, or ``12× Saproling 1/1 (5 tapped, token) #12–#23``."""
    single = each.count == 1
    pieces: Pieces = [(f"{each.ids[0]} ", "id") if single else (f"{each.count}× ", "strong")]
    pieces.append((each.title, "strong" if each.named else ""))
    if each.pt:
        pieces.append((f" {each.pt}", "note"))
    details = ", ".join(each.details)
    if each.tapped == each.count:
        pieces.append((" tapped", "mark"))
    elif each.tapped:
        pieces += [(" (", "dim"), (f"{each.tapped} tapped", "mark"), (f", {details})" if details else ")", "dim")]
        details = ""
    if details:
        pieces.append((f" ({details})", "dim"))
    return pieces if single else [*pieces, (f" {id_ranges(each.ids)}", "id")]


def _joined(parts: Iterable[Pieces]) -> Pieces:
    joined: Pieces = []
    for part in parts:
        joined += [*BETWEEN, *part] if joined else part
    return joined


def _size(pieces: Pieces) -> int:
    return sum(cells(text) for text, _ in pieces)


def _flow(label: Pieces, items: Iterable[Pieces], width: int, hang: int) -> Iterator[Pieces]:
    """Items one after the other, in lines with ``label`` before the first and as much space before the others.

    An item stays in one line where it can. One that is wider is broken between words, its lines ``hang`` cells further
    in, and nothing stands behind it.
    """
    indent = _size(label)
    line = label
    full: list[Pieces] = []
    empty = True
    for each in items:
        if not (empty or full) and _size(line) + _size(BETWEEN) + _size(each) <= width:
            line = [*line, *BETWEEN, *each]
            continue
        if not empty:
            yield line
            line = [(" " * indent, "")]
        *full, line = _broken(line, each, width, indent + hang)
        yield from full
        empty = False
    yield line


def _broken(line: Pieces, pieces: Pieces, width: int, indent: int) -> list[Pieces]:
    """The line with the pieces behind it, broken between words where it gets too wide."""
    if _size(line) + _size(pieces) <= width:
        return [[*line, *pieces]]
    lines = [list(line)]
    used = start = _size(line)
    for text, style in pieces:
        for word in re.findall(r" *[^ ]+|  *", text):
            size = cells(word)
            if used > start and used + size > width and word[0] == " ":
                lines.append([(" " * indent, "")])
                word = word.lstrip(" ")
                used, start, size = indent, indent, cells(word)
            lines[-1].append((word, style))
            used += size
    return lines
