"""The keyframe of the pregame: what it must say if the first turn is right (section 14.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from mtgr.analysis import Analysis, Finding
from mtgr.analysis.game import Block, Game
from mtgr.features.changes import insert_lines
from mtgr.features.fixes.entries import Wanted, fix_all, head_of, is_head
from mtgr.features.fixes.fix import Fix
from mtgr.replay.block import replay
from mtgr.replay.keyframe_text import is_entry
from mtgr.replay.state import number
from mtgr.spec.statements import Place
from mtgr.syntax.line import Line, kind_of
from mtgr.syntax.statement import Statement

_TOTALS = ("life", "poison", "library")


def beginning(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """Writes the totals that the game begins with so that those of the first turn follow from them."""
    game = analysis.game_at(finding.place.line)
    if game is None:
        return
    kinds = [block.kind for block in game.blocks]
    if "pregame" not in kinds[:-1]:
        return
    index = kinds.index("pregame")
    pregame, turn = game.blocks[index], game.blocks[index + 1]
    if not pregame.start <= finding.place.line < turn.end:
        return
    entries = _entries(analysis, game, pregame, _totals(turn.lines(analysis.lines)))
    line = Line(analysis.lines[pregame.start])
    head = next((n for n in range(pregame.start, pregame.end) if is_head(Line(analysis.lines[n]), "keyframe")), None)
    if not entries:
        return
    if head is None:
        lines = [f"{line.time}   keyframe", *(f"{line.time}     {text}" for text in entries.values())]
        yield Fix("Insert the keyframe that the first turn follows from", (insert_lines(pregame.start + 1, lines),))
        return
    found = head_of(analysis.lines, head, "keyframe", pregame.start)
    fix = None if found is None else fix_all(analysis, found, Wanted(entries), "what the game begins with")
    if fix is not None:
        yield replace(fix, title="Write what the first turn follows from into the keyframe of the pregame")


def _totals(lines: Sequence[str]) -> dict[str, Statement]:
    """The player entries of a turn's keyframe."""
    body = [Line(text).statement for text in lines[1:] if kind_of(text) == "body"]
    first = takewhile(lambda st: st.form is None or st.form.place in (Place.KEYFRAME, Place.KEYFRAME_ENTRY), body)
    return {st.values[0] or "": st for st in first if st.form is not None and st.form.name == "player entry"}


def _entries(analysis: Analysis, game: Game, pregame: Block, wanted: dict[str, Statement]) -> dict[str, str]:
    """The player entries of the pregame after which these totals are reached."""
    facts = game.section.game
    if set(wanted) != set(facts.players):
        return {}
    own = pregame.lines(analysis.lines)
    rest = [text for text in own[1:] if not (is_head(Line(text), "keyframe") or is_entry(Line(text).statement))]
    time = Line(own[0]).time

    first = {name: _first(rest, name) for name in facts.players}
    totals = {
        name: [number(first[name].get(total) or wanted[name][total] or "0") for total in _TOTALS]
        for name in facts.players
    }
    entries = [f"{time}     {text}" for text in _texts(totals).values()]
    state = replay([own[0], f"{time}   keyframe", *entries, *rest], pregame.before, facts, kind="pregame").state
    for name, now in totals.items():
        now[-1] = 2 * now[-1] - state.players[name].library
    return _texts(totals) if all(min(others) >= 0 for _, *others in totals.values()) else {}


def _first(lines: Sequence[str], name: str) -> dict[str, str]:
    """What a player's life and poison are before they first change."""
    found: dict[str, str] = {}
    for text in lines:
        st = Line(text).statement
        if text[:1] != "-" and st.form is not None and st.form.name in _TOTALS and st.values[0] == name:
            found.setdefault(st.form.name, st["old"] or "0")
    return found


def _texts(totals: dict[str, list[int]]) -> dict[str, str]:
    return {
        name: f"player {name} life {life} poison {poison} library {library}"
        for name, (life, poison, library) in totals.items()
    }
