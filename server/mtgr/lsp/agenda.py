"""What is still to be done for the open documents, a little at a time whenever no message waits."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import Protocol

from mtgr.lsp.documents import Document
from mtgr.lsp.progress import Progress

SLICE = 0.008
"""Seconds of work after which others have their turn. A message that has arrived has it after the next small step."""

EARLY = 0.05
"""Seconds after an edit when what is known by then is told, if that is not all."""

LONG = 1.0
"""Seconds after which the user is shown that the server is at work (and what it knows of a document just opened)."""


class Teller(Protocol):
    """Who talks to the client."""

    def tell(self, document: Document, finished: bool) -> None:
        """Tell the client what is known of a document, or that it may ask."""

    def bar(self, document: Document) -> Progress | None:
        """A progress bar for a document, if the client shows any."""

    def waited_for(self) -> bool:
        """Whether a message has arrived meanwhile."""

    def fault(self, error: BaseException) -> None:
        """Something went wrong that should not have."""


@dataclass(eq=False, slots=True)
class _Task:
    """The analysis of a document after it was opened or edited."""

    document: Document
    tell_at: float
    started: float = field(default_factory=perf_counter)
    progress: Progress | None = None
    main_told: bool = False
    """The client has been told of all but what looks wrong inside variations."""


class Agenda:
    """The documents with work to do. The one that changed last comes first."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller
        self._tasks: dict[Document, _Task] = {}

    def put(self, document: Document, opened: bool = False) -> None:
        """A document was opened or edited: its analysis is to be brought up to date and told."""
        task = _Task(document, perf_counter() + (LONG if opened else EARLY))
        before = self._tasks.pop(document, None)
        if before is not None:
            # It goes on, and so does what the user sees.
            task.started, task.progress = before.started, before.progress
            task.tell_at = min(task.tell_at, before.tell_at)
        self._tasks[document] = task

    def drop(self, document: Document) -> None:
        """A document was closed."""
        task = self._tasks.pop(document, None)
        if task is not None and task.progress is not None:
            task.progress.end()

    def cancel(self, token: object) -> None:
        """The user has seen enough of a progress bar: what is known so far has to do."""
        for task in list(self._tasks.values()):
            if task.progress is not None and task.progress.token == token:
                task.document.stopped = True
                self._finish(task)

    @property
    def busy(self) -> bool:
        """Whether there is anything to do."""
        return bool(self._tasks)

    def step(self) -> bool:
        """Do a little. Whether there is more."""
        if self._tasks:
            task = next(reversed(self._tasks.values()))
            try:
                self._work(task)
            except Exception as error:  # noqa: BLE001 - one document's trouble is not that of the others
                self._teller.fault(error)
                self._give_up(task)
        return self.busy

    def _give_up(self, task: _Task) -> None:
        """After a fault: what is known has to do."""
        try:
            self._finish(task)
        except Exception as error:  # noqa: BLE001 - as above
            self._teller.fault(error)

    def _work(self, task: _Task) -> None:
        analysis = task.document.analysis
        until = perf_counter() + SLICE
        more = analysis.work(0)
        while more and perf_counter() < until and not self._teller.waited_for():
            if not task.main_told and analysis.only_hints_left:
                break
            more = analysis.work(0)
        if not more:
            self._finish(task)
            return
        now = perf_counter()
        if analysis.only_hints_left and not task.main_told:
            task.main_told = True
            self._teller.tell(task.document, False)
        elif now > task.tell_at and analysis.edit_is_known:
            # The rest of the document follows.
            task.tell_at = float("inf")
            self._teller.tell(task.document, False)
        if task.progress is not None:
            task.progress.report(analysis.done)
        elif now - task.started > LONG:
            task.progress = self._teller.bar(task.document)

    def _finish(self, task: _Task) -> None:
        self.drop(task.document)
        self._teller.tell(task.document, True)
