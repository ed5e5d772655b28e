"""The state of a game before or after a line, for clients that show it beside the text.

``mtgr/state`` asks for it. ``mtgr-state:`` names it as a document of its own: ``mtgr-state:/TITLE?uri=URI&line=LINE``,
with the escaped URI of an open document, a line counted from 1, and ``&before`` for the state before it. The title is
the client's to choose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from mtgr.lsp.convert import line_of
from mtgr.lsp.documents import Document
from mtgr.lsp.protocol import STATES, Plain, uri_and_line

if TYPE_CHECKING:
    from mtgr.lsp.server import Server

METHOD = "mtgr/state"
MOST = 50
"""Documents of states that are kept up to date: those asked for last."""


def on_state(ls: Server, params: Any) -> Plain:
    """``{"textDocument": {"uri"}, "position": {"line"}, "before"?, "width"?}``, the line counted from 0.

    Answers ``{"text", "state"}``: the state for people to read, and what ``mtgr state --output-format json`` prints.
    If a width (in cells) is given, ``{"lines"}`` instead, each a list of ``[text, style]``, for a window of that width.
    Null if the document is not open, or the line is outside a game body.
    """
    from mtgr.features.state import state_pieces, text_and_object

    uri, number = uri_and_line(params)
    before, width = getattr(params, "before", False), getattr(params, "width", None)
    if not (isinstance(uri, str) and isinstance(number, int) and isinstance(before, bool)):
        raise JsonRpcInvalidParams("a URI, a line and perhaps a boolean are needed")
    if not (width is None or (isinstance(width, int) and width > 0)):
        raise JsonRpcInvalidParams("a width is a number of cells")
    document = ls.documents.get(uri)
    if document is None:
        return Plain(None)
    line = line_of(document, number)
    if width is not None:
        lines = state_pieces(document.analysis, line, before=before, width=width)
        return Plain(None if lines is None else {"lines": lines})
    found = text_and_object(document.analysis, line, before=before)
    return Plain(None if found is None else {"text": found[0], "state": found[1]})


class _Name(NamedTuple):
    """What the URI of a state's document says."""

    uri: str
    line: int
    before: bool


def _read(uri: str) -> _Name:
    """Clients escape URIs in their own ways: the query may come escaped as a whole."""
    query = urlsplit(uri).query
    said = parse_qs(query if "=" in query else unquote(query), keep_blank_values=True)
    about, line = said.get("uri", [""])[0], said.get("line", [""])[0]
    if not uri.startswith(f"{STATES}:") or not about or not (line.isascii() and line.isdigit() and len(line) < 10):
        raise JsonRpcInvalidParams(f"write {STATES}:/TITLE?uri=URI&line=LINE")
    return _Name(about, int(line) - 1, "before" in said)


def on_content(ls: Server, params: types.TextDocumentContentParams) -> types.TextDocumentContentResult:
    from mtgr.features.state import state_text

    name = _read(params.uri)
    document = ls.documents.get(name.uri)
    if document is None:
        return types.TextDocumentContentResult("This game is not open.\n")
    shown = document.states
    shown.pop(params.uri, None)
    shown[params.uri] = None
    while len(shown) > MOST:
        del shown[next(iter(shown))]
    text = state_text(document.analysis, line_of(document, name.line), before=name.before)
    return types.TextDocumentContentResult(text or "There is no state here: this line is outside a game's body.\n")


def refresh(ls: Server, document: Document) -> None:
    """Tell the client to ask again for the states of a document that has changed."""
    if ls.client.refreshes_contents:
        for uri in document.states:
            ls.workspace_text_document_content_refresh(types.TextDocumentContentRefreshParams(uri))
