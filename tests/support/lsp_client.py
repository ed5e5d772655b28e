"""Bare clients for what well-behaved clients never do.

They send what they are told to, bytes too, and take nothing from the server but frames of JSON: anything else fails the
test. `InProcess` talks to a server in a thread of the test's own process, `Process` to one as editors start it.
"""

from __future__ import annotations

import gc
import json
import queue
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from mtgr.lsp import wire
from mtgr.lsp.server import Server

wire.GRACE = 600.0  # or a server in this process would end it, when the machine is too busy to serve it

SERVER = (sys.executable, "-c", "import sys, mtgr.lsp; sys.exit(mtgr.lsp.main())")
RIGGED = (sys.executable, str(Path(__file__).with_name("rigged_server.py")))
"""The server with faults that a text can ask for: see there."""

PATIENCE = 30.0
"""Seconds to wait for what must come. More than any machine needs."""

PUBLISH = "textDocument/publishDiagnostics"
LOG = "window/logMessage"

Message = dict[str, Any]
_HEADER = re.compile(rb"Content-Length: (\d+)\r\n(?:Content-Type: [^\r\n]+\r\n)?\r\n")


class Client:
    """What goes to one server and what has come from it. To be used in a ``with``."""

    def __init__(self, to_server: IO[bytes], from_server: IO[bytes]) -> None:
        self.to_server, self.from_server = to_server, from_server
        self.seen: list[Message] = []
        """All messages that came, in order."""
        self._came: queue.Queue[Message | str | None] = queue.Queue()
        self._number = 0
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    # To the server

    def raw(self, data: bytes) -> None:
        self.to_server.write(data)
        self.to_server.flush()

    def body(self, body: bytes) -> None:
        self.raw(frame(body))

    def send(self, message: object) -> None:
        self.body(json.dumps(message).encode())

    def notify(self, method: str, params: object = None) -> None:
        self.send({"jsonrpc": "2.0", "method": method, **({} if params is None else {"params": params})})

    def ask(self, method: str, params: object = None) -> int:
        """Send a request. Its number."""
        self._number += 1
        message = {"jsonrpc": "2.0", "id": self._number, "method": method}
        self.send(message if params is None else message | {"params": params})
        return self._number

    def request(self, method: str, params: object = None) -> Message:
        """Send a request and wait. The whole response."""
        number = self.ask(method, params)
        return self.wait_for(lambda message: message.get("id") == number and "method" not in message)

    def result(self, method: str, params: object = None) -> Any:
        response = self.request(method, params)
        assert "error" not in response, response
        return response["result"]

    def error(self, method: str, params: object = None) -> Message:
        response = self.request(method, params)
        assert "result" not in response, response
        error: Message = response["error"]
        return error

    def close(self) -> None:
        """The end of the server's input."""
        self.to_server.close()

    # From the server

    def receive(self) -> Message | None:
        """The next message; None at the end of the output. Fails when nothing comes."""
        try:
            message = self._came.get(timeout=PATIENCE)
        except queue.Empty:
            raise AssertionError(f"nothing more comes after {self.seen}\n{self.log()}") from None
        assert not isinstance(message, str), message
        if message is not None:
            self.seen.append(message)
        return message

    def wait_for(self, wanted: Callable[[Message], bool]) -> Message:
        while (message := self.receive()) is not None:
            if wanted(message):
                return message
        raise AssertionError(f"the server ended before that came; it had sent {self.seen}\n{self.log()}")

    def wait_for_notification(self, method: str) -> Message:
        """The parameters of the next notification of a method."""
        params: Message = self.wait_for(lambda message: message.get("method") == method)["params"]
        return params

    def drain(self) -> None:
        """Take what still comes until the end of the output."""
        while self.receive() is not None:
            pass

    def notifications(self, method: str) -> list[Message]:
        """The parameters of all that have come so far."""
        return [message["params"] for message in self.seen if message.get("method") == method]

    def log(self) -> str:
        """What is known of the server's standard error."""
        return ""

    def _read(self) -> None:
        while line := self.from_server.readline():
            header = line
            while line not in (b"\r\n", b""):
                line = self.from_server.readline()
                header += line
            if (match := _HEADER.fullmatch(header)) is None:
                return self._came.put(f"not a header on standard output: {header!r}")
            body = self.from_server.read(int(match[1]))
            try:
                self._came.put(json.loads(body))
            except ValueError:
                return self._came.put(f"not JSON on standard output: {body!r}")
        return self._came.put(None)

    # What most tests begin and end with

    def initialize(self, capabilities: object = None, **params: object) -> Message:
        """The handshake. The server's capabilities."""
        given = {"processId": None, "rootUri": None, "capabilities": capabilities or {}, **params}
        answer: Message = self.result("initialize", given)
        self.notify("initialized", {})
        capabilities_of_server: Message = answer["capabilities"]
        return capabilities_of_server

    def open(self, uri: str, text: str, version: int = 1) -> None:
        item = {"uri": uri, "languageId": "mtgr", "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, uri: str, version: int, *changes: Message) -> None:
        document = {"uri": uri, "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def close_document(self, uri: str) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def shut_down(self) -> int:
        """The orderly end. The exit code."""
        assert self.result("shutdown") is None
        self.notify("exit")
        return self.ended()

    def ended(self) -> int:
        """Wait for the end of the server. Its exit code; what it still sent is in ``seen``."""
        raise NotImplementedError


class InProcess(Client):
    """A server in a thread. ``server`` is there to be looked at, and what it imports to be patched."""

    def __init__(self) -> None:
        self._near, self._far = socket.socketpair()
        self.server = Server(watches_parent=False)
        self._code: int | None = None
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        super().__init__(self._near.makefile("wb"), self._near.makefile("rb"))

    def _serve(self) -> None:
        with self._far, self._far.makefile("wb") as output:
            self._code = self.server.run(self._far.recv, output)
            self._far.shutdown(socket.SHUT_RDWR)  # ends the server's reading thread, too

    def close(self) -> None:
        self._near.shutdown(socket.SHUT_WR)

    def __enter__(self) -> InProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self._near.shutdown(socket.SHUT_WR)
        self._thread.join(PATIENCE)
        self._reader.join(PATIENCE)
        for end in (self.to_server, self.from_server, self._near):
            end.close()
        gc.unfreeze()  # the server froze what it knew

    def ended(self) -> int:
        self._thread.join(PATIENCE)
        self.drain()
        assert self._code is not None
        return self._code


class Process(Client):
    """A server process. It is killed at the end of the ``with`` if nothing else has ended it."""

    def __init__(self, *command: str, cwd: Path | None = None) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command or SERVER, stdin=pipe, stdout=pipe, stderr=pipe, cwd=cwd)
        to_server, from_server, errors = self.process.stdin, self.process.stdout, self.process.stderr
        assert to_server is not None
        assert from_server is not None
        assert errors is not None
        self._errors = errors
        self._lines: list[bytes] = []
        self._error_reader = threading.Thread(target=self._lines.extend, args=(errors,), daemon=True)
        self._error_reader.start()
        super().__init__(to_server, from_server)

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join(PATIENCE)
        self._error_reader.join(PATIENCE)
        for stream in (self.to_server, self.from_server, self._errors):
            stream.close()

    def ended(self) -> int:
        code = self.process.wait(PATIENCE)
        self.drain()
        return code

    def log(self) -> str:
        """What the server has written to standard error so far."""
        return b"".join(self._lines).decode(errors="replace")


def frame(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def at(uri: str, line: int, character: int) -> Message:
    """The parameters of a request about a position."""
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}


def put(start: tuple[int, int], end: tuple[int, int], text: str) -> Message:
    """One change: ``text`` in the place of what is between two positions (line, character)."""
    ends = [{"line": line, "character": character} for line, character in (start, end)]
    return {"range": {"start": ends[0], "end": ends[1]}, "text": text}
