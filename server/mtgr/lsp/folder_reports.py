"""The answer to ``workspace/diagnostic``: what was found in the files that are not open.

A request is answered when all files are checked and something is new to the client, which asks again at once; until
then it is held open. A client that takes partial results gets each report when it is there. Open documents are left
out: the client asks for them one by one, and that answer counts.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from mtgr.lsp import folder
from mtgr.lsp.documents import key_of
from mtgr.lsp.folder import Folder
from mtgr.lsp.folder_job import EMPTY
from mtgr.lsp.progress import Progress

LONG = 1.0
"""Seconds after which the user is shown that files are being checked."""
POLL = 5.0
"""Seconds between two searches for what has changed, while a request is held of a client that does not tell."""
PIECE = 200_000
"""Characters of reports that go into one partial result, about."""
TITLE = "Checking games"

Token = str | int


class Host(folder.Host, Protocol):
    """The server, as far as it is needed here."""

    def send_reports(self, token: Token, value: str) -> None:
        """Send a partial result, which is JSON."""

    def work_bar(self, title: str, token: Token | None) -> Progress | None:
        """A progress bar, if the client shows any; ``token`` is that of one it has asked for."""


@dataclass(eq=False, slots=True)
class _Held:
    """A request that is not answered yet."""

    known: dict[str, tuple[str, str | None]]
    """The reports that the client has: by key, what it calls the file and the result ID (None if that is not sure)."""
    bar_token: Token | None
    """That of the progress bar that the client has asked for."""
    bar: Progress | None = None
    fresh: dict[str, None] = field(default_factory=dict)
    """The files whose reports may be new to the client, by key."""
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False
    """The client has asked again."""


class Reports:
    """The reports of a folder's files, for one client."""

    def __init__(self, host: Host, folder: Folder) -> None:
        self._host = host
        self._folder = folder
        self._held: _Held | None = None
        self._news = asyncio.Event()
        self._bar: Progress | None = None
        self._timer: asyncio.TimerHandle | None = None
        folder.listeners.append(self)

    # What the client asks

    async def of_workspace(
        self, previous: Iterable[tuple[str, str]], partial: Token | None, work_done: Token | None
    ) -> str:
        """The answer to ``workspace/diagnostic``, as JSON; ``previous`` are URIs with result IDs."""
        if self._held is not None:
            self._held.over = True
            self._held.wake.set()
        held = self._held = _Held({key_of(uri): (uri, result_id) for uri, result_id in previous}, work_done)
        if not (self._folder.known and self._host.client.watches):
            self._folder.search()
        self.work()
        everything, sent, kept = False, False, list[str]()
        try:
            while not held.over:
                if self._folder.known and not everything:
                    held.fresh.update(dict.fromkeys([*self._folder.files, *held.known]))
                    everything = True
                if everything and (partial is not None or not self._folder.busy):
                    async for piece in self._pieces(held):
                        if partial is None:
                            kept.append(piece)
                        else:
                            sent = True
                            self._host.send_reports(partial, f'{{"items":[{piece}]}}')
                if (sent or kept) and not self._folder.busy and not held.fresh:
                    break
                await self._wait(held)
        finally:
            if held.bar is not None:
                held.bar.end()
            if self._held is held:
                self._held = None
        return f'{{"items":[{",".join(kept)}]}}'

    async def of_file(self, uri: str, previous: str | None) -> str | None:
        """The answer to ``textDocument/diagnostic`` for a file that is not open, as JSON; None if there is none."""
        key = key_of(uri)
        while self._folder.is_pending(key):
            await self._news.wait()
        file = self._folder.files.get(key)
        if file is None or file.report is None:
            return None
        name = json.dumps(file.report.result_id)
        if previous == file.report.result_id:
            return f'{{"kind":"unchanged","resultId":{name}}}'
        return f'{{"kind":"full","resultId":{name},"items":{file.report.written()}}}'

    async def _wait(self, held: _Held) -> None:
        """Wait until something happens."""
        with_limit = None if self._host.client.watches else POLL
        try:
            await asyncio.wait_for(held.wake.wait(), with_limit)
        except asyncio.TimeoutError:
            self._folder.search()
        held.wake.clear()

    async def _pieces(self, held: _Held) -> AsyncIterator[str]:
        """The reports that are new to the client, some at a time."""
        found, size = list[str](), 0
        while held.fresh:
            key = next(iter(held.fresh))
            del held.fresh[key]
            if report := self._new_report(held, key):
                found.append(report)
                size += len(report)
            if size > PIECE:
                yield ",".join(found)
                found, size = [], 0
                await asyncio.sleep(0)  # for whoever is in more of a hurry
        if found:
            yield ",".join(found)

    def _new_report(self, held: _Held, key: str) -> str | None:
        """The report of a file, if it is there and the client does not have it."""
        file = self._folder.files.get(key)
        if key in held.known:
            uri, result_id = held.known[key]
        elif file is not None:
            uri, result_id = file.place.uri, None
        else:
            return None
        report = EMPTY if file is None else file.report
        if report is None or report.result_id == result_id or self._host.documents.get(uri):
            return None
        held.known[key] = uri, report.result_id
        name = json.dumps(report.result_id)
        return f'{{"kind":"full","uri":{json.dumps(uri)},"version":null,"resultId":{name},"items":{report.written()}}}'

    # What happens to the files

    def closed(self, uri: str) -> None:
        """A document was closed, of which the client may have had another report than of the file."""
        key = key_of(uri)
        if self._held is not None and key in self._held.known:
            self._held.known[key] = uri, None
        self._folder.closed(uri)

    def news(self, keys: Iterable[str]) -> None:
        self._news.set()
        self._news = asyncio.Event()
        if self._held is not None:
            self._held.fresh.update(dict.fromkeys(keys))
            self._held.wake.set()

    def work(self) -> None:
        held, (done, of_all) = self._held, self._folder.done
        if held is not None:
            held.wake.set()
        if not self._folder.busy:
            self._end_bars(f"{of_all:,} files checked")
            return
        if held is not None and held.bar is None and held.bar_token is not None:
            held.bar = self._host.work_bar(TITLE, held.bar_token)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(LONG, self._begin_bar)
        for bar in (self._bar, held and held.bar):
            if bar and of_all:
                bar.report(done / of_all, f"{done:,} of {of_all:,} files")

    def _begin_bar(self) -> None:
        """There has been work for a while. A bar is shown, unless the client shows its own."""
        if self._held is None or self._held.bar is None:
            self._bar = self._host.work_bar(TITLE, None)

    def _end_bars(self, message: str) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for bar in (self._bar, self._held and self._held.bar):
            if bar:
                bar.end(message)
        self._bar = None
