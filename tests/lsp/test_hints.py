"""What looks wrong inside variations: hints, told after all else, and kept in their places while the user types."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.support.lsp_client import LOG, PUBLISH, InProcess, Message, put
from tests.support.markers import game

import mtgr.lsp.diagnostics
from mtgr.analysis import Analysis
from mtgr.document.text import Text
from mtgr.lsp.client import Client
from mtgr.lsp.diagnostics import report
from mtgr.lsp.documents import Document

URI = "file:///a.mtgr"
PULL = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}
VARIED = game("""
    new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
    -     (
    -       #1 "Bear" tap by ?
    -     )
    #1 "Bear" tap by ?
    -     (
    -       #1 "Bear" untap by ?
    -       (
    -         #1 "Bear" tap by ?
    -         #1 "Bear" tap by ?
    -       )
    -     )
    "PlayerA" life 19 -> 18 by ?
""")
LINES = VARIED.split("\n")
WRONG = [n for n, text in enumerate(LINES) if text.startswith("- ") and "tap by" in text]
"""The first is before its object is there; then an `untap` of what is untapped, and a `tap` of what is tapped."""
EXPECTED = [WRONG[0], WRONG[1], WRONG[3]]
ERROR = next(n for n, text in enumerate(LINES) if "19 -> 18" in text)


@pytest.fixture
def client() -> Iterator[InProcess]:
    with InProcess() as client:
        yield client
        assert client.shut_down() == 0
        assert client.notifications(LOG) == []


def settled(client: InProcess) -> Message:
    """What was published last, once there is no more to do."""
    done = False
    assert "error" in client.request("$/ping")  # what was sent has been taken
    while not done:
        done = not client.server.agenda.busy
        assert "error" in client.request("$/ping")
    return client.notifications(PUBLISH)[-1]


def hints(publication: Message) -> list[int]:
    """The lines with hints."""
    items = publication["diagnostics" if "diagnostics" in publication else "items"]
    return [item["range"]["start"]["line"] for item in items if item["severity"] == 4]


def errors(publication: Message) -> list[int]:
    return [item["range"]["start"]["line"] for item in publication["diagnostics"] if item["severity"] == 1]


def test_what_looks_wrong_in_variations_is_a_hint(client: InProcess) -> None:
    client.initialize()
    client.open(URI, VARIED)
    last = settled(client)
    assert hints(last) == EXPECTED
    assert errors(last) == [ERROR]
    [first, *_] = [item for item in last["diagnostics"] if item["severity"] == 4]
    assert (first["code"], first["source"]) == ("variation", "mtgr")


def test_they_are_those_of_the_command_line(client: InProcess) -> None:
    client.initialize()
    client.open(URI, VARIED)
    found = Analysis.of_lines(list(LINES)).findings(hints=True)
    assert sorted(item["message"] for item in settled(client)["diagnostics"]) == sorted(each.message for each in found)


def test_all_else_is_told_first(client: InProcess) -> None:
    client.initialize()
    client.open(URI, VARIED)
    settled(client)
    told = client.notifications(PUBLISH)
    assert [(errors(each), hints(each)) for each in told] == [([ERROR], []), ([ERROR], EXPECTED)]


def test_not_even_one_variation_is_looked_at_before_all_else_is_known() -> None:
    analysis = Analysis.of_lines(list(LINES))
    analysis.want_hints()
    while not analysis.only_hints_left:
        assert analysis.work(0)
    [game] = analysis.taken_apart()
    assert not any(block.hinting for block in game.blocks)
    analysis.finish()
    assert [each.place.line for each in analysis.hints(99)] == EXPECTED


def test_an_edit_moves_them_along_until_they_are_known_anew(client: InProcess) -> None:
    client.initialize()
    client.open(URI, VARIED)
    settled(client)
    before = len(client.notifications(PUBLISH))
    client.change(URI, 2, put((WRONG[1] - 2, 0), (WRONG[1] - 2, 0), "% one more line\n"))
    settled(client)
    moved = [EXPECTED[0], EXPECTED[1] + 1, EXPECTED[2] + 1]
    assert [hints(each) for each in client.notifications(PUBLISH)[before:]] == [moved, moved]


def test_a_hint_goes_when_the_main_line_makes_it_right(client: InProcess) -> None:
    client.initialize()
    client.open(URI, VARIED)
    settled(client)
    tap = WRONG[1] - 2
    client.change(URI, 2, put((tap, 0), (tap, len(LINES[tap])), '0:01     "PlayerA" pass'))
    assert hints(settled(client)) == [WRONG[0], WRONG[1], WRONG[3]]
    client.change(URI, 3, put((tap - 4, 0), (tap - 4, 0), LINES[tap] + "\n"))
    assert EXPECTED[1] + 1 not in hints(settled(client))


@pytest.mark.parametrize("shown", [True, False])
def test_they_can_be_switched_off(client: InProcess, shown: bool) -> None:
    client.initialize(initializationOptions={"hints": shown})
    client.open(URI, VARIED)
    assert hints(settled(client)) == (EXPECTED if shown else [])


def test_they_can_be_switched_while_a_text_is_open(client: InProcess) -> None:
    client.initialize()
    client.open(URI, VARIED)
    assert hints(settled(client)) == EXPECTED
    client.notify("workspace/didChangeConfiguration", {"settings": {"mtgr": {"hints": False}}})
    assert hints(settled(client)) == []
    client.notify("workspace/didChangeConfiguration", {"settings": {"mtgr": {}}})
    assert hints(settled(client)) == EXPECTED


def test_a_client_that_asks_is_told_when_to_ask_again(client: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mtgr.lsp.diagnostics, "PATIENCE", 0)
    client.initialize(PULL)
    client.open(URI, VARIED)
    given = {"textDocument": {"uri": URI}}
    answer = client.result("textDocument/diagnostic", given)
    while hints(answer) != EXPECTED:
        client.wait_for(lambda message: message.get("method") == "workspace/diagnostic/refresh")
        answer = client.result("textDocument/diagnostic", given)


def test_wherever_the_work_stands_an_answer_without_the_hints_is_incomplete(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the client is told when to ask again."""
    monkeypatch.setattr(mtgr.lsp.diagnostics, "PATIENCE", 0)
    complete = 0
    for steps in range(30):
        document = Document(URI, 1, Text(VARIED))
        document.analysis.want_hints()
        report(document, None, Client())
        for _ in range(steps):
            document.analysis.work(0)
        answer = report(document, None, Client())
        assert document.incomplete or hints(answer) == EXPECTED, steps
        complete += not document.incomplete
    assert complete


def test_mistakes_come_before_hints(client: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mtgr.lsp.diagnostics, "MOST", 3)
    client.initialize()
    client.open(URI, VARIED)
    last = settled(client)
    assert errors(last) == [ERROR]
    assert hints(last) == EXPECTED[:2]
