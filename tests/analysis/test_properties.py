"""What holds of every text and every game: nothing raises, annotations change nothing, a replay is a function."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mtgr.analysis import Analysis
from mtgr.replay.block import replay
from mtgr.replay.state import State
from mtgr.spec.words import RESULTS
from mtgr.syntax.line import Line, kind_of

VALID = Path(__file__).parents[2] / "conformance" / "valid"
SMALL = {path.name: path.read_bytes().decode().split("\n") for path in sorted(VALID.glob("*.mtgr"))}
GAMES = {path.name: path.read_bytes().decode().split("\n") for path in sorted(VALID.rglob("*/*.mtgr"))}
BODY_LINES = sorted({line for lines in SMALL.values() for line in lines})

_line = st.one_of(
    st.sampled_from(BODY_LINES), st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=40)
)


def _is_well_formed(analysis: Analysis) -> None:
    for finding in analysis.findings(hints=True):
        line = analysis.lines[finding.place.line]
        assert 0 <= finding.place.start <= finding.place.end <= len(line) + 1
        for related in finding.related:
            assert 0 <= related.place.line < len(analysis.lines)


@given(st.binary(max_size=400))
def test_any_bytes_are_analysed(data: bytes) -> None:
    assert Analysis.of_bytes(data).findings(hints=True) != []


@given(st.lists(_line, max_size=30))
@settings(max_examples=150)
def test_any_lines_are_analysed(lines: list[str]) -> None:
    _is_well_formed(Analysis.of_lines([*lines, ""]))


@given(st.sampled_from(sorted(SMALL)), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_any_order_of_the_lines_of_a_game_is_analysed(name: str, rng: random.Random) -> None:
    lines = SMALL[name][:-1]
    for _ in range(rng.randrange(1, 8)):
        lines.insert(rng.randrange(len(lines)), lines.pop(rng.randrange(len(lines))))
    analysis = Analysis.of_lines([*lines, ""])
    _is_well_formed(analysis)
    for line in range(len(analysis.lines)):
        analysis.state(line)


@given(st.sampled_from(sorted(SMALL)), st.integers(min_value=0))
@example("extensions.mtgr", 218)  # behind a header, and an extension line below it
@settings(max_examples=60)
def test_a_file_cut_off_anywhere_in_a_body_has_one_finding(name: str, place: int) -> None:
    """R4: at its last line."""
    lines = SMALL[name][:-1]
    bodies = [n for n, line in enumerate(lines) if kind_of(line) == "body" and not line.startswith("-")]
    cut = lines[: bodies[place % len(bodies)] + 1]
    assert [finding.place.line for finding in Analysis.of_lines([*cut, ""]).findings()] == [len(cut) - 1]


@given(st.sampled_from(sorted(SMALL)), st.integers(min_value=1))
@example("adventures.mtgr", 252)  # in the time of a keyframe's first entry
@example("adventures.mtgr", 1629)  # of a stack's
@example(
    "transparent-lines.mtgr", "\n".join(SMALL["transparent-lines.mtgr"]).index("%among") + 7
)  # behind an escape line
@settings(max_examples=100)
def test_a_file_cut_off_at_any_character_has_one_finding(name: str, place: int) -> None:
    text = "\n".join(SMALL[name])
    cut = text[: place % len(text)]
    found = [finding.message for finding in Analysis.of_lines(cut.split("\n")).findings()]
    assert len(found) == (not cut.endswith(tuple(f"\n{result}\n" for result in RESULTS))), found


def _stripped(lines: list[str]) -> list[tuple[int, str]]:
    """The lines without annotations, variations, escape lines and extensions, each with its number before."""
    found: list[tuple[int, str]] = []
    for number, text in enumerate(lines):
        if text.startswith(("-", "%")) or (text.startswith("[") and "_" in text.partition(" ")[0]):
            continue
        if kind_of(text) != "body":
            found.append((number, text))
            continue
        line = Line(text)
        assert line.statement.form is not None
        if line.statement.form.name != "extension":
            found.append((number, text[: line.column + line.statement.span("statement")[1]]))
    return found


def _known(state: State | None) -> dict[str, object] | None:
    if state is None:
        return None
    return {
        "players": state.players,
        "turn": (state.turn, state.active, state.day_night, state.suspended),
        "stack": state.stack,
        "objects": state.objects,
        "ended": state.ended,
        "open": state.open,
    }


@pytest.mark.parametrize("name", SMALL)
def test_what_is_no_game_data_changes_no_state(name: str) -> None:
    """Sections 11 to 13."""
    stripped = _stripped(SMALL[name])
    whole, bare = Analysis.of_lines(SMALL[name]), Analysis.of_lines([text for _, text in stripped])
    assert bare.findings() == []
    for line, (number, _) in enumerate(stripped):
        assert _known(bare.state(line)) == _known(whole.state(number)), number


@pytest.mark.parametrize("name", [*SMALL, *GAMES])
def test_a_replay_is_a_function_and_leaves_the_state_before_alone(name: str) -> None:
    lines = (SMALL | GAMES)[name]
    analysis = Analysis.of_lines(lines)
    for game in analysis.games:
        for block in game.blocks[:12]:
            before = _known(block.before.copy())
            again = replay(lines[block.start : block.end], block.before, game.section.game, kind=block.kind)
            assert _known(again.state) == _known(block.outcome.state)
            assert again.findings == block.outcome.findings
            assert _known(block.before) == before


@given(st.sampled_from(sorted(SMALL)), st.randoms(use_true_random=False))
@example("pregame.mtgr", random.Random(5))
@settings(max_examples=60)
def test_the_state_after_a_block_is_that_of_its_replay_even_with_lines_out_of_place(
    name: str, rng: random.Random
) -> None:
    """What a line that cannot be read may have opened depends on the block it stands in (R47)."""
    lines = SMALL[name][:-1]
    for n in rng.sample(range(len(lines)), 3):
        lines[n] = rng.choice((lines[n].replace("  ", "", 1), lines[n].replace("   ", " { ", 1), lines[n][:-1]))
    analysis = Analysis.of_lines([*lines, ""])
    for game in analysis.games:
        for block in game.blocks:
            if not lines[block.end - 1].startswith("-") and not block.last:
                assert _known(analysis.state(block.end - 1)) == _known(block.outcome.state), block.start
                assert _known(analysis.states(block.end - 1)[1]) == _known(block.outcome.state), block.start


@pytest.mark.parametrize("name", [*sorted(SMALL), "small-9107.mtgr"])
def test_the_state_before_a_line_is_that_after_the_line_before(name: str) -> None:
    lines = (SMALL | GAMES)[name]
    analysis = Analysis.of_lines(lines)
    bodies = [n for n, line in enumerate(lines) if kind_of(line) == "body" and not line.startswith("-")]
    steps = [(a, b) for a, b in itertools.pairwise(bodies) if analysis.game_at(a) is analysis.game_at(b)]
    random.Random(name).shuffle(steps)
    for a, b in steps[:40]:
        if Line(lines[a]).statement.form.name in ("keyframe", "stack"):  # type: ignore[union-attr]
            continue  # its entries belong to it
        assert _known(analysis.state(b, before=True)) == _known(analysis.state(a)), (a, b)
