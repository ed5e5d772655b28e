"""What ``scripts/bench`` runs: all measurements, the table, the JSON and the page in ``docs/``."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from tests.bench import (
    answers,
    burst,
    cold,
    edits,
    folder,
    install,
    lookups,
    memory,
    peers,
    plot,
    start,
    structure,
    table,
    typing_robot,
)
from tests.bench.client import TooSlow
from tests.bench.documents import ROOT
from tests.bench.stats import Row

PARTS = ("edits", "lookups", "answers", "structure", "peers", "cold", "start", "memory", "burst", "folder", "typing")
PAGE = ROOT / "docs" / "performance.md"
PICTURE = ROOT / "docs" / "images" / "performance.svg"
BEGIN, END = "<!-- results: written by scripts/bench -->", "<!-- end of results -->"


def parser() -> argparse.ArgumentParser:
    """The options. Counts that are not given depend on ``--quick``."""
    options = argparse.ArgumentParser(
        prog="scripts/bench", description="Measures the language server and the checker, beside others."
    )
    add = options.add_argument
    add("--only", type=_parts, default=PARTS, metavar="PART,...", help=f"of {', '.join(PARTS)}")
    add("--quick", action="store_true", help="few repetitions and small files for the other servers; some minutes less")
    add("--sizes", type=_numbers, default=(1_000, 100_000), metavar="N,...", help="lines for edits; 1000,100000")
    add("--million", action="store_true", help="edits in a file of 1,000,000 lines, too")
    add("--peer-sizes", type=_numbers, metavar="N,...", help="lines for the other servers; 1000,10000,100000")
    add("--lines", type=int, default=100_000, metavar="N", help="lines for everything else; 100000 (a folder: 5 times)")
    add("--repeat", type=int, metavar="N", help="edits of each kind at each place; 40, quick 8")
    add("--peer-repeat", type=int, metavar="N", help="edits in each other server; 20, quick 6")
    add("--rounds", type=int, metavar="N", help="of all that takes seconds, such as whole runs; 5, quick 2")
    add("--starts", type=int, metavar="N", help="starts of the server; 20, quick 5")
    add("--long", type=int, metavar="N", help="edits in the long session; 20000, quick 1000")
    add("--file", type=Path, metavar="FILE", help="what mtgr check reads, in place of the conformance games")
    add(
        "--games",
        type=_paths,
        metavar="FILE,...",
        help="what the robot types, in place of the recorded conformance games",
    )
    add("--json", type=Path, default=ROOT / "build" / "bench.json", metavar="FILE", help="results; build/bench.json")
    add("--write-docs", action="store_true", help="put the table and the drawing into docs/")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures what the command line asks for. 0, or 1 if a part of ours could not be measured."""
    options = parser().parse_args(arguments)
    quick = options.quick
    sizes = [*options.sizes, *([1_000_000] if options.million else [])]
    peer_sizes = options.peer_sizes or ((1_000, 10_000) if quick else (1_000, 10_000, 100_000))
    alone = sorted(size for size in {100_000, *sizes} if size > max(peer_sizes))
    rounds = options.rounds or (2 if quick else 5)
    repeat = options.repeat or (8 if quick else 40)
    lines = options.lines
    measurements: dict[str, Callable[[], Iterable[Row]]] = {
        "edits": lambda: edits.measure(sizes, repeat),
        "lookups": lambda: lookups.measure(lines, repeat * 5),
        "answers": lambda: answers.measure(lines, repeat, rounds),
        "structure": lambda: structure.measure(lines, rounds),
        "peers": lambda: peers.measure(peer_sizes, options.peer_repeat or (6 if quick else 20), alone),
        "cold": lambda: cold.measure(lines, rounds, options.file),
        "start": lambda: start.measure(options.starts or (5 if quick else 20)),
        "memory": lambda: memory.measure(lines, options.long or (1_000 if quick else 20_000)),
        "burst": lambda: burst.measure(lines, rounds),
        "folder": lambda: folder.measure(lines * 5, rounds),
        "typing": lambda: typing_robot.measure(options.games or typing_robot.recorded(), 600 if quick else None),
    }
    troubles = install.ensure() if {"peers", "cold"} & set(options.only) else []
    rows: list[Row] = []
    failed = False
    begun = time.perf_counter()
    for part in PARTS:
        if part not in options.only:
            continue
        _say(f"{part} ...")
        try:
            for row in measurements[part]():
                rows.append(row)
                _say("  " + "  ".join(cell for cell in table.cells(row) if cell))
        except TooSlow as trouble:
            failed = True
            troubles.append(f"{part} was given up: {trouble}")
            _say(f"  given up: {trouble}")
    about = machine() | {"seconds": round(time.perf_counter() - begun)}
    print("\n".join([table.markdown(rows), "", described(about), *troubles]))
    options.json.parent.mkdir(parents=True, exist_ok=True)
    results = {"about": about, "troubles": troubles, "rows": [row.as_json() for row in rows]}
    options.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    if options.write_docs:
        write_page(rows, [described(about), *troubles])
    return int(failed)


def machine() -> dict[str, Any]:
    """What the numbers depend on: the day, the system, the versions."""
    return {
        "date": time.strftime("%Y-%m-%d"),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "versions": install.versions(),
    }


def described(about: dict[str, Any]) -> str:
    """The machine in a sentence or two."""
    versions = ", ".join(f"{name} {version}" for name, version in sorted(about["versions"].items()))
    return (
        f"Measured on {about['date']} with {about['cores']} cores, {about['system']}, Python {about['python']}, in one"
        f" run of {about['seconds'] / 60:.0f} minutes." + (f" Beside: {versions}." if versions else "")
    )


def write_page(rows: Sequence[Row], remarks: Sequence[str]) -> None:
    """Puts the results between the two marks of the page, and the drawing beside it."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    middle = "\n\n".join([*remarks, table.markdown(rows)])
    PAGE.write_text(f"{before}{BEGIN}\n\n{middle}\n\n{END}{after}", encoding="utf-8")
    if plot.series(rows):
        PICTURE.write_text(plot.svg(rows), encoding="utf-8")


def _parts(text: str) -> tuple[str, ...]:
    chosen = tuple(text.split(","))
    if unknown := set(chosen) - set(PARTS):
        raise argparse.ArgumentTypeError(f"no part: {', '.join(sorted(unknown))}")
    return chosen


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number.replace("_", "")) for number in text.split(","))


def _paths(text: str) -> list[Path]:
    return [Path(path) for path in text.split(",")]


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
