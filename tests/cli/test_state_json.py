"""The promised form of a state as data."""

from __future__ import annotations

import json

import pytest
from tests.support.full_state import A, full_state

from mtgr.analysis.state_json import Digits, id_order, number, state_json
from mtgr.cli.json_text import json_text
from mtgr.replay.state import GameObject, Player, State


def test_a_whole_state() -> None:
    def card(name: str, owner: str, controller: str, zone: str, **others: object) -> dict[str, object]:
        return {"kind": "card", "name": name, "owner": owner, "controller": controller, "zone": zone} | others

    assert state_json(full_state(), line=212, game=1, branch=200) == {
        "line": 212,
        "game": 1,
        "turn": 5,
        "active": "PlayerA",
        "day_night": "day",
        "suspended": False,
        "branch": 200,
        "stack": ["12", "11"],
        "players": {
            "PlayerA": {"life": 20, "poison": 0, "counters": {"energy": 2}, "library": 43, "mana": "{R}{R}"},
            "PlayerB": {"life": -1, "poison": 3, "counters": {}, "library": 52, "mana": ""},
        },
        "objects": {
            "1": card("Forest", "PlayerA", "PlayerA", "battlefield", tapped=True),
            "2": card(
                "Ragavan, Nimble Pilferer",
                "PlayerB",
                "PlayerA",
                "battlefield",
                pt="3/2",
                counters={"+1/+1": 1, "shield": 2},
                goaded=["PlayerB"],
                own_name="Clone",
            ),
            "3": {"kind": "hidden", "name": None, "owner": "PlayerB", "controller": "PlayerB", "zone": "hand"},
            "4": card("Goblin", "PlayerB", "PlayerB", "battlefield", pt="?", attached="2") | {"kind": "token"},
            "5": card("Bonecrusher Giant // Stomp", "PlayerB", "PlayerB", "exile", adventure="PlayerA"),
            "6": card("Fatal Push", "PlayerB", "PlayerB", "exile") | {"with": "2"},
            "7": card("Delver // Aberration", "PlayerA", "PlayerA", "battlefield", face="Aberration", pt="3/2"),
            "8": card("Opt", "PlayerA", "PlayerB", "graveyard"),
            "9": card("Lurrus", "PlayerA", "PlayerA", "outside", outside="sideboard", companion=True),
            "10": {
                "kind": "effect",
                "name": None,
                "owner": None,
                "controller": "PlayerA",
                "zone": None,
                "text": 'Until your "next" turn',
                "of": "2",
            },
            "11": card(
                "Fire // Ice",
                "PlayerB",
                "PlayerB",
                "stack",
                fused=True,
                choices=['target #2 "Ragavan, Nimble Pilferer"', "x 3"],
            ),
            "12": {
                "kind": "ability",
                "name": None,
                "owner": None,
                "controller": "PlayerA",
                "zone": "stack",
                "text": "Add {C}\nor {G}",
                "of": "2",
                "from": "10",
                "ability": "triggered",
            },
            "13": {
                "kind": "ability",
                "name": None,
                "owner": None,
                "controller": "PlayerA",
                "zone": None,
                "text": "?",
                "of": "1",
                "ability": "mana",
            },
            "14": {
                "kind": "emblem",
                "name": None,
                "owner": "PlayerA",
                "controller": "PlayerA",
                "zone": "command",
                "text": "Creatures you control have haste.",
            },
            "15": card("Island", "PlayerA", "PlayerA", "library", position="top 2"),
            "h1": {"kind": "unknown", "name": "\x1b[31mRed", "owner": None, "controller": None, "zone": None},
        },
        "open": {
            "objects/2/controller": ["PlayerA", "PlayerB"],
            "players/PlayerB/life": [-1, 0],
            "objects/6/with": [],
            "objects/6/zone": [],
            "objects/6/tapped": [True, False],
            "objects/6/counters": [{}, {"+1/+1": 2}],
            "objects/6/position": ["top 1", None],
            "objects/6/choices": [[], ["x 3", "hidden"]],
            "day_night": ["day", None],
        },
    }


def test_before_the_first_turn() -> None:
    written = state_json(State(), line=1, game=2)
    assert [written[key] for key in ("turn", "active", "day_night", "branch", "stack")] == [None, None, None, None, []]


def test_numbers_of_any_length_are_written_as_numbers() -> None:
    long = "9" * 5000
    state = State(players={A: Player(f"-{long}", "0", 10**5000 - 1, (('"energy"', long),))}, turn=long)
    text = json_text(state_json(state, line=1, game=1))
    assert f'"turn": {long}' in text
    assert f'"life": -{long}' in text
    assert f'"library": {long}' in text
    assert f'{{"energy": {long}}}' in text
    assert json.loads(text, parse_int=str)["turn"] == long


@pytest.mark.parametrize(
    ("token", "value"), [("0", 0), ("-17", -17), (20, 20), ("?", "?"), ("²", "²"), ("8" * 4001, Digits("8" * 4001))]
)
def test_numbers(token: str | int, value: int | str) -> None:
    assert number(token) == value
    assert type(number(token)) is type(value)


def test_a_state_with_long_numbers_can_be_sent_by_an_ordinary_writer() -> None:
    state = State(players={A: Player("9" * 5000)})
    assert json.loads(json.dumps(state_json(state, line=1, game=1)))["players"]["PlayerA"]["life"] == "9" * 5000


def test_ids_are_sorted_by_number_and_hypothetical_ones_last() -> None:
    ids = ["#h2", "#10", "#9", "#h10", f"#{'9' * 40}", "#1"]
    assert sorted(ids, key=id_order) == ["#1", "#9", "#10", f"#{'9' * 40}", "#h2", "#h10"]


@pytest.mark.parametrize(
    ("kind", "zone", "written"),
    [("copy", "stack", "copy"), ("copy", "battlefield", "token"), ("card", "battlefield", "card")],
)
def test_a_copy_that_has_resolved_is_a_token(kind: str, zone: str, written: str) -> None:
    state = State()
    state.objects["#1"] = GameObject("#1", kind).replace(zone=zone)  # type: ignore[arg-type]
    objects = state_json(state, line=1, game=1)["objects"]
    assert isinstance(objects, dict)
    assert objects["1"]["kind"] == written
