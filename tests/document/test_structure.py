"""Games and blocks: each test shows a text, the kind of place each of its lines has, and what is wrong.

A letter stands for each line: ``t`` tags, ``d`` deck block, ``p`` pregame block, ``n`` turn block, ``l`` loose lines
before any block, ``r`` result line, ``.`` anything else. ``|`` parts games; an ``!`` ends a game that is cut off.
"""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.syntax.written import any_text

from mtgr.document.structure import GameLines, header, split

BLOCKS = {"deck": "d", "pregame": "p", "turn": "n", "loose": "l"}


def layout(game: GameLines) -> str:
    letters = ["."] * (game.end - game.start)

    def fill(letter: str, start: int, end: int) -> None:
        letters[start - game.start : end - game.start] = letter * (end - start)

    fill("t", game.tags.start, game.tags.end)
    for block in game.blocks:
        fill(BLOCKS[block.kind], block.start, block.end)
    if game.result is not None:
        fill("r", game.result, game.result + 1)
    return "".join(letters) + "!" * game.cut_off


def check(text: str, expected: str, *problems: tuple[int, str]) -> None:
    """The layout of a text and its problems: 0-based line and message."""
    games = split(dedent(text).strip("\n").split("\n"))
    assert "|".join(map(layout, games)) == expected
    assert [(each.line, each.message) for game in games for each in game.problems] == list(problems)


TAGS = '[Mtgr "0.3.0"]\n[Event "?"]\n'
BODY = '0:00 deck "P" unknown\n0:00 pregame\n0:00   keyframe\n0:01 turn 1 "P"\n0:01   keyframe\n'
GAME = f"{TAGS}\n{BODY}1-0\n"


# Well-formed files


def test_a_game_is_tags_blocks_and_a_result_line() -> None:
    check(
        """
        [Mtgr "0.3.0"]
        [Event "?"]

        0:00 deck "PlayerA"
        0:00   main 4 "Opt"
        0:00 pregame
        0:00   keyframe
        0:05 turn 1 "PlayerA"
        0:05   keyframe
        - (
        -   turn 1 "PlayerB"
        - )
        0:09 turn 2 "PlayerB"
        1/2-1/2
        """,
        "tt.ddppnnnnnnr",
    )


def test_one_empty_line_stands_between_games() -> None:
    check(f"{GAME}\n{GAME}\n{GAME}", "tt.dppnnr|.tt.dppnnr|.tt.dppnnr")


def test_escape_lines_may_stand_before_between_in_and_after_games() -> None:
    check(f"% a\n{TAGS}\n% b\n{BODY}% c\n1-0\n% d\n\n% e\n{GAME}% f", ".tt.ldppnnnr.|..tt.dppnnr.")


def test_a_text_of_nothing_has_no_game() -> None:
    assert split([]) == split([""]) == split(["", "", ""]) == []


# Blocks


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('0:01 turn 1 "P"', "turn"),
        ("0:00 pregame", "pregame"),
        ("0:00 pregame $1 ; note", "pregame"),
        ('0:00 deck "P"', "deck"),
        ("0:00   pregame", "pregame"),
        ("pregame", "pregame"),
        ('\tturn 3 "P"', "turn"),
        ("00:61 pregame", "pregame"),
        ("0:00\tpregame", "pregame"),
        ("0:00 pregmae", "pregame"),
        ('0:00 trun 2 "P"', "turn"),
        ('0:00 Turn 2 "P"', "turn"),
        ('0:00 deckk "P"', "deck"),
        ('- turn 1 "P"', None),
        ("0:00 pregamelike", "pregame"),
        ("0:00 untap", None),
        ("0:00 new card", None),
        ("0:00   tunr 1", None),
        ('0:00 "turn" pass', None),
        ("% turn", None),
        ("", None),
    ],
)
def test_which_lines_open_a_block(text: str, kind: str | None) -> None:
    assert header(text) == kind


def test_lines_before_any_block_are_loose() -> None:
    check(f'{TAGS}\n0:00 new hidden #1 owner "P" in hand\n{BODY}1-0', "tt.ldppnnr")


@pytest.mark.parametrize("lost", ["0:01 what is this", '0:01 "P" 1', "0:01 1"])
def test_a_line_that_a_keyframe_follows_was_a_header(lost: str) -> None:
    check(f'{TAGS}\n0:00 deck "P" unknown\n{lost}\n0:00   keyframe\n{lost}\n0:01   keyframe\n1-0', "tt.dppnnr")


# Tags


def test_no_empty_line_before_the_tags() -> None:
    (game,) = split(f"\n{GAME}".split("\n")[:-1])
    assert layout(game) == ".tt.dppnnr"
    assert [(each.line, each.message) for each in game.problems] == [
        (0, "no empty line stands before the tags of a game")
    ]


def test_a_missing_empty_line_after_the_tags() -> None:
    check(f"{TAGS}{BODY}1-0", "ttdppnnr", (2, "an empty line ends the tag section; it is missing before this line"))


def test_two_empty_lines_after_the_tags() -> None:
    check(f"{TAGS}\n\n\n{BODY}1-0", "tt...dppnnr", (3, "exactly one empty line stands between the tags and the body"))


def test_an_empty_line_among_the_tags() -> None:
    check(
        f'[Mtgr "0.3.0"]\n\n[Event "?"]\n\n{BODY}1-0',
        "ttt.dppnnr",
        (1, "an empty line ends the tag section, and tags follow it"),
    )


def test_escape_lines_among_the_tags_are_left_to_the_tags() -> None:
    check(f'[Mtgr "0.3.0"]\n% a\n[Event "?"]\n% b\n\n{BODY}1-0', "tttt.dppnnr")


@pytest.mark.parametrize("damaged", ['Event "?"]', '(Event "?"]', 'Event "?', '{Event "?"]  '])
def test_a_damaged_tag_line_is_one_of_the_tags(damaged: str) -> None:
    check(f'[Mtgr "0.3.0"]\n{damaged}\n\n{BODY}1-0', "tt.dppnnr")
    check(f'[Mtgr "0.3.0"]\n{damaged}\n[Site "?"]\n\n{BODY}1-0', "ttt.dppnnr")
    check(f'{damaged}\n[Site "?"]\n\n{BODY}1-0', "tt.dppnnr")


def test_anything_right_before_a_tag_is_one_of_the_tags() -> None:
    check(f'[Mtgr "0.3.0"]\nwhat is this\n[Event "?"]\n\n{BODY}1-0', "ttt.dppnnr")


def test_a_game_without_tags() -> None:
    check(f"{BODY}1-0", "dppnnr", (0, "a game begins with its tags"))


def test_a_tag_in_the_body() -> None:
    check(
        f'{TAGS}\n{BODY}[Site "?"]\n0:02   untap\n1-0',
        "tt.dppnnnnr",
        (8, "a tag line stands in the tag section, before the body"),
    )


# Result lines


def test_a_game_needs_a_body() -> None:
    check(f"{TAGS}\n1-0", "tt.r", (3, "the game has no body"))


def test_a_line_of_spaces_opens_no_block() -> None:
    lines = f"{TAGS}\n0:00 deck\n0:01 pregame\n \t\n0:01   keyframe\n1-0".split("\n")
    assert [layout(game) for game in split(lines)] == ["tt.dpppr"]


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "*"])
def test_every_result_ends_a_game(result: str) -> None:
    check(f"{TAGS}\n{BODY}{result}\n\n{GAME}", "tt.dppnnr|.tt.dppnnr")


@pytest.mark.parametrize(
    ("wrong", "hint"),
    [
        ("1/2", "; did you mean `1/2-1/2`?"),
        ("1-1", "; did you mean `1-0`?"),
        ("1–0", "; did you mean `1-0`?"),
        ("½-½", "; did you mean `1/2-1/2`?"),
        ("**", "; did you mean `*`?"),
    ],
)
def test_a_misspelt_result_still_ends_the_game(wrong: str, hint: str) -> None:
    message = f"`{wrong}` is no result; it is `1-0`, `0-1`, `1/2-1/2` or `*`{hint}"
    check(f"{TAGS}\n{BODY}{wrong}\n\n{GAME}", "tt.dppnnr|.tt.dppnnr", (8, message))


@pytest.mark.parametrize("result", ["1-0", "1/2-1/2", "*"])
@pytest.mark.parametrize("spaced", ["{} ", "{}\t", " {}", "  {} "])
def test_spaces_around_a_result_leave_it_one(result: str, spaced: str) -> None:
    text = spaced.format(result)
    check(f"{TAGS}\n{BODY}{text}\n\n{GAME}", "tt.dppnnr|.tt.dppnnr", (8, "a result stands alone on its line"))
    check(f"{TAGS}\n{BODY}{text}", "tt.dppnnr", (8, "a result stands alone on its line"))


def test_a_missing_result_line() -> None:
    missing = "the result line of the game is missing before this line"
    check(f"{TAGS}\n{BODY}\n{GAME}", "tt.dppnn|.tt.dppnnr", (8, missing))
    check(
        f"{TAGS}\n{BODY}{GAME}",
        "tt.dppnn|tt.dppnnr",
        (8, missing),
        (8, "an empty line stands between two games; it is missing before this line"),
    )


def test_a_result_line_in_mid_game() -> None:
    check(
        f"{TAGS}\n{BODY}1-0\n0:02   untap\n1-0",
        "tt.dppnnnnr",
        (8, "a result line ends the game, and the game goes on after this one"),
    )


def test_body_lines_after_the_last_result_line() -> None:
    check(
        f"{GAME}0:02   untap\n0:02   upkeep",
        "tt.dppnnr..",
        (9, "the result line ends the game: only an empty line and another game can follow"),
    )


def test_a_second_result_line() -> None:
    check(
        f"{GAME}1-0", "tt.dppnnr.", (9, "the result line ends the game: only an empty line and another game can follow")
    )


# Empty lines


def test_an_empty_line_in_the_body() -> None:
    check(
        f'{TAGS}\n{BODY}\n0:02 turn 2 "P"\n1-0',
        "tt.dppnnnnr",
        (8, "empty lines stand only after the tags and between games"),
    )


def test_two_empty_lines_between_games() -> None:
    check(f"{GAME}\n\n\n{GAME}", "tt.dppnnr|...tt.dppnnr", (10, "exactly one empty line stands between two games"))


def test_no_empty_line_between_games() -> None:
    check(
        f"{GAME}{GAME}",
        "tt.dppnnr|tt.dppnnr",
        (9, "an empty line stands between two games; it is missing before this line"),
    )


def test_empty_lines_at_the_end_are_one_problem() -> None:
    (game,) = split(f"{GAME}\n\n".split("\n")[:-1])
    assert layout(game) == "tt.dppnnr.."
    assert [(each.line, each.message) for each in game.problems] == [
        (9, "the file ends with the last game's result line; no empty line follows it")
    ]


# Files that break off


@pytest.mark.parametrize("count", range(1, len(GAME.split("\n")) - 1))
def test_a_file_that_breaks_off_is_cut_off_and_has_no_other_problem(count: int) -> None:
    (game,) = split(GAME.split("\n")[:count])
    assert game.cut_off
    assert game.problems == []


def test_half_a_result_line_at_the_end_is_cut_off() -> None:
    lines = f"{TAGS}\n{BODY}1-".split("\n")
    assert layout(*split(lines, complete=False)) == "tt.dppnnn!"
    assert layout(*split(lines, complete=True)) == "tt.dppnnr"


def test_a_whole_result_line_without_its_line_feed_is_a_result_line() -> None:
    assert layout(*split(GAME.removesuffix("\n").split("\n"), complete=False)) == "tt.dppnnr"


# Any lines


@settings(max_examples=300)
@given(
    st.lists(st.sampled_from([*GAME.split("\n"), "", "", "% x", "*", "1-1"]) | any_text(), max_size=12), st.booleans()
)
@example(["%"], True)
@example(["%", "", "%", "["], False)
def test_games_follow_each_other_and_hold_all_lines(lines: list[str], complete: bool) -> None:
    games = split(lines, complete)
    end = 0
    for game in games:
        assert game.start == end < game.end
        assert game.start <= game.tags.start <= game.tags.end <= game.end
        end = game.tags.end
        for block in game.blocks:
            assert end <= block.start < block.end <= game.end
            end = block.end
        assert game.result is None or end <= game.result < game.end
        assert not (game.cut_off and game.result is not None)
        for problem in game.problems:
            assert game.start <= problem.line <= game.end
            assert 0 <= problem.start <= problem.end <= len(lines[problem.line])
        end = game.end
    assert end == len(lines) or not any(lines)
    assert all(not game.cut_off for game in games[:-1])
