"""The board for a view that follows the cursor: the state at a line as data, and what the line has to do with it.

Everything here is made of what JSON has. Lines are 0-based, except inside ``state``, which is what ``mtgr
state`` prints, but for mana abilities: they are in no zone, and after many turns they are most of the objects.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from mtgr.analysis import Analysis, Block
from mtgr.analysis.mentions import mentions
from mtgr.analysis.resolve import first_error
from mtgr.analysis.state_json import field_name, state_json
from mtgr.features.markdown import clip
from mtgr.features.state import step_at
from mtgr.replay.branch import line_of_play
from mtgr.replay.state import GameObject, Player, State
from mtgr.spec.shapes import ID
from mtgr.spec.statements import Place as Where
from mtgr.syntax.line import Line, kind_of
from mtgr.syntax.tokens import decode

Json = dict[str, Any]

_LONGEST = 1000
"""Bytes of a statement or message."""
_ID = re.compile(ID)
_GAME_FIELDS = ("turn", "active", "day_night", "stack", "suspended")


def board_view(analysis: Analysis, line: int, *, guess: bool = False) -> Json | None:
    """The board after a line, for the result line that after the whole game; None where there is no state.

    Behind an error of the same turn it is the last good one, that before the line of the error, unless a ``guess`` is
    asked for: the state after the line as the replay goes on in spite of the error (R4). ``shown`` is the line after
    which the board stands as it is.
    """
    block = _block(analysis, line)
    if block is None:
        return None
    asked, line = line, min(line, block.end - 1)
    lines, game = block.lines(analysis.lines), block.game
    path = [block.start + n for n in line_of_play(lines, line - block.start)]
    broken = first_error(game, analysis.lines, block.start, line)
    if broken is not None and broken.place.line not in path:
        broken = None  # on the main line, which the variation around the line has left before
    failure = (
        broken
        if broken is not None and block is game.blocks[0]
        else first_error(game, analysis.lines, game.start, line)
    )
    if broken is None or guess:
        shown = line
        before, after = analysis.states(line)
        if line != asked:
            before = after  # nothing of it is the work of the line asked about
    else:
        shown = max((n for n in path if n < broken.place.line), default=block.start - 1)
        before = after = analysis.state(broken.place.line, before=True)
    if before is None or after is None:
        return None
    bracket, own = analysis.branch(line), game.section.game.perspective
    return {
        "line": asked,
        "shown": shown,
        "statement": _short(_statement(analysis.lines[asked])),
        "step": step_at(lines, max(shown - block.start, 0)),
        "own": None if own is None else decode(own),
        "seats": [decode(name) for name in after.players],
        "clocks": clocks(analysis, block, path),
        "state": state_json(
            after,
            line=asked + 1,
            game=game.number,
            branch=None if bracket is None else bracket + 1,
            only=[id for id, thing in after.objects.items() if thing.ability != "mana"],
        ),
        "changed": changes(before, after),
        "mentioned": _mentioned(analysis.lines[asked]),
        "failure": None
        if failure is None
        else {"line": failure.place.line, "message": _short(failure.message), "here": broken is not None},
    }


def _block(analysis: Analysis, line: int) -> Block | None:
    """The block of a line, replayed; for the result line the last one."""
    game = analysis.game_at(line)
    if game is None or not game.blocks:
        return None
    return analysis.block_at(game.blocks[-1].start if line - game.start == game.result else line)


def _short(text: str) -> str:
    return clip(text, _LONGEST)


def _statement(text: str) -> str:
    """What a line says, without its time and indentation."""
    line = Line(text)
    return text[line.column :] if line.kind == "body" else text.lstrip(" ")


def _mentioned(text: str) -> list[str]:
    """The IDs that an event mentions, without ``#``."""
    return sorted(id[1:] for id in _subjects(text) if _ID.fullmatch(id))


def _subjects(text: str) -> set[str]:
    """The IDs and players that an event mentions, its comments aside."""
    if not _is_event(text):
        return set()
    line = Line(text)
    end = line.column + line.statement.span("statement")[1]
    return {key for key, found in mentions([text]).items() if any(each.end <= end for each in found)}


def _is_event(text: str) -> bool:
    if kind_of(text) != "body":
        return False
    form = Line(text).statement.form
    return form is not None and form.place is Where.EVENT


# What a line changes


def changes(before: State, after: State) -> Json:
    """What differs between two states: the names of fields by object and player, those of the game, and what has gone.

    The fields are those of ``state``; an object that is new has ``new`` among them.
    """
    objects = {
        id[1:]: _fields(before.objects.get(id), thing)
        for id, thing in after.objects.items()
        if before.objects.get(id) is not thing
    }
    players = {
        decode(name): [
            field
            for field in Player.__slots__
            if getattr(before.players.get(name), field, None) != getattr(player, field)
        ]
        for name, player in after.players.items()
        if before.players.get(name) is not player
    }
    return {
        "objects": {id: fields for id, fields in objects.items() if fields},
        "players": {name: fields for name, fields in players.items() if fields},
        "game": [field for field in _GAME_FIELDS if getattr(before, field) != getattr(after, field)],
        "gone": [id[1:] for id in before.objects if id not in after.objects],
    }


_RECORDED = [field for field in GameObject.__slots__ if field not in ("id", "entry_text", "snapshot_text")]


def _fields(before: GameObject | None, after: GameObject) -> list[str]:
    if before is None:
        return ["new"]
    return [field_name(field) for field in _RECORDED if getattr(before, field) != getattr(after, field)]


# Clocks

_CLOCK = "clock "
"""Where there is a time left, this is in the line."""


def clocks(analysis: Analysis, block: Block, path: Sequence[int]) -> Json:
    """The time left that was recorded last: ``players`` by name, and that of the ``round`` (section 10.4)."""
    found: dict[str, str] = {}
    lines = analysis.lines
    for number in reversed(path):
        if _CLOCK in lines[number]:
            for whose, left in _clocks_of(lines[number]):
                found.setdefault(whose, left)
    players = block.game.section.game.players
    for earlier in _earlier(block):
        if len(found) > len(players):
            break
        for whose, left in earlier.note(lines, block_clocks).items():
            found.setdefault(whose, left)
    return {"players": {decode(name): found[name] for name in players if name in found}, "round": found.get("")}


def _earlier(block: Block) -> Iterator[Block]:
    """The blocks of a game before one of them, the nearest first."""
    index = block.game.block_at(block.start)
    yield from reversed(block.game.blocks[:index])


def block_clocks(lines: list[str]) -> dict[str, str]:
    """The time left that the main line of a block says last, by player's name token; that of the round by ``''``."""
    found: dict[str, str] = {}
    for text in lines:
        if _CLOCK in text and not text.startswith("-"):
            found.update(_clocks_of(text))
    return found


def _clocks_of(text: str) -> Iterator[tuple[str, str]]:
    """The times left that a line with ``_CLOCK`` in it records."""
    if kind_of(text) != "body":
        return
    st = Line(text).statement
    match st.form.name if st.form is not None else "":
        case "priority" if st["player1"] and st["player2"]:
            yield st["player1"] or "", st["time1"] or ""
            yield st["player2"] or "", st["time2"] or ""
        case "player entry" if st["clock"]:
            yield st["player"] or "", st["clock"] or ""
        case "round-clock":
            yield "", st["clock"] or ""


# Where something happened to an object


def last_event(analysis: Analysis, line: int, ids: Collection[str]) -> int | None:
    """The last event before a line that mentions one of the IDs (``#7``), or else the line itself if it is the first.

    Events are those of the main line and of the variations around the line. For the result line the whole game counts.
    """
    block = _block(analysis, line)
    if block is None:
        return None
    lines = analysis.lines
    path = [block.start + n for n in line_of_play(block.lines(lines), min(line, block.end - 1) - block.start)]
    found = next((n for n in reversed(path) if n != line and _is_about(lines[n], ids)), None)
    if found is not None:
        return found
    for earlier in _earlier(block):
        for n in range(earlier.end - 1, earlier.start - 1, -1):
            if not lines[n].startswith("-") and _is_about(lines[n], ids):
                return n
    return line if _is_about(lines[line], ids) else None


def _is_about(text: str, ids: Collection[str]) -> bool:
    """Whether a line is an event that mentions one of the IDs."""
    return any(id in text for id in ids) and not _subjects(text).isdisjoint(ids)
