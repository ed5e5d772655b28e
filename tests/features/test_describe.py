"""Objects and players of states that a test makes itself."""

from __future__ import annotations

from mtgr.features.answer import render
from mtgr.features.describe import object_rows, player_rows
from mtgr.replay.state import ANY, GameObject, Player, State


def bear(**values: object) -> GameObject:
    token = GameObject("#1", "token").replace(name='"Bear"', owner='"PlayerA"', controller='"PlayerA"', pt="2/2")
    return token.replace(**{"zone": "battlefield", **values})


def state(*objects: GameObject) -> State:
    players = {'"PlayerA"': Player(life="20", library=60), '"PlayerB"': Player(life="20", library=60)}
    return State(players=players, objects={thing.id: thing for thing in objects})


def plain(before: State | None, after: State | None, subject: str = "#1") -> list[str]:
    describe = object_rows if subject.startswith("#") else player_rows
    rows = describe(before, after, subject)
    return render(rows, bullets=True)[1].split("\n") if rows else []


def test_candidates_of_a_field_are_all_shown() -> None:
    after = state(bear())
    after.open["#1", "controller"] = ('"PlayerA"', '"PlayerB"')
    after.open["#1", "attached"] = (None, "#5")
    after.open["#1", "pt"] = (ANY,)
    assert plain(after, after) == [
        "#1 Bear token, owner PlayerA",
        "  zone: battlefield",
        "  controller: PlayerA or PlayerB (not settled)",
        "  power/toughness: not known",
        "  attached to: none or #5 (not settled)",
    ]


def test_a_field_that_becomes_settled_changes() -> None:
    before, after = state(bear()), state(bear())
    before.open["#1", "controller"] = ('"PlayerA"', '"PlayerB"')
    assert plain(before, after)[1] == "  controller: PlayerA or PlayerB (not settled) → PlayerA"


def test_every_kind_of_value_can_be_shown() -> None:
    after = state(
        bear(
            tapped=True,
            face='"Ice"',
            fused=True,
            counters=(('"+1/+1"', "2"), ('"lore"', "1")),
            attached="#2",
            with_id="#3",
            adventure='"PlayerB"',
            companion=True,
            goaded=('"PlayerA"', '"PlayerB"'),
            own_name='"Clone"',
        ),
        GameObject("#2", "card").replace(name='"Forest"'),
    )
    after.ended["#3"] = GameObject("#3", "card").replace(name='"Plains"')
    assert plain(after, after)[1:] == [
        "  zone: battlefield",
        "  tapped: yes",
        "  face: Ice",
        "  fused: yes",
        "  power/toughness: 2/2",
        "  counters: +1/+1 ×2, lore ×1",
        "  attached to: #2 Forest",
        "  exiled with: #3 Plains",
        "  on an adventure for: PlayerB",
        "  companion: yes",
        "  … and 2 more",
    ]


def test_what_changed_is_never_left_out() -> None:
    many = {"tapped": True, "face": '"Ice"', "fused": True, "attached": "#2", "with_id": "#3", "companion": True}
    assert "  companion: no → yes" in plain(state(bear()), state(bear(**many, goaded=('"PlayerB"',))))


def test_a_choice_that_is_added_stands_out() -> None:
    before, after = (
        state(GameObject("#1", "card").replace(name='"Shock"', zone="stack", choices=choices))
        for choices in (('mode "a"',), ('mode "a"', "x 3"))
    )
    (rows,) = [r for r in object_rows(before, after, "#1") if r[0].text == "choices: "]
    assert [(piece.text, piece.style) for piece in rows[1:]] == [('mode "a"; ', "quoted"), ("x 3", "bold")]


def test_kinds_of_object() -> None:
    def kind(thing: GameObject) -> str:
        return plain(None, state(thing))[0]

    assert kind(GameObject("#1", "hidden")) == "#1 hidden card"
    assert kind(GameObject("#1", "hidden").replace(name='"Opt"')) == "#1 Opt card"
    assert kind(GameObject("#1", "effect")) == "#1 lasting effect"
    assert kind(GameObject("#1", "ability").replace(ability="loyalty")) == "#1 loyalty ability"
    assert kind(GameObject("#1", "copy").replace(zone="stack")) == "#1 copy"
    assert kind(GameObject("#1", "copy").replace(zone="battlefield")) == "#1 token, a copy"
    assert kind(GameObject("#1", "unknown")) == "#1 object used without a new line, so nothing is known of it"
    outside = GameObject("#1", "card").replace(zone='outside "sideboard"')
    assert plain(None, state(outside))[2] == "  zone: outside (sideboard)"


def test_an_unknown_object_or_player_has_no_rows() -> None:
    assert plain(None, None) == plain(state(), state()) == []
    assert plain(None, None, '"PlayerA"') == plain(state(), state(), '"PlayerC"') == []


def test_a_player_who_is_active() -> None:
    after = state(bear(zone="hand"))
    after.turn, after.active = "3", '"PlayerA"'
    after.players['"PlayerA"'] = Player("20", "1", 53, (('"energy"', "2"),), "{R}{G}")
    assert plain(None, after, '"PlayerA"') == [
        "PlayerA, Player1, active player of turn 3",
        "  life: 20",
        "  poison: 1",
        "  counters: energy ×2",
        "  mana pool: {R}{G}",
        "  library: 53",
        "  hand: 1",
    ]


def test_totals_that_are_not_settled() -> None:
    before, after = state(), state()
    after.open['"PlayerB"', "life"] = ("18", "17")
    assert plain(before, after, '"PlayerB"')[1] == "  life: 20 → 18 or 17 (not settled)"
