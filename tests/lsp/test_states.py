"""The state as an answer and as a document."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from tests.support.lsp_client import InProcess, put
from tests.support.markers import game

URI = "file:///c%3A/a%20b.mtgr"
TEXT = game("""
    new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
    #1 "Bear" tap by ?
""")
LINES = TEXT.split("\n")
TAP = next(n for n, line in enumerate(LINES) if " tap by" in line)
CONTENTS = {"workspace": {"textDocumentContent": {"dynamicRegistration": False}}}


@pytest.fixture
def client() -> Iterator[InProcess]:
    with InProcess() as client:
        client.initialize(CONTENTS)
        client.open(URI, TEXT)
        yield client
        assert client.shut_down() == 0


def name(line: int, more: str = "") -> str:
    return f"mtgr-state:/a%20b?uri={quote(URI, safe='')}&line={line}{more}"


def content(client: InProcess, uri: str) -> str:
    text: str = client.result("workspace/textDocumentContent", {"uri": uri})["text"]
    return text


def test_the_state_is_text_and_an_object(client: InProcess) -> None:
    given = {"textDocument": {"uri": URI}, "position": {"line": TAP, "character": 0}}
    after = client.result("mtgr/state", given)
    before = client.result("mtgr/state", {**given, "before": True})
    assert after["state"]["objects"]["1"]["tapped"] is True
    assert "tapped" not in before["state"]["objects"]["1"]
    assert (after["state"]["line"], after["state"]["game"]) == (TAP + 1, 1)
    assert "Bear" in after["text"]
    assert after["text"] != before["text"]


def test_for_a_window_the_state_comes_in_pieces_with_styles(client: InProcess) -> None:
    given = {"textDocument": {"uri": URI}, "position": {"line": TAP, "character": 0}}
    lines = client.result("mtgr/state", {**given, "width": 100})["lines"]
    text = client.result("mtgr/state", given)["text"]
    assert ["".join(piece for piece, _ in line).rstrip() for line in lines] == text.splitlines()
    assert [" tapped", "mark"] in [piece for line in lines for piece in line]
    narrow = client.result("mtgr/state", {**given, "width": 50})["lines"]
    assert max(len("".join(piece for piece, _ in line)) for line in narrow) <= 50
    before = client.result("mtgr/state", {**given, "width": 100, "before": True})["lines"]
    assert [" tapped", "mark"] not in [piece for line in before for piece in line]


def test_where_there_is_no_state_the_answer_is_null(client: InProcess) -> None:
    assert client.result("mtgr/state", {"textDocument": {"uri": URI}, "position": {"line": 0}}) is None
    assert client.result("mtgr/state", {"textDocument": {"uri": "file:///b"}, "position": {"line": TAP}}) is None


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"textDocument": {"uri": URI}},
        {"textDocument": {"uri": 1}, "position": {"line": 1}},
        {"textDocument": {"uri": URI}, "position": {"line": TAP}, "width": 0},
        {"textDocument": {"uri": URI}, "position": {"line": TAP}, "width": "wide"},
    ],
)
def test_parameters_that_say_too_little_are_refused(client: InProcess, params: object) -> None:
    assert client.error("mtgr/state", params)["code"] == -32602


def test_the_state_is_a_document(client: InProcess) -> None:
    given = {"textDocument": {"uri": URI}, "position": {"line": TAP, "character": 0}}
    assert content(client, name(TAP + 1)) == client.result("mtgr/state", given)["text"]
    before = client.result("mtgr/state", {**given, "before": True})["text"]
    assert content(client, name(TAP + 1, "&before")) == before


def test_a_query_that_is_escaped_as_a_whole_is_understood(client: InProcess) -> None:
    scheme, query = name(TAP + 1).split("?")
    assert content(client, f"{scheme}?{quote(query, safe='')}") == content(client, name(TAP + 1))


def test_a_document_always_has_content(client: InProcess) -> None:
    assert "no state" in content(client, name(1))
    assert "not open" in content(client, "mtgr-state:/x?uri=file%3A%2F%2F%2Fb&line=3")


@pytest.mark.parametrize("uri", ["mtgr-state:/x", "mtgr-state:/x?uri=a&line=x", "file:///a?uri=a&line=3"])
def test_a_name_that_says_too_little_is_refused(client: InProcess, uri: str) -> None:
    assert client.error("workspace/textDocumentContent", {"uri": uri})["code"] == -32602


def test_after_an_edit_the_document_is_to_be_asked_for_again(client: InProcess) -> None:
    before = content(client, name(TAP + 1))
    column = LINES[TAP].index("tap by")
    client.change(URI, 2, put((TAP, column), (TAP, column + 3), "untap"))
    asked = client.wait_for_notification("workspace/textDocumentContent/refresh")
    assert asked == {"uri": name(TAP + 1)}
    assert content(client, name(TAP + 1)) != before
