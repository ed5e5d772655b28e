"""Times: their form, their order, and those of entries (section 5.1)."""

from __future__ import annotations

from mtgr.replay.run import Run
from mtgr.syntax.line import is_time


def check_time(run: Run, n: int, time: str) -> bool:
    """Checks a time that differs from that of the line before; False if it is no time of the main line."""
    if not is_time(time):
        return False
    memory = run.memory
    last = memory.last_time
    # Times of one form are ordered as texts, and are as precise as each other; the others are taken apart.
    same_form = len(time) == len(last) and time.find(":") == last.find(":")
    if last and (time < last if same_form else time_value(time) < time_value(last)):
        message = f"time goes back: the line before has {memory.last_time[:40]}"
        run.report_line(n, (0, len(time)), "time-order", message, instead=last)
    memory.last_time = time
    if not same_form:
        _check_precision(run, n, time)
    return True


def _check_precision(run: Run, n: int, time: str) -> None:
    memory = run.memory
    point = time.find(".")
    digits = len(time) - point - 1 if point >= 0 else 0
    if digits != memory.precision and memory.precision != -2:
        if memory.precision >= 0:
            message = "times of a game are best written with the same number of fraction digits"
            run.report_line(n, (0, len(time)), "time-precision", message)
        memory.precision = digits if memory.precision == -1 else -2


def check_entry_time(run: Run, n: int, time: str, parent: str) -> None:
    """An entry has another time than its line, which is one mistake even if it is that of the line (R4)."""
    if not is_time(parent):
        return
    message = f"an entry has the time of its line, {parent[:40]}"
    run.report_line(n, (0, len(time)), "entry-time", message, instead=parent)
    if time_value(time) < time_value(parent):
        run.memory.last_time = time


def time_value(time: str) -> tuple[int, str, str]:
    """A time as something to compare: digits of the minutes, minutes, seconds with three fraction digits."""
    minutes, _, rest = time.partition(":")
    return len(minutes), minutes, (rest if "." in rest else rest + ".").ljust(6, "0")
