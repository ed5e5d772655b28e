"""Selections: each test shows what is selected around the cursor, wider and wider."""

from __future__ import annotations

from itertools import pairwise
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.features.test_folding import LINES
from tests.support.markers import fixture, game

from mtgr.analysis import Analysis
from mtgr.features.consequences import block_consequences
from mtgr.features.selection import Span, selection


def select(text: str) -> list[str]:
    """The selections: the texts of those within a line, ``first ... last`` (each without margin) for those of lines."""
    clean = fixture(text)
    analysis = Analysis.of_lines(clean.text.split("\n"))
    found = selection(analysis, clean.line, clean.column)
    assert_nested(found, clean.line, clean.column)
    return [shown(analysis, span) for span in found]


def shown(analysis: Analysis, span: Span) -> str:
    first, last = analysis.lines[span.line], analysis.lines[span.end_line]
    if span.line == span.end_line:
        return first[span.column : span.end_column]
    assert (span.column, span.end_column) == (0, len(last))
    return f"{first.partition(' ')[2].strip()} ... {last.partition(' ')[2].strip()}"


def assert_nested(found: list[Span], line: int, column: int) -> None:
    """There is a span, each holds the place, and each but the first holds the one before it."""
    assert found
    for span in found:
        assert span[:2] <= (line, column) <= span[2:]
    for inner, outer in pairwise(found):
        assert inner != outer
        assert outer[:2] <= inner[:2]
        assert inner[2:] <= outer[2:]


STEP = 'precombat-main ... "PlayerB" concede'
TURN = 'turn 1 "PlayerA" ... "PlayerB" concede'
GAME = '"0.3.0"] ... '


def in_line(body: str) -> list[str]:
    """The selections within the line of the cursor, which stands alone in the step."""
    *found, line, step, turn, whole = select(game(body))
    assert line == "0:01     " + fixture(body).text.strip()
    assert [step, turn, whole] == [STEP, TURN, GAME]
    return found


def around(body: str) -> list[str]:
    """The selections beyond the line of the cursor, up to the step."""
    found = select(game(body))
    line = fixture(game(body)).text.split("\n")[fixture(game(body)).line]
    assert found[-3:] == [STEP, TURN, GAME]
    return found[found.index(line) + 1 : -3]


# --- Within a line ----------------------------------------------------------------------------------------------------


def test_an_object_in_a_cause_with_annotations() -> None:
    assert in_line('#1 "Shock" damage "PlayerB" 2 by #<|>1 replacement #2 $1 {ow} ; x') == [
        "#1",
        "by #1",
        '#1 "Shock" damage "PlayerB" 2 by #1 replacement #2',
        '#1 "Shock" damage "PlayerB" 2 by #1 replacement #2 $1 {ow} ; x',
    ]


def test_a_replacement() -> None:
    assert in_line('#1 "Shock" damage "PlayerB" 2 by #1 replacement #<|>2')[:2] == ["#2", "replacement #2"]


def test_a_name() -> None:
    assert in_line('#1 "Sho<|>ck" damage "PlayerB" 2 by #1') == [
        '"Shock"',
        '#1 "Shock"',
        '#1 "Shock" damage "PlayerB" 2',
        '#1 "Shock" damage "PlayerB" 2 by #1',
    ]


def test_the_verb() -> None:
    assert in_line('"PlayerA" pa<|>ss') == ["pass", '"PlayerA" pass']


def test_the_object_that_a_line_introduces() -> None:
    assert in_line('new card #<|>1 "Shock" owner "PlayerA" in hand') == [
        "#1",
        '#1 "Shock"',
        'new card #1 "Shock" owner "PlayerA" in hand',
    ]


@pytest.mark.parametrize(
    ("body", "widening"),
    [
        ('new card #1 "Shock" owner "PlayerA" in ha<|>nd print "MH3" "233"', ["hand", "in hand"]),
        ('new card #1 "Shock" owner "Pla<|>yerA" in hand', ['"PlayerA"', 'owner "PlayerA"']),
        ('new card #1 "Shock" owner "PlayerA" in library to<|>p 1', ["top", "top 1", "in library top 1"]),
        ('new card #1 "x" owner "PlayerA" in outside "si<|>de"', ['"side"', 'outside "side"', 'in outside "side"']),
        ('new card #1 "x" owner "PlayerA" in hand print "MH3" "2<|>33"', ['"233"', 'print "MH3" "233"']),
        ('#1 "x" move hand -> grave<|>yard as discard by #2', ["graveyard", "hand -> graveyard"]),
        ('#1 "x" move hand -> graveyard as dis<|>card by #2', ["discard", "as discard"]),
        ('"PlayerA" life 20 -<|>> 18 by #2', ["->", "20 -> 18"]),
        ('#1 "x" choose mode "Dr<|>aw."', ['"Draw."', 'mode "Draw."']),
        ('#1 "x" target #2 "y" amount <|>3', ["3", "amount 3"]),
        ('#1 "x" counters "loy<|>alty" 1 -> 2 by #1', ['"loyalty"']),
    ],
)
def test_arguments(body: str, widening: list[str]) -> None:
    found = in_line(body)
    clause = fixture(body).text.partition(" by ")[0]
    assert found[: found.index(clause)] == widening


def test_an_annotation() -> None:
    assert in_line('"PlayerA" pass $1 {o<|>w} ; x') == ["{ow}", "$1 {ow} ; x", '"PlayerA" pass $1 {ow} ; x']


def test_the_time_and_the_margin() -> None:
    assert select(game('0:0<|>1     "PlayerA" pass')) == ["0:01", '0:01     "PlayerA" pass', STEP, TURN, GAME]
    assert select(game('0:01  <|>   "PlayerA" pass')) == ['0:01     "PlayerA" pass', STEP, TURN, GAME]


def test_a_line_that_cannot_be_read() -> None:
    assert in_line('#1 sh<|>oots "PlayerA" {x}') == ["shoots", '#1 shoots "PlayerA" {x}']


def test_a_place_behind_the_line() -> None:
    analysis = Analysis.of_lines(game("").split("\n"))
    assert selection(analysis, 22, 999) == selection(analysis, 22, len(analysis.lines[22]))


# --- Events with their consequences -----------------------------------------------------------------------------------

SPELL = """
    #2 "Shock" cast from hand
    #2 "Shock" target "PlayerB"
    new ability #3 mana of #1 "Mountain" ? controller "PlayerA"
    #1 "Mountain" tap by cost:#3
    "PlayerA" add {R} by #3
    "PlayerA" pay {R} by cost:#2
    "PlayerA" priority
      stack
        #2 "Shock" controller "PlayerA" target "PlayerB"
    -     (
    -       "PlayerA" keep
    -       "PlayerA" pass
    -     )
    "PlayerA" pass
    "PlayerB" priority
      stack
        #2 "Shock" controller "PlayerA" target "PlayerB"
    "PlayerB" pass
    #2 "Shock" resolve
    #2 "Shock" damage "PlayerB" 2 by #2
    "PlayerB" life 20 -> 18 by #2
    #2 "Shock" move stack -> graveyard by rule:resolve
    "PlayerA" life 20 -> 21 by #2
"""
CASTING = '#2 "Shock" cast from hand ... "PlayerA" pay {R} by cost:#2'
MANA = 'new ability #3 mana of #1 "Mountain" ? controller "PlayerA" ... "PlayerA" add {R} by #3'
RESOLVING = '#2 "Shock" resolve ... #2 "Shock" move stack -> graveyard by rule:resolve'
HIT = '#2 "Shock" damage "PlayerB" 2 by #2 ... "PlayerB" life 20 -> 18 by #2'
LISTED = '"PlayerA" priority ... #2 "Shock" controller "PlayerA" target "PlayerB"'
STACK = 'stack ... #2 "Shock" controller "PlayerA" target "PlayerB"'


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("cast from hand", [CASTING]),
        ('target "PlayerB"', [CASTING]),
        ("tap by", [MANA, CASTING]),
        ("pay {R}", [CASTING]),
        ('"PlayerA" priority', [LISTED]),
        ("stack\n", [STACK, LISTED]),
        ('controller "PlayerA" target', [STACK, LISTED]),
        ("resolve", [RESOLVING]),
        ("damage", [HIT, RESOLVING]),
        ("life 20 -> 18", [HIT, RESOLVING]),
        ("move stack", [RESOLVING]),
        ("life 20 -> 21", []),
        ('"PlayerB" pass', []),
    ],
)
def test_a_spell(line: str, expected: list[str]) -> None:
    assert around(SPELL.replace(line, "<|>" + line, 1)) == expected


def test_an_ability_that_resolves_ends_as_it_ceases() -> None:
    body = """
        #3 resolve
        #1 "x" tap by #3
        #3 cease by rule:resolve
        #1 "x" untap by #3
    """
    assert around(body.replace("tap by", "<|>tap by", 1)) == ["#3 resolve ... #3 cease by rule:resolve"]
    assert around(body.replace("untap", "<|>untap")) == []


def test_a_resolution_holds_what_is_caused_by_other_things_in_it() -> None:
    body = """
        #3 resolve
        #4 "y" move battlefield -> graveyard as destroy by #3
        new ability #5 triggered of #4 "y" ? controller "PlayerA" in stack
        #3 cease by rule:resolve
    """
    assert around(body.replace("new ab", "<|>new ab")) == ["#3 resolve ... #3 cease by rule:resolve"]


def test_a_countered_spell() -> None:
    assert around("""
        #2 "x" coun<|>tered by #3
        #2 "x" move stack -> graveyard by #3
    """) == ['#2 "x" countered by #3 ... #2 "x" move stack -> graveyard by #3']


def test_attackers_and_what_enters() -> None:
    body = """
        #1 "a" attack "PlayerB"
        #1 "a" tap by rule:declare-attackers
        #2 "b" attack "PlayerB"
        #3 "c" move stack -> battlefield pt 3/3 by rule:resolve
        #3 "c" counters "+1/+1" 0 -> 1 by #3
        #4 "d" tap by #3
    """
    attack = '#1 "a" attack "PlayerB" ... #1 "a" tap by rule:declare-attackers'
    enters = '#3 "c" move stack -> battlefield pt 3/3 by rule:resolve ... #3 "c" counters "+1/+1" 0 -> 1 by #3'
    assert around(body.replace("tap by rule", "<|>tap by rule")) == [attack]
    assert around(body.replace('b" attack', 'b" <|>attack')) == []
    assert around(body.replace("counters", "<|>counters")) == [enters]
    assert around(body.replace("tap by #3", "<|>tap by #3")) == []


def test_payments_alike_are_no_results_of_each_other() -> None:
    assert (
        around("""
        #1 "a" tap by cost:#9
        #2 "b" t<|>ap by cost:#9
    """)
        == []
    )


def test_combat_damage() -> None:
    body = """
        #1 "a" damage "PlayerB" 1 by rule:combat-damage
        "PlayerB" life 20 -> 19 by rule:combat-damage
        #2 "b" damage #3 "c" 2 by rule:combat-damage
        #3 "c" counters "-1/-1" 0 -> 2 by rule:combat-damage
        #3 "c" pt 3/3 -> 1/1 by rule:combat-damage
    """
    first = '#1 "a" damage "PlayerB" 1 by rule:combat-damage ... "PlayerB" life 20 -> 19 by rule:combat-damage'
    second = '#2 "b" damage #3 "c" 2 by rule:combat-damage ... #3 "c" pt 3/3 -> 1/1 by rule:combat-damage'
    assert around(body.replace("life", "<|>life")) == [first]
    assert around(body.replace("pt 3", "<|>pt 3")) == [second]


# --- Variations, lists, tags and games --------------------------------------------------------------------------------


def test_a_variation_with_and_without_its_brackets() -> None:
    inside = '"PlayerA" keep ... "PlayerA" pass'
    brackets = "( ... )"
    assert around(SPELL.replace('-       "PlayerA" pass', '-       "PlayerA" <|>pass')) == [inside, brackets]
    assert around(SPELL.replace("-     )", "-     <|>)")) == [brackets]


def test_a_variation_in_a_variation() -> None:
    assert around("""
        -     (
        -       "PlayerA" keep
        -       (
        -         "PlayerA" <|>pass
        -       )
        -     )
    """) == ["( ... )", '"PlayerA" keep ... )', "( ... )"]


def test_consequences_stay_within_their_variation() -> None:
    assert around("""
        #2 "Shock" cast from hand
        -     (
        -       #2 "Shock" tar<|>get "PlayerA"
        -       #2 "Shock" target "PlayerB"
        -     )
        "PlayerA" pay {R} by cost:#2
    """) == [
        '#2 "Shock" target "PlayerA" ... #2 "Shock" target "PlayerB"',
        "( ... )",
        '#2 "Shock" cast from hand ... "PlayerA" pay {R} by cost:#2',
    ]


def test_a_keyframe_entry() -> None:
    found = select(game("", pregame='"PlayerA" keep').replace('player "PlayerB" life', 'player "PlayerB" <|>life', 1))
    assert found[3:] == [
        '0:00     player "PlayerB" life 20 poison 0 library 60',
        'keyframe ... player "PlayerB" life 20 poison 0 library 60',
        'pregame ... "PlayerA" keep',
        GAME,
    ]


def test_a_tag() -> None:
    found = select(game("").replace('"Modern"', '"Mo<|>dern"'))
    assert found == ['"Modern"', '[Format "Modern"]', '"0.3.0"] ... "PlayerA"]', GAME]


def test_the_game_of_several() -> None:
    text = game("") + "\n" + game("", number=2)
    second = text.index("[Mtgr", 1)
    found = select(text[: second + 2] + "<|>" + text[second + 2 :])
    assert len(found) == 4
    assert select(text[: second - 1] + "<|>" + text[second - 1 :]) == [""]


@pytest.mark.parametrize("place", [(0, 0), (-1, 0), (5, 3)])
def test_nothing_to_select(place: tuple[int, int]) -> None:
    assert selection(Analysis.of_lines([""]), *place) == [Span(*place, *place)]


@given(st.lists(LINES, max_size=40), st.integers(0, 40), st.integers(0, 30))
def test_selections_in_any_lines_are_nested(lines: list[str], line: int, column: int) -> None:
    analysis = Analysis.of_lines([*lines, ""])
    line = min(line, len(lines))
    column = min(column, len(analysis.lines[line]))
    assert_nested(selection(analysis, line, column), line, column)


def test_many_open_things_take_little_time() -> None:
    lines = [f'0:01     new ability #{n} triggered of #1 ? controller "PlayerA" in stack' for n in range(5000)]
    start = process_time()
    assert block_consequences(lines) == []
    assert block_consequences(["-   (", *lines, "-   )"]) == []
    assert process_time() - start < 2
