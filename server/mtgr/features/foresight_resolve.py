"""What may come next when players pass, and while the top of the stack resolves."""

from __future__ import annotations

from collections.abc import Iterator

from mtgr.features.foresight_mana import (
    priority,
)
from mtgr.features.foresight_structure import Rule, new_card, next_steps
from mtgr.features.habits import Habits
from mtgr.features.scene import Earlier, Scene
from mtgr.replay.state import GameObject


def after_new_card(scene: Scene, last: Earlier) -> Iterator[Rule]:
    """A card that was just introduced is drawn, or does what the resolving object has it do."""
    ref = scene.ref(last.subject)
    obj = scene.get(last.subject)
    if scene.leaving is not None:
        cause = f"by {scene.leaving[0]}"
        weight = 0.4
    else:
        cause, weight = "by rule:draw", 1.2 if scene.step == "draw" else 0.3
    if obj is not None and obj.zone == "library":
        yield weight, f"{ref} move library -> hand as draw {cause}"
        if scene.leaving is not None:
            yield 0.25, f"{ref} reveal {cause}"
            yield 0.25, f"{ref} look {obj.owner} {cause}"
            yield 0.15, f"{ref} move library -> graveyard as mill {cause}"
            yield 0.15, f"{ref} move library -> exile {cause}"
            yield 0.1, f"{ref} move library -> battlefield {cause}"
            yield 0.1, new_card(scene, obj.owner)


def passes(scene: Scene) -> list[str]:
    """Who passed one after the other up to here."""
    found = []
    for each in reversed(scene.earlier):
        if each.form == "pass":
            found.append(each.subject)
        elif each.form not in ("priority", "stack", "spell on stack", "ability on stack"):
            break
    return found


def after_pass(scene: Scene, habits: Habits) -> Iterator[Rule]:
    """When all have passed in succession the top of the stack resolves, or the step ends (CR 117.4)."""
    passed = passes(scene)
    top = scene.top
    if len(passed) % 2:
        yield 1.5, *priority(scene, scene.other(passed[0]))
    elif top is not None:
        yield 1.5, f"{scene.ref(top.id)} resolve"
        yield 0.05, f"{scene.ref(top.id)} fizzle"
    else:
        yield from next_steps(scene)


def after_snapshot(scene: Scene) -> Iterator[Rule]:
    """A player with priority passes, mostly."""
    yield 1.2, f"{scene.priority_player} pass"


def resolving(scene: Scene, habits: Habits, *, begun: bool) -> Iterator[Rule]:
    """The effects of what resolves, and how it leaves the stack."""
    if scene.leaving is None:
        return
    id, verb = scene.leaving
    obj = scene.state.objects[id]
    ref = scene.ref(id)
    rule = "rule:fizzle" if verb == "fizzle" else "rule:resolve"
    scale = 0.6 if begun else 1.0
    if verb == "countered":
        rule = next((each.statement.cause or "?" for each in reversed(scene.earlier) if each.form == "countered"), "?")
    if obj.kind == "ability":
        yield scale, f"{id} cease by {rule}"
        if begun:
            yield 0.05, f"{id} cease by rule:intervening-if"
    elif verb != "resolve":
        yield 1.5, f"{ref} move stack -> graveyard by {rule}"
    else:
        known = habits.resolved(obj.name)
        if known:
            yield 0.5 if begun else 1.3, f"{ref} move stack -> {known} by {rule}"
        yield 0.2 if begun else 0.5, f"{ref} move stack -> graveyard by {rule}"
        yield 0.2 if begun else 0.1, f"{ref} move stack -> battlefield pt "
        yield 0.15 if begun else 0.1, f"{ref} move stack -> battlefield by {rule}"
    for choice in obj.choices:
        yield from _aimed(scene, obj, choice)
    yield from _looked_at(scene, id)
    for name in scene.players:
        hidden = [each.id for each in scene.in_zone("hand", name) if each.name is None]
        for index, unknown in enumerate(hidden[:3]):
            yield 0.06 / (1 + index), f"{unknown} identify "
    last = scene.last
    if last is not None and last.form == "move" and last.slot("from") == "library" and last.slot("action") != "draw":
        yield 0.3, f"{_owner(scene, last)} shuffle by {id}"
    player = obj.controller
    yield 0.08, new_card(scene, player)
    yield 0.04, f"new token {scene.next_id} "
    if player is not None:
        yield 0.04, f"{player} life {scene.player(player).life} -> "
        other = scene.other(player)
        if other is not None:
            yield 0.04, f"{other} life {scene.player(other).life} -> "


def _owner(scene: Scene, each: Earlier) -> str | None:
    """Whose object a statement was about."""
    obj = scene.get(each.subject)
    return obj.owner if obj is not None else scene.active


def _looked_at(scene: Scene, id: str) -> Iterator[Rule]:
    """What becomes of cards of a library that the resolving object has shown."""
    shown: list[str] = []
    for each in reversed(scene.earlier):
        if each.form == "resolve":
            break
        obj = scene.state.objects.get(each.subject)
        if obj is not None and obj.zone == "library" and obj.id not in shown:
            shown.insert(0, obj.id)
    put = scene.last is not None and scene.last.form in ("move", "untracked")
    moved = {each.subject for each in scene.earlier if each.form == "move"}
    for card in shown:
        if card not in moved:
            yield (0.5 if put else 0.2) / len(shown), f"{scene.ref(card)} move library -> library bottom by {id}"
            yield 0.2 / len(shown), f"{scene.ref(card)} move library -> hand by {id}"
        yield (0.5 if card in moved and put else 0.05) / len(shown), f"{scene.ref(card)} untracked"


def _aimed(scene: Scene, obj: GameObject, choice: str) -> Iterator[Rule]:
    """What may happen to a target of a resolving object."""
    word, _, rest = choice.partition(" ")
    if word != "target":
        return
    target = rest.partition(" amount ")[0]
    source = obj.of if obj.kind == "ability" and obj.of is not None else obj.id
    yield 0.12, f"{scene.ref(source)} damage {target} "
    hit = scene.state.objects.get(target.partition(" ")[0])
    if hit is None:
        return
    ref, by = scene.ref(hit.id), f"by {obj.id}"
    if hit.zone == "battlefield":
        if hit.pt is not None:
            yield 0.15, f"{ref} pt {hit.pt} -> "
        yield 0.1, f"{ref} move battlefield -> graveyard as destroy {by}"
        yield 0.08, f"{ref} move battlefield -> exile {by}"
        yield 0.06, f"{ref} move battlefield -> hand {by}"
        yield 0.05, f"{ref} {'untap' if hit.tapped else 'tap'} {by}"
        yield 0.04, f'{ref} counters "+1/+1" {dict(hit.counters).get(chr(34) + "+1/+1" + chr(34), "0")} -> '
    elif hit.zone == "stack":
        yield 0.3, f"{ref} countered {by}"
    elif hit.zone is not None:
        yield 0.15, f"{ref} move {hit.zone} -> hand {by}"
        yield 0.1, f"{ref} move {hit.zone} -> battlefield {by}"
        yield 0.1, f"{ref} move {hit.zone} -> exile {by}"
