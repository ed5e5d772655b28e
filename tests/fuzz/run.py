"""What ``scripts/fuzz`` runs: cases at random for as long as you like, each from a seed that makes it again."""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from tests.fuzz.targets import TARGETS, Target

FOUND = Path(__file__).parent / "found"


def case_of(name: str, seed: int, number: int) -> Any:
    """Case ``number`` of a target. It is as it would be read back from a file."""
    return json.loads(json.dumps(TARGETS[name].make(random.Random(f"{seed}/{name}/{number}"))))


def failure(target: Target, case: Any) -> str | None:
    """What is wrong with a case, as a traceback; None if nothing is."""
    try:
        target.run(case)
    except Exception:  # noqa: BLE001 - whatever it is, it is what we look for
        return traceback.format_exc()
    return None


def kind_of(trace: str) -> str:
    """The same for failures that have the same cause, as well as can be told: where it was raised, and what."""
    lines = [line.strip() for line in trace.split("\n")]
    places = [line for line in lines if line.startswith("File ")]
    return f"{places[-1].partition(',')[2] if places else ''} {lines[-2].partition(':')[0]}"


def fuzz(
    names: Iterable[str], seed: int, seconds: float, first: int = 0
) -> tuple[int, dict[str, tuple[str, Any, str]]]:
    """Try targets in turn for so many seconds of CPU time. How many cases, and of each kind of failure the first:
    the target, the case and the traceback."""
    failures: dict[str, tuple[str, Any, str]] = {}
    turns = list(names)
    until = time.process_time() + seconds
    spent = dict.fromkeys(turns, 0.0)
    numbers = dict.fromkeys(turns, first)
    while time.process_time() < until:
        name = min(turns, key=spent.__getitem__)
        begun = time.process_time()
        case = case_of(name, seed, numbers[name])
        if trace := failure(TARGETS[name], case):
            failures.setdefault(
                f"{name}: {kind_of(trace)}", (name, case, f"{name} {numbers[name]} of seed {seed}\n{trace}")
            )
        numbers[name] += 1
        spent[name] += time.process_time() - begun
    return sum(numbers.values()) - first * len(turns), failures


def smaller(name: str, case: Any, seconds: float = 60) -> Any:
    """The case with as few lines and steps as still fail in the same way."""
    target = TARGETS[name]
    kind = kind_of(failure(target, case) or "")
    until = time.process_time() + seconds

    def fails(other: Any) -> bool:
        if time.process_time() > until:
            return False
        trace = failure(target, other)
        return trace is not None and kind_of(trace) == kind

    for key in ("said", "edits"):
        if key in case:
            case = {**case, key: _fewer(case[key], lambda items, key=key: fails({**case, key: items}))}
    if target.text is not None:
        key = target.text
        lines = _fewer(case[key].split("\n"), lambda lines: fails({**case, key: "\n".join(lines)}))
        case = {**case, key: "\n".join(lines)}
    return case


def _fewer(items: list[Any], fails: Callable[[list[Any]], bool]) -> list[Any]:
    """As few of the items as still fail: pieces are taken away, large ones first."""
    size = max(len(items) // 2, 1)
    while size:
        n = 0
        while n < len(items):
            rest = items[:n] + items[n + size :]
            if fails(rest):
                items = rest
            else:
                n += size
        size //= 2
    return items


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code: 0 if nothing was found, else 1."""
    options = argparse.ArgumentParser(prog="scripts/fuzz", description="Looks for what no test thought of.")
    add = options.add_argument
    add("--seconds", type=float, default=60, metavar="N", help="CPU time to spend; 60. An hour is 3600")
    add("--seed", type=int, metavar="N", help="a number that makes the same cases again; a new one each time")
    add("--only", choices=sorted(TARGETS), action="append", metavar="TARGET", help=f"of {', '.join(TARGETS)}; all")
    add("--keep", type=Path, default=Path("build/fuzz"), metavar="FOLDER", help="where failing cases go; build/fuzz")
    given = options.parse_args(arguments)
    seed = random.SystemRandom().randrange(10**9) if given.seed is None else given.seed
    print(f"seed {seed}", flush=True)
    count, failures = fuzz(given.only or TARGETS, seed, given.seconds)
    for number, (name, case, trace) in enumerate(failures.values()):
        given.keep.mkdir(parents=True, exist_ok=True)
        path = given.keep / f"{name}-{seed}-{number}.json"
        path.write_text(json.dumps({"target": name, "case": smaller(name, case)}, indent=1) + "\n", encoding="utf-8")
        print(f"\n{path}: {trace}", flush=True)
    print(f"{count} cases, {len(failures)} kinds of failure", flush=True)
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
