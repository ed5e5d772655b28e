"""What the server writes for the user: names and annotations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.support.lsp_client import LOG, InProcess, Message
from tests.support.markers import game

URI = "file:///c%3A/a%20b.mtgr"
TEXT = game("""
    "🔥" pass $2 {🔥}
    -     (
    -       new token #h1 "Bear" owner "PlayerB" in battlefield by ?
    -       #h1 "Bear" tap by ?
    -     )
""").replace("PlayerA", "🔥")
LINES = TEXT.split("\n")
PASS = next(n for n, text in enumerate(LINES) if " pass " in text)
NEW = next(n for n, text in enumerate(LINES) if "new token" in text)

VERSIONED = {"workspace": {"workspaceEdit": {"documentChanges": True}}}
SHOWS = {"window": {"showDocument": {"support": True}}}
PREPARES = {"textDocument": {"rename": {"prepareSupport": True}}}


@pytest.fixture
def client() -> Iterator[InProcess]:
    with InProcess() as client:
        yield client
        assert client.shut_down() == 0
        assert client.notifications(LOG) == []


def at(line: int, character: int, **more: Any) -> Message:
    return {"textDocument": {"uri": URI}, "position": {"line": line, "character": character}, **more}


def applied(edits: list[Message], text: str = TEXT) -> str:
    """A text after edits, whose columns count UTF-16 code units."""
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda edit: (edit["range"]["start"]["line"], edit["range"]["start"]["character"]))[
        ::-1
    ]:
        start, end = edit["range"]["start"], edit["range"]["end"]
        assert start["line"] == end["line"]
        units = lines[start["line"]].encode("utf-16-le")
        new = units[: 2 * start["character"]] + edit["newText"].encode("utf-16-le") + units[2 * end["character"] :]
        lines[start["line"]] = new.decode("utf-16-le")
    return "\n".join(lines)


# Names


def test_a_player_has_another_name(client: InProcess) -> None:
    client.initialize(PREPARES)
    client.open(URI, TEXT)
    column = LINES[PASS].index('"')
    prepared = client.result("textDocument/prepareRename", at(PASS, column + 1))
    assert prepared == {
        "range": {"start": {"line": PASS, "character": column + 1}, "end": {"line": PASS, "character": column + 3}},
        "placeholder": "🔥",
    }
    edit = client.result("textDocument/rename", at(PASS, column + 1, newName='Ann "A"'))
    assert applied(edit["changes"][URI]) == TEXT.replace('"🔥"', r'"Ann \"A\""')


def test_edits_name_the_version_they_are_for(client: InProcess) -> None:
    client.initialize(VERSIONED)
    client.open(URI, TEXT, version=7)
    edit = client.result("textDocument/rename", at(NEW, LINES[NEW].index("#h1"), newName="#h3"))
    [change] = edit["documentChanges"]
    assert change["textDocument"] == {"uri": URI, "version": 7}
    assert applied(change["edits"]) == TEXT.replace("#h1", "#h3")


def test_what_cannot_be_renamed_is_refused_with_a_reason(client: InProcess) -> None:
    client.initialize()
    client.open(URI, TEXT)
    name = at(NEW, LINES[NEW].index("Bear"))
    error = client.error("textDocument/prepareRename", name)
    assert error["code"] == -32803
    assert "Oracle name" in error["message"]
    assert client.error("textDocument/rename", {**name, "newName": "Elk"}) == error
    clash = client.error("textDocument/rename", at(PASS, LINES[PASS].index('"'), newName="PlayerB"))
    assert clash["message"] == '"PlayerB" is the other player of game 1 already'


def test_where_nothing_has_a_name(client: InProcess) -> None:
    client.initialize()
    client.open(URI, TEXT)
    assert client.result("textDocument/prepareRename", at(PASS, 0)) is None
    assert client.error("textDocument/rename", at(PASS, 0, newName="x"))["code"] == -32803
    elsewhere = {**at(0, 0, newName="x"), "textDocument": {"uri": "file:///none"}}
    assert client.result("textDocument/prepareRename", elsewhere) is None
    assert client.result("textDocument/rename", elsewhere) is None


def test_columns_are_those_of_a_text_with_carriage_returns_inside_its_lines(client: InProcess) -> None:
    """The client takes such a line for several."""
    client.initialize()
    client.open(URI, TEXT.replace(" pass $2", '\r pass $2 by "🔥"').replace('[Player1 "', '[Player1\r "'))
    edits = client.result("textDocument/rename", at(6, 3, newName="Ann"))["changes"][URI]
    place = {"start": {"line": 6, "character": 1}, "end": {"line": 6, "character": 5}}
    assert place in [edit["range"] for edit in edits]


# Annotations


def test_an_annotation_as_edits(client: InProcess) -> None:
    client.initialize()
    client.open(URI, TEXT)
    edits = client.result("mtgr/annotate", at(PASS, 0, nag=1))
    assert applied(edits) == TEXT.replace("pass $2", "pass $1")
    edits = client.result("mtgr/annotate", at(PASS, 0, nag=None))
    assert applied(edits) == TEXT.replace("pass $2", "pass")
    edits = client.result("mtgr/annotate", at(PASS, 0, comment="so"))
    assert applied(edits) == TEXT.replace("{🔥}", "{🔥} ; so")
    assert client.result("mtgr/annotate", at(PASS, 0, nag=2)) == []
    assert client.result("mtgr/annotate", at(0, 0, nag=2)) == []
    assert client.result("mtgr/annotate", at(0, 0, variation=True)) == []
    assert client.result("mtgr/annotate", {**at(0, 0, nag=2), "textDocument": {"uri": "file:///none"}}) is None


@pytest.mark.parametrize(
    "params", [{}, {"textDocument": {"uri": URI}}, at(1, 0), at(1, 0, nag="x"), at(1, 0, nag=True), at(1, 0, comment=1),
               at(1, 0, variation=False),
               {"textDocument": {"uri": URI}, "position": {"line": "x"}, "nag": 1}]
)  # fmt: skip
def test_wishes_that_say_too_little_are_refused(client: InProcess, params: Message) -> None:
    client.initialize()
    client.open(URI, TEXT)
    assert client.error("mtgr/annotate", params)["code"] == -32602


def command(client: InProcess, *arguments: Any) -> int:
    return client.ask("workspace/executeCommand", {"command": "mtgr.annotate", "arguments": list(arguments)})


def asked(client: InProcess, method: str, result: Message) -> Message:
    """The parameters of the server's next request, which is answered."""
    message = client.wait_for(lambda message: message.get("method") == method)
    client.send({"jsonrpc": "2.0", "id": message["id"], "result": result})
    params: Message = message["params"]
    return params


def test_an_annotation_as_a_command(client: InProcess) -> None:
    capabilities = client.initialize()
    assert capabilities["executeCommandProvider"]["commands"] == ["mtgr.annotate"]
    client.open(URI, TEXT)
    command(client, {"uri": URI, "line": PASS, "nag": 6})
    edit = asked(client, "workspace/applyEdit", {"applied": True})["edit"]
    assert applied(edit["changes"][URI]) == TEXT.replace("$2", "$6")


def test_the_cursor_is_put_into_an_empty_comment(client: InProcess) -> None:
    client.initialize({**VERSIONED, **SHOWS})
    client.open(URI, TEXT)
    command(client, {"uri": URI, "line": NEW, "comment": ""})
    edit = asked(client, "workspace/applyEdit", {"applied": True})["edit"]
    [change] = edit["documentChanges"]
    assert applied(change["edits"]).split("\n")[NEW] == LINES[NEW] + " {}"
    shown = asked(client, "window/showDocument", {"success": True})
    place = {"line": NEW, "character": len(LINES[NEW]) + 2}
    assert shown == {"uri": URI, "takeFocus": True, "selection": {"start": place, "end": place}}


def test_a_variation_to_be_written_on_with_the_cursor_in_it(client: InProcess) -> None:
    client.initialize(SHOWS)
    client.open(URI, TEXT)
    begun = ["-     (", "-       ", "-     )"]
    wanted = "\n".join([*LINES[: PASS + 5], *begun, *LINES[PASS + 5 :]])  # behind the one that is there
    assert applied(client.result("mtgr/annotate", at(PASS, 0, variation=True))) == wanted
    command(client, {"uri": URI, "line": PASS, "variation": True})
    edit = asked(client, "workspace/applyEdit", {"applied": True})["edit"]
    assert applied(edit["changes"][URI]) == wanted
    shown = asked(client, "window/showDocument", {"success": True})
    place = {"line": PASS + 6, "character": len(begun[1])}
    assert shown == {"uri": URI, "takeFocus": True, "selection": {"start": place, "end": place}}


def test_a_command_with_nothing_to_do(client: InProcess) -> None:
    client.initialize()
    client.open(URI, TEXT)
    for wish in ({"uri": URI, "line": PASS, "nag": 2}, {"uri": "file:///none", "line": PASS, "nag": 2}):
        assert client.result("workspace/executeCommand", {"command": "mtgr.annotate", "arguments": [wish]}) is None
    assert not [message for message in client.seen if message.get("method") == "workspace/applyEdit"]


@pytest.mark.parametrize(
    "arguments", [[], [1], [{"uri": URI}], [{"uri": URI, "line": 1}], [{"uri": URI, "line": 1, "nag": 1}, 2]]
)
def test_commands_that_say_too_little_are_refused(client: InProcess, arguments: list[Any]) -> None:
    client.initialize()
    client.open(URI, TEXT)
    params = {"command": "mtgr.annotate", "arguments": arguments}
    assert client.error("workspace/executeCommand", params)["code"] == -32602
