"""Help with writing: completion, what is said about its items, and signatures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from mtgr.lsp import convert
from mtgr.lsp.convert import Json
from mtgr.lsp.documents import Document
from mtgr.lsp.protocol import Plain

if TYPE_CHECKING:
    from mtgr.features.item import Item
    from mtgr.features.signature import Signature
    from mtgr.lsp.server import Server

COMPLETION = types.CompletionOptions(trigger_characters=[" ", "#", '"', "$", ":", "["], resolve_provider=True)
SIGNATURES = types.SignatureHelpOptions(trigger_characters=[" "], retrigger_characters=[" "])

_KINDS = {
    "statement": types.CompletionItemKind.Event,
    "snippet": types.CompletionItemKind.Snippet,
    "object": types.CompletionItemKind.Reference,
    "text": types.CompletionItemKind.Constant,
    "word": types.CompletionItemKind.Keyword,
    "value": types.CompletionItemKind.Value,
    "time": types.CompletionItemKind.Unit,
    "nag": types.CompletionItemKind.EnumMember,
    "result": types.CompletionItemKind.EnumMember,
    "tag": types.CompletionItemKind.Property,
}
_AS_IT_IS = types.InsertTextMode.AsIs.value


def on_completion(ls: Server, params: types.CompletionParams) -> Plain:
    from mtgr.features.completion import complete

    document = ls.documents.get(params.text_document.uri)
    if document is None:
        return Plain(None)
    line, column = convert.position_of(document, params.position, ls.client)
    answer = complete(document.analysis, line, column)
    items = [_item(ls, document, item, index, column) for index, item in enumerate(answer.items)]
    return Plain({"isIncomplete": answer.incomplete, "items": items})


def _item(ls: Server, document: Document, item: Item, index: int, column: int) -> Json:
    """An item as the client wants it. It is filtered by what is typed already, and stays in our order."""
    place = item.place
    typed = document.analysis.lines[place.line][place.start : column]
    snippet = item.snippet if ls.client.snippets else ""
    found: Json = {
        "label": item.label,
        "kind": _KINDS[item.kind].value,
        "sortText": f"{index:04d}",
        "filterText": _filter(item.text, typed),
        "textEdit": {"range": convert.json_range(document, place, ls.client), "newText": snippet or item.text},
    }
    if snippet:
        found["insertTextFormat"] = types.InsertTextFormat.Snippet.value
    if "\n" in item.text and ls.client.inserts_as_is:
        found["insertTextMode"] = _AS_IT_IS
    if item.detail:
        found["detail"] = item.detail
    if item.about:
        found["data"] = {"about": item.about}
    return found


def _filter(text: str, typed: str) -> str:
    """What a client filters an item by, which has to begin with what is typed."""
    if text.startswith(typed):
        return text.partition("\n")[0]
    spaces = typed[: len(typed) - len(typed.lstrip())]
    shown = spaces + text.lstrip().partition("\n")[0]
    return shown if shown.startswith(typed) else f"{typed} {text}"


def on_completion_resolve(ls: Server, params: types.CompletionItem) -> types.CompletionItem:
    from mtgr.features.completion_docs import documentation

    match params.data:
        case {"about": str(about)}:
            markdown, plain = documentation(about)
            if markdown:
                params.documentation = (
                    types.MarkupContent(types.MarkupKind.Markdown, markdown)
                    if ls.client.completion_markdown
                    else types.MarkupContent(types.MarkupKind.PlainText, plain)
                )
    return params


def on_signature_help(ls: Server, params: types.SignatureHelpParams) -> Plain:
    from mtgr.features.signature import signatures

    document = ls.documents.get(params.text_document.uri)
    if document is None:
        return Plain(None)
    found = signatures(document.analysis, *convert.position_of(document, params.position, ls.client))
    if found is None:
        return Plain(None)
    shown = [_signature(each, ls.client.signature_places) for each in found.signatures]
    active = found.signatures[found.active].active
    answer: Json = {"signatures": shown, "activeSignature": found.active}
    if active is not None:
        answer["activeParameter"] = active
    return Plain(answer)


def _signature(signature: Signature, places: bool) -> Json:
    parts = [[start, end] if places else signature.label[start:end] for start, end in signature.parts]
    return {
        "label": signature.label,
        "documentation": signature.doc,
        "parameters": [{"label": part} for part in parts],
    }
