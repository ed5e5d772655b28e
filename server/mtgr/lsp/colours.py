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
    from collections.abc import Iterator

    from mtgr.analysis.game import Game
    from mtgr.lsp.semantic import Chain, Fives
    from mtgr.lsp.server import Server

_numbers = count(1)


async def on_full(ls: Server, params: types.SemanticTokensParams) -> Plain | Written:
    found = await _all(ls, params.text_document.uri, in_writing=True)
    return Plain(None) if found is None else _whole(*found)


async def on_delta(ls: Server, params: types.SemanticTokensDeltaParams) -> Plain | Written:
    from mtgr.lsp.semantic import edits

    uri, previous = params.text_document.uri, params.previous_result_id
    found = await _all(ls, uri, in_writing=not _is_known(ls.documents.get(uri), previous))
    if found is None:
        return Plain(None)
    document, now = found
    if document.colours is None or document.colours[0] != previous:
        return _whole(document, now)
    written = ",".join(
        f'{{"start":{each.start},"deleteCount":{each.deleted},"data":[{",".join(map(str, each.numbers))}]}}'
        for each in edits(document.colours[1], now)
    )
    return Written(f'{{"resultId":"{_remember(document, now)}","edits":[{written}]}}')


def on_range(ls: Server, params: types.SemanticTokensRangeParams) -> Plain | Written:
    from mtgr.lsp.semantic import chain, parts, written

    document = ls.documents.get(params.text_document.uri)
    if document is None:
        return Plain(None)
    first, _ = convert.position_of(document, params.range.start, ls.client)
    last, _ = convert.position_of(document, params.range.end, ls.client)
    everything = not ls.client.colours
    found = chain(parts(document.analysis, document.text, ls.client.encoding, first, last, everything))
    return Written(f'{{"data":{written(found)}}}')


def _is_known(document: Document | None, name: str) -> bool:
    return document is not None and document.colours is not None and document.colours[0] == name


async def _all(ls: Server, uri: str, in_writing: bool) -> tuple[Document, Chain] | None:
    """All tokens of a text, once it has been replayed; written already if they are to be sent ``in_writing``."""
    from mtgr.lsp.semantic import chain, note, parts

    encoding, everything = ls.client.encoding, not ls.client.colours
    make = note(everything, encoding)

    def of_game(document: Document, game: Game) -> Iterator[tuple[int, Fives]]:
        def found() -> list[tuple[int, Fives]]:
            all_parts = parts(document.analysis, document.text, encoding, game.start, game.end - 1, everything)
            return [(first - start, part) for first, part in all_parts]

        # Where the client's lines are not ours, the parts of a game are not the same wherever it stands.
        moves = not document.text.has_bare_crs
        start = game.start if moves else 0
        for first, part in game.note("colours", None, found) if moves else found():
            if in_writing:
                part.rest  # noqa: B018 - to have it is all
            yield first + start, part

    found = await gathered(ls, uri, lambda analysis, until: analysis.prepare_replayed(make, until), of_game)
    return None if found is None else (found[0], chain(found[1]))


def _whole(document: Document, now: Chain) -> Written:
    from mtgr.lsp.semantic import written

    return Written(f'{{"resultId":"{_remember(document, now)}","data":{written(now)}}}')


def _remember(document: Document, now: Chain) -> str:
    """Keeps what the client knows now, for the next delta; its result ID."""
    name = str(next(_numbers))
    document.colours = name, now
    return name
