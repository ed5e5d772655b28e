"""The findings of a document as diagnostics, published or asked for."""

from __future__ import annotations

from itertools import count
from time import perf_counter, time_ns

from mtgr.lsp import convert
from mtgr.lsp.client import Client
from mtgr.lsp.convert import Json
from mtgr.lsp.documents import Document

MOST = 1000
"""Diagnostics sent for one document, the last of which says how many more there are. Editors get slow with more, and a
list is always sent whole."""

PATIENCE = 0.04
"""Seconds that a client which asks for diagnostics may wait for the analysis to be finished."""

_process = f"{time_ns():x}"  # so that an ID that a client has kept from before a restart is none of ours
_numbers = count(1)


def diagnostics(document: Document, client: Client) -> list[Json]:
    """What is known of a document so far."""
    analysis = document.analysis
    shown = analysis.known(MOST + 1)
    too_many = len(shown) > MOST
    if too_many:
        shown = shown[: MOST - 1]
    items = [convert.diagnostic(document, finding, client) for finding in shown]
    if too_many:
        message = f"There are {analysis.count() - len(shown)} more findings in this file; `mtgr check` shows them all."
        items.append(convert.remark(items[-1]["range"], message))
    if document.stopped:
        start = {"line": 0, "character": 0}
        message = "The analysis of this file was cancelled; it goes on with the next edit."
        items.append(convert.remark({"start": start, "end": start}, message))
    return items


def publication(document: Document, client: Client) -> Json:
    """What to publish of a document: the parameters of ``textDocument/publishDiagnostics``."""
    params: Json = {"uri": document.uri, "diagnostics": diagnostics(document, client)}
    if client.versions:
        params["version"] = document.version
    return params


def report(document: Document, previous: str | None, client: Client) -> Json:
    """The answer to ``textDocument/diagnostic``: the diagnostics, or only that they are what ``previous`` said.

    What cannot be found out at once is left out, and ``document.incomplete`` says so.
    """
    analysis = document.analysis
    if not document.stopped:
        analysis.work(perf_counter() + PATIENCE, edits_only=document.reported is not None)
    document.incomplete = not document.stopped and not analysis.finished
    items = diagnostics(document, client)
    if document.reported is None or document.reported[1] != items:
        document.reported = f"{_process}.{next(_numbers)}", items
    elif document.reported[0] == previous:
        return {"kind": "unchanged", "resultId": previous}
    return {"kind": "full", "resultId": document.reported[0], "items": items}
