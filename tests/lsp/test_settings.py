"""What the user has chosen, however the client tells of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from tests.support.lsp_client import InProcess, Message
from tests.support.markers import game

from mtgr.lsp.settings import Settings

URI = "file:///a.mtgr"
TEXT = game('new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ? $1')
NO_GLYPHS = {"mtgr": {"inlayHints": {"glyphs": False}}}
ASKS = {"workspace": {"configuration": True, "inlayHint": {"refreshSupport": True}}}


@dataclass(frozen=True)
class Switches:
    first_one: bool = True
    second: bool = False


def chosen(given: object) -> Switches:
    settings = Settings()
    settings.given(given)
    return settings.of("part", Switches)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"mtgr": {"part": {"firstOne": False}}}, Switches(first_one=False)),
        ({"part": {"second": True}}, Switches(second=True)),
        ({"mtgr": {"part": {"firstOne": "no", "third": True}}}, Switches()),
        ({"mtgr": {"part": 3}}, Switches()),
        ({"other": {"part": {"second": True}}}, Switches()),
        (None, Switches()),
        ([1], Switches()),
    ],
)
def test_what_does_not_fit_is_passed_over(given: object, expected: Switches) -> None:
    assert chosen(given) == expected


def test_texts_are_settings_too() -> None:
    settings = Settings()
    settings.given({"mtgr": {"formatText": "https://a/{section}", "other": 1}})
    assert (settings.text("formatText"), settings.text("other"), settings.text("none")) == (
        "https://a/{section}",
        "",
        "",
    )


@pytest.fixture
def client() -> Iterator[InProcess]:
    with InProcess() as client:
        yield client
        assert client.shut_down() == 0


def glyphs(client: InProcess) -> list[str]:
    place = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    hints: list[dict[str, Any]] = client.result(
        "textDocument/inlayHint", {"textDocument": {"uri": URI}, "range": place}
    )
    return [hint["label"] for hint in hints]


def test_settings_come_with_the_beginning(client: InProcess) -> None:
    client.initialize(initializationOptions=NO_GLYPHS)
    client.open(URI, TEXT)
    assert glyphs(client) == []


def test_settings_are_pushed(client: InProcess) -> None:
    client.initialize()
    client.open(URI, TEXT)
    assert glyphs(client) == ["!"]
    client.notify("workspace/didChangeConfiguration", {"settings": NO_GLYPHS})
    assert glyphs(client) == []


def answer(client: InProcess, value: object) -> None:
    """Answer the server's question about the settings."""
    asked: Message = client.wait_for(lambda message: message.get("method") == "workspace/configuration")
    assert asked["params"] == {"items": [{"section": "mtgr"}]}
    client.send({"jsonrpc": "2.0", "id": asked["id"], "result": [value]})


def test_settings_are_asked_for_and_the_hints_come_anew(client: InProcess) -> None:
    client.initialize(ASKS)
    answer(client, {"inlayHints": {"glyphs": False}})
    client.wait_for(lambda message: message.get("method") == "workspace/inlayHint/refresh")
    client.open(URI, TEXT)
    assert glyphs(client) == []
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    answer(client, {})
    assert glyphs(client) == ["!"]


def test_a_client_is_asked_to_tell_of_changes(client: InProcess) -> None:
    client.initialize({"workspace": {"didChangeConfiguration": {"dynamicRegistration": True}}})
    [asked] = client.wait_for_notification("client/registerCapability")["registrations"]
    assert (asked["method"], asked["registerOptions"]) == ("workspace/didChangeConfiguration", {"section": "mtgr"})
