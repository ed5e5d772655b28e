"""Semantic tokens: under each line that is marked stand all of its tokens, each with its type and modifiers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import SemanticTokenModifiers, SemanticTokenTypes
from tests.support.markers import Span, fixture, game

from mtgr.analysis import Analysis
from mtgr.features.legend import MODIFIERS, TYPES
from mtgr.features.tokens import SemanticToken, tokens, tokens_between

ROOT = Path(__file__).parents[2]
VALID = sorted((ROOT / "conformance" / "valid").rglob("*.mtgr"))


def span(token: SemanticToken) -> Span:
    said = [list(TYPES)[token.type], *(name for bit, name in enumerate(MODIFIERS) if token.modifiers >> bit & 1)]
    return Span(token.line, token.start, token.start + token.length, " ".join(said))


def check(text: str, everything: bool = False) -> None:
    clean = fixture(text)
    assert clean.spans
    marked = {each.line for each in clean.spans}
    found = tokens(Analysis.of_bytes(clean.text.encode()), everything)
    assert [span(each) for each in found if each.line in marked] == list(clean.spans)


def test_types_are_those_that_editors_have_colours_for() -> None:
    assert set(TYPES) <= {each.value for each in SemanticTokenTypes}
    assert list(MODIFIERS)[:2] == [SemanticTokenModifiers.Declaration.value, SemanticTokenModifiers.Modification.value]
    assert all(re.fullmatch("[a-z]+", name) for name in (*TYPES, *MODIFIERS))


# What it is, and whose


def test_an_object_is_its_id_with_its_name() -> None:
    check(
        game("""
            new card #1 "Steam Vents" owner "PlayerA" in hand
                     ^^^^^^^^^^^^^^^^ variable declaration own
                                            ^^^^^^^^^ class own
            #1 "Steam Vents" play from hand
            ^^^^^^^^^^^^^^^^ variable modification own
            new ability #2 mana of #1 "Steam Vents" "{T}: Add {U} or {R}." controller "PlayerA"
                        ^^ function declaration own
                                   ^^^^^^^^^^^^^^^^ variable own
                                                                                      ^^^^^^^^^ class own
            #1 "Steam Vents" tap by cost:#2
            ^^^^^^^^^^^^^^^^ variable modification own tapped
                                         ^^ function own
            "PlayerA" add {U} by #2
            ^^^^^^^^^ class modification own
                                 ^^ function own
            #2 cease by #1 replacement #1
            ^^ function modification own ended
                        ^^ variable own tapped
                                       ^^ variable own tapped
        """)
    )


def test_a_text_after_an_id_is_no_name() -> None:
    check(
        game("""
            new emblem #1 "Creatures you control get +1/+1." owner "PlayerB" by ?
                       ^^ function declaration opponent
                                                                   ^^^^^^^^^ class opponent
            new ability #2 triggered of #1 "When." controller "PlayerB" in stack
                        ^^ function declaration opponent
                                        ^^ function opponent
                                                              ^^^^^^^^^ class opponent
            new effect #3 of #2 "Until your next turn." controller "PlayerA" by #2
                       ^^ function declaration own
                             ^^ function opponent
                                                                   ^^^^^^^^^ class own
                                                                                ^^ function opponent
        """)
    )


def test_own_is_what_the_perspective_player_controls_whoever_owns_it_and_whose_turn_it_is() -> None:
    text = game(
        """
        #1 "Bear" tap by ?
        ^^^^^^^^^ variable modification own tapped
        #1 "Bear" control "PlayerB" by ?
        ^^^^^^^^^ variable modification opponent tapped
                          ^^^^^^^^^ class opponent
        0:02 turn 2 "PlayerB"
                    ^^^^^^^^^ class opponent
        """,
        pregame='new card #1 "Bear" owner "PlayerA" in battlefield',
        keyframe='#1 "Bear" battlefield "PlayerA"',
    )
    check(text)
    other = text.replace('Perspective "PlayerA"', 'Perspective "PlayerB"')
    check(re.sub(r"\b(own|opponent)\b", lambda side: "own" if side[0] == "opponent" else "opponent", other))


def test_without_a_perspective_nothing_is_own() -> None:
    check(
        game("""
            new card #1 "Bear" owner "PlayerA" in hand
                     ^^^^^^^^^ variable declaration
                                     ^^^^^^^^^ class
        """).replace('Perspective "PlayerA"', 'Perspective "Nobody"')
    )


def test_strings_that_are_no_players_are_no_tokens() -> None:
    check(
        game("""
            #1 "PlayerA" choose mode "PlayerA"
            ^^^^^^^^^^^^ variable modification
            incomplete "PlayerA" ; "PlayerB" and #1
                                                 ^^ variable
        """)
    )


# What the replay knows of it


def test_hidden_until_it_is_identified() -> None:
    check(
        game("""
            new hidden #1 owner "PlayerB" in hand
                       ^^ variable declaration opponent hidden
                                ^^^^^^^^^ class opponent
            #1 look "PlayerA" by ?
            ^^ variable opponent hidden
                    ^^^^^^^^^ class own
            #1 identify "Mountain"
            ^^ variable declaration opponent
            #1 "Mountain" play from hand
            ^^^^^^^^^^^^^ variable modification opponent
        """)
    )


def test_tokens_and_copies() -> None:
    check(
        game("""
            new token #1 "Bear" owner "PlayerA" in battlefield tapped pt 2/2 by ?
                      ^^^^^^^^^ variable declaration own token tapped
                                      ^^^^^^^^^ class own
            new card #2 "Clone" owner "PlayerB" in stack
            #2 "Clone" become-copy #1 "Bear" by #2
            ^^^^^^^^^^ variable modification opponent copy
                                   ^^^^^^^^^ variable own token tapped
                                                ^^ variable opponent copy
            new copy #3 of #2 "Bear" "Bear" owner "PlayerA" in stack by ?
                     ^^ variable declaration own copy
                           ^^^^^^^^^ variable opponent copy
                                                  ^^^^^^^^^ class own
            #3 "Bear" move stack -> battlefield pt 2/2 by rule:resolve
            ^^^^^^^^^ variable modification own token copy
        """)
    )


def test_an_id_has_ended_from_the_line_that_ends_it() -> None:
    check(
        game("""
            new hidden #1 owner "PlayerA" in library top 1
                       ^^ variable declaration own hidden
                                ^^^^^^^^^ class own
            "PlayerA" shuffle by ?
            "PlayerA" pass ; #1 is gone
            ^^^^^^^^^ class own
                             ^^ variable own hidden ended
            new hidden #2 owner "PlayerA" in hand
            #2 untracked
            ^^ variable modification own hidden ended
        """)
    )


def test_an_id_that_nothing_introduces_says_nothing() -> None:
    check(
        game("""
            #7 "Bear" tap by #8
            ^^^^^^^^^ variable modification
                             ^^ variable
        """)
    )


def test_colours_stay_while_a_line_about_an_object_cannot_be_read() -> None:
    check(
        game("""
            new card #1 "Clone" owner "PlayerA" in battlefield
            #1 "Clone" tap by ?
            #1 "Clone" contr
            ^^^^^^^^^^ variable own tapped
            #1 "Clone" attack "PlayerB"
            ^^^^^^^^^^ variable own tapped
                              ^^^^^^^^^ class opponent
        """)
    )


def test_a_variation_has_its_own_state() -> None:
    check(
        game("""
            new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
            #1 "Bear" tap by ?
            -     (
            -       new token #h1 "Goblin" owner "PlayerB" in battlefield pt 1/1 by #1
                              ^^^^^^^^^^^^ variable declaration opponent token hypothetical
                                                 ^^^^^^^^^ class opponent
                                                                                    ^^ variable own token
            -       #h1 "Goblin" tap by ?
                    ^^^^^^^^^^^^ variable modification opponent token hypothetical tapped
            -     )
            #1 "Bear" untap by #h1
            ^^^^^^^^^ variable modification own token
                               ^^^ variable hypothetical
        """)
    )


def test_entries_are_objects_too() -> None:
    check(
        game(
            "",
            pregame='new card #1 "Forest" owner "PlayerA" in battlefield\n#1 "Forest" tap by ?',
            keyframe="""
                #1 "Forest" battlefield "PlayerA" tapped
                ^^^^^^^^^^^ variable own tapped
                                        ^^^^^^^^^ class own
            """,
        )
    )


def test_objects_in_comments_and_in_lines_that_cannot_be_read() -> None:
    check(
        game("""
            new card #1 "Forest" owner "PlayerA" in hand
            #1 paly {#1 "Forest" $} ; #1!
            ^^ variable own
                     ^^^^^^^^^^^ variable own
                                      ^^ variable own
            % #1 and "PlayerA"
              ^^ variable own
        """)
    )


# Everything, for a client without a grammar


def test_with_everything_the_words_are_there_too() -> None:
    check(
        game("""
            new card #1 "Shock" owner "PlayerA" in hand print "M20" "160" src mtgo:7
            ^^^ keyword
                ^^^^ keyword
                     ^^^^^^^^^^ variable declaration own
                                ^^^^^ keyword
                                      ^^^^^^^^^ class own
                                                ^^ keyword
                                                   ^^^^ keyword
                                                        ^^^^^ keyword
                                                              ^^^^^ string
                                                                    ^^^^^ string
                                                                          ^^^ keyword
            #1 "Shock" pt 2/2 -> none by rule:sba $1 {of #1 all} ; ends
            ^^^^^^^^^^ variable modification own
                       ^^ keyword
                          ^^^ number
                              ^^ operator
                                 ^^^^ keyword
                                      ^^ keyword
                                         ^^^^^^^^ keyword
                                                  ^^ decorator
                                                     ^^^^ comment
                                                         ^^ variable own
                                                           ^^^^^ comment
                                                                 ^^^^^^ comment
            "PlayerA" add {G}{G} by ?
            ^^^^^^^^^ class modification own
                      ^^^ keyword
                          ^^^^^^ number
                                 ^^ keyword
            -     (
                  ^ operator
            -     )
                  ^ operator
            % see #1
            ^^^^^^ comment
                  ^^ variable own
        """),
        everything=True,
    )


def test_with_everything_tags_and_results_have_colours() -> None:
    text = (
        game("")
        .replace('[Event "?"]\n', '[Event "?"]\n ^^^^^ property\n       ^^^ string\n')
        .replace("\n1-0\n", "\n1-0\n^^^ keyword\n")
    )
    check(text, everything=True)


# What holds of every text


def well_formed(analysis: Analysis, found: list[SemanticToken]) -> None:
    reached = (0, 0)
    for line, start, length, type_, modifiers in found:
        assert reached <= (line, start)
        assert length > 0
        assert start + length <= len(analysis.lines[line])
        assert 0 <= type_ < len(TYPES)
        assert 0 <= modifiers < 1 << len(MODIFIERS)
        reached = (line, start + length)


@pytest.mark.parametrize("everything", [False, True])
@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_tokens_are_in_order_and_none_overlap(path: Path, everything: bool) -> None:
    analysis = Analysis.of_bytes(path.read_bytes())
    found = tokens(analysis, everything)
    assert found
    well_formed(analysis, found)


TEXT = game("""
    new card #1 "Shock" owner "PlayerA" in stack
    -     (
    -       #1 "Shock" target "PlayerB"
    -     )
    #1 "Shock" damage "PlayerB" 2 by #1 $1 {#1} ; "PlayerA"
    "PlayerB" life 20 -> 18 by #1
""")
PIECES = st.sampled_from(["", "#1", '"', "\\", "\n", " ( ", "{", "#h1 ", "\ud800", "💥", "\r", "% "])


@given(st.lists(st.tuples(st.integers(0, len(TEXT)), st.integers(0, 30), PIECES)))
def test_tokens_of_damaged_texts(changes: list[tuple[int, int, str]]) -> None:
    text = TEXT
    for start, length, new in changes:
        text = text[:start] + new + text[start + length :]
    analysis = Analysis.of_lines(text.split("\n"))
    well_formed(analysis, tokens(analysis))
    well_formed(analysis, tokens(analysis, everything=True))


@pytest.mark.parametrize("everything", [False, True])
@pytest.mark.parametrize("known", [False, True])
def test_a_range_has_its_tokens_whether_or_not_all_are_known(known: bool, everything: bool) -> None:
    data = (ROOT / "conformance/valid/several-matches.mtgr").read_bytes()
    everywhere = tokens(Analysis.of_bytes(data), everything)
    analysis = Analysis.of_bytes(data)
    if known:
        tokens(analysis, everything)
    count = len(analysis.lines)
    for first in range(0, count, 3):
        for last in (first, min(first + 7, count - 1), min(first + 100, count - 1)):
            inside = [token for token in everywhere if first <= token.line <= last]
            assert tokens_between(analysis, first, last, everything) == inside


def test_a_range_does_not_replay_the_rest() -> None:
    analysis = Analysis.of_bytes((ROOT / "conformance/valid/recorded/d329c37f.mtgr").read_bytes())
    (each,) = analysis.taken_apart()
    third = each.blocks[2]
    assert tokens_between(analysis, third.start, third.end - 1)
    assert each.stale == list(range(3, len(each.blocks)))
