"""Every question about a document, put to the server's handlers without the wire."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import json
import re
from collections.abc import Awaitable, Iterator
from types import SimpleNamespace
from typing import Any

from lsprotocol import converters, types
from tests.lsp.test_edits import AT_PLACES, OPTIONS, URI

from mtgr.document.text import Encoding, Text, units
from mtgr.features.navigate import TARGETS
from mtgr.lsp.client import Client
from mtgr.lsp.documents import Document
from mtgr.lsp.editing import Refused
from mtgr.lsp.handlers import HANDLERS
from mtgr.lsp.protocol import Plain, Written
from mtgr.lsp.settings import Settings

CONVERTER = converters.get_converter()


class Asked:
    """A document, and a client that asks about it."""

    def __init__(self, text: str, encoding: Encoding) -> None:
        self.text = Text(text)
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
