"""``MTGR_PARANOID=1``: what is known after each edit is compared with a fresh analysis of the text."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types
from tests.support.lsp_client import LOG, PUBLISH, InProcess, put

from mtgr.document.text import Text
from mtgr.features.folding import block_folds
from mtgr.lsp import paranoid
from mtgr.lsp.documents import Document

URI = "file:///a.mtgr"
GAME = (Path(__file__).parents[2] / "conformance" / "valid" / "variations.mtgr").read_text(encoding="utf-8")


def opened() -> Document:
    document = Document(URI, 1, Text(GAME))
    document.analysis.finish()
    assert paranoid.difference(document) is None
    return document


def test_after_edits_there_is_no_difference() -> None:
    document = opened()
    for version, line in enumerate(range(20, 60, 3), 2):
        deletion = types.Range(types.Position(line, 0), types.Position(line + 1, 0))
        document.change([types.TextDocumentContentChangePartial(deletion, "")], version, "utf-16")
        assert paranoid.difference(document) is None


def test_another_text_is_a_difference() -> None:
    document = opened()
    document.text.edit((40, 0), (41, 0), "", "utf-16")  # the analysis is not told
    assert paranoid.difference(document) is not None


def test_an_answer_kept_for_other_lines_is_a_difference() -> None:
    document = opened()
    block = document.analysis.games[0].blocks[-1]
    assert block.notes[block_folds]
    block.notes[block_folds] = []
    assert paranoid.difference(document) == "the folds differ"


def test_an_answer_about_a_place_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    document = opened()
    monkeypatch.setattr("mtgr.features.hover.hover", lambda analysis, _line, _column: analysis is document.analysis)
    found = paranoid.difference(document)
    assert found is not None
    assert found.startswith("the hovers at ")


def test_the_server_logs_a_difference_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paranoid, "ON", True)
    with InProcess() as client:
        client.initialize()
        client.open(URI, GAME)
        client.wait_for_notification(PUBLISH)
        assert client.notifications(LOG) == []
        monkeypatch.setattr("mtgr.features.folding.folding", id)  # which no two analyses share
        client.change(URI, 2, put((40, 0), (40, 0), " "))
        assert "led astray: the folds differ" in client.wait_for_notification(LOG)["message"]
        assert client.wait_for_notification(PUBLISH)["uri"] == URI
