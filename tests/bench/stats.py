"""Rows of results, and the little statistics they need."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


def quantile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed ("nearest rank")."""
    ordered = sorted(values)
    return ordered[max(math.ceil(share * len(ordered)), 1) - 1]


def median(values: Sequence[float]) -> float:
    """The middle value, or the mean of the two in the middle."""
    ordered = sorted(values)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def slope(xs: Sequence[float], ys: Sequence[float]) -> float:
    """How much y grows with each x, by least squares; 0 if that cannot be said."""
    x_mean, y_mean = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - x_mean) ** 2 for x in xs)
    return sum((x - x_mean) * (y - y_mean) for x, y in zip(xs, ys, strict=True)) / spread if spread else 0.0


@dataclass
class Row:
    """What was measured of one thing: ``values`` in ``unit`` ("s", "MB", "lines/s", "%" or "")."""

    part: str
    what: str
    who: str
    lines: int
    values: list[float]
    unit: str = "s"
    base: float | None = None
    """What the median is divided by to make the ratio."""
    note: str = ""
    more: dict[str, Any] = field(default_factory=dict)
    """Further numbers, for the JSON only."""

    def slow(self, share: float) -> float:
        """The value that this share of the values does better than, or as well; of speeds, the small ones are bad."""
        if self.unit.endswith("/s"):
            return -quantile([-value for value in self.values], share)
        return quantile(self.values, share)

    @property
    def ratio(self) -> float | None:
        return median(self.values) / self.base if self.values and self.base else None

    def as_json(self) -> dict[str, Any]:
        """The row with its statistics; times are seconds."""
        values = self.values
        numbers = (
            {
                "count": len(values),
                "median": median(values),
                "p95": self.slow(0.95),
                "minimum": min(values),
                "maximum": max(values),
            }
            if values
            else {"count": 0}
        )
        return {
            "part": self.part,
            "what": self.what,
            "who": self.who,
            "lines": self.lines,
            "unit": self.unit,
            **numbers,
            "ratio": self.ratio,
            "note": self.note,
            **self.more,
        }
