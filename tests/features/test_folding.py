"""Folding: each test shows a text and its folds by their first lines."""

from __future__ import annotations

from textwrap import dedent
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.markers import game

from mtgr.analysis import Analysis
from mtgr.features.folding import Fold, folding


def folds(text: str) -> list[Fold]:
    return folding(Analysis.of_bytes(text.encode()))


def shown(text: str) -> str:
    """The text with the summary of each fold after its first line and a bar for each fold a line is inside of."""
    found = folds(text)
    lines = text.split("\n")
    out = []
    for number, line in enumerate(lines):
        bars = "| " * sum(fold.start < number <= fold.end for fold in found)
        summary = "".join(f" <{fold.summary}>" for fold in found if fold.start == number)
        out.append(f"{bars}{line.strip()}{summary}".rstrip())
    return "\n".join(out)


def test_a_whole_game() -> None:
    text = game(
        """
        "PlayerA" priority
          stack
            #1 "Shock" controller "PlayerA"
            #2 "Opt" controller "PlayerA"
        "PlayerA" life 20 -> 18 by ?
        """,
        pregame='new card #3 "Forest" owner "PlayerA" in hand',
        keyframe='#3 "Forest" hand "PlayerA"',
    )
    text = text.replace('deck "PlayerA" unknown', 'deck "PlayerA"\n0:00   main 4 "Opt"\n0:00   side 1 "Duress"')
    assert (
        shown(text)
        == dedent("""
        [Mtgr "0.3.0"] <Game 1: PlayerA - PlayerB 1-0>
        | [Event "?"] <12 tags>
        | | [Site "?"]
        | | [Date "2026.10.28"]
        | | [Round "-"]
        | | [Player1 "PlayerA"]
        | | [Player2 "PlayerB"]
        | | [Result "1-0"]
        | | [Format "Modern"]
        | | [Match "m"]
        | | [Game "1"]
        | | [Perspective "PlayerA"]
        |
        | 0:00 deck "PlayerA" <deck, 2 entries>
        | | 0:00   main 4 "Opt"
        | | 0:00   side 1 "Duress"
        | 0:00 pregame <pregame, 1 event>
        | | 0:00   keyframe <keyframe, 0 objects>
        | | | 0:00     player "PlayerA" life 20 poison 0 library 60
        | | | 0:00     player "PlayerB" life 20 poison 0 library 60
        | | 0:00   new card #3 "Forest" owner "PlayerA" in hand
        | 0:01 turn 1 "PlayerA" <Turn 1 PlayerA, 20-20, 3 events>
        | | 0:01   keyframe <keyframe, 1 object>
        | | | 0:01     player "PlayerA" life 20 poison 0 library 60
        | | | 0:01     player "PlayerB" life 20 poison 0 library 60
        | | | 0:01     #3 "Forest" hand "PlayerA"
        | | 0:01   precombat-main <precombat-main, 3 events>
        | | | 0:01     "PlayerA" priority
        | | | 0:01       stack <2 on the stack>
        | | | | 0:01         #1 "Shock" controller "PlayerA"
        | | | | 0:01         #2 "Opt" controller "PlayerA"
        | | | 0:01     "PlayerA" life 20 -> 18 by ?
        | | | 0:01     "PlayerB" concede
        | 1-0
    """).strip("\n")
        + "\n"
    )


def body(text: str) -> str:
    """The body lines of a game as ``shown`` shows them, without the bars of the folds around them."""
    lines = shown(game(text)).split("\n")
    start = next(number for number, line in enumerate(lines) if "precombat-main" in line)
    return "\n".join(line.removeprefix("| | ") for line in lines[start:-3]) + "\n"


def test_variations_fold_with_what_is_in_them_and_count_nowhere_else() -> None:
    assert body("""
        "PlayerA" keep
        -     (
        -       "PlayerA" pass
        -       (
        -         "PlayerB" pass
        -       )
        -     )
        -     (
        -     )
    """) == dedent("""\
        0:01   precombat-main <precombat-main, 2 events>
        | 0:01     "PlayerA" keep
        | -     ( <variation, 4 lines>
        | | -       "PlayerA" pass
        | | -       ( <variation, 1 line>
        | | | -         "PlayerB" pass
        | | | -       )
        | | -     )
        | -     ( <variation, 0 lines>
        | | -     )
    """)


def test_turns_and_steps_inside_a_variation_stay_inside() -> None:
    assert body("""
        -     (
        -       "PlayerA" keep
        -     end
        -       "PlayerA" pass
        -   turn 2 "PlayerB"
        -     keyframe
        -       player "PlayerA" life 3 poison 0 library 60
        -       player "PlayerB" life -1 poison 0 library 60
        -     upkeep
        -       "PlayerB" pass
        -     )
    """) == dedent("""\
        0:01   precombat-main <precombat-main, 1 event>
        | -     ( <variation, 9 lines>
        | | -       "PlayerA" keep
        | | -     end <end, 1 event>
        | | | -       "PlayerA" pass
        | | -   turn 2 "PlayerB" <Turn 2 PlayerB, 3--1, 1 event>
        | | | -     keyframe <keyframe, 0 objects>
        | | | | -       player "PlayerA" life 3 poison 0 library 60
        | | | | -       player "PlayerB" life -1 poison 0 library 60
        | | | -     upkeep <upkeep, 1 event>
        | | | | -       "PlayerB" pass
        | | -     )
    """)


def test_an_unclosed_variation_ends_before_the_main_line_and_a_stray_bracket_ends_nothing() -> None:
    assert body("""
        "PlayerA" keep
        -     (
        -       "PlayerA" pass
        -   )
        "PlayerA" keep
        -       )
    """) == dedent("""\
        0:01   precombat-main <precombat-main, 3 events>
        | 0:01     "PlayerA" keep
        | -     ( <variation, 2 lines>
        | | -       "PlayerA" pass
        | | -   )
        | 0:01     "PlayerA" keep
        | -       )
    """)


def test_escape_lines_fold_and_are_never_the_end_of_a_part() -> None:
    assert body("""
        "PlayerA" keep
        % one
        % two
        % three
        0:02   end
        0:02     "PlayerA" pass
        % alone
    """) == dedent("""\
        0:01   precombat-main <precombat-main, 1 event>
        | 0:01     "PlayerA" keep
        % one <3 escape lines>
        | % two
        | % three
        0:02   end <end, 2 events>
        | 0:02     "PlayerA" pass
        | % alone
    """)


def test_every_game_of_a_file_folds() -> None:
    found = folds(game("") + "\n" + game("", number=2).replace('"PlayerA"', r'"A \"B\""'))
    assert [fold.summary for fold in found if fold.summary.startswith(("Game", "Turn"))] == [
        "Game 1: PlayerA - PlayerB 1-0",
        "Turn 1 PlayerA, 20-20, 1 event",
        'Game 2: A "B" - PlayerB 1-0',
        'Turn 1 A "B", 20-20, 1 event',
    ]


def test_kinds() -> None:
    kinds = {fold.summary.split()[0]: fold.kind for fold in folds("% a\n% b\n" + game("-     (\n-     )"))}
    assert kinds["Game"] == kinds["Turn"] == kinds["12"] == kinds["pregame,"] == kinds["precombat-main,"] == "region"
    assert kinds["2"] == "comment"
    assert kinds["keyframe,"] is kinds["variation,"] is None


@pytest.mark.parametrize("text", ["", "\n", "x", "0-1", "[Mtgr", "0:00 turn 1", "%\n", "-     )\n-     (\n"])
def test_texts_without_anything_to_fold(text: str) -> None:
    assert [fold for fold in folds(text) if not fold.summary.startswith("Game")] == []


def test_long_names_are_cut() -> None:
    text = game("").replace('"PlayerA"', '"' + "x" * 5000 + '"')
    assert max(len(fold.summary) for fold in folds(text)) < 200


def assert_well_formed(found: list[Fold], lines: int) -> None:
    """Folds are in order, inside the text, each in another or apart from it, and no two start at one line."""
    around: list[Fold] = []
    last = -1
    for fold in found:
        assert last < fold.start < fold.end < lines
        last = fold.start
        while around and around[-1].end < fold.start:
            around.pop()
        assert not around or fold.end <= around[-1].end
        around.append(fold)


LINES = st.sampled_from(
    [
        *game("").split("\n"),
        *('-   (', '-     (', '-       (', '-   )', '-     )', '-       )', '- (', '- )'),
        *('-     "PlayerA" pass', '-   upkeep', '- turn 3 "PlayerA"', "-   keyframe", '-       stack'),
        *('0:01 turn 2 "PlayerB"', '0:02   draw', '0:02     #1 tap by ?'),
        *("0:02       stack", '0:02         #1 controller "x"'),
        *('% a', '% b', '', '0-1', 'junk', '\t', "0:00 ", "0:00 turn", "[", '0:01   #7 hand "PlayerA"'),
    ]
)  # fmt: skip


@given(st.lists(LINES, max_size=60))
def test_folds_of_any_lines_are_well_formed(lines: list[str]) -> None:
    assert_well_formed(folding(Analysis.of_lines(lines)), len(lines))


def test_many_brackets_take_little_time() -> None:
    """Each of the stray brackets would otherwise be compared with all that are open."""
    deep = [f"- {'    ' * depth}(" for depth in range(1000)]
    stray = ["-   )"] * 10_000  # at a level at which none is open
    analysis = Analysis.of_lines([*game("").split("\n")[:-3], *deep, *stray, "1-0", ""])
    start = process_time()
    found = folding(analysis)
    assert process_time() - start < 1
    assert_well_formed(found, len(analysis.lines))
