"""What a client sends back as it was given: some of them lose values that are null on the way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.support.lsp_client import InProcess, at

URI = "file:///game.mtgr"
GAME = Path(__file__).parents[2] / "conformance" / "try" / "recorded-with-one-mistake.mtgr"


def without_null(value: Any) -> Any:
    """As Neovim 0.7 sends it back."""
    if isinstance(value, dict):
        return {name: without_null(each) for name, each in value.items() if each is not None}
    return [without_null(each) for each in value] if isinstance(value, list) else value


def test_an_item_that_lost_its_nulls_has_the_same_calls() -> None:
    """On lines about an object, and on those about a player."""
    lines = GAME.read_text(encoding="utf-8").split("\n")
    led = 0
    with InProcess() as client:
        client.initialize()
        client.open(URI, "\n".join(lines))
        for n in range(250, 290):
            for item in client.result("textDocument/prepareCallHierarchy", at(URI, n, 20)) or []:
                assert without_null(item["data"]) == item["data"]
                for method in ("callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"):
                    calls = client.result(method, {"item": item})
                    assert calls is not None
                    assert client.result(method, {"item": {**item, "data": {**item["data"], "id": None}}}) is not None
                    led += len(calls)
        assert client.shut_down() == 0
    assert led > 10
