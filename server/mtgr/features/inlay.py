"""Inlay hints: what a line leaves to be looked up elsewhere, shown behind its last character.

Nothing is ever put inside a line, where it would push the text around, and nothing behind a line that does not follow
the grammar: it stays quiet while somebody is typing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from mtgr.analysis import Analysis
from mtgr.analysis.mentions import Mention, mentions_by_line
from mtgr.features.markdown import clip, one_line
from mtgr.replay.branch import read_variations, states_along
from mtgr.replay.state import GameObject, State
from mtgr.replay.tags import Game as Facts
from mtgr.spec.statements import Form
from mtgr.spec.words import GLYPHS
from mtgr.syntax.line import Line
from mtgr.syntax.statement import Statement
from mtgr.syntax.tokens import decode

Kind = Literal["glyphs", "totals", "mana", "stack", "names"]
"""A kind of hint has the name of its setting. Those of a line come in this order."""


@dataclass(frozen=True, slots=True)
class InlaySettings:
    """Which hints are shown."""

    glyphs: bool = True
    """``!?`` behind a line with ``$5`` (section 11)."""
    totals: bool = False
    """Behind a damage line, the totals that the lines straight after it come to (section 9.5)."""
    mana: bool = False
    """Behind a line that adds, spends or loses mana, what is in the player's pool then."""
    stack: bool = False
    """Behind a priority line, how much is on the stack, if anything is."""
    names: bool = True
    """The names of objects that a line mentions by ID alone; for an ability or effect that of its source. What stands
    on the line already is not said again."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint behind the end of a line (0-based, code points): plain text, to be set off by a space."""

    line: int
    column: int
    label: str
    kind: Kind
    tooltip: str = ""


def inlay(analysis: Analysis, first: int, last: int, settings: InlaySettings) -> list[Hint]:
    """The hints of lines ``first`` to ``last``, in order.

    What a block holds is remembered with it, unless much less is asked for: see ``block_hints``.
    """
    found: list[Hint] = []
    for block in analysis.blocks_between(first, last):
        start = block.start
        found += (
            Hint(start + hint.line, hint.column, hint.label, hint.kind, hint.tooltip)
            for hint in block.replay_part(analysis.lines, block_hints, first, last)
            if first <= start + hint.line <= last and getattr(settings, hint.kind)
        )
    return found


def block_hints(lines: list[str], before: State, facts: Facts, only: range | None = None) -> list[Hint]:
    """All hints of a block, whose lines count from its first: a note of it that needs the state before it. If ``only``
    some lines are asked about, hints of others may be missing.

    They are about the state after their line; inside a variation that of its branch.
    """
    found = list(_totals(lines))
    mentioned = mentions_by_line(lines, only)
    for n, state in states_along(lines, before, facts):
        if only is not None and n not in only:
            continue
        line = Line(lines[n])
        form = _form(line)
        if form is not None:
            said = (_glyphs(line.statement), _names(line, mentioned.get(n, ()), state), _of_player(line, state))
            found += ((n, each) for each in said if each is not None)
    found.sort(key=lambda each: (each[0], _ORDER[each[1][0]]))
    return [
        Hint(n, len(lines[n]), clip(label, _LONGEST), kind, clip(tooltip, _LONGEST))
        for n, (kind, label, tooltip) in found
    ]


_Said = tuple[Kind, str, str]
"""What there is to say behind a line: kind, label and tooltip."""

_ORDER: Final = {kind: index for index, kind in enumerate(get_args(Kind))}
_LONGEST: Final = 500
"""Bytes of a label or tooltip."""


def _form(line: Line) -> Form | None:
    """The form of a statement that nothing is wrong with."""
    if line.kind != "body" or line.problems or line.statement.problems:
        return None
    return line.statement.form


def _glyphs(st: Statement) -> _Said | None:
    known = [(nag, *GLYPHS[int(nag[1:])]) for nag in st.nags if int(nag[1:]) in GLYPHS]
    if not known:
        return None
    return "glyphs", " ".join(glyph for _, glyph, _ in known), "; ".join(f"{nag}: {means}" for nag, _, means in known)


# --- Players and the stack --------------------------------------------------------------------------------------------


def _of_player(line: Line, state: State) -> _Said | None:
    """The player's pool after a line about mana, or the height of the stack at a priority line."""
    assert line.statement.form is not None
    match line.statement.form.name:
        case "add" | "pay" | "lose-mana":
            name = line.statement["player"] or ""
            if name in state.players and (name, "mana") not in state.open:
                return "mana", f"pool {state.players[name].mana or 'empty'}", ""
        case "priority" if state.stack and ("", "stack") not in state.open:
            return "stack", f"{len(state.stack)} on the stack", ""
    return None


def _totals(lines: list[str]) -> Iterator[tuple[int, _Said]]:
    """For each damage line what its results come to: they stand straight after it with the same cause (section 9.5)."""
    if not any(" damage " in text for text in lines):
        return
    for inside in read_variations(lines).direct.values():
        for n, totals in _totals_among(lines, inside).items():
            yield n, ("totals", ", ".join(totals), "")


def _totals_among(lines: list[str], inside: list[int]) -> dict[int, list[str]]:
    """The totals by damage line, among lines that follow each other in one line of play."""
    found: dict[int, list[str]] = {}
    dealt: tuple[int, Statement] | None = None
    for n in inside:
        if dealt is None and " damage " not in lines[n]:
            continue
        line = Line(lines[n])
        form, st = _form(line), line.statement
        if form is not None and form.name == "damage":
            dealt = n, st
        elif dealt is not None and form is not None and form.name in _RESULTS and st.cause == dealt[1].cause:
            if form.name != "pt":
                found.setdefault(dealt[0], []).append(_total(st, form, dealt[1]["to"] or ""))
        elif line.kind != "escape" and (form is None or form.name != "extension"):  # those are transparent (R46)
            dealt = None
    return found


_RESULTS: Final = ("life", "poison", "player counters", "counters", "pt")
"""Statements that can be a result of damage."""


def _total(st: Statement, form: Form, damaged: str) -> str:
    """The total that a result comes to, with whose it is unless it is that of what was damaged."""
    if form.name in ("life", "poison"):
        total = f"{form.name} {st['new']}"
    else:
        total = f"{_shown(st['kind'] or '')} ×{st['new']}"
    subject, name = (st["object"] or "", st["object name"]) if form.name == "counters" else (st["player"] or "", None)
    if damaged == subject or damaged.startswith(f"{subject} "):
        return total
    return f"{_shown(name or subject)} {total}"


# --- Names ------------------------------------------------------------------------------------------------------------


def _names(line: Line, mentioned: Sequence[tuple[str, Mention]], state: State) -> _Said | None:
    """The names of the objects that a line mentions by ID alone, in the order of the line."""
    st = line.statement
    comments = len(line.text) if st.brace is None and st.comment is None else line.column + st.span("statement")[1]
    mentioned = [(id, each) for id, each in mentioned if id[0] == "#" and each.start < comments]
    named = {id for id, each in mentioned if line.text.startswith(' "', each.end)}
    ids = dict.fromkeys(id for id, each in mentioned if id not in named and each.role in ("read", "write"))
    found = [(id, *_name(id, state, named)) for id in ids]
    labels = [f"{id} {label}" if len(ids) > 1 else label for id, label, _ in found if label]
    if not labels:
        return None
    return "names", ", ".join(labels), "\n".join(tooltip for *_, tooltip in found if tooltip)


def _name(id: str, state: State, named: set[str]) -> tuple[str, str]:
    """The name of an object, or of the source of an ability or effect, with how they are related.

    '' where it has none, or its source is among those that are named already.
    """
    thing = _known(id, state)
    if thing is None:
        return "", ""
    if thing.name is not None:
        return _shown(thing.name), ""
    source = _known(thing.of, state) if thing.kind in ("ability", "effect") and thing.of not in named else None
    if source is None or source.name is None:
        return "", ""
    kind = f"{thing.ability} ability" if thing.kind == "ability" else "lasting effect"
    return _shown(source.name), f"{id}: {kind} of {source.id} {_shown(source.name)}"


def _shown(token: str) -> str:
    """A name or text as it reads, if it is not too long."""
    return clip(one_line(decode(token)), 80)


def _known(id: str | None, state: State) -> GameObject | None:
    return None if id is None else state.objects.get(id) or state.ended.get(id)
