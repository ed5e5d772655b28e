"""Code lenses: where they are, and what they say."""

from __future__ import annotations

import pytest
from tests.support.markers import game

from mtgr.analysis import Analysis, Place
from mtgr.features.lens import Lens, LensAnswer, LensKind, LensSettings, lenses, resolve


def analysed(text: str) -> Analysis:
    return Analysis.of_bytes(text.encode())


def answers(analysis: Analysis, kind: LensKind) -> list[LensAnswer]:
    found = [resolve(analysis, lens.line, lens.kind) for lens in lenses(analysis) if lens.kind == kind]
    return [answer for answer in found if answer is not None]


def titles(text: str, kind: LensKind) -> list[str]:
    return [answer.title for answer in answers(analysed(text), kind)]


BEAR = """
    new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
    -     (
    -       new token #h1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
    -     )
    #1 "Bear" tap by ?
"""


def test_the_places_of_the_lenses() -> None:
    text = game(BEAR)
    lines = text.split("\n")
    new = lines.index('0:01     new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?')
    assert lenses(analysed(text)) == [
        Lens(15, 7, 15, "keyframe"),
        Lens(18, 5, 21, "turn"),
        Lens(19, 7, 15, "keyframe"),
        Lens(new, 9, len(lines[new]), "new"),
    ]


@pytest.mark.parametrize(
    ("settings", "kinds"),
    [
        (LensSettings(), {"turn", "keyframe", "new"}),
        (LensSettings(state=False), {"keyframe", "new"}),
        (LensSettings(keyframes=False), {"turn", "new"}),
        (LensSettings(uses=False), {"turn", "keyframe"}),
        (LensSettings(state=False, keyframes=False, uses=False), set()),
    ],
)
def test_every_kind_has_its_setting(settings: LensSettings, kinds: set[LensKind]) -> None:
    assert {lens.kind for lens in lenses(analysed(game(BEAR)), settings)} == kinds


# The state at a turn

CARDS = """
    new card #1 "Forest" owner "PlayerA" in hand
    new hidden #2 owner "PlayerB" in hand
    new hidden #3 owner "PlayerB" in hand
"""
ENTRIES = """
    #1 "Forest" hand "PlayerA"
    #2 hand "PlayerB"
    #3 hand "PlayerB"
"""
SECOND_TURN = """
    #1 "Forest" play from hand
    new token #4 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
    new token #5 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
    "PlayerB" life 20 -> 14 by ?
    0:02 turn 2 "PlayerB"
    0:02   keyframe
    0:02     player "PlayerA" life 20 poison 0 library 60
    0:02     player "PlayerB" life 14 poison 0 library 60
    0:02     #1 "Forest" battlefield "PlayerA"
    0:02     #2 hand "PlayerB"
    0:02     #3 hand "PlayerB"
    0:02     #4 "Bear" battlefield "PlayerA" pt 2/2
    0:02     #5 "Bear" battlefield "PlayerA" pt 2/2
    0:02   precombat-main
"""


def test_a_turn_shows_the_state_it_starts_from() -> None:
    assert titles(game(SECOND_TURN, pregame=CARDS, keyframe=ENTRIES), "turn") == [
        "PlayerA 20 life, 1 in hand, 0 creatures, library 60 | PlayerB 20 life, 2 in hand, 0 creatures, library 60",
        (
            "PlayerA 20 life, 0 in hand, 2 creatures + 1 other, library 60"
            " | PlayerB 14 life, 2 in hand, 0 creatures, library 60"
        ),
    ]


def test_after_a_gap_the_keyframe_of_the_turn_counts() -> None:
    text = game(SECOND_TURN.replace('"PlayerB" life 20 -> 14 by ?', 'incomplete "x"'), pregame=CARDS, keyframe=ENTRIES)
    assert titles(text, "turn")[1].endswith("PlayerB 14 life, 2 in hand, 0 creatures, library 60")


def test_a_title_stays_short() -> None:
    text = game(f'"PlayerA" life 20 -> {"9" * 500} by ?\n0:02 turn 2 "PlayerB"').replace("PlayerA", "P" * 300)
    assert titles(text, "turn")[1].startswith(f"{'P' * 19}… {'9' * 19}… life, 0 in hand, 0 creatures, library 60 | ")


# Keyframes


def test_keyframes_that_match() -> None:
    assert titles(game(SECOND_TURN, pregame=CARDS, keyframe=ENTRIES), "keyframe") == [
        "the replay starts here",
        "matches the replay",
        "matches the replay",
    ]


def test_differences_are_counted_and_placed() -> None:
    text = game(
        SECOND_TURN.replace('"PlayerB" life 14', '"PlayerB" life 15').replace('"Bear" battlefield', '"Bear" exile', 1),
        pregame=CARDS,
        keyframe=ENTRIES,
    )
    analysis = analysed(text)
    last = answers(analysis, "keyframe")[2]
    expected = [each.place for each in analysis.findings() if each.code == "check-7"]
    assert last.title == f"{len(expected)} differences"
    assert len(expected) > 1
    assert list(last.places) == expected


def test_one_difference() -> None:
    text = game(SECOND_TURN.replace("life 14 poison", "life 15 poison"), pregame=CARDS, keyframe=ENTRIES)
    assert titles(text, "keyframe")[2] == "1 difference"


def test_what_follows_the_keyframe_is_no_difference() -> None:
    assert titles(game('"PlayerA" life 19 -> 18 by ?'), "keyframe") == ["the replay starts here", "matches the replay"]


def test_a_keyframe_that_cannot_be_read_has_problems() -> None:
    text = game("", keyframe='#1 "Forest" nowhere')
    assert titles(text, "keyframe")[1] == "1 problem"


def test_the_keyframe_after_a_gap() -> None:
    text = game(SECOND_TURN.replace('"PlayerB" life 20 -> 14 by ?', 'incomplete "x"'), pregame=CARDS, keyframe=ENTRIES)
    assert titles(text, "keyframe")[2] == "the record resumes here"


# Uses


def test_uses_are_counted_and_placed() -> None:
    text = game(
        """
        new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
        #1 "Bear" tap by ? ; #1
        new token #2 "Bear" owner "PlayerA" in battlefield pt 2/2 by #1
        """
    )
    first, second = answers(analysed(text), "new")
    assert first == LensAnswer("3 uses", (Place(24, 9, 11), Place(24, 30, 32), Place(25, 70, 72)))
    assert second == LensAnswer("0 uses")


def test_one_use() -> None:
    assert titles(game(BEAR), "new") == ["1 use"]


# Anything else


@pytest.mark.parametrize("line", [-1, 0, 12, 17, 10**6])
@pytest.mark.parametrize("kind", ["turn", "keyframe", "new"])
def test_a_line_without_a_lens_has_no_answer(line: int, kind: LensKind) -> None:
    assert resolve(analysed(game("")), line, kind) is None


@pytest.mark.parametrize(
    "text", ["", "0:01 turn", "0:01 turn 1 x\n0:01   keyframe\n0:01   new ", "0:01 new #1 keyframe"]
)
def test_damaged_texts(text: str) -> None:
    analysis = analysed(text)
    for lens in lenses(analysis):
        resolve(analysis, lens.line, lens.kind)


@pytest.mark.parametrize(
    ("line", "title"), [('new token #1 "Bear" owner', "1 use"), ("new hidden #1 o", "1 use"), ("new hidden ", "0 uses")]
)
def test_a_line_that_is_still_being_written_has_uses_too(line: str, title: str) -> None:
    """A lens without a title would be shown as an empty line."""
    assert titles(game(f"{line}\n#1 tap by ?"), "new") == [title]
