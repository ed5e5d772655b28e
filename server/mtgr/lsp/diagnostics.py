"""The findings of a text as diagnostics.

They are made as the JSON that goes over the wire, since they may come by the thousand, and without the types of
lsprotocol: the processes that check the files of a folder do not import it.
"""

from __future__ import annotations

import hashlib
import json
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mtgr.analysis import Analysis, Finding, Place
    from mtgr.document.text import Encoding, Text
    from mtgr.lsp.client import Client
    from mtgr.lsp.documents import Document

MOST = 1000
"""Diagnostics sent for one document, the last of which says how many more there are. Editors get slow with more, and a
list is always sent whole."""

PATIENCE = 0.04
"""Seconds that a client which asks for diagnostics may wait for the analysis to be finished."""

SOURCE = "mtgr"

Json = dict[str, Any]

_SEVERITIES = {"error": 1, "warning": 2, "information": 3, "hint": 4}
_START: Json = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}


def diagnostics(document: Document, client: Client) -> list[Json]:
    """What is known of a document so far."""
    items = known(document.uri, document.text, document.analysis, client.encoding, client.related)
    if document.stopped:
        items.append(remark("The analysis of this file was cancelled; it goes on with the next edit."))
    return items


def known(uri: str, text: Text, analysis: Analysis, encoding: Encoding, related: bool) -> list[Json]:
    """What is known of a text so far, as a client takes it: with its encoding, and with related places or without."""
    shown = analysis.known(MOST + 1)
    too_many = len(shown) > MOST
    if too_many:
        shown = shown[: MOST - 1]
    else:
        shown += analysis.hints(MOST - len(shown))
    items = [diagnostic(uri, text, finding, encoding, related) for finding in shown]
    if too_many:
        message = f"There are {analysis.count() - len(shown)} more findings in this file; `mtgr check` shows them all."
        items.append(remark(message, items[-1]["range"]))
    return items


def remark(message: str, place: Json = _START) -> Json:
    """A ``Diagnostic`` that is no finding but says something about them; ``place`` is a ``Range``."""
    return {"range": place, "severity": _SEVERITIES["information"], "source": SOURCE, "message": message}


def result_id(written: str) -> str:
    """The ID of a report, given its diagnostics as ``write`` writes them: the same for the same diagnostics.

    So a client knows an open document's report when it meets it again as that of a file, or after a restart.
    """
    return hashlib.blake2b(written.encode(), digest_size=12).hexdigest()


def write(items: list[Json]) -> str:
    """Diagnostics as JSON, in ASCII."""
    return json.dumps(items, separators=(",", ":"))


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
    document.incomplete = not document.stopped and (not analysis.finished or analysis.only_hints_left)
    items = diagnostics(document, client)
    if document.reported is None or document.reported[1] != items:
        document.reported = result_id(write(items)), items
    if document.reported[0] == previous:
        return {"kind": "unchanged", "resultId": previous}
    return {"kind": "full", "resultId": document.reported[0], "items": items}


def diagnostic(uri: str, text: Text, finding: Finding, encoding: Encoding, related: bool) -> Json:
    """A finding as a ``Diagnostic``."""
    found: Json = {
        "range": _range(text, finding.place, encoding),
        "severity": _SEVERITIES[finding.severity.value],
        "code": finding.code,
        "source": SOURCE,
        "message": finding.message,
    }
    if finding.related and related:
        found["relatedInformation"] = [
            {"location": {"uri": uri, "range": _range(text, each.place, encoding)}, "message": each.message}
            for each in finding.related
        ]
    return found


def _range(text: Text, place: Place, encoding: Encoding) -> Json:
    line, character = text.to_client(place.line, place.start, encoding)
    end_line, end_character = text.to_client(place.line, place.end, encoding)
    return {
        "start": {"line": line, "character": character},
        "end": {"line": end_line, "character": end_character},
    }
