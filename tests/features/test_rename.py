"""Renaming: what can have another name, where it is written, and what is refused and why."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.markers import fixture, game

from mtgr.analysis import Analysis, Place
from mtgr.features.changes import Change
from mtgr.features.rename import Refusal, Renameable, prepare_rename, rename
from mtgr.syntax.tokens import decode

VALID = sorted((Path(__file__).parents[2] / "conformance" / "valid").glob("*.mtgr"))


def changed(lines: list[str], changes: list[Change]) -> str:
    lines = list(lines)
    for each in sorted(changes, reverse=True):
        assert each.line == each.end_line
        lines[each.line] = lines[each.line][: each.start] + each.text + lines[each.line][each.end :]
    return "\n".join(lines)


def renamed(text: str, new: str) -> str:
    """The text of a fixture after its cursor's subject has been renamed; or why it has not been."""
    clean = fixture(text)
    analysis = Analysis.of_bytes(clean.text.encode())
    found = rename(analysis, clean.line, clean.column, new)
    assert found is not None
    return found.reason if isinstance(found, Refusal) else changed(list(analysis.lines), found)


def prepared(text: str) -> Renameable | Refusal | None:
    clean = fixture(text)
    return prepare_rename(Analysis.of_bytes(clean.text.encode()), clean.line, clean.column)


BODY = """
    new card #1 "Forest" owner "PlayerA" in hand {PlayerA's "PlayerA"}
    #1 "Forest" choose player "PlayerA"
    "PlayerB" pass by "PlayerA" ; "PlayerA"
    -     (
    -       "PlayerA<|>" concede
    -     )
"""


def test_a_player_everywhere_but_in_comments() -> None:
    text = fixture(game(BODY)).text
    kept = text.replace("""{PlayerA's "PlayerA"}""", "{1}").replace('; "PlayerA"', "; 2")
    expected = kept.replace('"PlayerA"', '"Ann"').replace("{1}", """{PlayerA's "PlayerA"}""")
    assert renamed(game(BODY), "Ann") == expected.replace("; 2", '; "PlayerA"')


def test_a_player_in_all_games_of_the_match_and_in_no_other() -> None:
    first, second = game('"PlayerA<|>" pass'), game("", number=2)
    other = game("").replace('[Match "m"]', '[Match "n"]')
    expected = (fixture(first).text + "\n" + second).replace('"PlayerA"', '"Ann"') + "\n" + other
    assert renamed(f"{first}\n{second}\n{other}", "Ann") == expected


def test_a_game_without_a_match_is_alone() -> None:
    first, second = (game("", number=n).replace('[Match "m"]\n', "") for n in (1, 2))
    first = first.replace('[Player1 "PlayerA"]', '[Player1 "Player<|>A"]')
    expected = fixture(first).text.replace('"PlayerA"', '"Ann"') + "\n" + second
    assert renamed(f"{first}\n{second}", "Ann") == expected


@pytest.mark.parametrize("new", ['Ann "the\\hammer"', "a\nb", "Å", "🔥", "; {$1"])
def test_names_are_written_as_strings(new: str) -> None:
    found = renamed(game('"PlayerA<|>" pass'), new)
    analysis = Analysis.of_bytes(found.encode())
    assert analysis.findings() == []
    assert decode(analysis.games[0].section.game.player1 or "") == new


def test_a_tag_without_a_value_is_no_place_of_a_name() -> None:
    lines = [
        '[Mtgr "0.3.0"]',
        '[Player1 "A"]',
        "[Player2",
        "",
        '0:00 deck "A" unknown',
        "0:00 pregame",
        '0:00   "" keep',
    ]
    assert rename(Analysis.of_lines(lines), 6, 7, "B") == [Change(6, 7, 6, 9, '"B"')]


def test_names_are_brought_into_normalization_form_c() -> None:
    assert '[Player1 "\u00c5"]' in renamed(game('"PlayerA<|>" pass'), "A\u030a")


def test_a_name_that_stands_in_no_normalization_form_c_is_known_all_the_same() -> None:
    text = game('"PlayerA<|>" pass').replace("PlayerA", "A\u030a").replace('[Player1 "A\u030a', '[Player1 "\u00c5')
    found = renamed(text, "Ann")
    assert "A\u030a" not in found
    assert "\u00c5" not in found


def test_the_place_of_a_player_is_without_its_quotes() -> None:
    text = game(r'''
        "PlayerA<|>" pass
         ^^^^^^^
    ''')  # fmt: skip
    span = fixture(text).spans[0]
    assert prepared(text) == Renameable(Place(span.line, span.start, span.end), "PlayerA")
    assert prepared(game('"PlayerA<|>" pass').replace("PlayerA", r"a \" b")) == Renameable(
        Place(span.line, span.start, span.start + 6), 'a " b'
    )


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ("PlayerB", '"PlayerB" is the other player of game 1 already'),
        ("", "a player needs a name"),
        (" ", "a player needs a name"),
        ("a\tb", "a name has no tabs or other control characters (section 2)"),
        ("a\ud800", "a name has no tabs or other control characters (section 2)"),
    ],
)
def test_names_that_a_player_cannot_have(new: str, reason: str) -> None:
    assert renamed(game('"PlayerA<|>" pass'), new) == reason


def test_a_clash_in_another_game_of_the_match() -> None:
    other = game("", number=2).replace("PlayerB", "Ann")
    assert renamed(game('"PlayerA<|>" pass') + "\n" + other, "Ann") == '"Ann" is the other player of game 2 already'


def test_the_name_it_has() -> None:
    text = game('"PlayerA<|>" pass')
    assert renamed(text, "PlayerA") == fixture(text).text


VARIED = """
    "PlayerA" pass
    -     (
    -       new token #h1 "Bear" owner "PlayerA" in battlefield by ?
    -       #h1 "Bear" tap by ? {#h1 is ours}
    -       (
    -         new token #h2 "Elk" owner "PlayerA" in battlefield by #h1
    -         #h2 "Elk" tap by cost:#h1
    -       )
    -       (
    -         new token #h2 "Elf" owner "PlayerA" in battlefield by ?
    -       )
    -     )
    -     (
    -       new token #h1 "Bear" owner "PlayerA" in battlefield by ?
    -       new token #h3 "Bear" owner "PlayerA" in battlefield by ?
    -     )
"""


def varied(id: str, nth: int) -> str:
    """The variations with the cursor behind the nth mention of an ID, counted from 0."""
    parts = VARIED.split(id)
    return game(id.join(parts[: nth + 1]) + id + "<|>" + id.join(parts[nth + 1 :]))


@pytest.mark.parametrize("nth", range(5))
def test_a_hypothetical_id_in_its_variation(nth: int) -> None:
    found = renamed(varied("#h1", nth), "#h3")
    own, other = game(VARIED).rsplit("-     (\n", 1)
    assert found == own.replace("#h1", "#h3") + "-     (\n" + other


def test_a_hypothetical_id_in_an_inner_variation() -> None:
    text = game(VARIED)
    end = text.index('"Elf"')
    assert renamed(varied("#h2", 1), "#h3") == text[: end - 10].replace("#h2", "#h3") + text[end - 10 :]


@pytest.mark.parametrize(
    ("id", "nth", "new", "reason"),
    [
        ("#h1", 0, "#h2", "#h2 stands for another object in this variation; #h3 is free"),
        ("#h2", 0, "#h1", "#h1 stands for another object in this variation; #h3 is free"),
        ("#h3", 0, "#h1", "#h1 stands for another object in this variation; #h2 is free"),
        *(
            ("#h1", 0, new, "a hypothetical ID is written `#h1`, `#h2` and so on (section 12)")
            for new in ("#2", "h2", "#h0", "#h02", "", "#h2 ", "Bear", "#h2\n")
        ),
    ],
)  # fmt: skip
def test_ids_that_are_not_free_or_none(id: str, nth: int, new: str, reason: str) -> None:
    assert renamed(varied(id, nth), new) == reason


def test_the_place_of_an_id_is_without_its_name() -> None:
    text = game("""
        -     (
        -       new token #h1 "Bear" owner "PlayerA" in battlefield by ?
        -       #h1<|> "Bear" tap by cost:#h1
                ^^^
        -     )
    """)
    span = fixture(text).spans[0]
    assert prepared(text) == Renameable(Place(span.line, span.start, span.end), "#h1")


CARD = "a card's name is its Oracle name (section 6.4), which nobody chooses; it cannot be renamed"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ('new card #1 "Fo<|>rest" owner "PlayerA" in hand', CARD),
        ('#1 "Fo<|>rest" play from hand', CARD),
        ('#h1 "Fo<|>rest" fly', CARD),
        ('#1 identify "Fo<|>rest"', CARD),
        ('#1 choose name "Fo<|>rest"', CARD),
        (
            '#<|>1 "Forest" play from hand',
            "#1 cannot be renamed: IDs count a game's objects in the order in which they appear (section 6.1)",
        ),
        ("-     (\n-       #h<|>7 cease by ?\n-     )", "no `new` line introduces #h7 in a variation around this line"),
        ('"Some<|>body" pass', '"Somebody" is no player of this game, so there is nothing to rename'),
    ],
)
def test_what_cannot_be_renamed(body: str, reason: str) -> None:
    assert prepared(game(body)) == Refusal(reason)
    assert renamed(game(body), "x") == reason


@pytest.mark.parametrize("body", ['"PlayerA" pa<|>ss', '#1 "x" choose mode "a<|>"', "% a<|>", "-     (<|>"])
def test_where_nothing_has_a_name(body: str) -> None:
    assert prepared(game(body)) is None
    clean = fixture(game(body))
    assert rename(Analysis.of_bytes(clean.text.encode()), clean.line, clean.column, "x") is None


@pytest.mark.parametrize(("line", "column"), [(-1, 0), (10**6, 0), (0, 10**6), (0, -1), (12, 0)])
def test_places_outside(line: int, column: int) -> None:
    assert prepare_rename(Analysis.of_bytes(game("").encode()), line, column) is None


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_a_valid_file_stays_valid_and_goes_back(path: Path) -> None:
    """Each player of each game is renamed, and given the old name again."""
    text = path.read_bytes().decode()
    analysis = Analysis.of_bytes(text.encode())
    for found in analysis.games:
        for number, tag in enumerate(found.section.tags):
            if tag.name in ("Player1", "Player2"):
                place = found.start + found.tags_offset + number, tag.value_span[0]
                changes = rename(analysis, *place, 'Zoe "Z"')
                assert isinstance(changes, list)
                there = Analysis.of_lines(changed(list(analysis.lines), changes).split("\n"))
                assert there.findings() == []
                back = rename(there, *place, decode(tag.value))
                assert isinstance(back, list)
                assert changed(list(there.lines), back) == text
