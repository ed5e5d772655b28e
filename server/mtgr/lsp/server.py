"""The language server: what it holds, and how it is started."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import os
import socket
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any, BinaryIO
from urllib.parse import unquote

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError, PyglsError
from pygls.lsp.server import LanguageServer

from mtgr import __version__
from mtgr.lsp import paranoid, states
from mtgr.lsp.agenda import Agenda
from mtgr.lsp.client import Client
from mtgr.lsp.convert import Json
from mtgr.lsp.diagnostics import publication
from mtgr.lsp.documents import Document, Documents
from mtgr.lsp.folder import Folder
from mtgr.lsp.folder_reports import Reports
from mtgr.lsp.handlers import COMMANDS, HANDLERS, get_ready
from mtgr.lsp.index import Index
from mtgr.lsp.progress import Progress
from mtgr.lsp.protocol import Protocol
from mtgr.lsp.settings import Settings
from mtgr.lsp.troubles import Troubles
from mtgr.lsp.wire import LARGEST, Connection, Read

NAME = "mtgr"


class Server(LanguageServer):
    """One server for one client. ``start_io`` and ``start_tcp`` of this module run one."""

    protocol: Protocol

    def __init__(self, *, watches_parent: bool) -> None:
        super().__init__(NAME, __version__, protocol_cls=Protocol)
        self.client = Client()
        self.documents = Documents()
        self.settings = Settings()
        self.troubles = Troubles(self._log)
        self.watches_parent = watches_parent
        self.agenda = Agenda(self)
        self.folder = Folder(self)
        self.reports = Reports(self, self.folder)
        self.index = Index()
        self._ready = get_ready()
        self._connection: Connection | None = None
        for method, (handler, options) in HANDLERS.items():
            self.feature(method, options)(handler)
        for name, handler in COMMANDS.items():
            self.command(name)(handler)

    def run(self, read: Read, stream: BinaryIO) -> int:
        """Talk to the client at the other end until it says ``exit`` or is gone.

        Returns the exit code: 0 if the client has said ``shutdown``, else 1.
        """
        logging.getLogger("pygls").setLevel(logging.CRITICAL)  # it tells of each fault, with the traceback, each time
        gc.set_threshold(100_000, 20, 50)  # a replay makes many objects and hardly any cycles
        sys.setswitchinterval(0.0005)  # the thread that reads is to see soon what has arrived
        asyncio.run(self._run(Connection(read, stream, self)))
        return 0 if self.protocol.is_shut_down else 1

    async def _run(self, connection: Connection) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: self._fault(context))
        self._connection = connection
        self.protocol.set_writer(connection)
        try:
            await connection.talk()
        finally:
            self.folder.end()

    def end(self) -> None:
        """End the conversation."""
        if self._connection is not None:
            self._connection.end()

    # What the connection asks for

    def foresee(self, body: bytes) -> None:
        self.protocol.foresee(body)

    def take(self, body: bytes) -> None:
        try:
            self.protocol.receive(body)
        except Exception as error:  # noqa: BLE001 - whatever one message did, the next one must be taken
            self.troubles.fault(error)

    def too_large(self, size: int) -> None:
        sentence = f"A message of {size / 1e6:,.0f} MB was passed over: no more than {LARGEST / 1e6:,.0f} MB are read."
        self.protocol.refuse(sentence)
        self.say(f"{sentence} A text of that size is checked by `mtgr check`.")

    def idle(self) -> bool:
        if self.agenda.step():
            return True
        return next(self._ready, self) is not self

    # What the agenda asks for

    def tell(self, document: Document, finished: bool) -> None:
        if finished and not document.settled:
            document.settled = True
            gc.freeze()  # what is known of it stays for long: the collector need not look at it again and again
        if finished and paranoid.ON and not document.stopped and (difference := paranoid.difference(document)):
            self.troubles.report(("astray", document.uri), f"edits of {document.uri} have led astray: {difference}")
        if finished:
            states.refresh(self, document)
        if not self.client.pulls:
            self.publish(publication(document, self.client))
        elif finished and document.incomplete:
            document.incomplete = False
            self.workspace_diagnostic_refresh(None)

    def bar(self, document: Document) -> Progress | None:
        if not self.client.progress:
            return None
        title = f"Replaying {unquote(document.uri).rpartition('/')[2]}"
        return Progress(title, self._create_progress, self._send_progress)

    def waited_for(self) -> bool:
        return self._connection is not None and self._connection.waits

    def fault(self, error: BaseException) -> None:
        self.troubles.fault(error)

    # What the folder asks for

    def work_bar(self, title: str, token: str | int | None) -> Progress | None:
        if token is None and not self.client.progress:
            return None
        return Progress(title, self._create_progress, self._send_progress, token=token, cancellable=False)

    def send_reports(self, token: str | int, value: str) -> None:
        self.protocol.send_written(types.PROGRESS, f'{{"token":{json.dumps(token)},"value":{value}}}')

    def say(self, sentence: str) -> None:
        self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, sentence))

    def _create_progress(self, token: str) -> Future[Any]:
        params = types.WorkDoneProgressCreateParams(token)
        return self.protocol.send_request(types.WINDOW_WORK_DONE_PROGRESS_CREATE, params)

    def _send_progress(self, token: str | int, value: object) -> None:
        self.protocol.send_plain(types.PROGRESS, {"token": token, "value": value})

    def publish(self, params: Json) -> None:
        self.protocol.send_plain(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)

    # Faults

    def report_server_error(self, error: Exception, source: type[PyglsError] | type[JsonRpcException]) -> None:
        """Called by pygls while it handles an exception. A mistake of the client's is answered, and no fault."""
        if isinstance(error, JsonRpcInternalError) or not isinstance(error, JsonRpcException):
            self.troubles.fault(sys.exc_info()[1] or error)

    def _fault(self, context: dict[str, Any]) -> None:
        self.troubles.fault(context.get("exception") or RuntimeError(context["message"]))

    def _log(self, line: str) -> None:
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, line))


def start_io() -> int:
    """Serve the client on standard input and output. Returns the exit code."""
    with _closing(_standard_output()) as stream:
        return Server(watches_parent=True).run(lambda size: os.read(0, size), stream)


def start_tcp(host: str, port: int) -> int:
    """Wait for one client at an address, say on standard error which one it is, and serve it. Returns the exit code.

    Port 0 is any free one. Raises ``OSError`` if the address cannot be had.
    """
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    with socket.create_server((host, port), family=family) as door:
        name, number, *_ = door.getsockname()
        sys.stderr.write(f"mtgr: waiting for a client at {name}:{number}\n")
        sys.stderr.flush()
        line, _ = door.accept()
    # A client on another machine has a process number that means nothing here. If it dies, the line is cut.
    with line, _closing(line.makefile("wb")) as stream:
        return Server(watches_parent=False).run(line.recv, stream)


def _standard_output() -> BinaryIO:
    """Standard output for the protocol alone: what anybody else writes there goes to standard error from now on."""
    stream = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return stream


@contextlib.contextmanager
def _closing(stream: BinaryIO) -> Iterator[BinaryIO]:
    """A stream that is closed in the end, whether or not anybody still reads what is left in it."""
    try:
        yield stream
    finally:
        with contextlib.suppress(OSError):
            stream.close()
