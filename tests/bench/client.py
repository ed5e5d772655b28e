"""One client for every language server: frames on a pipe, and a thread that notes when each message came.

It knows no more of the protocol than the measurements need, and is the same for our server and for others, so that
whatever it costs itself, it costs all of them.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from tests.bench import processes

Message = dict[str, Any]
Wanted = Callable[[Message], bool]

PUBLISH = "textDocument/publishDiagnostics"
PULL = "textDocument/diagnostic"
RETRY = -32802
"""The server gave up a request, as it may, and wants it asked again (LSP: ServerCancelled)."""

PUSH_CAPABILITIES: Message = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "publishDiagnostics": {"versionSupport": True, "relatedInformation": True},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "definition": {},
    },
}
PULL_CAPABILITIES: Message = {
    **PUSH_CAPABILITIES,
    "textDocument": {**PUSH_CAPABILITIES["textDocument"], "diagnostic": {"dynamicRegistration": True}},
    "workspace": {"diagnostics": {"refreshSupport": True}},
}


class TooSlow(Exception):
    """What was waited for did not come in time, or the server ended."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A message and when its last byte had come, in seconds of ``time.perf_counter``."""

    time: float
    message: Message


def frame(message: Message) -> bytes:
    """A message as bytes with its header."""
    body = json.dumps(message, ensure_ascii=False).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def bodies(stream: IO[bytes]) -> Iterator[bytes]:
    """The bodies of the framed messages in a stream, until it ends."""
    while line := stream.readline():
        length = 0
        while line not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length":
                length = int(value)
            line = stream.readline()
        body = stream.read(length)
        if len(body) < length:
            return
        yield body


class Client:
    """A server process and the conversation with it. To be used in a ``with``, which ends the process."""

    def __init__(self, command: Sequence[str], folder: Path | None = None) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed together with the server
        pipe = subprocess.PIPE
        self.started = time.perf_counter()
        self._process = subprocess.Popen(
            list(command), cwd=folder, env=processes.environment(), stdin=pipe, stdout=pipe, stderr=self._errors
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._from = self._process.stdin, self._process.stdout
        self.folder = folder
        self.arrivals: list[Arrival] = []
        """Everything that has come, in order."""
        self._news = threading.Condition()
        self._writing = threading.Lock()
        self._ended = False
        self._number = 0
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        processes.end(self._process)
        self._reader.join(10)
        for stream in (self._to, self._from, self._errors):
            try:
                stream.close()
            except OSError:  # what was still to be written to a server that has gone
                continue

    # To the server

    def write(self, data: bytes) -> float:
        """Send bytes as they are. When the first one was sent, in seconds of ``time.perf_counter``."""
        with self._writing:
            now = time.perf_counter()
            try:
                self._to.write(data)
                self._to.flush()
            except OSError:
                raise TooSlow(f"the server has ended{self._last_words()}") from None
            return now

    def notify(self, method: str, params: object) -> float:
        """Send a notification. When, as ``write`` says."""
        return self.write(frame({"jsonrpc": "2.0", "method": method, "params": params}))

    def ask(self, method: str, params: object) -> tuple[int, float]:
        """Send a request and do not wait. Its number, and when it was sent."""
        self._number += 1
        number = self._number
        return number, self.write(frame({"jsonrpc": "2.0", "id": number, "method": method, "params": params}))

    def request(self, method: str, params: object, patience: float = 60.0) -> tuple[Arrival, float]:
        """Send a request and wait for its answer; ask again as long as the server wants that.

        The answer, and when it was asked for first.
        """
        start = None
        while True:
            since = len(self.arrivals)
            number, sent = self.ask(method, params)
            start = sent if start is None else start
            came = self.answer(number, since, patience)
            if came.message.get("error", {}).get("code") != RETRY:
                return came, start

    # From the server

    def wait(self, wanted: Wanted, since: int = 0, patience: float = 60.0) -> Arrival:
        """The first message after the first ``since`` ones that is wanted. Raises ``TooSlow`` after so many seconds."""
        end = time.perf_counter() + patience
        with self._news:
            while True:
                for number in range(since, len(self.arrivals)):
                    if wanted(self.arrivals[number].message):
                        return self.arrivals[number]
                since = max(since, len(self.arrivals))
                if self._ended:
                    raise TooSlow(f"the server has ended{self._last_words()}")
                if (left := end - time.perf_counter()) <= 0 or not self._news.wait(left):
                    raise TooSlow(f"no answer in {patience:.0f} s")

    def answer(self, number: int, since: int = 0, patience: float = 60.0) -> Arrival:
        """The response to a request, to be waited for as in ``wait``."""
        return self.wait(lambda message: message.get("id") == number and "method" not in message, since, patience)

    def _read(self) -> None:
        for body in bodies(self._from):
            now = time.perf_counter()
            message = json.loads(body)
            if "method" in message and "id" in message:
                self._reply(message)
            with self._news:
                self.arrivals.append(Arrival(now, message))
                self._news.notify_all()
        with self._news:
            self._ended = True
            self._news.notify_all()

    def _reply(self, message: Message) -> None:
        """Answer a request of the server's: it gets no settings, and yes to everything else."""
        asked = message.get("params") or {}
        result = [None] * len(asked.get("items", ())) if message["method"] == "workspace/configuration" else None
        try:
            self.write(frame({"jsonrpc": "2.0", "id": message["id"], "result": result}))
        except TooSlow:
            return

    def _last_words(self) -> str:
        """The last line of the server's standard error, if there is one."""
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return f": {lines[-1][:200]}" if lines else ""

    # What every conversation begins with

    def initialize(
        self, *, pulls: bool = False, options: Message | None = None, capabilities: Message | None = None
    ) -> tuple[Message, float]:
        """The handshake. The server's capabilities, and the seconds from the start of the process to the answer.

        ``capabilities`` is what the client can do with a document beside what it can always do.
        """
        usual = PULL_CAPABILITIES if pulls else PUSH_CAPABILITIES
        folder = None if self.folder is None else self.folder.as_uri()
        given = {
            "processId": None,
            "rootUri": folder,
            "capabilities": {**usual, "textDocument": {**usual["textDocument"], **(capabilities or {})}},
            "workspaceFolders": None if folder is None else [{"uri": folder, "name": "bench"}],
            "initializationOptions": options or {},
        }
        number, _ = self.ask("initialize", given)
        came = self.answer(number)
        self.notify("initialized", {})
        return came.message["result"]["capabilities"], came.time - self.started

    def open(self, uri: str, language: str, text: str) -> float:
        """Open a document as version 1. When that was sent."""
        item = {"uri": uri, "languageId": language, "version": 1, "text": text}
        return self.notify("textDocument/didOpen", {"textDocument": item})


def change(uri: str, version: int, edits: Iterable[Message]) -> Message:
    """The notification that a document has changed."""
    params = {"textDocument": {"uri": uri, "version": version}, "contentChanges": list(edits)}
    return {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params}


def position(uri: str, line: int, character: int) -> Message:
    """The parameters of a request about a position."""
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}


def is_publication(message: Message, uri: str) -> bool:
    """Whether this is a publication of a document's diagnostics."""
    return message.get("method") == PUBLISH and bool(message["params"]["uri"] == uri)
