"""Links: the carets mark what leads somewhere, and name the address."""

from __future__ import annotations

import pytest
from tests.support.markers import fixture, game

from mtgr.analysis import Analysis, Place
from mtgr.features.links import Link, links
from mtgr.spec.sections import COMPREHENSIVE_RULES, PGN

FORMAT = "https://example.org/format#{section}"


def ask(text: str) -> list[Link]:
    return links(Analysis.of_bytes(text.encode()), FORMAT)


def check(text: str) -> None:
    """The links are those that the marks show."""
    clean = fixture(text)
    expected = [
        (Place(span.line, span.start, span.end), span.message.replace("CR", COMPREHENSIVE_RULES).replace("PGN", PGN))
        for span in clean.spans
    ]
    assert [(link.place, link.target) for link in ask(clean.text)] == expected


def test_printings() -> None:
    check(
        game("""
            new card #1 "Shock" owner "PlayerA" in hand print "MH3" "233" src mtgo:1
                                                              ^^^^^^^^^^^ https://scryfall.com/card/mh3/233
            new hidden #2 owner "PlayerB" in hand
            #2 identify "Café" print "2X2" "12" ; ok
                                     ^^^^^^^^^^ https://scryfall.com/card/2x2/12
        """)
    )


@pytest.mark.parametrize(
    ("code", "number", "path"),
    [
        ("LEA", "65★", "lea/65%E2%98%85"),
        ("PLST", "C18-222", "plst/C18-222"),
        ("ONE", "A-123", "one/A-123"),
        ("WAR", "31a", "war/31a"),
    ],
)
def test_numbers_that_are_more_than_digits(code: str, number: str, path: str) -> None:
    (link,) = ask(game(f'new card #1 "Shock" owner "PlayerA" in hand print "{code}" "{number}"'))
    assert (link.target, link.tooltip) == (f"https://scryfall.com/card/{path}", f"{code} {number} on Scryfall")


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("?", "1"),
        ("MH3", "?"),
        ("MH3", ""),
        ("MH3", "../x1"),
        ("a/b", "1"),
        ("MH3", "1?x=2"),
        ("M" * 9, "1"),
        ("MH3", "x"),
    ],
)
def test_what_is_surely_no_printing_leads_nowhere(code: str, number: str) -> None:
    assert ask(game(f'new card #1 "Shock" owner "PlayerA" in hand print "{code}" "{number}"')) == []


def test_the_word_elsewhere_is_no_printing() -> None:
    check(game('#1 "x" choose mode " print \\"MH3\\" \\"1\\"" ; print "MH3" "1"'))


def test_citations_in_comments() -> None:
    check(
        game("""
            "PlayerA" pass {see CR 704.5a} ; and section 14.3.
                                ^^^^^^^^^ CR
                                                 ^^^^^^^^^^^^ https://example.org/format#14.3
            "PlayerA" pass ; PGN section 8.2.3.8, § 9.10, §3
                             ^^^^^^^^^^^^^^^^^^^ PGN#c8.2.3.8
                                                  ^^^^^^ https://example.org/format#9.10
                                                          ^^ https://example.org/format#3
            % spec 12
              ^^^^^^^ https://example.org/format#12
        """)
    )


def test_what_is_told_of_them() -> None:
    found = ask(game('"PlayerA" pass ; CR 104.3a, section 14.3, PGN 5'))
    assert [link.tooltip for link in found] == [
        "Comprehensive Rules, 104.3a",
        "Section 14.3: Statement effects",
        "PGN standard, section 5",
    ]


@pytest.mark.parametrize(
    "comment",
    [
        "section 99",
        "section 14.9",
        "section 14.3.2",
        "section 3 of the law",
        "CR section 7",
        "CR 7",
        "CR 104.3ab",
        "intersection 7",
    ],
)
def test_what_may_mean_something_else_leads_nowhere(comment: str) -> None:
    assert ask(game(f'"PlayerA" pass ; {comment}')) == []


def test_outside_comments_nothing_is_cited() -> None:
    assert ask(game('#1 choose mode "section 14.3; CR 704.5a" by ? ; x')) == []


def test_without_an_address_the_sections_of_the_format_lead_nowhere() -> None:
    found = links(Analysis.of_bytes(game('"PlayerA" pass ; section 14.3, CR 104.3a').encode()))
    assert [link.target for link in found] == [COMPREHENSIVE_RULES]


def test_every_game_of_a_file() -> None:
    text = game("% CR 100") + "\n" + game("% CR 101", number=2)
    found = ask(text)
    assert [text.split("\n")[link.place.line] for link in found] == ["% CR 100", "% CR 101"]


def test_a_damaged_printing_leads_where_it_stands() -> None:
    check(
        game("""
            new  card #1 "Shock" owner "PlayerA" in  hand print "MH3" "233"
                                                                ^^^^^^^^^^^ https://scryfall.com/card/mh3/233
        """)
    )
