"""An analysis that follows edits is the analysis of the text they lead to."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import mtgr.analysis.game
import mtgr.analysis.resolve
from mtgr.analysis import Analysis, Block
from mtgr.analysis.compare import difference
from mtgr.document.text import Text
from mtgr.replay import waypoints

FIXTURES = Path(__file__).parents[2] / "conformance" / "valid"
FILES = ["generated/small-9107.mtgr", "variations.mtgr", "suspended-new-objects.mtgr", "several-matches.mtgr"]
EXAMPLES = int(os.environ.get("MTGR_EDITS", "12"))

SNIPPETS = st.sampled_from(
    [
        "x", " ", '"', "(", "#7", "0", "\n", "\n\n", "- (\n", "- )\n", "% note\n", "0-1\n", "\u2028", "🔥", "\r",
        "\r\n", '[Mtgr "0.3.0"]\n', "0:00 pregame\n", '1:22.000 turn 9 "Nicol"\n', "0:00   keyframe\n",
        '0:00     "Nicol" pass\n', "2-0\n", "½-½\n",
    ]
)  # fmt: skip
PLACES = st.tuples(st.floats(0, 1), st.floats(0, 1))
EDITS = st.lists(
    st.tuples(
        st.one_of(
            st.tuples(PLACES, st.integers(0, 2), SNIPPETS),  # typing, or replacing a few characters
            st.tuples(PLACES, st.integers(3, 3000), st.just("")),  # deleting much
            st.tuples(PLACES, st.just(0), st.integers(1, 60)),  # pasting lines of the text itself
            st.tuples(PLACES, st.just(-1), st.sampled_from(["% x", "2-0", "1-0", ""])),  # in the place of a line
        ),
        st.sampled_from(["go on", "step", "look", "compare"]),
    ),
    min_size=1,
    max_size=8,
)
"""Edits, each with what is done before the next one comes."""


@pytest.fixture(autouse=True)
def many_waypoints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waypoints, "EVERY", 2)


def as_it_is(text: str) -> str:
    return text


def with_crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


def with_mark(text: str) -> str:
    return "\ufeff" + text.replace("\n", "\r\n", 3)


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


def assert_as_fresh(analysis: Analysis, text: Text) -> None:
    found = difference(analysis, Analysis.of_lines(list(text.lines)))
    assert found is None, found


@pytest.mark.parametrize("written", [as_it_is, with_crlf, with_mark])
@pytest.mark.parametrize("name", FILES)
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(edits=EDITS)
def test_following_edits_gives_what_a_fresh_analysis_gives(
    name: str,
    written: Callable[[str], str],
    edits: list[tuple[tuple[tuple[float, float], int, str | int], str]],
) -> None:
    original = written((FIXTURES / name).read_bytes().decode())
    text = Text(original)
    analysis = Analysis.of_lines(text.lines)
    for (where, length, new), then in edits:
        start = place(text, where)
        if length < 0:
            start, length = (start[0], 0), len(text.lines[start[0]])
        inserted = "\n".join(original.split("\n")[start[0] : start[0] + new]) if isinstance(new, int) else new
        analysis.update(text.edit(start, after(text, start, length), inserted, "utf-32"))
        match then:
            case "step":
                analysis.work(until=0)
            case "look":
                analysis.state(min(start[0] + 30, len(text.lines) - 1))
                analysis.known()
            case "compare":
                assert_as_fresh(analysis, text)
    assert_as_fresh(analysis, text)


def opened(name: str) -> tuple[Text, Analysis]:
    text = Text((FIXTURES / name).read_bytes().decode())
    analysis = Analysis.of_lines(text.lines)
    analysis.finish()
    return text, analysis


def test_a_change_in_one_turn_replays_that_turn_alone() -> None:
    text, analysis = opened("recorded/2619ab20.mtgr")
    [game] = analysis.games
    before = [block.outcome for block in game.blocks]
    line = game.blocks[10].start + 30
    analysis.update(text.edit((line, len(text.lines[line])), (line, len(text.lines[line])), " {a comment}", "utf-8"))
    assert analysis.games[0] is game  # nor is it taken apart again
    again = [block.outcome for block in game.blocks]
    assert [number for number, outcome in enumerate(again) if outcome is not before[number]] == [10]


@pytest.mark.parametrize("result", ["2-0", "½-½", "1-1", "**", "1/2"])
def test_what_stands_behind_escape_lines_decides_whether_a_game_ends(result: str) -> None:
    lines = (FIXTURES / "generated/small-9107.mtgr").read_bytes().decode().split("\n")
    text = Text("\n".join([*lines[:-3], result, *lines[-3:]]))
    line = len(text.lines) - 3
    assert text.lines[line].endswith("concede")
    concede = text.lines[line]
    analysis = Analysis.of_lines(text.lines)
    analysis.finish()
    for old, new in ((concede, "% x"), ("% x", concede)):
        analysis.update(text.edit((line, 0), (line, len(old)), new, "utf-32"))
        assert_as_fresh(analysis, text)


def test_what_is_said_before_all_is_known_is_true() -> None:
    whole = (FIXTURES / "recorded/2619ab20.mtgr").read_bytes().decode().replace(" life 20 -> ", " life 21 -> ", 1)
    lines = (FIXTURES / "generated/small-9107.mtgr").read_bytes().decode().split("\n")
    text = Text("\n".join([whole, *lines[:-2]]))  # without its result line and the last line feed
    truth = Analysis.of_lines(list(text.lines)).findings()
    assert len(truth) == 2
    analysis = Analysis.of_lines(text.lines)
    counts = set()
    while analysis.work(until=0):
        assert set(analysis.known()) <= set(truth)
        counts.add(analysis.count())
    assert counts == {0, 1, 2}


def test_what_is_known_of_a_text_is_let_go_of_at_once() -> None:
    def blocks() -> int:
        return sum(isinstance(each, Block) for each in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        text, analysis = opened("generated/small-9107.mtgr")
        whole, known = text.text(), blocks()
        for _ in range(3):
            analysis.update(text.replace(""))
            analysis.update(text.replace(whole))
            analysis.finish()
            assert blocks() == known
        analysis.close()
        assert blocks() < known
    finally:
        gc.enable()


@pytest.mark.parametrize("name", FILES)
def test_edits_of_what_says_who_sits_where(name: str) -> None:
    """The pregame's keyframe tells the players' order, on which what stands in other blocks depends."""
    text, analysis = opened(name)
    starts = [block.start for game in analysis.games for block in game.blocks if block.kind == "pregame"]
    for start in starts[:2]:
        for line in range(start, start + mtgr.analysis.game.SEATED_WITHIN + 2):
            written = text.lines[line]
            for new in ("", f"{written}\n{written}\n", written.replace('player "', 'player "x') + "\n"):
                analysis.update(text.edit((line, 0), (line + 1, 0), new, "utf-32"))
                assert_as_fresh(analysis, text)
                analysis.update(text.edit((line, 0), (line + new.count("\n"), 0), f"{written}\n", "utf-32"))
            assert_as_fresh(analysis, text)


def test_a_turn_that_is_split_leaves_the_others_as_they_were() -> None:
    text, analysis = opened("recorded/2619ab20.mtgr")
    before = [id(block.outcome) for block in analysis.games[0].blocks]
    line = analysis.games[0].blocks[10].start
    analysis.update(text.edit((line, 0), (line + 1, 0), "", "utf-8"))
    again = [id(block.outcome) for block in analysis.games[0].blocks]
    assert again[:9] == before[:9]
    assert again[-3:] == before[-3:]


def test_what_was_edited_is_known_first() -> None:
    """Before games further up that are still to be replayed."""
    names = ["recorded/2619ab20.mtgr", "generated/small-9107.mtgr"]
    text = Text("\n".join((FIXTURES / name).read_bytes().decode() for name in names))
    analysis = Analysis.of_lines(text.lines)
    game = analysis.game_at(len(text.lines) - 2)
    assert game is not None
    assert game.number == 2
    line = next(n for n in range(game.start, game.end) if " life 20 -> " in text.lines[n])
    column = text.lines[line].index("20")
    analysis.block_at(line)
    analysis.update(text.edit((line, column), (line, column + 2), "33", "utf-8"))
    analysis.work(until=0)
    assert [finding.place.line for finding in analysis.known()][:1] == [line]
    assert analysis.done < 1
    analysis.finish()
    assert analysis.done == 1


def test_edits_that_nobody_looks_at_are_one_piece_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    replays: list[object] = []
    real = mtgr.analysis.game.replay_again

    def counted(*arguments: Any, **more: Any) -> Any:
        replays.append(arguments)
        return real(*arguments, **more)

    text, analysis = opened("recorded/2619ab20.mtgr")
    monkeypatch.setattr(mtgr.analysis.game, "replay_again", counted)
    line = analysis.games[0].blocks[10].start + 30
    for _ in range(100):
        analysis.update(text.edit((line, len(text.lines[line])), (line, len(text.lines[line])), " {!}", "utf-8"))
    assert not replays
    analysis.finish()
    assert len(replays) == 1


def test_what_findings_speak_of_is_not_looked_for_again_where_games_only_move(monkeypatch: pytest.MonkeyPatch) -> None:
    damaged = (FIXTURES / "recorded/2619ab20.mtgr").read_bytes().decode().replace(" life 20 -> ", " life 21 -> ")
    damaged = damaged.replace(" tap by ", " untap by ", 5)
    text = Text(f"{(FIXTURES / FILES[0]).read_bytes().decode()}\n{damaged}")
    analysis = Analysis.of_lines(text.lines)
    found = analysis.findings()
    assert any("since line" in each.message for each in found)
    looked_for: list[object] = []
    monkeypatch.setattr(mtgr.analysis.resolve, "_origin", lambda *arguments: looked_for.append(arguments))
    analysis.update(text.edit((30, 0), (30, 0), "% a note\n", "utf-8"))
    moved = analysis.findings()
    assert not looked_for
    monkeypatch.undo()
    assert [each.place.line for each in moved] == [each.place.line + 1 for each in found]
    assert_as_fresh(analysis, text)
