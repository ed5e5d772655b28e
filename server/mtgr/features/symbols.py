"""The outline of a text: games, what they are made of, and the lines and variations that somebody annotated.

A game holds its deck, pregame and turns, these hold the steps in which something happens, and all of them the annotated
lines and the variations. Events without annotations are counted, not listed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from mtgr.analysis import Analysis, Game, Place
from mtgr.features.annotations import Annotated, annotated
from mtgr.features.markdown import clip, one_line
from mtgr.features.parts import Part, PartName, block_parts, count, record_lines, short
from mtgr.syntax.line import Line, kind_of
from mtgr.syntax.tokens import decode

SymbolKind = Literal["game", "deck", "pregame", "turn", "step", "variation", "line"]
_KINDS: dict[PartName, SymbolKind] = {
    "deck": "deck",
    "pregame": "pregame",
    "turn": "turn",
    "step": "step",
    "variation": "variation",
}
"""The parts that are listed; keyframes and stacks are not."""

DEEPEST = 20
"""Parts inside so many others are not listed: nobody reads so deep, and not every client takes any depth."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """An entry of the outline: whole lines from ``start`` to ``end`` (0-based, the last included).

    ``place``, what to go to, lies in the first of them. Its children lie within its lines, in order, and share none.
    ``name`` and ``detail`` are on one line, and ``name`` is never empty. Life totals are Player1's first.
    """

    kind: SymbolKind
    name: str
    detail: str
    start: int
    end: int
    place: Place
    children: tuple[Symbol, ...] = ()


def symbols(analysis: Analysis) -> list[Symbol]:
    """The outline of the whole text: a symbol for each game.

    What a block holds is remembered with it: see ``block_symbols``. Nothing is replayed.
    """
    return [game_symbol(analysis, game) for game in analysis.taken_apart()]


def game_symbol(analysis: Analysis, game: Game) -> Symbol:
    """The outline of one game."""
    first, last = record_lines(analysis.lines, game)
    tags = {name: short(value) for name, value in game.tags.items() if value.strip() not in ("", "?")}
    number = [f"game {tags['Game']}"] if "Game" in tags else []
    return Symbol(
        "game",
        f"{tags.get('Player1', '?')} - {tags.get('Player2', '?')}",
        ", ".join([tags[name] for name in ("Result", "Format") if name in tags] + number),
        first,
        last,
        Place(first, 0, len(analysis.lines[first])),
        tuple(
            _moved(symbol, block.start)
            for block in game.blocks
            for symbol in block.note(analysis.lines, block_symbols)
        ),
    )  # fmt: skip


def block_symbols(lines: list[str]) -> tuple[Symbol, ...]:
    """The outline of one block, whose lines count from its first."""
    parts = {part.start: part for part in block_parts(lines) if part.name in _KINDS}
    notes = {number: note for number, text in enumerate(lines) if (note := annotated(text))}
    top: list[_Node] = []
    around: list[_Node] = []
    for number in sorted(parts.keys() | notes.keys()):
        while around and around[-1].symbol.end < number:
            around.pop()
        siblings = around[-1].children if around else top
        part, note = parts.get(number), notes.get(number)
        if part is None:
            siblings.append(_Node(_line_symbol(lines[number], number, notes[number])))
        elif len(around) < DEEPEST:
            node = _Node(_part_symbol(lines, part, note), idle=part.name == "step" and not part.events and not note)
            siblings.append(node)
            around.append(node)
    return _finished(top)


@dataclass(slots=True)
class _Node:
    """A symbol whose children are still being found. An ``idle`` one is listed only if it has any."""

    symbol: Symbol
    idle: bool = False
    children: list[_Node] = field(default_factory=list)


def _finished(nodes: list[_Node]) -> tuple[Symbol, ...]:
    finished = [(node, _finished(node.children)) for node in nodes]
    return tuple(replace(node.symbol, children=inside) for node, inside in finished if inside or not node.idle)


def _moved(symbol: Symbol, by: int) -> Symbol:
    """A symbol with its children, so many lines further down."""
    place = symbol.place
    return Symbol(
        symbol.kind, symbol.name, symbol.detail, symbol.start + by, symbol.end + by,
        Place(place.line + by, place.start, place.end), tuple([_moved(child, by) for child in symbol.children]),
    )  # fmt: skip


def _line_symbol(text: str, number: int, note: Annotated) -> Symbol:
    """An annotated line: its statement with the glyphs, and the comments in the detail."""
    name = _with_glyphs(_clipped(text[note.start : note.end]), note) or _comments(note)
    return Symbol("line", name, _comments(note), number, number, Place(number, note.start, note.end))


def _part_symbol(lines: list[str], part: Part, note: Annotated | None) -> Symbol:
    """A part with what is in it; the annotations of its first line are its own."""
    name, detail = part.title, count(part.events, "event")
    match part.name:
        case "deck":
            name, detail = _deck(lines[part.start : part.end + 1])
        case "pregame":
            name = "Pregame"
        case "turn" if len(part.life) == 2:
            name = f"{name}, {'-'.join(part.life)}"
        case "variation":
            name = f"Variation {_first_line(lines, part)}".rstrip()
            detail = count(part.end - part.start - part.closed, "line")
    text = lines[part.start]
    place = Place(part.start, Line(text).column, len(text))
    if note:
        name, place = _with_glyphs(name, note), Place(part.start, note.start, note.end)
        detail = "; ".join(filter(None, (detail, _comments(note))))
    return Symbol(_KINDS[part.name], name, detail, part.start, part.end, place)


def _deck(lines: list[str]) -> tuple[str, str]:
    """A deck's name, like ``Deck PlayerA "Burn"``, and how many cards it has."""
    statement = Line(lines[0]).statement
    name = f"Deck {short(decode(statement['player'] or ''))} {short(statement['label'] or '')}".rstrip()
    cards = {"main": 0, "side": 0}
    for text in lines[1:]:
        entry = Line(text).statement
        if entry.form and entry.form.name in cards:
            copies = entry["count"] or ""
            cards[entry.form.name] += int(copies) if len(copies) < 10 else 0  # what is longer is no number of cards
    if statement["unknown"]:
        return name, "unknown"
    return name, f"{cards['main']} cards" + (f", {cards['side']} in the sideboard" if cards["side"] else "")


def _first_line(lines: list[str], part: Part) -> str:
    """The first line of a variation with its glyphs."""
    for text in lines[part.start + 1 : part.end + 1]:
        if kind_of(text) == "body":
            note = annotated(text)
            return _with_glyphs(_clipped(text[note.start : note.end]), note) if note else _clipped(Line(text).body)
    return ""


def _with_glyphs(name: str, note: Annotated) -> str:
    return " ".join((name, *note.glyphs)).strip()


def _comments(note: Annotated) -> str:
    return _clipped("; ".join(note.comments))


def _clipped(text: str) -> str:
    return clip(one_line(text), 120).strip()
