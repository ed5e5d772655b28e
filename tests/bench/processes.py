"""What a process and its children cost. Needs Linux's ``/proc``; elsewhere there are no numbers (``None``)."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
AVAILABLE = (PROC / "self" / "stat").is_file()


@dataclass(frozen=True, slots=True)
class _Stat:
    parent: int
    ticks: int


def parse_stat(text: str) -> tuple[int, int]:
    """The parent's number and the CPU ticks in a ``/proc/PID/stat``, those of children that have ended included."""
    fields = text[text.rindex(")") + 2 :].split()  # the name before it may hold anything
    return int(fields[1]), sum(int(field) for field in fields[11:15])


def tree(root: int) -> list[int]:
    """A process and all below it that are alive."""
    return list(_tree(root))


def _tree(root: int) -> dict[int, _Stat]:
    found = {}
    for path in PROC.iterdir():
        if path.name.isdigit():
            with contextlib.suppress(OSError, ValueError):
                found[int(path.name)] = _Stat(*parse_stat((path / "stat").read_text()))
    chosen = {root}
    while more := {pid for pid, stat in found.items() if stat.parent in chosen and pid not in chosen}:
        chosen |= more
    return {pid: found[pid] for pid in chosen if pid in found}


def cpu(root: int) -> float | None:
    """CPU seconds that a process and those below it have used so far."""
    if not AVAILABLE:
        return None
    return sum(stat.ticks for stat in _tree(root).values()) / os.sysconf("SC_CLK_TCK")


def wait_until_idle(root: int, patience: float) -> None:
    """Waits until a process and those below it use no CPU time, at most ``patience`` seconds; a second where the system
    does not tell."""
    if not AVAILABLE:
        time.sleep(1)
        return
    deadline = time.perf_counter() + patience
    used = cpu(root) or 0.0
    while time.perf_counter() < deadline:
        time.sleep(0.25)
        before, used = used, cpu(root) or 0.0
        if used - before < 0.02:
            return


def memory(pid: int) -> tuple[float, float] | None:
    """The memory of one process that is resident now, and the most that ever was, in MB (10**6 bytes)."""
    try:
        lines = (PROC / str(pid) / "status").read_text().splitlines()
    except OSError:
        return None
    kib = {name: int(value.split()[0]) for name, _, value in (line.partition(":") for line in lines) if "kB" in value}
    if "VmRSS" not in kib:
        return None  # it has ended, and its parent has not taken note of that yet
    return kib["VmRSS"] * 1024 / 1e6, kib["VmHWM"] * 1024 / 1e6


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends a process and all below it, and waits for it."""
    below = tree(process.pid)[1:] if AVAILABLE else []
    process.kill()
    process.wait()
    for pid in below:
        with contextlib.suppress(OSError):
            os.kill(pid, 9)


@contextlib.contextmanager
def one_core() -> Iterator[None]:
    """Processes that are started here run on one core, where the system lets us say so (Linux)."""
    if sys.platform != "linux":
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def environment() -> dict[str, str]:
    """Our environment for programs that shall run as they do for users, with compiled bytecode."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


_RUNNER = """
import json, subprocess, sys, time
quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
start = time.perf_counter()
try:
    code = subprocess.run(sys.argv[2:], timeout=float(sys.argv[1]), **quiet).returncode
except subprocess.TimeoutExpired:
    code = "it took too long"
except OSError as error:
    code = str(error)
seconds = time.perf_counter() - start
try:
    import resource
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e6
except ImportError:
    peak = None
print(json.dumps([code, seconds, peak]))
"""
"""Runs a program. It is small itself: Linux counts to the peak of a program what its parent had when it started it."""


def run(command: Sequence[str | Path], patience: float, accepted: Sequence[int] = (0,)) -> tuple[float, float | None]:
    """Runs a program to its end. Seconds, and the most memory it had in MB where the system tells.

    Raises ``OSError`` if it fails or takes longer than ``patience`` seconds.
    """
    runner = [sys.executable, "-c", _RUNNER, str(patience), *command]
    output = subprocess.run(runner, stdout=subprocess.PIPE, env=environment(), check=True).stdout
    code, seconds, peak = json.loads(output)
    if code not in accepted:
        raise OSError(f"{Path(command[0]).name}: {code}")
    return seconds, peak
