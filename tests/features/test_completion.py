"""Completion: each test shows a text with its cursor, and what is offered first."""

from __future__ import annotations

import pytest
from tests.support.markers import Fixture, fixture, game

from mtgr.analysis import Analysis
from mtgr.features.completion import MOST, complete
from mtgr.features.completion_docs import documentation
from mtgr.features.item import Completion, Item, plain_text, snippet_text, stop


def read(text: str) -> tuple[Fixture, Analysis]:
    clean = fixture(text)
    return clean, Analysis.of_lines(clean.text.split("\n"))


def ask(text: str) -> Completion:
    clean, analysis = read(text)
    return complete(analysis, clean.line, clean.column)


def offered(text: str, most: int = 5) -> list[str]:
    """The texts of the first items."""
    return [item.text.lstrip() for item in ask(text).items[:most]]


def first_line(text: str) -> str:
    """The line of the cursor with the first item in it."""
    clean, _ = read(text)
    line = clean.text.split("\n")[clean.line]
    item = ask(text).items[0]
    return line[: item.place.start] + item.text + line[item.place.end :]


BOARD = """
    new card #1 "Forest" owner "PlayerA" in battlefield
    new card #2 "Island" owner "PlayerA" in hand
    new token #3 "Bear" owner "PlayerB" in battlefield pt 2/2 by ?
"""


def unfinished(body: str, **more: str) -> str:
    """A game that breaks off after some lines."""
    return game(body, end="", **more).removesuffix("\n1-0\n")


# Objects


def test_an_object_is_offered_with_its_name() -> None:
    assert '#3 "Bear"' in offered(game(BOARD + "    #<|>"), MOST)


def test_a_name_finds_its_object() -> None:
    assert offered(game(BOARD + "    bea<|>")) == ['#3 "Bear"']


def test_beside_an_id_its_name_comes_first() -> None:
    assert offered(game(BOARD + "    #3 <|>"))[0] == '"Bear"'


def test_what_can_be_tapped_is_offered_to_be_tapped_before_what_is_tapped() -> None:
    tapped = '#1 "Forest" tap by ?\n'
    untapped = offered(game(BOARD + '    #1 "Forest" <|>'), MOST)
    assert untapped.index("tap") < untapped.index("untap")
    after = offered(game(BOARD + f'    {tapped}    #1 "Forest" <|>'), MOST)
    assert after.index("untap") < after.index("tap")


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("#<|> tap by ?", ['#3 "Bear"', '#4 "Ox"']),
        ("<|> tap by ?", ['#3 "Bear"', '#4 "Ox"']),
        ("#<|> untap by ?", ['#1 "Forest"']),
        ("#<|> move hand -> graveyard by ?", ['#2 "Island"', "#7"]),
        ("#<|> move exile -> hand by ? $1", ['#5 "Opt"']),
        ("#<|> play from exile", ['#5 "Opt"']),
        ("#<|> resolve", ["#6"]),
        ("#<|> identify", ["#7"]),
    ],
)
def test_objects_that_the_verb_behind_the_cursor_can_be_said_of_come_first(line: str, first: list[str]) -> None:
    body = f"""{BOARD}
        new token #4 "Ox" owner "PlayerA" in battlefield pt 2/2 by ?
        new card #5 "Opt" owner "PlayerA" in exile
        new ability #6 triggered of #4 "Ox" ? controller "PlayerA" in stack
        new hidden #7 owner "PlayerB" in hand
        #1 "Forest" tap by ?
        {line}
    """
    assert set(offered(game(body), len(first))) == set(first)


@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        ('#2<|> "Island" tap by ?', '0:01     #2 "Island" tap by ?'),
        ('#3 "Bear" attach #2<|> "Island" by ?', '0:01     #3 "Bear" attach #2 "Island" by ?'),
        ('new card #<|> "Opt" owner "PlayerA" in hand', '0:01     new card #4 "Opt" owner "PlayerA" in hand'),
        ('new ability #4 mana of #2<|> "T" controller', '0:01     new ability #4 mana of #2 "Island" "T" controller'),
        ('new ability #4 mana of #2<|> "Island" "T"', '0:01     new ability #4 mana of #2 "Island" "T"'),
        ('"Play<|> pass', '0:01     "PlayerA" pass'),
        ('"Play<|>er" pass', '0:01     "PlayerA" pass'),
    ],
)
def test_an_object_takes_the_place_of_its_name_too(line: str, becomes: str) -> None:
    clean, _ = read(game(BOARD + f"    {line}"))
    text = clean.text.split("\n")[clean.line]
    lines = {text[: item.place.start] + item.text + text[item.place.end :] for item in ask(game(BOARD + line)).items}
    assert becomes in lines


def test_each_item_brings_the_level_of_what_it_begins() -> None:
    found = {item.text.strip(): len(item.text) - len(item.text.lstrip()) for item in ask(game(BOARD + "    <|>")).items}
    assert {found['#3 "Bear"'], found['"PlayerA"'], found["new"]} == {4}
    assert (found["upkeep"], found["turn"]) == (2, 0)


def test_a_line_with_something_behind_the_cursor_keeps_its_indentation() -> None:
    assert all(item.text[0] != " " for item in ask(game(BOARD + "0:01     <|> tap by ?")).items)


@pytest.mark.parametrize(("line", "item"), [("-       <|>", '      "PlayerB" pass'), ("<|>", '-       "PlayerB" pass')])
def test_a_line_in_a_variation_goes_on_in_it(line: str, item: str) -> None:
    text = game('"PlayerA" pass\n-     (\n-       "PlayerB" priority\n-       #1 "x"\n-     )')
    found = [item.text for item in ask(text.replace('-       #1 "x"', line)).items]
    assert item in found[:2]
    assert line[0] == "-" or {each[:2] for each in found} == {"- "}


def test_counters_do_not_fall_below_zero() -> None:
    ask_for = [f'    #3 "Bear" counters "x" {old} -> <|>' for old in (0, 1)]
    assert [[each for each in offered(game(BOARD + line), MOST) if each[0] == "-"] for line in ask_for] == [[], []]
    assert "-1" in offered(game('    "PlayerA" life 0 -> <|>'), MOST)


ABILITY = """
    new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?
    new ability #2 triggered of #1 "Bear" "Gain 3 life." controller "PlayerA" in stack
    "PlayerA" priority
    0:01       stack
    0:01         #2 triggered of #1 "Bear" "Gain 3 life." controller "PlayerA"
    "PlayerA" pass
    "PlayerB" priority
    0:01       stack
    0:01         #2 triggered of #1 "Bear" "Gain 3 life." controller "PlayerA"
"""


def test_with_priority_a_player_passes() -> None:
    assert offered(game(ABILITY + "    <|>"))[0] == '"PlayerB" pass'


def test_after_all_passed_the_top_of_the_stack_resolves() -> None:
    assert offered(game(ABILITY + '    "PlayerB" pass\n    <|>'))[0] == "#2 resolve"
    assert offered(game(ABILITY + '    "PlayerB" pass\n    #<|>'))[0] == "#2 resolve"


def test_after_one_passed_the_other_has_priority_with_the_whole_snapshot() -> None:
    text = game(ABILITY.split('    "PlayerB" priority')[0] + "    <|>")
    assert first_line(text).split("\n") == [
        '0:01     "PlayerB" priority',
        "0:01       stack",
        '0:01         #2 triggered of #1 "Bear" "Gain 3 life." controller "PlayerA"',
    ]


def test_what_resolved_leaves_the_stack_and_is_the_cause() -> None:
    resolved = ABILITY + '    "PlayerB" pass\n    #2 resolve\n'
    assert "#2 cease by rule:resolve" in offered(game(resolved + "    <|>"))
    assert offered(game(resolved + '    "PlayerA" life 20 -> 23 <|>'))[0] == "by #2"
    assert offered(game(resolved + '    "PlayerA" life 20 -> 23 by <|>'))[0] == "#2"


def test_the_next_free_id() -> None:
    assert offered(game(BOARD + "    new card <|>"))[0] == "#4"


def test_the_next_hypothetical_id_inside_a_variation() -> None:
    assert offered(game(BOARD + "    -     (\n    -       new card <|>\n    -     )"))[0] == "#h1"


# Values


def test_the_current_zone_comes_first() -> None:
    assert offered(game(BOARD + '    #2 "Island" move <|>'))[0] == "hand"
    assert offered(game(BOARD + '    #1 "Forest" move <|>'))[0] == "battlefield"


def test_old_values_are_filled_in() -> None:
    assert offered(game('"PlayerA" li<|>'))[0] == "life 20 -> "
    assert offered(game('"PlayerA" life <|>'))[0] == "20"
    assert offered(game(BOARD + '    #3 "Bear" pt <|>'))[0] == "2/2"


def test_mana_in_the_pool_pays() -> None:
    text = """
        new card #1 "Bolt" owner "PlayerA" in hand
        #1 "Bolt" cast from hand
        "PlayerA" add {R} by ?
        <|>
    """
    assert offered(game(text))[0] == '"PlayerA" pay {R} by cost:#1'
    assert offered(game(text.replace("<|>", '"PlayerA" pay {<|>')))[0] == "{R} by cost:#1"


def test_a_mana_ability_gives_what_it_gave_before() -> None:
    before = """
        new card #1 "Temple" owner "PlayerA" in battlefield
        new ability #2 mana of #1 "Temple" ? controller "PlayerA"
        #1 "Temple" tap by cost:#2
        "PlayerA" add {C}{C} by #2
        "PlayerA" lose-mana {C}{C} by rule:empty-pool
        #1 "Temple" untap by ?
        new ability #3 mana of #1 "Temple" ? controller "PlayerA"
    """
    assert offered(game(before + "        <|>"))[0] == '#1 "Temple" tap by cost:#3'
    tapped = before + '        #1 "Temple" tap by cost:#3\n        <|>'
    assert offered(game(tapped))[0] == '"PlayerA" add {C}{C} by #3'


def test_damage_is_followed_by_the_life_it_costs() -> None:
    damage = '    #3 "Bear" damage "PlayerA" 2 by ?\n    <|>'
    assert offered(game(BOARD + damage))[0] == '"PlayerA" life 20 -> 18 by ?'


def test_rule_names_that_fit() -> None:
    assert offered(game(BOARD + '    #2 "Island" move stack -> graveyard by rule:<|>'))[0] == "rule:resolve"
    assert offered(game('"PlayerA" lose-mana {R} by <|>'))[0] == "rule:empty-pool"


def test_players_and_a_choice_made_by_the_other() -> None:
    assert offered(game('"<|>', end=""), MOST).count('"PlayerB"') == 1
    assert offered(game(BOARD + '    #1 "Forest" choose option "yes" by <|>')) == ['"PlayerB"']


def test_deck_names_for_a_new_card() -> None:
    text = game("new card #1 <|>").replace(" unknown", '\n0:00   main 1 "Bolt"\n0:00   main 4 "Opt"')
    assert offered(text) == ['"Opt"', '"Bolt"']


def test_what_a_card_did_before_it_does_again() -> None:
    text = """
        new card #1 "Bolt" owner "PlayerA" in stack
        #1 "Bolt" resolve
        #1 "Bolt" damage "PlayerB" 3 by #1
        "PlayerB" life 20 -> 17 by #1
        #1 "Bolt" move stack -> graveyard by rule:resolve
        new card #2 "Bolt" owner "PlayerA" in stack
        #2 "Bolt" resolve
        <|>
    """
    assert offered(game(text))[0] == '#2 "Bolt" damage "PlayerB" 3 by #2'
    life = text.replace("<|>", '#2 "Bolt" damage "PlayerB" 3 by #2\n        <|>')
    assert offered(game(life))[0] == '"PlayerB" life 17 -> 14 by #2'


# Structure


def test_an_empty_line_at_the_end_goes_on_at_the_time_of_the_line_before() -> None:
    text = unfinished("0:01   cleanup") + "\n<|>"
    lines = first_line(text).split("\n")
    assert lines[:2] == ['0:01 turn 2 "PlayerB"', "0:01   keyframe"]
    assert lines[2:] == [
        '0:01     player "PlayerA" life 20 poison 0 library 60',
        '0:01     player "PlayerB" life 20 poison 0 library 60',
    ]


def test_another_time_may_be_typed() -> None:
    text = unfinished("0:01   cleanup") + "\n0:02 <|>"
    assert first_line(text).split("\n")[:2] == ['0:02 turn 2 "PlayerB"', "0:02   keyframe"]


def test_indentation_is_put_right() -> None:
    assert first_line(unfinished("0:01   untap") + "\n0:02      <|>") == "0:02   upkeep"


def test_a_step_follows_the_step_before() -> None:
    assert "  upkeep" in [item.text for item in ask(unfinished("0:01   untap") + "\n0:01 <|>").items[:2]]


def test_permanents_untap() -> None:
    text = unfinished('new card #1 "Forest" owner "PlayerA" in battlefield\n#1 "Forest" tap by ?\n0:01   untap')
    assert first_line(text + "\n0:01 <|>") == '0:01     #1 "Forest" untap by rule:untap'


def test_a_card_is_drawn_in_the_draw_step() -> None:
    text = unfinished("0:01   draw") + "\n0:01     <|>"
    assert "new card #1 " in "\n".join(f"{each} " for each in offered(text)) or "new card" in offered(text)
    drawn = unfinished('0:01   draw\nnew card #1 "Opt" owner "PlayerA" in library') + "\n0:01     <|>"
    assert offered(drawn)[0] == '#1 "Opt" move library -> hand as draw by rule:draw'


def test_a_keyframe_is_written_from_the_state() -> None:
    text = unfinished('0:02 turn 2 "PlayerB"\n0:02   keyframe\n0:02     player "PlayerA" life 20 poison 0 library 60')
    assert first_line(text + "\n<|>") == '0:02     player "PlayerB" life 20 poison 0 library 60'


def test_a_priority_with_objects_on_the_stack_has_a_snapshot() -> None:
    text = ABILITY.split("    0:01       stack")[0] + "    0:01       <|>"
    assert offered(game(text))[0].startswith("stack\n")


def test_the_end_of_the_game_brings_the_result() -> None:
    assert offered(game("").removesuffix("1-0\n") + "<|>")[0] == "1-0"


def test_an_attack_comes_with_its_tap() -> None:
    text = unfinished('new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?\n0:01   declare-attackers')
    found = offered(text + "\n0:01     <|>")
    assert found[0] == '#1 "Bear" attack "PlayerB"'
    assert f'{found[0]}\n0:01     #1 "Bear" tap by rule:declare-attackers' in offered(text + "\n0:01     <|>", MOST)


SPELL = """
    new card #1 "Forest" owner "PlayerA" in battlefield
    new card #2 "Elf" owner "PlayerA" in hand
    <|>
"""


def sequence(text: str, start: str) -> Item:
    return next(item for item in ask(text).items if item.kind == "snippet" and item.label.startswith(start))


def test_a_cast_comes_with_its_payment_and_stops_where_it_is_not_known() -> None:
    item = sequence(game(SPELL), '#2 "Elf" cast')
    assert [line.partition("     ")[2] for line in item.text.split("\n")[1:]] == [
        'new ability #3 mana of #1 "Forest" ? controller "PlayerA"',
        '#1 "Forest" tap by cost:#3',
        '"PlayerA" add {G} by #3',
        '"PlayerA" pay {G} by cost:#2',
    ]
    assert '"PlayerA" add ${2:{G\\}} by #3' in item.snippet


def test_a_cast_is_paid_as_it_was_before() -> None:
    before = """
        new card #1 "Forest" owner "PlayerA" in battlefield
        new card #2 "Elf" owner "PlayerA" in stack
        "PlayerA" add {G} by ?
        "PlayerA" pay {G} by cost:#2
        new card #3 "Elf" owner "PlayerA" in hand
        <|>
    """
    before = before.replace("in stack", 'in hand\n        #2 "Elf" cast from hand')
    before = before.replace("        new card #3", '        #2 "Elf" move stack -> graveyard by ?\n        new card #3')
    item = sequence(game(before), '#3 "Elf" cast')
    assert item.snippet == ""
    assert item.text.endswith('"PlayerA" pay {G} by cost:#3')


def test_stops() -> None:
    text = f"{stop('{G}')} $ {stop('x')} {stop('{G}')}"
    assert plain_text(text) == "{G} $ x {G}"
    assert snippet_text(text) == "${1:{G\\}} \\$ ${2:x} ${1:{G\\}}"
    assert snippet_text("no stops: $1") == ""


# Tags


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("<|>", '[Mtgr "0.3.0"]'),
        ('[Mtgr "0.3.0"]\n<|>', '[Event "?"]'),
        ("[Term<|>", '[Termination "concession"]'),
        ('[Termination "pois<|>"]', '[Termination "poison"]'),
        ('[Player1 "A"]\n[Player2 "B"]\n[Perspective "<|>', '[Perspective "A"]'),
    ],
)
def test_tags_and_their_values(text: str, first: str) -> None:
    known = '[Mtgr "0.3.0"]\n[Event "?"]\n[Site "?"]\n[Date "?"]\n[Round "-"]\n'
    if text.startswith("[Term"):
        text = game("").split("\n\n")[0] + "\n" + text
    elif text.startswith("[Player1"):
        text = known + text
    assert offered(text)[0] == first


@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        ("[<|>]", '[Event "?"]'),
        ("[Ev<|>]", '[Event "?"]'),
        ('[Ev<|>ent "Open"]', '[Event "Open"]'),
        ('[Ev<|> "Open"]', '[Event "Open"]'),
        ('[Event "<|>Open"]', '[Event "?"]'),
    ],
)
def test_a_tag_takes_the_place_of_what_is_written_of_it(line: str, becomes: str) -> None:
    assert first_line(f'[Mtgr "0.3.0"]\n{line}\n') == becomes


def test_tags_of_the_game_before_are_offered_again() -> None:
    before = game("", number=1)
    assert '[Site "Arena"]' in offered(
        before.replace('[Site "?"]', '[Site "Arena"]') + '\n[Mtgr "0.3.0"]\n[Event "?"]\n<|>'
    )


def test_the_deck_opens_the_body() -> None:
    text = game("").split("\n\n")[0] + "\n\n<|>"
    assert offered(text)[0] == '0:00 deck "PlayerA"'


# Where nothing or only a part is offered


@pytest.mark.parametrize("end", ["{ <|>", "{ x <|> }", "; #<|>", "{x}<|>"])
def test_nothing_in_comments(end: str) -> None:
    assert ask(game(f'"PlayerA" keep {end}')).items == ()


def test_nothing_in_escape_lines() -> None:
    assert ask(game("% #<|>")).items == ()


def test_nags_with_glyph_and_meaning() -> None:
    items = ask(game('"PlayerA" keep $<|>')).items
    assert [(item.label, item.detail) for item in items[:2]] == [("$1 !", "good"), ("$2 ?", "poor, a mistake")]


def test_before_other_tokens_only_the_token_at_the_cursor_is_replaced() -> None:
    clean, analysis = read(game(BOARD + '    #2 "Island" move ha<|>x -> battlefield by ?'))
    found = complete(analysis, clean.line, clean.column)
    assert [item.text for item in found.items] == ["hand"]
    place = found.items[0].place
    assert clean.text.split("\n")[clean.line][place.start : place.end] == "hax"


def test_a_line_that_cannot_be_read_yet() -> None:
    assert "by ?" in offered(game(BOARD + '    #1 "Forest" tap <|>'), MOST)
    assert offered(game("??? <|>")) == []


def test_places_outside_the_text() -> None:
    _, analysis = read(game(""))
    assert complete(analysis, -1, 0).items == complete(analysis, 10_000, 0).items == ()
    assert complete(analysis, 2, 10_000) == complete(analysis, 2, len(analysis.lines[2]))


def test_a_long_list_says_that_there_is_more() -> None:
    cards = "".join(f'    new card #{number} "Card {number}" owner "PlayerA" in hand\n' for number in range(1, 150))
    found = ask(game(cards + "    <|>"))
    assert found.incomplete
    assert len(found.items) == MOST
    assert not ask(game('"PlayerA" keep $<|>')).incomplete


# Documentation


@pytest.mark.parametrize(
    ("about", "says"),
    [
        ('#1 "Forest" tap', "**tap**"),
        ('#1 "Forest" tap by rule:untap', "**rule:untap**"),
        ('#1 "Forest" move hand', "**hand**"),
        ("$5", "!?"),
        ('[Result "1-0"]', "Player1 won"),
        ("[Result", "Who won"),
        ("1-0", "Player1 won"),
        ("declare-attackers", "Declare attackers"),
    ],
)
def test_documentation(about: str, says: str) -> None:
    assert says in documentation(about)[0]


def test_there_is_no_documentation_for_what_is_not_known() -> None:
    assert documentation("???") == ("", "")
