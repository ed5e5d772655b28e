"""Questions about a whole text. They are answered a little at a time, between whatever else is to be done.

What is known of each block is remembered, so that after an edit most of the answer is there already.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from lsprotocol import types

from mtgr.lsp import convert
from mtgr.lsp.agenda import SLICE
from mtgr.lsp.convert import Json
from mtgr.lsp.documents import Document
from mtgr.lsp.protocol import Plain

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


async def on_folding_range(ls: Server, params: types.FoldingRangeParams) -> Plain:
    from mtgr.features.folding import block_folds, game_folds

    found = await gathered(
        ls,
        params.text_document.uri,
        lambda analysis, until: analysis.prepare(block_folds, until),
        lambda document, game: game_folds(document.analysis, game),
    )
    return Plain([] if found is None else convert.folds(*found, ls.client))


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


async def on_document_symbol(ls: Server, params: types.DocumentSymbolParams) -> Plain:
    from mtgr.features.symbols import block_symbols, game_symbol

    uri = params.text_document.uri

    def of_game(document: Document, game: Game) -> Iterator[Json]:
        symbol = game_symbol(document.analysis, game)
        return iter([_symbol(ls, document, symbol)]) if ls.client.outlines else _flat(ls, document, uri, symbol, "")

    found = await gathered(ls, uri, lambda analysis, until: analysis.prepare(block_symbols, until), of_game)
    return Plain(None if found is None else found[1])


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


async def on_document_link(ls: Server, params: types.DocumentLinkParams) -> Plain:
    from mtgr.features.links import block_links, game_links

    format_text = ls.settings.text("formatText")

    def of_game(document: Document, game: Game) -> list[Json]:
        return [
            {
                "range": convert.json_range(document, link.place, ls.client),
                "target": link.target,
                "tooltip": link.tooltip,
            }
            for link in game_links(document.analysis, game, format_text)
        ]

    uri = params.text_document.uri
    found = await gathered(ls, uri, lambda analysis, until: analysis.prepare(block_links, until), of_game)
    return Plain(None if found is None else found[1])


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
