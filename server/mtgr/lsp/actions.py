"""Code actions: what can be done at a place, and what a client is told to change for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from mtgr.lsp import convert
from mtgr.lsp.convert import Json
from mtgr.lsp.diagnostics import diagnostic
from mtgr.lsp.documents import Document
from mtgr.lsp.editing import workspace_edit
from mtgr.lsp.protocol import Plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mtgr.features.code_actions import Action
    from mtgr.lsp.server import Server

OPTIONS = types.CodeActionOptions(
    ["quickfix", "refactor.rewrite", "refactor.rewrite.variation", "refactor.rewrite.annotate", "source.fixAll.mtgr"],
    resolve_provider=True,
)
"""The kinds are those of ``mtgr.features.code_actions.KINDS``, which is imported later."""


def on_code_action(ls: Server, params: types.CodeActionParams) -> Plain:
    from mtgr.features.code_actions import code_actions

    uri = params.text_document.uri
    document = ls.documents.get(uri)
    if document is None or not ls.client.actions:
        return Plain(None)
    first, _ = convert.position_of(document, params.range.start, ls.client)
    last, column = convert.position_of(document, params.range.end, ls.client)
    if last > first and column == 0:
        last -= 1  # whole lines are chosen up to the start of the next
    only = params.context.only
    kinds = None if only is None else [_name(kind) for kind in only]
    found = code_actions(document.analysis, min(first, last), max(first, last), kinds)
    return Plain([_action(ls, document, uri, first, each, params.context.diagnostics) for each in found])


def _name(kind: types.CodeActionKind | str) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else kind


def _action(
    ls: Server, document: Document, uri: str, n: int, action: Action, shown: Sequence[types.Diagnostic]
) -> Json:
    found: Json = {"title": action.title, "kind": action.kind}
    if settled := _settled(ls, document, action, shown):
        found["diagnostics"] = settled
    if action.preferred and ls.client.prefers_actions:
        found["isPreferred"] = True
    if action.changes is None and ls.client.resolves_actions:
        found["data"] = {"uri": uri, "line": n, "kind": action.kind}
    else:
        found["edit"] = _edit_of(ls, document, uri, n, action)
    return found


def _settled(ls: Server, document: Document, action: Action, shown: Sequence[types.Diagnostic]) -> list[Json]:
    """The diagnostics that an action settles, of those that the client shows."""
    places = {(each.range.start.line, each.range.start.character, each.code) for each in shown}
    found = []
    for each in action.findings:
        finding = each if action.raw else document.analysis.shifted(each)
        made = diagnostic(document.uri, document.text, finding, ls.client.encoding, ls.client.related)
        start = made["range"]["start"]
        if (start["line"], start["character"], each.code) in places:
            found.append(made)
    return found


def on_code_action_resolve(ls: Server, params: types.CodeAction) -> Plain:
    from mtgr.features.code_actions import resolve

    found: Json = {"title": params.title, "data": params.data}
    if params.kind is not None:
        found["kind"] = _name(params.kind)
    match params.data:
        case {"uri": str(uri), "line": int(line), "kind": str(kind)}:
            document = ls.documents.get(uri)
            action = None if document is None else resolve(document.analysis, kind, line)
            if document is not None and action is not None:
                found["edit"] = workspace_edit(ls, document, uri, action.changes or (), raw=action.raw)
    return Plain(found)


def _edit_of(ls: Server, document: Document, uri: str, n: int, action: Action) -> Json:
    from mtgr.features.code_actions import resolve

    made = action if action.changes is not None else resolve(document.analysis, action.kind, n)
    changes = () if made is None else made.changes or ()
    return workspace_edit(ls, document, uri, changes, raw=made is not None and made.raw)
