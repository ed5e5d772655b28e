"""Our answers in the types of the protocol."""

from __future__ import annotations

import pytest
from lsprotocol import types

from mtgr.analysis import Place
from mtgr.document.text import Text
from mtgr.features.definition import DefinitionAnswer
from mtgr.features.folding import Fold
from mtgr.features.hover import HoverAnswer
from mtgr.lsp import convert
from mtgr.lsp.client import Client
from mtgr.lsp.documents import Document
from mtgr.lsp.whole import largest

URI = "file:///a"


def document(text: str) -> Document:
    return Document(URI, 1, Text(text))


def span(line: int, start: int, end: int) -> types.Range:
    return types.Range(types.Position(line, start), types.Position(line, end))


def test_a_place_is_a_range_and_a_position_a_place() -> None:
    text = document("one\n😀 two\n")
    assert convert.range_of(text, Place(1, 2, 5), Client()) == span(1, 3, 6)
    assert convert.position_of(text, types.Position(1, 3), Client()) == (1, 2)


WITH_CRS = "a\rb😀c\r\rd\nef\r\ng\r"
"""The analysis sees the lines `ab😀cd`, `ef` and `g`."""


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (Place(0, 0, 1), ((0, 0), (0, 1))),
        (Place(0, 1, 3), ((1, 0), (1, 3))),
        (Place(0, 3, 4), ((1, 3), (1, 4))),
        (Place(0, 4, 5), ((3, 0), (3, 1))),
        (Place(0, 0, 5), ((0, 0), (3, 1))),
        (Place(1, 1, 2), ((4, 1), (4, 2))),
        (Place(2, 0, 1), ((5, 0), (5, 1))),
    ],
)
def test_columns_are_those_of_the_analysis_which_sees_no_crs(
    place: Place, expected: tuple[tuple[int, int], ...]
) -> None:
    text = document(WITH_CRS)
    start, end = (types.Position(*each) for each in expected)
    assert convert.range_of(text, place, Client()) == types.Range(start, end)
    assert convert.position_of(text, start, Client()) == (place.line, place.start)
    assert convert.position_of(text, end, Client()) == (place.line, place.end)


@pytest.mark.parametrize(
    ("client", "expected"),
    [
        (Client(markdown=True), types.MarkupContent(types.MarkupKind.Markdown, "**x**")),
        (Client(), types.MarkupContent(types.MarkupKind.PlainText, "x")),
    ],
)
def test_a_hover_is_in_the_form_the_client_prefers(client: Client, expected: types.MarkupContent) -> None:
    answer = HoverAnswer("**x**", "x", Place(0, 1, 2))
    assert convert.hover(document("abc"), answer, client) == types.Hover(expected, span(0, 1, 2))


def test_a_definition_is_a_link_for_who_takes_links() -> None:
    answer = DefinitionAnswer(origin=Place(1, 0, 2), target=Place(0, 4, 6), target_line=Place(0, 0, 9))
    text = document("new #1 it\n#1\n")
    place = convert.json_range(text, answer.target, Client())
    assert convert.target(text, "file:///A", answer, Client(), link=False) == {"uri": "file:///A", "range": place}
    assert convert.target(text, "file:///A", answer, Client(), link=True) == {
        "originSelectionRange": convert.json_range(text, answer.origin, Client()),
        "targetUri": "file:///A",
        "targetRange": convert.json_range(text, answer.target_line, Client()),
        "targetSelectionRange": place,
    }


FOLDS = [Fold(0, 9, "region", "all"), Fold(1, 2, "comment", "few"), Fold(3, 8, None, "most")]
LINES = document("\n" * 10)


def test_folds_have_summaries_for_who_shows_them() -> None:
    assert [convert.fold(LINES, fold, Client(fold_summaries=True)) for fold in FOLDS] == [
        {"startLine": 0, "endLine": 9, "kind": "region", "collapsedText": "all"},
        {"startLine": 1, "endLine": 2, "kind": "comment", "collapsedText": "few"},
        {"startLine": 3, "endLine": 8, "collapsedText": "most"},
    ]
    assert not any("collapsedText" in convert.fold(LINES, fold, Client()) for fold in FOLDS)


@pytest.mark.parametrize(("most", "starts"), [(None, [0, 1, 3]), (3, [0, 1, 3]), (2, [0, 3]), (0, [])])
def test_of_too_many_folds_the_largest_stay(most: int | None, starts: list[int]) -> None:
    assert largest([(fold.end - fold.start, fold.start) for fold in FOLDS], most) == starts


def test_a_fold_holds_all_that_the_editor_sees_of_its_lines() -> None:
    fold = convert.fold(document("\ra\nb\rc\n"), Fold(0, 1, None, ""), Client())
    assert (fold["startLine"], fold["endLine"]) == (0, 3)


def capabilities(**text_document: object) -> types.ClientCapabilities:
    return types.ClientCapabilities(text_document=types.TextDocumentClientCapabilities(**text_document))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("formats", "markdown"),
    [
        (None, False),
        ([], False),
        ([types.MarkupKind.PlainText, types.MarkupKind.Markdown], False),
        ([types.MarkupKind.Markdown, types.MarkupKind.PlainText], True),
    ],
)
def test_the_first_format_is_the_preferred_one(formats: list[types.MarkupKind] | None, markdown: bool) -> None:
    given = capabilities(hover=types.HoverClientCapabilities(content_format=formats))
    assert Client.of(given, "utf-16").markdown is markdown


def test_a_client_that_says_nothing_can_do_nothing() -> None:
    assert Client.of(types.ClientCapabilities(), None) == Client()
