"""Whatever is tried, a file that `GameWriter` has written is one that the check finds nothing wrong with."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from tests.api.test_round_trip import parts, together
from tests.support.mutations import mutate

from mtgr import GameWriter, Refused, read_games
from mtgr.spec.words import RESULTS

VALID = Path(__file__).parents[2] / "conformance" / "valid"
FILES = sorted(path for path in VALID.glob("*.mtgr") if b"\n- " not in path.read_bytes())


def units(lines: list[str]) -> list[list[str]]:
    """The lines of a game's body in groups that need each other."""
    found = []
    start = lines.index("") + 1
    while start < len(lines) - 1:
        end = together(lines, start)
        found.append(lines[start:end])
        start = end
    return found


def end(writer: GameWriter) -> None:
    """Ends the game with the result that it has."""
    for missing in ("", "deck"):  # which was refused
        if writer._checker.where == missing:
            writer.pregame() if missing else writer.deck()
    for result in RESULTS:
        try:
            writer.end(result)
        except Refused:
            continue
        return
    if writer._checker.where == "turn":
        writer.step("untap")  # where events may stand
    writer.incomplete("the test is over")
    writer.end("*")


@pytest.mark.parametrize("seed", range(40))
def test_what_is_not_refused_is_right(seed: int) -> None:
    rng = random.Random(seed)
    game, lines, _ = rng.choice(list(parts(rng.choice(FILES).read_bytes())))
    file = io.BytesIO()
    writer = GameWriter(file, {**game.tags, "Result": "*"})
    refused = 0
    for unit in units(lines):
        tries = [unit]
        if rng.random() < 0.3:
            tries.insert(0, mutate(rng, [*lines[:13], *unit]).lines[13:])
        for each in tries:
            try:
                writer.lines(*each)
            except (Refused, ValueError):
                refused += 1
            else:
                break
    end(writer)
    assert [str(each) for each in read_games(file.getvalue()).findings] == [], file.getvalue().decode()
