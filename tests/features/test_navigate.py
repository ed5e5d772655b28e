"""Ways through a game."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from tests.support.markers import fixture, game

from mtgr.analysis import Analysis
from mtgr.features.annotations import annotated
from mtgr.features.navigate import TARGETS, Spot, Target, navigate
from mtgr.syntax.line import Line, kind_of

CONFORMANCE = Path(__file__).parents[2] / "conformance"
VARIATIONS = CONFORMANCE / "valid" / "variations.mtgr"
MATCHES = CONFORMANCE / "valid" / "several-matches.mtgr"


def way(text: str, to: Target) -> str | None:
    """Where a way from the cursor leads: the line without its time and indentation, with ``|`` at the column."""
    clean = fixture(text)
    analysis = Analysis.of_bytes(clean.text.encode())
    found = navigate(analysis, clean.line, clean.column, to)
    if found is None:
        return None
    line = analysis.lines[found.line]
    return (line[: found.column] + "|" + line[found.column :]).partition(" ")[2].lstrip(" ")


FIRST = 'new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ? {first}'
ENTRY = 'player "PlayerA" life 20 poison 0 library 60 ; note'
GAME = """
    FIRST
    new token #2 "Elk" owner "PlayerA" in battlefield pt 2/2 by ?
    "PlayerA" priority
    -     (
    -       #1 "Bear" tap by #2 $1
    -       (
    -         "PlayerA" pass {in}
    -       )
    -       "PlayerA" pass
    -   turn 2 "PlayerB"
    -     upkeep
    -     )
    "PlayerB" pass by #1 {#2}
    % $1 {none} #1
    #2 "Elk" tap by #1
    0:02   end
    #1 "Bear" tap by ? $3
    0:02 turn 2 "PlayerB"
    0:02   keyframe
    0:02     ENTRY
    0:02     player "PlayerB" life 20 poison 0 library 60
    0:02     #1 "Bear" battlefield "PlayerA" pt 2/2 tapped
    0:02     #2 "Elk" battlefield "PlayerA" pt 2/2 tapped
    0:02   untap
""".replace("FIRST", FIRST).replace("ENTRY", ENTRY)


def at(line: str, to: Target, column: int = 0) -> str | None:
    """The way from a line of the game."""
    assert GAME.count(line) == 1
    start = GAME.index(line) + column
    return way(game(GAME[:start] + "<|>" + GAME[start:]), to)


@pytest.mark.parametrize(
    ("line", "to", "found"),
    [
        ('"PlayerA" priority', "nextAnnotation", '|#1 "Bear" tap by #2 $1'),
        ('#1 "Bear" tap by #2', "nextAnnotation", '|"PlayerA" pass {in}'),
        ('#1 "Bear" tap by #2', "previousAnnotation", f"|{FIRST}"),
        ("% $1", "nextAnnotation", '|#1 "Bear" tap by ? $3'),
        ("turn 2 \"PlayerB\"\n    0:02   key", "nextAnnotation", f"|{ENTRY}"),
        ("untap", "nextAnnotation", None),
        ('new token #1', "previousAnnotation", None),
        ('new token #1', "nextVariation", "|("),
        ("#2 \"Elk\" tap", "nextVariation", None),
        ("#2 \"Elk\" tap", "previousVariation", "|("),
        ("\"PlayerA\" pass {in}", "variationStart", "|("),
        ("\"PlayerA\" pass {in}", "variationEnd", "|)"),
        ("untap", "variationStart", None),
        ("untap", "variationEnd", None),
        ("#2 \"Elk\" tap", "nextTurn", '|turn 2 "PlayerB"'),
        ("#2 \"Elk\" tap", "previousTurn", '|turn 1 "PlayerA"'),
        ("upkeep", "previousTurn", '|turn 2 "PlayerB"'),
        ("untap", "nextTurn", None),
        ("\"PlayerA\" priority", "nextStep", "|end"),
        ("\"PlayerA\" priority", "previousStep", "|precombat-main"),
        ("\"PlayerA\" pass {in}", "nextStep", "|upkeep"),
        ("\"PlayerB\" pass by", "previousPriority", '|"PlayerA" priority'),
        ("new token #1", "nextPriority", '|"PlayerA" priority'),
        ("\"PlayerA\" priority", "nextEvent", '|"PlayerB" pass by #1 {#2}'),
        ("\"PlayerA\" pass {in}", "previousEvent", '|#1 "Bear" tap by #2 $1'),
        ("end\n", "nextEvent", '|#1 "Bear" tap by ? $3'),
        ("untap", "previousEvent", '|#1 "Bear" tap by ? $3'),
        ("new token #1", "nextOfObject", '"PlayerB" pass by |#1 {#2}'),
        ("% $1", "nextOfObject", '#2 "Elk" tap by |#1'),
        ("new token #2", "nextOfObject", '|#2 "Elk" tap by #1'),
        ("#1 \"Bear\" battlefield", "previousOfObject", '|#1 "Bear" tap by ? $3'),
        ("#1 \"Bear\" tap by #2", "nextOfObject", '"PlayerB" pass by |#1 {#2}'),
        ("\"PlayerA\" priority", "nextOfObject", None),
        ("upkeep", "nextOfObject", None),
    ],
)  # fmt: skip
def test_a_way(line: str, to: Target, found: str | None) -> None:
    assert at(line, to) == found


def test_the_object_is_the_one_the_cursor_is_on() -> None:
    line = '#2 "Elk" tap by #1'
    assert at(line, "nextOfObject", line.index("#1")) == '|#1 "Bear" tap by ? $3'
    assert at(line, "previousOfObject") == 'new token |#2 "Elk" owner "PlayerA" in battlefield pt 2/2 by ?'


def test_brackets_go_outwards() -> None:
    analysis = Analysis.of_bytes(game(GAME).encode())
    inner = next(n for n, text in enumerate(analysis.lines) if "{in}" in text)
    starts, ends = [Spot(inner, 0)], [Spot(inner, 0)]
    while found := navigate(analysis, starts[-1].line, 0, "variationStart"):
        starts.append(found)
    while found := navigate(analysis, ends[-1].line, 0, "variationEnd"):
        ends.append(found)
    assert [spot.line - inner for spot in starts] == [0, -1, -3]
    assert [spot.line - inner for spot in ends] == [0, 1, 5]


def test_a_hypothetical_object_in_its_variation() -> None:
    text = game("""
        -     (
        -       new token #h1 "Bear" owner "PlayerA" in battlefield by ? {<|>}
        -       #h1 "Bear" tap by ?
        -     )
        -     (
        -       #h1 "Bear" untap by ?
        -     )
    """)
    assert way(text, "nextOfObject") == '|#h1 "Bear" tap by ?'
    assert way(text.replace("<|>", "").replace('Bear" tap', 'Bear<|>" tap'), "nextOfObject") is None


def test_objects_of_another_game_are_others() -> None:
    first = game('new token #1 "Bear" owner "PlayerA" in battlefield by ?<|>')
    assert way(first + "\n" + game('#1 "Bear" tap by ?', number=2), "nextOfObject") is None


def test_ways_lead_from_game_to_game() -> None:
    first, second = game("<|>% here"), game('"PlayerA" pass $1', number=2)
    assert way(f"{first}\n{second}", "nextAnnotation") == '|"PlayerA" pass $1'
    first, second = game('"PlayerA" pass $1'), game("<|>% here", number=2)
    assert way(f"{first}\n{second}", "previousAnnotation") == '|"PlayerA" pass $1'
    assert way(f"{first}\n{second.replace('<|>', '')}<|>", "previousTurn") == '|turn 1 "PlayerA"'


def test_a_long_way_can_be_taken_in_steps() -> None:
    text = "\n".join([game('"PlayerA" pass'), game("", number=2), game('"PlayerA" pass $1', number=3)])
    analysis = Analysis.of_bytes(text.encode())
    late = 0
    while True:
        try:
            found = navigate(analysis, 0, 0, "nextAnnotation", until=-math.inf)
        except TimeoutError:
            late += 1
            continue
        break
    assert late == 8  # three blocks in each of the first two games, two more before the one with the line
    assert found is not None
    assert analysis.lines[found.line].endswith("$1")


@pytest.mark.parametrize(
    "path", [VARIATIONS, MATCHES, CONFORMANCE / "valid" / "annotations.mtgr"], ids=lambda path: path.stem
)
def test_all_annotated_lines_and_variations_are_met(path: Path) -> None:
    """There and back, against the lines one by one."""
    analysis = Analysis.of_bytes(path.read_bytes())
    bodies = [text if analysis.block_at(n) else "" for n, text in enumerate(analysis.lines)]
    expected = {
        "Annotation": [n for n, text in enumerate(bodies) if annotated(text)],
        "Variation": [n for n, text in enumerate(bodies) if kind_of(text) == "open"],
        "Turn": [n for n, text in enumerate(bodies) if text[:1] != "-" and Line(text).body.startswith("turn ")],
    }
    last = len(analysis.lines) - 1
    for kind, lines in expected.items():
        there, back = list[int](), list[int]()
        spot: Spot | None = Spot(0, 0)
        while spot := navigate(analysis, *spot, f"next{kind}"):  # type: ignore[arg-type]
            there.append(spot.line)
        spot = Spot(last, 0)
        while spot := navigate(analysis, *spot, f"previous{kind}"):  # type: ignore[arg-type]
            back.append(spot.line)
        assert there == lines
        assert back == lines[::-1]


@pytest.mark.parametrize("to", TARGETS)
@pytest.mark.parametrize(("line", "column"), [(-1, 0), (10**6, 0), (0, -5), (0, 10**6)])
def test_places_outside(to: Target, line: int, column: int) -> None:
    analysis = Analysis.of_bytes(game("").encode())
    found = navigate(analysis, line, column, to)
    assert found is None or (line == 0 and to.startswith("next"))
