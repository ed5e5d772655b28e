"""Our places and answers in the types of the protocol.

Ours count lines that end at LF and code points, the client's as ``mtgr.document.text`` says. What may come by the
thousand is made as the JSON it becomes: the types of lsprotocol cost ten times as much.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from mtgr.lsp.client import Client
from mtgr.lsp.documents import Document

if TYPE_CHECKING:
    from mtgr.analysis import Place
    from mtgr.features.definition import DefinitionAnswer
    from mtgr.features.folding import Fold
    from mtgr.features.hover import HoverAnswer

Json = dict[str, Any]
"""A value of the protocol as it goes over the wire."""


def position_of(document: Document, position: types.Position, client: Client) -> tuple[int, int]:
    """Our (line, column) of a position that a client sent."""
    line, column = document.text.from_client(position.line, position.character, client.encoding)
    return line, document.analysis.own_column(line, column)


def line_of(document: Document, number: int) -> int:
    """Our number of a client's line; the last one for what lies behind it."""
    return document.text.from_client(max(number, 0), 0, "utf-32")[0]


def range_of(document: Document, place: Place, client: Client) -> types.Range:
    found = json_range(document, place, client)
    return types.Range(types.Position(**found["start"]), types.Position(**found["end"]))


def json_range(document: Document, place: Place, client: Client) -> Json:
    """A place as a ``Range``."""
    return json_span(document, (place.line, place.start), (place.line, place.end), client)


def json_span(document: Document, start: tuple[int, int], end: tuple[int, int], client: Client) -> Json:
    """From one (line, column) to another as a ``Range``."""
    line, character, end_line, end_character = _ends(document, start, end, client)
    ends = {"line": end_line, "character": end_character}
    return {"start": {"line": line, "character": character}, "end": ends}


def written_range(document: Document, place: Place, client: Client) -> str:
    """``json_range`` in writing, in a fraction of the time: a player is mentioned a thousand times."""
    return written_span(document, (place.line, place.start), (place.line, place.end), client)


def written_span(document: Document, start: tuple[int, int], end: tuple[int, int], client: Client) -> str:
    """``json_span`` in writing."""
    line, character, end_line, end_character = _ends(document, start, end, client)
    return (
        f'{{"start":{{"line":{line},"character":{character}}},"end":{{"line":{end_line},"character":{end_character}}}}}'
    )


def _ends(
    document: Document, start: tuple[int, int], end: tuple[int, int], client: Client
) -> tuple[int, int, int, int]:
    """The client's line and character of two of our places (line, column), the second of which ends something unless
    it is the first."""
    analysis = document.analysis
    lines, (n, column) = analysis.lines, end
    if start[0] == n and analysis.raw is lines and n < len(lines) and lines[n].isascii():
        length = len(lines[n])  # the common case: the client counts as we do
        return n, min(start[1], length), n, min(column, length)
    return *_position(document, *start, client), *_position(document, *end, client, end=start != end)


def raw_span(document: Document, start: tuple[int, int], end: tuple[int, int], client: Client) -> Json:
    """``json_span`` for columns that count the byte-order mark and the CRs inside lines."""
    ends = (document.text.to_client(*each, client.encoding) for each in (start, end))
    first, last = ({"line": line, "character": character} for line, character in ends)
    return {"start": first, "end": last}


def json_position(document: Document, line: int, column: int, client: Client) -> Json:
    """Our (line, column) as a ``Position``."""
    line, character = _position(document, line, column, client)
    return {"line": line, "character": character}


def _position(document: Document, line: int, column: int, client: Client, end: bool = False) -> tuple[int, int]:
    """The client's line and character of our (line, column), which may end something."""
    return document.text.to_client(line, document.analysis.text_column(line, column, end), client.encoding)


def hover(document: Document, answer: HoverAnswer, client: Client) -> types.Hover:
    contents = (
        types.MarkupContent(types.MarkupKind.Markdown, answer.markdown)
        if client.markdown
        else types.MarkupContent(types.MarkupKind.PlainText, answer.plain)
    )
    return types.Hover(contents, range_of(document, answer.place, client))


def target(document: Document, uri: str, answer: DefinitionAnswer, client: Client, link: bool) -> Json:
    """Where an answer leads, in the document itself: a ``LocationLink`` or a ``Location``; ``uri`` is what the client
    calls the document in this request."""
    place = json_range(document, answer.target, client)
    if not link:
        return {"uri": uri, "range": place}
    return {
        "originSelectionRange": json_range(document, answer.origin, client),
        "targetUri": uri,
        "targetRange": json_range(document, answer.target_line, client),
        "targetSelectionRange": place,
    }


def fold(document: Document, found: Fold, client: Client) -> Json:
    """A fold as a ``FoldingRange``."""
    # Whole lines: a client that folds lines only takes nothing else, and the others take it as well.
    first, last = document.text.client_line(found.start), document.text.client_line(found.end + 1) - 1
    written: Json = {"startLine": first, "endLine": last}
    if found.kind is not None:
        written["kind"] = found.kind
    if client.fold_summaries:
        written["collapsedText"] = found.summary
    return written
