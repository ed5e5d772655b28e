"""What typing a character brings with it. The cursor stands behind what was typed."""

from __future__ import annotations

from textwrap import dedent

import pytest
from tests.support.markers import CURSOR, fixture, game

from mtgr.analysis import Analysis
from mtgr.features.on_type import Replacement, on_type


def typed(text: str, character: str) -> str:
    """The text after what comes with a character, with the cursor where an editor has it then."""
    found = fixture(text)
    lines = found.text.split("\n")
    edits = on_type(Analysis.of_lines(list(lines)), found.line, found.column, character)
    mark = "\0"
    line = lines[found.line]
    lines[found.line] = line[: found.column] + mark + line[found.column :]
    for edit in reversed(edits):
        lines = _applied(lines, edit, mark)
    return "\n".join(lines).replace(mark, CURSOR)


def _applied(lines: list[str], edit: Replacement, mark: str) -> list[str]:
    (first, head), (last, tail) = edit.start, edit.end
    line = lines[last]
    after = mark in line[:tail] or line[tail : tail + 1] == mark  # the cursor stays behind what it stands behind
    rest = (mark if after else "") + line.replace(mark, "")[tail:] if after else line[tail:]
    return [*lines[:first], *(lines[first].replace(mark, "")[:head] + edit.text + rest).split("\n"), *lines[last + 1 :]]


def body(text: str) -> str:
    return game(dedent(text).strip("\n"), end="")


def check(before: str, character: str, after: str) -> None:
    assert typed(body(before), character) == body(after)


def stays(text: str, character: str) -> None:
    check(text, character, text)


# --- Enter ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spaces", ["", "  ", "\t", "         "])
def test_enter_goes_on_with_time_and_level_whatever_the_editor_has_put_there(spaces: str) -> None:
    text = game("").split("\n")
    above = text.index('0:01     "PlayerB" concede')
    text[above + 1 : above + 1] = [f"{spaces}{CURSOR}"]
    after = list(text)
    after[above + 1] = f"0:01     {CURSOR}"
    assert typed("\n".join(text), "\n") == "\n".join(after)


@pytest.mark.parametrize(
    ("above", "lead"),
    [
        ('0:05     "PlayerA" pass', "0:05     "),
        ('0:05     "PlayerA" priority', "0:05     "),
        ("0:05       stack", "0:05         "),
        ('0:05         #1 controller "PlayerA"', "0:05         "),
        ('0:05.123 turn 3 "PlayerA"', "0:05.123   "),
        ("0:05 pregame", "0:05   "),
        ("0:05   keyframe", "0:05     "),
        ('0:05     #1 hand "PlayerA"', "0:05     "),
        ("0:05   upkeep", "0:05     "),
        ('0:05 deck "PlayerA"', "0:05   "),
        ('0:05   main 4 "Forest"', "0:05   "),
        ('0:05 deck "PlayerA" unknown', "0:05 "),
        ("0:05     what is this", "0:05     "),
        ("-     (", "-       "),
        ('-       "PlayerA" pass', "-       "),
    ],
)
def test_enter_after_every_kind_of_line(above: str, lead: str) -> None:
    text = f"{above}\n"
    assert on_type(Analysis.of_lines(text.split("\n")), 1, 0, "\n") == [Replacement((1, 0), (1, 0), lead)]


@pytest.mark.parametrize("above", ["", '[Event "x"]', "% note", "1-0", "nothing", "0:5 pass"])
def test_enter_after_what_has_no_time(above: str) -> None:
    assert on_type(Analysis.of_lines([above, ""]), 1, 0, "\n") == []


def test_enter_in_a_line_takes_its_rest_along_and_leaves_no_space_behind() -> None:
    lines = ["0:05     day by ?  ", '"PlayerA" pass']
    assert on_type(Analysis.of_lines(lines), 1, 0, "\n") == [
        Replacement((0, 17), (0, 19), ""),
        Replacement((1, 0), (1, 0), "0:05     "),
    ]


@pytest.mark.parametrize("below", ['0:05     "PlayerA" pass', "- (", "-", "% note", "1-0", "*", '[Mtgr "0.3.0"]'])
def test_enter_before_a_line_of_its_own(below: str) -> None:
    assert on_type(Analysis.of_lines(["0:05     day by ?", below]), 1, 0, "\n") == []


@pytest.mark.parametrize("above", ["0:05     ", "0:05", "-   ", "-"])
def test_enter_on_a_line_with_nothing_but_its_time_takes_it_away(above: str) -> None:
    """Vim has taken the spaces at its end away before."""
    assert on_type(Analysis.of_lines(["x", above, "  "]), 2, 2, "\n") == [Replacement((1, 0), (2, 2), "")]


def test_enter_after_a_variation() -> None:
    lines = body(
        "0:02     day by ?\n-     (\n-       night by ?\n-       (\n-         day by ?\n-       )\n-     )"
    ).split("\n")
    inner, outer = lines.index("-       )"), lines.index("-     )")
    after = [*lines[: inner + 1], "", *lines[inner + 1 :]]
    assert on_type(Analysis.of_lines(after), inner + 1, 0, "\n")[0].text == "-       "
    after = [*lines[: outer + 1], "", *lines[outer + 1 :]]
    assert on_type(Analysis.of_lines(after), outer + 1, 0, "\n")[0].text == "0:02     "


# --- Brackets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", ["-       ", "-     ", "", "  ", "0:01     ", "-"])
def test_a_closing_bracket_stands_at_the_level_of_its_opening_one(before: str) -> None:
    lines = body("day by ?\n-     (\n-       night by ?\n-       (\n-       )\n-       day by ?\n% note").split("\n")
    at = lines.index("% note") + 1
    lines[at:at] = [f"{before}){CURSOR}"]
    after = list(lines)
    after[at] = f"-     ){CURSOR}"
    assert typed("\n".join(lines), ")") == "\n".join(after)


def test_a_closing_bracket_that_closes_nothing() -> None:
    assert on_type(Analysis.of_lines(["0:05     day by ?", "-         )"]), 1, 11, ")") == []


@pytest.mark.parametrize("before", ["0:01     ", "", "-   ", "-             "])
def test_an_opening_bracket_stands_at_the_level_of_its_alternative(before: str) -> None:
    lines = body('"PlayerA" priority\n0:01       stack\n0:01         #1 controller "PlayerA"\n% note').split("\n")
    at = lines.index("% note") + 1
    lines[at:at] = [f"{before}({CURSOR}"]
    after = list(lines)
    after[at] = f"-     ({CURSOR}"
    assert typed("\n".join(lines), "(") == "\n".join(after)


def test_a_second_variation_stands_at_the_level_of_the_first() -> None:
    lines = ["0:05   upkeep", "-   (", "-   )", "0:05     ("]
    assert on_type(Analysis.of_lines(lines), 3, 10, "(") == [Replacement((3, 0), (3, 9), "-   ")]


@pytest.mark.parametrize("above", ["0:05   keyframe", '0:05     #1 hand "A"', "0:05     what", "-     (", "[Event"])
def test_an_opening_bracket_where_none_may_stand(above: str) -> None:
    assert on_type(Analysis.of_lines([above, "0:05     ("]), 1, 10, "(") == []


@pytest.mark.parametrize("text", ['0:01     "PlayerA" pass {so (', "0:01     #1 (", "% (", "(x"])
def test_brackets_in_a_line_are_left_alone(text: str) -> None:
    lines = ["0:01     day by ?", text]
    assert on_type(Analysis.of_lines(lines), 1, text.index("(") + 1, "(") == []


# --- Glyphs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("!", "$1"), ("?", "$2"), ("!!", "$3"), ("??", "$4"), ("!?", "$5"), ("?!", "$6"),
        ("$1!", "$3"), ("$1?", "$5"), ("$2!", "$6"), ("$2?", "$4"),
    ],
)  # fmt: skip
def test_a_glyph_behind_a_statement_becomes_its_nag(before: str, after: str) -> None:
    """At once or one character after the other."""
    for space in (" ", "  ", "") if before[0] != "$" else (" ",):
        check(f'"PlayerA" pass{space}{before}{CURSOR}', before[-1], f'"PlayerA" pass {after}{CURSOR}')


def test_a_glyph_stands_in_the_order_of_annotations() -> None:
    check(f'"PlayerA" pass {{so}} !{CURSOR}', "!", f'"PlayerA" pass $1 {{so}}{CURSOR}')
    check(f'"PlayerA" pass $7 ?{CURSOR}', "?", f'"PlayerA" pass $7 $2{CURSOR}')
    check(f'"PlayerA" pass !{CURSOR} {{so}}', "!", f'"PlayerA" pass $1{CURSOR} {{so}}')
    check(f"day by ? !{CURSOR}", "!", f"day by ? $1{CURSOR}")
    check(f"day by ??{CURSOR}", "?", f"day by ? $2{CURSOR}")
    check(f"- (\n-   day by ? !?{CURSOR}", "?", f"- (\n-   day by ? $5{CURSOR}")


@pytest.mark.parametrize(
    ("text", "character"),
    [
        ('"PlayerA" pass {so!<|>', "!"),
        ('"PlayerA" pass {so!<|>}', "!"),
        ('"PlayerA" pass ; so ?<|>', "?"),
        ('#1 "Borrowing!<|>', "!"),
        ('#1 "Borrowing!<|>" tap by ?', "!"),
        ("#1 tap by ?<|>", "?"),
        ("#1 pt 1/1 -> ?<|>", "?"),
        ("#1 pt ?<|> -> 1/1 by #2", "?"),
        ("new ability #2 triggered of #1 ?<|>", "?"),
        ('"PlayerA" passes!<|>', "!"),
        ('"PlayerA" pass !!!<|>', "!"),
        ('"PlayerA" pass $3!<|>', "!"),
        ("% so!<|>", "!"),
    ],
)
def test_other_exclamation_and_question_marks_are_left_alone(text: str, character: str) -> None:
    stays(text, character)


def test_nothing_comes_of_places_that_are_not_there() -> None:
    analysis = Analysis.of_lines(["0:05     day by ?\rx", "0:05"])
    assert on_type(analysis, 5, 0, "\n") == []
    assert on_type(analysis, 0, 3, "\n") == []
    assert on_type(analysis, 0, 99, "!") == []
    assert on_type(analysis, 1, 2, "x") == []
