"""Questions about a place in a text. What answers them is imported when there is time (``handlers.get_ready``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from mtgr.lsp import convert

if TYPE_CHECKING:
    from mtgr.lsp.server import Server


def on_hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    from mtgr.features.hover import hover

    if document := ls.documents.get(params.text_document.uri):
        line, column = convert.position_of(document, params.position, ls.client)
        if answer := hover(document.analysis, line, column):
            return convert.hover(document, answer, ls.client)
    return None


def on_definition(ls: Server, params: types.DefinitionParams) -> types.Location | list[types.LocationLink] | None:
    from mtgr.features.definition import definition

    uri = params.text_document.uri
    if document := ls.documents.get(uri):
        line, column = convert.position_of(document, params.position, ls.client)
        if answer := definition(document.analysis, line, column):
            return convert.definition(document, uri, answer, ls.client)
    return None
