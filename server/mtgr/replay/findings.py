"""What a replay reports. Lines are relative to the block, so that a block can move without being replayed."""

from __future__ import annotations

from dataclasses import dataclass, field
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
class Repair:
    """What would settle a finding on its own line: ``text`` in the place of the code points ``start`` to ``end``."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class RawFinding:
    """One finding. ``line`` is 0-based from the first line of the block; ``start`` and ``end`` are code points.

    ``since`` asks for "since line N" at the end of the message, N being the line of the first origin. ``repair`` is
    there where the file says what should stand instead; whether that is the right one of the two, it does not say.
    """

    line: int
    start: int
    end: int
    code: str
    message: str
    origins: tuple[Origin, ...] = ()
    since: bool = False
    repair: Repair | None = field(default=None, compare=False)
