"""Questions about a place in a text. What answers them is imported when there is time (``handlers.get_ready``)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from lsprotocol import types

from mtgr.lsp import convert
from mtgr.lsp.convert import Json, written_range
from mtgr.lsp.documents import Document
from mtgr.lsp.protocol import Plain, Written

if TYPE_CHECKING:
    from mtgr.features.definition import DefinitionAnswer
    from mtgr.lsp.server import Server


class _Asked(Protocol):
    """The parameters of a request about a place."""

    text_document: types.TextDocumentIdentifier
    position: types.Position


def _asked(ls: Server, params: _Asked) -> tuple[Document, int, int] | None:
    """The document that a request is about, with our line and column; None if it is not open."""
    document = ls.documents.get(params.text_document.uri)
    return None if document is None else (document, *convert.position_of(document, params.position, ls.client))


def on_hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    from mtgr.features.hover import hover

    if asked := _asked(ls, params):
        document, line, column = asked
        if answer := hover(document.analysis, line, column):
            return convert.hover(document, answer, ls.client)
    return None


# Where something comes from


def on_definition(ls: Server, params: types.DefinitionParams) -> Plain:
    from mtgr.features.definition import definition

    if asked := _asked(ls, params):
        document, line, column = asked
        return _targets(ls, params, document, "definition", [definition(document.analysis, line, column)])
    return Plain(None)


def on_declaration(ls: Server, params: types.DeclarationParams) -> Plain:
    from mtgr.features.declaration import declaration

    if asked := _asked(ls, params):
        document, line, column = asked
        return _targets(ls, params, document, "declaration", [declaration(document.analysis, line, column)])
    return Plain(None)


def on_type_definition(ls: Server, params: types.TypeDefinitionParams) -> Plain:
    from mtgr.features.type_definition import type_definition

    if asked := _asked(ls, params):
        document, line, column = asked
        return _targets(ls, params, document, "type_definition", type_definition(document.analysis, line, column))
    return Plain(None)


def on_implementation(ls: Server, params: types.ImplementationParams) -> Plain:
    from mtgr.features.implementation import implementation

    if asked := _asked(ls, params):
        document, line, column = asked
        return _targets(ls, params, document, "implementation", implementation(document.analysis, line, column))
    return Plain(None)


def _targets(
    ls: Server,
    params: _Asked,
    document: Document,
    request: str,
    answers: Iterable[DefinitionAnswer | None],
) -> Plain:
    """Places in the document itself, as links where the client takes them. The document has the name that the client
    gives it in this request."""
    links, uri = request in ls.client.links, params.text_document.uri
    return Plain([convert.target(document, uri, answer, ls.client, links) for answer in answers if answer] or None)


# Where it is mentioned


def on_references(ls: Server, params: types.ReferenceParams) -> Plain | Written:
    from mtgr.features.references import references

    if asked := _asked(ls, params):
        document, line, column = asked
        found = references(document.analysis, line, column, params.context.include_declaration)
        uri = json.dumps(params.text_document.uri)
        places = (f'{{"uri":{uri},"range":{written_range(document, place, ls.client)}}}' for place in found)
        return Written(f"[{','.join(places)}]")
    return Plain(None)


_HIGHLIGHTS = {"read": types.DocumentHighlightKind.Read.value, "write": types.DocumentHighlightKind.Write.value}


def on_document_highlight(ls: Server, params: types.DocumentHighlightParams) -> Plain | Written:
    from mtgr.features.highlight import highlight

    if asked := _asked(ls, params):
        document, line, column = asked
        found = highlight(document.analysis, line, column)
        places = (
            f'{{"range":{written_range(document, each.place, ls.client)},"kind":{_HIGHLIGHTS[each.kind]}}}'
            for each in found
        )
        return Written(f"[{','.join(places)}]")
    return Plain(None)


# What is around it


def on_selection_range(ls: Server, params: types.SelectionRangeParams) -> Plain:
    from mtgr.features.selection import selection

    document = ls.documents.get(params.text_document.uri)
    if document is None:
        return Plain(None)
    found: list[Json] = []
    for position in params.positions:
        spans = selection(document.analysis, *convert.position_of(document, position, ls.client))
        around: Json | None = None
        for span in reversed(spans):
            place = convert.json_span(document, (span.line, span.column), (span.end_line, span.end_column), ls.client)
            around = {"range": place} if around is None else {"range": place, "parent": around}
        assert around is not None
        found.append(around)
    return Plain(found)
