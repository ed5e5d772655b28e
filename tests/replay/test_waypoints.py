"""A replay that begins at a waypoint, or meets an earlier one at a waypoint, gives what a replay of all lines gives."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from mtgr.analysis import Analysis
from mtgr.analysis.game import Block
from mtgr.replay import waypoints
from mtgr.replay.block import replay, states_around
from mtgr.replay.run import OBJECT_FIELDS
from mtgr.replay.state import ANY, State
from mtgr.replay.waypoints import Replayed, replay_again, replay_from_another

CONFORMANCE = Path(__file__).parents[2] / "conformance"
SMALL = sorted((CONFORMANCE / "valid").glob("*.mtgr"))
INVALID = sorted((CONFORMANCE / "invalid").rglob("*.mtgr"))
GAMES = sorted((CONFORMANCE / "valid").rglob("*/*.mtgr"))

NEVER = Replayed(State(), [])
ODD = ("0:02   keyframe", "0:02   X_NOTE 1", "0:02 pregame", "0:02     stack", "0:02 no line", "")
"""Lines of which some are read by what stands straight above them."""


@pytest.fixture(autouse=True)
def as_many_as_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waypoints, "EVERY", 1)


def blocks_of(path: Path) -> Iterator[tuple[Block, list[str]]]:
    analysis = Analysis.of_bytes(path.read_bytes())
    for game in analysis.games if not analysis.unreadable else []:
        for block in game.blocks:
            if not block.last:
                yield block, block.lines(analysis.lines)


def fresh(block: Block, lines: list[str], before: State) -> Replayed:
    return replay(lines, before, block.game.section.game, kind=block.kind)


def again(block: Block, lines: list[str], before: State, earlier: Replayed, head: int, tail: int) -> Replayed:
    found = replay_again(lines, before, block.game.section.game, earlier, head, tail, block.kind)
    expected = fresh(block, lines, before)
    assert found.state.same(expected.state)
    assert found.findings == expected.findings
    assert found.ending == expected.ending
    assert found.waypoints is not None
    assert [each.line for each in found.waypoints] == sorted({each.line for each in found.waypoints})
    return found


def edited(lines: list[str], chosen: random.Random) -> tuple[list[str], int, int]:
    """The lines of a block after an edit, and how many at the start and at the end are the same."""
    first = chosen.randrange(1, len(lines) + 1)
    end = min(first + chosen.choice((0, 0, 1, 1, 1, 2)), len(lines))
    new = [chosen.choice(lines if chosen.random() < 0.8 else ODD) for _ in range(chosen.choice((0, 1, 1, 2)))]
    if first < end and new and chosen.random() < 0.5:
        text = lines[first]
        column = chosen.randrange(len(text) + 1)
        new[0] = text[:column] + chosen.choice(("", "0", "#", "x", " ", ")")) + text[column + chosen.randrange(2) :]
    return [*lines[:first], *new, *lines[end:]], first, len(lines) - end


def try_edits(block: Block, lines: list[str], chosen: random.Random, times: int) -> None:
    """Edits one after the other, each replay beginning where the last one ended; some are taken back."""
    before = block.before
    outcome = again(block, lines, before, NEVER, 0, 0)
    for _ in range(times):
        changed, head, tail = edited(lines, chosen)
        after = again(block, changed, before, outcome, head, tail)
        if chosen.random() < 0.5:
            outcome = again(block, lines, before, after, head, tail)
        else:
            lines, outcome = changed, after


@pytest.mark.parametrize("path", [*SMALL, *INVALID], ids=lambda path: path.stem)
def test_edits_of_small_blocks(path: Path) -> None:
    chosen = random.Random(path.name)
    for block, lines in blocks_of(path):
        if len(lines) > 1:
            try_edits(block, lines, chosen, 3)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_edits_of_recorded_and_generated_games(path: Path) -> None:
    chosen = random.Random(path.name)
    blocks = [each for each in blocks_of(path) if len(each[1]) > 1]
    for block, lines in chosen.sample(blocks, min(5, len(blocks))):
        try_edits(block, lines, chosen, 3)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_another_state_before_the_block(path: Path) -> None:
    """The lines are the same, and a mistake further up changes what they are replayed from."""
    for block, lines in list(blocks_of(path))[1:12]:
        outcome = again(block, lines, block.before, NEVER, 0, 0)
        other = block.before.copy()
        name, player = next(iter(other.players.items()))
        other.open[name, "life"] = (player.life, "7")
        for id, obj in list(other.objects.items())[:3]:
            other.objects[id] = obj.replace(tapped=not obj.tapped)
        changed = again(block, lines, other, outcome, 0, len(lines))
        again(block, lines, block.before, changed, 0, len(lines))


def opened(state: State, chosen: random.Random) -> State:
    """A state in which some fields of some objects are open, and no others, and some objects are tapped or not."""
    found = state.copy()
    found.open = {}
    for obj in chosen.sample(list(found.objects.values()), min(len(found.objects), chosen.randrange(3))):
        for name in chosen.sample(OBJECT_FIELDS, chosen.choice((1, 2, 5, len(OBJECT_FIELDS)))):
            found.open[obj.id, name] = (ANY,)
        if chosen.random() < 0.5:
            found.objects[obj.id] = obj.replace(tapped=not obj.tapped, pt=chosen.choice((obj.pt, "3/4")))
    return found


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_open_fields_of_objects_that_are_not_named_again(path: Path) -> None:
    """Where nothing else differs, the earlier replay is met all the same, and its waypoints hold afterwards."""
    chosen = random.Random(path.name)
    for block, lines in list(blocks_of(path))[1:8]:
        before = opened(block.before, chosen)
        outcome = again(block, lines, before, NEVER, 0, 0)
        for _ in range(3):
            before = opened(block.before, chosen)
            outcome = again(block, lines, before, outcome, 0, len(lines))
            facts = block.game.section.game
            for each in chosen.sample(outcome.waypoints or [], min(3, len(outcome.waypoints or []))):
                expected = replay(lines, before, facts, each.line - 1, kind=block.kind)
                assert each.state.same(expected.state)
                assert each.findings == len(expected.findings)
            changed, head, tail = edited(lines, chosen)
            lines, outcome = changed, again(block, changed, before, outcome, head, tail)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_another_end_of_an_id_that_no_line_names(path: Path) -> None:
    """What a turn's lines do not name they do not change; the other IDs make a replay necessary."""
    known = 0
    for block, lines in list(blocks_of(path))[1:]:
        facts = block.game.section.game
        outcome = replay_again(lines, block.before, facts, NEVER, 0, 0, block.kind)
        for id, obj in list(block.before.ended.items())[:10]:
            before = block.before.copy()
            before.ended[id] = obj.replace(zone="exile", tapped=not obj.tapped)
            found = replay_from_another(lines, before, outcome, block.before)
            assert (found is None) == (any(id in text for text in lines) or bool(outcome.findings))
            if found is not None:
                known += 1
                expected = fresh(block, lines, before)
                assert found.state.same(expected.state)
                assert found.findings == expected.findings
                assert found.ending == expected.ending
                again(block, lines, before, found, len(lines), len(lines))
    assert known or not any(block.before.ended for block, _ in blocks_of(path))


def test_live_objects_that_no_line_names_make_a_replay_necessary() -> None:
    block, lines = max(blocks_of(GAMES[0]), key=lambda each: len(each[1]))
    outcome = again(block, lines, block.before, NEVER, 0, 0)
    before = block.before.copy()
    id = next(iter(before.objects))
    before.objects[id] = before.objects[id].replace(face="other")
    unnamed = [text for text in lines if id not in text]
    assert replay_from_another(unnamed, before, outcome, block.before) is None


def test_a_keyframe_that_contradicts_a_field_is_all_that_is_replayed() -> None:
    """Of the largest block, for an object that no line after the keyframe names."""
    block, lines = max(blocks_of(GAMES[0]), key=lambda each: len(each[1]))
    outcome = again(block, lines, block.before, NEVER, 0, 0)
    steps = next(n for n, text in enumerate(lines) if text.endswith(" untap"))
    named = "\n".join(lines[steps:])
    id = next(id for id, obj in block.before.objects.items() if obj.zone == "battlefield" and id not in named)
    before = block.before.copy()
    before.objects[id] = before.objects[id].replace(tapped=not before.objects[id].tapped)
    found = again(block, lines, before, outcome, 0, len(lines))
    assert len(found.findings) == 1
    assert found.state.open.keys() == {(id, "tapped")}
    assert found.state.players is outcome.state.players


@pytest.mark.parametrize("path", GAMES[:4], ids=lambda path: path.stem)
def test_states_from_a_waypoint(path: Path) -> None:
    for block, lines in list(blocks_of(path))[2:6]:
        found = again(block, lines, block.before, NEVER, 0, 0)
        facts = block.game.section.game
        for n in range(len(lines)):
            start = next((each for each in reversed(found.waypoints or []) if each.line <= n), None)
            here = states_around(lines, block.before, facts, n, block.kind, start)
            expected = states_around(lines, block.before, facts, n, block.kind)
            assert all(state.same(other) for state, other in zip(here, expected, strict=True))


def test_only_what_an_edit_changed_is_replayed() -> None:
    """In the largest block: after an edit that changes nothing, nearly all states are those from before."""
    block, lines = max(blocks_of(GAMES[0]), key=lambda each: len(each[1]))
    outcome = again(block, lines, block.before, NEVER, 0, 0)
    middle = next(n for n in range(len(lines) // 2, len(lines)) if " pass" in lines[n])
    changed = [*lines[:middle], lines[middle] + " ; why", *lines[middle + 1 :]]
    found = again(block, changed, block.before, outcome, middle, len(lines) - middle - 1)
    assert found.state is outcome.state
    assert found.waypoints is not None
    assert outcome.waypoints is not None
    known = {id(each.state) for each in outcome.waypoints}
    assert len(known) > 50
    assert sum(id(each.state) not in known for each in found.waypoints) < 5
