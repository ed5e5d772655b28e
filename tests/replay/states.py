"""What the tests of the replay have in common: a short body in, the state at its cursor out."""

from __future__ import annotations

from textwrap import dedent

from tests.support.markers import CURSOR, fixture, game

from mtgr.analysis import Analysis
from mtgr.replay.state import GameObject, State

A, B = '"PlayerA"', '"PlayerB"'


def joined(*parts: str) -> str:
    """Excerpts as one, each with its common indentation taken away."""
    return "\n".join(dedent(part).strip("\n").rstrip() for part in parts)


def analysed(*parts: str, pregame: str = "", keyframe: str = "", end: str = '"PlayerB" concede') -> Analysis:
    """The analysis of a game around a body (see ``game``); cursors are taken out."""
    text = fixture(game(joined(*parts), pregame=pregame, keyframe=keyframe, end=end)).text
    return Analysis.of_lines(text.split("\n"))


def state(*parts: str, before: bool = False, pregame: str = "", keyframe: str = "", sound: bool = True) -> State:
    """The state after (``before``) the line of the cursor, or of the last line of the body.

    ``sound`` asserts that the game has no findings.
    """
    body = joined(*parts)
    marked = body if CURSOR in body else body + CURSOR
    clean = fixture(game(marked, pregame=pregame, keyframe=keyframe))
    analysis = Analysis.of_lines(clean.text.split("\n"))
    if sound:
        assert [finding.message for finding in analysis.findings()] == []
    found = analysis.state(clean.line, before)
    assert found is not None
    return found


def thing(*parts: str, id: str = "#1", before: bool = False, pregame: str = "", keyframe: str = "") -> GameObject:
    """One object of ``state``."""
    return state(*parts, before=before, pregame=pregame, keyframe=keyframe).objects[id]


def messages(*parts: str, pregame: str = "", keyframe: str = "", end: str = '"PlayerB" concede') -> list[str]:
    """What is found in a game, as ``code: message``, with the text of what it points at."""
    analysis = analysed(*parts, pregame=pregame, keyframe=keyframe, end=end)
    return [f"{finding.code}: {finding.message}" for finding in analysis.findings()]
