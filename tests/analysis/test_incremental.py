"""An analysis that follows edits is the analysis of the text they lead to."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mtgr.analysis import Analysis
from mtgr.document.text import Text

FIXTURES = Path(__file__).parents[2] / "conformance" / "valid"
FILES = ["generated/small-9107.mtgr", "variations.mtgr", "suspended-new-objects.mtgr", "several-matches.mtgr"]
EXAMPLES = int(os.environ.get("MTGR_EDITS", "12"))

Whole = tuple[list[object], list[object], list[object]]


def known(analysis: Analysis) -> Whole:
    """All that an analysis says: findings, the shape of the games, and the state after every block."""
    games = [
        (game.number, game.start, game.end, game.tags, game.result, [(b.kind, b.start, b.end) for b in game.blocks])
        for game in analysis.games
    ]
    states = [[block.outcome.state for block in game.blocks] for game in analysis.games]
    return list(analysis.findings(hints=True)), list(games), list(states)


SNIPPETS = st.sampled_from(
    [
        "x", " ", '"', "(", "#7", "0", "\n", "\n\n", "- (\n", "- )\n", "% note\n", "0-1\n", "\u2028", "🔥", "\r",
        "\r\n", '[Mtgr "0.3.0"]\n', "0:00 pregame\n", '1:22.000 turn 9 "Nicol"\n', "0:00   keyframe\n",
        '0:00     "Nicol" pass\n',
    ]
)  # fmt: skip
PLACES = st.tuples(st.floats(0, 1), st.floats(0, 1))
EDITS = st.lists(
    st.one_of(
        st.tuples(PLACES, st.integers(0, 2), SNIPPETS),  # typing, or replacing a few characters
        st.tuples(PLACES, st.integers(3, 3000), st.just("")),  # deleting much
        st.tuples(PLACES, st.just(0), st.integers(1, 60)),  # pasting lines of the text itself
    ),
    min_size=1,
    max_size=8,
)


def place(text: Text, where: tuple[float, float]) -> tuple[int, int]:
    line = min(int(where[0] * len(text.lines)), len(text.lines) - 1)
    return line, int(where[1] * len(text.lines[line]))


def after(text: Text, start: tuple[int, int], count: int) -> tuple[int, int]:
    """The place ``count`` characters later."""
    line, column = start
    while count and line < len(text.lines) - 1 and column + count > len(text.lines[line]):
        count -= len(text.lines[line]) - column + 1
        line, column = line + 1, 0
    return line, column + max(count, 0)


@pytest.mark.parametrize("name", FILES)
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(edits=EDITS, together=st.booleans())
def test_following_edits_gives_what_a_fresh_analysis_gives(
    name: str, edits: list[tuple[tuple[float, float], int, str | int]], together: bool
) -> None:
    original = (FIXTURES / name).read_bytes().decode()
    text = Text(original)
    analysis = Analysis.of_lines(text.lines)
    for where, length, new in edits:
        start = place(text, where)
        inserted = "\n".join(original.split("\n")[start[0] : start[0] + new]) if isinstance(new, int) else new
        edit = text.edit(start, after(text, start, length), inserted, "utf-32")
        analysis.update(edit)
        if not together:
            assert known(analysis) == known(Analysis.of_lines(list(text.lines)))
    assert known(analysis) == known(Analysis.of_lines(list(text.lines)))


def test_a_change_in_one_turn_replays_that_turn_alone() -> None:
    text = Text((FIXTURES / "recorded" / "2619ab20.mtgr").read_bytes().decode())
    analysis = Analysis.of_lines(text.lines)
    before = [block.outcome for block in analysis.games[0].blocks]
    line = analysis.games[0].blocks[10].start + 30
    edit = text.edit((line, len(text.lines[line])), (line, len(text.lines[line])), " {a comment}", "utf-8")
    analysis.update(edit)
    again = [block.outcome for block in analysis.games[0].blocks]
    assert [number for number, outcome in enumerate(again) if outcome is not before[number]] == [10]
