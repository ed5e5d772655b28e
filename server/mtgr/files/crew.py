"""Several processes that do the same to many things."""

from __future__ import annotations

import atexit
import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Generic, TypeVar

MOST_PROCESSES = 61
"""Windows cannot wait for more."""
NICE = 10
"""How much less than other processes the system lets a crew in the background work (Unix)."""

Task = TypeVar("Task")
Result = TypeVar("Result")

# Processes are started afresh everywhere, as Windows does it, so that there is one way to test.
_context = multiprocessing.get_context("spawn")


class Crew(Generic[Task, Result]):
    """Up to ``size`` processes that call ``job``, a function of a module or a ``partial`` of one. It must not raise.

    They have nothing to do with the standard input and output of this process, do not notice Ctrl-C, and end when this
    process does, however it ends. ``background``: they give way to all other processes.
    """

    def __init__(self, job: Callable[[Task], Result], size: int, *, background: bool = False) -> None:
        self._job = job
        self._size = min(size, MOST_PROCESSES)
        self._background = background
        self._workers: list[_Worker] = []
        self._ended = False

    def run(self, tasks: Iterable[Task]) -> Generator[tuple[Task, Result | None], None, None]:
        """Do the tasks. Yields each with its result, in any order; None if its process has died.

        A task is taken from ``tasks`` when there is a process for it. To be called once.
        """
        busy: dict[object, tuple[_Worker, Task]] = {}
        idle: list[_Worker] = []
        try:
            for task in tasks:
                worker = idle.pop() if idle else self._hire()
                with suppress(OSError):  # it has died: this will be seen
                    worker.connection.send(task)
                busy[worker.connection] = worker, task
                while len(busy) == self._size:
                    yield from self._finished(busy, idle)
                if self._ended:
                    return
            while busy:
                yield from self._finished(busy, idle)
        finally:
            self._dismiss([worker for worker, _ in busy.values()])

    def end(self) -> None:
        """Stop at once. For another thread than the one that runs the tasks, which gets no more results."""
        self._ended = True
        for worker in list(self._workers):
            worker.process.terminate()

    def _hire(self) -> _Worker:
        ours, theirs = _context.Pipe()
        with _elsewhere() as here, _interrupt_held_back():
            arguments = (theirs, self._job, self._background, here)
            process = _context.Process(target=_serve, args=arguments, daemon=True)
            process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        if self._ended:
            process.terminate()
        return worker

    def _finished(
        self, busy: dict[object, tuple[_Worker, Task]], idle: list[_Worker]
    ) -> Iterator[tuple[Task, Result | None]]:
        # With a time limit, since Windows delivers no Ctrl-C to a thread that waits without one.
        for connection in wait([worker.connection for worker, _ in busy.values()], timeout=0.5):
            worker, task = busy.pop(connection)
            result: Result | None = None
            try:
                result = worker.connection.recv()
                idle.append(worker)
            except (EOFError, OSError):
                self._workers.remove(worker)
                worker.leave()
            if not self._ended:
                yield task, result

    def _dismiss(self, busy: list[_Worker]) -> None:
        for worker in busy:
            worker.process.terminate()
        for worker in self._workers:
            worker.leave()


@dataclass(eq=False, slots=True)
class _Worker:
    process: SpawnProcess
    connection: Connection

    def leave(self) -> None:
        """It has nothing more to do: wait for its end."""
        self.connection.close()
        self.process.join()


@contextmanager
def _elsewhere() -> Iterator[Path | None]:
    """This process is in the folder of its Python meanwhile. Yields the folder it comes back to, if that is there.

    A Python that multiprocessing starts takes its first modules from the folder it is started in, and somebody may
    have put a ``multiprocessing.py`` among the games there.
    """
    try:
        here: Path | None = Path.cwd()
    except OSError:
        here = None
    os.chdir(sys.prefix)
    try:
        yield here
    finally:
        if here is not None:
            os.chdir(here)


@contextmanager
def _interrupt_held_back() -> Iterator[None]:
    """Processes that are started inside never see Ctrl-C, not even before ``_begin``. We see it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection, job: Callable[[Task], Result], background: bool, folder: Path | None) -> None:
    """What a process of the crew does in a folder, until its pipe ends."""
    if folder is not None:
        os.chdir(folder)
    _begin(background)
    with suppress(EOFError, OSError):
        while True:
            connection.send(job(connection.recv()))


def _begin(background: bool) -> None:
    atexit.register(gc.freeze)  # tidy up no more than must be at the end
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr  # standard input has been taken away by multiprocessing
    if background and hasattr(os, "nice"):
        os.nice(NICE)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
