"""Faults of the server itself, told to the log and never in a pop-up."""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections.abc import Callable, Hashable


class Troubles:
    """Tells of each kind of fault once: one that comes with every keystroke must not fill the log."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """``tell`` takes one line to the client's log."""
        self._tell = tell
        self._told: set[Hashable] = set()

    def fault(self, error: BaseException) -> None:
        """An exception that should not have been. Its kind is its type and where it came from."""
        frames = traceback.extract_tb(error.__traceback__)
        where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "nowhere"
        summary = "".join(traceback.format_exception_only(type(error), error)).strip()
        self.report((type(error), where), summary, "".join(traceback.format_exception(error)))

    def report(self, kind: Hashable, summary: str, details: str = "") -> None:
        """Anything else that went wrong."""
        if kind in self._told:
            return
        self._told.add(kind)
        line = f"mtgr: {summary} (more of this kind will not be reported)"
        with contextlib.suppress(OSError, ValueError, AttributeError):  # standard error may be closed or missing
            sys.stderr.write(f"{details}{line}\n")
            sys.stderr.flush()
        self._tell(line)
