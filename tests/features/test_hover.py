"""Hover: each test shows the text with its cursor, and the plain answer."""

from __future__ import annotations

from textwrap import dedent

import pytest
from tests.support.markers import fixture, game

from mtgr.analysis import Analysis, Place
from mtgr.features.hover import HoverAnswer, hover


def ask(text: str) -> HoverAnswer | None:
    clean = fixture(text)
    return hover(Analysis.of_bytes(clean.text.encode()), clean.line, clean.column)


def check(text: str, expected: str) -> None:
    answer = ask(text)
    assert answer is not None
    assert answer.plain + "\n" == dedent(expected).removeprefix("\n")


# Objects


def test_a_move_shows_the_zone_before_and_after() -> None:
    check(
        game("""
            new card #1 "Forest" owner "PlayerA" in hand
            #<|>1 "Forest" play from hand
        """),
        """
        #1 Forest card, owner PlayerA
          zone: hand → battlefield
          entered at 0:01 in turn 1, 1 change up to here
        """,
    )


def test_the_line_that_introduces_an_object_says_so() -> None:
    check(
        game("""
            new card #1<|> "Forest" owner "PlayerA" in library top 2
        """),
        """
        #1 Forest card, owner PlayerA
          introduced on this line
          zone: library
          position: top 2
        """,
    )


def test_what_does_not_change_stands_after_what_does() -> None:
    check(
        game("""
            new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
            #1 "Be<|>ar" tap by ?
        """),
        """
        #1 Bear token, owner PlayerA
          tapped: no → yes
          zone: battlefield
          power/toughness: 2/2
          entered at 0:01 in turn 1, 1 change up to here
        """,
    )


def test_counters_power_and_toughness() -> None:
    check(
        game("""
            new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
            #1 "Bear" counters "+1/+1" 0 -> 2 by ?
            #1 "Bear" pt 2/2 -> 4/4 by #1<|>
        """),
        """
        #1 Bear token, owner PlayerA
          power/toughness: 2/2 → 4/4
          zone: battlefield
          counters: +1/+1 ×2
          entered at 0:01 in turn 1, 2 changes up to here
        """,
    )


def test_a_hidden_card_and_its_name() -> None:
    check(
        game("""
            new hidden #1 owner "PlayerB" in hand
            #1<|> identify "Mountain"
        """),
        """
        #1 Mountain card, owner PlayerB
          name: hidden → Mountain
          zone: hand
          entered at 0:01 in turn 1, 1 change up to here
        """,
    )


def test_attached_objects_are_named() -> None:
    check(
        game("""
            new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
            new card #2 "Rancor" owner "PlayerA" in battlefield
            #<|>2 "Rancor" attach #1 "Bear" by ?
        """),
        """
        #2 Rancor card, owner PlayerA
          attached to: none → #1 Bear
          zone: battlefield
          entered at 0:01 in turn 1, 1 change up to here
        """,
    )


def test_an_object_on_the_stack_with_its_choices() -> None:
    check(
        game("""
            new card #1 "Shock" owner "PlayerA" in hand
            new token #2 "Bear" owner "PlayerB" in battlefield pt 2/2 by ?
            #1 "Shock" cast from hand
            #<|>1 "Shock" target #2 "Bear"
        """),
        """
        #1 Shock card, owner PlayerA
          choices: none → target #2 "Bear"
          zone: stack
          entered at 0:01 in turn 1, 2 changes up to here
        """,
    )


def test_the_target_of_a_line_is_an_object_too() -> None:
    check(
        game("""
            new card #1 "Shock" owner "PlayerA" in hand
            new token #2 "Bear" owner "PlayerB" in battlefield pt 2/2 by ?
            #1 "Shock" cast from hand
            #1 "Shock" target #2 "Be<|>ar"
        """),
        """
        #2 Bear token, owner PlayerB
          zone: battlefield
          power/toughness: 2/2
          entered at 0:01 in turn 1
        """,
    )


ABILITY = """
    new card #1 "Forest" owner "PlayerA" in battlefield
    new ability #2 mana of #1 "Forest" "{T}: Add {G}." controller "PlayerA"
    #1 "Forest" tap by cost:#2
"""


@pytest.mark.parametrize(
    "line", ['"PlayerA" add {G} by #<|>2', '"PlayerA" add {G} by ? ; see #2<|>!', '"PlayerA" add {G} by ? {#2<|>}']
)
def test_objects_in_causes_and_comments(line: str) -> None:
    check(
        game(ABILITY + "    " + line),
        """
        #2 mana ability
          controller: PlayerA
          text: {T}: Add {G}.
          source: #1 Forest
          entered at 0:01 in turn 1
        """,
    )


def test_the_object_of_a_cost() -> None:
    answer = ask(game(ABILITY.replace("cost:#2", "cost:#<|>2")))
    assert answer is not None
    assert answer.plain.startswith("#2 mana ability")
    assert answer.place == Place(25, 33, 35)


def test_keyframe_entries_are_objects() -> None:
    check(
        game(
            "",
            pregame='new card #1 "Forest" owner "PlayerA" in hand',
            keyframe='#1 "For<|>est" hand "PlayerA"',
        ),
        """
        #1 Forest card, owner PlayerA
          zone: hand
          entered at 0:00 in the pregame
        """,
    )


STACK = """
    new card #1 "Shock" owner "PlayerA" in hand
    new card #2 "Opt" owner "PlayerB" in hand
    #1 "Shock" cast from hand
    "PlayerA" priority
      stack
        #1 "Shock" controller "PlayerA"
    "PlayerA" pass
    #2 "Opt" cast from hand
    "PlayerB" priority
      stack
        #2 "Opt" controller "PlayerB"
        #1 "Sho<|>ck" controller "PlayerA"
"""


def test_stack_entries_are_objects_with_their_place() -> None:
    check(
        game(STACK, end='incomplete "the rest"', result="*"),
        """
        #1 Shock card, owner PlayerA
          zone: stack (2 of 2 from the top)
          entered at 0:01 in turn 1, 1 change up to here
        """,
    )


def test_an_id_that_ends_here() -> None:
    check(
        game(
            """
            new card #1 "Forest" owner "PlayerA" in battlefield
            new ability #2 triggered of #1 "Forest" ? controller "PlayerA" in stack
            #2 resolve
            #<|>2 cease by rule:resolve
            """
        ),
        """
        #2 triggered ability
          its ID ends on this line
          zone: stack
          controller: PlayerA
          text: ?
          source: #1 Forest
          entered at 0:01 in turn 1, 2 changes up to here
        """,
    )


def test_an_id_that_ended_before() -> None:
    check(
        game(
            """
            new card #1 "Forest" owner "PlayerA" in library top 1
            "PlayerA" shuffle by ?
            "PlayerA" pass ; #1<|> is gone
            """
        ),
        """
        #1 Forest card, owner PlayerA
          its ID has ended
          zone: library
          position: top 1
          entered at 0:01 in turn 1
        """,
    )


def test_an_object_that_is_introduced_later_or_never() -> None:
    text = game("""
        "PlayerA" keep ; #1 and #2 will come
        new card #1 "Forest" owner "PlayerA" in hand
    """)
    check(text.replace("#1 and", "#1<|> and"), "#1 is introduced later, on line 25\n")
    check(text.replace("#2 will", "#2<|> will"), "#2 is introduced by no line\n")


def test_a_field_that_is_not_settled_shows_its_candidates() -> None:
    check(
        game("""
            new card #1 "Clone" owner "PlayerA" in battlefield
            #1 "Clone" control "PlayerB" by ?
            #1<|> "Clone" move battlefield -> graveyard by ?
        """),
        """
        #1 Clone card, owner PlayerA
          zone: battlefield → graveyard
          controller: PlayerB → PlayerA or PlayerB (not settled)
          entered at 0:01 in turn 1, 2 changes up to here
        """,
    )


def test_inside_a_variation_the_branch_counts() -> None:
    check(
        game(
            """
            new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
            #1 "Bear" tap by ?
            -     (
            -       #1<|> "Bear" counters "+1/+1" 0 -> 1 by ?
            -     )
            """
        ),
        """
        #1 Bear token, owner PlayerA
          counters: none → +1/+1 ×1
          zone: battlefield
          power/toughness: 2/2
          entered at 0:01 in turn 1
        """,
    )


def test_hypothetical_objects_live_in_their_variation() -> None:
    check(
        game(
            """
            "PlayerA" priority
            -     (
            -       new token #h1 "Goblin" owner "PlayerB" in battlefield pt 1/1 by ?
            -       #h1 "Go<|>blin" tap by ?
            -     )
            """
        ),
        """
        #h1 Goblin token, owner PlayerB
          tapped: no → yes
          zone: battlefield
          power/toughness: 1/1
        """,
    )


def test_after_incomplete_the_answer_says_so() -> None:
    check(
        game(
            """
            new card #1 "Forest" owner "PlayerA" in hand
            incomplete "connection lost"
            #1<|> "Forest" play from hand
            """
        ),
        """
        #1 Forest card, owner PlayerA
          zone: hand → battlefield
          entered at 0:01 in turn 1, 1 change up to here
          after incomplete: changes may be missing until the next keyframe
        """,
    )


# History


def test_a_printing_is_that_of_the_new_line() -> None:
    check(
        game("""
            new card #1 "Forest" owner "PlayerA" in hand print "MH3" "2|33" src mtgo:1
            #1<|> "Forest" play from hand
        """),
        """
        #1 Forest card, owner PlayerA
          zone: hand → battlefield
          printing: MH3 2|33
          entered at 0:01 in turn 1, 1 change up to here
        """,
    )


def test_a_printing_is_that_of_the_line_that_gives_the_name() -> None:
    check(
        game("""
            new hidden #1 owner "PlayerB" in hand
            #1 identify "Forest" print "MH3" "233"
            #1<|> "Forest" play from hand
        """),
        """
        #1 Forest card, owner PlayerB
          zone: hand → battlefield
          printing: MH3 233
          entered at 0:01 in turn 1, 2 changes up to here
        """,
    )


def test_an_object_that_enters_here_has_a_printing() -> None:
    check(
        game("""
            new card #1<|> "Forest" owner "PlayerA" in hand print "MH3" "233"
            #1 "Forest" play from hand
        """),
        """
        #1 Forest card, owner PlayerA
          introduced on this line
          zone: hand
          printing: MH3 233
        """,
    )


def test_the_history_goes_back_to_earlier_turns() -> None:
    check(
        game(
            """
            #1 "Forest" play from hand
            0:02.5 turn 2 "PlayerB"
            0:02.5   keyframe
            0:02.5     player "PlayerA" life 20 poison 0 library 60
            0:02.5     player "PlayerB" life 20 poison 0 library 60
            0:02.5     #1 "Forest" battlefield "PlayerA"
            0:02.5   precombat-main
            0:02.5     #<|>1 "Forest" tap by ?
            """,
            pregame='new card #1 "Forest" owner "PlayerA" in hand',
            keyframe='#1 "Forest" hand "PlayerA"',
        ),
        """
        #1 Forest card, owner PlayerA
          tapped: no → yes
          zone: battlefield
          entered at 0:00 in the pregame, 2 changes up to here
        """,
    )


# Players


def test_a_player_with_totals_before_and_after() -> None:
    check(
        game('"Player<|>B" life 20 -> 17 by ?'),
        """
        PlayerB, Player2
          life: 20 → 17
          poison: 0
          library: 60
          hand: 0
        """,
    )


def test_a_player_as_a_target_or_a_chooser() -> None:
    for line in ('#1 "Shock" target "PlayerB<|>"', '#1 "Shock" choose option "x" by "Player<|>B"'):
        text = game('    new card #1 "Shock" owner "PlayerA" in stack\n    ' + line)
        answer = ask(text)
        assert answer is not None
        assert answer.plain.startswith("PlayerB, Player2")


def test_a_player_outside_the_replay_is_named_with_the_seat() -> None:
    deck = game("").replace('deck "Play', 'deck "<|>Play')
    assert ask(deck) is not None
    tag = ask(game("").replace('[Player2 "P', '[Player2 "<|>P'))
    assert tag is not None
    assert tag.plain.startswith("Player2 (required tag")


@pytest.mark.parametrize("line", ['incomplete "Player<|>A"', '"Player<|>C" keep', '#1 "x" choose mode "Player<|>A"'])
def test_other_strings_are_no_players(line: str) -> None:
    assert ask(game(line)) is None


# The board

FOREST = """
    new card #1 "Forest" owner "PlayerA" in hand
    #1 "Forest" play from hand
"""


def test_a_step_shows_the_board_after_its_meaning() -> None:
    check(
        game(FOREST + "    0:02   beginning<|>-of-combat"),
        """
        beginning-of-combat (step, section 9.2): Beginning of combat step.
        Turn 1, beginning-of-combat  ▶ PlayerA  PlayerB
        life                         20         20
        library                      60         60
        other permanents             Forest     –
        """,
    )


def test_the_board_as_markdown() -> None:
    answer = ask(game(FOREST.replace("Forest", "a|b") + "    0:02   end<|>"))
    assert answer is not None
    assert (
        answer.markdown
        == dedent(r"""
        **end** (step, section 9.2): End step.

        | Turn 1, end      | ▶ PlayerA | PlayerB |
        | ---------------- | --------- | ------- |
        | life             | 20        | 20      |
        | library          | 60        | 60      |
        | other permanents | a\|b      | –       |
        """).strip()
    )


def test_a_turn_and_its_keyframe_show_the_board_they_start_from() -> None:
    body = """
        incomplete "x"
        0:02 turn 2 "PlayerB"
        0:02   keyframe
        0:02     player "PlayerA" life 13 poison 0 library 60
        0:02     player "PlayerB" life 20 poison 0 library 60
    """
    for cursor in ("0:02 tu<|>rn 2", "0:02 turn 2<|>"):
        check(
            game(body.replace("0:02 turn 2", cursor)),
            """
            turn (section 9.2): Opens a turn and names the active player.
            Turn 2   PlayerA  ▶ PlayerB
            life     13       20
            library  60       60
            """,
        )
    answer = ask(game(body.replace("0:02   keyframe", "0:02   key<|>frame")))
    assert answer is not None
    assert answer.plain.split("\n")[1:3] == ["Turn 2   PlayerA  ▶ PlayerB", "life     13       20"]


def test_a_stack_line_shows_the_stack() -> None:
    answer = ask(game(STACK.replace("<|>", "").replace("stack\n        #2", "sta<|>ck\n        #2"), end=""))
    assert answer is not None
    assert answer.plain.split("\n")[1:] == [
        "Turn 1, precombat-main  ▶ PlayerA  PlayerB",
        "life                    20         20",
        "library                 60         60",
        "stack, top first        2: Shock   1: Opt",
    ]


def test_where_there_is_no_board_the_word_is_explained() -> None:
    answer = ask("0:01   key<|>frame")
    assert answer is not None
    assert answer.plain.split("\n")[1].startswith("Shape: ")


# Words


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('"PlayerA" ke<|>ep', "keep (section 9.1): "),
        ('"PlayerA" keep<|>', "keep (section 9.1): "),
        ('"PlayerA" life 20 -> 19 b<|>y ?', "by (section 8)"),
        ('"PlayerA" lose by source:cl<|>ock', "source:clock (cause, section 8)"),
        ("#1 tap by co<|>st:#1", "cost: (cause, section 8)"),
        ('"PlayerA" keep $<|>5', "$5 !? (NAG, section 11)"),
        ("-     (<|>", "( (section 12)"),
        ("-     <|>)", ") (section 12)"),
        ('"PlayerA" keep ; a check-<|>9 here', "check-9 (error, section"),
        ('"PlayerA" keep {time-or<|>der}', "time-order (warning, section 5.1)"),
        ("% check-1<|>7", "check-17 (error, section"),
        ('MTGO_n<|>ote "x"', "MTGO_note (extension, section 13)"),
        ("#1 mvoe hand -> bat<|>tlefield", "battlefield (zone, section 6.7)"),
    ],
)
def test_words_marks_and_codes(line: str, expected: str) -> None:
    answer = ask(game(line))
    assert answer is not None
    assert answer.plain.startswith(expected)


def test_tags_and_the_result_line() -> None:
    tag = ask("""
        [Result "1-<|>0"]
                ^^^^^^^^
    """)
    assert tag is not None
    assert tag.plain == "Result (required tag, section 4.2): Who won.\n1-0: Player1 won."
    assert tag.place == Place(0, 8, 13)
    result = ask(game("").replace("\n1-0\n", "\n1<|>-0\n"))
    assert result is not None
    assert result.plain.startswith("1-0 (result, section 3): Player1 won.")


@pytest.mark.parametrize(
    "line",
    [
        "0:<|>01     keep",
        '"PlayerA" keep <|>',
        '"PlayerA" life 20 -> 1<|>9 by ?',
        '"PlayerA" keep ; check-<|>99',
        "% ju<|>st so",
    ],
)
def test_nothing_to_say(line: str) -> None:
    assert ask(game(line)) is None


@pytest.mark.parametrize(("line", "column"), [(-1, 0), (10**6, 0), (0, 10**6), (12, 0), (15, -1), (0, 0)])
def test_positions_without_an_answer(line: int, column: int) -> None:
    assert hover(Analysis.of_bytes(game("").encode()), line, column) is None
