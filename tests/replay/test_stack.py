"""The stack, choices, copies and snapshots (sections 7.2, 7.4, 9.9 and 14.6)."""

from __future__ import annotations

import pytest
from tests.replay.states import A, B, messages, state, thing

SPELL = """
    new card #1 "Cryptic Riddle" owner "PlayerA" in hand
    new token #2 "Thopter" owner "PlayerA" in battlefield pt 1/1 by ?
    #1 "Cryptic Riddle" cast from hand
    """


@pytest.mark.parametrize(
    "choice",
    [
        'mode "Draw a card."',
        'cost "kicker"',
        "x 3",
        "symbol {U/P} life",
        "symbol {W/U} {U}",
        "color blue",
        'option "pay 2 life"',
        'object #2 "Thopter"',
        'player "PlayerB"',
        "number 4",
        'name "Opt"',
        'type "Goblin"',
        "hidden",
    ],
)
def test_a_choice_is_recorded_as_a_snapshot_repeats_it(choice: str) -> None:
    assert thing(SPELL, f'#1 "Cryptic Riddle" choose {choice}').choices == (choice,)


def test_targets_are_recorded_among_the_choices() -> None:
    spell = thing(
        SPELL,
        """
        #1 "Cryptic Riddle" choose x 3
        #1 "Cryptic Riddle" target "PlayerB" amount 1
        #1 "Cryptic Riddle" target #2 "Thopter" amount 2
        """,
    )
    assert spell.choices == ("x 3", 'target "PlayerB" amount 1', 'target #2 "Thopter" amount 2')


def test_who_chose_is_no_part_of_a_choice() -> None:
    """R32."""
    assert thing(SPELL, '#1 "Cryptic Riddle" choose option "pay" by "PlayerB"').choices == ('option "pay"',)


def test_choices_are_cleared_when_the_card_is_put_on_the_stack() -> None:
    """R32: a choice made before is not one of the spell's, and those of the spell stay when it has left."""
    body = """
        new card #1 "Opt" owner "PlayerA" in hand
        #1 "Opt" choose option "reveal it"
        #1 "Opt" cast from hand<|>
        #1 "Opt" choose x 1
        #1 "Opt" resolve
        #1 "Opt" move stack -> graveyard by rule:resolve
        """
    assert thing(body).choices == ()
    assert thing(body.replace("<|>", "")).choices == ("x 1",)


def test_a_players_own_choice_belongs_to_no_object() -> None:
    found = state(SPELL, '"PlayerA" choose object #2 "Thopter" by rule:sba')
    assert {each.choices for each in found.objects.values()} == {()}


COPY = """
    #1 "Cryptic Riddle" choose x 3
    #1 "Cryptic Riddle" target "PlayerB"
    new copy #3 of #1 "Cryptic Riddle" "Cryptic Riddle" owner "PlayerB" in stack by #2
    """


def test_a_copy_has_the_choices_of_its_original() -> None:
    copy = thing(SPELL, COPY, id="#3")
    assert (copy.kind, copy.name, copy.controller, copy.of) == ("copy", '"Cryptic Riddle"', B, "#1")
    assert copy.choices == ("x 3", 'target "PlayerB"')
    assert state(SPELL, COPY).stack == ["#1", "#3"]


def test_targets_straight_after_a_copy_replace_all_its_targets() -> None:
    copy = thing(SPELL, COPY, '#3 "Cryptic Riddle" target "PlayerA"\n#3 "Cryptic Riddle" target #2 "Thopter"', id="#3")
    assert copy.choices == ("x 3", 'target "PlayerA"', 'target #2 "Thopter"')


def test_a_later_target_of_a_copy_is_one_more() -> None:
    copy = thing(SPELL, COPY, '"PlayerB" pass\n#3 "Cryptic Riddle" target "PlayerA"', id="#3")
    assert copy.choices == ("x 3", 'target "PlayerB"', 'target "PlayerA"')


def test_a_copy_of_a_split_half_may_show_the_half_or_not() -> None:
    body = """
        new card #1 "Fire // Ice" owner "PlayerA" in hand
        new card #2 "Alive // Well" owner "PlayerA" in hand
        #1 "Fire // Ice" cast from hand face "Ice"
        #2 "Alive // Well" cast from hand fused
        new copy #3 of #1 "Fire // Ice" "Fire // Ice" owner "PlayerA" in stack by ?
        new copy #4 of #2 "Alive // Well" "Alive // Well" owner "PlayerA" in stack by ?
        "PlayerA" priority
          stack
            #4 "Alive // Well" fused controller "PlayerA"
            #3 "Fire // Ice" face "Ice" controller "PlayerA"
            #2 "Alive // Well" fused controller "PlayerA"
            #1 "Fire // Ice" face "Ice" controller "PlayerA"
        """
    found = state(body)
    assert found.open == {}
    assert (found.objects["#3"].face, found.objects["#4"].fused) == ('"Ice"', True)
    assert state(body.replace('#3 "Fire // Ice" face "Ice"', '#3 "Fire // Ice"')).objects["#3"].face is None


def test_abilities() -> None:
    body = """
        new card #1 "Mirari" owner "PlayerA" in battlefield
        new ability #2 triggered of #1 "Mirari" "Copy it." controller "PlayerA" in stack
        #2 choose x 2
        new copy #3 of #2 controller "PlayerB" in stack by #1
        new ability #4 mana of #1 "Mirari" ? controller "PlayerA"
        """
    found = state(body)
    ability, copy, mana = (found.objects[id] for id in ("#2", "#3", "#4"))
    assert (ability.ability, ability.text, ability.of, ability.zone) == ("triggered", '"Copy it."', "#1", "stack")
    assert (copy.kind, copy.ability, copy.text, copy.choices) == ("ability", "triggered", '"Copy it."', ("x 2",))
    assert (copy.controller, copy.owner, copy.zone) == (B, None, "stack")
    assert (mana.zone, mana.ability, mana.text) == (None, "mana", "?")
    assert found.stack == ["#2", "#3"]
    assert state(body, "#3 cease by rule:no-choice").stack == ["#2"]


def test_a_delayed_trigger_names_its_effect() -> None:
    found = state("""
        new card #1 "Mirari" owner "PlayerA" in battlefield
        new effect #2 of #1 "Mirari" "At the end..." controller "PlayerA" by #1
        new ability #3 triggered of #1 "Mirari" ? controller "PlayerA" in stack from #2
        #2 cease by rule:delayed-trigger
        """)
    assert found.objects["#3"].from_effect == "#2"
    assert "#2" in found.ended


def test_a_snapshot_settles_the_stack_after_an_unreadable_line() -> None:
    """R47."""
    body = """
        new card #1 "Opt" owner "PlayerA" in hand
        #1 "Opt" cst from hand<|>
        "PlayerA" priority
          stack
            #1 "Opt" controller "PlayerA" x 3
        """
    assert ("", "stack") in state(body, sound=False).open
    found = state(body.replace("<|>", ""), sound=False)
    assert found.stack == ["#1"]
    assert found.objects["#1"].choices == ("x 3",)


BEFORE_SNAPSHOT = """
    #1 "Cryptic Riddle" choose x 3
    #1 "Cryptic Riddle" target #2 "Thopter"
    new ability #3 activated of #2 "Thopter" "Fly." controller "PlayerB" in stack
    "PlayerA" priority
      stack
    """
ABILITY = '#3 activated of #2 "Thopter" "Fly." controller "PlayerB"'
RIDDLE = '#1 "Cryptic Riddle" controller "PlayerA" x 3 target #2 "Thopter"'


def snapshot(*entries: str) -> list[str]:
    """What is found when a snapshot has these entries."""
    return messages(SPELL, BEFORE_SNAPSHOT, *(f"0:01         {entry}" for entry in entries))


def test_a_snapshot_that_agrees() -> None:
    assert snapshot(ABILITY, RIDDLE) == []


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (
            RIDDLE.replace("x 3", "x 4"),
            'check-6: `x 4` is not choice 1 of `#1` "Cryptic Riddle"; the replay has `x 3`',
        ),
        (
            RIDDLE.replace(' target #2 "Thopter"', ""),
            'check-6: `#1` "Cryptic Riddle" has recorded choices that are not repeated: `target #2 "Thopter"`',
        ),
        (
            RIDDLE.replace("Thopter", "Thopte"),
            'check-4: `#2` was written `target #2 "Thopter"` with this choice',
        ),
        (
            RIDDLE + ' target "PlayerB"',
            'check-6: `target "PlayerB"` is not choice 3 of `#1` "Cryptic Riddle"',
        ),
        (
            RIDDLE.replace("PlayerA", "PlayerB"),
            'check-6: "PlayerB" controls `#1` "Cryptic Riddle" here; in the replay "PlayerA" does since line 26',
        ),
        (
            RIDDLE.replace("controller", "fused controller"),
            'check-6: `#1` "Cryptic Riddle" is fused here; the replay has it not fused since line 26',
        ),
        (
            RIDDLE.replace("controller", 'face "Ice" controller'),
            'check-6: `#1` "Cryptic Riddle" has the face "Ice" here; the replay has its front since line 26',
        ),
    ],
)
def test_an_entry_of_a_spell_that_differs(entry: str, message: str) -> None:
    """Section 14.6."""
    assert snapshot(ABILITY, entry) == [message]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (
            ABILITY.replace("activated", "triggered"),
            "stack-entry-source: the `new` line of `#3` has activated, not triggered",
        ),
        (ABILITY.replace("Fly", "Fl"), 'stack-entry-source: the `new` line of `#3` has "Fly.", not "Fl."'),
        (ABILITY.replace("Thopter", "Thopte"), 'check-4: `#2` is "Thopter", not "Thopte"'),
        ('#3 "Thopter" controller "PlayerB"', "check-4: `#3` is written without a name: an ability has no name"),
    ],
)
def test_an_entry_of_an_ability_that_differs(entry: str, message: str) -> None:
    """Section 14.6, R36."""
    assert snapshot(entry, RIDDLE) == [message]


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ([RIDDLE], "check-6: `#3` is not listed, but it is on the replayed stack since line 29"),
        ([ABILITY, ABILITY, RIDDLE], "check-6: `#3` is listed twice"),
        (
            [ABILITY, '#2 "Thopter" controller "PlayerA"', RIDDLE],
            'check-6: `#2` "Thopter" is not on the replayed stack; it is in battlefield since line 25',
        ),
        ([ABILITY, RIDDLE.replace("#1", "#9")], "check-3: `#9` has no `new` line before this use"),
        ([RIDDLE, ABILITY], "check-6: `#3` is not at this place of the replayed stack"),
    ],
)
def test_a_snapshot_with_other_entries(entries: list[str], message: str) -> None:
    assert snapshot(*entries) == [message]


def test_a_repeated_choice_may_have_the_name_its_object_has_now() -> None:
    """R45."""
    body = """
        new card #1 "Opt" owner "PlayerA" in hand
        new hidden #2 owner "PlayerB" in hand
        #1 "Opt" cast from hand
        #1 "Opt" target #2
        #2 identify "Shock"
        "PlayerA" priority
          stack
            #1 "Opt" controller "PlayerA" target #2{}
        """
    assert messages(body.format("")) == messages(body.format(' "Shock"')) == []
    assert messages(body.format(' "Bolt"')) == ["check-4: `#2` was written `target #2` with this choice"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            '#2 "Thopter" resolve',
            'check-8: `#2` "Thopter" is not on the stack; it is in battlefield since line 25',
        ),
        (
            'new ability #3 activated of #2 "Thopter" ? controller "PlayerA" in stack\n#1 "Cryptic Riddle" fizzle',
            'check-8: `#1` "Cryptic Riddle" is not on top of the stack; `#3` is',
        ),
        ('"PlayerA" priority', 'check-14: a `stack` line must follow: 1 on the stack (`#1` "Cryptic Riddle")'),
        (
            '#1 "Cryptic Riddle" move stack -> graveyard by ?\n"PlayerA" priority\n  stack',
            "check-14: the stack is empty here, so no `stack` line can follow",
        ),
        (
            '#1 "Cryptic Riddle" resolve\n"PlayerA" priority\n  stack\n    #1 "Cryptic Riddle" controller "PlayerA"',
            'left-on-stack: `#1` "Cryptic Riddle" resolved but has not left the stack since line 27',
        ),
        (
            '#1 "Cryptic Riddle" fizzle\n#1 "Cryptic Riddle" move stack -> graveyard by rule:resolve',
            'leave-stack-cause: `#1` "Cryptic Riddle" fizzled, so it leaves the stack by `rule:fizzle`',
        ),
        (
            '#1 "Cryptic Riddle" countered by #2\n#1 "Cryptic Riddle" move stack -> graveyard by rule:resolve',
            'leave-stack-cause: `#1` "Cryptic Riddle" was countered, so it leaves the stack by `#2`',
        ),
        (
            '#1 "Cryptic Riddle" resolve\n#1 "Cryptic Riddle" move stack -> graveyard by rule:sba',
            'leave-stack-cause: `#1` "Cryptic Riddle" resolved, so it leaves the stack by `rule:resolve`',
        ),
        (
            'stack\n  #1 "Cryptic Riddle" controller "PlayerA"',
            "check-1: a `stack` line stands under a priority line",
        ),
    ],
)
def test_what_is_wrong_with_the_stack(body: str, message: str) -> None:
    assert messages(SPELL, body)[:1] == [message]
    assert len(messages(SPELL, body)) <= 2


def test_a_stack_line_that_stands_twice() -> None:
    body = '"PlayerA" priority\n  stack\n  stack\n    #1 "Cryptic Riddle" controller "PlayerA"'
    assert messages(SPELL, body) == ["check-1: one `stack` line stands under a priority line; this is the second"]


def test_while_checks_are_suspended_a_snapshot_is_believed() -> None:
    """Section 14.4."""
    body = """
        incomplete "lost"
        "PlayerA" priority
          stack
            #1 "Cryptic Riddle" controller "PlayerB" x 7
        """
    found = state(SPELL, body)
    assert (found.objects["#1"].controller, found.objects["#1"].choices) == (B, ("x 7",))
    assert found.suspended


def test_an_object_that_a_snapshot_does_not_list_has_left_the_stack() -> None:
    """R4: after a snapshot that differs, the stack is what it says."""
    found = state(
        SPELL,
        """
        new ability #3 activated of #2 "Thopter" ? controller "PlayerA" in stack
        "PlayerA" priority
          stack
            #3 activated of #2 "Thopter" ? controller "PlayerA"
        """,
        sound=False,
    )
    assert found.stack == ["#3"]
    assert ("#1", "zone") in found.open


def test_the_cost_of_a_spell_changes_in_a_chain() -> None:
    """Check 10, R51."""
    body = """
        #1 "Cryptic Riddle" cost {U} -> {1}{U} by #2
        #1 "Cryptic Riddle" cost {2}{U} -> {3}{U} by #2
        """
    assert messages(SPELL, body) == [
        'check-10: the cost of `#1` "Cryptic Riddle" is {2}{U} here; the line before it made it {1}{U} since line 27'
    ]
    again = """
        #1 "Cryptic Riddle" cost {U} -> {1}{U} by #2
        #1 "Cryptic Riddle" move stack -> hand by ?
        #1 "Cryptic Riddle" cast from hand
        #1 "Cryptic Riddle" cost {U} -> {2}{U} by #2
        """
    assert messages(SPELL, again) == []
    assert messages(SPELL, '#1 "Cryptic Riddle" cost {U}{W} -> {W} by #2') == [
        "cost-order: the symbols of a cost stand in the order {W}{U}{B}{R}{G}{C}{S}"
    ]


def test_who_controls_a_spell_may_not_be_named_as_its_chooser() -> None:
    """R24."""
    assert messages(SPELL, '#1 "Cryptic Riddle" choose x 1 by "PlayerA"') == [
        'check-5: "PlayerA" controls `#1` "Cryptic Riddle", so the choice is written without `by`'
    ]
    assert thing(SPELL, '#1 "Cryptic Riddle" choose x 1').controller == A


def test_entries_that_another_line_separates_from_a_stack_line_are_none_of_its() -> None:
    """Only those straight above may have changed places with it."""
    entry = '    #1 "Cryptic Riddle" controller "PlayerA"\n'
    found = messages(SPELL, f'{entry}"PlayerA" priority\n{entry}  stack')
    assert found[0] == "check-1: this entry has no `stack` line above it"
    assert not any("listed twice" in message for message in found)
