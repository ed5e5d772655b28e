"""What the server writes for the user: new names and annotations.

``mtgr/annotate`` gives the edits of an annotation to a client that applies them itself; the command ``mtgr.annotate``,
for all others, has them applied.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from mtgr.lsp import convert
from mtgr.lsp.convert import Json
from mtgr.lsp.documents import Document
from mtgr.lsp.protocol import Plain, Written, uri_and_line

if TYPE_CHECKING:
    from mtgr.features.changes import Change
    from mtgr.features.rename import Refusal
    from mtgr.lsp.server import Server

ANNOTATE = "mtgr/annotate"
ANNOTATE_COMMAND = "mtgr.annotate"


# Names


class Refused(JsonRpcException):
    """A request that cannot be granted, with a reason for people. LSP calls it ``RequestFailed``."""

    CODE = -32803
    MESSAGE = "Request failed"


def on_prepare_rename(ls: Server, params: types.PrepareRenameParams) -> Plain:
    from mtgr.features.rename import Renameable, prepare_rename

    document = ls.documents.get(params.text_document.uri)
    if document is None:
        return Plain(None)
    answer = prepare_rename(document.analysis, *convert.position_of(document, params.position, ls.client))
    match answer:
        case Renameable(place, name):
            return Plain({"range": convert.json_range(document, place, ls.client), "placeholder": name})
        case None:
            return Plain(None)
        case _:
            raise _refused(answer)


def on_rename(ls: Server, params: types.RenameParams) -> Plain | Written:
    from mtgr.features.rename import Refusal, rename

    document = ls.documents.get(params.text_document.uri)
    if document is None:
        return Plain(None)
    line, column = convert.position_of(document, params.position, ls.client)
    answer = rename(document.analysis, line, column, params.new_name)
    if answer is None or isinstance(answer, Refusal):
        raise _refused(answer)
    return Written(_written_edit(ls, document, params.text_document.uri, answer))


def _refused(answer: Refusal | None) -> Refused:
    return Refused("there is no player and no hypothetical ID here to rename" if answer is None else answer.reason)


# Annotations


def on_annotate(ls: Server, params: Any) -> Plain:
    """``{"textDocument": {"uri"}, "position": {"line"}}`` with ``"nag"`` (a number, or null to take the glyphs away),
    ``"comment"`` (a text to add) or ``"variation"`` (true: one in place of the line, to be written).

    Answers a list of ``TextEdit``, which is empty if there is nothing to change; null if the document is not open.
    """
    uri, line = uri_and_line(params)
    wish = {name: getattr(params, name) for name in ("nag", "comment", "variation") if hasattr(params, name)}
    document, change = _annotation(ls, uri, line, wish)
    if document is None:
        return Plain(None)
    return Plain(_text_edits(ls, document, [] if change is None else [change]))


def on_annotate_command(ls: Any, *arguments: Any) -> None:
    """One argument: ``{"uri", "line"}`` with ``"nag"``, ``"comment"`` or ``"variation"``, as for ``mtgr/annotate``.

    The cursor is put into the braces of an empty comment, or into the variation, if the client lets the server do that.
    """
    match arguments:
        case ({"uri": uri, "line": line, **wish},):
            _annotate(ls, uri, line, wish)
        case _:
            raise JsonRpcInvalidParams(f"{ANNOTATE_COMMAND} takes one argument, with a uri and a line")


def _annotate(ls: Server, uri: Any, line: Any, wish: Any) -> None:
    document, change = _annotation(ls, uri, line, wish)
    if document is None or change is None:
        return
    cursor = _to_write_at(ls, document, change) if ls.client.shows_documents else None
    edit = ls.protocol.structured(workspace_edit(ls, document, uri, [change]), types.WorkspaceEdit)

    def applied(answer: types.ApplyWorkspaceEditResult) -> None:
        if answer.applied and cursor is not None:
            place = types.Range(cursor, cursor)
            ls.window_show_document(types.ShowDocumentParams(uri, take_focus=True, selection=place))

    ls.workspace_apply_edit(types.ApplyWorkspaceEditParams(edit, label="Annotate"), applied)


def _to_write_at(ls: Server, document: Document, change: Change) -> types.Position | None:
    """Where the user goes on to write after a change: inside empty braces, or at the end of a variation's one line."""
    place = convert.json_position(document, change.line, change.start, ls.client)
    if change.text.startswith(" {}"):
        return types.Position(place["line"], place["character"] + len(" {"))
    if "\n" in change.text:
        return types.Position(place["line"] + 1, len(change.text.split("\n")[1]))
    return None


def _annotation(ls: Server, uri: Any, line: Any, wish: Any) -> tuple[Document | None, Change | None]:
    """The document and what changes in it."""
    from mtgr.features.annotate import with_comment, with_glyph
    from mtgr.features.refactorings import begin_variation

    if not isinstance(uri, str) or not isinstance(line, int):
        raise JsonRpcInvalidParams("a URI and a line are needed")
    document = ls.documents.get(uri)
    if document is None:
        return None, None
    ours = convert.line_of(document, line)
    match wish:
        case {"comment": str(comment)}:
            return document, with_comment(document.analysis, ours, comment)
        case {"nag": (int() | None) as nag} if not isinstance(nag, bool):
            return document, with_glyph(document.analysis, ours, nag)
        case {"variation": True}:
            return document, next(iter(begin_variation(document.analysis, ours, to_write=True)), None)
    raise JsonRpcInvalidParams("a nag (a number or null), a comment (a text) or a variation (true) is needed")


# Edits


def workspace_edit(ls: Server, document: Document, uri: str, changes: Iterable[Change], *, raw: bool = False) -> Json:
    """Changes of a document, which the client calls ``uri``, as a ``WorkspaceEdit``.

    New lines end as the others of the document do. ``raw``: the changes are those of the text as it is, with its
    byte-order mark and CRs, and have the line ends that it shall have.
    """
    edits = _text_edits(ls, document, changes, raw=raw)
    if ls.client.versioned_edits:
        return {"documentChanges": [{"textDocument": {"uri": uri, "version": document.version}, "edits": edits}]}
    return {"changes": {uri: edits}}


def _written_edit(ls: Server, document: Document, uri: str, changes: Iterable[Change]) -> str:
    """``workspace_edit`` in writing, in a fraction of the time: a new name has a thousand places."""
    edits = ",".join(
        f'{{"range":{convert.written_span(document, (each.line, each.start), (each.end_line, each.end), ls.client)},'
        f'"newText":{json.dumps(each.text)}}}'
        for each in changes
    )
    if ls.client.versioned_edits:
        about = json.dumps({"uri": uri, "version": document.version})
        return f'{{"documentChanges":[{{"textDocument":{about},"edits":[{edits}]}}]}}'
    return f'{{"changes":{{{json.dumps(uri)}:[{edits}]}}}}'


def _text_edits(ls: Server, document: Document, changes: Iterable[Change], *, raw: bool = False) -> list[Json]:
    span = convert.raw_span if raw else convert.json_span
    line_end = "\n" if raw else document.analysis.line_end
    return [
        {
            "range": span(document, (each.line, each.start), (each.end_line, each.end), ls.client),
            "newText": each.text.replace("\n", line_end),
        }
        for each in changes
    ]
