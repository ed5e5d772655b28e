"""Semantic tokens over the protocol: of a whole text, of a part of it, and what changed since the last time."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from lsprotocol import types

from mtgr.lsp import convert
from mtgr.lsp.documents import Document
from mtgr.lsp.protocol import Plain, Written
from mtgr.lsp.whole import gathered

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator

    from mtgr.analysis.game import Game
    from mtgr.lsp.semantic import Fives
    from mtgr.lsp.server import Server

_numbers = count(1)


async def on_full(ls: Server, params: types.SemanticTokensParams) -> Plain | Written:
    found = await _all(ls, params.text_document.uri)
    return Plain(None) if found is None else _whole(*found)


async def on_delta(ls: Server, params: types.SemanticTokensDeltaParams) -> Plain | Written:
    from mtgr.lsp.semantic import edits

    found = await _all(ls, params.text_document.uri)
    if found is None:
        return Plain(None)
    document, numbers = found
    if document.colours is None or document.colours[0] != params.previous_result_id:
        return _whole(document, numbers)
    changes = edits(document.colours[1], numbers)
    written = ",".join(
        f'{{"start":{each.start},"deleteCount":{each.deleted},"data":{_list(each.numbers)}}}' for each in changes
    )
    return Written(f'{{"resultId":"{_remember(document, numbers)}","edits":[{written}]}}')


def on_range(ls: Server, params: types.SemanticTokensRangeParams) -> Plain | Written:
    from mtgr.lsp.semantic import joined, parts

    document = ls.documents.get(params.text_document.uri)
    if document is None:
        return Plain(None)
    first, _ = convert.position_of(document, params.range.start, ls.client)
    last, _ = convert.position_of(document, params.range.end, ls.client)
    everything = not ls.client.colours
    numbers = joined(parts(document.analysis, document.text, ls.client.encoding, first, last, everything))
    return Written(f'{{"data":{_list(numbers)}}}')


async def _all(ls: Server, uri: str) -> tuple[Document, array[int]] | None:
    """All tokens of a text, once it has been replayed."""
    from mtgr.lsp.semantic import joined, note, parts

    encoding, everything = ls.client.encoding, not ls.client.colours
    make = note(everything, encoding)

    def of_game(document: Document, game: Game) -> Iterator[tuple[int, Fives]]:
        return parts(document.analysis, document.text, encoding, game.start, game.end - 1, everything)

    found = await gathered(ls, uri, lambda analysis, until: analysis.prepare_replayed(make, until), of_game)
    return None if found is None else (found[0], joined(found[1]))


def _whole(document: Document, numbers: array[int]) -> Written:
    return Written(f'{{"resultId":"{_remember(document, numbers)}","data":{_list(numbers)}}}')


def _remember(document: Document, numbers: array[int]) -> str:
    """Keeps what the client knows now, for the next delta; its result ID."""
    name = str(next(_numbers))
    document.colours = name, numbers
    return name


def _list(numbers: array[int]) -> str:
    return f"[{','.join(map(str, numbers))}]"
