"""`mtgr plot` from its arguments to its picture."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from tests.cli.conftest import GOOD, Command
from tests.support.markers import game

from mtgr.cli import main
from mtgr.cli.picture import MOST_MOMENTS, MOST_TURN_LABELS, apart
from mtgr.cli.plot import MOST_GAMES
from mtgr.cli.svg import DARK, fit

SVG = "{http://www.w3.org/2000/svg}"
VALID = Path(__file__).parents[2] / "conformance" / "valid"
NEEDS = f"mtgr: mtgr plot needs matplotlib; this installs it: {sys.executable} -m pip install matplotlib\n"


@pytest.fixture(autouse=True)
def file() -> None:
    Path("a.mtgr").write_bytes(GOOD.encode())


def drawn(text: str, *arguments: str) -> ET.Element:
    """The picture of a text."""
    Path("drawn.mtgr").write_bytes(text.encode())
    assert main(["plot", "drawn.mtgr", *arguments]) == 0
    return ET.parse("drawn.svg").getroot()


def texts(picture: ET.Element) -> list[str]:
    """The words in a picture, those of its description aside."""
    return [element.text or "" for element in picture.iter(f"{SVG}text")]


def strokes(picture: ET.Element, colour: str) -> list[str]:
    """The styles of the lines of a colour."""
    styles = [element.get("style", "") for element in picture.iter(f"{SVG}path")]
    return [style for style in styles if f"stroke: {colour}" in style]


# --- Where the picture goes -------------------------------------------------------------------------------------------


def test_the_picture_is_written_beside_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plot", "a.mtgr"]) == 0
    assert capsys.readouterr() == ("wrote a.svg\n", "")
    assert ET.parse("a.svg").getroot().tag == f"{SVG}svg"


def test_the_picture_is_written_where_it_is_wanted() -> None:
    assert main(["plot", "-o", "b.svg", "a.mtgr"]) == 0
    assert main(["plot", "a.mtgr", "--output", "c.svg"]) == 0
    assert Path("b.svg").read_bytes() == Path("c.svg").read_bytes()
    assert not Path("a.svg").exists()


def test_standard_input_and_output(mtgr: Command) -> None:
    from_file = mtgr("plot", "a.mtgr", "-o", "-")
    from_input = mtgr("plot", "-", stdin=GOOD.encode())
    assert (from_file.returncode, from_file.stderr) == (0, b"")
    assert from_file.stdout == from_input.stdout
    assert ET.fromstring(from_file.stdout).tag == f"{SVG}svg"


def test_the_same_file_gives_the_same_picture(mtgr: Command) -> None:
    first = mtgr("plot", "a.mtgr", "-o", "-").stdout
    assert main(["plot", "a.mtgr"]) == 0
    assert Path("a.svg").read_bytes() == first
    assert b"date" not in first.lower()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["missing.mtgr"], "cannot read missing.mtgr: No such file or directory"),
        (["."], "cannot read .: Is a directory"),
        (["empty.mtgr"], "there is no game to draw in empty.mtgr: no pregame and no turn"),
        (["tags.mtgr"], "there is no game to draw in tags.mtgr: no pregame and no turn"),
        (["tags.mtgr", "--game", "1"], "there is nothing of game 1 to draw in tags.mtgr: no pregame and no turn"),
        (["a.mtgr", "--game", "2"], "a.mtgr has 1 game, so there is no game 2"),
        (["a.mtgr", "-o", "a.mtgr"], "the picture would take the place of a.mtgr; name another file with -o"),
        (["a.svg"], "the picture would take the place of a.svg; name another file with -o"),
        (["a.mtgr", "-o", "no/where.svg"], "cannot write no/where.svg: No such file or directory"),
        (["a.mtgr", "-o", "nul\0.svg"], "cannot write nul<U+0000>.svg: there can be no such path"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("empty.mtgr").touch()
    Path("tags.mtgr").write_text('[Mtgr "0.3.0"]\n', encoding="utf-8")
    Path("a.svg").write_bytes(GOOD.encode())
    assert main(["plot", *arguments]) == 2
    assert capsys.readouterr() == ("", f"mtgr: {sentence}\n")
    assert Path("a.svg").read_bytes() == Path("a.mtgr").read_bytes() == GOOD.encode()


def test_without_matplotlib_a_sentence_says_what_to_install(mtgr: Command, tmp_path: Path) -> None:
    (tmp_path / "matplotlib.py").write_text("raise ImportError('not here')", encoding="utf-8")
    result = mtgr("plot", "a.mtgr")  # `python -m` looks for modules in the current folder first
    assert (result.returncode, result.stdout, result.stderr.decode()) == (2, b"", NEEDS)


@pytest.mark.parametrize("arguments", [["--help"], ["plot", "--help"], ["check", "a.mtgr"], ["state", "a.mtgr:25"]])
def test_nothing_else_needs_matplotlib(arguments: list[str], mtgr: Command, tmp_path: Path) -> None:
    (tmp_path / "matplotlib.py").write_text("raise ImportError('not here')", encoding="utf-8")
    result = mtgr(*arguments)
    assert (result.returncode, result.stderr) == (0, b"")


# --- Which games ------------------------------------------------------------------------------------------------------


def several(count: int) -> str:
    return "\n".join(game("", number=number) for number in range(1, count + 1))


def headings(picture: ET.Element) -> list[str]:
    return [text for text in texts(picture) if text.startswith("Game ")]


def test_all_games_of_a_match_are_in_one_picture() -> None:
    assert headings(drawn(several(2))) == [
        "Game 1: PlayerA - PlayerB 1-0 (1 of 2)",
        "Game 2: PlayerA - PlayerB 1-0 (2 of 2)",
    ]


def test_one_game_of_several() -> None:
    assert headings(drawn(several(3), "--game", "2")) == ["Game 2: PlayerA - PlayerB 1-0 (2 of 3)"]


def test_too_many_games_for_one_picture_are_said(mtgr: Command, capsys: pytest.CaptureFixture[str]) -> None:
    note = f"the first {MOST_GAMES} of {MOST_GAMES + 2} games; --game N draws another"
    picture = drawn(several(MOST_GAMES + 2))
    assert len(headings(picture)) == MOST_GAMES
    assert note in texts(picture)
    assert capsys.readouterr().out == f"wrote drawn.svg: {note}\n"
    assert mtgr("plot", "drawn.mtgr", "-o", "-").stderr.decode() == f"mtgr: {note}\n"


# --- What is in the picture -------------------------------------------------------------------------------------------


def test_a_game() -> None:
    body = """
        "PlayerA" life 20 -> 13 by ?
        "PlayerB" life 20 -> 17 by ? $3
        new token #1 "Soldier" owner "PlayerB" in battlefield pt 1/1 by ? $255 {two of them would have been better}
    """
    words = texts(drawn(game(body)))
    assert words[-9:] == [
        "Game 1: PlayerA - PlayerB 1-0",
        *("1", "turn 1, 0:01", "!!", '"PlayerB" life 20 -> 17 by ?'),
        *("2", "turn 1, 0:01", "$255", "two of them would have been better"),
    ]
    assert words.count("!!") == 2, "in the list and over the panels"
    assert {"life", "hand", "board", "pre", "13 PlayerA", "17 PlayerB", "1", "!!"} <= set(words)
    assert "turn; shaded: PlayerA is the active player" in words
    assert "poison" not in words


def test_poison_has_a_panel_where_there_is_some() -> None:
    assert "poison" in texts(drawn(game('"PlayerA" poison 0 -> 1 by ?')))


def test_gaps_are_hatched() -> None:
    words = texts(drawn(game('incomplete "why"', end="", result="*")))
    assert "turn; shaded: PlayerA is the active player; hatched: the record is incomplete" in words


def test_the_players_differ_by_colour_and_by_line_style() -> None:
    picture = drawn(GOOD)
    first, second = (strokes(picture, colour) for colour in list(DARK)[-2:])
    assert len(first) == len(second) == 3, "life, hand and board"
    assert not any("stroke-dasharray" in style for style in first)
    assert all("stroke-dasharray" in style for style in second)


def test_every_colour_has_one_for_the_dark() -> None:
    picture = drawn(game('"PlayerA" life 20 -> -3 by ? $1 {x}\nincomplete "y"', end="", result="*"))
    styles = " ".join(element.get("style", "") for element in picture.iter())
    assert set(re.findall(r"#[0-9a-f]{3,8}\b", styles.replace("url(#", ""))) == set(DARK)
    assert not re.search(r"(?:fill|stroke): (?!#|none|url)", styles)
    [style] = [element.text for element in picture.findall(f"{SVG}style")]
    assert style is not None
    assert "prefers-color-scheme: dark" in style
    for light, dark in DARK.items():
        assert f'[style*="stroke: {light}"] {{ stroke: {dark} !important }}' in style
        assert f'[style*="fill: {light}"] {{ fill: {dark} !important }}' in style


def test_no_part_is_left_without_a_colour() -> None:
    """What has none is black, on a dark background too."""
    picture = drawn(game('"PlayerA" pass $1 {x}'))
    assert all("fill: #" in element.get("style", "") for element in picture.iter(f"{SVG}text"))
    assert len(list(picture.iter(f"{SVG}text"))) > 10


def contrast(one: str, other: str) -> float:
    """The contrast of two colours (WCAG 2.2)."""

    def luminance(colour: str) -> float:
        parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colours", [list(DARK), list(DARK.values())], ids=["light", "dark"])
def test_the_colours_can_be_seen(colours: list[str]) -> None:
    background, ink, _, band, *players = colours
    for ground in (background, band):
        assert contrast(ink, ground) > 7
        assert all(contrast(player, ground) > 3 for player in players)


def test_the_picture_tells_in_words_what_it_shows() -> None:
    picture = drawn(game('"PlayerA" life 20 -> 13 by ? $1\n"PlayerB" life 20 -> 17 by ?'))
    assert picture.get("role") == "img"
    names = picture.get("aria-labelledby", "").split()
    words = [element.text for name in names for element in picture.iter() if element.get("id") == name]
    course = "1 turn, PlayerA goes from 20 to 13 life, PlayerB goes from 20 to 17 life; 1 annotated line."
    assert words == ["Game 1: PlayerA - PlayerB 1-0", f"Game 1: PlayerA - PlayerB 1-0: {course}"]


def test_the_moments_that_are_marked() -> None:
    """Lines with a glyph first, where there are too many, and in the order of the game."""
    plain = "\n".join(f'"PlayerA" pass {{plain {n}}}' for n in range(MOST_MOMENTS))
    words = texts(drawn(game(f'{plain}\n"PlayerA" pass $4 {{the blunder}}')))
    assert f"plain {MOST_MOMENTS - 2}" in words
    assert f"plain {MOST_MOMENTS - 1}" not in words
    assert words[-2:] == ["the blunder", "and 1 more annotated line"]


def test_a_long_game_labels_some_of_its_turns() -> None:
    turn = '0:02 turn {0} "PlayerA"\n0:02   keyframe\n' + "".join(
        f'0:02     player "Player{seat}" life 20 poison 0 library 60\n' for seat in "AB"
    )
    words = texts(drawn(game("".join(turn.format(number) for number in range(2, 2 * MOST_TURN_LABELS)))))
    labels = [word for word in words if word.isdigit() and int(word) > 20]
    assert 10 < len(labels) < MOST_TURN_LABELS


@pytest.mark.parametrize(
    "name", ["annotations", "characters", "conceded-in-pregame", "several-matches", "starts-late", "tags", "variations"]
)
def test_conformance_files_are_drawn(name: str) -> None:
    assert headings(drawn((VALID / f"{name}.mtgr").read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "text", [GOOD[:600], GOOD + "x", GOOD.replace("keyframe", "kyframe"), GOOD.replace("[Player2", "[Plyr2")]
)
def test_a_file_with_errors_is_drawn(text: str) -> None:
    assert headings(drawn(text))


# --- What a file can do to the picture --------------------------------------------------------------------------------

HOSTILE = [
    '</text><script>alert(1)</script>',
    "&amp;<!--]]>",
    "$x^2$ $\\\\frac{1}{2}$ $\\\\undefined$",
    "日本語 プレイヤー",
    "لاعب 🔥 é",
    "a\\\\b \\\" c",
]  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_names_and_comments_stay_text(name: str) -> None:
    shown = name.replace('\\"', '"').replace("\\\\", "\\")
    picture = drawn(game(f'"PlayerA" pass {{{shown.replace("}", "")}}}').replace("PlayerA", name))
    words = texts(picture)
    assert f"20 {shown}"[:15] in [word[:15] for word in words]
    assert shown.replace("}", "") in words
    assert picture.find(f"{SVG}title").text == f"Game 1: {shown} - PlayerB 1-0"  # type: ignore[union-attr]
    known = ["svg", "title", "desc", "style", "defs", "g", "path", "text", "use", "clipPath", "rect"]
    assert {element.tag.removeprefix(SVG) for element in picture.iter()} <= set(known)
    links = [value for element in picture.iter() for key, value in element.items() if key.endswith("href")]
    assert all(link.startswith("#") for link in links)


def test_what_cannot_be_shown_is_made_visible() -> None:
    words = texts(drawn(game('"PlayerA" pass {a\ufffeb\u202ec\x01d}')))
    assert "a\ufffdb<U+202E>c\ufffdd" in words


def test_numbers_of_any_length() -> None:
    huge = "9" * 5000
    picture = drawn(game(f'"PlayerA" life 20 -> {huge} by ?\n0:02 turn {huge} "PlayerB"\n0:02   untap $1'))
    assert "≥ 1,000,000,000 PlayerA" in texts(picture)
    assert "turn 99999…, 0:02" in texts(picture)


def test_a_life_total_that_is_not_known_has_no_line() -> None:
    text = GOOD.replace("life 20 poison 0 library 60", "life poison")
    assert [word for word in texts(drawn(text)) if "PlayerA" in word and word[0].isdigit()] == []


# --- Small parts ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "places"),
    [
        ([], []),
        ([5], [5]),
        ([0, 9], [0, 9]),
        ([5, 5], [5, 7]),
        ([6, 5], [7, 5]),
        ([9, 9.5, 10], [6, 8, 10]),
        ([0, 0, 10, 10], [0, 2, 8, 10]),
    ],
)
def test_labels_are_set_apart(wanted: list[float], places: list[float]) -> None:
    assert apart(wanted, 2, 0, 10) == places


@pytest.mark.parametrize(
    ("text", "fitting"),
    [("", ""), ("abcde", "abcde"), ("abcdef", "abcd…"), ("日本", "日本"), ("日本語", "日本…"), ("a日本語", "a日…")],
)
def test_text_is_cut_to_columns(text: str, fitting: str) -> None:
    assert fit(text, 5) == fitting
