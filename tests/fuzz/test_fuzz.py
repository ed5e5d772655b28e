"""What the fuzzer has found before, and a little time for what it has not (``scripts/fuzz`` takes longer).

``MTGR_FUZZ_SECONDS`` sets how much CPU time is spent on new cases, all in all.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections import Counter
from pathlib import Path

import pytest
from tests.fuzz.run import case_of, failure, fuzz, smaller
from tests.fuzz.targets import TARGETS, Target

FOUND = sorted((Path(__file__).parent / "found").glob("*.json"))
SECONDS = float(os.environ.get("MTGR_FUZZ_SECONDS", "8"))


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_what_was_found(path: Path) -> None:
    found = json.loads(path.read_text(encoding="utf-8"))
    TARGETS[found["target"]].run(found["case"])


@pytest.mark.parametrize("name", TARGETS)
def test_new_cases(name: str) -> None:
    seed = random.SystemRandom().randrange(10**9)
    failures = list(fuzz([name], seed, SECONDS / len(TARGETS), Counter()))
    assert not failures, "\n".join(f"{each.trace}\n{json.dumps(each.case)}" for each in failures)


@pytest.mark.parametrize("name", TARGETS)
def test_a_seed_makes_the_same_case_again(name: str) -> None:
    assert case_of(name, 1, 2) == case_of(name, 1, 2) != case_of(name, 1, 3)


def test_a_failure_is_found_and_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(case: dict[str, str]) -> None:
        assert "pregame" not in case["text"]

    monkeypatch.setitem(TARGETS, "check", Target(TARGETS["check"].make, run, "text"))
    [found] = fuzz(["check"], 1, 2, Counter())
    assert "AssertionError" in found.trace
    assert smaller("check", found.case) == {"text": "pregame"}


def test_what_takes_too_long_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.fuzz import targets

    def run(case: object) -> None:
        with targets.in_time(0):
            begun = time.process_time()
            while time.process_time() < begun + 0.02:
                pass

    monkeypatch.setattr(targets, "PATIENCE", 0.01)
    assert "s for 0 characters" in (failure(Target(lambda rng: None, run), None) or "")
