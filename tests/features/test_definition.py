"""Definition: the carets mark what is asked about, the target and its statement, each named."""

from __future__ import annotations

import pytest
from tests.support.markers import fixture, game

from mtgr.analysis import Analysis, Place
from mtgr.features.definition import DefinitionAnswer, definition


def ask(text: str) -> DefinitionAnswer | None:
    clean = fixture(text)
    return definition(Analysis.of_bytes(clean.text.encode()), clean.line, clean.column)


def check(text: str) -> None:
    """The answer is what the marks named ``origin``, ``target`` and ``statement`` show."""
    marks = {span.message: Place(span.line, span.start, span.end) for span in fixture(text).spans}
    assert ask(text) == DefinitionAnswer(marks["origin"], marks["target"], marks["statement"])


def test_from_an_id() -> None:
    check(
        game("""
            new card #1 "Forest" owner "PlayerA" in hand $1 {drawn} ; first
                     ^^ target
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ statement
            #<|>1 "Forest" play from hand
            ^^^^^ origin
        """)
    )


def test_from_just_after_an_id() -> None:
    check(
        game("""
            new card #1 "Forest" owner "PlayerA" in hand
                     ^^ target
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ statement
            #1<|> "Forest" play from hand
            ^^ origin
        """)
    )


def test_from_a_name() -> None:
    check(
        game("""
            new card #1 "Café 🌲" owner "PlayerA" in hand
                     ^^ target
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ statement
            #1 "Ca<|>fé 🌲" play from hand
            ^^^^^^^^^^^^^^ origin
        """)
    )


def test_the_new_line_answers_itself() -> None:
    check(
        game("""
            new token #<|>1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
                      ^^^^^ target
                      ^^^^^ origin
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ statement
        """)
    )


NEW = """
    new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
"""


@pytest.mark.parametrize(
    "line",
    [
        'new ability #2 mana of #<|>1 "Bear" ? controller "PlayerA"',
        'new effect #2 of #1 "Be<|>ar" ? controller "PlayerA" by ?',
        'new copy #2 of #1 "Bear"<|> "Bear" owner "PlayerA" in battlefield by ?',
        "new copy #2 of #1<|> controller \"PlayerA\" in stack by ?",
        '"PlayerA" add {R} by #1<|>',
        '"PlayerA" pay {R} by cost:#1<|>',
        '"PlayerA" pay {R} by cost:#<|>1',
        '"PlayerA" pay {R} by c<|>ost:#1',
        '"PlayerA" life 20 -> 19 by ? replacement #1<|>',
        '"PlayerA" choose object #1<|> "Bear" by rule:sba',
        'new card #2 "Duress" owner "PlayerA" in exile ; like #1<|>, they say',
        'new card #2 "Duress" owner "PlayerA" in exile {the "#1 "Be<|>ar" of old}',
        '% an escape line on #1<|>',
        '#9 "no such thing" attach #1<|> "Bear" by nonsense',
    ],
)  # fmt: skip
def test_an_id_in_any_position(line: str) -> None:
    answer = ask(game(NEW + "    " + line))
    assert answer is not None
    assert answer.target == Place(23, 19, 21)


@pytest.mark.parametrize("entry", ['#1<|> "Bear" battlefield "PlayerA" pt 2/2', '#2 "x" exile with #1<|>'])
def test_keyframe_entries(entry: str) -> None:
    answer = ask(game("", pregame=NEW, keyframe=entry))
    assert answer is not None
    assert answer.target.line == 18


def test_stack_entries() -> None:
    body = """
        new card #1 "Shock" owner "PlayerA" in hand
        #1 "Shock" cast from hand
        "PlayerA" priority
          stack
            #1 "Sho<|>ck" controller "PlayerA" target #1 "Shock"
    """
    for text in (body, body.replace("<|>", "").replace("target #1", "target #1<|>")):
        answer = ask(game(text, end='incomplete "cut"', result="*"))
        assert answer is not None
        assert answer.target == Place(23, 18, 20)


def test_hypothetical_ids_belong_to_their_variation() -> None:
    check(
        game("""
            "PlayerA" keep
            -     (
            -       new token #h1 "Bear" owner "PlayerA" in battlefield by ?
            -     )
            -     (
            -       new token #h1 "Bear" owner "PlayerA" in battlefield by ?
                              ^^^ target
                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ statement
            -       #h1<|> "Bear" tap by ?
                    ^^^ origin
            -     )
        """)
    )
    outside = game("""
        "PlayerA" keep
        -     (
        -       new token #h1 "Bear" owner "PlayerA" in battlefield by ?
        -     )
        "PlayerA" keep ; #h1<|>
    """)
    assert ask(outside) is None


def test_each_game_has_its_own_ids() -> None:
    first = game(NEW)
    second = game('    new card #1 "Opt" owner "PlayerA" in hand\n    #1<|> "Opt" move hand -> exile by ?', number=2)
    answer = ask(first + "\n" + second)
    assert answer is not None
    assert answer.target.line == first.count("\n") + 1 + 23


def test_a_player_is_defined_by_a_tag() -> None:
    text = game('"Player<|>B" pass')
    marked = text.replace(
        '[Player2 "PlayerB"]', '[Player2 "PlayerB"]\n         ^^^^^^^^^ target\n^^^^^^^^^^^^^^^^^^^ statement'
    )
    check(marked.replace('"Player<|>B" pass', '"Player<|>B" pass\n         ^^^^^^^^^^^^ origin'))


@pytest.mark.parametrize(
    "line",
    [
        "#2<|> tap by ?",
        '"Somebody<|>" keep',
        "incomplete \"not #1<|>\"",
        '"PlayerA" ke<|>ep',
        '"PlayerA" keep ; a1#1<|> #1x #01',
        "<|>% ",
    ],
)  # fmt: skip
def test_what_is_no_object_has_no_definition(line: str) -> None:
    assert ask(game(NEW + "    " + line)) is None


@pytest.mark.parametrize(("line", "column"), [(-1, 0), (10**6, 0), (0, 5), (0, 10**6), (12, 0), (25, -1)])
def test_positions_without_an_object(line: int, column: int) -> None:
    assert definition(Analysis.of_bytes(game(NEW).encode()), line, column) is None
