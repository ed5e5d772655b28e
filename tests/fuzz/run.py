"""What ``scripts/fuzz`` runs: cases at random for as long as you like, each from a seed that makes it again."""

from __future__ import annotations

import argparse
import gc
import json
import random
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.fuzz.targets import TARGETS, Target


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
    place, _, rest = trace.rpartition('\n  File "')[2].partition("\n")
    error = re.search(r"^[\w.]*(?:Error|Exception|Exit)\b", rest, re.MULTILINE)
    return f"{place} {error[0] if error else rest[-80:]}"


@dataclass(frozen=True, slots=True)
class Failure:
    """A case that failed, and how."""

    name: str
    case: Any
    trace: str


def fuzz(names: Iterable[str], seed: int, seconds: float, tried: Counter[str]) -> Iterator[Failure]:
    """Try cases of targets for so many seconds of CPU time, each target as long as the others. The first failure of
    each kind; ``tried`` counts the cases of each target."""
    turns = list(names)
    until = time.process_time() + seconds
    spent = dict.fromkeys(turns, 0.0)
    kinds = set()
    while time.process_time() < until:
        name = min(turns, key=spent.__getitem__)
        begun = time.process_time()
        case = case_of(name, seed, tried[name])
        trace = failure(TARGETS[name], case)
        spent[name] += time.process_time() - begun
        if trace and (kind := (name, kind_of(trace))) not in kinds:
            kinds.add(kind)
            yield Failure(name, case, f"{name} {tried[name]} of seed {seed}\n{trace}")
        tried[name] += 1
        if tried.total() % 300 == 0:
            gc.collect()  # servers have the collector come rarely, and each in this process leaves much behind


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

    def with_fewer(case: Any, key: str, between: str | None = None) -> Any:
        def made(items: list[Any]) -> Any:
            return {**case, key: items if between is None else between.join(items)}

        items = case[key] if between is None else case[key].split(between) if between else list(case[key])
        return made(_fewer(items, lambda items: fails(made(items))))

    for key in ("said", "edits"):
        if key in case:
            case = with_fewer(case, key)
    if target.text is not None:
        case = with_fewer(case, target.text, "\n")
        case = with_fewer(case, target.text, "")
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
    tried = Counter[str]()
    count = 0
    for count, found in enumerate(fuzz(given.only or TARGETS, seed, given.seconds, tried), 1):
        given.keep.mkdir(parents=True, exist_ok=True)
        path = given.keep / f"{found.name}-{seed}-{count}.json"
        case = {"target": found.name, "case": smaller(found.name, found.case)}
        path.write_text(json.dumps(case, indent=1) + "\n", encoding="utf-8")
        print(f"\n{path}: {found.trace}", flush=True)
    print(f"{tried.total()} cases ({', '.join(f'{n} {name}' for name, n in tried.items())})")
    print(f"{count} kinds of failure")
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main())
