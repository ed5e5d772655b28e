"""Inlay hints: what is expected behind a line stands behind it, after ``«``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.markers import game

from mtgr.analysis import Analysis
from mtgr.features.inlay import Hint, InlaySettings, inlay

ROOT = Path(__file__).parents[2]
VALID = sorted((ROOT / "conformance" / "valid").rglob("*.mtgr"))

ALL = InlaySettings(glyphs=True, totals=True, mana=True, stack=True, names=True)
NONE = InlaySettings(glyphs=False, names=False)
NAMES = InlaySettings(glyphs=False)
MARK = " «"


def hints(text: str, settings: InlaySettings) -> list[Hint]:
    analysis = Analysis.of_bytes(text.encode())
    return inlay(analysis, 0, len(analysis.lines) - 1, settings)


def check(marked: str, settings: InlaySettings) -> None:
    lines, expected = [], []
    for n, line in enumerate(marked.split("\n")):
        text, *labels = line.split(MARK)
        lines.append(text)
        expected += [(n, len(text), label) for label in labels]
    assert [(each.line, each.column, each.label) for each in hints("\n".join(lines), settings)] == expected


# Glyphs


def test_the_glyphs_of_annotations() -> None:
    check(
        game("""
            "PlayerA" pass $5 «!?
            "PlayerA" pass $1 $6 {why} ; and so on «! ?!
            "PlayerA" pass $0 $9 $255
            -     (
            -       "PlayerA" pass $4 «??
            -     )
        """),
        InlaySettings(names=False),
    )


def test_a_glyph_says_what_it_means() -> None:
    (hint,) = hints(game('"PlayerA" pass $7 $1 $6'), InlaySettings())
    assert hint.tooltip == "$1: good; $6: questionable, dubious"


# Totals


def test_the_totals_that_damage_comes_to() -> None:
    check(
        game("""
            #1 "Bear" damage "PlayerB" 2 by rule:combat-damage «life 18
            "PlayerB" life 20 -> 18 by rule:combat-damage
            #1 "Bear" damage "PlayerB" 2 by rule:combat-damage «life 16, poison 1, PlayerA life 22
            "PlayerB" life 18 -> 16 by rule:combat-damage
            % a remark
            "PlayerB" poison 0 -> 1 by rule:combat-damage
            MTGO_note "x"
            "PlayerA" life 20 -> 22 by rule:combat-damage
            #1 "Bear" damage #2 "Jace" 3 by #3 «loyalty ×1
            #2 "Jace" counters "loyalty" 4 -> 1 by #3
            #1 "Bear" damage #2 "Elf" 1 by #3 «-1/-1 ×1
            #2 "Elf" counters "-1/-1" 0 -> 1 by #3
            #2 "Elf" pt 1/1 -> 0/0 by #3
            #1 "Bear" damage "PlayerB" 1 by #3 «energy ×2
            "PlayerB" counters "energy" 0 -> 2 by #3
        """),
        InlaySettings(totals=True, glyphs=False, names=False),
    )


def test_what_follows_for_another_reason_is_no_total() -> None:
    check(
        game("""
            #1 "Bear" damage "PlayerB" 2 by #1
            "PlayerB" life 20 -> 18 by #2
            #1 "Bear" damage #2 "Bear" 2 by #1
            "PlayerB" pass
            "PlayerB" life 18 -> 17 by #1
            #1 "Bear" damage "PlayerB" 2 prevented by #1 replacement #2
        """),
        InlaySettings(totals=True, glyphs=False, names=False),
    )


def test_the_totals_of_a_variation_are_its_own() -> None:
    check(
        game("""
            #1 "Bear" damage "PlayerB" 2 by #1 «life 18
            -     (
            -       #1 "Bear" damage "PlayerB" 4 by #1 «life 16
            -       "PlayerB" life 20 -> 16 by #1
            -     )
            "PlayerB" life 20 -> 18 by #1
            -     (
            -       "PlayerB" life 20 -> 19 by #1
            -     )
        """),
        InlaySettings(totals=True, glyphs=False, names=False),
    )


# Mana and the stack


def test_the_mana_that_is_left() -> None:
    check(
        game("""
            "PlayerA" add {G} by ? «pool {G}
            "PlayerB" add {W}{C} by ? «pool {W}{C}
            "PlayerA" add {B} by ? «pool {B}{G}
            "PlayerA" pay {G} by ? «pool {B}
            -     (
            -       "PlayerA" pay {B} by ? «pool {G}
            -     )
            "PlayerA" lose-mana {B} by rule:empty-pool «pool empty
            "PlayerA" pay {R} by ?
            "Nobody" add {R} by ?
        """),
        InlaySettings(mana=True, glyphs=False, names=False),
    )


def test_the_height_of_the_stack() -> None:
    check(
        game("""
            new card #1 "Shock" owner "PlayerA" in hand
            new card #2 "Opt" owner "PlayerA" in hand
            "PlayerA" priority
            #1 "Shock" cast from hand
            #2 "Opt" cast from hand
            "PlayerA" priority «2 on the stack
              stack
                #2 "Opt" controller "PlayerA"
                #1 "Shock" controller "PlayerA"
            "PlayerA" pass
            #2 "Opt" countered by ?
            #2 "Opt" move stack -> graveyard by ?
            "PlayerB" priority «1 on the stack
        """),
        InlaySettings(stack=True, glyphs=False, names=False),
    )


# Names


def test_the_names_of_bare_ids() -> None:
    check(
        game(
            """
            "PlayerB" life 20 -> 18 by #1 «Bear
            #1 "Bear" move battlefield -> exile with #2 by cost:#3 replacement #2 «#2 Elf, #3 Bolt
            #2 "Elf" tap by #2
            "PlayerA" pass {by #1} ; by #2
            "PlayerA" life 20 -> 18 by #1 $1 {by #2} ; by #3 «Bear
            "PlayerA" life 18 -> 17 by #9
            "PlayerA" life 17 -> 16 by #3 replacement #9 «#3 Bolt
            """,
            pregame="""
            new token #1 "Bear" owner "PlayerA" in battlefield by ?
            new card #2 "Elf" owner "PlayerA" in battlefield
            new card #3 "Bolt" owner "PlayerA" in stack
            """,
            keyframe="""
            #1 "Bear" battlefield "PlayerA"
            #2 "Elf" battlefield "PlayerA" attached #1 «Bear
            """,
        ),
        NAMES,
    )


def test_an_ability_or_effect_has_the_name_of_its_source_unless_that_is_there() -> None:
    text = game("""
        new card #1 "Bear" owner "PlayerA" in battlefield
        new ability #2 triggered of #1 "Bear" "text" controller "PlayerA" in stack
        #2 target #1 "Bear"
        #2 target "PlayerB" «Bear
        "PlayerA" priority
          stack
            #2 triggered of #1 "Bear" "text" controller "PlayerA" target "PlayerB"
        new effect #3 of #1 "Bear" "text" controller "PlayerA" by #2
        "PlayerA" life 20 -> 21 by #3 «Bear
        new copy #4 of #2 controller "PlayerB" in stack by #3 «#2 Bear, #3 Bear
        #4 cease by ? «Bear
        #1 "Bear" tap by cost:#2
    """)
    check(text, NAMES)
    assert [each.tooltip for each in hints(text.replace(MARK, " ; "), NAMES)] == [
        "#2: triggered ability of #1 Bear",
        "#3: lasting effect of #1 Bear",
        "#2: triggered ability of #1 Bear\n#3: lasting effect of #1 Bear",
        "#4: triggered ability of #1 Bear",
    ]


def test_hidden_objects_and_emblems_have_none() -> None:
    check(
        game("""
            new hidden #1 owner "PlayerB" in hand
            #1 move hand -> graveyard by #1
            new ability #2 triggered of #1 "text" controller "PlayerB" in stack
            #2 resolve
            new emblem #3 "text" owner "PlayerB" by #2
            "PlayerB" life 20 -> 21 by #3
            #1 identify "Mountain"
            "PlayerB" life 21 -> 22 by #1 «Mountain
            #2 cease by rule:resolve «Mountain
        """),
        NAMES,
    )


def test_names_after_an_id_has_ended_and_inside_a_variation() -> None:
    check(
        game("""
            new token #1 "Bear" owner "PlayerA" in battlefield by ?
            #1 "Bear" cease by rule:sba
            -     (
            -       new token #h1 "Goblin" owner "PlayerA" in battlefield by #1 «Bear
            -       "PlayerA" life 20 -> 21 by #h1 «Goblin
            -     )
            "PlayerA" life 20 -> 21 by #1 «Bear
            "PlayerA" life 21 -> 22 by #h1
        """),
        NAMES,
    )


def test_a_name_is_plain_text_of_one_line_and_not_endless() -> None:
    text = game(f"""
        new card #1 "a\\n[x](y)\\"" owner "PlayerA" in hand
        new card #2 "{"x" * 9000}" owner "PlayerA" in hand
        "PlayerA" life 20 -> 21 by #1
        "PlayerA" life 21 -> 22 by #2
    """)
    assert [each.label for each in hints(text, NAMES)] == ['a⏎[x](y)"', "x" * 77 + "…"]


# Which are shown


SEVERAL = game("""
    new card #1 "Elf" owner "PlayerA" in battlefield
    "PlayerA" add {G} by #1 $1
""")


def test_the_hints_of_a_line_come_in_a_fixed_order() -> None:
    assert [each.kind for each in hints(SEVERAL, ALL)] == ["glyphs", "mana", "names"]


@pytest.mark.parametrize("kind", ["glyphs", "mana", "names"])
def test_each_kind_has_its_own_setting(kind: str) -> None:
    only = InlaySettings(**{"glyphs": False, "names": False, kind: True})
    assert [each.kind for each in hints(SEVERAL, only)] == [kind]
    assert hints(SEVERAL, NONE) == []


def test_glyphs_and_names_are_shown_if_nothing_is_said() -> None:
    assert [each.kind for each in hints(SEVERAL, InlaySettings())] == ["glyphs", "names"]


@pytest.mark.parametrize(
    "line",
    [
        '"PlayerA" ad {G} by #1 $1',
        '"PlayerA"  add {G} by #1 $1',
        '"PlayerA" add {G} by #1 $300',
        '0:0 "PlayerA" pass $1',
    ],
)
def test_a_line_with_a_mistake_in_its_form_has_none(line: str) -> None:
    body = line if line.startswith("0:") else "    " + line
    assert hints(game('new card #1 "Elf" owner "PlayerA" in battlefield\n' + body.strip()), ALL) == []


def test_only_the_lines_that_were_asked_for() -> None:
    path = ROOT / "conformance/valid/generated/rich-match-9003.mtgr"
    analysis = Analysis.of_bytes(path.read_bytes())
    last = len(analysis.lines) - 1
    everywhere = inlay(analysis, 0, last, ALL)
    assert len({each.line for each in everywhere}) > 5
    piecewise: Sequence[Hint] = [hint for n in range(0, last + 1, 7) for hint in inlay(analysis, n, n + 6, ALL)]
    assert piecewise == everywhere
    assert inlay(analysis, last + 1, last + 9, ALL) == []


@pytest.mark.parametrize("known", [False, True])
def test_a_range_has_its_hints_whether_or_not_all_are_known(known: bool) -> None:
    data = (ROOT / "conformance/valid/recorded/d329c37f.mtgr").read_bytes()
    analysis = Analysis.of_bytes(data)
    last = len(analysis.lines) - 1
    everywhere = inlay(Analysis.of_bytes(data), 0, last, ALL)
    if known:
        inlay(analysis, 0, last, ALL)
    for first in range(0, last, 10):
        for end in (first, min(first + 20, last)):
            inside = [hint for hint in everywhere if first <= hint.line <= end]
            assert inlay(analysis, first, end, ALL) == inside


def test_a_range_does_not_replay_the_rest() -> None:
    analysis = Analysis.of_bytes((ROOT / "conformance/valid/recorded/d329c37f.mtgr").read_bytes())
    (each,) = analysis.taken_apart()
    third = each.blocks[2]
    inlay(analysis, third.start, third.end - 1, ALL)
    assert each.stale == list(range(3, len(each.blocks)))


# What holds of every text


def well_formed(analysis: Analysis) -> None:
    for hint in inlay(analysis, 0, len(analysis.lines), ALL):
        assert hint.column == len(analysis.lines[hint.line])
        assert hint.label
        assert "\n" not in hint.label
        assert max(len(hint.label.encode()), len(hint.tooltip.encode())) <= 500


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_hints_stand_behind_lines(path: Path) -> None:
    well_formed(Analysis.of_bytes(path.read_bytes()))


TEXT = game("""
    new card #1 "Shock" owner "PlayerA" in stack
    -     (
    -       #1 "Shock" damage "PlayerB" 4 by #1 $2
    -       "PlayerB" life 20 -> 16 by #1
    -     )
    #1 "Shock" damage "PlayerB" 2 by #1 $1 {#1} ; "PlayerA"
    "PlayerB" life 20 -> 18 by #1
    "PlayerA" add {G} by #1
    "PlayerA" priority
""")
PIECES = st.sampled_from(["", "#1", '"', "\\", "\n", " ( ", "{", "#h1 ", "\ud800", "💥", "\r", "% "])


@given(st.lists(st.tuples(st.integers(0, len(TEXT)), st.integers(0, 30), PIECES)))
def test_hints_of_damaged_texts(changes: list[tuple[int, int, str]]) -> None:
    text = TEXT
    for start, length, new in changes:
        text = text[:start] + new + text[start + length :]
    well_formed(Analysis.of_lines(text.split("\n")))
