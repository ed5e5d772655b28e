"""Code actions over the wire: kinds, edits, what is left for later, and the diagnostics that they settle."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from tests.support.lsp_client import InProcess, Message
from tests.support.markers import fixture, game

from mtgr.document.text import Text

URI = "file:///a.mtgr"
LITERALS: Message = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}, "isPreferredSupport": True}
RESOLVES: Message = {"dataSupport": True, "resolveSupport": {"properties": ["edit"]}}
VERSIONED: Message = {"workspace": {"workspaceEdit": {"documentChanges": True}}}

OLD_VALUE = """
    "PlayerB" life 20 -> 17 by ?
    "PlayerB" life 20<|> -> 15 by ?
"""


@pytest.fixture
def client() -> Iterator[InProcess]:
    with InProcess() as client:
        yield client


def start(client: InProcess, text: str, action: Message = LITERALS, **workspace: Message) -> None:
    client.initialize({"textDocument": {"codeAction": action}, **workspace})
    client.open(URI, text)


def ask(client: InProcess, line: int, to: int | None = None, **context: Any) -> list[Message]:
    place = {"start": {"line": line, "character": 0}, "end": {"line": to or line, "character": 9}}
    params = {"textDocument": {"uri": URI}, "range": place, "context": {"diagnostics": [], **context}}
    found: list[Message] = client.result("textDocument/codeAction", params)
    return found


def applied(text: str, edits: list[Message]) -> str:
    """A text as a client makes it of edits, whose ranges are those of the text before all of them."""
    document = Text(text)
    for edit in sorted(edits, key=lambda edit: sorted(edit["range"]["start"].items()), reverse=True):
        start, end = ((at["line"], at["character"]) for at in (edit["range"]["start"], edit["range"]["end"]))
        document.edit(start, end, edit["newText"], "utf-16")
    return document.text()


def test_a_quick_fix_settles_a_diagnostic_that_the_client_shows(client: InProcess) -> None:
    text, line, _, _ = fixture(game(OLD_VALUE))
    start(client, text)
    [shown] = client.wait_for_notification("textDocument/publishDiagnostics")["diagnostics"]
    [action, *_] = ask(client, line, diagnostics=[shown], only=["quickfix"])
    assert action["title"] == "Write 17 as the old value"
    assert action["kind"] == "quickfix"
    assert action["isPreferred"] is True
    assert action["diagnostics"] == [shown]
    assert applied(text, action["edit"]["changes"][URI]) == text.replace("20 -> 15", "17 -> 15")


def test_a_client_that_pulls_gets_the_same(client: InProcess) -> None:
    text, line, _, _ = fixture(game(OLD_VALUE))
    capabilities = {
        "textDocument": {"codeAction": LITERALS, "diagnostic": {}},
        "workspace": {"diagnostics": {"refreshSupport": True}},
    }
    client.initialize(capabilities)
    client.open(URI, text)
    [shown] = client.result("textDocument/diagnostic", {"textDocument": {"uri": URI}})["items"]
    [action, *_] = ask(client, line, diagnostics=[shown], only=["quickfix"])
    assert action["diagnostics"] == [shown]


def test_a_diagnostic_that_the_client_does_not_show_is_not_named(client: InProcess) -> None:
    text, line, _, _ = fixture(game(OLD_VALUE))
    start(client, text)
    [action, *_] = ask(client, line, only=["quickfix"])
    assert "diagnostics" not in action


def test_only_the_kinds_asked_for(client: InProcess) -> None:
    text, line, _, _ = fixture(
        game("""
        "PlayerB" life 20 -> 17 by ?
        "PlayerB"  life 17<|> -> 15 by ?
    """)
    )
    start(client, text)
    rewrites = {"refactor.rewrite", "refactor.rewrite.variation", "refactor.rewrite.annotate"}
    kinds = {"quickfix", "source.fixAll.mtgr", *rewrites}
    assert {action["kind"] for action in ask(client, line)} == kinds
    for only, expected in (
        (["quickfix"], {"quickfix"}),
        (["refactor"], rewrites),
        (["refactor.rewrite.variation"], {"refactor.rewrite.variation"}),
        (["refactor.rewrite.annotate"], {"refactor.rewrite.annotate"}),
        (["refactor.extract"], set()),
        (["source"], {"source.fixAll.mtgr"}),
        (["source.fixAll"], {"source.fixAll.mtgr"}),
        (["source.fixAll.other"], set()),
        (["quickfix", "source.fixAll.mtgr"], {"quickfix", "source.fixAll.mtgr"}),
    ):
        assert {action["kind"] for action in ask(client, line, only=only)} == expected


def test_edits_name_the_version_if_the_client_takes_that(client: InProcess) -> None:
    text, line, _, _ = fixture(game(OLD_VALUE))
    start(client, text, **VERSIONED)
    [action, *_] = ask(client, line, only=["quickfix"])
    [change] = action["edit"]["documentChanges"]
    assert change["textDocument"] == {"uri": URI, "version": 1}
    assert applied(text, change["edits"]) == text.replace("20 -> 15", "17 -> 15")


@pytest.mark.parametrize("resolves", [False, True])
def test_all_safe_fixes_at_once_are_made_when_they_are_wanted(client: InProcess, resolves: bool) -> None:
    good = game('    "PlayerB" life 20 -> 17 by ?\n    "PlayerA" pass $1 {why}')
    text = (
        good.replace("life 20", "life  20")
        .replace("pass $1 {why}", "pass {why} $1")
        .replace('     "PlayerA"', '   "PlayerA"')
    )
    start(client, text, {**LITERALS, **RESOLVES} if resolves else LITERALS)
    [action] = ask(client, 0, only=["source.fixAll.mtgr"])
    assert ("edit" in action) is not resolves
    if resolves:
        action = client.result("codeAction/resolve", action)
        assert action["kind"] == "source.fixAll.mtgr"
    assert applied(text, action["edit"]["changes"][URI]) == good


def test_an_action_that_has_gone_is_resolved_to_nothing(client: InProcess) -> None:
    start(client, game(""), {**LITERALS, **RESOLVES})
    data = {"uri": URI, "line": 3, "kind": "source.fixAll.mtgr"}
    action = {"title": "x", "kind": "source.fixAll.mtgr", "data": data}
    assert "edit" not in client.result("codeAction/resolve", action)
    assert "edit" not in client.result("codeAction/resolve", {"title": "x", "data": "y"})
    assert "edit" not in client.result("codeAction/resolve", {"title": "x", "data": {**data, "uri": "file:///b"}})


def test_the_keyframe_of_a_turn_is_made_when_it_is_wanted(client: InProcess) -> None:
    text, line, _, _ = fixture(
        game("""
        "PlayerB" life 20 -> 17 by ?
        0:02 turn 2 "PlayerB"<|>
        0:02   end
    """)
    )
    start(client, text, {**LITERALS, **RESOLVES})
    actions = ask(client, line, only=["refactor"])
    action = next(each for each in actions if "keyframe" in each["title"])
    assert "edit" not in action
    edits = client.result("codeAction/resolve", action)["edit"]["changes"][URI]
    assert applied(text, edits).split("\n")[line + 1 : line + 4] == [
        "0:02   keyframe",
        '0:02     player "PlayerA" life 20 poison 0 library 60',
        '0:02     player "PlayerB" life 17 poison 0 library 60',
    ]


def test_a_client_that_knows_no_code_actions_gets_none(client: InProcess) -> None:
    text, line, _, _ = fixture(game(OLD_VALUE))
    client.initialize()
    client.open(URI, text)
    params = {
        "textDocument": {"uri": URI},
        "range": {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 0}},
        "context": {"diagnostics": []},
    }
    assert client.result("textDocument/codeAction", params) is None


@pytest.mark.parametrize(("bom", "line_end"), list(itertools.product(("", "\ufeff"), ("\n", "\r\n"))))
def test_new_lines_end_as_the_others_do(client: InProcess, bom: str, line_end: str) -> None:
    text, line, _, _ = fixture(
        game("""
        "PlayerA" add {R} by ?
        0:02   end<|>
    """)
    )
    good = text.replace("0:02   end", '0:02     "PlayerA" lose-mana {R} by rule:empty-pool\n0:02   end')
    text, good = (bom + each.replace("\n", line_end) for each in (text, good))
    start(client, text)
    [action] = [each for each in ask(client, line, only=["quickfix"]) if "lose-mana" in each["title"]]
    assert applied(text, action["edit"]["changes"][URI]) == good


@pytest.mark.parametrize(("bom", "line_end"), [("", "\r\n"), ("\ufeff", "\n"), ("\ufeff", "\r\n")])
def test_byte_order_marks_and_line_ends(client: InProcess, bom: str, line_end: str) -> None:
    good = game("")
    text = bom + good.replace("\n", line_end)
    start(client, text)
    first = client.wait_for_notification("textDocument/publishDiagnostics")["diagnostics"]
    actions = ask(client, 0, diagnostics=first, only=["quickfix"])
    assert len(actions) == len(first)
    for action in actions:
        assert action["diagnostics"]
        text = applied(text, action["edit"]["changes"][URI])
    [everything] = ask(client, 0, only=["source.fixAll"])
    assert applied(bom + good.replace("\n", line_end), everything["edit"]["changes"][URI]) == good


def test_columns_are_those_of_the_client(client: InProcess) -> None:
    text, line, _, _ = fixture(
        game("""
        new token #1 "💥 Bear" owner "PlayerA" in battlefield pt 2/2 by ?
        #1 "💥 Bear" pt 1/1<|> -> 3/3 by ?
    """)
    )
    start(client, text)
    [action, *_] = ask(client, line, only=["quickfix"])
    assert applied(text, action["edit"]["changes"][URI]) == text.replace("pt 1/1", "pt 2/2")


@pytest.mark.parametrize(("bom", "line_end"), list(itertools.product(("", "\ufeff"), ("\n", "\r\n"))))
def test_columns_of_the_first_line(client: InProcess, bom: str, line_end: str) -> None:
    good = (bom + game("")).replace("\n", line_end)
    start(client, good.replace("[Mtgr ", "[Mtgr  "))
    shown = client.wait_for_notification("textDocument/publishDiagnostics")["diagnostics"]
    actions = ask(client, 0, diagnostics=shown, only=["quickfix"])
    [action] = [each for each in actions if each["title"] == "Write this line in its canonical form"]
    assert [each["message"] for each in action["diagnostics"]] == [
        "exactly one space stands between a tag's name and its value"
    ]
    assert applied(good.replace("[Mtgr ", "[Mtgr  "), action["edit"]["changes"][URI]) == good


def test_a_bare_carriage_return_before_what_is_wrong(client: InProcess) -> None:
    text, line, _, _ = fixture(game(OLD_VALUE))
    text = text.replace(" -> 15 by ?", " -> 15 \rby ?").replace('"PlayerB" life 20 -> 15', '"PlayerB"\r life 20 -> 15')
    start(client, text)
    actions = ask(client, line, line + 2, only=["quickfix"])
    [action] = [each for each in actions if each["title"] == "Write 17 as the old value"]
    assert applied(text, action["edit"]["changes"][URI]) == text.replace("20 -> 15", "17 -> 15")
