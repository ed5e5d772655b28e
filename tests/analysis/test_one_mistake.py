"""One mistake gives one finding (R4), or nearly: measured over seeded mistakes in valid games.

``MTGR_MUTATIONS`` sets how many mistakes are made in all; without it, few enough for every run of the tests.
"""

from __future__ import annotations

import os
import random
import statistics
from pathlib import Path

import pytest
from tests.support.mutations import Mutation, mutate

from mtgr.analysis import Analysis, Finding
from mtgr.spec.words import RESULTS

VALID = Path(__file__).parents[2] / "conformance" / "valid"
FILES = {
    path.relative_to(VALID).as_posix(): path.read_bytes().decode().split("\n")[:-1]
    for path in sorted(VALID.rglob("*.mtgr"))
}
COUNT = int(os.environ.get("MTGR_MUTATIONS", "600"))
SHARES = {"small": 0.8, "recorded": 0.1, "generated": 0.1}
"""How many of the mistakes are made in the small fixtures, and how many in whole games, which take longer."""


def _sample(folder: str) -> list[tuple[str, Mutation, list[Finding]]]:
    names = [name for name in FILES if name.startswith(f"{folder}/") or (folder == "small" and "/" not in name)]
    rng = random.Random(f"one mistake, {folder}")
    found = []
    for _ in range(max(10, int(COUNT * SHARES[folder]))):
        name = rng.choice(names)
        mutation = mutate(rng, FILES[name])
        found.append((name, mutation, Analysis.of_lines([*mutation.lines, ""]).findings()))
    return found


@pytest.fixture(scope="module", params=SHARES)
def sample(request: pytest.FixtureRequest) -> list[tuple[str, Mutation, list[Finding]]]:
    """Mistakes in the files of a folder, each with what is found. Making it already shows that nothing raises."""
    return _sample(request.param)


def test_a_mistake_gives_one_finding(sample: list[tuple[str, Mutation, list[Finding]]]) -> None:
    counts = [len(findings) for _, _, findings in sample if findings]
    assert statistics.median(counts) == 1
    few = sum(count <= 3 for count in counts)
    assert few >= 0.95 * len(counts), f"{few} of {len(counts)} mistakes give at most three findings"


def test_most_mistakes_are_found(sample: list[tuple[str, Mutation, list[Finding]]]) -> None:
    # What says something else that is just as valid (a pass written twice, another name for the match) is no mistake.
    found = sum(bool(findings) for _, _, findings in sample)
    assert found >= 0.75 * len(sample), f"{found} of {len(sample)} mistakes are found"


def test_nothing_is_found_before_the_mistake(sample: list[tuple[str, Mutation, list[Finding]]]) -> None:
    early = [
        f"{name}, {mutation.kind} at line {mutation.line + 1}: {findings[0]}"
        for name, mutation, findings in sample
        if findings and findings[0].place.line < mutation.first_line
    ]
    assert early == []


def test_a_mistake_is_made_again_from_its_seed() -> None:
    lines = FILES["smallest.mtgr"]
    assert mutate(random.Random(7), lines) == mutate(random.Random(7), lines)


@pytest.mark.parametrize("name", ["copies.mtgr", "goad-and-day.mtgr", "variations.mtgr", "decks.mtgr"])
def test_an_empty_line_in_the_body_is_one_mistake(name: str) -> None:
    """In a keyframe and a snapshot, too: what stands below it still belongs to it."""
    lines = FILES[name]
    first = next(n for n, text in enumerate(lines) if text.startswith("0:"))
    end = next(n for n, text in enumerate(lines) if text in RESULTS)
    for n in range(first + 1, min(end, first + 80)):
        found = Analysis.of_lines([*lines[:n], "", *lines[n:], ""]).findings()
        assert [each.message for each in found] == ["empty lines stand only after the tags and between games"], n
