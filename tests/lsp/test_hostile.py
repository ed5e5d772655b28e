"""What no client should do, and what happens then: every request gets one answer, and the server goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from tests.support.lsp_client import LOG, PUBLISH, InProcess, at, put

import mtgr.analysis
from mtgr.lsp import wire
from mtgr.replay.state import State

URI = "file:///game.mtgr"

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR = -32700, -32600, -32601, -32602, -32603
NOT_INITIALIZED = -32002


@pytest.fixture
def fresh() -> Iterator[InProcess]:
    """A server that nothing has been said to."""
    with InProcess() as client:
        yield client


@pytest.fixture
def client(fresh: InProcess) -> Iterator[InProcess]:
    """A server that is ready, and that must end in good order after all. Nothing may ever pop up."""
    fresh.initialize()
    yield fresh
    assert fresh.shut_down() == 0
    assert fresh.notifications("window/showMessage") == []


def until_idle(client: InProcess) -> None:
    """Wait until all that was sent has been handled."""
    assert client.error("$/ping")["code"] == METHOD_NOT_FOUND


def text(client: InProcess) -> str:
    until_idle(client)
    document = client.server.documents.get(URI)
    assert document is not None
    return document.text.text()


# Messages that are none


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{no json", PARSE_ERROR),
        (b"\xff\xfe{", PARSE_ERROR),
        (b"[" * 100_000, PARSE_ERROR),
        (b'{"jsonrpc": "2.0", "id": ' + b"1" * 5000 + b"}", PARSE_ERROR),
        (b"[]", INVALID_REQUEST),
        (b"null", INVALID_REQUEST),
        (b'{"jsonrpc": "1.0", "id": 1, "method": "shutdown"}', INVALID_REQUEST),
        (b'{"jsonrpc": "2.0", "id": [1], "method": "shutdown"}', INVALID_REQUEST),
        (b'{"jsonrpc": "2.0", "id": null, "method": "shutdown"}', INVALID_REQUEST),
        (b'{"jsonrpc": "2.0", "id": 1, "method": 5}', INVALID_REQUEST),
    ],
)
def test_what_is_no_message_is_refused(client: InProcess, body: bytes, code: int) -> None:
    client.body(body)
    refusal = client.receive()
    assert refusal is not None
    assert (refusal["id"], refusal["error"]["code"]) == (None, code)


@pytest.mark.parametrize("depth", [400, 850, 900, 950])
@pytest.mark.parametrize("method", ["mtgr/state", "textDocument/hover", "workspace/executeCommand", "initialize"])
def test_what_is_nested_deep_gets_one_answer(fresh: InProcess, depth: int, method: str) -> None:
    """However far it comes: through the JSON, into lsprotocol's types, or to its handler."""
    if method != "initialize":
        fresh.initialize()
    nested = "[" * depth + "]" * depth
    place = '"textDocument": {"uri": "file:///a"}, "position": {"line": 0, "character": 0}'
    more = f'"capabilities": {{"experimental": {nested}}}, "processId": null, "rootUri": null'
    command = f'"command": "mtgr.annotate", "arguments": [{nested}]'
    params = f'{{{place}, {more}, {command}, "initializationOptions": {nested}}}'
    fresh.body(f'{{"jsonrpc": "2.0", "id": "deep", "method": "{method}", "params": {params}}}'.encode())
    fresh.body(f'{{"jsonrpc": "2.0", "method": "workspace/didChangeConfiguration", "params": {params}}}'.encode())
    assert "error" in fresh.request("$/none")
    assert [message["id"] for message in fresh.seen if "method" not in message].count("deep") == 1
    assert all("Recursion" not in line["message"] for line in fresh.notifications(LOG))


def test_a_message_that_is_too_large_is_refused_and_said(fresh: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh.initialize()
    monkeypatch.setattr(wire, "LARGEST", 10_000)
    fresh.open(URI, "% far too long\n" * 1000)
    refusal = fresh.receive()
    assert refusal is not None
    assert (refusal["id"], refusal["error"]["code"]) == (None, INVALID_REQUEST)
    assert "was passed over" in fresh.wait_for_notification("window/showMessage")["message"]
    fresh.change(URI, 2, put((0, 0), (0, 0), "x"))
    assert fresh.result("textDocument/hover", at(URI, 0, 0)) is None
    assert fresh.shut_down() == 0
    assert fresh.notifications(LOG) == []


def test_a_header_without_a_length_is_passed_over(client: InProcess) -> None:
    client.raw(b"Host: localhost\r\n\r\n")
    until_idle(client)


# Messages at the wrong time


def test_nothing_is_done_before_initialize(fresh: InProcess) -> None:
    assert fresh.error("textDocument/hover", at(URI, 0, 0))["code"] == NOT_INITIALIZED
    assert fresh.error("shutdown")["code"] == NOT_INITIALIZED
    fresh.open(URI, "early\n")
    fresh.initialize()
    assert fresh.server.documents.get(URI) is None


def test_initialize_is_done_once(client: InProcess) -> None:
    params = {"processId": None, "rootUri": None, "capabilities": {"general": {"positionEncodings": ["utf-8"]}}}
    assert client.error("initialize", params)["code"] == INVALID_REQUEST
    assert client.server.client.encoding == "utf-16"


def test_an_initialize_that_does_not_fit_may_be_tried_again(fresh: InProcess) -> None:
    assert fresh.error("initialize", {"processId": "me"})["code"] == INVALID_PARAMS
    assert fresh.initialize()["hoverProvider"] is True


@pytest.mark.parametrize(
    "folder", ["\ud83d", "%zz", "", "file:///\ud83d", "mtgr:?#", "file:///a\0b", "//\0", "file://[::1"]
)
@pytest.mark.parametrize("name", ["rootPath", "rootUri", "workspaceFolders"])
def test_a_folder_that_can_be_none_is_none(fresh: InProcess, name: str, folder: str) -> None:
    given = [{"uri": folder, "name": "x"}] if name == "workspaceFolders" else folder
    fresh.initialize({"workspace": {"workspaceFolders": True}}, **{name: given})
    assert fresh.result("workspace/symbol", {"query": "x"}) == []
    assert fresh.shut_down() == 0
    assert fresh.notifications(LOG) == []


def test_nothing_is_done_after_shutdown(fresh: InProcess) -> None:
    fresh.initialize()
    assert fresh.result("shutdown") is None
    assert fresh.error("textDocument/hover", at(URI, 0, 0))["code"] == INVALID_REQUEST
    assert fresh.error("shutdown")["code"] == INVALID_REQUEST
    fresh.open(URI, "late\n")
    fresh.notify("exit")
    assert fresh.ended() == 0
    assert fresh.server.documents.get(URI) is None


def test_exit_without_shutdown_is_a_failure(fresh: InProcess) -> None:
    fresh.initialize()
    fresh.notify("exit")
    assert fresh.ended() == 1


def test_exit_ends_even_what_has_not_begun(fresh: InProcess) -> None:
    fresh.notify("exit")
    assert fresh.ended() == 1


# Messages that do not fit


@pytest.mark.parametrize(
    "params",
    [
        None,
        [],
        "text",
        {},
        {"textDocument": {"uri": URI}},
        {"textDocument": {"uri": URI}, "position": {"line": "one", "character": 0}},
        {"textDocument": {"uri": URI}, "position": {"line": None, "character": 0}},
    ],
)
def test_parameters_that_do_not_fit_are_named(client: InProcess, params: object) -> None:
    error = client.error("textDocument/hover", params)
    assert error["code"] == INVALID_PARAMS
    assert "message.params" in error["message"]


def test_what_is_unknown_is_refused_or_dropped(client: InProcess) -> None:
    assert client.error("$/none", {"a": 1})["code"] == METHOD_NOT_FOUND
    assert client.error("mtgr/none", [1, 2])["code"] == METHOD_NOT_FOUND
    answers = len(client.seen)
    client.notify("$/none", {"a": 1})
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    client.notify("$/cancelRequest", {"id": 99})
    client.notify("$/setTrace", {"value": "verbose"})
    client.send({"jsonrpc": "2.0", "id": "unasked", "result": {"a": 1}})
    client.send({"jsonrpc": "2.0", "id": "unasked", "error": {"code": 1, "message": "no"}})
    client.send({"jsonrpc": "2.0", "id": "unasked"})
    until_idle(client)
    assert len(client.seen) == answers + 1


@pytest.mark.parametrize(
    "method", ["initialized", "exit", "textDocument/didOpen", "workspace/didChangeWorkspaceFolders"]
)
def test_a_request_for_what_is_no_request_is_refused(client: InProcess, method: str) -> None:
    item = {"uri": URI, "languageId": "mtgr", "version": 1, "text": "a\n"}
    params = {"textDocument": item, "event": {"added": [], "removed": []}}
    assert client.error(method, params)["code"] == METHOD_NOT_FOUND
    until_idle(client)
    assert client.server.documents.get(URI) is None


@pytest.mark.parametrize("method", ["shutdown", "textDocument/hover", "mtgr/state", "mtgr/navigate"])
def test_a_request_that_wants_no_answer_gets_none(client: InProcess, method: str) -> None:
    client.notify(method, at(URI, 0, 0))
    assert client.result("textDocument/hover", at(URI, 0, 0)) is None
    assert [line["message"] for line in client.notifications(LOG)] == [
        f"mtgr: passed over {method}: a request without an ID (more of this kind will not be reported)"
    ]


@pytest.mark.parametrize("method", ["$/cancelRequest", "window/workDoneProgress/cancel"])
@pytest.mark.parametrize("number", [[1], {"a": 1}, None, 1.5])
def test_work_without_a_name_is_not_cancelled(client: InProcess, method: str, number: object) -> None:
    client.notify(method, {"id": number, "token": number})
    until_idle(client)
    assert all("passed over" in line["message"] for line in client.notifications(LOG))


@pytest.mark.parametrize("line", [-(2**70), -1, 2**31, 2**70])
@pytest.mark.parametrize("method", ["mtgr/state", "mtgr/annotate", "mtgr/navigate"])
def test_places_outside_of_the_document_are_no_fault_of_our_own_methods(
    client: InProcess, method: str, line: int
) -> None:
    client.open(URI, "a\n")
    answer = client.request(method, {**at(URI, line, line), "to": "nextTurn", "nag": 1})
    assert answer.get("error", {}).get("code") != INTERNAL_ERROR
    assert client.notifications(LOG) == []


def test_notebooks_are_left_alone(client: InProcess) -> None:
    notebook = {"uri": URI, "notebookType": "x", "version": 1, "cells": []}
    client.notify("notebookDocument/didOpen", {"notebookDocument": notebook, "cellTextDocuments": []})
    client.notify("notebookDocument/didChange", {"notebookDocument": {"uri": "file:///b", "version": 2}, "change": {}})
    client.notify("notebookDocument/didClose", {"notebookDocument": {"uri": "file:///b"}, "cellTextDocuments": []})
    until_idle(client)
    assert client.notifications(LOG) == []


def test_of_very_much_that_does_not_fit_some_is_named(client: InProcess) -> None:
    error = client.error("textDocument/selectionRange", {"textDocument": {"uri": URI}, "positions": [{}] * 1000})
    assert error["code"] == INVALID_PARAMS
    assert error["message"].endswith("; and 1995 more")
    assert len(error["message"]) < 500


def test_an_answer_nobody_asked_for_is_none(client: InProcess) -> None:
    """It may have the number of a request of the client's that is still being worked on."""
    client.open(URI, "a\n" * 5000)
    number = client.ask("textDocument/foldingRange", {"textDocument": {"uri": URI}})
    client.send({"jsonrpc": "2.0", "id": number, "result": "mine"})
    client.send({"jsonrpc": "2.0", "id": number, "error": {"code": 1, "message": "no"}})
    assert client.wait_for(lambda message: message.get("id") == number)["result"][0]["endLine"] == 4999
    until_idle(client)
    assert client.notifications(LOG) == []


@pytest.mark.parametrize("number", [0, -1, 2**40, "", "seven", "\ud83d"])
def test_an_id_comes_back_as_it_was(client: InProcess, number: int | str) -> None:
    client.send({"jsonrpc": "2.0", "id": number, "method": "textDocument/hover", "params": at(URI, 0, 0)})
    assert client.receive() == {"jsonrpc": "2.0", "id": number, "result": None}


def test_what_cannot_be_answered_is_logged_once(client: InProcess) -> None:
    for _ in range(3):
        client.notify("textDocument/didOpen", {"textDocument": {"uri": URI}})
    until_idle(client)
    assert len(client.notifications(LOG)) == 1


@pytest.mark.parametrize(
    ("answer", "logged"),
    [
        ({"error": "no"}, 1),
        ({"result": {"not": "a list"}}, 0),
        ({"error": {"code": 1, "message": "no"}}, 0),
        ({"result": None}, 1),
        ({"result": []}, 0),
        ({"result": [5]}, 0),
        ({"result": [{"hints": "yes"}]}, 0),
        ({}, 1),
        (None, 0),
    ],
)
def test_whatever_the_client_answers(
    fresh: InProcess, answer: dict[str, object] | None, logged: int, caplog: pytest.LogCaptureFixture
) -> None:
    """And if it never does."""
    fresh.initialize({"workspace": {"configuration": True}})
    asked = fresh.wait_for(lambda message: message.get("method") == "workspace/configuration")
    if answer is not None:
        fresh.send({"jsonrpc": "2.0", "id": asked["id"], **answer})
    until_idle(fresh)
    assert fresh.shut_down() == 0
    assert len(fresh.notifications(LOG)) == logged
    assert caplog.text == ""  # what Python's `Future` would say goes to standard error


def test_capabilities_from_the_future_do_no_harm(fresh: InProcess) -> None:
    capabilities = fresh.initialize(
        {
            "textDocument": {
                "hover": {"contentFormat": ["markdown"]},
                "documentSymbol": {"symbolKind": {"valueSet": [1, 4096]}},
                "telepathy": {"distance": 3},
            },
            "workspace": {"workspaceEdit": {"resourceOperations": ["create", "dream"]}},
            "general": {"positionEncodings": ["utf-64", "utf-32"]},
            "experimental": ["anything"],
        }
    )
    assert capabilities["positionEncoding"] == "utf-32"
    assert fresh.server.client.markdown


# Documents


def test_documents_that_are_not_open_do_no_harm(client: InProcess) -> None:
    client.change(URI, 2, put((0, 0), (0, 0), "x"))
    client.close_document(URI)
    assert client.result("textDocument/hover", at(URI, 0, 0)) is None
    assert client.result("textDocument/definition", at(URI, 0, 0)) is None
    assert client.result("textDocument/foldingRange", {"textDocument": {"uri": URI}}) == []
    assert client.notifications(PUBLISH) == client.notifications(LOG) == []


def test_second_openings_and_old_versions_are_taken_as_they_come(client: InProcess) -> None:
    client.open(URI, "first\n")
    client.open(URI, "second\n", version=9)
    client.change(URI, 3, put((0, 0), (0, 6), "third"))
    client.change(URI, 3, put((0, 5), (0, 5), "!"))
    assert text(client) == "third!\n"


@pytest.mark.parametrize("place", [(0, 10**6), (10**6, 0), (2**31, 2**40), (-1, -1), (0, -5)])
def test_places_outside_of_the_document_are_its_ends(client: InProcess, place: tuple[int, int]) -> None:
    client.open(URI, "a\r\n😀")
    assert "error" not in client.request("textDocument/hover", at(URI, *place))
    assert "error" not in client.request("textDocument/definition", at(URI, *place))
    client.change(URI, 2, put(place, (99, 99), "x"))
    assert text(client) in ("a\r\n😀x", "ax", "x")
    assert client.notifications(LOG) == []


def test_halves_of_characters_are_taken(client: InProcess) -> None:
    client.open(URI, "% \ud83d\n0:00 \udc00\n")
    client.change(URI, 2, put((0, 3), (0, 3), "\ude00"), put((1, 5), (1, 6), "\ud800"))
    assert text(client) == "% \U0001f600\n0:00 \ud800\n"
    assert "error" not in client.request("textDocument/hover", at(URI, 1, 5))
    assert client.notifications(LOG) == []


# Faults of the server


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """While it has something in it, every analysis fails."""
    faults: list[str] = []

    class Faulty(mtgr.analysis.Analysis):
        @classmethod
        def of_lines(cls, lines: list[str], edited: int | None = None) -> mtgr.analysis.Analysis:
            if "first" in faults:
                raise RuntimeError("the first fault")
            return super().of_lines(lines, edited)

        def states(self, n: int) -> tuple[State | None, State | None]:
            if "second" in faults:
                faults.remove("second")
                raise RuntimeError("the second fault")
            return super().states(n)

    monkeypatch.setattr(mtgr.analysis, "Analysis", Faulty)
    return faults


def test_a_fault_is_answered_logged_once_and_over(
    client: InProcess, faults: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    faults[:] = ["first"]
    client.open(URI, "a\n")
    for _ in range(3):
        error = client.error("textDocument/hover", at(URI, 0, 0))
        assert error["code"] == INTERNAL_ERROR
        assert "the first fault" in error["message"]
    assert len(client.notifications(LOG)) == 1
    faults[:] = ["second"]
    client.change(URI, 2, put((0, 0), (0, 1), "0:00 #1"))
    assert "the second fault" in client.error("textDocument/hover", at(URI, 0, 6))["message"]
    assert "error" not in client.request("textDocument/hover", at(URI, 0, 6))
    until_idle(client)
    assert len(client.notifications(LOG)) == capsys.readouterr().err.count("Traceback") == 2


def test_a_fault_in_the_background_is_logged_and_over(client: InProcess, faults: list[str]) -> None:
    faults[:] = ["first"]
    client.open(URI, "a\n")
    assert "the first fault" in client.wait_for_notification(LOG)["message"]
    faults.clear()
    client.change(URI, 2, put((0, 0), (0, 0), "b"))
    assert client.wait_for_notification(PUBLISH)["uri"] == URI


def test_a_fault_of_the_protocol_itself_is_logged(client: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(client.server.protocol, "handle_message", lambda message: message.nonsense)
        client.notify("$/setTrace", {"value": "off"})
        assert "nonsense" in client.wait_for_notification(LOG)["message"]
    until_idle(client)


def test_a_fault_in_what_follows_an_answer_is_logged(fresh: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh.initialize({"workspace": {"configuration": True}})
    asked = fresh.wait_for(lambda message: message.get("method") == "workspace/configuration")
    monkeypatch.setattr(fresh.server, "settings", None)
    fresh.send({"jsonrpc": "2.0", "id": asked["id"], "result": [{}]})
    assert "NoneType" in fresh.wait_for_notification(LOG)["message"]
    until_idle(fresh)


def test_a_fault_between_messages_is_logged(client: InProcess) -> None:
    def later(params: dict[str, object]) -> None:
        asyncio.get_running_loop().call_soon(lambda: 1 // 0)

    client.server.feature("workspace/didRenameFiles")(later)
    client.notify("workspace/didRenameFiles", {"files": []})
    assert "ZeroDivisionError" in client.wait_for_notification(LOG)["message"]


@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_a_cancellation_that_is_refused_cancels_nothing_later(fresh: InProcess, version: str) -> None:
    fresh.send({"jsonrpc": version, "method": "$/cancelRequest", "params": {"id": 2}})
    fresh.initialize()
    assert "error" not in fresh.request("textDocument/hover", at(URI, 0, 0))
    assert fresh.shut_down() == 0


def test_a_document_that_is_opened_again_is_let_go_of(client: InProcess) -> None:
    client.open(URI, "a\n")
    client.request("textDocument/hover", at(URI, 0, 0))
    first = client.server.documents.get(URI)
    assert first is not None
    client.open("file:///game%2emtgr", "b\n")
    assert text(client) == "b\n"
    assert first._analysis is None
    assert {"uri": URI, "diagnostics": []} in client.notifications(PUBLISH)
