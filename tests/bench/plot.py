"""The cost of an edit against the size of the file, as a drawing (SVG): both axes are logarithmic."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from tests.bench import peers
from tests.bench.stats import Row, median

WIDTH, HEIGHT = 760, 460
LEFT, RIGHT, TOP, BOTTOM = 80, 210, 40, 60
COLOURS = ("#c03a2b", "#1f6fb2", "#2e8b57", "#b8860b", "#7d4fa3", "#555555")

Points = list[tuple[float, float]]


def series(rows: Sequence[Row]) -> dict[str, Points]:
    """The lines of the drawing, by server: lines of the file and the median seconds to published diagnostics."""
    found: dict[str, Points] = {}
    for row in rows:
        chosen = row.part == "peers" and row.what == peers.EDIT and row.more.get("size", 0) > peers.TINY
        if chosen and row.values and "(pull)" not in row.who:
            found.setdefault(row.who, []).append((row.lines, median(row.values)))
    return {name: sorted(points) for name, points in found.items()}


def svg(rows: Sequence[Row]) -> str:
    """The drawing; without anything to draw, only its axes."""
    lines = series(rows)
    points = [point for some in lines.values() for point in some] or [(1e3, 1e-3), (1e5, 1.0)]
    x_low, x_high = _decades([x for x, _ in points])
    y_low, y_high = _decades([y for _, y in points])

    def x_of(value: float) -> float:
        return LEFT + (math.log10(value) - x_low) / (x_high - x_low) * (WIDTH - LEFT - RIGHT)

    def y_of(value: float) -> float:
        return HEIGHT - BOTTOM - (math.log10(value) - y_low) / (y_high - y_low) * (HEIGHT - TOP - BOTTOM)

    title = "One edit to its diagnostics, median"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
        ' font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        _text(LEFT, 24, title, "start", extra=' font-weight="bold"'),
    ]
    for power in range(x_low, x_high + 1):
        x = x_of(10**power)
        parts += [_line(x, TOP, x, HEIGHT - BOTTOM), _text(x, HEIGHT - BOTTOM + 18, f"{10**power:,}", "middle")]
    for power in range(y_low, y_high + 1):
        y = y_of(10**power)
        label = f"{10**power:,} s" if power >= 0 else f"{10 ** (power + 3):g} ms"
        parts += [_line(LEFT, y, WIDTH - RIGHT, y), _text(LEFT - 8, y + 4, label, "end")]
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 16, "lines of the file", "middle"))
    middle = (TOP + HEIGHT - BOTTOM) / 2
    parts.append(_text(18, middle, "time to diagnostics", "middle", extra=f' transform="rotate(-90 18 {middle})"'))
    labels = _apart({name: y_of(some[-1][1]) for name, some in lines.items()})
    for number, (name, some) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in some)
        width = 3 if name == "mtgr" else 1.5
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>')
        parts += [f'<circle cx="{x_of(x):.1f}" cy="{y_of(y):.1f}" r="3.5" fill="{colour}"/>' for x, y in some]
        parts.append(_text(WIDTH - RIGHT + 12, labels[name] + 4, name, "start", extra=f' fill="{colour}"'))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _decades(values: Sequence[float]) -> tuple[int, int]:
    """The powers of ten between which the values are; a value hardly above a power stays below it."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values) / 1.05))
    return low, max(high, low + 1)


def _apart(heights: dict[str, float], gap: float = 16) -> dict[str, float]:
    """Heights for labels, moved down where they would stand on each other."""
    found: dict[str, float] = {}
    last = -math.inf
    for name, height in sorted(heights.items(), key=lambda item: item[1]):
        last = found[name] = max(height, last + gap)
    return found


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#dddddd"/>'


def _text(x: float, y: float, text: str, anchor: str, extra: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{extra}>{escape(text)}</text>'
