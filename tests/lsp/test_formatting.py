"""Formatting over the protocol: the edits, in every encoding, make of a text what the command line makes of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.disorder import disorder, reorder
from tests.support.lsp_client import InProcess, Message
from tests.support.markers import game

from mtgr.document.text import Encoding, Text

URI = "file:///a.mtgr"
OPTIONS = {"tabSize": 2, "insertSpaces": True}
VALID = Path(__file__).parents[2] / "conformance" / "valid"
FILES = ("tags", "characters", "variations", "several-matches", "mana", "decks", "annotations")


@pytest.fixture(params=["utf-8", "utf-16", "utf-32"])
def session(request: pytest.FixtureRequest) -> Iterator[tuple[InProcess, Encoding]]:
    with InProcess() as client:
        client.initialize({"general": {"positionEncodings": [request.param]}})
        yield client, request.param


def applied(text: str, edits: list[Message], encoding: Encoding) -> str:
    found = Text(text)
    for edit in reversed(edits):
        start, end = (tuple(edit["range"][each].values()) for each in ("start", "end"))
        found.edit(start, end, edit["newText"], encoding)
    return found.text()


@pytest.mark.parametrize("name", FILES)
def test_a_whole_text(session: tuple[InProcess, Encoding], name: str) -> None:
    client, encoding = session
    text = (VALID / f"{name}.mtgr").read_text(encoding="utf-8")
    rng = random.Random(name)
    for damaged in (
        "\n".join(disorder(rng, reorder(rng, text.split("\n")))),
        "\ufeff" + text.replace("\n", "\r\n").removesuffix("\r\n"),
        text,
    ):
        client.open(URI, damaged)
        edits = client.result("textDocument/formatting", {"textDocument": {"uri": URI}, "options": OPTIONS})
        assert applied(damaged, edits, encoding) == text
        assert bool(edits) == (damaged != text)


def test_an_edit_is_of_what_changes_alone(session: tuple[InProcess, Encoding]) -> None:
    client, encoding = session
    text = game('incomplete "\U0001f525"  {so}\nday by ?')
    line = next(n for n, each in enumerate(text.split("\n")) if "incomplete" in each)
    width = {"utf-8": 4, "utf-16": 2, "utf-32": 1}[encoding]
    start = len('0:01     incomplete ""') + width + 1
    client.open(URI, text)
    [edit] = client.result("textDocument/formatting", {"textDocument": {"uri": URI}, "options": OPTIONS})
    assert edit == {
        "range": {"start": {"line": line, "character": start}, "end": {"line": line, "character": start + 1}},
        "newText": "",
    }


@pytest.mark.parametrize(("end", "lines"), [((1, 0), 1), ((1, 1), 2), ((0, 0), 1)])
def test_a_range(session: tuple[InProcess, Encoding], end: tuple[int, int], lines: int) -> None:
    client, encoding = session
    text = game("day  by ?\nnight  by ?")
    first = next(n for n, each in enumerate(text.split("\n")) if "day" in each)
    client.open(URI, text)
    edits = client.result(
        "textDocument/rangeFormatting",
        {
            "textDocument": {"uri": URI},
            "range": {
                "start": {"line": first, "character": 0},
                "end": {"line": first + end[0], "character": end[1]},
            },
            "options": OPTIONS,
        },
    )
    assert applied(text, edits, encoding) == game(
        "\n".join(["day by ?", "night  by ?" if lines == 1 else "night by ?"])
    )


def test_typing(session: tuple[InProcess, Encoding]) -> None:
    client, encoding = session
    text = game('incomplete "\U0001f525" !?')
    line = next(n for n, each in enumerate(text.split("\n")) if "incomplete" in each)
    width = {"utf-8": 4, "utf-16": 2, "utf-32": 1}[encoding]
    client.open(URI, text)
    edits = client.result(
        "textDocument/onTypeFormatting",
        {
            "textDocument": {"uri": URI},
            "position": {"line": line, "character": len('0:01     incomplete "" !?') + width},
            "ch": "?",
            "options": OPTIONS,
        },
    )
    assert applied(text, edits, encoding) == text.replace("!?", "$5")


@pytest.mark.parametrize("method", ["formatting", "rangeFormatting", "onTypeFormatting"])
def test_a_text_that_is_not_open(session: tuple[InProcess, Encoding], method: str) -> None:
    client, _ = session
    place = {"line": 0, "character": 0}
    given = {"textDocument": {"uri": URI}, "options": OPTIONS, "position": place, "ch": "!"}
    assert client.result(f"textDocument/{method}", given | {"range": {"start": place, "end": place}}) is None
