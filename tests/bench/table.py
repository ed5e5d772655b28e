"""Rows as a table that can be read in a terminal and in Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from tests.bench.stats import Row, median

TITLES = {
    "edits": "Keystroke to diagnostics (ratio: to the smallest file)",
    "lookups": "Hover and definition",
    "answers": "All other answers",
    "structure": "Edits that change the structure",
    "peers": "One letter that makes or mends one finding (ratio: to mtgr)",
    "cold": "Reading a file once (ratio: to mtgr)",
    "start": "Start (ratio: to the empty server)",
    "memory": "A long session",
    "burst": "A burst of edits",
    "folder": "A folder of games (ratio: meanwhile to before)",
    "typing": "A robot types games with completion",
}
HEAD = ("what", "who", "lines", "n", "median", "p95", "worst", "ratio", "note")
LEFT = {"what", "who", "note"}


def shown(value: float, unit: str) -> str:
    """A value in the unit that suits its size."""
    match unit:
        case "s" if value >= 1:
            return f"{value:.2f} s"
        case "s":
            return f"{value * 1000:.1f} ms"
        case "MB":
            return f"{value:,.2f} MB" if abs(value) < 10 else f"{value:,.0f} MB"
        case "%":
            return f"{value:.1f} %"
        case "lines/s":
            return f"{value:,.0f} lines/s"
        case _:
            return f"{value:,.0f}"


def cells(row: Row) -> list[str]:
    """A row of the table; what one value cannot have is left out."""
    values, several = row.values, len(row.values) > 1
    return [
        row.what,
        row.who,
        f"{row.lines:,}" if row.lines else "",
        str(len(values)),
        shown(median(values), row.unit) if values else "",
        shown(row.slow(0.95), row.unit) if several else "",
        shown(row.slow(1), row.unit) if several else "",
        "" if row.ratio is None else f"{row.ratio:.2f}" if row.ratio < 10 else f"{row.ratio:,.0f}",
        row.note,
    ]


def markdown(rows: Sequence[Row], heading: str = "###") -> str:
    """All rows, a table for each part."""
    parts = []
    for part, some in groupby(rows, key=lambda row: row.part):
        table = [list(HEAD), *(cells(row) for row in some)]
        widths = [max(3, *(len(line[column]) for line in table)) for column in range(len(HEAD))]
        lines = [
            "| " + " | ".join(_fitted(*each) for each in zip(HEAD, line, widths, strict=True)) + " |" for line in table
        ]
        rule = [
            "-" * width if name in LEFT else "-" * (width - 1) + ":" for name, width in zip(HEAD, widths, strict=True)
        ]
        lines.insert(1, "| " + " | ".join(rule) + " |")
        parts.append(f"{heading} {TITLES[part]}\n\n" + "\n".join(lines))
    return "\n\n".join(parts)


def _fitted(name: str, cell: str, width: int) -> str:
    return cell.ljust(width) if name in LEFT else cell.rjust(width)
