"""`read_games`: games, statements, states and findings."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.markers import game

from mtgr import Player, Ref, State, read_games

TEXT = game(
    """
    new card #1 "Forest" owner "PlayerA" in hand
    #1 "Forest" play from hand tapped $1 {fine} ; yes
    - (
    -   #1 "Forest" play from hand
    - )
    """.replace("- (", "-     (")
    .replace("-   #1", "-       #1")
    .replace("- )", "-     )")
)
LINES = TEXT.split("\n")
PLAY = LINES.index('0:01     #1 "Forest" play from hand tapped $1 {fine} ; yes') + 1
TWO = TEXT + "\n" + game('"PlayerA" life 19 -> 18 by ?', number=2)


def test_the_games_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.mtgr"
    path.write_text(TWO, encoding="utf-8", newline="\n")
    for source in (path, str(path), path.read_bytes()):
        first, second = read_games(source)
        assert (first.number, second.number) == (1, 2)
        assert (first.tags["Game"], second.tags["Game"]) == ("1", "2")
        assert first.players == ("PlayerA", "PlayerB")
        assert first.result == "1-0"
        assert [TWO.split("\n")[n - 1] for n in (first.lines[0], first.lines[-1])] == ['[Mtgr "0.3.0"]', "1-0"]


def test_findings_are_those_of_the_game() -> None:
    games = read_games(TWO.encode())
    first, second = games
    assert first.findings == []
    [found] = second.findings
    line = TWO.split("\n")[found.line - 1]
    assert line[found.column - 1 : found.end_column - 1] == "19"
    assert (found.code, found.severity) == ("check-10", "error")
    assert str(found).startswith(f"{found.line}:{found.column}: error: check-10: life of")
    assert TWO.split("\n")[found.related[0].line - 1].strip().startswith("0:00")
    assert games.findings == [found]


def test_statements_of_the_main_line() -> None:
    [one] = read_games(TEXT.encode())
    statements = {each.line: each for each in one.statements()}
    assert [each.name for each in statements.values()][:5] == [
        "deck", "pregame", "keyframe", "player entry", "player entry",
    ]  # fmt: skip
    play = statements[PLAY]
    assert (play.time, play.level, play.name) == ("0:01", 2, "play")
    assert play.text == LINES[PLAY - 1][9:]
    assert play.slots == {"object": "#1", "from": "hand", "tapped": True}
    assert isinstance(play.object, Ref)
    assert (play.object, play.object.name, play.player) == ("#1", "Forest", None)
    concede = list(statements.values())[-1]
    assert (concede.object, concede.player) == (None, "PlayerB")
    assert (play.by, play.nags, play.brace, play.comment) == (None, (1,), "fine", " yes")
    assert not any(each.time == "-" for each in statements.values())
    assert [each.level for each in one.statements(variations=True) if each.time == "-"] == [3]


def test_the_state_after_each_statement() -> None:
    [one] = read_games(TEXT.encode())
    states = {each.line: state for each, state in one.replay()}
    assert list(states) == [each.line for each in one.statements()]
    before, after = states[PLAY - 1].objects["#1"], states[PLAY].objects["#1"]
    assert (before.zone, before.tapped, after.zone, after.tapped) == ("hand", False, "battlefield", True)
    assert (after.name, after.owner, after.id) == ("Forest", "PlayerA", "#1")
    assert states[PLAY].players["PlayerA"] == Player("PlayerA", 20, 0, 60, {}, "")
    assert states[PLAY].find("#1") == after
    assert states[PLAY].find("#2") is None
    assert states[PLAY].in_zone("battlefield", "PlayerA") == [after]
    assert states[PLAY].in_zone("battlefield", "PlayerB") == states[PLAY].in_zone("hand") == []
    assert (states[PLAY].turn, states[PLAY].active, states[PLAY].stack) == (1, "PlayerA", ())
    assert states[1 + LINES.index("0:00 pregame")].turn is None


def test_the_state_at_a_line() -> None:
    [one] = read_games(TEXT.encode())
    zones = []
    for line, before in ((PLAY, True), (PLAY, False), (PLAY + 2, False)):
        state = one.state(line, before=before)
        assert state is not None
        zones.append((state.objects["#1"].zone, state.objects["#1"].tapped))
    assert zones == [("hand", False), ("battlefield", True), ("battlefield", False)]
    assert one.state(1) is None
    assert one.state(10_000) is None


def test_what_is_not_settled_is_told() -> None:
    [one] = read_games(game('"PlayerA" life 19 -> 18 by ?\n"PlayerA" poison 1 -> 2 by ?').encode())
    last = [state for _, state in one.replay()][-1]
    assert last.players["PlayerA"].life == 18
    state = next(state for each, state in read_damaged() if each == "")
    assert state.uncertain


def read_damaged() -> list[tuple[str, State]]:
    [one] = read_games(game('"PlayerA" lief 19 -> 18 by ?').encode())
    return [(each.name, state) for each, state in one.replay()]


def test_an_unreadable_line_has_no_name() -> None:
    names = [name for name, _ in read_damaged()]
    assert names.count("") == 1
    assert names[-1] == "concede"


@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"\xff\xfe\0", b"\0", b"x", b"[", b"0:00 turn 1\n", b"\xef\xbb\xbf[Mtgr\r\n", b"1-0\n\n1-0\n", b"%\n"],
)
def test_any_bytes_can_be_read(data: bytes) -> None:
    games = read_games(data)
    assert games.findings
    for one in games:
        list(one.replay())
        list(one.statements(variations=True))
        assert set(one.tags) <= {"Mtgr"}
        assert len(one.players) < 2
        assert one.result in (None, "1-0")


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_games(tmp_path / "missing.mtgr")


def test_a_state_stays_as_it_is() -> None:
    [one] = read_games(TEXT.encode())
    kept = [(state, dict(state.objects), state.players) for _, state in one.replay()]
    again = [(dict(state.objects), state.players) for _, state in one.replay()]
    assert [(dict(state.objects), state.players) for state, _, _ in kept] == again
    assert [(objects, players) for _, objects, players in kept] == again


def test_only_the_games_that_are_asked_for_are_replayed() -> None:
    games = read_games((TEXT + "\n" + TWO).encode())
    first = next(iter(games))
    assert first.findings == []
    assert [game.number for game in games._analysis._games if not game.stale] == [1]
