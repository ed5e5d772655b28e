"""The findings of a document as diagnostics, published or asked for."""

from __future__ import annotations

from itertools import count
from time import time_ns

from lsprotocol import types

from mtgr.lsp.client import Client
from mtgr.lsp.convert import SOURCE, diagnostic
from mtgr.lsp.documents import Document

MOST = 2000
"""Diagnostics sent for one document, the last of which says how many more there are. Editors get slow with more, and a
list is always sent whole."""

_process = f"{time_ns():x}"  # so that an ID that a client has kept from before a restart is none of ours
_numbers = count(1)


def diagnostics(document: Document, client: Client) -> list[types.Diagnostic]:
    findings = document.analysis.findings()
    shown = findings if len(findings) <= MOST else findings[: MOST - 1]
    items = [diagnostic(document, finding, client) for finding in shown]
    if more := len(findings) - len(shown):
        items.append(_more(more, items[-1].range))
    return items


def _more(number: int, place: types.Range) -> types.Diagnostic:
    message = f"There are {number} more findings in this file; `mtgr check` shows them all."
    return types.Diagnostic(place, message, severity=types.DiagnosticSeverity.Information, source=SOURCE)


def publication(document: Document, client: Client) -> types.PublishDiagnosticsParams:
    """What to publish of a document as it is now."""
    version = document.version if client.versions else None
    return types.PublishDiagnosticsParams(document.uri, diagnostics(document, client), version=version)


def report(document: Document, previous: str | None, client: Client) -> types.DocumentDiagnosticReport:
    """The diagnostics of a document for who asks, or only that they still are what the report ``previous`` said."""
    items = diagnostics(document, client)
    if document.reported is None or document.reported[1] != items:
        document.reported = f"{_process}.{next(_numbers)}", items
    elif document.reported[0] == previous:
        return types.RelatedUnchangedDocumentDiagnosticReport(previous)
    return types.RelatedFullDocumentDiagnosticReport(items, result_id=document.reported[0])
