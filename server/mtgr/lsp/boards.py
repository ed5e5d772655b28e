"""What a board view that follows the cursor asks for. The lines of questions and answers count from 0."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import TYPE_CHECKING, Any

from pygls.exceptions import JsonRpcInvalidParams

from mtgr.lsp.agenda import SLICE
from mtgr.lsp.convert import Json, line_of
from mtgr.lsp.documents import Document
from mtgr.lsp.protocol import Plain, uri_and_line

if TYPE_CHECKING:
    from mtgr.features.course import Course, Totals
    from mtgr.lsp.server import Server

BOARD = "mtgr/board"
COURSE = "mtgr/course"
LAST_EVENT = "mtgr/lastEvent"


def on_board(ls: Server, params: Any) -> Plain:
    """``{"textDocument": {"uri"}, "position": {"line"}, "guess"?}``: see ``mtgr.features.board_view``.

    Null if the document is not open, or the line is outside a game body.
    """
    from mtgr.features.board_view import board_view

    uri, line = _place(params)
    document = ls.documents.get(uri)
    if document is None:
        return Plain(None)
    guess = getattr(params, "guess", False) is True
    board = board_view(document.analysis, line_of(document, line), guess=guess)
    if board is not None:
        for numbered in filter(None, (board, board["failure"])):
            for key in ("line", "shown"):
                if key in numbered:
                    numbered[key] = document.text.client_line(numbered[key])
    return Plain(board)


def on_last_event(ls: Server, params: Any) -> Plain:
    """``{"textDocument": {"uri"}, "position": {"line"}, "ids"}``: the line of the last event before a line that
    mentions one of some objects (IDs with their ``#``). Null if there is none."""
    from mtgr.features.board_view import last_event

    uri, line = _place(params)
    ids = getattr(params, "ids", None)
    if not (isinstance(ids, list) and all(isinstance(id, str) and id.startswith("#") for id in ids)):
        raise JsonRpcInvalidParams("ids is a list of IDs")
    document = ls.documents.get(uri)
    found = None if document is None else last_event(document.analysis, line_of(document, line), ids)
    return Plain(None if document is None or found is None else document.text.client_line(found))


async def on_course(ls: Server, params: Any) -> Plain:
    """``{"textDocument": {"uri"}, "position": {"line"}}``: the course of the game that a line belongs to.

    Null if the document is not open, or the line belongs to no game.
    """
    from mtgr.features.course import game_course, played, prepare_course

    uri, line = _place(params)
    document = ls.documents.get(uri)
    while document is not None and ls.documents.get(uri) is document:
        game = document.analysis.game_at(line_of(document, line))
        if game is None:
            return Plain(None)
        if prepare_course(document.analysis, game, perf_counter() + SLICE / 2):
            await asyncio.sleep(0)  # for whoever is in more of a hurry
            continue
        course = game_course(document.analysis, game)
        spans = [(block.start, block.end) for block in played(game)]
        return Plain(_course(document, course, spans, (game.start, game.end)))
    return Plain(None)


def _course(document: Document, course: Course, spans: list[tuple[int, int]], game: tuple[int, int]) -> Json:
    client_line = document.text.client_line
    return {
        "game": course.number,
        "lines": [client_line(game[0]), client_line(game[1])],
        "title": course.title,
        "players": list(course.players),
        "stretches": [
            {"turn": each.turn, "active": each.active, "line": client_line(start), "end": client_line(end)}
            for each, (start, end) in zip(course.stretches, spans, strict=True)
        ],
        "points": [[point.at, *map(_totals, point.totals)] for point in course.points],
        "moments": [
            {"at": each.at, "line": client_line(each.line), "statement": each.statement, "glyphs": list(each.glyphs)}
            | {"comment": each.comment}
            for each in course.moments
        ],
        "gaps": [list(gap) for gap in course.gaps],
    }


def _totals(totals: Totals) -> list[int | None]:
    return [totals.life, totals.poison]


def _place(params: Any) -> tuple[str, int]:
    """The URI and line that every question here names."""
    uri, line = uri_and_line(params)
    if not (isinstance(uri, str) and isinstance(line, int)):
        raise JsonRpcInvalidParams("a URI and a line are needed")
    return uri, line
