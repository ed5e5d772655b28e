"""The tags of a game (section 4): each test shows the tag line that is wrong, and the finding under it."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.support.markers import Span, fixture
from tests.syntax.written import any_text

from mtgr.replay.tags import Game, TagSection, read_tags, seated_players
from mtgr.spec.tags import REQUIRED, TERMINATIONS

VALID = [
    '[Mtgr "0.3.0"]',
    '[Event "?"]',
    '[Site "MTGO"]',
    '[Date "2026.10.28"]',
    '[Round "-"]',
    '[Player1 "PlayerA"]',
    '[Player2 "PlayerB"]',
    '[Result "1-0"]',
    '[Format "Modern"]',
    '[Match "m"]',
    '[Game "1"]',
    '[Perspective "PlayerA"]',
]
NAMES = [tag.name for tag in REQUIRED]
PLAYERS = Game('"PlayerA"', '"PlayerB"', '"PlayerA"', "1-0")


def check(name: str, text: str, *, count: int = 1, code: str = "check-1") -> TagSection:
    """Lines with their findings in place of ``count`` lines of a valid section, from a tag on (at the end for '')."""
    lines, at, expected = replaced(name, text, count)
    section = read_tags(lines)
    found = [Span(each.line - at, each.start, each.end, each.message) for each in section.findings]
    assert found == expected
    assert {each.code for each in section.findings} <= {code}
    return section


def replaced(name: str, text: str, count: int) -> tuple[list[str], int, list[Span]]:
    clean = fixture(text)
    at = NAMES.index(name) if name else len(VALID)
    return [*VALID[:at], *clean.text.strip("\n").split("\n"), *VALID[at + count :]], at, list(clean.spans)


def test_a_valid_section_has_no_findings() -> None:
    section = read_tags(VALID)
    assert section.findings == ()
    assert section.game == PLAYERS
    assert [tag.name for tag in section.tags] == NAMES


def test_where_name_and_value_stand() -> None:
    tag = read_tags(VALID).find("Player1")
    assert tag is not None
    assert (tag.line, tag.value) == (5, '"PlayerA"')
    assert VALID[5][slice(*tag.name_span)] == "Player1"
    assert VALID[5][slice(*tag.value_span)] == '"PlayerA"'


def test_the_other_player() -> None:
    assert (PLAYERS.opponent('"PlayerA"'), PLAYERS.opponent('"PlayerB"')) == ('"PlayerB"', '"PlayerA"')
    assert PLAYERS.players == ('"PlayerA"', '"PlayerB"')


# The form of a tag line


@pytest.mark.parametrize(
    "text",
    [
        """
        [Player1 PlayerA]
                 ^^^^^^^ a tag's value is a string in double quotes
        """,
        """
        [Player1 'PlayerA']
                 ^^^^^^^^^ a tag's value is a string in double quotes
        """,
        """
        [Player1 "PlayerA]
                 ^^^^^^^^^ this string has no closing quote
        """,
        """
        [Player1 "PlayerA"
                         ^ a tag line ends with `]`
        """,
        """
        [Player1  "PlayerA"]
                 ^ exactly one space stands between a tag's name and its value
        """,
        """
        [Player1"PlayerA"]
                ^ exactly one space stands between a tag's name and its value
        """,
        """
        [player1 "PlayerA"]
         ^^^^^^^ a tag name begins with an uppercase letter and has only ASCII letters, digits and underscores
        """,
        """
        [Player1: "PlayerA"]
         ^^^^^^^^ a tag name begins with an uppercase letter and has only ASCII letters, digits and underscores
        """,
        """
        [Player-1 "PlayerA"]
         ^^^^^^^^ a tag name begins with an uppercase letter and has only ASCII letters, digits and underscores
        """,
        """
        [Playr1 "PlayerA"]
         ^^^^^^ there is no tag `Playr1`; did you mean `Player1`?
        """,
        """
        [ Player1 "PlayerA"]
        ^^^^^^^^^^^^^^^^^^^^ a tag is written `[Name "value"]`
        """,
        """
        Player1 "PlayerA"]
        ^^^^^^^^^^^^^^^^^^ a tag is written `[Name "value"]`
        """,
        """
        (Player1 "PlayerA"]
        ^^^^^^^^^^^^^^^^^^^ a tag is written `[Name "value"]`
        """,
        r"""
        [Player1 "Player\A"]
                        ^^ only `\"`, `\\` and `\n` are escapes
        """,
        """
        [Player1 "PlayerA" ]
                          ^^ nothing but `]` follows the value of a tag
        """,
        """
        [Player1 "PlayerA"] ; Anna
                           ^^^^^^^ nothing follows a tag on its line
        """,
    ],
)
def test_a_damaged_tag_is_one_finding_and_still_says_what_it_says(text: str) -> None:
    assert check("Player1", text).game == PLAYERS


@pytest.mark.parametrize(
    ("line", "start", "end", "message"),
    [
        ('[Player1 "PlayerA"] ', 19, 20, "no space may stand at the end of a line"),
        (' [Player1 "PlayerA"]', 0, 1, "a tag line starts with its `[`"),
        ('\t[Player1 "PlayerA"]', 0, 1, "a tag line starts with its `[`"),
        ('[Player1\t"PlayerA"]', 8, 9, "the control character U+0009 is not allowed"),
        ('[Player1 "Play\x07erA"]', 14, 15, "the control character U+0007 is not allowed"),
    ],
)
def test_spaces_and_control_characters_are_one_finding(line: str, start: int, end: int, message: str) -> None:
    section = read_tags([*VALID[:5], line, *VALID[6:]])
    assert [(each.line, each.start, each.end, each.message) for each in section.findings] == [(5, start, end, message)]
    assert section.game == PLAYERS


@pytest.mark.parametrize(
    ("line", "start", "end"), [('[Event "Jose\u0301"]', 7, 14), ("[Event Jose\u0301]", 0, 13)], ids=["quoted", "bare"]
)
def test_text_that_is_not_normalized_is_one_finding(line: str, start: int, end: int) -> None:
    section = read_tags([VALID[0], line, *VALID[2:]])
    assert [(each.start, each.end, each.message) for each in section.findings] == [
        (start, end, "this text is not in Unicode Normalization Form C")
    ]
    assert section.tags[1].value == '"Jos\u00e9"'


@pytest.mark.parametrize("line", ["[Player1]", "[Player1 ]", "[Player1", "[", "[]", '[? "PlayerA"]', "[9 ]"])
def test_a_tag_of_which_little_is_left_is_one_finding(line: str) -> None:
    (finding,) = read_tags([*VALID[:5], line, *VALID[6:]]).findings
    assert finding.line == 5
    assert 0 <= finding.start < finding.end <= len(line)


def test_quotes_inside_a_damaged_value_are_kept() -> None:
    section = check(
        "Event",
        """
        [Event "The "Big" One"]
                     ^^^^^^^^^^ nothing but `]` follows the value of a tag
        """,
    )
    assert section.tags[1].value == r'"The \"Big\" One"'


def test_an_escape_line_inside_the_section_is_a_finding() -> None:
    check(
        "Event",
        """
        % written by hand
        ^^^^^^^^^^^^^^^^^ an escape line cannot stand inside the tag section
        [Event "?"]
        """,
    )


# Which tags stand, and in which order


@pytest.mark.parametrize("name", NAMES[:-1])
def test_a_missing_tag_is_reported_at_the_next_one(name: str) -> None:
    following = VALID[NAMES.index(name) + 1]
    check(name, f"{following}\n{'^' * len(following)} the required tag `{name}` is missing before this line", count=2)


def test_a_missing_last_tag_is_reported_at_the_end() -> None:
    check(
        "Game",
        """
        [Game "1"]
        ^^^^^^^^^^ the required tag `Perspective` is missing before this line
        """,
        count=2,
    )


def test_a_tag_that_stands_twice_is_reported_the_second_time() -> None:
    section = check(
        "Event",
        """
        [Event "?"]
        [Event "!"]
         ^^^^^ the tag `Event` appears twice in this game
        """,
    )
    (origin,) = section.findings[0].origins
    assert (origin.line, origin.message) == (1, "`Event` stands here first")


def test_a_tag_with_the_name_of_its_neighbour_is_one_finding() -> None:
    section = check(
        "Player2",
        """
        [Player1 "PlayerB"]
         ^^^^^^^ the tag `Player1` appears twice in this game
        """,
    )
    assert section.game == PLAYERS


def test_of_two_swapped_tags_the_later_one_is_reported() -> None:
    check(
        "Event",
        """
        [Site "MTGO"]
        [Event "?"]
         ^^^^^ `Event` is out of order: the required tags come first, in their fixed order
        """,
        count=2,
    )


def test_required_tags_stand_before_all_others() -> None:
    check(
        "Event",
        """
        [Annotator "x"]
         ^^^^^^^^^ `Annotator` is out of order: after the required tags, tags are sorted by name in ASCII order
        [Event "?"]
        """,
    )


def test_other_tags_stand_in_ascii_order() -> None:
    check(
        "",
        """
        [Annotator "x"]
        [MTGO_id "1"]
        [MYMTGO_id "1"]
        [Recorder "r"]
        [UTCDate "2026.10.28"]
        [Termination "concession"]
         ^^^^^^^^^^^ `Termination` is out of order: after the required tags, tags are sorted by name in ASCII order
        [UTCTime "23:59:59"]
        """,
    )


@pytest.mark.parametrize(
    "text",
    [
        """
        [Weather "rain"]
         ^^^^^^^ there is no tag `Weather`; extension tags are named `PREFIX_Name`
        """,
        """
        [Mtgo_id "1"]
         ^^^^^^^ there is no tag `Mtgo_id`; extension tags are named `PREFIX_Name`
        """,
        """
        [Terminaton "draw"]
         ^^^^^^^^^^ there is no tag `Terminaton`; did you mean `Termination`?
        """,
    ],
)
def test_unknown_tags(text: str) -> None:
    check("", text)


def test_extension_tags_may_have_any_prefix() -> None:
    check("", '[XYZZY_anything "x"]')


# Values


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "Mtgr",
            """
            [Mtgr "0.3"]
                  ^^^^^ `Mtgr` is three integers with dots
            """,
        ),
        (
            "Date",
            """
            [Date "2026-10-28"]
                  ^^^^^^^^^^^^ `Date` is YYYY.MM.DD with `?` for unknown digits
            """,
        ),
        (
            "Result",
            """
            [Result "1/2"]
                    ^^^^^ `Result` is `1-0`, `0-1`, `1/2-1/2` or `*`; did you mean `1/2-1/2`?
            """,
        ),
        (
            "Game",
            """
            [Game "0"]
                  ^^^ `Game` is a positive integer
            """,
        ),
        (
            "Game",
            """
            [Game "one"]
                  ^^^^^ `Game` is a positive integer
            """,
        ),
        (
            "Player2",
            """
            [Player2 "PlayerA"]
                     ^^^^^^^^^ the two players have the same name
            """,
        ),
        (
            "Perspective",
            """
            [Perspective "playera"]
                         ^^^^^^^^^ `Perspective` names neither player; they are "PlayerA" and "PlayerB"
            """,
        ),
    ],
)
def test_wrong_values_of_required_tags(name: str, text: str) -> None:
    check(name, text)


@pytest.mark.parametrize(
    ("line", "wants"),
    [
        ('[RoundTime "50:00"]', "`RoundTime` is a positive integer"),
        ('[RoundTime "0"]', "`RoundTime` is a positive integer"),
        ('[TimeControl "soon"]', "`TimeControl` is a PGN time control"),
        ('[TimeControl "?:"]', "`TimeControl` is a PGN time control"),
        ('[UTCDate "2026.10"]', "`UTCDate` is YYYY.MM.DD with `?` for unknown digits"),
        ('[UTCTime "24:00:00"]', "`UTCTime` is HH:MM:SS"),
        ('[UTCTime "9:00:00"]', "`UTCTime` is HH:MM:SS"),
    ],
)
def test_wrong_values_of_optional_tags(line: str, wants: str) -> None:
    start = line.index('"')
    check("", f"{line}\n{' ' * start}{'^' * (len(line) - start - 1)} {wants}")


@pytest.mark.parametrize("value", TERMINATIONS)
def test_terminations(value: str) -> None:
    check("", f'[Termination "{value}"]')


def test_a_misspelt_termination() -> None:
    (finding,) = read_tags([*VALID, '[Termination "conession"]']).findings
    assert finding.message.endswith("; did you mean `concession`?")


@pytest.mark.parametrize("value", ["?", "-", "40/9000", "300", "4500+60", "*180", "40/7200:3600", "40/5400+30:1800+30"])
def test_time_controls(value: str) -> None:
    check("", f'[TimeControl "{value}"]')


@pytest.mark.parametrize("value", ["2028.02.29", "????.??.??", "2026.??.31", "20??.02.29", "2026.1?.?1", "0000.12.31"])
def test_dates_that_some_calendar_day_fits(value: str) -> None:
    check("Date", f'[Date "{value}"]')


@pytest.mark.parametrize("value", ["2026.02.29", "2026.13.01", "2026.00.10", "2026.04.31", "????.02.30", "2026.2?.01"])
def test_dates_that_no_calendar_has_are_a_warning(value: str) -> None:
    check("Date", f'[Date "{value}"]\n      {"^" * 12} no calendar has the date {value}', code="tag-date")


def test_another_version_is_a_warning() -> None:
    check(
        "Mtgr",
        """
        [Mtgr "1.0.0"]
              ^^^^^^^ version 1.0.0 is checked by the rules of version 0.3.0
        """,
        code="version",
    )
    check("Mtgr", '[Mtgr "0.3.17"]')


def test_tags_without_a_fixed_form_hold_any_string() -> None:
    for name in ("Event", "Site", "Round", "Format", "Match"):
        check(name, f'[{name} "a \\"b\\" \\\\ \\n ?"]')


def test_values_may_hold_any_letters() -> None:
    check("Site", '[Site "Café ∂ 東京 🐉"]')


# What the replay gets


def test_an_unusable_result_is_none() -> None:
    assert read_tags([*VALID[:7], '[Result "2-0"]', *VALID[8:]]).game.result is None


def test_the_second_of_two_players_of_one_name_is_unknown() -> None:
    assert read_tags([*VALID[:6], '[Player2 "PlayerA"]', *VALID[7:]]).game.players == ('"PlayerA"',)


def test_no_tags_are_no_players() -> None:
    assert read_tags([]) == TagSection((), (), Game())


def test_the_players_of_the_first_keyframe() -> None:
    lines = [
        "0:00 pregame",
        "0:00   keyframe",
        r'0:00     player "A \"B\"" life 20 poison 0 library 60',
        '0:00     player "C" life 20 poison 0 library 60',
        '0:00     player "D" life 20 poison 0 library 60',
    ]
    assert seated_players(lines) == (r'"A \"B\""', '"C"')


# Any lines


_TAG_PIECES = st.sampled_from(
    ["[", "]", '"', "\\", " ", "Player1", "Date", "A_b", "2026.10.28", "\t", "%", "x", "٣", "e\u0301"]
)


@settings(max_examples=300)
@given(st.lists(st.sampled_from(VALID) | any_text() | st.lists(_TAG_PIECES).map("".join), max_size=6))
@example(["%"])
@example([""])
@example(['[A "'])
def test_any_lines_are_a_section_with_findings_inside_its_lines(lines: list[str]) -> None:
    for finding in read_tags(lines).findings:
        assert 0 <= finding.start <= finding.end <= len(lines[finding.line])


@given(st.integers(0, 11), any_text())
@example(0, "A")
@example(0, "A_0")
@example(0, "[Date ?]")
@example(0, '[A ""]')
@example(3, '[Xyz "2026.10.28"]')
@example(2, '[Mtgr ""]')
def test_one_wrong_line_is_never_many_findings(at: int, text: str) -> None:
    section = read_tags([*VALID[:at], text, *VALID[at + 1 :]])
    assert len(section.findings) <= 2
