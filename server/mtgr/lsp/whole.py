"""Questions about a whole text. They are answered a little at a time, between whatever else is to be done.

What is known of each block is remembered, so that after an edit most of the answer is there already.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from lsprotocol import types

from mtgr.lsp import convert
from mtgr.lsp.agenda import SLICE
from mtgr.lsp.documents import Document
from mtgr.lsp.protocol import Plain

if TYPE_CHECKING:
    from mtgr.analysis import Analysis
    from mtgr.analysis.game import Game
    from mtgr.lsp.server import Server

Item = TypeVar("Item")


async def gathered(
    ls: Server,
    uri: str,
    prepare: Callable[[Analysis, float], bool],
    of_game: Callable[[Analysis, Game], Iterable[Item]],
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
            found += of_game(document.analysis, game)
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
        ls, params.text_document.uri, lambda analysis, until: analysis.prepare(block_folds, until), game_folds
    )
    return Plain([] if found is None else convert.folds(*found, ls.client))
