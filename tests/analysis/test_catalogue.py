"""The catalogue of a file: its games and cards, found without parsing it."""

from __future__ import annotations

import pickle
from pathlib import Path
from time import process_time

import pytest
from tests.support.markers import game

from mtgr.analysis import Analysis
from mtgr.analysis.catalogue import CardEntry, Catalogue, catalogue
from mtgr.syntax.tokens import decode

NAMES = {"main": "card", "side": "card", "new card": "name", "identify": "name"}
"""The slot that names a card, for each form that introduces one."""
VALID = sorted((Path(__file__).parents[2] / "conformance" / "valid").rglob("*.mtgr"))


def cards(body: str, deck: str = "") -> list[CardEntry]:
    text = game(body).replace('deck "PlayerA" unknown', 'deck "PlayerA"' + deck)
    (found,) = catalogue(text.encode()).games
    return list(found.cards)


def test_tags_and_lines_of_games() -> None:
    text = game("") + "\n" + game("", number=2, result="*").replace('"Modern"', r'"a \"b\" \\ \n ü"')
    first, second = catalogue(text.encode()).games
    assert (first.line, second.line) == (0, 26)
    assert first.tags[:2] == (("Mtgr", "0.3.0"), ("Event", "?"))
    assert (second.tag("Game"), second.tag("Result"), second.tag("Format")) == ("2", "*", 'a "b" \\ \n ü')
    assert (first.tag("Format"), first.tag("Annotator"), len(first.tags)) == ("Modern", "?", 12)


def test_cards_of_a_deck() -> None:
    deck = '\n0:00   main 4 "Opt"\n0:00   main 56 "Café"\n0:00   side 1 "Opt"\n0:00   side 2 "Duress"'
    assert cards("", deck) == [
        CardEntry("Opt", 14, 14, 4, 1),
        CardEntry("Café", 15, 15, 56, 0),
        CardEntry("Duress", 17, 14, 0, 2),
    ]


def test_cards_that_are_seen_are_listed_once_where_they_are_first() -> None:
    assert cards("""
        new card #1 "Shock" owner "PlayerA" in hand
        new hidden #2 owner "PlayerB" in hand
        #2 identify "Fire // Ice" print "MH3" "1"
        new card #13 "Shock" owner "PlayerA" in hand
    """) == [CardEntry("Shock", 23, 21), CardEntry("Fire // Ice", 25, 21)]


def test_what_is_in_a_deck_stands_there() -> None:
    found = cards('new card #1 "Opt" owner "PlayerA" in hand', '\n0:00   main 4 "Opt"')
    assert found == [CardEntry("Opt", 14, 14, 4, 0)]


def test_other_lines_name_no_cards() -> None:
    assert (
        cards("""
        #1 "Shock" choose mode " new card #2 \\"x\\""
        "PlayerA" pass ; new card #2 "x" owner "PlayerA"
        % new card #2 "x" owner "PlayerA" in hand
        new token #2 "Goblin" owner "PlayerA" in battlefield by #1
        -     (
        -       new card #h1 "Shock" owner "PlayerB" in hand
        -     )
    """)
        == []
    )


def test_cards_belong_to_the_game_they_are_in() -> None:
    body = 'new card #1 "{}" owner "PlayerA" in hand'
    text = game(body.format("Shock")) + "\n" + game(body.format("Opt"))
    assert [[card.name for card in each.cards] for each in catalogue(text.encode()).games] == [["Shock"], ["Opt"]]


@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"[", b'[Mtgr "', b'0:00   main 4 "Opt"', b"\0", game("").encode("utf-16"), b"\xff" * 100],
)
def test_what_is_no_game(data: bytes) -> None:
    assert catalogue(data) == Catalogue()


def test_damaged_files_have_what_can_be_read() -> None:
    data = b"\xef\xbb\xbf" + game('#1 identify "Caf\xe9"').replace("\n", "\r\n").encode("latin-1")
    (found,) = catalogue(data).games
    assert (found.line, found.tag("Format"), [card.name for card in found.cards]) == (0, "Modern", ["Caf\ufffd"])


def test_games_without_tags_before_each_other() -> None:
    text = game("").replace("\n\n0:00", "\n\n\n0:00").replace('[Site "?"]', '\n[Site "?"]')
    assert len(catalogue(text.encode()).games) == 1


def test_an_entry_can_be_sent_to_another_process() -> None:
    found = catalogue(game('new card #1 "Opt" owner "PlayerA" in hand').encode())
    assert pickle.loads(pickle.dumps(found)) == found


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_it_knows_what_the_analysis_knows(path: Path) -> None:
    """Games with their tags, and for each card the line and column where its name stands."""
    data = path.read_bytes()
    analysis = Analysis.of_bytes(data)
    found = catalogue(data).games
    assert [dict(each.tags) for each in found] == [each.tags for each in analysis.taken_apart()]
    for each, known in zip(found, analysis.taken_apart(), strict=True):
        assert analysis.lines[each.line].startswith("[Mtgr")
        named = {
            decode(statement[slot] or "")
            for n in range(known.start, known.end)
            if analysis.lines[n][:1].isdigit() and (statement := analysis.line(n).statement).form
            if (slot := NAMES.get(statement.form.name))
        }
        assert {card.name for card in each.cards} == named
        for card in each.cards:
            (token,) = [token for token in analysis.line(card.line).tokens if token.start == card.column]
            assert decode(token.text) == card.name


def test_a_long_line_takes_little_time() -> None:
    data = game("%" + " main " * 300_000 + ' identify "' * 100_000).encode()
    start = process_time()
    catalogue(data)
    assert process_time() - start < 1
