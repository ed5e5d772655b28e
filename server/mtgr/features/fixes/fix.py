"""One quick fix."""

from __future__ import annotations

from dataclasses import dataclass

from mtgr.features.changes import Change


@dataclass(frozen=True, slots=True)
class Fix:
    """What would settle a finding.

    ``safe``: it changes how the game is written, not what it says. ``sure``: it need not be tried out. ``raw``: its
    columns are those of the text as it is written, with byte-order mark and CRs, and so are its line ends.
    """

    title: str
    changes: tuple[Change, ...]
    safe: bool = False
    sure: bool = False
    raw: bool = False
