"""Whether work takes time in proportion to its input.

The time for an input is compared with that for one four times as long: four times for linear work, sixteen times for
quadratic work. It is the CPU time of this process, and the best of several measurements counts, so that a busy machine
is no failure.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import TypeVar

FACTOR = 4
BOUND = 9
FLOOR = 0.002  # seconds; shorter times are mostly noise

Input = TypeVar("Input")


def cost(work: Callable[[Input], object], given: Input, floor: float = FLOOR) -> float:
    """CPU seconds, at least ``floor``."""
    gc.disable()  # it comes when it likes, and looks at everything that the tests before have left
    start = time.process_time()
    work(given)
    took = time.process_time() - start
    gc.enable()
    return max(took, floor)


def assert_linear(
    work: Callable[[Input], object], make: Callable[[int], Input], size: int, floor: float = FLOOR, name: str = ""
) -> None:
    """``make`` makes a new input of a size each time it is called."""
    ratios = []
    for _ in range(3):
        small, large = make(size // FACTOR), make(size)
        ratios.append(cost(work, large, floor) / cost(work, small, floor))
        if ratios[-1] < BOUND:
            return
    raise AssertionError(f"{name}: {FACTOR} times the text takes {min(ratios):.0f} times the time")
