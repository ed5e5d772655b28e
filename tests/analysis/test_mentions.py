"""Mentions of objects and players, with what each does to what it mentions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.markers import fixture, game

from mtgr.analysis import Analysis
from mtgr.analysis.mentions import (
    Mention,
    Role,
    _remembered,
    mentions,
    mentions_in_block,
    mentions_in_game,
    role_of_subject,
    uses,
)
from mtgr.document.text import Edit
from mtgr.features.cursor import mention_at, reference_at

CONFORMANCE = Path(__file__).parents[2] / "conformance"
VALID = sorted((CONFORMANCE / "valid").rglob("*.mtgr"))
SOME_INVALID = sorted((CONFORMANCE / "invalid").rglob("*.mtgr"))[::5]


ROLES: dict[str, Role] = {"D": "declaration", "I": "identity", "W": "write", "R": "read"}
_MARK = re.compile(r'([DIWR]):(?=[#"])')


def check(text: str, key: str) -> None:
    """The mentions of a subject are those before which the first letter of their role is written."""
    lines: list[str] = []
    expected: list[Mention] = []
    for n, line in enumerate(text.split("\n")):
        for number, mark in enumerate(_MARK.finditer(line)):
            start = mark.start() - 2 * number
            expected.append(Mention(n, start, start + len(key), ROLES[mark[1]]))
        lines.append(_MARK.sub("", line))
    analysis = Analysis.of_lines(lines)
    (only,) = analysis.games
    assert mentions_in_game(only, lines, 0, key) == expected


def test_an_object_is_introduced_named_changed_and_mentioned() -> None:
    check(
        game(
            """
            I:#1 identify "Bear"
            W:#1 "Bear" cast from hand
            W:#1 "Bear" choose mode "not #1"
            "PlayerA" pay {G} by cost:R:#1 $3 {with R:#1, see #10} ; R:#1 "Bear"
            % on R:#1 and #h1
            "PlayerA" priority
              stack
                R:#1 "Bear" controller "PlayerA"
            W:#1 "Bear" resolve
            W:#1 "Bear" move stack -> battlefield pt 2/2 by rule:resolve replacement R:#1
            R:#1 "Bear" attack "PlayerB"
            new ability #2 triggered of R:#1 "Bear" ? controller "PlayerA" in stack
            #2 target R:#1 "Bear"
            #2 choose object R:#1 "Bear"
            -     (
            -       W:#1 "Bear" tap by R:#1
            -     )
            """,
            pregame='new hidden D:#1 owner "PlayerA" in hand',
            keyframe='R:#1 hand "PlayerA"',
        ),
        "#1",
    )


def test_a_player_is_mentioned_in_tags_and_wherever_a_player_can_stand() -> None:
    text = game(
        r"""
        W:"PlayerB" life 20 -> 19 by #1
        #1 "PlayerB" damage R:"PlayerB" 1 by R:"PlayerB"
        #1 "PlayerB" choose player R:"PlayerB"
        #1 "PlayerB" choose mode "player \"PlayerB\""
        #1 "PlayerB" choose name "PlayerB"
        R:"PlayerB" priority clock "PlayerA" 1:00 R:"PlayerB" 1:00 ; "PlayerB"
          stack
            #2 "PlayerB" controller R:"PlayerB" name "PlayerB" player R:"PlayerB" target R:"PlayerB"
        new token #3 "PlayerB" owner R:"PlayerB" in battlefield attacking R:"PlayerB" pt 1/1 by ?
        """,
        end="",
        keyframe='#1 "PlayerB" battlefield R:"PlayerB" goaded "PlayerA" goaded R:"PlayerB" counters "PlayerB" 1',
    )
    text = text.replace('[Player2 "', '[Player2 D:"').replace(' player "PlayerB" life', ' player R:"PlayerB" life')
    check(text, '"PlayerB"')


def test_the_perspective_tag_and_the_deck_mention_their_player() -> None:
    found = mentions(['[Player1 "A"]', '[Perspective "A"]', '[Event "A"]', "[Player1]", '0:00 deck "A" name "A"'])
    assert found == {'"A"': [(0, 9, 12, "declaration"), (1, 13, 16, "read"), (4, 10, 13, "read")]}


def test_damaged_lines_mention_what_they_name() -> None:
    found = mentions(
        [
            '0:01     #1 "Bear" jumps over #2 "Fox" for "A" by cost:#3 {#4}',
            '0:01     #1  "Bear" tap by #2',
            "- ) #1",
            "0:01     #0 #01 tap by #",
            "#5",
        ]
    )
    assert found == {
        "#1": [(0, 9, 11, "read"), (1, 9, 11, "write"), (2, 4, 6, "read")],
        "#2": [(0, 30, 32, "read"), (1, 27, 29, "read")],
        '"A"': [(0, 43, 46, "read")],
        "#3": [(0, 55, 57, "read")],
        "#4": [(0, 59, 61, "read")],
        "#5": [(4, 0, 2, "read")],
    }


HYPOTHETICAL = """
    "PlayerA" keep ; of #h1{}
    -     (
    -       new token #h1 "Bear" owner "PlayerA" in battlefield by ?
    -       #h1 "Bear" tap by ?{}
    -       (
    -         #h1 "Bear" untap by ?{}
    -       )
    -       (
    -         new token #h1 "Fox" owner "PlayerA" in battlefield by ?
    -         #h1 "Fox" tap by ?{}
    -       )
    -       #h1 "Bear" tap by ?{}
    -     )
    -     (
    -       #h1 tap by ?{}
    -     )
"""


@pytest.mark.parametrize(
    ("cursor", "expected"),
    [(0, [0, 14]), (1, [2, 3, 5, 11]), (2, [2, 3, 5, 11]), (3, [8, 9]), (4, [2, 3, 5, 11]), (5, [0, 14])],
)
def test_a_hypothetical_id_is_known_inside_its_variation(cursor: int, expected: list[int]) -> None:
    clean = fixture(game(HYPOTHETICAL.format(*("<|>" if number == cursor else "" for number in range(6)))))
    analysis = Analysis.of_bytes(clean.text.encode())
    seen = analysis.game_at(clean.line)
    assert seen is not None
    first = next(n for n, text in enumerate(analysis.lines) if "of #h1" in text)
    found = mentions_in_game(seen, analysis.lines, clean.line, "#h1")
    assert [each.line - first for each in found] == expected


def test_uses_leave_out_where_it_is_introduced() -> None:
    analysis = Analysis.of_bytes(game('new card #1 "Opt" owner "PlayerA" in hand\n#1 "Opt" cast from hand').encode())
    (only,) = analysis.games
    assert uses(only, analysis.lines, 0, "#1") == 1
    assert uses(only, analysis.lines, 0, "#2") == 0


def test_each_game_has_its_own_and_lines_around_the_body_count() -> None:
    first = game('new card #1 "Opt" owner "PlayerA" in hand')
    text = "% before #1\n" + first + "% after #1\n\n" + game("#1 tap by ?", number=2)
    analysis = Analysis.of_bytes(text.encode())
    one, two = analysis.games
    found = mentions_in_game(one, analysis.lines, 0, "#1")
    assert [analysis.lines[each.line] for each in found] == [
        "% before #1",
        '0:01     new card #1 "Opt" owner "PlayerA" in hand',
        "% after #1",
    ]
    assert [each.role for each in mentions_in_game(two, analysis.lines, two.start, "#1")] == ["write"]


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_what_the_cursor_finds_on_a_line_is_mentioned_there(path: Path) -> None:
    analysis = Analysis.of_bytes(path.read_bytes())
    for n, text in enumerate(analysis.lines):
        if n > 800 or "#" not in text:
            continue
        line = analysis.line(n)
        found = {(key, each.start) for key, places in mentions([text]).items() for each in places if key[0] == "#"}
        for column in (each for each, character in enumerate(text) if character == "#"):
            reference = mention_at(text, column) if line.kind == "escape" else reference_at(line.tokens, column)
            at_cursor = reference is not None and (reference.start == column or text[:column].endswith("cost:"))
            assert at_cursor == any(start == column for _, start in found), (n, text, column)


@pytest.mark.parametrize("path", [*VALID, *SOME_INVALID], ids=lambda path: path.stem)
def test_the_role_of_a_subject_is_that_of_its_mention(path: Path) -> None:
    for text in path.read_bytes().decode(errors="replace").split("\n"):
        for id, found in mentions([text]).items():
            if id.startswith("#"):
                changing = next((each.role for each in found if each.role != "read"), "read")
                assert role_of_subject(text, id) == changing, text


@pytest.mark.parametrize("path", [*VALID, *SOME_INVALID], ids=lambda path: path.stem)
def test_mentions_are_the_same_before_all_are_known(path: Path) -> None:
    analysis = Analysis.of_bytes(path.read_bytes())
    for each in analysis.games if not analysis.unreadable else []:
        for block in each.blocks:
            known = mentions(block.lines(analysis.lines))
            ids = {each for line in block.lines(analysis.lines) for each in re.findall(r"#h?\d+", line)}
            keys = [*sorted(ids)[:40], *(key for key in known if key[0] == '"'), '"Nobody"']
            for _ in range(2):
                before = {key: mentions_in_block(block, analysis.lines, key) for key in keys}
                assert before == {key: known.get(key, []) for key in keys}
            block.note(analysis.lines, mentions)
            assert before == {key: mentions_in_block(block, analysis.lines, key) for key in keys}


@pytest.mark.parametrize("written", ["#7", "#007", "#\x007"])
def test_an_id_is_found_in_a_damaged_line(written: str) -> None:
    body = f'new token #7 "Bear" owner "PlayerA" in battlefield\n{written} "Bear" tap by ?'
    analysis = Analysis.of_lines(fixture(game(body)).text.split("\n"))
    [block] = [each for each in analysis.games[0].blocks if each.kind == "turn"]
    found = [each.role for each in mentions_in_block(block, analysis.lines, "#7")]
    assert found == ["declaration", "write"]


@pytest.mark.parametrize("written", ['"Zoë"', '"Zoe\u0308"', '"Zoë\x07"'])
def test_a_player_is_found_in_a_damaged_line(written: str) -> None:
    body = f'{written} life 20 -> 19 by ?\n"PlayerB" life 20 -> 19 by ? {{"Zoë"}}'
    analysis = Analysis.of_lines(fixture(game(body)).text.split("\n"))
    [block] = [each for each in analysis.games[0].blocks if each.kind == "turn"]
    found = [each.role for each in mentions_in_block(block, analysis.lines, '"Zoë"')]
    assert found == ["write"]


def test_very_long_lines_are_not_remembered() -> None:
    """Or typing in a line of a megabyte would take a megabyte for each key."""
    before = _remembered.cache_info().currsize
    for number in range(5):
        line = f'0:00     "Ann" pass {{{number}{"x" * 1000} #7}}'
        assert mentions([line])["#7"] == [Mention(0, len(line) - 3, len(line) - 1, "read")]
    assert _remembered.cache_info().currsize == before


def test_the_mentions_of_a_player_follow_an_edit() -> None:
    lines = game('"PlayerA" life 20 -> 19 by ?\n"PlayerA" pass').split("\n")
    analysis = Analysis.of_lines(lines)
    n = next(n for n, text in enumerate(lines) if " life " in text and " by " in text)
    assert sum(each.line >= n for each in mentions_in_game(analysis.games[0], lines, n, '"PlayerA"')) == 2
    old, lines[n] = lines[n], lines[n].replace('"PlayerA"', '"PlayerB"')
    analysis.update(Edit(n, [old], [lines[n]]))
    assert sum(each.line >= n for each in mentions_in_game(analysis.games[0], lines, n, '"PlayerA"')) == 1
