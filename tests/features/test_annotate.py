"""Annotations written for the user."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.markers import game

from mtgr.analysis import Analysis
from mtgr.features.annotate import annotation_actions, with_comment, with_glyph
from mtgr.features.annotations import trailer
from mtgr.features.changes import Change

VALID = sorted((Path(__file__).parents[2] / "conformance" / "valid").glob("*.mtgr"))
LINE = game("").split("\n").index("0:01   precombat-main") + 1


def line_of(body: str) -> tuple[Analysis, str]:
    """The analysis of a game whose line ``LINE`` this is."""
    analysis = Analysis.of_bytes(game(body).encode())
    return analysis, analysis.lines[LINE]


def put(text: str, change: Change | None) -> str | None:
    """A line after a change."""
    if change is None:
        return None
    assert change.line == change.end_line == LINE
    return (text[: change.start] + change.text + text[change.end :]).removeprefix("0:01     ")


def with_nag(body: str, nag: int | None) -> str | None:
    analysis, text = line_of(body)
    return put(text, with_glyph(analysis, LINE, nag))


@pytest.mark.parametrize(
    ("before", "nag", "after"),
    [
        ("pass", 1, "pass $1"),
        ("pass $2", 1, "pass $1"),
        ("pass $139 $2", 1, "pass $1 $139"),
        ("pass $2 $3", 1, "pass $1"),
        ("pass {a} ; b", 6, "pass $6 {a} ; b"),
        ("pass ;", 1, "pass $1 ;"),
        ("pass by #1", 5, "pass by #1 $5"),
        ("pass $1", 7, "pass $1 $7"),
        ("pass $1", None, "pass"),
        ("pass $139 $1 {a}", None, "pass $139 {a}"),
        ("add {W} {W}", 1, "add {W} $1 {W}"),
        ("pass {a} $2", 1, "pass $1 {a}"),
        ("pass  {a} {b} ;c", 1, "pass $1 {a b} ;c"),
    ],
)
def test_a_glyph(before: str, nag: int | None, after: str) -> None:
    assert with_nag(f'"PlayerA" {before}', nag) == f'"PlayerA" {after}'


@pytest.mark.parametrize(
    ("before", "nag"),
    [('"PlayerA" pass $1', 1), ('"PlayerA" pass $1 $7', 7), ('"PlayerA" pass $139', None), ('"PlayerA" pass', -1),
     ('"PlayerA" pass', 256), ('"PlayerA" flies', 1), ("-     (\n-     )", 1), ("% note", 1)],
)  # fmt: skip
def test_no_glyph(before: str, nag: int | None) -> None:
    assert with_nag(before, nag) is None


def test_a_change_is_no_larger_than_it_must_be() -> None:
    analysis, text = line_of('"PlayerA" pass $139 {a long comment}')
    column = text.index("$139")
    assert with_glyph(analysis, LINE, 3) == Change(LINE, column + 1, LINE, column + 1, "3 $")


@pytest.mark.parametrize(
    ("before", "comment", "after"),
    [
        ("pass", "so it is", "pass {so it is}"),
        ("pass", "", "pass {}"),
        ("pass {}", "now", "pass {now}"),
        ("pass $1", "x", "pass $1 {x}"),
        ("pass ; b", "x", "pass {x} ; b"),
        ("pass {a}", "x", "pass {a} ; x"),
        ("pass {a} ; b", "x", "pass {a} ; b x"),
        ("pass", "a } b", "pass ; a } b"),
        ("pass ;", "a } b", "pass ; a } b"),
        ("pass", " two\n\tlines ", "pass {two lines}"),
        ("pass", "A\u030a", "pass {\u00c5}"),
        ("pass", "\ud83d", "pass {}"),
        ("add {W}", "{W", "add {W} {{W}"),
    ],
)
def test_a_comment(before: str, comment: str, after: str) -> None:
    analysis, text = line_of(f'"PlayerA" {before}')
    assert put(text, with_comment(analysis, LINE, comment)) == f'"PlayerA" {after}'


@pytest.mark.parametrize("body", ['"PlayerA" flies', "-     (\n-     )", "% note"])
def test_no_comment(body: str) -> None:
    analysis, _ = line_of(body)
    assert with_comment(analysis, LINE, "x") is None


@pytest.mark.parametrize("line", [-1, 0, 12, 10**6])
def test_lines_without_annotations(line: int) -> None:
    analysis, _ = line_of("")
    assert with_glyph(analysis, line, 1) is None
    assert with_comment(analysis, line, "x") is None
    assert annotation_actions(analysis, line) == []


def test_the_menu_of_a_line() -> None:
    analysis, text = line_of('"PlayerA" pass $2 {why?}')
    found = {each.title: put(text, each.change) for each in annotation_actions(analysis, LINE)}
    assert found == {
        "Annotate as ! (good)": '"PlayerA" pass $1 {why?}',
        "Annotate as !! (very good)": '"PlayerA" pass $3 {why?}',
        "Annotate as ?? (very poor, a blunder)": '"PlayerA" pass $4 {why?}',
        "Annotate as !? (speculative, interesting)": '"PlayerA" pass $5 {why?}',
        "Annotate as ?! (questionable, dubious)": '"PlayerA" pass $6 {why?}',
        "Remove the annotation ?": '"PlayerA" pass {why?}',
    }


def test_the_menu_of_a_bare_line() -> None:
    analysis, text = line_of('"PlayerA" pass')
    found = [put(text, each.change) for each in annotation_actions(analysis, LINE)]
    assert found == [*(f'"PlayerA" pass ${n}' for n in range(1, 7)), '"PlayerA" pass {}']


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_an_annotated_file_stays_valid(path: Path) -> None:
    """Every line that can have annotations gets a glyph and two comments; nothing else changes."""
    analysis = Analysis.of_bytes(path.read_bytes())
    lines = list(analysis.lines)
    for step in range(3):
        analysis = Analysis.of_lines(lines)
        lines = list(lines)
        for n, text in enumerate(analysis.lines):
            change = (with_comment(analysis, n, ("a", "{b}")[step - 1])) if step else with_glyph(analysis, n, 4)
            if change is not None:
                lines[n] = text[: change.start] + change.text + text[change.end :]
    noted = Analysis.of_lines(lines)
    assert noted.findings() == []
    for old, new in zip(Analysis.of_bytes(path.read_bytes()).lines, lines, strict=True):
        before, after = trailer(old), trailer(new)
        if before is None or after is None:
            assert old == new
            continue
        assert old[: before.start] == new[: after.start]
        assert after.nags[0] == "$4"
        assert after.brace is not None
        assert (after.comment or "").endswith("{b}")
