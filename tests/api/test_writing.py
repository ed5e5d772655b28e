"""`GameWriter`: what it writes, what it refuses, and that a refusal leaves no trace."""

from __future__ import annotations

import io
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mtgr import GameWriter, Ref, Refused, read_games, statement

TAGS = {"Player1": "Ann", "Player2": "Ben", "Match": "m", "Perspective": "Ann"}


def started(file: io.BytesIO | None = None, **tags: str) -> GameWriter:
    """A game in its first main phase, in which Ann has a Forest in hand: #1."""
    writer = GameWriter(file or io.BytesIO(), TAGS | tags)
    writer.deck()
    writer.pregame()
    forest = writer.new("card", name="Forest", owner="Ann", zone="library", position="top 1")
    writer.write("move", object=forest, from_="library", to="hand", action="draw", by="rule:opening-hand")
    writer.turn("Ann")
    writer.step("precombat-main")
    return writer


def written(writer: GameWriter) -> list[str]:
    writer._file.seek(0)
    return writer._file.read().decode().splitlines()


def findings(file: io.BytesIO) -> list[str]:
    return [str(each) for each in read_games(file.getvalue()).findings]


# --- What is written --------------------------------------------------------------------------------------------------


def test_a_game_from_its_first_tag_to_its_result() -> None:
    file = io.BytesIO()
    writer = GameWriter(file, TAGS | {"ZZ_note": 'a "b"', "Event": "Test", "Annotator": "Zoe\u0308"})
    writer.deck({"Island": 40, "Forest": 20}, {"Memnite": 1}, name="Two colours")
    writer.pregame((60, 59), life=25)
    writer.at(61.5)
    writer.turn("Ben", clocks=("25:00", "24:00"), round_clock="50:00")
    writer.step("untap")
    writer.escape(" seen by the client")
    writer.write("extension", extension="MTGO_note", arguments=('"x"', "3"))
    writer.write("concede", player="Ben")
    writer.end("1-0", Termination="concession")
    assert file.getvalue().decode() == (
        '[Mtgr "0.3.0"]\n[Event "Test"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[Player1 "Ann"]\n'
        '[Player2 "Ben"]\n[Result "1-0"]\n[Format "?"]\n[Match "m"]\n[Game "1"]\n[Perspective "Ann"]\n'
        '[Annotator "Zo\u00eb"]\n[Termination "concession"]\n[ZZ_note "a \\"b\\""]\n\n'
        '0:00 deck "Ann" name "Two colours"\n0:00   main 20 "Forest"\n0:00   main 40 "Island"\n'
        '0:00   side 1 "Memnite"\n'
        '0:00 pregame\n0:00   keyframe\n'
        '0:00     player "Ann" life 25 poison 0 library 60\n0:00     player "Ben" life 25 poison 0 library 59\n'
        '1:01 turn 1 "Ben"\n1:01   keyframe\n'
        '1:01     player "Ann" life 25 poison 0 library 60 clock 25:00\n'
        '1:01     player "Ben" life 25 poison 0 library 59 clock 24:00\n'
        '1:01     round-clock 50:00\n1:01   untap\n% seen by the client\n1:01     MTGO_note "x" 3\n'
        '1:01     "Ben" concede\n1-0\n'
    )  # fmt: skip
    assert findings(file) == []


def test_names_come_from_the_state() -> None:
    writer = started()
    assert writer.write("play", object="#1", from_="hand") == '0:00     #1 "Forest" play from hand'
    copy = writer.new("token", name="Bear", owner="Ann", zone="battlefield", pt="2/2", by="#1")
    assert (copy, copy.name) == ("#2", "Bear")
    writer.write("become-copy", object=copy, original="#1", by="#1")
    assert writer.write("tap", object=copy, by="?") == '0:00     #2 "Forest" tap by ?'
    hidden = writer.new("hidden", owner="Ben", zone="hand")
    assert writer.write("reveal", object=writer.state.find(hidden).id, by="?") == "0:00     #3 reveal by ?"  # type: ignore[union-attr]
    writer.write("identify", object=hidden, name="Bolt")
    assert writer.write("reveal", object=hidden, by="?").endswith('#3 "Bolt" reveal by ?')


def test_the_stack_is_written_where_it_must_be() -> None:
    writer = started()
    writer.priority("Ann", clocks=("1:00", "2:00"))
    ability = writer.new("ability", kind="triggered", source="#1", text=None, controller="Ann", zone="stack")
    writer.write("target", object=ability, target="Ben")
    writer.priority("Ben")
    assert written(writer)[-6:] == [
        '0:00     "Ann" priority clock "Ann" 1:00 "Ben" 2:00',
        '0:00     new ability #2 triggered of #1 "Forest" ? controller "Ann" in stack',
        '0:00     #2 target "Ben"',
        '0:00     "Ben" priority',
        "0:00       stack",
        '0:00         #2 triggered of #1 "Forest" ? controller "Ann" target "Ben"',
    ]


@pytest.mark.parametrize(
    ("digits", "seconds", "time"),
    [
        (0, 0, "0:00"), (0, 59.999, "0:59"), (0, 60, "1:00"), (1, 59.99, "0:59.9"), (2, 3600.05, "60:00.05"),
        (3, 1.0005, "0:01.000"), (3, 0.1 + 0.2, "0:00.300"), (3, 6_000_000, "100000:00.000"), (2, "0:01.5", "0:01.5"),
    ],
)  # fmt: skip
def test_times(digits: int, seconds: float | str, time: str) -> None:
    writer = GameWriter(io.BytesIO(), TAGS, fraction_digits=digits)
    writer.at(seconds)
    writer.deck()
    assert written(writer)[-1] == f'{time} deck "Ann" unknown'


@pytest.mark.parametrize("digits", [-1, 4])
def test_a_time_has_no_more_digits(digits: int) -> None:
    with pytest.raises(ValueError, match="0 to 3 digits"):
        GameWriter(io.BytesIO(), TAGS, fraction_digits=digits)


def test_a_negative_time_is_none() -> None:
    with pytest.raises(ValueError, match="from the start"):
        started().at(-1)


def test_the_levels_of_statements() -> None:
    writer = GameWriter(io.BytesIO(), TAGS)
    writer.deck()
    writer.pregame()
    lines = [writer.write("keep", player="Ann")]
    writer.turn("Ann")
    lines.append(writer.write("extension", extension="A_b"))
    writer.step("untap")
    lines += [writer.write("extension", extension="A_b"), writer.write("pass", player="Ann")]
    assert lines == ['0:00   "Ann" keep', "0:00   A_b", "0:00     A_b", '0:00     "Ann" pass']


def test_after_a_gap_the_keyframe_is_given() -> None:
    file = io.BytesIO()
    writer = started(file)
    writer.incomplete("the client was closed")
    bear = writer.new("card", name="Bear", owner="Ben", zone="battlefield")
    with pytest.raises(ValueError, match="after an incomplete line the keyframe says how the game stands"):
        writer.turn("Ben", number=4)
    writer.turn("Ben", number=4, entries=[
        statement("player entry", player="Ann", life=3, poison=0, library=50),
        statement("player entry", player="Ben", life=4, poison=1, library=51),
        statement("object entry", object=bear, zone="battlefield", player="Ben", pt="2/2"),
    ])  # fmt: skip
    assert writer.state.players["Ann"].life == 3
    assert list(writer.state.objects) == [bear]
    writer.turn("Ann")
    writer.step("untap")
    writer.write("concede", player="Ann")
    writer.end("0-1")
    assert "0:00 turn 5" in file.getvalue().decode()
    assert findings(file) == []


def test_what_the_lines_leave_open_must_be_said() -> None:
    file = io.BytesIO()
    writer = started(file)
    for card in [writer.new("hidden", owner="Ben", zone="exile") for _ in range(2)]:
        writer.write("move", object=card, from_="exile", to="library", end="bottom", by="#1")
    with pytest.raises(ValueError, match="leave open what the entry of #2, #3 says"):
        writer.turn("Ben")
    settled = {id: statement("object entry", object=id, zone="library", player="Ben") for id in ("#2", "#3")}
    writer.turn("Ben", settled=settled)
    assert written(writer)[-2:] == ['0:00     #2 library "Ben"', '0:00     #3 library "Ben"']
    assert writer.state.objects["#2"].position is None


def test_a_variation_is_written_as_lines() -> None:
    file = io.BytesIO()
    writer = started(file)
    writer.write("play", object="#1", from_="hand")
    writer.lines("-     (", '-       "Ann" concede', "-     )")
    writer.write("concede", player="Ann")
    writer.end("0-1")
    assert findings(file) == []


# --- Files ------------------------------------------------------------------------------------------------------------


def test_a_path_gets_one_game_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "match.mtgr"
    for number in ("1", "2", "3"):
        writer = GameWriter(path, TAGS | {"Game": number})
        writer.deck()
        writer.pregame()
        writer.write("concede", player="Ben")
        with pytest.raises(Refused) as refused:
            writer.write("keep", player="Ann")
        lines = path.read_bytes().count(b"\n")  # what is written is in the file at once
        assert refused.value.findings[0].line == lines + 1
        writer.end("1-0", Termination="concession", Player1Archetype="Burn")
    games = read_games(path)
    assert [game.tags["Game"] for game in games] == ["1", "2", "3"]
    assert games.findings == []
    assert b"\r" not in path.read_bytes()


def test_a_file_is_not_made_for_tags_that_are_wrong(tmp_path: Path) -> None:
    path = tmp_path / "a.mtgr"
    with pytest.raises(Refused) as refused:
        GameWriter(path, TAGS | {"Perspective": "Cid"})
    assert refused.value.findings[0].code == "check-1"
    assert not path.exists()


@pytest.mark.parametrize("chunk", [1, 7, 1 << 20])
@pytest.mark.parametrize("event", ["?", "", "A much longer name of an event than before"])
def test_tags_may_change_at_the_end(chunk: int, event: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mtgr.api.writing._CHUNK", chunk)
    file = io.BytesIO()
    for number in ("1", "2"):
        writer = started(file, Event="Something", Game=number)
        writer.write("game-draw", by="?")
        writer.end("1/2-1/2", Event=event)
    assert [game.tags["Event"] for game in read_games(file.getvalue())] == [event, event]
    assert findings(file) == []


def test_no_line_is_kept_beyond_its_turn() -> None:
    writer = started()
    for number in range(50):
        writer.turn("Ben" if number % 2 else "Ann")
        writer.step("untap")
        for _ in range(20):
            writer.write("pass", player="Ann")
    assert len(writer._checker._block.run.lines) == 26


def test_after_the_end_nothing_is_written() -> None:
    writer = started()
    writer.write("concede", player="Ann")
    writer.end("0-1")
    for call in (lambda: writer.write("extension", extension="A_b"), lambda: writer.end("0-1")):
        with pytest.raises(ValueError, match="the game has ended"):
            call()


# --- What is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "name", "slots"),
    [
        ("check-1", "pass", {"player": "Cid"}),
        ("check-3", "tap", {"object": 2, "by": "?"}),
        ("check-5", "reveal", {"object": 1}),
        ("check-5", "reveal", {"object": 1, "by": "#9"}),
        ("check-9", "play", {"object": 1, "from_": "graveyard"}),
        ("check-10", "life", {"player": "Ann", "old": 19, "new": 18, "by": "?"}),
        ("check-11", "pay", {"player": "Ann", "mana": "{G}", "by": "cost:#1"}),
        ("check-12", "untap object", {"object": 1, "by": "?"}),
        ("check-15", "identify", {"object": 1, "name": "Island"}),
        ("check-17", "tap", {"object": "#h1", "by": "?"}),
        ("library-position", "move", {"object": 1, "from_": "hand", "to": "exile", "end": "top", "by": "?"}),
        ("draw-zone", "move", {"object": 1, "from_": "hand", "to": "exile", "action": "mill", "by": "?"}),
    ],
)
def test_a_wrong_line_is_refused_and_leaves_no_trace(code: str, name: str, slots: dict[str, Any]) -> None:
    writer = started()
    before, state = written(writer), writer.state
    with pytest.raises(Refused) as refused:
        writer.write(name, **slots)
    [found] = refused.value.findings
    [line] = refused.value.lines
    assert found.code == code
    assert found.line == len(before) + 1
    assert line[found.column - 1 : found.end_column - 1] in line[9:]
    assert str(refused.value) == f"{code}: {found.message}\n{line}"
    assert written(writer) == before
    assert writer.state.objects == state.objects
    assert writer.state.players == state.players
    writer.write("play", object=1, from_="hand")  # and the game goes on
    assert written(writer)[:-1] == before


def test_a_refused_turn_leaves_no_trace() -> None:
    writer = started()
    ability = writer.new("ability", kind="triggered", source="#1", text="x", controller="Ann", zone="stack")
    before = written(writer)
    with pytest.raises(Refused, match="check-7: the stack is not empty"):
        writer.turn("Ben")
    assert (written(writer), writer.state.turn, writer.state.stack) == (before, 1, (ability,))
    writer.write("cease", object=ability, by="?")
    writer.turn("Ben")
    assert writer.state.turn == 2


def test_a_keyframe_from_elsewhere_is_compared() -> None:
    writer = started()
    players = [statement("player entry", player=each, life=20, poison=0, library=60) for each in ("Ann", "Ben")]
    with pytest.raises(Refused) as refused:
        writer.turn("Ben", entries=[*players, '#1 "Forest" hand "Ann"'])
    assert {each.code for each in refused.value.findings} == {"check-7"}
    writer.incomplete("an event was missed")
    writer.turn("Ben", entries=[*players, '#1 "Forest" hand "Ann"'])


def test_a_snapshot_from_elsewhere_is_compared() -> None:
    writer = started()
    with pytest.raises(Refused) as refused:
        writer.priority("Ann", entries=['#1 "Forest" controller "Ann"'])
    assert refused.value.findings[0].code in ("check-6", "check-14")
    writer.priority("Ann", entries=[])


@pytest.mark.parametrize(
    "line",
    [
        "",
        "1-0",
        '[Event "x"]',
        "x",
        '0:00     "Ann" pass\n',
        '0:00   "Ann" pass',
        "-     )",
        "-     (",
        "0:00  pass",
        "%\t",
    ],
)
def test_lines_are_checked_too(line: str) -> None:
    writer = started()
    before = written(writer)
    with pytest.raises(Refused):
        writer.lines(line)
    assert written(writer) == before


def test_blocks_are_written_one_by_one() -> None:
    writer = started()
    with pytest.raises(ValueError, match="is the first of the lines"):
        writer.lines("0:00   cleanup", '0:00 turn 2 "Ben"')
    with pytest.raises(Refused, match="check-1: the first line of a pregame or turn is its `keyframe`"):
        writer.lines('0:00 turn 2 "Ben"')
    with pytest.raises(TypeError, match="`turn` is written by the method turn"):
        writer.write("turn", number=2, player="Ben")
    with pytest.raises(TypeError, match="`main` is written with the line it belongs to"):
        writer.write("main", count=1, card="Forest")
    with pytest.raises(Refused, match="check-1: the first line of a turn is its `keyframe`, which is missing"):
        writer.lines('0:00 turn 2 "Ben"', '0:00   incomplete "x"')


def test_the_order_of_blocks() -> None:
    writer = GameWriter(io.BytesIO(), TAGS)
    with pytest.raises(Refused, match="check-1: the deck block is missing"):
        writer.pregame()
    writer.deck()
    with pytest.raises(Refused, match="check-1: the pregame is missing"):
        writer.turn("Ann")
    with pytest.raises(Refused, match="check-1"):
        writer.end("*")
    writer.pregame()
    with pytest.raises(Refused, match="check-1"):
        writer.turn("Ben", number=2)
    with pytest.raises(Refused, match="check-1"):
        writer.deck()


def test_an_end_that_contradicts_the_game() -> None:
    file = io.BytesIO()
    writer = started(file)
    with pytest.raises(Refused, match="check-16: the game does not end"):
        writer.end("1-0")
    writer.write("concede", player="Ann")
    with pytest.raises(Refused, match="check-16: this line means the result 0-1"):
        writer.end("1-0")
    with pytest.raises(Refused, match="check-1: `Termination` is"):
        writer.end("0-1", Termination="boredom")
    with pytest.raises(ValueError, match="the players and the perspective stay"):
        writer.end("0-1", Perspective="Ben")
    writer.end("0-1", Termination="concession")
    assert findings(file) == []


def test_a_player_may_have_any_name() -> None:
    file = io.BytesIO()
    writer = GameWriter(file, {"Player1": "#7", "Player2": "?", "Match": "m", "Perspective": "#7"})
    writer.deck()
    writer.pregame()
    card = writer.new("card", name="X", owner="?", zone="exile")
    assert writer.write("target", object=card, target="#7") == '0:00   #1 "X" target "#7"'
    assert writer.write("target", object=card, target=Ref("#1")) == '0:00   #1 "X" target #1 "X"'
    assert writer.write("choose", object=card, choice=("player", "?"), by='"#7"').endswith('player "?" by "#7"')
    writer.write("concede", player="?")
    writer.end("1-0")
    assert findings(file) == []


def test_a_game_may_be_left_without_its_end(tmp_path: Path) -> None:
    path = tmp_path / "a.mtgr"
    with GameWriter(path, TAGS) as writer:
        writer.deck()
        writer.pregame()
    with pytest.raises(ValueError, match="closed file"):
        writer.write("keep", player="Ann")
    [found] = read_games(path).findings
    assert found.message == "the file breaks off here: the game has no result line"


# --- What is given wrongly --------------------------------------------------------------------------------------------

NO_TEXT = [5, True, b"x", ["x"], {"x": 1}, object()]
NO_LIST = [5, True, "1:00", b"x", object()]
NO_MAPPING = [5, True, "x", [("x", 1)]]
MISUSES: list[tuple[Callable[[GameWriter, Any], object], list[Any]]] = [
    (lambda writer, value: writer.at(value), [None, [], b"x", math.nan, math.inf, -1]),
    (lambda writer, value: writer.write("keep", player="Ann", comment=value), NO_TEXT),
    (lambda writer, value: writer.write("keep", player="Ann", brace=value), NO_TEXT),
    (lambda writer, value: writer.write("keep", player="Ann", nags=value), [None, *NO_LIST]),
    (lambda writer, value: writer.write("keep", player="Ann", replacements=value), [None, *NO_LIST]),
    (lambda writer, value: writer.write("shuffle", player="Ann", by=value), NO_TEXT),
    (lambda writer, value: writer.write("keep", player=value), NO_TEXT),
    (lambda writer, value: writer.priority("Ann", clocks=value), [*NO_LIST, (), ("1:00",), ("1:00", "1:00", "1:00")]),
    (lambda writer, value: writer.priority("Ann", settled=value), [None, *NO_MAPPING]),
    (lambda writer, value: writer.priority("Ann", entries=value), [*NO_LIST, [5]]),
    (lambda writer, value: writer.turn("Ben", clocks=value), [*NO_LIST, ("1:00", "1:00", "1:00")]),
    (lambda writer, value: writer.turn("Ben", clocks=("1:00",), entries=value), [*NO_LIST, (), [5]]),
    (lambda writer, value: writer.turn("Ben", settled=value), [None, *NO_MAPPING]),
    (lambda writer, value: writer.turn("Ben", settled={"#1": value}), NO_TEXT),
    (lambda writer, value: writer.deck(value), NO_MAPPING),
    (lambda writer, value: writer.deck({value: 1, "Forest": 2}), [None, 5, b"x"]),
    (lambda writer, value: writer.pregame(value), [None, *NO_LIST, (60,), (60, 60, 60)]),
    (lambda writer, value: writer.escape(value), [None, *NO_TEXT]),
    (lambda writer, value: writer.lines("% a", value), [None, *NO_TEXT]),
    (lambda writer, value: writer.end(value), NO_TEXT),
    (lambda writer, value: writer.end("*", Event=value), [None, *NO_TEXT]),
    (lambda writer, value: GameWriter(io.BytesIO(), value), [None, *NO_MAPPING]),
    (lambda writer, value: GameWriter(io.BytesIO(), {**TAGS, "Event": value}), [None, *NO_TEXT]),
    (lambda writer, value: GameWriter(io.BytesIO(), {**TAGS, value: "x"}), [None, 5, b"x"]),
    (lambda writer, value: GameWriter(value, TAGS), [None, 5, b"x", [], io.StringIO()]),
]  # fmt: skip


@pytest.mark.parametrize(("misuse", "value"), [(misuse, value) for misuse, values in MISUSES for value in values])
def test_what_is_of_the_wrong_kind_is_said_in_a_sentence(
    misuse: Callable[[GameWriter, Any], object], value: object
) -> None:
    """By a check of our own, and not by whatever happens to fail on it; and nothing has been written."""
    writer = started()
    before = written(writer)
    with pytest.raises(ValueError, match=r", not |is needed") as error:
        misuse(writer, value)
    assert str(error.traceback[-1].statement).lstrip().startswith("raise ")
    assert written(writer) == before
    writer.write("shuffle", player="Ann", by="rule:sba")


@pytest.mark.parametrize("name", [None, 5, ["keep"], {}])
def test_a_statement_without_a_name_is_none(name: Any) -> None:
    with pytest.raises(TypeError, match="there is no statement"):
        statement(name)


# --- Files that are there ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", ["", "\n"])
def test_a_game_follows_one_whose_last_line_has_no_end(tmp_path: Path, more: str) -> None:
    path = tmp_path / "a.mtgr"
    for game in "12":
        writer = GameWriter(path, TAGS | {"Game": game})
        writer.deck()
        writer.pregame()
        writer.write("concede", player="Ann")
        writer.end("0-1")
        if game == "1":
            path.write_bytes(path.read_bytes().removesuffix(b"\n") + more.encode())
    assert read_games(path).findings == []
    assert len(list(read_games(path))) == 2


def test_the_lines_of_a_refusal_count_from_the_file_s_first(tmp_path: Path) -> None:
    path = tmp_path / "a.mtgr"
    path.write_bytes(b"% an escape line without its end")
    with GameWriter(path, TAGS) as writer, pytest.raises(Refused) as refused:
        writer.escape("\0")
    assert path.read_text().count("\n") + 1 == refused.value.findings[0].line


@pytest.mark.parametrize("mode", ["ab", "ab+", "rb", "wb", "a+", "r+"])
def test_a_file_that_no_end_could_be_written_to_is_refused_at_once(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "a.mtgr"
    path.write_bytes(b"% before\n")
    with path.open(mode) as file, pytest.raises(ValueError, match="a path is needed, or a binary file"):
        GameWriter(file, TAGS)  # type: ignore[arg-type]
    assert path.read_bytes() in (b"% before\n", b"")
