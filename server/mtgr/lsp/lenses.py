"""Code lenses: where they are, and what they say once somebody looks at them."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from lsprotocol import types

from mtgr.lsp import convert
from mtgr.lsp.client import SHOW_PLACES
from mtgr.lsp.convert import Json
from mtgr.lsp.documents import Document
from mtgr.lsp.protocol import Plain, Written
from mtgr.lsp.whole import answered

if TYPE_CHECKING:
    from mtgr.analysis.game import Game
    from mtgr.features.lens import LensAnswer
    from mtgr.lsp.server import Server


async def on_code_lens(ls: Server, params: types.CodeLensParams) -> Plain | Written:
    from mtgr.features.lens import LensSettings, block_lenses, game_lenses

    uri = params.text_document.uri
    settings = ls.settings.of("codeLens", LensSettings)

    def of_game(document: Document, game: Game) -> list[Json]:
        return [
            {
                "range": convert.json_span(document, (lens.line, lens.start), (lens.line, lens.end), ls.client),
                "data": {"uri": uri, "line": lens.line, "kind": lens.kind},
            }
            for lens in game_lenses(document.analysis, game, settings)
        ]

    return await answered(
        ls, uri, "lenses", lambda analysis, until: analysis.prepare(block_lenses, until), of_game, (uri, settings)
    )


def on_code_lens_resolve(ls: Server, params: types.CodeLens) -> types.CodeLens:
    from mtgr.features.lens import LensKind, resolve

    match params.data:
        case {"uri": str(uri), "line": int(line), "kind": str(kind)} if kind in get_args(LensKind):
            document = ls.documents.get(uri)
            answer = None if document is None else resolve(document.analysis, line, kind)  # type: ignore[arg-type]  # as above
            if document is not None and answer is not None:
                params.command = _command(ls, document, uri, params.range.start, answer)
                return params
    params.command = types.Command("", "")  # its line is no longer what it was: the client asks for all lenses again
    return params


def _command(ls: Server, document: Document, uri: str, start: types.Position, answer: LensAnswer) -> types.Command:
    if not (answer.places and ls.client.shows_places):
        return types.Command(answer.title, "")
    places = [{"uri": uri, "range": convert.json_range(document, place, ls.client)} for place in answer.places]
    return types.Command(
        answer.title, SHOW_PLACES, arguments=[uri, {"line": start.line, "character": start.character}, places]
    )
