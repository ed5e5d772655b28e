"""Ways through a text, over the protocol."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.support.lsp_client import LOG, InProcess, Message
from tests.support.markers import game

import mtgr.lsp.ways

URI = "file:///a.mtgr"
TEXT = "\n".join(
    [
        game('new token #1 "🔥" owner "PlayerA" in battlefield by ?\n#1 "🔥" tap by #1'),
        game('"PlayerA" pass $1', number=2),
    ]
)
LINES = TEXT.split("\n")
NEW = next(n for n, text in enumerate(LINES) if "new token" in text)
NOTED = next(n for n, text in enumerate(LINES) if text.endswith("$1"))


@pytest.fixture
def client() -> Iterator[InProcess]:
    with InProcess() as client:
        client.initialize()
        client.open(URI, TEXT)
        yield client
        assert client.shut_down() == 0
        assert client.notifications(LOG) == []


def way(line: int, to: Any, uri: str = URI) -> Message:
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": 0}, "to": to}


def test_a_way(client: InProcess) -> None:
    found = client.result("mtgr/navigate", way(NEW, "nextOfObject"))
    assert found == {"line": NEW + 1, "character": LINES[NEW + 1].index("#1")}
    assert client.result("mtgr/navigate", way(NOTED, "nextAnnotation")) is None
    assert client.result("mtgr/navigate", way(NOTED, "nextTurn", "file:///none")) is None


def test_a_long_way_is_taken_in_steps(client: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mtgr.lsp.ways, "SLICE", -1)
    found = client.result("mtgr/navigate", way(0, "nextAnnotation"))
    assert found == {"line": NOTED, "character": LINES[NOTED].index('"')}


@pytest.mark.parametrize(
    "params", [{}, way(0, "up"), way(0, None), {**way(0, "nextTurn"), "position": {"line": 0}},
               {**way(0, "nextTurn"), "position": {"line": "a", "character": 0}}]
)  # fmt: skip
def test_ways_that_are_none_are_refused(client: InProcess, params: Message) -> None:
    assert client.error("mtgr/navigate", params)["code"] == -32602
