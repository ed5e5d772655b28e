"""Causality as a call hierarchy: what caused a line, and what it caused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from mtgr.lsp import convert
from mtgr.lsp.convert import Json, json_range
from mtgr.lsp.documents import Document
from mtgr.lsp.protocol import Plain

if TYPE_CHECKING:
    from mtgr.features.call_hierarchy import Item
    from mtgr.lsp.server import Server

_KINDS = {
    "event": types.SymbolKind.Event.value,
    "structure": types.SymbolKind.Namespace.value,
    "object": types.SymbolKind.Object.value,
}


def on_prepare(ls: Server, params: types.CallHierarchyPrepareParams) -> Plain:
    from mtgr.features.call_hierarchy import prepare

    uri = params.text_document.uri
    document = ls.documents.get(uri)
    if document is None:
        return Plain(None)
    line, column = convert.position_of(document, params.position, ls.client)
    return Plain([_item(ls, document, uri, item) for item in prepare(document.analysis, line, column)] or None)


def on_incoming(ls: Server, params: types.CallHierarchyIncomingCallsParams) -> Plain:
    from mtgr.features.call_hierarchy import incoming

    return _calls(ls, params.item, incoming, "from")


def on_outgoing(ls: Server, params: types.CallHierarchyOutgoingCallsParams) -> Plain:
    from mtgr.features.call_hierarchy import outgoing

    return _calls(ls, params.item, outgoing, "to")


def _calls(ls: Server, item: types.CallHierarchyItem, calls: Any, end: str) -> Plain:
    """What an item leads to, which the protocol calls ``end``; nothing if the item's line is no longer there."""
    from mtgr.features.call_hierarchy import find

    document = ls.documents.get(item.uri)
    match item.data:
        case {"line": int(line), "text": str(text), **more} if document is not None:
            id = more.get("id")
            now = find(document.analysis, line, text) if id is None or isinstance(id, str) else None
        case _:
            return Plain(None)
    if now is None:
        return Plain(None)
    return Plain(
        [
            {
                end: _item(ls, document, item.uri, call.item),
                "fromRanges": [json_range(document, place, ls.client) for place in call.ranges],
            }
            for call in calls(document.analysis, now, id)
        ]
    )


def _item(ls: Server, document: Document, uri: str, item: Item) -> Json:
    data: Json = {"line": item.line, "text": item.text}
    if item.id is not None:  # some clients (Neovim 0.7) send back no value that is null
        data["id"] = item.id
    return {
        "name": item.name,
        "detail": item.detail,
        "kind": _KINDS[item.kind],
        "uri": uri,
        "range": json_range(document, item.place, ls.client),
        "selectionRange": json_range(document, item.selection, ls.client),
        "data": data,
    }
