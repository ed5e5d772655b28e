"""The store of open documents."""

from __future__ import annotations

import pytest
from lsprotocol import types

from mtgr.lsp.documents import Document, Documents


def opened(documents: Documents, uri: str, text: str = "one\ntwo\n") -> Document:
    return documents.open(types.TextDocumentItem(uri, "mtgr", 1, text))


@pytest.mark.parametrize(
    ("uri", "other"),
    [
        ("file:///C:/games/a.mtgr", "file:///c%3A/games/a.mtgr"),
        ("file:///a%20b.mtgr", "file:///a b.mtgr"),
        ("untitled:Untitled-1", "untitled:Untitled-1"),
    ],
)
def test_a_document_is_found_by_every_spelling_of_its_uri(uri: str, other: str) -> None:
    documents = Documents()
    document = opened(documents, uri)
    assert documents.get(other) is document
    assert document.uri == uri
    assert documents.close(other) is document
    assert documents.get(uri) is None


@pytest.mark.parametrize("other", ["file:///A.mtgr", "file:///a.mtgr/", "file:///b.mtgr"])
def test_other_documents_are_other_documents(other: str) -> None:
    documents = Documents()
    opened(documents, "file:///a.mtgr")
    assert documents.get(other) is None
    assert documents.close(other) is None


def test_changes_apply_one_after_the_other() -> None:
    document = opened(Documents(), "file:///a")
    position = types.Position
    document.change(
        [
            types.TextDocumentContentChangePartial(types.Range(position(1, 0), position(1, 3)), "zwei\ndrei"),
            types.TextDocumentContentChangePartial(types.Range(position(2, 0), position(2, 4)), "3"),
        ],
        7,
        "utf-16",
    )
    assert document.text.text() == "one\nzwei\n3\n"
    assert document.version == 7


def test_a_change_without_a_range_is_the_whole_text() -> None:
    document = opened(Documents(), "file:///a")
    document.change([types.TextDocumentContentChangeWholeDocument("new")], 2, "utf-16")
    assert document.text.text() == "new"


def test_the_analysis_is_of_the_text_as_it_is_now() -> None:
    document = opened(Documents(), "file:///a")
    first = document.analysis
    assert document.analysis is first
    document.change([types.TextDocumentContentChangeWholeDocument("new\n")], 2, "utf-16")
    assert list(document.analysis.lines) == ["new", ""]
