"""An editing session at random: whatever a client sends, the server answers as one that has just opened the same text.

``MTGR_SESSIONS`` sets how many sessions are tried (for each encoding), ``MTGR_STEPS`` how many edits each has.
"""

from __future__ import annotations

import asyncio
import inspect
import itertools
import json
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from lsprotocol import types
from tests.support.lsp_client import LOG, PUBLISH, InProcess, Message, put

from mtgr.document.text import Encoding, Text
from mtgr.features.formatting import formatted, formatting
from mtgr.features.navigate import TARGETS
from mtgr.lsp.client import Client
from mtgr.lsp.diagnostics import diagnostics
from mtgr.lsp.documents import Document
from mtgr.lsp.editing import Refused
from mtgr.lsp.handlers import HANDLERS
from mtgr.lsp.protocol import Plain, Written

URI = "file:///session.mtgr"
VALID = Path(__file__).parents[2] / "conformance" / "valid"
SMALL = (VALID / "generated" / "small-9107.mtgr").read_bytes().decode()
MATCHES = (VALID / "several-matches.mtgr").read_bytes().decode()
VARIATIONS = (VALID / "variations.mtgr").read_bytes().decode()
TEXTS = [SMALL, MATCHES, VARIATIONS, MATCHES.replace("\n", "\r\n"), "\ufeff" + VARIATIONS, ""]

SNIPPETS = [
    "x", " ", '"', "(", "{", "}", "#7", "0", "\n", "\n\n", "\r", "\r\n", "\u2028", "🔥", "- (\n", "- )\n", "% note\n",
    "0-1\n", '[Mtgr "0.3.0"]\n', "0:00 pregame\n", "0:00   keyframe\n", ' {"Nicol" 🔥}', " tapped", "1/2-1/2\n",
    "2-0\n", "½\n",
]  # fmt: skip
AT_PLACES = [
    "textDocument/" + name
    for name in (
        "hover", "definition", "declaration", "typeDefinition", "implementation", "references", "documentHighlight",
        "selectionRange", "prepareCallHierarchy", "inlayHint", "semanticTokens/range",
        "rangeFormatting", "completion", "signatureHelp", "codeAction",
    )
]  # fmt: skip
OURS = ["mtgr/board", "mtgr/course", "mtgr/lastEvent"]
OF_TEXTS = [
    "textDocument/" + name for name in ("foldingRange", "documentSymbol", "documentLink", "codeLens", "formatting")
]
OPTIONS = {"tabSize": 2, "insertSpaces": True}
FRACTIONS = st.floats(0, 1, exclude_max=True)
PLACES = st.tuples(FRACTIONS, FRACTIONS)


class Session(RuleBasedStateMachine):
    """A client with a text, and a server that follows it."""

    encoding: Encoding
    pulls: bool

    def __init__(self) -> None:
        super().__init__()
        capabilities: dict[str, Any] = {
            "general": {"positionEncodings": [self.encoding]},
            "textDocument": {
                "publishDiagnostics": {"versionSupport": True, "relatedInformation": True},
                "foldingRange": {"foldingRange": {"collapsedText": True}},
                "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
            },
        }
        if self.pulls:
            capabilities["textDocument"]["diagnostic"] = {"relatedInformation": True}
            capabilities["workspace"] = {"diagnostics": {"refreshSupport": True}}
        self.server = InProcess()
        self.server.__enter__()
        self.server.initialize(capabilities)
        self.client = Client(encoding=self.encoding, pulls=self.pulls, related=True, versions=True, fold_summaries=True)
        self.version = 0
        self.text = Text("")
        self.before: list[str] = []
        self.report: Message = {}
        self.tokens: Message = {}

    def teardown(self) -> None:
        assert self.server.notifications(LOG) == []
        self.server.__exit__()

    # What the user does

    @initialize(text=st.sampled_from(TEXTS))
    def open(self, text: str) -> None:
        self.version = 1
        self.text = Text(text)
        self.server.open(URI, text)

    @rule(edits=st.lists(st.tuples(PLACES, st.integers(0, 3), st.sampled_from(SNIPPETS)), min_size=1, max_size=3))
    def type(self, edits: list[tuple[tuple[float, float], int, str]]) -> None:
        """A few characters, at several places in one notification."""
        self.change(*((where, length, new) for where, length, new in edits))

    @rule(where=FRACTIONS, note=st.sampled_from([" {!}", " $1", " ; see 12", " x", "🔥"]))
    def annotate(self, where: float, note: str) -> None:
        line = int(where * len(self.text.lines))
        self.change(((where, len(self.text.lines[line].rstrip("\r")) / (len(self.text.lines[line]) + 1)), 0, note))

    @rule(where=FRACTIONS)
    def double_a_line(self, where: float) -> None:
        line = int(where * len(self.text.lines))
        self.change(((where, 0.0), 0, self.text.lines[line] + "\n"))

    @rule(where=FRACTIONS)
    def delete_a_line(self, where: float) -> None:
        line = int(where * len(self.text.lines))
        self.change(((where, 0.0), len(self.text.lines[line]) + 1, ""))

    @rule(
        where=FRACTIONS, header=st.sampled_from(['1:22.000 turn 9 "Nicol"\n', "0:00 pregame\n", "0:00     - \n", "*\n"])
    )
    def insert_a_header(self, where: float, header: str) -> None:
        self.change(((where, 0.0), 0, header))

    @rule(where=PLACES, length=st.integers(1, 2500))
    def delete(self, where: tuple[float, float], length: int) -> None:
        self.change((where, length, ""))

    @rule(where=PLACES, source=st.sampled_from(TEXTS), start=FRACTIONS, count=st.integers(1, 120))
    def paste(self, where: tuple[float, float], source: str, start: float, count: int) -> None:
        """Lines of a game, whole turns among them."""
        lines = source.split("\n")
        first = int(start * len(lines))
        self.change(((where[0], 0.0), 0, "\n".join([*lines[first : first + count], ""])))

    @rule(where=PLACES, other=PLACES)
    def move_a_line(self, where: tuple[float, float], other: tuple[float, float]) -> None:
        """Cut and paste, in one notification."""
        line = int(where[0] * len(self.text.lines))
        moved = self.text.lines[line] + "\n"
        self.change(((where[0], 0.0), len(moved), ""), ((other[0], 0.0), 0, moved))

    @precondition(lambda self: self.before)
    @rule()
    def undo(self) -> None:
        self.replace(self.before.pop())

    @rule(text=st.sampled_from(TEXTS))
    def replace(self, text: str) -> None:
        """What clients send that know no better."""
        self.version += 1
        self.text.replace(text)
        self.server.change(URI, self.version, {"text": text})

    def change(self, *edits: tuple[tuple[float, float], int, str]) -> None:
        self.before.append(self.text.text())
        changes = []
        for where, length, new in edits:
            start = self.place(where)
            end = self.after(start, length)
            ends = [self.text.to_client(*each, self.encoding) for each in (start, end)]
            changes.append(put(ends[0], ends[1], new))
            self.text.edit(ends[0], ends[1], new, self.encoding)
        self.version += 1
        self.server.change(URI, self.version, *changes)

    def place(self, where: tuple[float, float]) -> tuple[int, int]:
        line = int(where[0] * len(self.text.lines))
        return line, int(where[1] * (len(self.text.lines[line]) + 1))

    def after(self, start: tuple[int, int], count: int) -> tuple[int, int]:
        """The place ``count`` characters later."""
        line, column = start
        while line < len(self.text.lines) - 1 and column + count > len(self.text.lines[line]):
            count -= len(self.text.lines[line]) - column + 1
            line, column = line + 1, 0
        return line, column + count

    # What the server answers

    @precondition(lambda self: self.version)
    @invariant()
    def all_is_as_it_should_be(self) -> None:
        """Looked at after every other edit, so that edits come together, too."""
        self.the_text_is_the_clients()
        if self.version % 2:
            self.diagnostics()
            self.compare("textDocument/foldingRange", {"textDocument": {"uri": URI}})

    def the_text_is_the_clients(self) -> None:
        assert "error" in self.server.request("$/ping")
        document = self.server.server.documents.get(URI)
        assert document is not None
        assert document.text.lines == self.text.lines

    def diagnostics(self) -> None:
        expected = diagnostics(self.fresh(), self.client)
        if not self.pulls:
            done = False
            while not done:  # what was published last has come when the answer to a later question has
                done = not self.server.server.agenda.busy and self.version in self.published()
                assert "error" in self.server.request("$/ping")
            # It is no longer busy just before it tells all it knows, and may have told a part of it before.
            assert "error" in self.server.request("$/ping")
            assert self.published()[self.version] == expected
            return
        self.pull()
        while self.server.server.agenda.busy:  # the client is told to ask again
            assert "error" in self.server.request("$/ping")
        self.pull()
        assert self.report["items"] == expected

    def pull(self) -> None:
        previous = self.report.get("resultId")
        given = {"textDocument": {"uri": URI}} | ({"previousResultId": previous} if previous else {})
        answer = self.server.result("textDocument/diagnostic", given)
        if answer["kind"] == "full":
            self.report = answer

    def published(self) -> dict[int, list[Message]]:
        """What was published last of each version."""
        return {params["version"]: params["diagnostics"] for params in self.server.notifications(PUBLISH)}

    @rule(where=PLACES, method=st.sampled_from(AT_PLACES))
    def question(self, where: tuple[float, float], method: str) -> None:
        """About a place, a line of it or the lines around it."""
        line, character = self.text.to_client(*self.place(where), self.encoding)
        position = {"line": line, "character": character}
        self.compare(
            method,
            {
                "textDocument": {"uri": URI},
                "position": position,
                "positions": [position],
                "range": {"start": position, "end": {"line": line + 3, "character": 0}},
                "context": {"includeDeclaration": True, "triggerKind": 1, "isRetrigger": False, "diagnostics": []},
                "options": OPTIONS,
            },
        )

    @rule(where=PLACES, typed=st.sampled_from(["\n", "(", ")", "!", "?"]))
    def type_and_take_what_comes_with_it(self, where: tuple[float, float], typed: str) -> None:
        line, column = self.place(where)
        self.change((where, 0, typed))
        after = (line + 1, 0) if typed == "\n" else (line, column + 1)
        line, character = self.text.to_client(*after, self.encoding)
        position = {"line": line, "character": character}
        given = {"textDocument": {"uri": URI}, "position": position, "ch": typed, "options": OPTIONS}
        self.compare("textDocument/onTypeFormatting", given)
        self.apply(self.server.result("textDocument/onTypeFormatting", given))

    @rule()
    def format(self) -> None:
        """The edits, once applied, give what the command line writes."""
        given = {"textDocument": {"uri": URI}, "options": OPTIONS}
        analysis = self.fresh().analysis
        expected = formatted(analysis.raw, formatting(analysis))
        self.apply(self.server.result("textDocument/formatting", given))
        assert self.text.lines == expected
        assert self.server.result("textDocument/formatting", given) == []

    def apply(self, edits: list[Message]) -> None:
        """The edits of an answer, whose places are those of the text as it is: so the last one goes first."""
        places = [
            [(each["range"][end]["line"], each["range"][end]["character"]) for end in ("start", "end")]
            for each in edits
        ]
        assert all(one[1] <= other[0] for one, other in itertools.pairwise(places))
        if not edits:
            return
        self.before.append(self.text.text())
        changes = []
        for (start, end), edit in zip(reversed(places), reversed(edits), strict=True):
            changes.append(put(start, end, edit["newText"]))
            self.text.edit(start, end, edit["newText"], self.encoding)
        self.version += 1
        self.server.change(URI, self.version, *changes)

    @rule(where=PLACES, method=st.sampled_from(OURS), guess=st.booleans())
    def question_of_our_own(self, where: tuple[float, float], method: str, guess: bool) -> None:
        line, character = self.text.to_client(*self.place(where), self.encoding)
        position = {"line": line, "character": character}
        self.compare(
            method, {"textDocument": {"uri": URI}, "position": position, "guess": guess, "ids": ["#1", "#7", "#12"]}
        )

    @rule(where=PLACES, method=st.sampled_from(["callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"]))
    def causes_and_effects(self, where: tuple[float, float], method: str) -> None:
        line, character = self.text.to_client(*self.place(where), self.encoding)
        place = {"textDocument": {"uri": URI}, "position": {"line": line, "character": character}}
        for item in self.server.result("textDocument/prepareCallHierarchy", place) or ():
            self.compare(method, {"item": item})

    @rule(where=PLACES, method=st.sampled_from(["textDocument/prepareRename", "textDocument/rename"]))
    def other_names(self, where: tuple[float, float], method: str) -> None:
        self.compare(method, self.at(where, newName='Zoe "Z"'))

    @rule(
        where=PLACES,
        wish=st.sampled_from([{"nag": 1}, {"nag": 200}, {"nag": None}, {"comment": "a } b"}, {"variation": True}]),
    )
    def annotations(self, where: tuple[float, float], wish: Message) -> None:
        self.compare("mtgr/annotate", self.at(where, **wish))

    @rule(where=PLACES, to=st.sampled_from(TARGETS))
    def ways(self, where: tuple[float, float], to: str) -> None:
        self.compare("mtgr/navigate", self.at(where, to=to))

    def at(self, where: tuple[float, float], **more: Any) -> Message:
        line, character = self.text.to_client(*self.place(where), self.encoding)
        return {"textDocument": {"uri": URI}, "position": {"line": line, "character": character}, **more}

    @rule(method=st.sampled_from(OF_TEXTS))
    def question_about_everything(self, method: str) -> None:
        self.compare(method, {"textDocument": {"uri": URI}, "options": OPTIONS})

    @rule()
    def colours(self) -> None:
        """What the client makes of the changes since the last time are the tokens of the text."""
        given = {"textDocument": {"uri": URI}}
        expected = self.fresh_answer("textDocument/semanticTokens/full", given)["data"]
        previous = self.tokens.get("resultId", "none")
        answer = self.server.result("textDocument/semanticTokens/full/delta", {**given, "previousResultId": previous})
        data = answer["data"] if "data" in answer else self.tokens["data"]
        for each in answer.get("edits", ()):
            data = data[: each["start"]] + each.get("data", []) + data[each["start"] + each["deleteCount"] :]
        self.tokens = {"resultId": answer["resultId"], "data": data}
        assert data == expected

    def compare(self, method: str, params: Message) -> None:
        answer = self.server.request(method, params)
        expected = self.fresh_answer(method, params)
        assert (answer["error"]["message"] if "error" in answer else answer["result"]) == expected

    def fresh_answer(self, method: str, params: Message) -> Any:
        """What a server answers that has just opened the text; the reason for which it refuses."""
        server = self.server.server
        structure = server.protocol._converter.structure
        ls = SimpleNamespace(documents={URI: self.fresh()}, client=server.client, settings=server.settings)
        handler, _ = HANDLERS[method]
        if method in types.METHOD_TO_TYPES:
            given = structure(params, types.METHOD_TO_TYPES[method][2])
        else:
            given = json.loads(json.dumps(params), object_hook=lambda each: SimpleNamespace(**each))
        try:
            answer: Any = handler(ls, given)
        except Refused as refusal:
            return refusal.message
        if inspect.isawaitable(answer):
            answer = asyncio.run(in_time(answer))
        match answer:
            case Plain(value):
                return json.loads(json.dumps(value))
            case Written(text):
                return json.loads(text)
            case _:
                return server.protocol._converter.unstructure(answer)

    def fresh(self) -> Document:
        """The client's text, looked at for the first time."""
        document = Document(URI, self.version, Text(self.text.text()))
        document.analysis.finish()
        return document


async def in_time(answer: Awaitable[object]) -> object:
    return await answer


def session(encoding: Encoding, pulls: bool) -> Callable[[], Session]:
    class Of(Session):
        pass

    Of.encoding, Of.pulls = encoding, pulls
    return Of


@pytest.mark.parametrize(
    ("encoding", "pulls"), [("utf-8", False), ("utf-16", False), ("utf-32", False), ("utf-16", True)]
)
def test_a_session_of_edits(encoding: Encoding, pulls: bool) -> None:
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        session(encoding, pulls),
        settings=settings(
            max_examples=int(os.environ.get("MTGR_SESSIONS", "8")),
            stateful_step_count=int(os.environ.get("MTGR_STEPS", "12")),
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
