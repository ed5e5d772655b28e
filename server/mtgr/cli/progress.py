"""A progress bar on standard error for work that takes longer than a second. Nothing at all otherwise."""

from __future__ import annotations

import os
import sys
import threading
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

DELAY = 1.0
"""Seconds after which the bar appears."""


class Progress:
    """Counts files and bytes. As a context manager, it shows a bar from ``DELAY`` on if somebody can see it."""

    def __init__(self, files: int, size: int) -> None:
        self._all_files, self._size = files, size
        self._files = self._bytes = 0
        self._lock = threading.Lock()
        self._ended = False
        self._bar: tuple[Bar, TaskID] | None = None
        self._timer = threading.Timer(DELAY, self._show)
        self._timer.daemon = True

    def __enter__(self) -> Progress:
        if sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._timer.cancel()
        with self._lock:
            self._ended = True
            if self._bar:
                self._bar[0].stop()

    def advance(self, files: int, size: int) -> None:
        """So many files, of so many bytes together, are done."""
        with self._lock:
            self._files += files
            self._bytes += size
            self._update()

    def _update(self) -> None:
        if self._bar:
            bar, task = self._bar
            bar.update(task, completed=self._bytes, files=f"{self._files:,} of {self._all_files:,}")

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        bar = Progress(
            SpinnerColumn(),
            TextColumn("Checking"),
            BarColumn(),
            TextColumn("{task.fields[files]} files"),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        with self._lock:
            if not self._ended:
                self._bar = bar, bar.add_task("", total=self._size or None, files="")
                self._update()
                bar.start()
