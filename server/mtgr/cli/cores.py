"""Checking files in several processes."""

from __future__ import annotations

import atexit
import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from mtgr.cli.files import Source
from mtgr.cli.output import Trouble
from mtgr.cli.work import Checked, Wish, check_one

CHUNK = 500_000
"""Bytes a process takes at a time."""
MOST_PROCESSES = 61
"""Windows cannot wait for more."""


def check_on_cores(sources: list[Source], wish: Wish, jobs: int) -> Iterator[tuple[list[Source], list[Checked]]]:
    """Check the files in ``jobs`` processes. Yields chunks of them with their results, in any order.

    Raises ``Trouble`` if a process dies, which is mostly for want of memory.
    """
    chunks = sorted(_chunks(sources), key=lambda chunk: -sum(source.size for source in chunk))
    # Processes are started afresh everywhere, as Windows does it, so that there is one way to test.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, len(chunks), MOST_PROCESSES), context, _begin_work)
    try:
        with _interrupt_held_back():
            running: dict[Future[list[Checked]], list[Source]] = {
                pool.submit(_check_chunk, [source.path for source in chunk], wish): chunk for chunk in chunks
            }
        while running:
            # With a time limit, since Windows delivers no Ctrl-C to a thread that waits without one.
            for future in wait(running, timeout=0.5, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
    except BrokenProcessPool:
        raise Trouble("a process that checked files was ended from outside; --jobs 1 needs less memory") from None
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _interrupt_held_back() -> Iterator[None]:
    """Processes that are started inside never see Ctrl-C, not even before ``_begin_work``. We see it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _check_chunk(paths: list[str], wish: Wish) -> list[Checked]:
    return [check_one(path, wish) for path in paths]


def _chunks(sources: list[Source]) -> Iterator[list[Source]]:
    """Files next to each other, together up to ``CHUNK`` bytes (or one larger file)."""
    chunk: list[Source] = []
    size = 0
    for source in sources:
        if chunk and size + source.size > CHUNK:
            yield chunk
            chunk, size = [], 0
        chunk.append(source)
        size += source.size
    if chunk:
        yield chunk


def _begin_work() -> None:
    """In a worker: leave Ctrl-C to the parent, do not outlive it, and tidy up no more than must be at the end."""
    atexit.register(gc.freeze)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
