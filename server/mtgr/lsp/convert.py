"""Our places and answers in the types of the protocol.

Ours count lines that end at LF and code points, the client's as ``mtgr.document.text`` says.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lsprotocol import types

from mtgr.lsp.client import Client
from mtgr.lsp.documents import Document

if TYPE_CHECKING:
    from mtgr.analysis import Finding, Place
    from mtgr.features.definition import DefinitionAnswer
    from mtgr.features.folding import Fold
    from mtgr.features.hover import HoverAnswer

SOURCE = "mtgr"

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "information": types.DiagnosticSeverity.Information,
    "hint": types.DiagnosticSeverity.Hint,
}


def position_of(document: Document, position: types.Position, client: Client) -> tuple[int, int]:
    """Our (line, column) of a position that a client sent."""
    return document.text.from_client(position.line, position.character, client.encoding)


def range_of(document: Document, place: Place, client: Client) -> types.Range:
    start = document.text.to_client(place.line, place.start, client.encoding)
    end = document.text.to_client(place.line, place.end, client.encoding)
    return types.Range(types.Position(*start), types.Position(*end))


def diagnostic(document: Document, finding: Finding, client: Client) -> types.Diagnostic:
    related = [
        types.DiagnosticRelatedInformation(
            types.Location(document.uri, range_of(document, other.place, client)), other.message
        )
        for other in finding.related
    ]
    return types.Diagnostic(
        range=range_of(document, finding.place, client),
        severity=_SEVERITIES[finding.severity.value],
        code=finding.code,
        source=SOURCE,
        message=finding.message,
        related_information=related if related and client.related else None,
    )


def hover(document: Document, answer: HoverAnswer, client: Client) -> types.Hover:
    contents = (
        types.MarkupContent(types.MarkupKind.Markdown, answer.markdown)
        if client.markdown
        else types.MarkupContent(types.MarkupKind.PlainText, answer.plain)
    )
    return types.Hover(contents, range_of(document, answer.place, client))


def definition(
    document: Document, uri: str, answer: DefinitionAnswer, client: Client
) -> types.Location | list[types.LocationLink]:
    """The definition, which is in the document itself; ``uri`` is what the client calls it in this request."""
    target = range_of(document, answer.target, client)
    if not client.links:
        return types.Location(uri, target)
    origin, line = range_of(document, answer.origin, client), range_of(document, answer.target_line, client)
    return [types.LocationLink(uri, line, target, origin)]


def folds(document: Document, found: Iterable[Fold], client: Client) -> list[types.FoldingRange]:
    """The folds; of more than the client wants, the largest."""
    chosen = list(found)
    if client.most_folds is not None and len(chosen) > client.most_folds:
        largest = sorted(chosen, key=lambda fold: fold.start - fold.end)[: client.most_folds]
        chosen = sorted(largest, key=lambda fold: fold.start)
    return [_fold(document, fold, client) for fold in chosen]


def _fold(document: Document, fold: Fold, client: Client) -> types.FoldingRange:
    # Whole lines: a client that folds lines only takes nothing else, and the others take it as well.
    text = document.text
    return types.FoldingRange(
        start_line=text.to_client(fold.start, 0, client.encoding)[0],
        end_line=text.to_client(fold.end, len(text.lines[fold.end]), client.encoding)[0],
        kind=fold.kind,
        collapsed_text=fold.summary if client.fold_summaries else None,
    )
