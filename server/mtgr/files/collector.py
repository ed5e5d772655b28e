"""The garbage collector while files are checked."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def resting_collector() -> Iterator[None]:
    """The collector rests: a closed analysis leaves no cycles behind, and looking for them all the time costs a lot."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
