"""Ways through a text: ``mtgr/navigate``, which any editor can bind to its keys."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from mtgr.lsp import convert
from mtgr.lsp.agenda import SLICE
from mtgr.lsp.convert import Json
from mtgr.lsp.protocol import Plain

if TYPE_CHECKING:
    from mtgr.features.navigate import Target
    from mtgr.lsp.server import Server

METHOD = "mtgr/navigate"


async def on_navigate(ls: Server, params: Any) -> Plain:
    """``{"textDocument": {"uri"}, "position", "to"}``, where ``to`` is one of ``mtgr.features.navigate.TARGETS``.

    Answers a ``Position``; null if nothing is there to go to, or the document is not open.
    """
    from mtgr.features.navigate import TARGETS

    try:
        uri, line, character, to = params.textDocument.uri, params.position.line, params.position.character, params.to
    except AttributeError as error:
        raise JsonRpcInvalidParams("textDocument.uri, position and to are needed") from error
    if not (isinstance(uri, str) and isinstance(line, int) and isinstance(character, int)):
        raise JsonRpcInvalidParams("a URI, a line and a character are needed")
    if to not in TARGETS:
        raise JsonRpcInvalidParams(f"to is one of {', '.join(TARGETS)}")
    return Plain(await _navigate(ls, uri, types.Position(line, character), to))


async def _navigate(ls: Server, uri: str, position: types.Position, to: Target) -> Json | None:
    from mtgr.features.navigate import navigate

    while (document := ls.documents.get(uri)) is not None:
        line, column = convert.position_of(document, position, ls.client)
        try:
            spot = navigate(document.analysis, line, column, to, perf_counter() + SLICE / 2)
        except TimeoutError:
            await asyncio.sleep(0)  # for whoever is in more of a hurry; what was looked through is remembered
            continue
        return None if spot is None else convert.json_position(document, *spot, ls.client)
    return None
