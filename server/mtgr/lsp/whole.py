"""Questions about a whole text. They are answered a little at a time, between whatever else is to be done.

What is known of each block is remembered, and what is said of each game, so that after an edit most of the answer is
there already.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from lsprotocol import types

from mtgr.lsp import convert
from mtgr.lsp.agenda import SLICE
from mtgr.lsp.convert import Json
from mtgr.lsp.documents import Document
from mtgr.lsp.protocol import Plain, Written

if TYPE_CHECKING:
    from mtgr.analysis import Analysis
    from mtgr.analysis.game import Game
    from mtgr.features.symbols import Symbol
    from mtgr.lsp.server import Server

Item = TypeVar("Item")


async def gathered(
    ls: Server,
    uri: str,
    prepare: Callable[[Analysis, float], bool],
    of_game: Callable[[Document, Game], Iterable[Item]],
) -> tuple[Document, list[Item]] | None:
    """What there is to say of every game of a text; None if the text is not open, or is closed meanwhile.

    ``prepare`` works until a moment of ``time.perf_counter`` and says whether there is more to do. After it,
    ``of_game`` finds most of its answer remembered.
    """
    document = ls.documents.get(uri)
    while document is not None and ls.documents.get(uri) is document:
        if prepare(document.analysis, perf_counter() + SLICE / 2):
            await asyncio.sleep(0)  # for whoever is in more of a hurry
            continue
        version, found, until = document.version, list[Item](), perf_counter() + SLICE / 2
        for game in document.analysis.taken_apart():
            found += of_game(document, game)
            if perf_counter() >= until:
                await asyncio.sleep(0)
                until = perf_counter() + SLICE / 2
                if document.version != version or ls.documents.get(uri) is not document:
                    break  # begin again with what it is now: most of it is remembered
        else:
            return document, found
    return None


async def answered(
    ls: Server,
    uri: str,
    name: str,
    prepare: Callable[[Analysis, float], bool],
    of_game: Callable[[Document, Game], Iterable[Json]],
    holds_for: Hashable = None,
) -> Plain | Written:
    """The answer to a question about a text, a list. What it says of each game is remembered in writing, under a name,
    as long as it ``holds_for`` what was asked: so an edit costs what its game costs."""

    def written(document: Document, game: Game) -> Iterator[str]:
        if said := noted(document, game, name, holds_for, lambda: _written(of_game(document, game))):
            yield said

    found = await gathered(ls, uri, prepare, written)
    return Plain(None) if found is None else Written(f"[{','.join(found[1])}]")


@dataclass(slots=True)
class _Note:
    """Something about a game in writing, with lines of the client, as it is when the game starts at a line."""

    start: int
    text: str


def noted(document: Document, game: Game, name: str, holds_for: Hashable, make: Callable[[], str]) -> str:
    """``Game.note`` for JSON with lines of the client. Where the game has only moved, the lines in it are moved."""
    if document.text.has_bare_crs:  # the lines of the client do not move as ours do
        place = game.start, document.text.client_line(game.start), document.text.client_line(game.end)
        return game.note(name, (place, holds_for), make)
    note = game.note(f"{name} anywhere", holds_for, lambda: _Note(game.start, make()))
    if by := game.start - note.start:
        pieces = _LINE.split(note.text)
        pieces[1::2] = (f'ine":{int(line) + by}' for line in pieces[1::2])
        note.start, note.text = game.start, "".join(pieces)
    return note.text


_LINE = re.compile(r'ine":(\d+)')
"""The number of a ``line``, ``startLine`` or ``endLine`` in JSON: in strings, a backslash stands before each quote."""


def _written(found: Iterable[Json]) -> str:
    """Some items of a list as JSON."""
    return json.dumps(list(found), separators=(",", ":"))[1:-1]


# Folds


async def on_folding_range(ls: Server, params: types.FoldingRangeParams) -> Plain | Written:
    from mtgr.features.folding import block_folds, game_folds

    def written(document: Document, game: Game) -> str:
        """A line for each fold: how many lines it hides, and the fold."""
        return "\n".join(
            f"{fold.end - fold.start} {_written([convert.fold(document, fold, ls.client)])}"
            for fold in game_folds(document.analysis, game)
        )

    def of_game(document: Document, game: Game) -> Iterator[tuple[int, str]]:
        for line in noted(document, game, "folds", None, lambda: written(document, game)).split("\n"):
            size, _, fold = line.partition(" ")
            if fold:
                yield int(size), fold

    uri = params.text_document.uri
    found = await gathered(ls, uri, lambda analysis, until: analysis.prepare(block_folds, until), of_game)
    return Written(f"[{','.join(largest([] if found is None else found[1], ls.client.most_folds))}]")


def largest(found: list[tuple[int, Item]], most: int | None) -> list[Item]:
    """Items with their sizes, without the sizes; of more than ``most``, the largest ones, in the order they were in."""
    chosen: Iterable[int] = range(len(found))
    if most is not None and len(found) > most:
        chosen = sorted(sorted(chosen, key=lambda n: -found[n][0])[:most])
    return [found[n][1] for n in chosen]


# The outline

_SYMBOLS = {
    "game": types.SymbolKind.Module.value,
    "deck": types.SymbolKind.Array.value,
    "pregame": types.SymbolKind.Namespace.value,
    "turn": types.SymbolKind.Class.value,
    "step": types.SymbolKind.Method.value,
    "variation": types.SymbolKind.Interface.value,
    "line": types.SymbolKind.Event.value,
}


async def on_document_symbol(ls: Server, params: types.DocumentSymbolParams) -> Plain | Written:
    from mtgr.features.symbols import block_symbols, game_symbol

    uri = params.text_document.uri

    def of_game(document: Document, game: Game) -> Iterator[Json]:
        symbol = game_symbol(document.analysis, game)
        return iter([_symbol(ls, document, symbol)]) if ls.client.outlines else _flat(ls, document, uri, symbol, "")

    return await answered(
        ls, uri, "symbols", lambda analysis, until: analysis.prepare(block_symbols, until), of_game, uri
    )


def _symbol(ls: Server, document: Document, symbol: Symbol) -> Json:
    found: Json = {
        "name": symbol.name,
        "detail": symbol.detail,
        "kind": _SYMBOLS[symbol.kind],
        "range": _lines(ls, document, symbol),
        "selectionRange": convert.json_range(document, symbol.place, ls.client),
    }
    if symbol.children:
        found["children"] = [_symbol(ls, document, child) for child in symbol.children]
    return found


def _flat(ls: Server, document: Document, uri: str, symbol: Symbol, container: str) -> Iterator[Json]:
    """A symbol and all that is in it, for a client that takes a list only."""
    name = " ".join(filter(None, (symbol.name, symbol.detail)))
    location = {"uri": uri, "range": _lines(ls, document, symbol)}
    yield {"name": name, "kind": _SYMBOLS[symbol.kind], "location": location, "containerName": container}
    for child in symbol.children:
        yield from _flat(ls, document, uri, child, symbol.name)


def _lines(ls: Server, document: Document, symbol: Symbol) -> Json:
    end = symbol.end, len(document.analysis.lines[symbol.end])
    return convert.json_span(document, (symbol.start, 0), end, ls.client)


# Links


async def on_document_link(ls: Server, params: types.DocumentLinkParams) -> Plain | Written:
    from mtgr.features.links import block_links, game_links

    format_text = ls.settings.text("formatText")

    def of_game(document: Document, game: Game) -> Iterator[Json]:
        for link in game_links(document.analysis, game, format_text):
            written = {"range": convert.json_range(document, link.place, ls.client), "target": link.target}
            yield written | ({"tooltip": link.tooltip} if ls.client.link_tooltips else {})

    uri = params.text_document.uri
    return await answered(
        ls, uri, "links", lambda analysis, until: analysis.prepare(block_links, until), of_game, format_text
    )


# Hints behind lines


def on_inlay_hint(ls: Server, params: types.InlayHintParams) -> Plain:
    from mtgr.features.inlay import InlaySettings, inlay

    document = ls.documents.get(params.text_document.uri)
    if document is None:
        return Plain(None)
    first, _ = convert.position_of(document, params.range.start, ls.client)
    last, _ = convert.position_of(document, params.range.end, ls.client)
    return Plain(
        [
            {
                "position": convert.json_position(document, hint.line, hint.column, ls.client),
                "label": hint.label,
                "tooltip": hint.tooltip,
                "paddingLeft": True,
            }
            for hint in inlay(document.analysis, first, last, ls.settings.of("inlayHints", InlaySettings))
        ]
    )
