"""What a replay reports. Lines are relative to the block, so that a block can move without being replayed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Origin:
    """A place that a finding refers to, by what stands there; it is looked up when the finding is shown.

    ``new``: where ``subject`` is introduced. ``set``: the line before the finding that last set ``field`` of
    ``subject``. ``end``: where the ID ``subject`` ended. ``line``: the line ``line`` of the finding's block.
    """

    kind: Literal["new", "set", "end", "line"]
    message: str
    subject: str = ""
    field: str = ""
    line: int = -1


@dataclass(frozen=True, slots=True)
class RawFinding:
    """One finding. ``line`` is 0-based from the first line of the block; ``start`` and ``end`` are code points.

    ``since`` asks for "since line N" at the end of the message, N being the line of the first origin.
    """

    line: int
    start: int
    end: int
    code: str
    message: str
    origins: tuple[Origin, ...] = ()
    since: bool = False
