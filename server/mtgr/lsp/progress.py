"""A progress bar at the client (LSP's work-done progress), which the user can cancel."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from time import perf_counter
from typing import Any

EVERY = 0.1
"""Seconds between two reports."""

_numbers = count(1)


class Progress:
    """One bar. It is shown when the client has agreed to it, and until then what is reported is not sent."""

    def __init__(self, title: str, create: Callable[[str], Future[Any]], send: Callable[[str, object], None]) -> None:
        """``create`` asks the client for a bar with a token, ``send`` sends the value of a progress with its token."""
        self.token = f"mtgr-{next(_numbers)}"
        self._title = title
        self._send = send
        self._state = "asked"
        self._reported = 0.0
        create(self.token).add_done_callback(self._agreed)

    def _agreed(self, answer: Future[Any]) -> None:
        if self._state == "asked":
            refused = answer.cancelled() or answer.exception() is not None
            self._state = "refused" if refused else "shown"
            if not refused:
                begin = {"kind": "begin", "title": self._title, "cancellable": True, "percentage": 0}
                self._send(self.token, begin)

    def report(self, done: float) -> None:
        """Say how much is done, from 0 to 1; to be called as often as one likes."""
        now = perf_counter()
        if self._state == "shown" and now - self._reported > EVERY:
            self._reported = now
            self._send(self.token, {"kind": "report", "percentage": int(100 * done)})

    def end(self) -> None:
        if self._state == "shown":
            self._send(self.token, {"kind": "end"})
        self._state = "ended"
