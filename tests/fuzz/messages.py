"""Messages to the server whose parameters fit, or nearly, or not at all; and broken frames around them."""

from __future__ import annotations

import json
import random
import re
import types as pytypes
import typing
from enum import Enum
from functools import cache
from typing import Any

import attrs
from lsprotocol import types
from tests.support.lsp_client import LOG, InProcess, Message, frame

URI = "file:///fuzz.mtgr"
POP_UP = "window/showMessage"
ENDING = ("shutdown", "exit")
OURS: dict[str, Message] = {
    "mtgr/state": {"textDocument": {"uri": URI}, "position": {"line": 3, "character": 1}, "before": True},
    "mtgr/annotate": {"textDocument": {"uri": URI}, "position": {"line": 3, "character": 1}, "nag": 3, "comment": "x"},
    "mtgr/navigate": {"textDocument": {"uri": URI}, "position": {"line": 3, "character": 1}, "to": "nextTurn"},
}
"""The methods that lsprotocol does not know, with parameters."""
MINE = {-32700, -32600, -32601, -32602, -32002, -32800, -32801, -32802, -32803}
"""The codes of refusals. -32603, an internal error, is a fault of the server's."""
ODD: list[Any] = [
    None, True, False, 0, -1, 2**31, 2**63, -(2**70), 1.5, 1e300, "", "x", "🔥", "\ud83d", [], {}, [[]], [{}],
    {"a": None}, "file:///none.mtgr", "untitled:1", "mtgr-state:x?y", "%zz", "x" * 3000, [0] * 300,
]  # fmt: skip


def value_of(rng: random.Random, kind: Any, depth: int = 0) -> Any:
    """Something of a type of lsprotocol's as JSON."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any or depth > 7:
        return rng.choice(ODD)
    if origin in (typing.Union, pytypes.UnionType):
        chosen = [part for part in parts if part is not type(None)] if rng.random() < 0.6 else parts
        return value_of(rng, rng.choice(chosen), depth + 1)
    if kind is type(None):
        return None
    if origin is typing.Literal:
        return rng.choice(parts)
    if origin is tuple:
        return [value_of(rng, part, depth + 1) for part in parts if part is not ...]
    if origin is not None and issubclass(origin, typing.Mapping):
        return {
            str(value_of(rng, parts[0], depth + 1)): value_of(rng, parts[1], depth + 1) for _ in range(rng.randrange(3))
        }
    if origin is not None:
        return [value_of(rng, parts[0], depth + 1) for _ in range(rng.choice((0, 1, 1, 2, 4)))]
    if isinstance(kind, type) and attrs.has(kind):
        return structure_of(rng, kind, depth)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return rng.choice(list(kind)).value
    return _plain(rng, kind)


def structure_of(rng: random.Random, kind: type, depth: int) -> Any:
    found = {}
    for field, needed in fields_of(kind):
        name, type_ = field
        if needed or rng.random() < 0.5:
            found[name] = URI if name in ("uri", "baseUri") and rng.random() < 0.8 else value_of(rng, type_, depth + 1)
    return found


@cache
def fields_of(kind: type) -> list[tuple[tuple[str, Any], bool]]:
    """The fields of a structure as JSON names them, each with its type and whether it must be there."""
    hints = typing.get_type_hints(kind)
    return [((_camel(each.name), hints[each.name]), each.default is attrs.NOTHING) for each in attrs.fields(kind)]


def _camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda match: match[1].upper(), name.rstrip("_"))


def _plain(rng: random.Random, kind: Any) -> Any:
    if kind is bool:
        return rng.random() < 0.5
    if kind is int:
        return rng.choice((0, 1, 2, 3, 17, 40, 400, 2**31 - 1, rng.randrange(200)))
    if kind is float:
        return rng.random()
    if kind is str:
        return rng.choice(
            (URI, URI, "", "x", "#1", "🔥", "refactor", "source.fixAll.mtgr", "nextTurn", "\n", "(", "mtgr.annotate")
        )
    return rng.choice(ODD)


def spoilt(rng: random.Random, value: Any) -> Any:
    """A value with something in it that does not belong there."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(list(value))
        match rng.randrange(6):
            case 0:
                return {name: each for name, each in value.items() if name != key}
            case 1:
                return {**value, rng.choice(("", "kind", "position", "extra")): rng.choice(ODD)}
            case _:
                return {**value, key: spoilt(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.8:
        n = rng.randrange(len(value))
        return [*value[:n], spoilt(rng, value[n]), *value[n + 1 :]]
    return rng.choice(ODD)


def message(rng: random.Random) -> Message:
    """A request or notification, without its number."""
    method = rng.choice(METHODS)
    if method in OURS:
        params: Any = OURS[method]
    else:
        request = types.METHOD_TO_TYPES[method][0]
        kind = dict(field for field, _ in fields_of(request)).get("params", type(None))
        params = value_of(rng, kind)
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        params = spoilt(rng, params)
    found: Message = {"method": method, "params": params}
    if rng.random() < 0.03:
        del found["params"]
    return found


METHODS = [
    *(method for method in types.METHOD_TO_TYPES if method not in ENDING),
    *(method for method in types.METHOD_TO_TYPES if method.startswith("textDocument/")),  # most are about texts
    *OURS,
]
REQUESTS = {method for method, (_, answer, *_) in types.METHOD_TO_TYPES.items() if answer is not None} | set(OURS)


def make_conversation(rng: random.Random) -> Any:
    """What is said, in order: each a message, with ``ask`` for a request. A document is open from the start."""
    found = []
    for _ in range(rng.randrange(1, 12)):
        said = message(rng)
        is_request = said["method"] in REQUESTS
        found.append({"ask": is_request if rng.random() < 0.95 else not is_request, **said})
    capabilities = value_of(rng, types.ClientCapabilities) if rng.random() < 0.5 else {}
    if rng.random() < 0.3:
        capabilities = spoilt(rng, capabilities)
    capabilities = capabilities if isinstance(capabilities, dict) else {}
    options = rng.choice(ODD) if rng.random() < 0.5 else {"mtgr": rng.choice(ODD)}
    text = "\n".join(rng.choice(_small()))
    start = {"processId": None, "rootUri": None, "capabilities": capabilities, "initializationOptions": options}
    for name in ("rootUri", "rootPath", "workspaceFolders", "processId", "trace", "locale"):
        if rng.random() < 0.05:
            start[name] = rng.choice([*ODD, [{"uri": URI, "name": ""}]])
    return {"start": start, "text": text, "said": found}


@cache
def _small() -> list[list[str]]:
    from tests.fuzz.texts import sources

    return [lines for lines in sources() if sum(map(len, lines)) < 6_000]


def converse(case: Any) -> None:
    """Every request gets one answer, no answer is a fault, and the server goes on."""
    with InProcess() as client:
        answer = client.request("initialize", case["start"])
        if "error" in answer:
            assert answer["error"]["code"] in MINE, answer
            client.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        client.notify("initialized", {})
        client.open(URI, case["text"])
        asked = []
        for number, each in enumerate(case["said"], 1000):
            said = {name: each[name] for name in ("method", "params") if name in each}
            if each["ask"]:
                asked.append(number)
                said["id"] = number
            client.send({"jsonrpc": "2.0", **said})
        last = client.ask("$/ping")
        client.wait_for(lambda came: came.get("id") == last and "method" not in came)
        assert client.shut_down() == 0
        _is_well(client)
        answers = [came["id"] for came in client.seen if "method" not in came and came.get("id") in asked]
        assert sorted(answers) == sorted(asked), "not one answer each"


def _is_well(client: InProcess) -> None:
    for came in client.seen:
        if "method" in came:
            assert came["method"] not in (POP_UP, LOG) or "passed over" in came["params"]["message"], came
        elif "error" in came:
            assert came["error"]["code"] in MINE, came


# Frames

HEADERS = [
    b"Content-Length: %d\r\n\r\n", b"Content-Length: %d\n\n", b"content-length:%d\r\n\r\n",
    b"Content-Length: %d1\r\n\r\n", b"Content-Length: -%d\r\n\r\n", b"Content-Length: 0%d\r\n\r\n",
    b"Content-Length %d\r\n\r\n", b"\r\nContent-Length: %d\r\n\r\n", b"Content-Length: %d\r\n", b"%d", b"%d\r\n\r\n",
    b"Content-Length: %d\r\nContent-Length: 3\r\n\r\n", b"Content-Type: x\r\nContent-Length: %d\r\n\r\n",
    b"Content-Length: 99999999999999999%d\r\n\r\n", b"\xff\x00: %d\r\n\r\n",
]  # fmt: skip


def make_frames(rng: random.Random) -> Any:
    """A stream of bytes: frames, some of them broken."""
    data = bytearray()
    for _ in range(rng.randrange(1, 10)):
        said = message(rng)
        number = {"id": rng.randrange(1000, 1100)} if rng.random() < 0.6 else {}
        body = json.dumps({"jsonrpc": "2.0", **number, **said}).encode()
        if rng.random() < 0.3:
            body = rng.choice(
                (b"", b"{}", b"[]", b"[1]", b"null", b'{"jsonrpc": "2.0"}', body[:-1], body * 2, b"\xff" + body)
            )
        data += frame(body) if rng.random() < 0.5 else rng.choice(HEADERS) % len(body) + body
    for _ in range(rng.choice((0, 0, 1, 2, 6))):
        n = rng.randrange(len(data))
        if rng.random() < 0.5:
            data[n] = rng.randrange(256)
        else:
            del data[n : n + rng.randrange(1, 40)]
        if not data:
            break
    return {"bytes": bytes(data).decode("latin-1")}


def send_frames(case: Any) -> None:
    """Whatever bytes come, what the server sends are frames, none of them tells of a fault, and the end is the end."""
    with InProcess() as client:
        client.initialize()
        client.raw(case["bytes"].encode("latin-1"))
        client.close()
        assert client.ended() in (0, 1)
        _is_well(client)
