"""A board as a small table, in Markdown and in plain text, for where there is little room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mtgr.features.board import Board, Seat, Zone
from mtgr.features.board_items import Item
from mtgr.features.columns import columns, cut, padded
from mtgr.features.markdown import clip, escape_markdown, one_line

_WIDTHS = (44, 30, 20, 12)
"""Cells of a player's column, from generous to strict."""
_CORNER = 28

Table = list[list[str]]


def board_table(board: Board, lines: int, size: int) -> tuple[str, str]:
    """The board as a Markdown table and as aligned plain text, each of at most so many lines and bytes (1,400 or more).

    What is empty on both sides is left out, and so are the last rows where there are too many.
    """
    markdown = plain = ""
    for width in _WIDTHS:
        widths = (_CORNER, *(width for _ in board.seats))
        table = [[_fitted(*each) for each in zip(row, widths, strict=True)] for row in _rows(board, width)]
        markdown, plain = _markdown(table[: lines - 1]), _plain(table[:lines])
        if len(markdown.encode()) <= size and len(plain.encode()) <= size:
            break
    return markdown, plain


def _fitted(text: str, width: int) -> str:
    """The text of a cell in so many cells, and at most twice as many bytes, however many a character has."""
    return clip(cut(one_line(text), width), 2 * width)


def _markdown(table: Table) -> str:
    escaped = [[escape_markdown(cell) for cell in row] for row in table]
    head, *rows = _aligned(escaped)
    rule = ["-" * max(columns(cell), 3) for cell in head]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *rows))


def _plain(table: Table) -> str:
    return "\n".join("  ".join(row).rstrip() for row in _aligned(table))


def _aligned(table: Table) -> Table:
    widths = [max(map(columns, column)) for column in zip(*table, strict=True)]
    return [[padded(cell, width) for cell, width in zip(row, widths, strict=True)] for row in table]


def _rows(board: Board, width: int) -> Iterator[list[str]]:
    """The corner with the players' names, their totals, and what each has in every zone."""
    turn = f"Turn {board.turn}" if board.turn else "Pregame"
    branch = f"branch {board.branch}" if board.branch else ""
    yield [
        ", ".join(part for part in (turn, branch, board.step, board.day_night, "incomplete" * board.suspended) if part),
        *(f"▶ {seat.name}" if seat.active else seat.name for seat in board.seats),
    ]
    yield ["life", *(_life(seat) for seat in board.seats)]
    yield ["library", *(seat.library for seat in board.seats)]
    if board.stack:
        yield ["stack, top first", *(_listed(_on_stack(board, seat), width) for seat in board.seats)]
    rows = {row.name: None for seat in board.seats for row in seat.rows()}
    for name in sorted(rows, key=_rank):
        zones = [next((row for row in seat.rows() if row.name == name), Zone(name, ())) for seat in board.seats]
        if any(zone.items for zone in zones):
            yield [name, *(_zone(zone, width) for zone in zones)]


_ORDER = ("creatures", "other permanents", "hand", "graveyard", "exile")


def _rank(name: str) -> int:
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)


def _life(seat: Seat) -> str:
    parts = [seat.life]
    if seat.poison.strip("0"):
        parts.append(f"{seat.poison} poison")
    parts += [f"{count} {kind}" for kind, count in seat.counters]
    return ", ".join([*parts, seat.mana] if seat.mana else parts)


def _on_stack(board: Board, seat: Seat) -> Iterator[tuple[str, int]]:
    """What a player controls on the stack, counted from the top; what nobody is known to control is the first one's."""
    known = {other.player for other in board.seats}
    for place, each in enumerate(board.stack, 1):
        controller = each.controller if each.controller in known else board.seats[0].player
        if controller == seat.player:
            yield f"{place}: {each.title}", 1


def _zone(zone: Zone, width: int) -> str:
    if not zone.items:
        return "–"
    count = f"{zone.count}: " if len(zone.items) > 1 else ""
    return count + _listed(((_short(each), each.count) for each in zone.items), width - len(count))


def _short(each: Item) -> str:
    """``Bear 2/2 tapped``, ``12× Saproling 1/1 (5 tapped)``."""
    parts = [f"{each.count}×"] if each.count > 1 else []
    parts += [each.title, *([each.pt] if each.pt else [])]
    if each.tapped:
        parts.append("tapped" if each.tapped == each.count else f"({each.tapped} tapped)")
    return " ".join(parts)


def _listed(parts: Iterable[tuple[str, int]], width: int) -> str:
    """Texts that stand for so many things each, as many as fit; how many more things there are."""
    parts = list(parts)
    more = sum(count for _, count in parts)
    text = ""
    for part, count in parts:
        longer = f"{text}, {part}" if text else part
        more -= count
        rest = f", {more} more" if more else ""
        if columns(longer) + len(rest) > width:
            if not text:
                return cut(part, width - len(rest)) + rest
            return f"{text}, {more + count} more"
        text = longer
    return text or "–"
