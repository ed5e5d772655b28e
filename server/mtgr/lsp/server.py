"""The language server: what it answers, and how it is started."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError, PyglsError
from pygls.lsp.server import LanguageServer

from mtgr import __version__
from mtgr.lsp import convert, watchdog
from mtgr.lsp.client import Client
from mtgr.lsp.diagnostics import publication, report
from mtgr.lsp.documents import Document, Documents
from mtgr.lsp.protocol import Protocol
from mtgr.lsp.troubles import Troubles
from mtgr.lsp.wire import Connection, Read

NAME = "mtgr"


class Server(LanguageServer):
    """One server for one client. ``start_io`` and ``start_tcp`` of this module run one."""

    protocol: Protocol

    def __init__(self, *, watches_parent: bool) -> None:
        super().__init__(NAME, __version__, protocol_cls=Protocol)
        self.client = Client()
        self.documents = Documents()
        self.troubles = Troubles(self._log)
        self.watches_parent = watches_parent
        self._unpublished: dict[str, Document] = {}
        self._connection: Connection | None = None
        for method, handler in HANDLERS.items():
            self.feature(method)(handler)

    def run(self, read: Read, stream: BinaryIO) -> int:
        """Talk to the client at the other end until it says ``exit`` or is gone.

        Returns the exit code: 0 if the client has said ``shutdown``, else 1.
        """
        logging.getLogger("pygls").setLevel(logging.CRITICAL)  # it tells of each fault, with the traceback, each time
        asyncio.run(self._run(Connection(read, stream, self)))
        return 0 if self.protocol.is_shut_down else 1

    async def _run(self, connection: Connection) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: self._fault(context))
        self._connection = connection
        self.protocol.set_writer(connection)
        await connection.talk()

    def end(self) -> None:
        """End the conversation."""
        if self._connection is not None:
            self._connection.end()

    # What the connection asks for

    def take(self, body: bytes) -> None:
        try:
            self.protocol.receive(body)
        except Exception as error:  # noqa: BLE001 - whatever one message did, the next one must be taken
            self.troubles.fault(error)

    def idle(self) -> bool:
        """Publish the diagnostics of one document that changed."""
        if self._unpublished:
            _, document = self._unpublished.popitem()
            try:
                self.text_document_publish_diagnostics(publication(document, self.client))
            except Exception as error:  # noqa: BLE001 - as above
                self.troubles.fault(error)
        return bool(self._unpublished)

    # Diagnostics

    def changed(self, document: Document) -> None:
        """See to it that the client learns of the findings, unless it asks by itself."""
        if not self.client.pulls:
            self._unpublished[document.uri] = document

    def closed(self, document: Document) -> None:
        """See to it that the client forgets the findings, and that none come late."""
        if not self.client.pulls:
            self._unpublished.pop(document.uri, None)
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(document.uri, []))

    # Faults

    def report_server_error(self, error: Exception, source: type[PyglsError] | type[JsonRpcException]) -> None:
        """Called by pygls while it handles an exception. A mistake of the client's is answered, and no fault."""
        if isinstance(error, JsonRpcInternalError) or not isinstance(error, JsonRpcException):
            self.troubles.fault(sys.exc_info()[1] or error)

    def _fault(self, context: dict[str, Any]) -> None:
        self.troubles.fault(context.get("exception") or RuntimeError(context["message"]))

    def _log(self, line: str) -> None:
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, line))


# What each message does. The modules of the answers are imported when the first one is asked for, since an editor waits
# for the answer to `initialize`.


def on_initialize(ls: Server, params: types.InitializeParams) -> None:
    ls.client = Client.of(params.capabilities, ls.workspace.position_encoding)
    if ls.client.pulls:
        options = types.DiagnosticOptions(inter_file_dependencies=False, workspace_diagnostics=False, identifier=NAME)
        ls.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)(on_diagnostic)
    if ls.watches_parent:
        watchdog.watch(params.process_id, lambda: os._exit(1))


def on_exit(ls: Server, params: None) -> None:
    ls.end()


def on_did_open(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
    ls.changed(ls.documents.open(params.text_document))


def on_did_change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
    if document := ls.documents.get(params.text_document.uri):
        document.change(params.content_changes, params.text_document.version, ls.client.encoding)
        ls.changed(document)


def on_did_close(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
    if document := ls.documents.close(params.text_document.uri):
        ls.closed(document)


def on_diagnostic(ls: Server, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
    if document := ls.documents.get(params.text_document.uri):
        return report(document, params.previous_result_id, ls.client)
    return types.RelatedFullDocumentDiagnosticReport([])


def on_hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    from mtgr.features.hover import hover

    if document := ls.documents.get(params.text_document.uri):
        line, column = convert.position_of(document, params.position, ls.client)
        if answer := hover(document.analysis, line, column):
            return convert.hover(document, answer, ls.client)
    return None


def on_definition(ls: Server, params: types.DefinitionParams) -> types.Location | list[types.LocationLink] | None:
    from mtgr.features.definition import definition

    uri = params.text_document.uri
    if document := ls.documents.get(uri):
        line, column = convert.position_of(document, params.position, ls.client)
        if answer := definition(document.analysis, line, column):
            return convert.definition(document, uri, answer, ls.client)
    return None


def on_folding_range(ls: Server, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    from mtgr.features.folding import folding

    if document := ls.documents.get(params.text_document.uri):
        return convert.folds(document, folding(document.analysis), ls.client)
    return []


HANDLERS: dict[str, Callable[[Server, Any], object]] = {
    types.INITIALIZE: on_initialize,
    types.EXIT: on_exit,
    types.TEXT_DOCUMENT_DID_OPEN: on_did_open,
    types.TEXT_DOCUMENT_DID_CHANGE: on_did_change,
    types.TEXT_DOCUMENT_DID_CLOSE: on_did_close,
    types.TEXT_DOCUMENT_HOVER: on_hover,
    types.TEXT_DOCUMENT_DEFINITION: on_definition,
    types.TEXT_DOCUMENT_FOLDING_RANGE: on_folding_range,
}
"""Always there; the handler of diagnostics is there only for a client that asks for them."""


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
