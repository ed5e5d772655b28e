"""Which line set a field last ("since line N"): looked for from below, or in an index; both give the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from mtgr.analysis import Analysis
from mtgr.analysis.game import Block
from mtgr.replay.writes import writes

CONFORMANCE = Path(__file__).parents[2] / "conformance"
GAMES = [
    *sorted((CONFORMANCE / "valid").rglob("*.mtgr"))[::3],
    *sorted((CONFORMANCE / "invalid").rglob("*.mtgr"))[::20],
]


def by_hand(analysis: Analysis, block: Block, subject: str, field: str, before: int) -> int | None:
    sets = block.kind == "pregame" or block.before.suspended
    found = None
    for n in range(block.start, block.start + before):
        line = analysis.line(n)
        if line.kind != "body" or line.text.startswith("-") or line.statement.form is None:
            continue
        if line.statement.form.name == "player entry" and not sets:
            continue
        if (subject, field) in writes(line.statement):
            found = n
    return found


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_first_questions_are_answered_as_the_later_ones(path: Path) -> None:
    analysis = Analysis.of_bytes(path.read_bytes())
    for game in analysis.games if not analysis.unreadable else []:
        for block in game.blocks[:6]:
            lines = [analysis.line(n) for n in range(block.start, block.end)]
            written = sorted({each for line in lines if line.kind == "body" for each in writes(line.statement)})
            wanted = [*written[:: max(len(written) // 6, 1)], ("#1", "nothing"), ('"Nobody"', "life")]
            for number, (subject, field) in enumerate(wanted):
                before = block.length - number % 3 * (block.length // 4)
                block.writes_wanted = 0
                sought = block.last_write(analysis.lines, subject, field, before)
                block.writes_wanted = 1000
                assert block.last_write(analysis.lines, subject, field, before) == sought
                assert sought == by_hand(analysis, block, subject, field, before)


def test_an_id_with_leading_zeros_is_found_as_well() -> None:
    text = (CONFORMANCE / "valid" / "generated" / "late-incomplete-9010.mtgr").read_text()
    lines = text.split("\n")
    n = next(n for n, line in enumerate(lines) if " tap by " in line)
    id = lines[n].split("#", 1)[1].split(" ")[0]
    lines[n] = lines[n].replace(f"#{id} ", f"#0{id} ", 1)
    analysis = Analysis.of_lines(lines)
    analysis.finish()
    block = analysis.block_at(n)
    assert block is not None
    before = n - block.start + 1
    assert block.last_write(analysis.lines, f"#{id}", "tapped", before) == n
    block.writes_wanted = 1000
    assert block.last_write(analysis.lines, f"#{id}", "tapped", before) == n
