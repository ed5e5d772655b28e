"""Answers about whole texts: what an edit leaves standing is not said anew."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.lsp_client import InProcess, put

URI = "file:///matches.mtgr"
DOCUMENT = {"textDocument": {"uri": URI}}
TEXT = (Path(__file__).parents[2] / "conformance/valid/several-matches.mtgr").read_bytes().decode()
LINES = TEXT.split("\n")
GAMES = TEXT.count("[Mtgr ")
KEEPS = [n for n, line in enumerate(LINES) if line.endswith("concede")]
"""A line of each game that something can be written behind."""

METHODS = {
    "textDocument/documentSymbol": "mtgr.features.symbols.game_symbol",
    "textDocument/foldingRange": "mtgr.features.folding.game_folds",
    "textDocument/documentLink": "mtgr.features.links.game_links",
    "textDocument/codeLens": "mtgr.features.lens.game_lenses",
}

CAPABILITIES = {
    "textDocument": {
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "foldingRange": {"foldingRange": {"collapsedText": True}},
    }
}


class Session:
    """A client, and how many games a question about the text makes the server look at."""

    def __init__(self, client: InProcess, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.client, self.method, self.version, self.made = client, method, 1, 0
        module, _, name = METHODS[method].rpartition(".")
        make = getattr(importlib.import_module(module), name)

        def counted(*args: object) -> object:
            self.made += 1
            return make(*args)

        monkeypatch.setattr(METHODS[method], counted)
        client.open(URI, TEXT)
        self.settle()

    def settle(self) -> None:
        """The replay may raise what the answers hold for."""
        while self.client.server.agenda.busy or not self.client.server.documents.get(URI):
            assert "error" in self.client.request("$/ping")

    def is_right(self) -> bool:
        """Whether the answer is that of a server to which the text is new."""
        document = self.client.server.documents.get(URI)
        assert document is not None
        with InProcess() as other:
            other.initialize(CAPABILITIES)
            other.open(URI, document.text.text())
            expected = other.result(self.method, DOCUMENT)
            other.shut_down()
        return bool(self.client.result(self.method, DOCUMENT) == expected)

    def ask(self) -> int:
        self.made = 0
        self.client.result(self.method, DOCUMENT)
        return self.made

    def write(self, line: int, text: str) -> None:
        self.version += 1
        end = (line, len(LINES[line]))
        self.client.change(URI, self.version, put(end, end, text))
        assert "error" in self.client.request("$/ping")
        self.settle()


@pytest.fixture(params=METHODS)
def session(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    with InProcess() as client:
        client.initialize(CAPABILITIES)
        yield Session(client, request.param, monkeypatch)


def test_only_the_game_that_changed_is_looked_at_again(session: Session) -> None:
    assert (session.ask(), session.ask()) == (GAMES, 0)
    session.write(KEEPS[1], " ; see section 11")
    assert (session.ask(), session.ask()) == (1, 0)


def test_games_that_moved_are_said_to_be_elsewhere(session: Session) -> None:
    session.ask()
    session.write(KEEPS[1], "\n% a line")
    assert session.ask() == 1
    assert session.is_right()
    session.write(KEEPS[0], "\r; a line of the client's")
    assert session.ask() == GAMES
    assert session.is_right()
    session.write(KEEPS[0] + 1, "\n% a line")
    assert session.is_right()


def test_answers_hold_for_the_settings_they_were_given_with(session: Session) -> None:
    session.ask()
    chosen = {"formatText": "https://x.invalid/{section}", "codeLens": {"state": False}}
    session.client.notify("workspace/didChangeConfiguration", {"settings": {"mtgr": chosen}})
    expected = GAMES if session.method in ("textDocument/documentLink", "textDocument/codeLens") else 0
    assert session.ask() == expected


def test_a_name_that_reads_like_the_number_of_a_line_does_not_move() -> None:
    text = TEXT.replace('"Ann"', r'"a\"line\":5, \"endLine\":7"')
    with InProcess() as client:
        client.initialize(CAPABILITIES)
        client.open(URI, text)
        [first, *_] = before = client.result("textDocument/documentSymbol", DOCUMENT)
        assert '"line":5' in first["name"]
        client.change(URI, 2, put((0, 0), (0, 0), "% a line\n"))
        after = client.result("textDocument/documentSymbol", DOCUMENT)
        assert [each["name"] for each in after] == [each["name"] for each in before]
        assert after[1]["range"]["start"]["line"] == before[1]["range"]["start"]["line"] + 1
