"""Formatting over the protocol: of a whole text, of some lines, and what typing brings with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from mtgr.document.text import same_start
from mtgr.lsp import convert
from mtgr.lsp.convert import Json
from mtgr.lsp.documents import Document
from mtgr.lsp.protocol import Plain
from mtgr.lsp.whole import gathered

if TYPE_CHECKING:
    from mtgr.analysis.game import Game
    from mtgr.features.block_format import Change
    from mtgr.lsp.client import Client
    from mtgr.lsp.server import Server


async def on_formatting(ls: Server, params: types.DocumentFormattingParams) -> Plain:
    from mtgr.features.block_format import block_format
    from mtgr.features.formatting import game_changes

    def of_game(document: Document, game: Game) -> Iterator[Json]:
        return (_edit(document, change, ls.client) for change in game_changes(document.analysis, game))

    uri = params.text_document.uri
    found = await gathered(ls, uri, lambda analysis, until: analysis.prepare(block_format, until), of_game)
    return Plain(None if found is None else found[1])


def on_range_formatting(ls: Server, params: types.DocumentRangeFormattingParams) -> Plain:
    """Whole lines: those that the range has a character of."""
    from mtgr.features.formatting import range_formatting

    document = ls.documents.get(params.text_document.uri)
    if document is None:
        return Plain(None)
    first, _ = convert.position_of(document, params.range.start, ls.client)
    last, column = convert.position_of(document, params.range.end, ls.client)
    changes = range_formatting(document.analysis, first, last - (not column and last > first))
    return Plain([_edit(document, change, ls.client) for change in changes])


def on_type_formatting(ls: Server, params: types.DocumentOnTypeFormattingParams) -> Plain:
    from mtgr.features.on_type import on_type

    document = ls.documents.get(params.text_document.uri)
    if document is None:
        return Plain(None)
    line, column = convert.position_of(document, params.position, ls.client)
    return Plain(
        [
            {"range": convert.json_span(document, each.start, each.end, ls.client), "newText": each.text}
            for each in on_type(document.analysis, line, column, params.ch)
        ]
    )


def _edit(document: Document, change: Change, client: Client) -> Json:
    """A change as the smallest ``TextEdit`` that does it: a cursor elsewhere in the line stays where it is."""
    lines = document.text.lines
    ended = change.end < len(lines)  # the last line of a text has no line end
    old = "\n".join(lines[change.start : change.end]) + "\n" * ended
    new = "".join(f"{text}\n" for text in change.lines) if ended else "\n".join(change.lines)
    start = same_start(old, new)
    kept = same_start(old[start:][::-1], new[start:][::-1])
    if old[: len(old) - kept].endswith("\r") and kept:
        kept -= 1  # a client sees CR and LF as one line end
    end = len(old) - kept
    return {
        "range": convert.raw_span(document, _place(old, start, change.start), _place(old, end, change.start), client),
        "newText": new[start : len(new) - kept],
    }


def _place(text: str, at: int, first: int) -> tuple[int, int]:
    """Line and column of a place in a text that starts at line ``first``."""
    return first + text.count("\n", 0, at), at - (text.rfind("\n", 0, at) + 1)
