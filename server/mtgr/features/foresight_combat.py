"""What may come next in combat, and what damage does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from mtgr.features.analogy import shifted
from mtgr.features.foresight_structure import Rule, fighting
from mtgr.features.habits import Habits
from mtgr.features.scene import Earlier, Scene
from mtgr.replay.state import number


def after_damage(scene: Scene, habits: Habits, last: Earlier) -> Iterator[Rule]:
    """Damage to a player costs life, damage to a planeswalker loyalty, and a creature may die of it."""
    to, amount, cause = last.target("to"), last.slot("amount"), f"by {last.statement.cause}"
    if last.slot("prevented"):
        return
    if to.startswith('"'):
        life = scene.player(to).life
        yield 1.5, f"{to} life {life} -> {number(life) - number(amount)} {cause}"
        return
    hit = scene.state.objects.get(to)
    if hit is None:
        return
    counters = dict(hit.counters)
    if '"loyalty"' in counters and hit.pt is None:
        left = max(number(counters['"loyalty"']) - number(amount), 0)
        yield 1.5, f'{scene.ref(to)} counters "loyalty" {counters[chr(34) + "loyalty" + chr(34)]} -> {left} {cause}'


def id_order(id: str) -> int:
    return number(id.lstrip("#h") or "0")


def attacks(scene: Scene) -> Iterator[Rule]:
    """Creatures attack, in order, and then become tapped."""
    active = scene.active
    attackers = [each.subject for each in fighting(scene, "attack")]
    tapping = any(each.form == "tap" for each in scene.since_step)
    creatures = [obj for obj in scene.in_zone("battlefield", active) if obj.pt is not None and not obj.tapped]
    last = attackers[-1] if attackers else "#0"
    if not tapping:
        able = [obj for obj in creatures if id_order(obj.id) > id_order(last)]
        target = fighting(scene, "attack")[-1].slot("defender") if attackers else scene.other(active)
        for index, obj in enumerate(able[:6]):
            tap = ((scene.event_level, f"{scene.ref(obj.id)} tap by rule:declare-attackers"),)
            yield (0.5 if attackers else 0.6) / (1 + index * 0.5), f"{scene.ref(obj.id)} attack {target}", tap
    for index, obj in enumerate(obj for obj in creatures if obj.id in attackers):
        yield (1.0 if tapping else 0.5) / (1 + index), f"{scene.ref(obj.id)} tap by rule:declare-attackers"


def blocks(scene: Scene) -> Iterator[Rule]:
    """The defending player's creatures block."""
    attackers = [each.subject for each in fighting(scene, "attack")]
    blockers = [each.subject for each in fighting(scene, "block")]
    able = [
        obj for obj in scene.in_zone("battlefield", scene.other(scene.active))
        if obj.pt is not None and not obj.tapped and obj.id not in blockers
    ]  # fmt: skip
    for obj in able[:4]:
        for attacker in attackers[:3]:
            yield 0.3 / (len(able) + len(attackers)), f"{scene.ref(obj.id)} block {scene.ref(attacker)}"


def strikes(scene: Scene) -> Iterator[Rule]:
    """Combat damage: attackers to the player or their blockers, and blockers back."""
    done = {(each.subject, each.target("to")) for each in scene.since_step if each.form == "damage"}
    blocked: dict[str, list[str]] = {}
    for each in fighting(scene, "block"):
        blocked.setdefault(each.slot("attacker"), []).append(each.subject)
    pairs: list[tuple[str, str]] = []
    for each in fighting(scene, "attack"):
        attacker = each.subject
        if attacker in blocked:
            pairs += [(attacker, blocker) for blocker in blocked[attacker]]
            pairs += [(blocker, attacker) for blocker in blocked[attacker]]
        else:
            pairs.append((attacker, each.target("defender")))
    entered = (each for each in fighting(scene, "new token", "move") if each.slot("attacking"))
    pairs += [(each.subject, each.target("attacking")) for each in entered]
    left = [
        pair for pair in pairs
        if pair not in done and (obj := scene.state.objects.get(pair[0])) and obj.zone == "battlefield"
    ]  # fmt: skip
    for index, (source, to) in enumerate(left[:4]):
        power = (scene.state.objects[source].pt or "0/0").split("/")[0]
        if power.lstrip("-").isdigit() and number(power) > 0:
            target = scene.ref(to) if to.startswith("#") else to
            text = f"{scene.ref(source)} damage {target} {power} by rule:combat-damage"
            yield 0.9 / (1 + index * 2), text


def dying(scene: Scene) -> Iterator[Rule]:
    """Creatures that were dealt as much damage as their toughness are destroyed, tokens cease (CR 704.5)."""
    damage: dict[str, int] = {}
    for each in scene.earlier:
        if each.form == "damage" and each.slot("to").startswith("#") and not each.slot("prevented"):
            damage[each.target("to")] = damage.get(each.target("to"), 0) + number(each.slot("amount"))
    for id, dealt in damage.items():
        obj = scene.state.objects.get(id)
        if obj is None or obj.zone != "battlefield" or obj.pt is None or "/" not in obj.pt:
            continue
        toughness = obj.pt.split("/")[1]
        if toughness.lstrip("-").isdigit() and dealt >= number(toughness):
            yield 0.6, f"{scene.ref(id)} move battlefield -> graveyard as destroy by rule:sba"
    for obj in scene.live:
        if obj.kind in ("token", "copy") and obj.zone not in ("battlefield", "stack", None):
            yield 0.8, f"{scene.ref(obj.id)} cease by rule:sba"


def wearing_off(scene: Scene) -> Iterator[Rule]:
    """What changed power and toughness until end of turn is over."""
    first: dict[str, str] = {}
    for before, each in pairwise(scene.earlier):
        if each.form == "pt":
            old, new = each.slot("old"), each.slot("new")
            lasting = before.form == "counters" and before.subject == each.subject
            if not lasting:
                first.setdefault(each.subject, old)
            elif each.subject in first:
                first[each.subject] = shifted(old, new, first[each.subject]) or first[each.subject]
    for id, value in first.items():
        obj = scene.state.objects.get(id)
        if obj is not None and obj.zone == "battlefield" and (obj.pt or "none") != value:
            yield 0.8, f"{scene.ref(id)} pt {obj.pt or 'none'} -> {value} by rule:cleanup"
