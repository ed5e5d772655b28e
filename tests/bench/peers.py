"""The same edit in other language servers: how long until a finding appears, and until it is gone again.

Each works on a document of its own language that is right, in which one letter typed makes one finding.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench import documents, install, processes
from tests.bench.client import PULL, Client, Message, TooSlow, change, frame, is_publication
from tests.bench.documents import Peculiar
from tests.bench.session import OURS
from tests.bench.stats import Row, median

PATIENCE = 60.0
"""Seconds after which a server is reported not to answer."""
SLOW = 5.0
"""Seconds for one edit from which on fewer are made."""
PAUSE = 0.1
"""Seconds between an answer and the next edit."""
TINY = 20
"""Lines of a document that costs nothing: what is left is the time the server waits before it starts."""

EDIT, CPU = "one letter", "CPU an edit"


@dataclass(frozen=True)
class Peer:
    name: str
    command: Sequence[str | Path]
    language: str
    suffix: str
    document: documents.Make
    pulls: bool = False
    """It can be asked for diagnostics, too."""
    delay: str = ""
    """How long it waits after an edit before it looks at it, as its source says."""
    settings: Message = field(default_factory=dict)

    @property
    def is_there(self) -> bool:
        return Path(self.command[0]).exists()


def game(lines: int) -> Peculiar:
    """Games. The edit makes a life total ten times as large."""
    text = documents.league(lines)
    split = text.split("\n")
    pattern = re.compile(r" life \d+ -> \d+")
    line = next(n for n in range(len(split) // 2, len(split)) if pattern.search(split[n]))
    match = pattern.search(split[line])
    assert match is not None
    return Peculiar(text, line, match.end(), "1")


MTGR = Peer("mtgr", OURS, "mtgr", ".mtgr", game, pulls=True)


def peers() -> list[Peer]:
    """The other servers, whether or not they are there."""
    python, node = install.python_program, install.node_program
    quiet = {"yaml": {"validate": True, "schemaStore": {"enable": False}}}
    return [
        Peer("ruff", [python("ruff"), "server"], "python", ".py", documents.python, pulls=True),
        Peer(
            "pyright",
            [node("pyright-langserver"), "--stdio"],
            "python",
            ".py",
            documents.python,
            pulls=True,
            delay="waits until 250 ms after the last input",
        ),
        Peer("pylsp", [python("pylsp")], "python", ".py", documents.python, delay="waits 500 ms"),
        Peer(
            "yaml-language-server",
            [node("yaml-language-server"), "--stdio"],
            "yaml",
            ".yaml",
            documents.yaml,
            delay="waits 200 ms",
            settings=quiet,
        ),
        Peer(
            "vscode-json-language-server",
            [node("vscode-json-language-server"), "--stdio"],
            "json",
            ".json",
            documents.json,
            pulls=True,
            delay="waits 500 ms",
            settings={"json": {"validate": {"enable": True}}},
        ),
    ]


def measure(sizes: Sequence[int], count: int, alone: Sequence[int] = ()) -> Iterator[Row]:
    """Rows for every server and number of lines, ``count`` edits each; ratios to ours, published, of the same size.

    Files with the numbers of lines in ``alone`` are for our server only.
    """
    for size in (TINY, *sizes, *alone):
        ours: dict[str, float] = {}
        later: list[Row] = []
        for peer in (MTGR, *(peers() if size not in alone else [])):
            if not peer.is_there:
                yield Row("peers", EDIT, peer.name, size, [], note="not installed")
                continue
            for pulls in (False, True) if peer.pulls else (False,):
                edit, cpu = _measure(peer, size, count, pulls=pulls)
                for row in (edit, cpu):
                    # The smallest document that games make has some hundred lines: no ratio to that.
                    if row.values and size > TINY:
                        row.base = ours.setdefault(row.what, median(row.values))
                yield edit
                later += [cpu] if cpu.values else []
        yield from later


def _measure(peer: Peer, size: int, count: int, *, pulls: bool) -> tuple[Row, Row]:
    """The time and the CPU time of an edit."""
    name = f"{peer.name} (pull)" if pulls else peer.name
    delay = "" if pulls else peer.delay
    times: list[float] = []
    spent: list[float] = []
    trouble = ""
    document = peer.document(size)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place).resolve()
        path = folder / f"document{peer.suffix}"
        path.write_bytes(document.text.encode())
        with Client([str(part) for part in peer.command], folder) as client:
            try:
                client.initialize(pulls=pulls)
                if peer.settings:
                    client.notify("workspace/didChangeConfiguration", {"settings": peer.settings})
                client.open(path.as_uri(), peer.language, document.text)
                one = _Edits(client, path.as_uri(), document, pulls=pulls)
                if pulls:
                    client.request(PULL, {"textDocument": {"uri": path.as_uri()}}, PATIENCE)
                processes.wait_until_idle(client.pid, PATIENCE)  # the file has been read
                for _ in range(2):
                    one.next()
                before = processes.cpu(client.pid)
                while len(times) < count and not (len(times) >= 4 and median(times) > SLOW):
                    times.append(one.next())
                    time.sleep(PAUSE)
                time.sleep(1 - PAUSE)  # what it still does then belongs to the edits as well
                after = processes.cpu(client.pid)
                if before is not None and after is not None:
                    spent.append((after - before) / len(times))
            except TooSlow as slow:
                trouble = str(slow)
    note = "; ".join(part for part in (delay, trouble) if part)
    lines = document.text.count("\n")
    edit = Row("peers", EDIT, name, lines, times, note=note, more={"size": size})
    return edit, Row("peers", CPU, name, lines, spent, more={"size": size})


class _Edits:
    """The letter typed, taken away, typed again ..."""

    def __init__(self, client: Client, uri: str, document: Peculiar, *, pulls: bool) -> None:
        self._client, self._uri, self._document, self._pulls = client, uri, document, pulls
        self._version = 1

    def next(self) -> float:
        """Make the next edit. Seconds until the diagnostics are right."""
        self._version += 1
        wrong = self._version % 2 == 0
        document = self._document
        start = {"line": document.line, "character": document.character}
        end = start if wrong else {**start, "character": document.character + len(document.letter)}
        edit = {"range": {"start": start, "end": end}, "text": document.letter if wrong else ""}
        since = len(self._client.arrivals)
        sent = self._client.write(frame(change(self._uri, self._version, [edit])))
        if not self._pulls:
            return self._client.wait(lambda message: self._says(message, wrong), since, PATIENCE).time - sent
        came, _ = self._client.request(PULL, {"textDocument": {"uri": self._uri}}, PATIENCE)
        if "error" in came.message:
            raise TooSlow(f"the answer is an error: {came.message['error']['message']}")
        if bool(came.message["result"]["items"]) != wrong:
            raise TooSlow("the answer does not fit the text")
        return came.time - sent

    def _says(self, message: Message, wrong: bool) -> bool:
        if not is_publication(message, self._uri):
            return False
        # A server that names no version may still publish what it found in the text before.
        version = message["params"].get("version", self._version)
        return version == self._version and bool(message["params"]["diagnostics"]) == wrong
