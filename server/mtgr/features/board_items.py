"""Things on a board: what each is, and what there is to say about it, with like things together.

Texts are ready to be shown: decoded, on one line, with nothing in them that steers a terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, replace

from mtgr.analysis.state_json import kind_of
from mtgr.features.visible import visible
from mtgr.replay.state import GameObject, State
from mtgr.syntax.tokens import decode


@dataclass(frozen=True, slots=True)
class Item:
    """A thing, or several that differ only in their IDs and in whether they are tapped (``tapped`` of them are).

    ``named``: the title is a name. ``details`` are what is said in brackets.
    """

    ids: tuple[str, ...]
    title: str
    named: bool
    pt: str | None
    tapped: int
    details: tuple[str, ...]
    controller: str | None
    """The player's name token."""

    @property
    def count(self) -> int:
        """How many things they are."""
        return len(self.ids)


def item(state: State, thing: GameObject) -> Item:
    """One object of a state."""
    details = tuple(_details(state, thing))
    return Item(
        (thing.id,),
        _title(state, thing),
        thing.name is not None,
        thing.pt,
        int(thing.tapped),
        details,
        thing.controller,
    )


def together(state: State, things: Iterable[GameObject], apart: Set[str]) -> tuple[Item, ...]:
    """The items of objects, in the order of the first of each. Those with an ID in ``apart`` stand alone."""
    found: dict[tuple[object, ...], Item] = {}
    for thing in things:
        new = item(state, thing)
        key = (new.title, new.pt, new.details, thing.id if thing.id in apart else "")
        old = found.get(key)
        found[key] = new if old is None else replace(old, ids=old.ids + new.ids, tapped=old.tapped + new.tapped)
    return tuple(found.values())


def holder(thing: GameObject) -> str | None:
    """The player an object is listed with; None for the stack, and for what is in no zone."""
    match thing.zone:
        case None | "stack":
            return None
        case "battlefield":
            return thing.controller
        case _:
            return thing.owner


def text(token: str) -> str:
    """A token's text on one line: decoded if it is a string, with line breaks as spaces and controls made visible."""
    return visible((decode(token) if token.startswith('"') else token).replace("\n", " "))


def label(state: State, subject: str) -> str:
    """An object with its ID and name, or a player."""
    if subject in state.players:
        return text(subject)
    thing = state.objects.get(subject) or state.ended.get(subject)
    return f"{subject} {text(thing.name)}" if thing and thing.name else subject


def id_ranges(ids: Iterable[str]) -> str:
    """``#3 #5–#9``: IDs as they come, three and more in a row as a range."""
    runs: list[list[str]] = []
    for id in ids:
        if runs and _next(runs[-1][-1]) == id:
            runs[-1].append(id)
        else:
            runs.append([id])
    return " ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else " ".join(run) for run in runs)


def _next(id: str) -> str | None:
    """The ID that follows, where counting is easy (R17)."""
    digits = id[1:]
    return f"#{int(digits) + 1}" if digits.isdigit() and len(digits) < 20 else None


def _title(state: State, thing: GameObject) -> str:
    if thing.name:
        return text(thing.name)
    if thing.kind == "hidden":
        return "hidden card"
    kind = f"{thing.ability} ability" if thing.ability else kind_of(thing)
    source = f" of {label(state, thing.of)}" if thing.of else ""
    said = f": {text(thing.text)}" if thing.text and thing.text != "?" else ""
    return kind + source + said


def _details(state: State, thing: GameObject) -> Iterator[str]:
    if kind_of(thing) in ("token", "copy", "unknown") and thing.name:
        yield kind_of(thing)
    if thing.own_name and thing.own_name != thing.name:
        yield f"really {text(thing.own_name)}"
    if thing.face:
        yield f"face {text(thing.face)}"
    if thing.fused:
        yield "fused"
    if thing.position:
        yield f"{thing.position[0]} {thing.position[1]}"
    for kind, count in thing.counters:
        yield f"{text(kind)} ×{count}"
    for relation, other in (("attached to", thing.attached), ("with", thing.with_id), ("from", thing.from_effect)):
        if other:
            yield f"{relation} {label(state, other)}"
    if thing.adventure:
        yield f"on an adventure of {text(thing.adventure)}"
    if thing.companion:
        yield "companion"
    for player in thing.goaded:
        yield f"goaded by {text(player)}"
    if thing.zone == "stack":  # they stay recorded afterwards (R49), but there they matter
        yield from map(visible, thing.choices)
    here = holder(thing)
    if thing.controller and thing.controller != here:
        yield f"controlled by {text(thing.controller)}"
    if thing.owner and thing.owner not in (here, thing.controller):
        yield f"owned by {text(thing.owner)}"
