"""A progress bar at the client (LSP's work-done progress)."""

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

    def __init__(
        self,
        title: str,
        create: Callable[[str], Future[Any]],
        send: Callable[[str | int, object], None],
        *,
        token: str | int | None = None,
        cancellable: bool = True,
    ) -> None:
        """``create`` asks the client for a bar with a token, ``send`` sends the value of a progress with its token.

        ``token`` is that of a bar which the client has asked for.
        """
        self.token: str | int = f"mtgr-{next(_numbers)}" if token is None else token
        self._begin = {"kind": "begin", "title": title, "cancellable": cancellable, "percentage": 0}
        self._send = send
        self._state = "asked"
        self._reported = 0.0
        if token is None:
            create(str(self.token)).add_done_callback(self._answered)
        else:
            self._show()

    def _answered(self, answer: Future[Any]) -> None:
        if self._state == "asked":
            if answer.cancelled() or answer.exception() is not None:
                self._state = "refused"
            else:
                self._show()

    def _show(self) -> None:
        self._state = "shown"
        self._send(self.token, self._begin)

    def report(self, done: float, message: str | None = None) -> None:
        """Say how much is done, from 0 to 1; to be called as often as one likes."""
        now = perf_counter()
        if self._state == "shown" and now - self._reported > EVERY:
            self._reported = now
            self._send(self.token, {"kind": "report", "percentage": int(100 * done), **_said(message)})

    def end(self, message: str | None = None) -> None:
        if self._state == "shown":
            self._send(self.token, {"kind": "end", **_said(message)})
        self._state = "ended"


def _said(message: str | None) -> dict[str, str]:
    return {} if message is None else {"message": message}
