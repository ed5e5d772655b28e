"""Stripping: what goes, what stays, and that the game is the same afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.markers import game

from mtgr.analysis import Analysis, Game
from mtgr.features.strip import Kinds, strip
from mtgr.replay.block import states_along
from mtgr.replay.state import State

CONFORMANCE = Path(__file__).parents[2] / "conformance"
FILES = sorted(CONFORMANCE.rglob("*.mtgr"))
VALID = sorted((CONFORMANCE / "valid").glob("*.mtgr"))

NOTHING = Kinds(False, False, False, False, False)
COMMENTS = Kinds(True, False, False, False, False)
NAGS = Kinds(False, True, False, False, False)
VARIATIONS = Kinds(False, False, True, False, False)
EXTENSIONS = Kinds(False, False, False, True, False)
ESCAPES = Kinds(False, False, False, False, True)


def left(text: str, kinds: Kinds) -> str:
    lines = text.split("\n")
    changes = strip(Analysis.of_lines(list(lines)), kinds).changes
    return "\n".join(new for n, line in enumerate(lines) if (new := changes.get(n, line)) is not None)


def body(text: str, kinds: Kinds) -> list[str]:
    """What is left of the body lines of a test."""
    return left(game(text), kinds).split("\n")[game("").split("\n").index("0:01   precombat-main") + 1 : -3]


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        (NOTHING, "pass $1 $139 {a $2; } ; b {c}"),
        (COMMENTS, "pass $1 $139"),
        (NAGS, "pass {a $2; } ; b {c}"),
        (Kinds(True, True, False, False, False), "pass"),
    ],
)
def test_annotations_of_a_line(kinds: Kinds, expected: str) -> None:
    assert body('"PlayerA" pass $1 $139 {a $2; } ; b {c}', kinds) == [f'0:01     "PlayerA" {expected}']


def test_what_only_looks_like_annotations_stays() -> None:
    line = '"PlayerA" add {W} restriction "$1 ; {x}" by ?'
    assert body(f"{line} {{W}}", Kinds()) == [f"0:01     {line}"]


def test_annotations_of_every_kind_of_line() -> None:
    text = game("", pregame='"PlayerA" keep $1 {x} ; y')
    noted = text.replace("   keyframe", "   keyframe $1").replace("library 60", "library 60 {b}")
    noted = noted.replace("precombat-main", "precombat-main ; c").replace('turn 1 "PlayerA"', 'turn 1 "PlayerA" $4')
    assert left(noted, Kinds()) == game("", pregame='"PlayerA" keep')


VARIED = """
    "PlayerA" pass $1
    -     (
    -       "PlayerA" add {W} by ? $2 {a}
    -       (
    -         "PlayerA" pass
    -       )
    % inside
    -     )
    % between
    -     (
    -     )
    X_mark "text" $1
    "PlayerB" pass
"""


def test_variations_go_with_all_that_is_in_them() -> None:
    assert body(VARIED, VARIATIONS) == [
        '0:01     "PlayerA" pass $1', "% between", '0:01     X_mark "text" $1', '0:01     "PlayerB" pass',
    ]  # fmt: skip


def test_variations_that_stay_lose_what_else_goes() -> None:
    assert body(VARIED, Kinds(variations=False)) == [
        '0:01     "PlayerA" pass', "-     (", "-       \"PlayerA\" add {W} by ?", "-       (",
        '-         "PlayerA" pass', "-       )", "-     )", "-     (", "-     )", '0:01     "PlayerB" pass',
    ]  # fmt: skip


def test_extension_tags_and_statements() -> None:
    text = game('X_mark "text" $1\n"PlayerA" pass')
    tagged = text.replace('[Perspective "PlayerA"]', '[Perspective "PlayerA"]\n[Annotator "a"]\n[MTGO_Id "7"]')
    assert left(tagged, EXTENSIONS) == game('"PlayerA" pass').replace("\n\n", '\n[Annotator "a"]\n\n', 1)


def test_a_variation_goes_with_the_extension_that_it_is_an_alternative_to() -> None:
    text = game("").replace(
        "0:01   precombat-main", "0:01   X_mark\n-   (\n-     precombat-main\n-   )\n0:01   precombat-main"
    )
    assert not Analysis.of_lines(text.split("\n")).findings()
    assert left(text, EXTENSIONS) == game("")


@pytest.mark.parametrize(
    "before", ['"PlayerA" pass', '"PlayerA" priority\n0:01       stack\n0:01         #1 "Bear" controller "PlayerA"']
)
def test_a_variation_stays_where_it_has_another_line(before: str) -> None:
    cast = 'new token #1 "Bear" owner "PlayerA" in stack by ?\n'
    assert body(f"{cast}{before}\nX_mark\n-     (\n-     )", EXTENSIONS) == body(
        f"{cast}{before}\n-     (\n-     )", NOTHING
    )


def test_escape_lines() -> None:
    text = game('% a\n"PlayerA" pass {% no}\n%')
    assert left(f"% first\n{text}% last\n", ESCAPES) == game('"PlayerA" pass {% no}')


def test_a_line_that_cannot_be_read_stays_and_is_named() -> None:
    text = game('"PlayerA" flies $1 {x}')
    found = strip(Analysis.of_lines(text.split("\n")), Kinds())
    assert found.changes == {}
    assert [text.split("\n")[n].strip() for n in found.unread] == ['0:01     "PlayerA" flies $1 {x}']


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(CONFORMANCE).with_suffix("")))
def test_the_game_stays_the_same_at_every_line(path: Path) -> None:
    """Also for files that are not valid: whatever the replay makes of them."""
    before = Analysis.of_bytes(path.read_bytes())
    changes = strip(before, Kinds()).changes
    stays = [n for n in range(len(before.lines)) if changes.get(n, "") is not None]
    after = Analysis.of_lines([changes.get(n) or before.lines[n] for n in stays])
    assert len(after.games) == len(before.games)
    for old, new in zip(before.games, after.games, strict=True):
        assert new.section.game == old.section.game
        was = main_line(old, before)
        for n, state in main_line(new, after):
            expected = next(each for m, each in was if m == stays[n])
            # What the replay remembers beside the state is for its findings: a name it has reported already, say.
            assert replace(state, memory=expected.memory) == expected, before.lines[stays[n]]


def main_line(game: Game, analysis: Analysis) -> Iterator[tuple[int, State]]:
    for block in game.blocks:
        for n, state in states_along(block.lines(analysis.lines), block.before, game.section.game):
            yield block.start + n, state


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
@pytest.mark.parametrize("kinds", [Kinds(), COMMENTS, NAGS, VARIATIONS, EXTENSIONS, ESCAPES, Kinds(variations=False)])
def test_a_valid_file_stays_valid(path: Path, kinds: Kinds) -> None:
    text = path.read_bytes().decode()
    found = Analysis.of_lines(left(text, kinds).split("\n"))
    assert found.findings() == []
    # What has gone once does not go again.
    assert strip(found, kinds).changes == {}


def test_all_that_is_to_go_has_gone() -> None:
    for path in VALID:
        text = left(path.read_bytes().decode(), Kinds())
        assert not any(line[:1] in "-%" for line in text.split("\n") if line)
        assert "_" not in "".join(line.partition(" ")[0] for line in text.split("\n") if line.startswith("["))
