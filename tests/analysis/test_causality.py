"""Causality. In the tests a comment says what a line is called, and what caused it: ``{damage < bolt, step}``."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from time import process_time

import pytest
from tests.support.markers import game

from mtgr.analysis import Analysis
from mtgr.analysis.causality import Link, causes, effects, place_of
from mtgr.analysis.web import web

VALID = sorted((Path(__file__).parents[2] / "conformance" / "valid").rglob("*.mtgr"))


def links(analysis: Analysis) -> list[Link]:
    return [
        link for each in analysis.games for n in range(each.start, each.end) for link in causes(each, analysis.lines, n)
    ]


def check(body: str, pregame: str = "") -> None:
    """Every line is caused by the lines that it says; of those that have no comment by none. A step or turn line
    without a comment is called what it says."""
    analysis = Analysis.of_bytes(game(dedent(body), pregame=dedent(pregame)).encode())
    called: dict[int, str] = {}
    expected: dict[int, set[str]] = {}
    for n in range(len(analysis.lines)):
        line = analysis.line(n)
        if line.kind == "body":
            comment = (line.statement.brace or "{}")[1:-1]
            name, _, why = comment.partition("<")
            called[n] = name.strip() or line.statement.text.split(" {")[0]
            expected[n] = {each.strip() for each in why.split(",")} - {""}
    found: dict[int, set[str]] = {n: set() for n in called}
    for link in links(analysis):
        found[link.effect].add(called[link.cause])
    assert {called[n]: found[n] for n in called} == {called[n]: expected[n] for n in called}


def test_a_spell_from_its_casting_to_what_its_resolution_did() -> None:
    check("""
        #7 "Bolt" cast from hand {cast}
        #7 "Bolt" choose cost "kicker" {kicker < cast}
        #7 "Bolt" target "PlayerB" {target < cast}
        "PlayerA" pay {R} by cost:#7 {pay < cast}
        "PlayerA" pass
        #7 "Bolt" resolve {resolve < cast}
        "PlayerA" choose number 1 by ? {unknown}
        #7 "Bolt" choose object #8 by "PlayerB" {choice < resolve}
        "PlayerA" life 20 -> 19 by cost:#7 {unless < resolve}
        #7 "Bolt" damage "PlayerB" 3 by #7 {damage < resolve}
        #7 "Bolt" move stack -> graveyard by rule:resolve {leaves < resolve}
        "PlayerB" life 17 -> 16 by #7 {later < resolve}
        #7 "Bolt" cast from graveyard {again}
        #7 "Bolt" countered by #9 {countered < again}
        #7 "Bolt" move stack -> exile by #9 {exiled}
        "PlayerB" life 16 -> 15 by #7 {from exile < exiled}
    """)


def test_a_spell_that_fizzles() -> None:
    check("""
        #7 "Bolt" cast from hand {cast}
        #7 "Bolt" fizzle by #7 {fizzle < cast}
        #7 "Bolt" move stack -> graveyard by rule:fizzle {leaves < fizzle}
    """)


def test_a_permanent_does_what_it_does_since_it_entered() -> None:
    check("""
        #1 "Oracle" play from hand {play}
        new ability #2 mana of #1 "Oracle" ? controller "PlayerA" {mana < play}
        #1 "Oracle" tap by cost:#2 {tap < mana}
        "PlayerA" add {R} by #2 {add < mana}
        new ability #3 activated of #1 "Oracle" ? controller "PlayerA" in stack {ability < play}
        "PlayerA" pay {R} by cost:#3 {pay < ability}
        #4 "Duress" cast from hand {duress}
        #4 "Duress" cost {B} -> {1}{B} by #1 {cost < play, duress}
        0:01   upkeep
        #3 resolve {resolve < ability}
        "PlayerB" life 3 -> 4 by #3 replacement #1 replacement #4 {life < resolve, play, duress}
        #3 cease by rule:resolve {cease < resolve}
    """)


def test_what_an_object_of_an_earlier_turn_did() -> None:
    check("""
        #1 "Oracle" play from hand {play}
        0:02 turn 2 "PlayerB"
        0:02   upkeep
        "PlayerB" life 3 -> 4 by #1 {there < play}
        #1 "Oracle" move battlefield -> hand by #1 {bounce < play}
        "PlayerB" life 4 -> 5 by #1 {in hand < bounce}
        0:03 turn 3 "PlayerA"
        0:03   upkeep
        "PlayerB" life 5 -> 6 by #1 {hand still < bounce}
        "PlayerB" pass
        #1 "Oracle" play from hand {again}
        "PlayerB" life 6 -> 7 by #1 {there again < again}
    """)


def test_triggered_abilities_follow_the_last_that_their_source_did_in_the_step() -> None:
    check("""
        #1 "Riddler" resolve {resolve}
        #1 "Riddler" move stack -> battlefield by rule:resolve {enter < resolve}
        new ability #2 triggered of #1 "Riddler" ? controller "PlayerA" in stack {entered < enter}
        #2 cease by rule:no-choice {removed < entered}
        0:01   declare-attackers
        #1 "Riddler" attack "PlayerB" {attack}
        #1 "Riddler" tap by rule:declare-attackers {tap < attack}
        new ability #3 triggered of #1 "Riddler" ? controller "PlayerA" in stack {attacked < attack}
        #3 resolve {begin < attacked}
        #3 cease by rule:intervening-if {if < begin}
        0:01   end
        new ability #4 triggered of #1 "Riddler" ? controller "PlayerA" in stack {at end < enter}
    """)


def test_effects_and_the_triggers_that_come_from_them() -> None:
    check("""
        #1 "Riddler" resolve {resolve}
        new effect #2 of #1 "Riddler" ? controller "PlayerA" by #1 {effect < resolve}
        new effect #3 of #9 ? controller "PlayerA" by #1 {other < resolve}
        0:02 turn 2 "PlayerB"
        0:02   untap
        #3 cease by rule:duration {ends < other, untap}
        0:02   end
        new ability #4 triggered of #1 "Riddler" ? controller "PlayerA" in stack from #2 {trigger < resolve, effect}
        #2 cease by rule:delayed-trigger {over < trigger}
    """)


def test_combat() -> None:
    check("""
        0:01   declare-attackers
        #1 "Bear" attack "PlayerB" {attack}
        #1 "Bear" tap by rule:declare-attackers {tap < attack}
        0:01   declare-blockers
        #2 "Wall" block #1 "Bear" {block}
        0:01   combat-damage
        #1 "Bear" damage #2 "Wall" 2 by rule:combat-damage {hit < attack, combat-damage}
        #2 "Wall" counters "-1/-1" 0 -> 2 by rule:combat-damage {wither < hit}
        #2 "Wall" pt 1/1 -> -1/-1 by rule:combat-damage {shrink < hit}
        "PlayerA" life 20 -> 22 by rule:combat-damage {lifelink < hit}
        #2 "Wall" damage #1 "Bear" 0 prevented by rule:combat-damage {held < block, combat-damage}
        #3 "Fox" damage "PlayerB" 2 by rule:combat-damage {fox < combat-damage}
        "PlayerB" poison 0 -> 2 by rule:combat-damage {poison < fox}
        #2 "Wall" move battlefield -> graveyard by rule:sba {dies < shrink}
        "PlayerB" lose by rule:sba {loses < poison}
    """)


def test_what_damage_leads_to_and_what_else_its_source_does() -> None:
    check("""
        #1 "Helix" resolve {resolve}
        #1 "Helix" damage "PlayerB" 3 by #1 {damage < resolve}
        "PlayerB" life 20 -> 17 by #1 {loss < damage}
        "PlayerA" life 20 -> 23 by #1 {gain < resolve}
        "PlayerB" life 17 -> 16 by #1 {no result < resolve}
        #1 "Helix" damage #2 "Jace" 3 by #1 {walker < resolve}
        #2 "Jace" counters "loyalty" 4 -> 1 by #1 {loyalty < walker}
        #2 "Jace" counters "loyalty" 1 -> 0 by #3 {other cause}
        #2 "Jace" move battlefield -> graveyard by rule:sba {dies < other cause}
    """)


def test_state_based_actions() -> None:
    check("""
        new token #1 "Elf" owner "PlayerA" in battlefield pt 0/0 by ? {enters}
        #1 "Elf" move battlefield -> graveyard by rule:sba {dies < enters}
        #1 "Elf" cease by rule:sba {gone < dies}
        #4 "Bolt" resolve {resolves}
        #4 "Bolt" move stack -> graveyard by rule:resolve {leaves < resolves}
        #4 "Bolt" cease by rule:sba {a copy < leaves}
        #2 "Jace" play from hand {first}
        "PlayerA" choose object #2 "Jace" by rule:sba {keep < precombat-main}
        #3 "Jace" move battlefield -> graveyard by rule:sba {legend < keep}
        0:01   end
        #2 "Jace" move battlefield -> graveyard by rule:sba {nobody knows < end}
    """)


def test_what_falls_off_follows_what_it_was_attached_to() -> None:
    check("""
        new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ? {bear}
        #2 "Rancor" move stack -> battlefield by ? {rancor}
        #2 "Rancor" attach #1 "Bear" by ? {attached}
        #2 "Rancor" move battlefield -> graveyard by rule:sba {too soon < rancor}
        #1 "Bear" move battlefield -> hand by #9 {bounce}
        #2 "Rancor" move battlefield -> graveyard by rule:sba {falls off < bounce}
        0:02 turn 2 "PlayerB"
        0:02   keyframe
        0:02     #3 "Hammer" battlefield "PlayerA" attached #4
        0:02   end
        #4 "Wolf" move battlefield -> graveyard as sacrifice by ? {wolf}
        #3 "Hammer" unattach by rule:sba {unattached < wolf}
        0:02   cleanup
        #3 "Hammer" unattach by rule:sba {nobody knows < cleanup}
    """)


def test_turn_based_actions_and_the_pregame() -> None:
    check(
        """
        0:01   untap
        #1 untap by rule:untap {untapped < untap}
        day by rule:day-night {it is day < untap}
        0:01   draw
        #2 move library -> hand as draw by rule:draw {drawn < draw}
        0:01   cleanup
        #3 pt 3/3 -> 2/2 by rule:cleanup {worn off < cleanup}
        "PlayerA" lose-mana {R} by rule:empty-pool {lost < cleanup}
        """,
        pregame="""
        #1 move library -> hand as draw by rule:opening-hand {seven < pregame}
        "PlayerA" mulligan {again}
        "PlayerA" shuffle by rule:mulligan {shuffle < again}
        #1 move library -> hand as draw by rule:opening-hand {six < pregame}
        """,
    )


def test_how_a_land_enters_is_chosen_before_it_does() -> None:
    check("""
        new card #1 "Grave" owner "PlayerA" in hand {new}
        #1 "Grave" choose option "pay 2 life" {option < play}
        "PlayerA" life 20 -> 18 by #1 {life < play}
        #1 "Grave" play from hand {play}
        new card #2 "Grave" owner "PlayerA" in library {second}
        #3 "Delta" resolve {resolve}
        #2 "Grave" choose option "pay 2 life" {pay < fetched}
        #2 "Grave" move library -> battlefield by #3 {fetched < resolve}
        #2 "Grave" move battlefield -> exile by #2 {flicker < fetched}
        #2 "Grave" move exile -> battlefield by #2 {back < flicker}
        #2 "Grave" choose color red {color < back}
        #3 "Delta" choose number 3 {number < resolve}
        #2 "Grave" move exile -> battlefield by ?
    """)


def test_copies_tokens_and_special_actions() -> None:
    check("""
        #1 "Bolt" cast from hand {cast}
        #2 resolve {resolve}
        new copy #3 of #1 "Bolt" "Bolt" owner "PlayerA" in stack by #2 {copy < cast, resolve}
        #3 "Bolt" target "PlayerB" {target < copy}
        new copy #4 of #2 controller "PlayerA" in stack by ? {copied ability < resolve}
        new token #5 "Elf" owner "PlayerA" in battlefield by #2 {token < resolve}
        new emblem #6 ? owner "PlayerA" by #5 {emblem < token}
        #7 "Lurrus" special companion {special}
        "PlayerA" pay {C} by cost:#7 {pay < special}
        #7 "Lurrus" move outside "sideboard" -> hand by #7 {to hand < special}
    """)


def test_what_nothing_is_known_of_has_no_cause() -> None:
    check("""
        #1 "Bolt" cast from hand by ? {cast}
        "PlayerA" life 20 -> 19 by #9 {unknown object}
        "PlayerB" concede
        "PlayerA" lose by source:clock {clock}
        #8 move hand -> exile by "PlayerA" {player}
        #8 flies by #1 {unreadable}
        % #8 tap by #1
        % upkeep
        #9 tap by rule:sba {after an escape line < precombat-main}
        MTGO_note "x" by #1 {extension < cast}
    """)


def test_variations_go_on_from_what_led_up_to_them() -> None:
    check("""
        #1 "Bolt" cast from hand {cast}
        #1 "Bolt" resolve {resolve < cast}
        -     (
        -       #1 "Bolt" countered by #2 {countered < cast}
        -       new token #h1 "Elf" owner "PlayerA" in battlefield by #1 {elf < cast}
        -       (
        -         #h1 "Elf" attack "PlayerB" {attack}
        -         #h1 "Elf" tap by rule:declare-attackers {tap < attack}
        -         #1 "Bolt" tap by #h1 {nothing else}
        -       )
        -     combat-damage {step}
        -       #h1 "Elf" damage "PlayerB" 1 by rule:combat-damage {hit < step}
        -       "PlayerB" life 20 -> 19 by #h1 {life < elf}
        -     )
        "PlayerB" life 20 -> 17 by #1 {main < resolve}
        "PlayerB" life 17 -> 16 by #h1 {not known here}
    """)


def test_turns_and_steps_around_a_line() -> None:
    body = """
        "PlayerA" keep
        0:02 turn 2 "PlayerB"
        0:02   keyframe
        0:02   upkeep
        "PlayerA" pass
        -     (
        -     end
        -       "PlayerB" pass
        -   turn 3 "PlayerA"
        -       "PlayerB" keep
        -     )
    """
    analysis = Analysis.of_bytes(game(dedent(body)).encode())
    (only,) = analysis.games
    shown = {}
    for n in range(only.start, only.end):
        turn, step = place_of(only, analysis.lines, n)
        shown[analysis.lines[n].strip("0123456789:- ")] = tuple(
            None if each is None else analysis.lines[each].strip("0123456789:- ") for each in (turn, step)
        )
    assert shown['"PlayerA" keep'] == ('turn 1 "PlayerA"', "precombat-main")
    assert shown["keyframe"] == ('turn 2 "PlayerB"', None)
    assert shown["upkeep"] == ('turn 2 "PlayerB"', "upkeep")
    assert shown['"PlayerA" pass'] == ('turn 2 "PlayerB"', "upkeep")
    assert shown['"PlayerB" pass'] == ('turn 2 "PlayerB"', "end")
    assert shown['"PlayerB" keep'] == ('turn 3 "PlayerA"', None)
    assert shown['[Event "?"]'] == (None, None)


def test_many_and_deep_variations_take_little_time() -> None:
    deep = [line for depth in range(2000) for line in (f"- {'  ' * depth}(", f"- {'  ' * depth}  #1 tap by #1")]
    many = ["- " + "  " * (number % 7 + 9) + character for number in range(5000) for character in "()"]
    events = ["0:01     #1 tap by #1"] * 5000
    lines = [*game("").split("\n")[:-3], *events, *many, *deep, "1-0", ""]
    analysis = Analysis.of_lines(lines)
    (only,) = analysis.taken_apart()
    start = process_time()
    assert causes(only, lines, lines.index(events[0])) == []
    assert process_time() - start < 2


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_causes_and_effects_say_the_same_and_lead_to_every_line(path: Path) -> None:
    analysis = Analysis.of_bytes(path.read_bytes())
    for each in analysis.games:
        found = [causes(each, analysis.lines, n) for n in range(each.start, each.end)]
        caused = [effects(each, analysis.lines, n) for n in range(each.start, each.end)]
        assert sorted(link for some in found for link in some) == sorted(link for some in caused for link in some)
        for n, some in enumerate(found, each.start):
            assert some == sorted(some)
            assert caused[n - each.start] == sorted(caused[n - each.start])
            line = analysis.line(n)
            if line.kind == "body" and (cause := line.statement.cause):
                id = cause.removeprefix("cost:")
                known = analysis.introduction(n, id) if id.startswith("#") else cause.startswith("rule:")
                assert some or not known, line.text
        # From the lines that nothing caused, in the order of events, every line is reached once what caused it is.
        waiting = {n: len(some) for n, some in enumerate(found, each.start)}
        roots = [n for n, count in waiting.items() if not count]
        for n in roots:
            for link in caused[n - each.start]:
                waiting[link.effect] -= 1
                if not waiting[link.effect]:
                    roots.append(link.effect)
        assert len(roots) == each.end - each.start


@pytest.mark.parametrize("path", VALID[::2], ids=lambda path: path.stem)
def test_what_has_been_read_before_does_not_matter(path: Path) -> None:
    """What caused a line and what it caused is the same whether or not other turns have been read before."""
    analysis = Analysis.of_bytes(path.read_bytes())
    links(analysis)  # now all have been read
    for each in analysis.games:
        asked = range(each.start, each.end, 1 + (each.end - each.start) // 60)
        known = {n: (causes(each, analysis.lines, n), effects(each, analysis.lines, n)) for n in asked}
        for n, found in known.items():
            for block in each.blocks:
                block.notes.pop(web, None)
            assert (causes(each, analysis.lines, n), effects(each, analysis.lines, n)) == found
