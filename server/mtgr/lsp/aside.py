"""Work that a thread of its own does, while the server goes on.

The end of the program does not wait for it: it may be reading a disk that does not answer.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

Result = TypeVar("Result")


def start(work: Callable[[], Result]) -> asyncio.Future[Result]:
    """Begin some work. The future, which is the loop's, is done with its result or exception."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Result] = loop.create_future()

    def settle(result: Result | None, error: Exception | None) -> None:
        if done.done():
            return
        if error is None:
            done.set_result(result)  # type: ignore[arg-type]  # it is one where there is no error
        else:
            done.set_exception(error)

    def run() -> None:
        result, failure = None, None
        try:
            result = work()
        except Exception as error:  # noqa: BLE001 - whoever waits is told
            failure = error
        post(loop, lambda: settle(result, failure))

    threading.Thread(target=run, name="aside", daemon=True).start()
    return done


def post(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    """Have something done by the loop, unless it has ended. To be called by another thread."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(call)
