"""Work that takes long: in slices, the edited part first, and the user can see and stop it."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.lsp_client import LOG, PUBLISH, InProcess, Message, at, put

import mtgr.analysis
import mtgr.lsp.agenda
import mtgr.lsp.diagnostics
import mtgr.lsp.whole

URI = "file:///games/a%20league.mtgr"
VALID = Path(__file__).parents[2] / "conformance" / "valid"
GAMES = [(VALID / name).read_bytes().decode() for name in ("generated/small-9107.mtgr", "recorded/2619ab20.mtgr")]
LEAGUE = "\n".join(GAMES)
LINES = LEAGUE.split("\n")
LIFE = next(n for n, text in enumerate(LINES) if " life 20 -> " in text)
"""A line of the first game."""
LAST = len(LINES) - 60
"""A line of the last turn of the last game."""

PUSH = {"textDocument": {"publishDiagnostics": {"versionSupport": True}}}
PULL = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}
BARS = {**PUSH, "window": {"workDoneProgress": True}}


class Brake:
    """How many steps with more to come the server may still take: a test can look at it in the middle of its work."""

    def __init__(self) -> None:
        self.steps = float("inf")

    def on(self, real: Callable[..., bool]) -> Callable[..., bool]:
        """A piece of work that says whether there is more of it, on the brake."""

        def step(*arguments: Any) -> bool:
            if self.steps > 0:
                more = real(*arguments)
                self.steps -= more
                return more
            time.sleep(0.001)
            return True

        return step


@pytest.fixture
def brake(monkeypatch: pytest.MonkeyPatch) -> Brake:
    """Everything takes long: a slice is one block, and there is no waiting for more to be known."""
    monkeypatch.setattr(mtgr.lsp.agenda, "SLICE", 0)
    monkeypatch.setattr(mtgr.lsp.agenda, "EARLY", 0)
    monkeypatch.setattr(mtgr.lsp.agenda, "LONG", 0)
    monkeypatch.setattr(mtgr.lsp.diagnostics, "PATIENCE", 0)
    monkeypatch.setattr(mtgr.lsp.whole, "SLICE", 0)
    brake = Brake()
    monkeypatch.setattr(mtgr.lsp.agenda.Agenda, "step", brake.on(mtgr.lsp.agenda.Agenda.step))
    monkeypatch.setattr(mtgr.analysis.Analysis, "prepare", brake.on(mtgr.analysis.Analysis.prepare))
    return brake


@pytest.fixture
def client(brake: Brake) -> Iterator[InProcess]:
    with InProcess() as client:
        yield client
        brake.steps = float("inf")
        assert client.shut_down() == 0
        assert client.notifications(LOG) == []


def wrong_life(client: InProcess, version: int) -> None:
    """Change the old value of a life total in the first game."""
    column = LINES[LIFE].index("20 -> ")
    client.change(URI, version, put((LIFE, column), (LIFE, column + 2), "33"))


def publications(client: InProcess, version: int) -> Iterator[Message]:
    """What is published of a version, as it comes."""
    while True:
        params = client.wait_for_notification(PUBLISH)
        if params["version"] == version:
            yield params


def test_what_was_edited_is_told_before_the_rest_is_known(client: InProcess) -> None:
    client.initialize(PUSH)
    client.open(URI, LEAGUE)
    wrong_life(client, 2)
    early, late = itertools.islice(publications(client, 2), 2)
    assert early["diagnostics"][0]["range"]["start"]["line"] == LIFE
    assert late["diagnostics"][0] == early["diagnostics"][0]


def test_requests_are_answered_meanwhile(client: InProcess, brake: Brake) -> None:
    brake.steps = 3
    client.initialize(PUSH)
    client.open(URI, LEAGUE)
    column = LINES[LAST].index("#") + 1 if "#" in LINES[LAST] else 0
    assert "error" not in client.request("textDocument/hover", at(URI, LAST, column))
    number = client.ask("textDocument/foldingRange", {"textDocument": {"uri": URI}})
    assert "error" not in client.request("textDocument/definition", at(URI, LAST, column))
    assert not any(message.get("id") == number for message in client.seen)
    brake.steps = float("inf")
    assert client.wait_for(lambda message: message.get("id") == number)["result"]


def ask_for_folds(client: InProcess, brake: Brake) -> int:
    """Ask for the folds of a document just opened, and see the server in the middle of it. The request's number."""
    brake.steps = 3
    client.initialize(PUSH)
    client.open(URI, LEAGUE)
    number = client.ask("textDocument/foldingRange", {"textDocument": {"uri": URI}})
    assert "error" in client.request("$/ping")
    return number


def test_a_folding_request_can_be_cancelled_while_it_is_worked_on(client: InProcess, brake: Brake) -> None:
    number = ask_for_folds(client, brake)
    client.notify("$/cancelRequest", {"id": number})
    answer = client.wait_for(lambda message: message.get("id") == number)
    assert answer["error"]["code"] == -32800


def test_folds_are_those_of_the_text_when_they_are_answered(client: InProcess, brake: Brake) -> None:
    number = ask_for_folds(client, brake)
    client.change(URI, 2, put((0, 0), (0, 0), "% one\n% two\n% three\n"))
    assert "error" in client.request("$/ping")
    brake.steps = float("inf")
    folds = client.wait_for(lambda message: message.get("id") == number)["result"]
    assert (folds[0]["startLine"], folds[0]["endLine"]) == (0, 2)
    assert (folds[1]["startLine"], folds[1]["endLine"]) == (3, 3 + GAMES[0].count("\n") - 1)


def test_folds_of_a_document_that_is_closed_meanwhile_are_none(client: InProcess, brake: Brake) -> None:
    number = ask_for_folds(client, brake)
    client.close_document(URI)
    assert client.wait_for(lambda message: message.get("id") == number)["result"] == []


def test_a_client_that_asks_is_told_when_to_ask_again(client: InProcess, brake: Brake) -> None:
    brake.steps = 0
    client.initialize(PULL)
    client.open(URI, LEAGUE)
    wrong_life(client, 2)
    early: Message = client.result("textDocument/diagnostic", {"textDocument": {"uri": URI}})
    brake.steps = float("inf")
    refresh = client.wait_for(lambda message: message.get("method") == "workspace/diagnostic/refresh")
    client.send({"jsonrpc": "2.0", "id": refresh["id"], "result": None})
    params = {"textDocument": {"uri": URI}, "previousResultId": early["resultId"]}
    late = client.result("textDocument/diagnostic", params)
    assert late["items"][0]["range"]["start"]["line"] == LIFE
    again = client.result("textDocument/diagnostic", {**params, "previousResultId": late["resultId"]})
    assert again == {"kind": "unchanged", "resultId": late["resultId"]}
    assert client.notifications(PUBLISH) == []
    assert sum(message.get("method") == "workspace/diagnostic/refresh" for message in client.seen) == 1


def agree_to_a_bar(client: InProcess, brake: Brake) -> object:
    """Wait until the server asks for a progress bar, and see it begin. Its token."""
    brake.steps = 3
    client.initialize(BARS)
    client.open(URI, LEAGUE)
    create = client.wait_for(lambda message: message.get("method") == "window/workDoneProgress/create")
    client.send({"jsonrpc": "2.0", "id": create["id"], "result": None})
    client.wait_for(lambda message: message.get("method") == "$/progress")
    return create["params"]["token"]


def test_long_work_is_shown(client: InProcess, brake: Brake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mtgr.lsp.progress.EVERY", 0)
    token = agree_to_a_bar(client, brake)
    brake.steps = float("inf")
    end = client.wait_for(lambda message: message.get("params", {}).get("value", {}).get("kind") == "end")
    assert end["params"]["token"] == token
    values = [params["value"] for params in client.notifications("$/progress")]
    assert values[0] == {
        "kind": "begin", "title": "Replaying a league.mtgr", "cancellable": True, "percentage": 0
    }  # fmt: skip
    percentages = [value["percentage"] for value in values[1:-1]]
    assert percentages == sorted(percentages)
    assert percentages[-1] > 90


def test_a_client_that_refuses_a_bar_is_sent_nothing_for_it(client: InProcess) -> None:
    client.initialize(BARS)
    client.open(URI, LEAGUE)
    create = client.wait_for(lambda message: message.get("method") == "window/workDoneProgress/create")
    client.send({"jsonrpc": "2.0", "id": create["id"], "error": {"code": -32601, "message": "no"}})
    next(publications(client, 1))
    assert client.notifications("$/progress") == []


def test_long_work_can_be_stopped_and_goes_on_with_the_next_edit(client: InProcess, brake: Brake) -> None:
    token = agree_to_a_bar(client, brake)
    client.notify("window/workDoneProgress/cancel", {"token": token})
    stopped = next(each for each in publications(client, 1) if each["diagnostics"])
    assert "cancelled" in stopped["diagnostics"][-1]["message"]
    document = client.server.documents.get(URI)
    assert document is not None
    assert document.analysis.done < 1
    brake.steps = float("inf")
    wrong_life(client, 2)
    first, last = itertools.islice(publications(client, 2), 2)  # what was edited, and everything
    assert document.analysis.done == 1
    for each in (first, last):
        assert each["diagnostics"]
        assert not any("cancelled" in item["message"] for item in each["diagnostics"])


def test_a_document_that_is_closed_is_worked_on_no_more(client: InProcess, brake: Brake) -> None:
    agree_to_a_bar(client, brake)
    client.close_document(URI)
    client.wait_for(lambda message: message.get("params", {}).get("value", {}).get("kind") == "end")
    assert "error" in client.request("$/ping")
    assert client.notifications(PUBLISH)[-1] == {"uri": URI, "diagnostics": []}


def test_what_is_cancelled_before_its_turn_is_not_worked_on(client: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr("mtgr.features.hover.hover", lambda *place: asked.append(place))
    go_on = threading.Event()
    client.server.feature("workspace/didDeleteFiles")(lambda params: go_on.wait())
    client.initialize(PUSH)
    client.open(URI, "0:00 #1\n")
    client.notify("workspace/didDeleteFiles", {"files": []})
    numbers = [client.ask("textDocument/hover", at(URI, 0, 6)) for _ in range(3)]
    for number in [numbers[0], numbers[2]]:
        client.notify("$/cancelRequest", {"id": number})
    seen: set[int | str] = client.server.protocol._withdrawn
    while len(seen) < 2:
        time.sleep(0.01)
    go_on.set()
    answers = [client.wait_for(lambda message: "id" in message) for _ in numbers]
    assert [answer["id"] for answer in answers] == numbers
    assert [answer.get("error", {}).get("code") for answer in answers] == [-32800, None, -32800]
    assert len(asked) == 1
    assert "error" in client.request("$/ping")
    assert not seen
