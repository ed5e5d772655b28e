"""What an analysis answers about lines, games, and where things come from."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.replay.states import A, analysed
from tests.support.markers import fixture, game

from mtgr.analysis import Analysis, Finding

VALID = Path(__file__).parents[2] / "conformance" / "valid"


def related(finding: Finding) -> list[tuple[int, str]]:
    return [(each.place.line + 1, each.message) for each in finding.related]


def test_lines_belong_to_games_and_blocks() -> None:
    text = "\n".join([game('"PlayerA" pass'), game('"PlayerA" pass', number=2)])
    analysis = Analysis.of_lines(text.split("\n"))
    first, second = analysis.games
    assert (first.number, second.number, second.tags["Game"], first.tags["Player1"]) == (1, 2, "2", "PlayerA")
    assert [block.kind for block in first.blocks] == ["deck", "pregame", "turn"]
    assert analysis.game_at(0) is first
    assert analysis.game_at(first.end - 1) is first
    assert analysis.game_at(second.start) is second
    assert analysis.game_at(len(analysis.lines) - 1) is None
    assert analysis.block_at(0) is None
    assert analysis.block_at(13) is first.blocks[0]
    assert analysis.block_at(second.blocks[2].start) is second.blocks[2]
    assert analysis.block_at(first.end) is None


def test_what_a_line_that_cannot_be_read_leaves_open_depends_on_the_block_it_stands_in() -> None:
    """R47: inside a pregame it opens no turn, whichever way one asks."""
    text = game('"PlayerA" pass')
    lines = text.split("\n")
    turn = next(n for n, line in enumerate(lines) if " turn " in line)
    lines.insert(turn, "0:00 { roll")
    analysis = Analysis.of_lines(lines)
    pregame = analysis.games[0].blocks[1]
    assert (pregame.kind, pregame.end - 1) == ("pregame", turn)
    for state in (analysis.state(turn), analysis.states(turn)[1], pregame.outcome.state):
        assert state is not None
        assert ("", "turn") not in state.open


def test_the_blocks_between_two_lines_are_replayed_and_no_others() -> None:
    text = "\n".join([game('"PlayerA" pass\n0:02 turn 2 "PlayerB"'), game('"PlayerA" pass', number=2)])
    analysis = Analysis.of_lines(text.split("\n"))
    first, second = analysis.taken_apart()
    turn = first.blocks[2]
    assert analysis.blocks_between(0, first.blocks[0].start - 1) == []
    assert analysis.blocks_between(turn.start, turn.end - 1) == [turn]
    assert (first.stale, second.stale) == ([3], [0, 1, 2])
    assert analysis.blocks_between(turn.end - 1, second.blocks[0].start) == [*first.blocks[2:], second.blocks[0]]
    assert (first.stale, second.stale) == ([], [1, 2])
    assert analysis.blocks_between(0, len(analysis.lines)) == [*first.blocks, *second.blocks]
    assert analysis.blocks_between(len(analysis.lines), len(analysis.lines) + 9) == []


def test_there_is_a_state_inside_bodies_only() -> None:
    analysis = analysed('"PlayerA" pass')
    assert analysis.state(0) is None
    assert analysis.state(len(analysis.lines) - 1) is None
    assert analysis.branch(0) is None
    last = analysis.state(len(analysis.lines) - 2)  # at the result line, how it ended
    assert last is not None
    assert last.players[A].life == "20"


def test_where_an_object_is_introduced() -> None:
    analysis = analysed('new card #1 "Opt" owner "PlayerA" in hand\n#1 "Opt" cast from hand')
    line = list(analysis.lines).index('0:01     #1 "Opt" cast from hand')
    place = analysis.introduction(line, "#1")
    assert place is not None
    assert analysis.lines[place.line][place.start : place.end] == "#1"
    assert place.line == line - 1
    assert analysis.introduction(line, "#2") is None
    assert analysis.introduction(len(analysis.lines) - 1, "#1") is None


def test_a_line_is_taken_apart() -> None:
    analysis = analysed('"PlayerA" pass')
    line = analysis.line(list(analysis.lines).index('0:01     "PlayerA" pass'))
    assert (line.kind, line.time, line.level) == ("body", "0:01", 2)


SCENE = """
    new card #1 "Forest" owner "PlayerA" in battlefield
    new card #2 "Opt" owner "PlayerA" in library top 1
    #1 "Forest" tap by ?
    """


ABILITY = 'activated of #1 "Forest" ? controller "PlayerA" in stack'


@pytest.mark.parametrize(
    ("body", "places"),
    [
        ('#1 "Forest" tap by ?', [(26, "last set here")]),
        ('#1 "Forest" move hand -> exile by ?', [(24, "it was put there here")]),
        ('#1 "Forst" untap by ?', [(24, "its name was last recorded here")]),
        ('#1 "Forest" cease by ?\n#1 "Forest" untap by ?', [(27, "its ID ended here")]),
        ('"PlayerA" shuffle by ?\n#2 "Opt" move library -> hand by ?', []),
        ('new card #1 "Opt" owner "PlayerA" in hand', [(24, "first introduced here")]),
        ('"PlayerA" life 19 -> 18 by ?', [(17, "last set here")]),
        ('"PlayerA" add {G} by #1\n"PlayerA" pay {R} by cost:#1', [(27, "the pool last changed here")]),
        (
            'new card #3 "Shock" owner "PlayerA" in library\n#3 "Shock" move library -> hand as draw by ?',
            [(25, "its position was recorded here")],
        ),
        (
            f"new ability #3 {ABILITY}\nnew ability #4 {ABILITY}\n#3 resolve",
            [(28, "it was put on top here")],
        ),
        (
            '#1 "Forest" counters "lore" 0 -> 1 by ?\n#1 "Forest" counters "lore" 2 -> 3 by ?',
            [(27, "last set here")],
        ),
    ],
)  # fmt: skip
def test_a_finding_says_where_the_replay_has_its_value_from(body: str, places: list[tuple[int, str]]) -> None:
    (finding,) = analysed(SCENE, body).findings()
    assert related(finding) == places


def test_a_place_in_an_earlier_turn() -> None:
    keyframe = """
        0:01 turn {} "PlayerB"
        0:01   keyframe
        0:01     player "PlayerA" life 20 poison 0 library 60
        0:01     player "PlayerB" life 20 poison 0 library 60
        0:01     #1 "Forest" battlefield "PlayerA" tapped
        0:01     #2 "Opt" library "PlayerA" top 1
        0:01   untap
        """
    (finding,) = analysed(SCENE, keyframe.format(2), keyframe.format(3), '#1 "Forest" tap by ?').findings()
    assert related(finding) == [(26, "last set here")]
    assert finding.message.endswith("since line 26")


def test_where_day_or_night_was_set() -> None:
    keyframe = """
        day by ?
        0:01 turn 2 "PlayerB"
        0:01   keyframe
        0:01     player "PlayerA" life 20 poison 0 library 60
        0:01     player "PlayerB" life 20 poison 0 library 60
        0:01     night
        0:01   untap
        """
    (finding,) = analysed(keyframe).findings()
    assert related(finding) == [(24, "last set here")]


def test_an_object_is_looked_for_in_its_own_game() -> None:
    text = "\n".join(
        [
            game('new card #1 "Opt" owner "PlayerA" in hand'),
            game('new card #1 "Shock" owner "PlayerA" in hand\n#1 "Shock" move exile -> hand by ?', number=2),
        ]
    )
    analysis = Analysis.of_lines(fixture(text).text.split("\n"))
    (finding,) = analysis.findings()
    assert finding.related[0].place.line > analysis.games[1].start


def test_messages_stay_short_whatever_stands_in_the_file() -> None:
    name = "x" * 5000
    body = f'new card #1 "{name}" owner "PlayerA" in battlefield\n#1 "{name}" untap by ?'
    (finding,) = analysed(body).findings()
    assert len(finding.message) < 1000
    digits = "9" * 3000
    (finding,) = analysed(f'"PlayerA" life {digits} -> 1 by ?').findings()
    assert len(finding.message) < 1000


def test_columns_count_carriage_returns() -> None:
    lines = list(analysed('"PlayerA" life 20 -> 19 by ?').lines)
    place = lines.index('0:01     "PlayerA" life 20 -> 19 by ?')
    lines[place] = '0:01     "PlayerA" \rlife 21 -> 19 by ?'
    first, second = Analysis.of_lines(lines).findings()
    assert (first.code, first.place.start, first.place.end) == ("check-1", 19, 20)
    assert lines[place][second.place.start : second.place.end] == "21"


@pytest.mark.parametrize("data", [b"", b"\n", b"\0\0", b"\xff\xfe[\0", b"\xff" * 200])
def test_what_is_no_record_is_one_finding(data: bytes) -> None:
    (finding,) = Analysis.of_bytes(data).findings()
    assert finding.code == "check-1"


def test_the_questions_about_every_line_have_answers() -> None:
    for path in sorted(VALID.glob("*.mtgr")):
        analysis = Analysis.of_bytes(path.read_bytes())
        for line in range(len(analysis.lines)):
            block = analysis.block_at(line)
            assert (analysis.state(line) is not None) == (block is not None or analysis.lines[line] in RESULTS)


RESULTS = {"1-0", "0-1", "1/2-1/2", "*"}


@pytest.mark.parametrize("path", sorted(VALID.glob("*.mtgr")), ids=lambda path: path.name)
def test_both_states_of_a_line_are_the_one_before_and_the_one_after(path: Path) -> None:
    analysis = Analysis.of_bytes(path.read_bytes())
    for n in range(0, len(analysis.lines), 3):
        assert analysis.states(n) == (analysis.state(n, before=True), analysis.state(n))


@pytest.mark.parametrize("line", ["\r\r", "\r", "1/2\r\r", "\ra\r"])
def test_no_finding_ends_before_it_starts(line: str) -> None:
    lines = (VALID / "generated" / "small-9107.mtgr").read_bytes().decode().split("\n")
    for n in (1, 14, len(lines) - 2):
        analysis = Analysis.of_lines([*lines[:n], line, *lines[n:]])
        for finding in analysis.findings(hints=True):
            assert finding.place.start <= finding.place.end
