"""Games and cards over several files: each test shows the names that a query finds, in order."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.markers import game

from mtgr.analysis.catalogue import Catalogue, catalogue
from mtgr.features.workspace_symbols import Found, workspace_symbols


def a_file(*cards: str, **tags: str) -> Catalogue:
    """A game with these cards in the hand, and these values in the place of its tags."""
    text = game("\n".join(f'new card #{n} "{card}" owner "PlayerA" in hand' for n, card in enumerate(cards, 1)))
    lines = [
        next((f'[{tag} "{value}"]' for tag, value in tags.items() if line.startswith(f"[{tag} ")), line)
        for line in text.split("\n")
    ]
    return catalogue("\n".join(lines).encode())


FILES = [
    (
        "a",
        a_file("Lightning Bolt", "Urza's Tower", "Lim-Dûl the Necromancer", Event="New League", Date="2026.06.18"),
    ),
    ("b", a_file("Lightning Bolt", "Bolt Bend", "Fire // Ice", Event="Pro Tour", Player2="Ann Miller")),
]


def names(query: str, **options: Any) -> list[str]:
    return [f"{found.file}:{found.name}" for found in workspace_symbols(FILES, query, **options)]


def test_a_card_is_found_once_for_each_game() -> None:
    assert workspace_symbols(FILES, "lightning bolt") == [
        Found("card", "Lightning Bolt", "PlayerA - PlayerB 1-0", "a", 23, 21),
        Found("card", "Lightning Bolt", "PlayerA - Ann Miller 1-0", "b", 23, 21),
    ]


def test_a_card_in_a_deck_says_how_often() -> None:
    deck = '0:00 deck "PlayerA"\n0:00   main 4 "Opt"\n0:00   side 1 "Opt"'
    known = catalogue(game("").replace('0:00 deck "PlayerA" unknown', deck).encode())
    (found,) = workspace_symbols([("x", known)], "opt")
    assert found.container == "PlayerA - PlayerB 1-0, 4 main, 1 side"


def test_better_matches_come_first() -> None:
    files = [("x", a_file("Bob's Olt", "Abolter", "Lightning Bolt", "Bolt Bend", "Bolt"))]
    assert [found.name for found in workspace_symbols(files, "bolt")] == [
        "Bolt",  # the whole name
        "Bolt Bend",  # how the name begins
        "Lightning Bolt",  # how a word begins
        "Abolter",  # inside a word
        "Bob's Olt",  # its letters in order
    ]


@pytest.mark.parametrize("query", ["urza's tower", "urzas", "URZA’S", "tower urzas", "  tow  ur ", "utower"])
def test_ways_to_write_a_name(query: str) -> None:
    assert names(query) == ["a:Urza's Tower"]


@pytest.mark.parametrize("query", ["lim-dul", "lim dûl", "necro", "limdulthe"])
def test_accents_and_hyphens_do_not_count(query: str) -> None:
    assert names(query) == ["a:Lim-Dûl the Necromancer"]


def test_a_few_letters_are_not_looked_for_scattered() -> None:
    assert names("bd") == []
    assert names("bbd") == ["b:Bolt Bend"]


def test_a_game_says_by_which_tags_it_was_found() -> None:
    assert names("league") == ["a:PlayerA - PlayerB 1-0, Event New League"]
    assert names("2026.06.18") == ["a:PlayerA - PlayerB 1-0, Date 2026.06.18"]
    assert names("miller") == ["b:PlayerA - Ann Miller 1-0"]
    assert names("ann pro") == ["b:PlayerA - Ann Miller 1-0, Event Pro Tour"]
    assert names("pro 2026.06.18") == []


def test_a_game_names_its_place() -> None:
    (found,) = workspace_symbols(FILES, "league")
    assert (found.kind, found.container, found.file, found.line, found.column) == (
        "game",
        "New League, 2026.06.18, game 1",
        "a",
        0,
        0,
    )


def test_a_result_is_a_word() -> None:
    files = [("x", a_file(Result="0-1")), ("y", a_file(Result="1-0"))]
    assert [found.file for found in workspace_symbols(files, "1-0")] == ["y"]


def test_games_come_before_cards_that_match_as_well() -> None:
    files = [("x", a_file("Modern Age")), ("y", a_file(Event="Modern League", Format="?"))]
    assert [(found.kind, found.file) for found in workspace_symbols(files, "modern")] == [
        ("game", "x"),
        ("game", "y"),
        ("card", "x"),
    ]


@pytest.mark.parametrize("query", ["", "  ", "-"])
def test_an_empty_query_finds_everything(query: str) -> None:
    assert len(names(query)) == 2 + 6


def test_what_is_nowhere() -> None:
    assert names("zzz") == []
    assert workspace_symbols([], "bolt") == []
    assert workspace_symbols([("x", Catalogue())], "") == []


def test_no_card_crowds_out_the_others() -> None:
    files = [(str(n), a_file("Lightning Bolt")) for n in range(300)] + FILES
    found = workspace_symbols(files, "bolt")
    assert len(found) == 200
    assert [each.name for each in found].count("Bolt Bend") == 1
    assert len(workspace_symbols(files, "bolt", most=3)) == 3


def test_strange_texts_stay_on_one_line() -> None:
    files = [("x", a_file(r"a\nb" + "x" * 5000, Event="\u2028" + "y" * 5000))]
    for found in workspace_symbols(files, ""):
        assert "\n" not in found.name + found.container
        assert "\u2028" not in found.name + found.container
        assert len(found.name) + len(found.container) < 500
