"""The protocol as pygls speaks it, with its holes filled: every request gets exactly one answer.

pygls leaves a request unanswered if its parameters do not fit, if it comes after ``shutdown`` or if it is no JSON. And
it keeps, copies and splits the text of every document itself, at line ends that are none (``str.splitlines``).
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar

from cattrs import Converter, transform_error
from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcRequestCancelled,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.json_rpc import JsonRPCNotification, JsonRPCRequestMessage

from mtgr.lsp.folder_files import is_path, path_of

if TYPE_CHECKING:
    from mtgr.lsp.server import Server

OURS = (
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.WINDOW_WORK_DONE_PROGRESS_CANCEL,
    types.EXIT,
    types.NOTEBOOK_DOCUMENT_DID_OPEN,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE,
)
"""What the server does itself, in the place of pygls, or not at all: it offers nothing for notebooks."""

NOTIFICATIONS = frozenset(method for method, (_, answer, *_) in types.METHOD_TO_TYPES.items() if answer is None)
"""The methods of LSP that nobody answers."""

TOKENS = {types.CANCEL_REQUEST: "id", types.WINDOW_WORK_DONE_PROGRESS_CANCEL: "token"}
"""What names the work that a message is about: lsprotocol would take anything there."""

STATES = "mtgr-state"
"""The scheme of the documents that the server provides (``mtgr.lsp.states``)."""

Kind = TypeVar("Kind")

_REASONS = 5
"""So many things that do not fit are named, at most."""

_LARGEST = 2**31 - 1
"""The largest number that LSP has for a line or character."""


def uri_and_line(params: Any) -> tuple[Any, Any]:
    """What a request of our own names as its document and its line, of whatever type they are."""
    try:
        return params.textDocument.uri, params.position.line
    except AttributeError as error:
        raise JsonRpcInvalidParams("textDocument.uri and position.line are needed") from error


@dataclass(frozen=True, slots=True)
class Plain:
    """An answer that is made of what JSON has, and needs no conversion."""

    value: Any


@dataclass(frozen=True, slots=True)
class Written:
    """An answer that is JSON already, in ASCII."""

    text: str


class Protocol(LanguageServerProtocol):
    _server: Server

    def __init__(self, server: Server, converter: Converter) -> None:
        super().__init__(server, converter)
        for kind in (JsonRPCRequestMessage, JsonRPCNotification):
            converter.register_structure_hook(kind, _own_message)
        for method in OURS:
            del self.fm.builtin_features[method]
        self._withdrawn: set[int | str] = set()
        """The requests that a message which still waits for its turn cancels."""

    @property
    def is_initialized(self) -> bool:
        return self._workspace is not None

    @property
    def is_shut_down(self) -> bool:
        return self._shutdown

    def foresee(self, body: bytes) -> None:
        """Look at a message that has just arrived. Called by the thread that reads."""
        if (number := _withdrawn(body)) is not None:
            self._withdrawn.add(number)

    def receive(self, body: bytes) -> None:
        """Handle one message as it came over the wire."""
        self._withdrawn.discard(_withdrawn(body) or "")
        try:
            message = json.loads(body)
        except (ValueError, RecursionError) as error:
            self._refuse(None, JsonRpcParseError(f"Not JSON: {error}"))
            return
        match message:
            case {"jsonrpc": "2.0", "method": str(method), "id": int() | str() as number}:
                self._receive_request(number, method, message)
            case {"jsonrpc": "2.0", "method": str(method)} if "id" not in message:
                self._receive_notification(method, message)
            case {"jsonrpc": "2.0", "id": int() | str()} if "method" not in message:
                self._receive_response(message)
            case _:
                self._refuse(None, JsonRpcInvalidRequest("Not a message of JSON-RPC 2.0 as LSP uses it"))

    def refuse(self, reason: str) -> None:
        """Answer what could not be read."""
        self._refuse(None, JsonRpcInvalidRequest(reason))

    def send_plain(self, method: str, params: object) -> None:
        """Send a notification whose parameters are made of what JSON has."""
        self._send_data({"jsonrpc": self.VERSION, "method": method, "params": params})

    def send_written(self, method: str, params: str) -> None:
        """Send a notification whose parameters are JSON already, in ASCII."""
        self._write(f'{{"jsonrpc":"{self.VERSION}","method":"{method}","params":{params}}}')

    def structured(self, value: Any, kind: type[Kind]) -> Kind:
        """JSON in the type of lsprotocol that it is meant as."""
        found: Kind = self._converter.structure(value, kind)
        return found

    def send_request(
        self,
        method: str,
        params: Any | None = None,
        callback: Callable[[Any], None] | None = None,
        msg_id: int | str | None = None,
    ) -> Future[Any]:
        """Ask the client. The callback gets the answer, if one comes that is no refusal."""
        future = super().send_request(method, params, None, msg_id)
        if callback is not None:
            future.add_done_callback(partial(self._answered, callback))
        return future

    def _answered(self, callback: Callable[[Any], None], future: Future[Any]) -> None:
        if future.cancelled() or future.exception() is not None:
            return
        try:
            callback(future.result())
        except Exception as error:  # noqa: BLE001 - `Future` would print it
            self._server.troubles.fault(error)

    def _write(self, body: str) -> None:
        if self.writer is not None:
            self.writer.write(f"Content-Length: {len(body)}\r\n\r\n{body}".encode("ascii"))

    def _send_response(self, msg_id: Any, result: Any = None, error: Any = None) -> None:
        if isinstance(result, types.InitializeResult) and result.capabilities.workspace is not None:
            # pygls has no feature for it.
            result.capabilities.workspace.text_document_content = types.TextDocumentContentOptions([STATES])
        if error is None and isinstance(result, Plain):
            self._result_types.pop(msg_id, None)
            self._send_data({"jsonrpc": self.VERSION, "id": msg_id, "result": result.value})
        elif error is None and isinstance(result, Written):
            self._result_types.pop(msg_id, None)
            self._write(f'{{"jsonrpc":"{self.VERSION}","id":{json.dumps(msg_id)},"result":{result.text}}}')
        else:
            super()._send_response(msg_id, result, error)

    def _receive_request(self, number: int | str, method: str, message: dict[str, Any]) -> None:
        try:
            if number in self._withdrawn:
                raise JsonRpcRequestCancelled("Cancelled before its turn")
            self._admit(method)
            if method in NOTIFICATIONS:  # nothing would answer it
                raise JsonRpcMethodNotFound.of(method)
            fitting = self._fitting(method, message)
        except JsonRpcException as refusal:
            self._refuse(number, refusal)
        else:
            self.handle_message(fitting)

    def _receive_notification(self, method: str, message: dict[str, Any]) -> None:
        try:
            if method != types.EXIT:
                self._admit(method)
            if method not in NOTIFICATIONS:
                raise JsonRpcInvalidParams("a request without an ID")
            fitting = self._fitting(method, message)
        except JsonRpcInvalidParams as unfit:
            self._server.troubles.report((method, "unfit"), f"passed over {method}: {unfit}")
        except JsonRpcException:
            pass  # what comes too early, too late or is unknown: LSP has it dropped
        else:
            self.handle_message(fitting)

    def _receive_response(self, message: dict[str, Any]) -> None:
        if message["id"] not in self._result_types:
            return  # nobody asked. pygls would take it for the result of a request of the client's with this number
        # JavaScript clients leave out a result that is undefined.
        message.setdefault("error" if "error" in message else "result", None)
        try:
            response = self.structure_message(message)
        except JsonRpcException as unfit:
            self._server.troubles.report("unfit response", f"passed over a response: {unfit}")
        else:
            self.handle_message(response)

    def _admit(self, method: str) -> None:
        """Raise ``JsonRpcException`` if this is not the time for a message, or there is nobody to handle it."""
        if self._shutdown:
            raise JsonRpcInvalidRequest("The server has been shut down")
        if not self.is_initialized and method != types.INITIALIZE:
            raise JsonRpcServerNotInitialized("The server has not been initialized")
        if self.is_initialized and method == types.INITIALIZE:
            raise JsonRpcInvalidRequest("The server has been initialized already")
        if not (method in self.fm.builtin_features or method in self.fm.features or method == types.CANCEL_REQUEST):
            raise JsonRpcMethodNotFound.of(method)

    def _fitting(self, method: str, message: dict[str, Any]) -> Any:
        """The message in the type of its method. Raises ``JsonRpcInvalidParams``."""
        try:
            return self._fitted(method, message)
        except RecursionError as error:
            raise JsonRpcInvalidParams("nested too deep") from error

    def _fitted(self, method: str, message: dict[str, Any]) -> Any:
        other = JsonRPCRequestMessage if "id" in message else JsonRPCNotification
        kind = self.get_message_type(method)
        if kind is None:  # one of ours
            return self._structure(_within_limits(message), other)
        if method == types.INITIALIZE:
            message = _without_odd_roots(message)
        if method in TOKENS and not isinstance(_of_params(message, TOKENS[method]), (int, str)):
            raise JsonRpcInvalidParams(f"no number or string @ message.params.{TOKENS[method]}")
        try:
            return self._structure(message, kind)
        except JsonRpcInvalidParams:
            return self._structure(self._mended(method, message), kind)

    def _structure(self, data: object, kind: Any) -> Any:
        try:
            return self._converter.structure(data, kind)
        except Exception as error:  # the many hooks of lsprotocol raise whatever they run into
            reasons = transform_error(error, path="message")
            more = [f"and {len(reasons) - _REASONS} more"] if len(reasons) > _REASONS else []
            raise JsonRpcInvalidParams("; ".join([*reasons[:_REASONS], *more])) from error

    def _mended(self, method: str, message: dict[str, Any]) -> object:
        """The message without what does no harm but has no place in lsprotocol's types."""
        match message:
            case {"params": {"capabilities": dict(capabilities), **params}} if method == types.INITIALIZE:
                return {**message, "params": {**params, "capabilities": self._readable(capabilities)}}
            case _:
                return _within_limits(message)

    def _readable(self, capabilities: dict[str, Any]) -> dict[str, Any]:
        """The capabilities that lsprotocol can read: a client may be newer than it."""

        def fits(area: str, name: str, value: object) -> bool:
            try:
                self._structure({area: {name: value}}, types.ClientCapabilities)
            except JsonRpcInvalidParams:
                return False
            return True

        return {
            area: {name: value for name, value in features.items() if fits(area, name, value)}
            for area, features in capabilities.items()
            if isinstance(features, dict)
        }

    def _refuse(self, number: int | str | None, refusal: JsonRpcException) -> None:
        error = {"code": refusal.code, "message": refusal.message}
        self._send_data({"jsonrpc": self.VERSION, "id": number, "error": error})


def _own_message(message: dict[str, Any], kind: type[Kind]) -> Kind:
    """A message of a method that LSP does not have.

    pygls makes classes for its parameters, new ones for each message. They take long to make, and they are cycles:
    after some hundred messages the garbage collector held up everything for a fifth of a second.
    """
    return kind(**{name: _with_attributes(value) if name == "params" else value for name, value in message.items()})


def _with_attributes(value: Any) -> Any:
    match value:
        case dict():
            return SimpleNamespace(**{key: _with_attributes(item) for key, item in value.items()})
        case list():
            return [_with_attributes(item) for item in value]
        case _:
            return value


def _withdrawn(body: bytes) -> int | str | None:
    """The request that a message cancels, if it is such a message."""
    if len(body) < 200 and b"$/cancelRequest" in body:
        with contextlib.suppress(ValueError, TypeError, LookupError):
            number = json.loads(body)["params"]["id"]
            return number if isinstance(number, (int, str)) else None
    return None


def _of_params(message: dict[str, Any], name: str) -> object:
    params = message.get("params")
    return params.get(name) if isinstance(params, dict) else None


def _without_odd_roots(message: dict[str, Any]) -> dict[str, Any]:
    """An ``initialize`` without root folders that there cannot be, of which pygls would try to make paths and URIs."""
    match message:
        case {"params": {"rootPath": str(path), **params}} if not is_path(path):
            message = {**message, "params": params}
    match message:
        case {"params": {"rootUri": str(uri), **params}} if path_of(uri) is None:
            message = {**message, "params": {"rootUri": None, **params}}
    return message


def _within_limits(value: Any) -> Any:
    """The value with every position in the numbers that LSP has. What is cut off is far outside of any document."""
    match value:
        case {"line": int(line)} if line < 0:
            return {"line": 0, "character": 0}
        case {"line": int(line), "character": int(character)}:
            return {"line": min(line, _LARGEST), "character": min(max(character, 0), _LARGEST)}
        case dict():
            return {key: _within_limits(item) for key, item in value.items()}
        case list():
            return [_within_limits(item) for item in value]
        case _:
            return value
