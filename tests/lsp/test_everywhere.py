"""Every question at the tokens of the small conformance files, in three encodings, and at a sample of those of the
recorded games: there is an answer, and all places in it are places of the text.

Of lines that differ in names and numbers only, the first is asked about, and of these one in four, at every other
token; with ``MTGR_EVERYWHERE=1`` all lines and tokens.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import json
import random
import re
from collections.abc import Awaitable, Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from lsprotocol import converters, types
from tests.lsp.test_edits import AT_PLACES, OF_TEXTS, OPTIONS, URI
from tests.support.everywhere import ALL, is_chosen, kind_of

from mtgr.document.text import Encoding, Text, units
from mtgr.features.navigate import TARGETS
from mtgr.lsp.client import Client
from mtgr.lsp.documents import Document
from mtgr.lsp.editing import Refused
from mtgr.lsp.handlers import HANDLERS
from mtgr.lsp.protocol import Plain, Written
from mtgr.lsp.settings import Settings
from mtgr.syntax.line import line_tokens

CONFORMANCE = Path(__file__).parents[2] / "conformance"
SMALL = sorted(path for path in CONFORMANCE.rglob("*.mtgr") if path.stat().st_size < 20_000)
RECORDED = sorted((CONFORMANCE / "valid" / "recorded").glob("*.mtgr"))
ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")
CONVERTER = converters.get_converter()


@cache
def new_lines() -> dict[Path, list[int]]:
    """The lines of each small file that are to be asked about."""
    seen: set[str] = set()
    found: dict[Path, list[int]] = {}
    for path in SMALL:
        for n, line in enumerate(read(path)):
            kind = kind_of(line)
            if kind not in seen and is_chosen(kind, 1):
                seen.add(kind)
                found.setdefault(path, []).append(n)
    return found


def read(path: Path) -> list[str]:
    return path.read_bytes().decode(errors="replace").split("\n")


class Asked:
    """A document, and a client that asks about it."""

    def __init__(self, path: Path, encoding: Encoding) -> None:
        self.text = Text(path.read_bytes().decode(errors="replace"))
        client = Client(
            encoding=encoding, markdown=True, links=frozenset({"definition"}), outlines=True, related=True, actions=True
        )
        documents = {URI: Document(URI, 1, self.text)}
        self.server = SimpleNamespace(documents=documents, client=client, settings=Settings())
        self.ends = [units(line, encoding) for line in re.split("\r\n|\n|\r", self.text.text())]

    def ask(self, method: str, **params: Any) -> Any:
        handler, _ = HANDLERS[method]
        given = {"textDocument": {"uri": URI}, "options": OPTIONS, **params}
        if method in types.METHOD_TO_TYPES:
            params = CONVERTER.structure(given, types.METHOD_TO_TYPES[method][2])
        else:
            params = json.loads(json.dumps(given), object_hook=lambda each: SimpleNamespace(**each))
        answer: Any = handler(self.server, params)
        if inspect.isawaitable(answer):
            answer = asyncio.run(waited(answer))
        match answer:
            case Plain(value):
                found = value
            case Written(text):
                found = json.loads(text)
            case _:
                found = CONVERTER.unstructure(answer)
        for place in positions(found):
            assert 0 <= place["line"] < len(self.ends), (method, params, place)
            assert 0 <= place["character"] <= self.ends[place["line"]], (method, params, place)
        return found

    def ask_at(self, line: int, column: int) -> None:
        """Everything there is to ask about a place."""
        encoding = self.server.client.encoding
        n, character = self.text.to_client(line, column, encoding)
        position = {"line": n, "character": character}
        around = {"start": position, "end": {"line": n + 1, "character": 0}}
        context = {"includeDeclaration": True, "triggerKind": 1, "isRetrigger": False, "diagnostics": []}
        for method in AT_PLACES:
            if method == "textDocument/completion" and (line + column) % 8:
                continue  # a long answer, which features/test_everywhere.py looks at more closely
            self.ask(method, position=position, positions=[position], range=around, context=context)
        for method in ("textDocument/prepareRename", "textDocument/rename"):
            with contextlib.suppress(Refused):
                self.ask(method, position=position, newName="#h77")
        self.ask("mtgr/annotate", position=position, comment="x")
        self.ask("mtgr/navigate", position=position, to=TARGETS[column % len(TARGETS)])
        for item in self.ask("textDocument/prepareCallHierarchy", position=position) or ():
            self.ask("callHierarchy/incomingCalls", item=item)
            self.ask("callHierarchy/outgoingCalls", item=item)


async def waited(answer: Awaitable[object]) -> object:
    return await answer


def positions(value: Any) -> Iterator[dict[str, int]]:
    match value:
        case {"line": int(), "character": int()}:
            yield value
        case dict():
            for each in value.values():
                yield from positions(each)
        case list():
            for each in value:
                yield from positions(each)


def columns(text: str) -> list[int]:
    """The start of each token, and the end of the line."""
    return [*(token.start for token in line_tokens(text)), len(text)]


@pytest.mark.parametrize("path", new_lines(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_token_of_a_small_file(path: Path) -> None:
    askers = [Asked(path, encoding) for encoding in ENCODINGS]
    for asker in askers:
        for method in OF_TEXTS:
            asker.ask(method)
    for n in new_lines()[path]:
        text = askers[0].text.lines[n]
        for number, column in enumerate(columns(text)):
            if (n + number) % 2 and not ALL and text.isascii():
                continue
            # Where all is ASCII, encodings do not differ: the tokens take turns.
            for asker in [askers[(n + number) // 2 % len(askers)]] if text.isascii() else askers:
                asker.ask_at(n, column)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_sample_of_the_tokens_of_a_recorded_game(path: Path) -> None:
    chosen = random.Random(path.stem)
    askers = [Asked(path, encoding) for encoding in ENCODINGS]
    for asker in askers:
        for method in OF_TEXTS:
            asker.ask(method)
    lines = askers[0].text.lines
    for n in chosen.sample(range(len(lines)), 20):
        chosen.choice(askers).ask_at(n, chosen.choice(columns(lines[n])))
