"""What the table of statements allows next, and with what: small weights, for where nothing better is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from mtgr.features.candidates import candidates
from mtgr.features.candidates_causes import causes
from mtgr.features.expected import Expected, expected, fitting, takes_cause
from mtgr.features.foresight_structure import remaining
from mtgr.features.habits import Habits
from mtgr.features.scene import Scene
from mtgr.replay.state import GameObject
from mtgr.spec.shapes import BY_KEY, Slot, Word
from mtgr.spec.statements import FORMS, Form, Place


def from_table(scene: Scene, habits: Habits, tokens: Sequence[str]) -> Iterator[tuple[float, str]]:
    """What may follow the whole tokens of a statement: weights and texts."""
    forms = forms_here(scene)
    if "by" in tokens:
        at = len(tokens) - 1 - tokens[::-1].index("by")
        clauses = [each for each in fitting(tokens[:at], forms) if each.ends and takes_cause(each.form)]
        if clauses:
            yield from _after_by(scene, clauses[0], tokens[at + 1 :])
            return
    subjects: set[str] = set()
    for index, found in enumerate(fitting(tokens, forms)):
        yield from _of_form(scene, habits, found, index, subjects)


def _after_by(scene: Scene, clause: Expected, tokens: Sequence[str]) -> Iterator[tuple[float, str]]:
    """After ``by``: causes, and then the objects whose effects replaced the event."""
    if not tokens:
        for number, cause in enumerate(causes(scene, clause.form, clause.values)):
            yield 0.05 / (1 + number), cause
    elif len(tokens) % 2:
        yield 0.001, "replacement"
    elif tokens[-1] == "replacement":
        for number, obj in enumerate(scene.in_zone("battlefield")):
            yield 0.01 / (1 + number), obj.id


def _of_form(
    scene: Scene, habits: Habits, found: Expected, index: int, subjects: set[str]
) -> Iterator[tuple[float, str]]:
    """What one form allows, the ``index``-th of them; ``subjects`` are the kinds of subject that others began with."""
    for following in found.nexts:
        part = following.part
        weight = 0.02
        if following.top == 1 and isinstance(part, Word):
            weight *= likelihood(scene, found.form, dict(following.values).get("object"))
        if isinstance(part, Slot):
            weight = 0.03
            if part.name.endswith(" name"):
                weight = 5.0  # beside its ID an object's name is all there can be
            elif following.top == 0:
                if part.kind in subjects:
                    continue
                subjects.add(part.kind)
        for number, each in enumerate(candidates(scene, habits, found.form, following)):
            yield weight / (1 + number + index * 0.05), each
    if found.ends and takes_cause(found.form):
        for number, cause in enumerate(causes(scene, found.form, found.values)[:12]):
            yield 0.04 / (1 + number), f"by {cause}"


_ON_STACK = ("fizzle", "countered", "target", "cost")
_ON_BATTLEFIELD = ("attack", "block", "pt", "goad", "end-goad", "transform", "control")


def likelihood(scene: Scene, form: Form, id: str | None) -> float:
    """How likely a statement of a form is about an object as it is: 1, or little where it can hardly be."""
    obj = scene.get(id)
    if obj is None or obj.kind == "unknown":
        return 1.0
    return 1.0 if _can(scene, form.name, obj) else 0.05


_HARDLY = 0.001


def subject_of(scene: Scene, part: str, verb: Sequence[str]) -> float:
    """How likely a statement begins with this whose verb is written already, with what follows it."""
    if part[0] != "#":
        return _HARDLY if f"#{verb[0]}" in BY_KEY and part[0] + verb[0] not in BY_KEY else 1.0
    id = part.partition(" ")[0]
    clause = list(takewhile(lambda text: text != "by" and text[0] not in "$;", verb))
    form = next((form for form in BY_KEY.get(f"#{verb[0]}", ()) if expected(form, [id, *clause]) is not None), None)
    obj = scene.get(id)
    if form is None or obj is None:
        return 1.0
    at = {"move": 1, "play": 2, "cast": 2}.get(form.name, len(clause))
    return 1.0 if clause[at : at + 1] in ([], [obj.zone]) and _can(scene, form.name, obj) else _HARDLY


def _can(scene: Scene, name: str, obj: GameObject) -> bool:
    """Whether an object as it is can be the subject of a statement."""
    zone = obj.zone or ""
    match name:
        case "tap":
            return zone == "battlefield" and not obj.tapped
        case "untap object":
            return zone == "battlefield" and obj.tapped
        case "resolve":
            return obj is scene.top and scene.leaving is None
        case "identify":
            return obj.kind == "hidden" and obj.name is None
        case "play" | "cast":
            return zone in ("hand", "graveyard", "exile", "library", "command")
        case "unattach":
            return obj.attached is not None
        case "untracked":
            return zone in ("library", "hand")
        case "cease":
            return obj.kind in ("ability", "token", "copy", "effect")
    if name in _ON_STACK:
        return zone == "stack"
    return name not in _ON_BATTLEFIELD or zone == "battlefield"


def forms_here(scene: Scene) -> Sequence[Form]:
    """The forms that may stand on the line (section 5.2)."""
    if scene.under is not None and remaining(scene):
        return _FORMS_OF["keyframe" if scene.under.form == "keyframe" else "stack"]
    return _FORMS_OF["deck" if scene.kind in ("deck", "") else "body"]


_PLACES = {
    "keyframe": (Place.KEYFRAME_ENTRY,),
    "stack": (Place.STACK_ENTRY,),
    "deck": (Place.DECK_ENTRY, Place.BLOCK),
    "body": (Place.EVENT, Place.STEP, Place.BLOCK, Place.STACK, Place.KEYFRAME),
}
_FORMS_OF = {name: [form for form in FORMS if form.place in places] for name, places in _PLACES.items()}
