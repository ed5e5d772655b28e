"""Ends the server when the editor that started it has died without a word."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable

INTERVAL = 1.0
"""Seconds between two looks at the parent, where the system cannot tell when a process ends."""


def watch(pid: int | None, gone: Callable[[], None]) -> None:
    """Call ``gone``, in a thread of its own, when the process ``pid`` has ended.

    A process that cannot be found now is not watched: somebody has just sent its number, so it lives where this
    process cannot see it (the server in a container, the editor outside).
    """
    if pid is None or pid <= 0 or pid == os.getpid():
        return
    wait = _waiter(pid)
    if wait is None:
        return

    def run() -> None:
        wait()
        gone()

    threading.Thread(target=run, name="watchdog", daemon=True).start()


if sys.platform == "win32":
    # `os.kill(pid, 0)` would end the process there.

    def _waiter(pid: int) -> Callable[[], None] | None:
        import ctypes

        synchronize, forever = 0x00100000, 0xFFFFFFFF
        kernel = ctypes.WinDLL("kernel32")
        kernel.OpenProcess.restype = ctypes.c_void_p
        kernel.WaitForSingleObject.argtypes = [ctypes.c_void_p, ctypes.c_uint32]
        handle = kernel.OpenProcess(synchronize, False, pid)
        if not handle:
            return None
        return lambda: kernel.WaitForSingleObject(handle, forever)

else:

    def _waiter(pid: int) -> Callable[[], None] | None:
        # A parent that has died hands its children on at once, even while it is a zombie, which still has its number.
        is_parent = os.getppid() == pid

        def lives() -> bool:
            return os.getppid() == pid if is_parent else _exists(pid)

        def wait() -> None:
            while lives():
                time.sleep(INTERVAL)

        return wait if lives() else None

    def _exists(pid: int) -> bool:
        try:
            os.kill(pid, 0)
        except PermissionError:
            return True
        except (ProcessLookupError, OverflowError):
            return False
        return True
