"""How fast ``mtgr check`` reads a large file, and the memory it takes: ``python tests/bench/check_speed.py [FILE]``.

Without a file, the recorded and generated games of ``conformance/valid`` are put one after the other until there are
100,000 lines. Each run is a process of its own, as for a user, with compiled bytecode, as an installation has it (one
run that does not count makes it); the median of five is what counts.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNS = 5

CHILD = """
import sys
from mtgr.cli import main
status = main(["check", "--jobs", "1", sys.argv[1]])
try:
    import resource
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(peak // 1024 if sys.platform != "darwin" else peak // 1024 // 1024, file=sys.stderr)
except ImportError:
    print(0, file=sys.stderr)
sys.exit(status)
"""


def league(lines: int) -> str:
    """Games one after the other, at least this many lines of them."""
    files = sorted((ROOT / "conformance" / "valid" / "recorded").glob("*.mtgr"))
    files += sorted((ROOT / "conformance" / "valid" / "generated").glob("*.mtgr"))
    games = [path.read_bytes().decode() for path in files]
    parts: list[str] = []
    count = 0
    while count < lines:
        for number, game in enumerate(games):
            # A match of its own for each copy, so that the games have nothing to do with each other.
            parts.append(game.replace('[Match "', f'[Match "{len(parts)}-{number}-'))
            count += game.count("\n") + 1
    return "\n".join(parts)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        if len(sys.argv) > 1:
            path = Path(sys.argv[1])
        else:
            path = Path(folder) / "league.mtgr"
            path.write_bytes(league(100_000).encode())
        lines = path.read_bytes().count(b"\n")
        print(f"{path.name}: {lines} lines, {path.stat().st_size / 1e6:.1f} MB")
        seconds, peaks = [], []
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        for number in range(RUNS + 1):
            start = time.perf_counter()
            run = subprocess.run(
                [sys.executable, "-c", CHILD, str(path)], capture_output=True, text=True, check=False, env=environment
            )
            if number:
                seconds.append(time.perf_counter() - start)
            peaks.append(int(run.stderr.split()[-1]))
            if run.returncode not in (0, 1):
                sys.exit(run.stderr)
        median = statistics.median(seconds)
        print(f"median of {RUNS}: {median:.2f} s, {lines / median:,.0f} lines a second, {max(peaks)} MB at most")
        print("all runs:", ", ".join(f"{each:.2f} s" for each in seconds))


if __name__ == "__main__":
    main()
