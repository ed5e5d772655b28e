"""The files of the workspace folders, and what was found in each: kept up to date from when somebody asks.

Files are searched for by a thread and checked by a crew of processes. Here is only written down what came of it.
"""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from mtgr.files.walk import Stamp, stamp_of
from mtgr.lsp import aside
from mtgr.lsp.client import Client
from mtgr.lsp.diagnostics import remark
from mtgr.lsp.documents import Documents, key_of
from mtgr.lsp.folder_files import MOST_FILES, Found, Place, Root, path_of, root_of, search
from mtgr.lsp.folder_job import Checked, Order, Report, check

if TYPE_CHECKING:
    from mtgr.files.crew import Crew

MOST_PROCESSES = 4
MANY = 100
"""Files that may have changed, above which it is less work to search for all."""
MOST_DEATHS = 3
"""Processes of the crew that may die one after the other, before it is given up."""

T = TypeVar("T")


class Host(Protocol):
    """The server, as far as it is needed here."""

    client: Client
    documents: Documents

    def say(self, sentence: str) -> None:
        """Tell the user something."""

    def fault(self, error: BaseException) -> None:
        """Something went wrong that should not have."""


class Listener(Protocol):
    """Who wants to know of changes."""

    def news(self, keys: Iterable[str]) -> None:
        """These files, by key, have another report than before, or none, or are gone."""

    def work(self) -> None:
        """There is more to do than before, or less."""


@dataclass(eq=False, slots=True)
class File:
    """One file; ``report`` is what was found when it had this stamp."""

    place: Place
    stamp: Stamp
    report: Report | None = None


class Folder:
    """The files of one client's workspace folders, by key (``documents.key_of``).

    The files of open documents are among them, but are not checked before they are closed.
    """

    def __init__(self, host: Host) -> None:
        self.files: dict[str, File] = {}
        self.listeners: list[Listener] = []
        self.known = False
        """The files have been searched for."""
        self._host = host
        self.roots: list[Root] = []
        self._wanted = False
        self._searching = self._search_again = False
        self._orders: deque[Order] = deque()
        self._pending: dict[str, int] = {}
        """The files that are being checked or are to be: by key, the number of the last order for it."""
        self._number = 0
        """That of the last order."""
        self._ordered = 0
        """How many orders there were since there was nothing to do."""
        self._crew: Crew[Order, Checked] | None = None
        self._said: str | None = None

    @property
    def busy(self) -> bool:
        """Whether there is anything that is not known yet."""
        return self._searching or bool(self._pending)

    @property
    def done(self) -> tuple[int, int]:
        """How many files have been checked, and of how many, since there was nothing to do."""
        return self._ordered - len(self._pending), self._ordered

    def is_pending(self, key: str) -> bool:
        """Whether a file is still to be checked."""
        return key in self._pending

    # What happens outside

    def set_roots(self, uris: Iterable[str]) -> None:
        """The client has these workspace folders."""
        self.roots = [root for root in map(root_of, uris) if root is not None]
        if self._wanted:
            self.search()

    def changed(self, uris: Iterable[str]) -> None:
        """Files or folders were created, changed or deleted."""
        if not self._wanted:
            return
        paths = {str(Path(path)) for uri in uris if (path := path_of(uri))}
        if len(paths) > MANY:
            self.search()
            return
        others = set()
        for path in paths:
            root = next((root for root in self.roots if root.holds(path)), None)
            if root is None:
                others.add(path)
            else:
                self._look(root.place(path))
        self._work_changed()
        if others and (not others.isdisjoint(self._folders()) or any(map(os.path.isdir, others))):
            self.search()

    def opened(self, uri: str) -> None:
        """A document was opened, and its file is not looked after until it is closed."""
        if self._pending.pop(key_of(uri), None) is not None:
            self._tell([key_of(uri)])

    def closed(self, uri: str) -> None:
        """A document was closed: what counts is the file again."""
        if file := self.files.get(key_of(uri)):
            self._look(file.place)
        self._tell([key_of(uri)])

    def end(self) -> None:
        """The conversation is over."""
        self._orders.clear()
        if self._crew is not None:
            self._crew.end()

    def _folders(self) -> set[str]:
        """The folders that have files in them, at any depth."""
        direct = {os.path.dirname(file.place.path) for file in self.files.values()}  # noqa: PTH120 - of thousands
        return direct.union(str(above) for folder in direct for above in Path(folder).parents)

    def _tell(self, keys: Iterable[str]) -> None:
        for listener in self.listeners:
            listener.news(keys)
        self._work_changed()

    def _work_changed(self) -> None:
        for listener in self.listeners:
            listener.work()
        if not self.busy:
            self._ordered = 0

    # Which files there are

    def search(self) -> None:
        """Find out which files there are, and which have changed."""
        self._wanted = True
        if self._searching:
            self._search_again = True
            return
        self._searching = True
        roots = list(self.roots)
        self._in_thread(lambda: search(roots), self._found)

    def _found(self, found: Found | None) -> None:
        self._searching = False
        if self._search_again:
            self._search_again = False
            self.search()
            return
        if found is not None:
            self.known = True
            for key in self.files.keys() - found.files.keys():
                self._forget(key)
            # The largest first, so that all processes are done at about the same time.
            for key, (place, stamp) in sorted(found.files.items(), key=lambda item: -item[1][1][1]):
                self._take(key, place, stamp)
            if found.more is not None and found.more != self._said:
                self._said = found.more
                self._host.say(f"{found.more} The others are checked when they are open, and by `mtgr check`.")
        self._work_changed()

    def _look(self, place: Place) -> None:
        """Look at one file that may have changed."""
        key, stamp = key_of(place.uri), stamp_of(place.path)
        if stamp is None:
            self._forget(key)
        elif key in self.files or len(self.files) < MOST_FILES:
            self._take(key, place, stamp, first=True)
        else:
            self.search()  # it says that there are too many

    def _take(self, key: str, place: Place, stamp: Stamp, *, first: bool = False) -> None:
        """There is this file."""
        file = self.files.setdefault(key, File(place, stamp))
        if file.stamp != stamp:
            file.stamp, file.report = stamp, None
            self._pending.pop(key, None)
        if file.report is None and key not in self._pending and not self._host.documents.get(place.uri):
            self._order(key, file, first)

    def _forget(self, key: str) -> None:
        """There is no such file."""
        if self.files.pop(key, None) is not None:
            self._pending.pop(key, None)
            self._tell([key])

    # Checking them

    def _order(self, key: str, file: File, first: bool) -> None:
        self._number += 1
        self._ordered += 1
        self._pending[key] = self._number
        client = self._host.client
        order = Order(self._number, key, *file.place, client.encoding, client.related)
        if first:
            self._orders.appendleft(order)
        else:
            self._orders.append(order)
        if self._crew is None:
            self._hire()

    def _hire(self) -> None:
        from mtgr.files.crew import (
            Crew,
        )  # not before it is needed: it takes as long to import as a good deal of the rest

        crew = self._crew = Crew(check, min(os.cpu_count() or 1, MOST_PROCESSES), background=True)
        # Later, when all the orders are there: it is over as soon as it finds no more.
        asyncio.get_running_loop().call_soon(self._set_to_work, crew)

    def _set_to_work(self, crew: Crew[Order, Checked]) -> None:
        loop = asyncio.get_running_loop()

        def work() -> bool:
            deaths = 0
            for order, checked in crew.run(self._current_orders()):
                aside.post(loop, partial(self._checked, order, checked))
                deaths = deaths + 1 if checked is None else 0
                if deaths == MOST_DEATHS:
                    raise RuntimeError("the processes that check the files of the folder end before they are done")
            return True

        self._in_thread(work, self._worked)

    def _current_orders(self) -> Iterator[Order]:
        """What is still to be checked. Called by the thread of the crew."""
        with suppress(IndexError):  # there is no more
            while True:
                order = self._orders.popleft()
                if self._pending.get(order.key) == order.number:
                    yield order

    def _checked(self, order: Order, checked: Checked | None) -> None:
        key = order.key
        if self._pending.get(key) != order.number:
            return  # it is gone, open, or has changed again
        del self._pending[key]
        file = self.files[key]
        if checked is None:
            message = "This file could not be checked: the process that did it has ended, perhaps for want of memory."
            file.report = Report.of([remark(message)])
        elif checked.stamp is None:
            del self.files[key]
        else:
            file.stamp, file.report = checked.stamp, checked.report
        self._tell([key])

    def _worked(self, done: bool | None) -> None:
        self._crew = None
        if not done:
            self._orders.clear()
            self._pending.clear()
            self._work_changed()
        elif self._orders:
            self._hire()

    def _in_thread(self, work: Callable[[], T], then: Callable[[T | None], None]) -> None:
        """Do something in a thread, and then here something with what it returned; with None if it failed."""

        def done(answer: asyncio.Future[T]) -> None:
            if (error := answer.exception()) is not None:
                self._host.fault(error)  # and requests that wait for it are answered all the same
            then(answer.result() if error is None else None)

        aside.start(work).add_done_callback(done)
