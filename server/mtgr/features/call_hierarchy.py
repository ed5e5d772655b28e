"""Causality as a call hierarchy: a statement "calls" what it caused, and an object what it did.

The incoming calls of a statement are the lines that caused it, its outgoing calls those that it caused; of an object,
the line that introduced it, and all that it did. Lines in variations come with the others, and their details say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from mtgr.analysis import Analysis, Place
from mtgr.analysis.causality import Link, causes, effects, place_of
from mtgr.analysis.mentions import Mention
from mtgr.features.markdown import clip, one_line
from mtgr.features.subject import mentions_of, subject_at
from mtgr.spec.shapes import OPEN_STRING, STRING
from mtgr.spec.statements import Place as Where
from mtgr.syntax.line import Line
from mtgr.syntax.statement import Statement
from mtgr.syntax.tokens import decode

_STRING = re.compile(rf"({STRING})|{OPEN_STRING}")
_LONGEST_NAME = 120
_DEEDS = ("play", "cast", "attack", "block", "damage", "special", "resolve")
"""What an object does that stands before the verb."""


@dataclass(frozen=True, slots=True)
class Item:
    """A statement (``id`` None) or an object.

    ``place`` is the statement, or the ``new`` line's, with its cause; ``selection`` the verb, or the ID. ``line`` and
    ``text`` are the line that was asked about, with which ``find`` finds it again after an edit.
    """

    name: str
    detail: str
    kind: Literal["event", "structure", "object"]
    place: Place
    selection: Place
    line: int
    text: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """A line that caused the one that was asked about, or that it caused, and where to look.

    Of an outgoing call, ``ranges`` are where the line names its cause. Of an incoming call they are on the line that is
    the cause, since editors look for them there.
    """

    item: Item
    ranges: tuple[Place, ...]


def prepare(analysis: Analysis, line: int, column: int) -> list[Item]:
    """What to begin with at a 0-based line and code point column: on an ID, or the name beside one, the object;
    elsewhere on the line of an event, step or turn, the statement. At most one."""
    subject = subject_at(analysis, line, column)
    if subject is not None and subject.key[0] == "#":
        return [_object(analysis, line, subject.key, subject.place)]
    if not 0 <= line < len(analysis.lines) or analysis.game_at(line) is None:
        return []
    parsed = analysis.line(line)
    return [_statement(analysis, line)] if parsed.kind == "body" and _kind(parsed.statement) else []


def find(analysis: Analysis, line: int, text: str) -> int | None:
    """The line that an item's ``line`` and ``text`` mean now: the nearest with this text."""
    lines = analysis.lines
    line = min(line, len(lines) - 1)
    for distance in range(len(lines)):
        for n in (line - distance, line + distance):
            if 0 <= n < len(lines) and lines[n] == text:
                return n
    return None


def incoming(analysis: Analysis, line: int, id: str | None = None) -> list[Call]:
    """What caused a line, or, with an ``id``, the object of this ID as seen from the line; in the order of events."""
    game = analysis.game_at(line)
    if game is None:
        return []
    if id is not None:
        introduced = analysis.introduction(line, id)
        return [] if introduced is None else [Call(_statement(analysis, introduced.line), (introduced,))]
    items = [_statement(analysis, link.cause) for link in causes(game, analysis.lines, line)]
    return [Call(item, (item.selection,)) for item in items]


def outgoing(analysis: Analysis, line: int, id: str | None = None) -> list[Call]:
    """What a line caused, or, with an ``id``, all that the object of this ID did; in the order of events. What followed
    from that is what the calls caused in their turn."""
    game = analysis.game_at(line)
    if game is None:
        return []
    if id is None:
        links = effects(game, analysis.lines, line)
        return [Call(_statement(analysis, link.effect), tuple(_named(analysis, link))) for link in links]
    deeds: dict[int, list[Place]] = {}
    for each in mentions_of(analysis, line, id):
        if _is_deed(analysis.line(each.line), each):
            deeds.setdefault(each.line, []).append(Place(each.line, each.start, each.end))
    return [Call(_statement(analysis, n), tuple(places)) for n, places in deeds.items()]


def _is_deed(parsed: Line, mention: Mention) -> bool:
    """Whether a line says, with this mention, that the object did something, caused it or is the source of it."""
    st = parsed.statement
    if parsed.kind != "body" or _kind(st) != "event" or st.form is None or mention.role == "declaration":
        return False
    start = mention.start - parsed.column
    if start == 0:
        return st.form.name in _DEEDS
    if start < st.span("clause")[1]:
        return st.form.name.startswith("new ")
    return start < st.span("statement")[1]


def _named(analysis: Analysis, link: Link) -> Iterator[Place]:
    """Where a line names its cause."""
    parsed = analysis.line(link.effect)
    for slot, id in link.slots:
        start, end = (parsed.column + each for each in parsed.statement.span(slot))
        if slot == "replacements":
            found = re.compile(rf"{id}(?!\d)").search(parsed.text, start, end)
            start, end = found.span() if found else (start, end)
        yield Place(link.effect, start, end)


# --- Items ------------------------------------------------------------------------------------------------------------


def _kind(st: Statement) -> Literal["event", "structure"] | None:
    if st.form is None:
        return None
    match st.form.place:
        case Where.EVENT:
            return "event"
        case Where.BLOCK | Where.STEP:
            return "structure"
    return None


def _statement(analysis: Analysis, line: int) -> Item:
    parsed = analysis.line(line)
    st = parsed.statement
    start, end = st.span("verb")
    selection = Place(line, parsed.column + start, parsed.column + end)
    start, end = st.span("clause")
    name = _readable(parsed.body[start:end])
    detail = ", ".join(each for each in (_origin(analysis, line), _when(analysis, line)) if each)
    return Item(name, detail, _kind(st) or "event", _place(parsed, line), selection, line, parsed.text)


def _object(analysis: Analysis, line: int, id: str, at: Place) -> Item:
    introduced = analysis.introduction(line, id)
    name = ""
    for each in mentions_of(analysis, line, id):
        if each.role in ("declaration", "identity"):
            st = analysis.line(each.line).statement
            name = (st["name"] or "") if st.form is not None and "{name:name}" in st.form.shape else name
    place = at if introduced is None else _place(analysis.line(introduced.line), introduced.line)
    detail = "" if introduced is None else f"{_made(analysis, introduced)}, {_when(analysis, introduced.line)}"
    shown = _readable(f"{id} {name}".rstrip())
    return Item(shown, detail, "object", place, introduced or at, line, analysis.lines[line], id)


def _place(parsed: Line, line: int) -> Place:
    start, end = parsed.statement.span("statement")
    return Place(line, parsed.column + start, parsed.column + end)


def _origin(analysis: Analysis, line: int) -> str:
    """What an ability or effect is one of, where a line is about one that was introduced before."""
    st = analysis.line(line).statement
    id = st.values[0] if st.values else None
    introduced = analysis.introduction(line, id) if id and id.startswith("#") else None
    if introduced is None or introduced.line == line:
        return ""
    made = _made(analysis, introduced)
    return made if " of " in made else ""


def _made(analysis: Analysis, introduced: Place) -> str:
    """What the ``new`` line of an object says it is: ``card``, ``triggered ability of #3 Delver of Secrets``."""
    st = analysis.line(introduced.line).statement
    assert st.form is not None
    match st.form.name:
        case "new ability":
            return _readable(f"{st['kind']} ability of {st['source']} {st['source name'] or ''}".rstrip())
        case "new effect":
            return _readable(f"effect of {st['source']} {st['source name'] or ''}".rstrip())
        case "new copy" | "new copy of ability":
            return f"copy of {st['original']}"
        case "new hidden":
            return "hidden card"
        case name:
            return name.removeprefix("new ")


def _when(analysis: Analysis, line: int) -> str:
    """``turn 3 PlayerA, upkeep, 1:52.374``; the time of a line in a variation is that it is in one."""
    game = analysis.game_at(line)
    turn, step = (None, None) if game is None else place_of(game, analysis.lines, line)
    parts = [_readable(analysis.line(each).body) for each in (turn, step) if each is not None and each != line]
    time = analysis.line(line).time
    return ", ".join([*parts, "in a variation" if time == "-" else time])


def _readable(text: str) -> str:
    """A part of a statement with its strings as what they mean, in one short line."""
    return clip(one_line(_STRING.sub(lambda found: decode(found[1]) if found[1] else found[0], text)), _LONGEST_NAME)
