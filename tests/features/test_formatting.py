"""Texts in their canonical form."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.disorder import disorder, reorder
from tests.support.markers import game
from tests.support.mutations import mutate
from tests.syntax.written import any_text

from mtgr.analysis import Analysis
from mtgr.features.formatting import formatted, formatting, range_formatting, unread
from mtgr.replay.branch import states_along
from mtgr.replay.state import State

CONFORMANCE = Path(__file__).parents[2] / "conformance"
FILES = sorted(path for path in CONFORMANCE.rglob("*.mtgr"))
SHORT = [path for path in FILES if path.stat().st_size < 20_000]
VALID = [path for path in SHORT if "valid" in path.parts]


def form(text: str) -> str:
    """A text as formatting makes it."""
    analysis = Analysis.of_lines(text.split("\n"))
    return "\n".join(formatted(analysis.raw, formatting(analysis)))


def name(path: Path) -> str:
    return str(path.relative_to(CONFORMANCE))


@cache
def read(path: Path) -> str | None:
    """The text of a file, if it is one that can be read as text."""
    data = path.read_bytes()
    return None if Analysis.of_bytes(data).unreadable else data.decode()


# --- What stays, and what comes out once ------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [path for path in FILES if "valid" in path.parts], ids=name)
def test_valid_files_are_canonical(path: Path) -> None:
    analysis = Analysis.of_bytes(path.read_bytes())
    assert formatting(analysis) == []
    assert unread(analysis) == []


@pytest.mark.parametrize("path", [path for path in FILES if "valid" not in path.parts], ids=name)
def test_formatting_twice_is_formatting_once(path: Path) -> None:
    """And it adds no finding."""
    text = read(path)
    if text is None:
        return
    once = form(text)
    assert form(once) == once
    before, after = (
        Counter((each.code, each.message) for each in Analysis.of_lines(each.split("\n")).findings(hints=True))
        for each in (text, once)
    )
    assert after <= before


UNDONE = [
    *(f"warnings/{slug}" for slug in ("mana-order", "cost-order", "entry-time")),
    *(f"warnings/deck-order/{each}" for each in ("main", "side", "code-points", "side-before-main")),
    *(f"warnings/counters-order/{each}" for each in ("object", "player", "zero")),
    *(
        f"invalid/check-01/{each}"
        for each in (
            "annotations-in-wrong-order", "bom", "crlf", "crlf-one-line", "empty-line-at-the-end", "empty-line-in-body",
            "empty-line-before-first-tag", "leading-zero", "leading-zero-in-id", "level-", "no-empty-line-after-tags",
            "no-empty-line-between-games", "no-final-line-end", "not-nfc", "tab-between-tokens",
            "tag-not-left-justified", "tag-order-", "tag-two-spaces", "time-leading-zero", "time-on-bracket",
            "trailing-space", "two-empty-lines-between-games", "two-spaces", "extension-at-level-0",
        )
    ),
]  # fmt: skip


@pytest.mark.parametrize("start", UNDONE)
def test_findings_about_form_are_gone(start: str) -> None:
    paths = [path for path in FILES if name(path).startswith(start) or name(path).startswith(f"{start}/")]
    assert paths
    for path in paths:
        text = read(path)
        assert text is not None
        assert Analysis.of_lines(text.split("\n")).findings() != []
        assert Analysis.of_lines(form(text).split("\n")).findings() == []


# --- What it undoes ---------------------------------------------------------------------------------------------------


@settings(max_examples=100)
@given(path=st.sampled_from(VALID), seed=st.integers(0, 2**32), bom=st.booleans(), ended=st.booleans())
def test_disorder_is_undone(path: Path, seed: int, bom: bool, ended: bool) -> None:
    rng = random.Random(seed)
    text = path.read_text(encoding="utf-8")
    damaged = "\n".join(disorder(rng, reorder(rng, text.split("\n"))))
    damaged = "\ufeff" * bom + (damaged if ended else damaged.rstrip("\r\n"))
    assert form(damaged) == text


def states(lines: list[str]) -> dict[int, State]:
    """The state after each line of the bodies."""
    found = {}
    for each in Analysis.of_lines(lines).games:
        for block in each.blocks:
            facts = each.section.game
            for n, state in states_along(block.lines(lines), block.before, facts):
                found[block.start + n] = state.copy()
    return found


@settings(max_examples=40)
@given(path=st.sampled_from(VALID), seed=st.integers(0, 2**32))
def test_disorder_and_its_formatting_are_the_same_game_at_every_line(path: Path, seed: int) -> None:
    """Times are no part of a state (section 14.2)."""
    rng = random.Random(seed)
    damaged = [text.removesuffix("\r") for text in disorder(rng, path.read_text(encoding="utf-8").split("\n"))]
    once = form("\n".join(damaged)).split("\n")
    assert len(once) == len(damaged)
    before, after = states(damaged), states(once)
    assert before.keys() == after.keys()
    for n, state in before.items():
        assert facts(state) == facts(after[n]), n


def facts(state: State) -> tuple[object, ...]:
    return (
        state.players, state.turn, state.active, state.day_night, state.stack, state.objects, state.open,
        state.suspended,
    )  # fmt: skip


@settings(max_examples=150)
@given(path=st.sampled_from(SHORT), seed=st.integers(0, 2**32), times=st.integers(1, 6))
def test_formatting_any_damaged_file_twice_is_formatting_it_once(path: Path, seed: int, times: int) -> None:
    rng = random.Random(seed)
    text = read(path)
    lines = (text or "").split("\n")
    if not any(line.startswith("[") for line in lines) or not any(line[:1].isdigit() for line in lines):
        return
    for _ in range(times):
        lines = mutate(rng, lines).lines if rng.random() < 0.5 else disorder(rng, lines)
    once = form("\n".join(lines))
    assert form(once) == once


@given(any_text(newline=True))
def test_formatting_any_text_twice_is_formatting_it_once(text: str) -> None:
    once = form(text)
    assert form(once) == once


# --- Line by line -----------------------------------------------------------------------------------------------------


def check(before: str, after: str) -> None:
    """Formats a game around a few body lines, which are written with their times."""
    assert form(game(dedent(before))) == game(dedent(after))
    assert form(game(dedent(after))) == game(dedent(after))


def test_lines_stand_at_their_level() -> None:
    check(
        """
        0:02 upkeep
        0:02   "PlayerA" add {R} by ?
        0:02          "PlayerA" lose-mana {R} by rule:empty-pool
        0:02 MTGO_note
        0:02     draw
        """,
        """
        0:02   upkeep
        0:02     "PlayerA" add {R} by ?
        0:02     "PlayerA" lose-mana {R} by rule:empty-pool
        0:02     MTGO_note
        0:02   draw
        """,
    )


def test_a_snapshot_stands_under_its_priority_line_with_its_time() -> None:
    check(
        """
        0:02     new ability #1 triggered of #9 ? controller "PlayerA" in stack
        0:02     "PlayerA" priority
        0:02     stack
        % between
        0:03  #1 triggered of #9 ? controller "PlayerA"
        0:02     "PlayerA" pass
        """,
        """
        0:02     new ability #1 triggered of #9 ? controller "PlayerA" in stack
        0:02     "PlayerA" priority
        0:02       stack
        % between
        0:02         #1 triggered of #9 ? controller "PlayerA"
        0:02     "PlayerA" pass
        """,
    )


def test_a_turn_and_its_keyframe() -> None:
    check(
        """
        0:02   turn 2 "PlayerB"
        0:02 keyframe
        0:03     player "PlayerA" life 20 poison 0 library 60
        0:04       player "PlayerB" life 20 poison 0 library 60
        0:02  day
        0:02 untap
        """,
        """
        0:02 turn 2 "PlayerB"
        0:02   keyframe
        0:02     player "PlayerA" life 20 poison 0 library 60
        0:02     player "PlayerB" life 20 poison 0 library 60
        0:02     day
        0:02   untap
        """,
    )


def test_entries_keep_their_time_where_that_of_their_line_may_be_the_wrong_one() -> None:
    text = game("""
        0:02 turn 2 "PlayerB"
        5:02   keyframe
        0:02     player "PlayerA" life 20 poison 0 library 60
        0:02     player "PlayerB" life 20 poison 0 library 60
        0:02   untap
    """)
    assert form(text) == text


def test_a_variation_stands_at_the_level_of_what_it_is_an_alternative_to() -> None:
    check(
        """
        "PlayerA" add {R} by ?
        -    (
        -   "PlayerA" add {G} by ?
        0:02      (
        -  "PlayerA"  add {W} by ?
        -      )
        -    )
        """,
        """
        "PlayerA" add {R} by ?
        -     (
        -       "PlayerA" add {G} by ?
        -       (
        -         "PlayerA" add {W} by ?
        -       )
        -     )
        """,
    )


UNCERTAIN = {
    "no statement": ('"PlayerA"  passes', "expected what the player does"),
    "an open comment": ('"PlayerA"  pass {and  so on', "no closing brace"),
    "something behind a comment": ('"PlayerA"  pass {so} by  #1', "only annotations"),
    "no time": ('0:1    "PlayerA"  pass', "is no time"),
    "a dash on the main line": ('-    "PlayerA"  pass', "in no variation"),
    "an open variation": ('"PlayerA" pass\n-  (\n-  "PlayerA"   concede', "not closed"),
    "a stray bracket": ('"PlayerA" pass\n-  )', "no variation is open"),
    "a time in a variation": ('day by ?\n-  (\n0:01   "PlayerA"  pass\n-    day by ?\n-  )', "the time of every line"),
    "a variation of a keyframe": ('0:01 turn 2 "PlayerB"\n0:01   keyframe\n- (\n-  )', "a variation follows"),
    "a tag in the body": (' [Event  "x"]', "does not stand inside"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "reason"), UNCERTAIN.values(), ids=UNCERTAIN)
def test_what_is_not_plain_stays_byte_for_byte_and_is_named(body: str, reason: str) -> None:
    lines = body.split("\n")
    text = game("\n".join(line if line[:1] in "0-" else f"0:01     {line}" for line in lines))
    if lines[0].startswith(" ["):
        text = text.replace("0:01      [", " [")
    assert form(text) == text
    found = unread(Analysis.of_lines(text.split("\n")))
    assert reason in found[0].reason


def test_lines_that_stand_where_they_should_not_keep_their_level() -> None:
    check(
        """
        0:02 turn 2 "PlayerB"
        0:02   keyframe
        0:02     player "PlayerA" life 20 poison 0 library 60
        0:02       "PlayerA"  pass
        0:02   untap
        0:02   #1 hand  "PlayerA"
        """,
        """
        0:02 turn 2 "PlayerB"
        0:02   keyframe
        0:02     player "PlayerA" life 20 poison 0 library 60
        0:02       "PlayerA" pass
        0:02   untap
        0:02   #1 hand "PlayerA"
        """,
    )


def test_escape_lines_and_comments_stay_but_for_their_normalization_form() -> None:
    check(
        """
        %   anything  (goes)  e\u0301
        "PlayerA" pass {two  spaces}  ;  and e\u0301
        """,
        """
        %   anything  (goes)  \u00e9
        "PlayerA" pass {two  spaces} ;  and \u00e9
        """,
    )


def test_a_decklist_is_put_in_order_and_times_stay_where_they_stand() -> None:
    deck = """\
        0:00 deck "PlayerA"
        0:00   side 1 "B"
        % the best
        0:01   main 2 "b" {two}
        0:02 main 3 "A"
        0:02   MTGO_note
        0:03   main  1 "Z"
    """
    wanted = """\
        0:00 deck "PlayerA"
        0:00   main 3 "A"
        % the best
        0:01   main 1 "Z"
        0:02   main 2 "b" {two}
        0:02   MTGO_note
        0:03   side 1 "B"
    """
    text = game("").replace('0:00 deck "PlayerA" unknown\n', dedent(deck))
    assert form(text) == game("").replace('0:00 deck "PlayerA" unknown\n', dedent(wanted))


def test_a_decklist_with_a_line_that_cannot_be_read_keeps_its_order() -> None:
    deck = '0:00 deck "PlayerA"\n0:00   main 1 "B"\n0:00   mian 1 "C"\n0:00   main 1 "A"\n'
    text = game("").replace('0:00 deck "PlayerA" unknown\n', deck)
    assert form(text) == text


TAGS = game("").split("\n\n")[0]


def test_tags_are_put_in_order() -> None:
    shuffled = "\n".join(
        ['[UTCDate "2026.10.28"]', *reversed(TAGS.split("\n")), '[Annotator "A"]', '[MTGO_Version "1"]']
    )
    wanted = "\n".join([TAGS, '[Annotator "A"]', '[MTGO_Version "1"]', '[UTCDate "2026.10.28"]'])
    assert form(game("").replace(TAGS, shuffled)) == game("").replace(TAGS, wanted)


@pytest.mark.parametrize("tag", ['[Evnet "x"]', '[Event "twice"]', "[Site ?]"])
def test_tags_keep_their_order_where_one_cannot_be_told(tag: str) -> None:
    shuffled = "\n".join([tag, *reversed(TAGS.split("\n"))])
    text = game("").replace(TAGS, shuffled)
    assert form(text) == text


def test_empty_lines_stand_after_the_tags_and_between_games_only() -> None:
    one, two = game("0:01     day by ?"), game("", number=2)
    text = one.replace("\n\n", "\n").replace("0:01     day", "\n \t\n0:01     day") + "% note\n" + two + "\n \n"
    assert form("\n" + text) == f"{one}% note\n\n{two}"
    assert form(f"{one}\n\n\n{two}") == f"{one}\n{two}"


def test_an_empty_line_under_a_line_that_cannot_be_read_stays() -> None:
    text = game("0:01 trn\n\n0:01   keyframe", end="")
    text = text.replace("0:01 trn", "0:01 trn\n", 1)
    assert form(text) == text


@pytest.mark.parametrize("before", ["\n", "\t\n", "\n\n\t\n", "% x\n\n", "\r\n"])
@pytest.mark.parametrize("line", [" * ", '[Event "x"]', "0:00 pregame", "%", "1-0", "", "\ufeff"])
def test_what_is_no_byte_order_mark_does_not_become_one(before: str, line: str) -> None:
    once = form(f"{before}\ufeff{line}\n")
    assert form(once) == once
    assert once.split("\n").index(f"\ufeff{line}") > 0


def test_byte_order_mark_line_ends_and_the_end_of_the_file() -> None:
    text = game("")
    assert form("\ufeff" + text.replace("\n", "\r\n")) == text
    assert form(text.removesuffix("\n")) == text
    assert form(text + "\n\n") == text
    assert form(text.removesuffix("\n") + " ") == text


def test_a_return_inside_a_line_stays() -> None:
    text = game('"PlayerA"  add {R} by ?\r  ')
    assert form(text) == text


def test_a_file_that_breaks_off_gets_no_end() -> None:
    text = game("").removesuffix('0:01     "PlayerB" concede\n1-0\n')
    assert form(text + '0:01     "PlayerB"  pass') == text + '0:01     "PlayerB" pass'
    assert form("") == ""


def test_a_range_is_of_whole_lines() -> None:
    text = game("0:01     day  by ?\n0:01     night  by ?\n0:01     day  by ?").replace("night  by ?", "night  by ?\n")
    lines = text.split("\n")
    first = lines.index("0:01     night  by ?")
    changes = range_formatting(Analysis.of_lines(lines), first, first + 1)
    assert formatted(lines, changes) == [*lines[:first], "0:01     night by ?", *lines[first + 2 :]]


def test_a_range_puts_in_order_what_lies_in_it() -> None:
    lines = (
        game("")
        .replace("unknown", "")
        .replace("0:00 pregame", '0:00   main 1  "B"\n0:00   main 1 "A"\n0:00 pregame')
        .split("\n")
    )
    first = next(n for n, text in enumerate(lines) if text.endswith('"B"'))
    analysis = Analysis.of_lines(lines)
    assert formatted(lines, range_formatting(analysis, first, first))[first : first + 2] == [
        '0:00   main 1 "B"',
        '0:00   main 1 "A"',
    ]
    assert formatted(lines, range_formatting(analysis, first, first + 1))[first : first + 2] == [
        '0:00   main 1 "A"',
        '0:00   main 1 "B"',
    ]


def test_ranges_of_all_lines_are_the_whole() -> None:
    rng = random.Random(5)
    for path in VALID[:10]:
        text = "\n".join(disorder(rng, reorder(rng, path.read_text(encoding="utf-8").split("\n"))))
        analysis = Analysis.of_lines(text.split("\n"))
        assert range_formatting(analysis, 0, len(analysis.lines)) == formatting(analysis)


def test_changes_are_of_single_lines() -> None:
    """But for what is put in order: an editor's cursor and folds stay where they are."""
    lines = game("day  by ?\nnight  by ?").split("\n")
    assert [change.end - change.start for change in formatting(Analysis.of_lines(lines))] == [1, 1]


def test_changes_of_damaged_texts_share_no_line() -> None:
    """Among them texts whose last line, which has no LF, begins another game."""
    lines = game("").replace("\n", "\r\n").split("\n")
    for start in range(len(lines)):
        for end in range(start, len(lines), 2):
            analysis = Analysis.of_lines([*lines[:start], lines[0], *lines[start + 1 : end]])
            changes = formatting(analysis)
            assert all(one.end <= other.start for one, other in itertools.pairwise(changes))
            once = formatted(analysis.raw, changes)
            assert form("\n".join(once)) == "\n".join(once)


@pytest.mark.parametrize("first", ["", " ", "[", '[Event "?"]', "1-0", "deck", "% x"])
def test_formatting_is_done_at_once_with_few_odd_lines(first: str) -> None:
    """Whatever few lines stand at the beginning of games: a second time, nothing is left to do."""
    lines = ["", " ", "[", '[Event "?"]', "1-0", "deck", "% x"]
    for more in range(4):
        for rest in itertools.product(lines, repeat=more):
            analysis = Analysis.of_lines([first, *rest])
            once = formatted(analysis.raw, formatting(analysis))
            again = Analysis.of_lines(list(once))
            assert formatted(again.raw, formatting(again)) == once, [first, *rest]


def test_empty_lines_around_tags_that_cannot_be_read_stay() -> None:
    """They may decide where the tag section ends."""
    for lines in (["[", " ", "%", "[", "0"], ["[", "", "[", " ", "0:00 pregame", ""], ["[Event", " ", "", "1-0", ""]):
        analysis = Analysis.of_lines(lines)
        once = formatted(analysis.raw, formatting(analysis))
        assert [text.strip() for text in once] == [text.strip() for text in lines]
        again = Analysis.of_lines(list(once))
        assert formatted(again.raw, formatting(again)) == once
