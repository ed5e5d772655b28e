"""Diagnostics: published or asked for, never both, and only what the client can take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.support.lsp_client import PUBLISH, InProcess, Message, put
from tests.support.markers import fixture, game

import mtgr.lsp.diagnostics

URI = "file:///c%3A/Games/a%20b.mtgr"

PULLS = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}
WRONG = game("""
    new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
    #1 "Bear" tap by ?
    #1 "Bear" tap by ?
    #1 "Bear" untap by #7
""")
RIGHT = game("""
    new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
""")


@pytest.fixture
def client() -> Iterator[InProcess]:
    with InProcess() as client:
        yield client


def published(client: InProcess) -> Message:
    return client.wait_for_notification(PUBLISH)


def pull(client: InProcess, previous: str | None = None) -> Message:
    params: dict[str, Any] = {"textDocument": {"uri": URI}}
    if previous is not None:
        params["previousResultId"] = previous
    report: Message = client.result("textDocument/diagnostic", params)
    return report


def codes(report: Message) -> list[str]:
    return [item["code"] for item in report["items" if "items" in report else "diagnostics"]]


def test_findings_are_published_with_all_that_the_client_can_take(client: InProcess) -> None:
    client.initialize({"textDocument": {"publishDiagnostics": {"relatedInformation": True, "versionSupport": True}}})
    client.open(URI, "% one\n" + WRONG, version=7)
    publication = published(client)
    assert (publication["uri"], publication["version"]) == (URI, 7)
    doubled, unknown = publication["diagnostics"]
    line = 1 + WRONG.split("\n").index('0:01     #1 "Bear" untap by #7') - 1
    assert doubled["range"]["start"]["line"] == line
    assert (doubled["code"], doubled["source"], doubled["severity"]) == ("check-12", "mtgr", 1)
    [related] = doubled["relatedInformation"]
    assert related["location"]["uri"] == URI
    assert related["location"]["range"]["start"]["line"] == line - 1
    assert unknown["code"] == "check-5"
    assert "relatedInformation" not in unknown
    assert "codeDescription" not in unknown


def test_nothing_is_published_that_the_client_did_not_ask_for(client: InProcess) -> None:
    client.initialize()
    client.open(URI, WRONG, version=7)
    publication = published(client)
    assert "version" not in publication
    assert codes(publication) == ["check-12", "check-5"]
    assert not any("relatedInformation" in item for item in publication["diagnostics"])


def test_every_edit_is_published_and_the_end_clears(client: InProcess) -> None:
    client.initialize()
    client.open(URI, WRONG)
    assert codes(published(client)) != []
    client.change(URI, 2, {"text": RIGHT})
    assert published(client) == {"uri": URI, "diagnostics": []}
    end = len(RIGHT.split("\n")) - 3
    client.change(URI, 3, put((end, 0), (end, 0), '0:01     #1 "Bear" tap by #7\n'))
    assert codes(published(client)) == ["check-5"]
    client.close_document(URI)
    assert published(client) == {"uri": URI, "diagnostics": []}
    assert client.shut_down() == 0


def test_nothing_is_published_after_the_end(client: InProcess) -> None:
    client.initialize()
    client.open(URI, WRONG)
    client.close_document(URI)
    client.shut_down()
    assert client.notifications(PUBLISH)[-1] == {"uri": URI, "diagnostics": []}


def test_a_client_that_can_be_told_to_ask_again_asks(client: InProcess) -> None:
    capabilities = client.initialize(PULLS)
    assert capabilities["diagnosticProvider"] == {
        "interFileDependencies": False,
        "workspaceDiagnostics": True,
        "identifier": "mtgr",
    }
    client.open(URI, WRONG)
    first = pull(client)
    assert (first["kind"], codes(first)) == ("full", ["check-12", "check-5"])
    client.change(URI, 2, {"text": RIGHT})
    second = pull(client, first["resultId"])
    assert (second["kind"], second["items"]) == ("full", [])
    assert second["resultId"] != first["resultId"]
    client.close_document(URI)
    assert pull(client)["items"] == []
    client.shut_down()
    assert client.notifications(PUBLISH) == []


def test_what_has_not_changed_is_not_sent_again(client: InProcess) -> None:
    client.initialize(PULLS)
    client.open(URI, WRONG)
    first = pull(client)
    assert pull(client, first["resultId"]) == {"kind": "unchanged", "resultId": first["resultId"]}
    client.change(URI, 2, put((1, 8), (1, 9), "!"))  # the value of a tag
    assert pull(client, first["resultId"]) == {"kind": "unchanged", "resultId": first["resultId"]}
    assert pull(client)["kind"] == "full"
    assert pull(client, "from another life")["kind"] == "full"


@pytest.mark.parametrize(
    "capabilities",
    [
        {"textDocument": {"diagnostic": {}}},
        {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": False}}},
        {"workspace": {"diagnostics": {"refreshSupport": True}}},
    ],
)
def test_all_others_are_published_to(client: InProcess, capabilities: Message) -> None:
    assert "diagnosticProvider" not in client.initialize(capabilities)
    assert "error" in client.request("textDocument/diagnostic", {"textDocument": {"uri": URI}})
    client.open(URI, WRONG)
    assert codes(published(client)) == ["check-12", "check-5"]


def test_of_too_many_findings_the_last_one_says_how_many_more(
    client: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mtgr.lsp.diagnostics, "MOST", 3)
    unknown = "".join(f'    #1 "Bear" {"un" * (n % 2)}tap by #{n}\n' for n in range(10, 20))
    client.initialize()
    client.open(URI, game('    new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?\n' + unknown))
    shown = published(client)["diagnostics"]
    assert [item.get("code") for item in shown] == ["check-5", "check-5", None]
    assert shown[-1]["severity"] == 3
    assert "8 more findings" in shown[-1]["message"]


def test_places_are_those_of_the_editor(client: InProcess) -> None:
    """A finding behind a bare CR is on a later line there than in the file."""
    clean = fixture(
        game("""
            new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
            #1 "Bear" tap by #7
                             ^^
        """)
    )
    [span] = clean.spans
    client.initialize()
    client.open(URI, "%\r\r\n" + clean.text)
    [*_, found] = published(client)["diagnostics"]
    assert found["range"]["start"] == {"line": span.line + 2, "character": span.start}
    assert found["range"]["end"] == {"line": span.line + 2, "character": span.end}
