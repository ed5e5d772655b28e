"""Completion and signature help as clients get them."""

from __future__ import annotations

from typing import Any

from tests.support.lsp_client import InProcess, Message, at
from tests.support.markers import fixture, game

URI = "file:///a.mtgr"
SPELL = """
    new card #1 "Forest" owner "PlayerA" in battlefield
    new card #2 "Elf" owner "PlayerA" in hand
"""


def capable(**of_items: Any) -> Message:
    return {"textDocument": {"completion": {"completionItem": of_items}}}


def ask(text: str, capabilities: Message | None = None, method: str = "textDocument/completion") -> Any:
    clean = fixture(text)
    with InProcess() as client:
        client.initialize(capabilities)
        client.open(URI, clean.text)
        return client.result(method, at(URI, clean.line, clean.column))


def test_items_stay_in_our_order_and_replace_the_token() -> None:
    answer = ask(game(SPELL + '    #2 "Elf" mo<|>'))
    assert answer["isIncomplete"] is False
    assert [item["sortText"] for item in answer["items"]] == sorted(item["sortText"] for item in answer["items"])
    first = answer["items"][0]
    assert first["label"] == first["textEdit"]["newText"] == "move"
    assert first["textEdit"]["range"]["start"]["character"] == len('0:01     #2 "Elf" ')


def test_every_item_begins_with_what_is_typed_in_the_clients_eyes() -> None:
    for typed in ("#", "for", "   #2", ""):
        items = ask(game(f"{SPELL}    0:01  {typed}<|>"))["items"]
        assert items
        for item in items:
            start = item["textEdit"]["range"]["start"]["character"]
            assert item["filterText"].startswith(f"0:01  {typed}"[start:]), item


def test_characters_beyond_the_first_plane_count_as_the_client_counts() -> None:
    answer = ask(game('new card #1 "🔥" owner "PlayerA" in hand\n#1 "🔥" mo<|>'))
    assert answer["items"][0]["textEdit"]["range"]["start"]["character"] == len('0:01     #1 "xx" ')


def test_sequences_have_stops_where_the_client_takes_them() -> None:
    text = game(SPELL + "    <|>")
    plain = next(each for each in ask(text)["items"] if each["label"].endswith("cast from hand …"))
    assert "insertTextFormat" not in plain
    assert "add {G} by #3" in plain["textEdit"]["newText"]
    clever = capable(snippetSupport=True, insertTextModeSupport={"valueSet": [1, 2]})
    found = next(each for each in ask(text, clever)["items"] if each["label"].endswith("cast from hand …"))
    assert found["insertTextFormat"] == 2
    assert found["insertTextMode"] == 1
    assert "add ${2:{G\\}} by #3" in found["textEdit"]["newText"]


def test_documentation_comes_when_an_item_is_looked_at() -> None:
    clean = fixture(game(SPELL + '    #1 "Forest" ta<|>'))
    for capabilities, kind in ((None, "plaintext"), (capable(documentationFormat=["markdown"]), "markdown")):
        with InProcess() as client:
            client.initialize(capabilities)
            client.open(URI, clean.text)
            items = client.result("textDocument/completion", at(URI, clean.line, clean.column))["items"]
            item = next(each for each in items if each["label"] == "tap")
            assert "documentation" not in item
            resolved = client.result("completionItem/resolve", item)
            assert resolved["documentation"]["kind"] == kind
            assert "becomes tapped" in resolved["documentation"]["value"]


def test_an_item_that_is_none_of_ours_is_left_as_it_is() -> None:
    with InProcess() as client:
        client.initialize()
        for data in (None, {"about": 3}, {"about": "???"}, [1]):
            item = {"label": "x"} | ({} if data is None else {"data": data})
            assert client.result("completionItem/resolve", item) == item


def test_nothing_pops_up_in_comments() -> None:
    assert ask(game('"PlayerA" keep { #<|>'))["items"] == []


def test_the_active_part_of_the_active_signature() -> None:
    text = game('"PlayerA" life 20 <|>')
    answer = ask(text, method="textDocument/signatureHelp")
    signature = answer["signatures"][answer["activeSignature"]]
    assert signature["parameters"][answer["activeParameter"]] == {"label": "->"}
    places = {"parameterInformation": {"labelOffsetSupport": True}}
    clever = {"textDocument": {"signatureHelp": {"signatureInformation": places}}}
    answer = ask(text, clever, "textDocument/signatureHelp")
    start, end = answer["signatures"][0]["parameters"][answer["activeParameter"]]["label"]
    assert answer["signatures"][0]["label"][start:end] == "->"


def test_there_is_no_signature_where_there_is_no_statement() -> None:
    assert ask(game("<|>"), method="textDocument/signatureHelp") is None


def test_documents_that_are_not_open() -> None:
    with InProcess() as client:
        client.initialize()
        for method in ("textDocument/completion", "textDocument/signatureHelp"):
            assert client.result(method, at(URI, 0, 0)) is None
