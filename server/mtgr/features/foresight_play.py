"""What is done in a step of its own accord: playing lands, casting spells, activating abilities."""

from __future__ import annotations

from collections.abc import Iterator

from mtgr.features.foresight_combat import attacks, blocks, dying, id_order, strikes, wearing_off
from mtgr.features.foresight_mana import (
    basic_mana,
    payment,
    priority,
    triggers,
)
from mtgr.features.foresight_structure import Rule, hand_of, new_card, next_steps, turn
from mtgr.features.habits import Habits
from mtgr.features.scene import Scene
from mtgr.replay.state import GameObject


def after_identify(scene: Scene, habits: Habits, obj: GameObject | None) -> Iterator[Rule]:
    """A hidden card becomes known as it is played, cast, or leaves its zone."""
    if obj is None:
        return
    ref = scene.ref(obj.id)
    if obj.zone == "hand":
        land = habits.is_land(obj.name) or (basic_mana(obj.name, None) is not None)
        first = not scene.state.stack and scene.active == obj.owner and not played_land(scene)
        spell = habits.is_spell(obj.name)
        yield (0.1 if land else 0.8 if spell else 0.6), f"{ref} cast from hand"
        yield (0.9 if land else 0.05 if spell else 0.35) if first else 0.02, f"{ref} play from hand"
        yield 0.1, f"{ref} play from hand tapped"
        if scene.leaving is not None:
            yield 0.5, f"{ref} move hand -> graveyard as discard by {scene.leaving[0]}"
            yield 0.5, f"{ref} reveal by {scene.leaving[0]}"
    elif scene.leaving is not None:
        yield 0.4, f"{ref} move {obj.zone} -> hand by {scene.leaving[0]}"
        yield 0.4, f"{ref} reveal by {scene.leaving[0]}"


def played_land(scene: Scene) -> bool:
    """Whether a land has been played this turn."""
    return any(each.form == "play" for each in scene.earlier)


def in_step(scene: Scene, habits: Habits) -> Iterator[Rule]:
    """What is done in a step of its own accord."""
    active = scene.active
    yield from dying(scene)
    for player in scene.players:
        if scene.player(player).life.startswith(("-", "0")):
            yield 0.8, f"{player} lose by rule:sba"
    match scene.step:
        case "untap" if not scene.state.stack:
            tapped = [obj for obj in scene.in_zone("battlefield", active) if obj.tapped]
            texts = [f"{scene.ref(obj.id)} untap by rule:untap" for obj in tapped]
            done = [each.subject for each in scene.since_step if each.form == "untap object"]
            if done:
                behind = [
                    text for obj, text in zip(tapped, texts, strict=True) if id_order(obj.id) > id_order(done[-1])
                ]
                texts = [*behind, *(text for text in texts if text not in behind)]
            for index, text in enumerate(texts[:4]):
                rest = tuple((scene.event_level, each) for each in texts[index + 1 :])
                yield 1.5 / (1 + index * 4), text, rest
        case "draw" if not scene.since_step:
            yield 1.5, new_card(scene, active)
        case "declare-attackers" if not scene.state.stack:
            yield from attacks(scene)
        case "declare-blockers" if not scene.state.stack:
            yield from blocks(scene)
        case "combat-damage" if not scene.state.stack:
            yield from strikes(scene)
        case "cleanup" if not scene.state.stack:
            yield from wearing_off(scene)
        case "precombat-main" | "postcombat-main" if not scene.state.stack:
            yield from actions(scene, habits, active, 1.0)
    if scene.state.stack and scene.leaving is None:
        last = scene.last
        if last is not None and last.form in ("move", "cease"):
            yield 1.0, *priority(scene, active)
    waiting = scene.last.form if scene.last else ""
    if waiting in ("stack", "spell on stack", "ability on stack"):
        yield from actions(scene, habits, scene.priority_player, 0.15)
    elif scene.step in ("beginning-of-combat", "declare-blockers", "declare-attackers", "end", "upkeep"):
        yield from actions(scene, habits, scene.other(active), 0.05)
    yield from triggers(scene, 0.02)


def actions(scene: Scene, habits: Habits, player: str | None, weight: float) -> Iterator[Rule]:
    """Playing lands, casting spells, activating abilities."""
    hand = hand_of(scene, player)
    hidden = [obj for obj in hand if obj.name is None]
    known = [obj for obj in hand if obj.name is not None]
    for obj, share in zip((*hidden[:1], *hidden[:0:-1]), (0.6, 0.35, 0.25, 0.1, 0.05), strict=False):
        yield weight * share, f"{obj.id} identify "
    may_play = player == scene.active and not scene.state.stack and not played_land(scene)
    for obj in known:
        land = habits.is_land(obj.name) or basic_mana(obj.name, None) is not None
        if land and may_play:
            yield weight * 0.5, f"{scene.ref(obj.id)} play from hand"
        elif not land:
            share = 0.25 if habits.is_spell(obj.name) else 0.2
            yield weight * share, f"{scene.ref(obj.id)} cast from hand", payment(scene, habits, obj, player)
            if may_play and not habits.is_spell(obj.name):
                yield weight * 0.15, f"{scene.ref(obj.id)} play from hand"
    yield weight * 0.1, f"new ability {scene.next_id} activated of "


def leaving_the_step(scene: Scene, habits: Habits) -> Iterator[Rule]:
    """The next step or turn, when the stack is empty."""
    if scene.state.stack:
        return
    last = scene.last.form if scene.last else ""
    busy = last in ("new card", "new hidden", "new ability", "cast", "identify", "add", "resolve", "damage")
    weight = 0.05 if busy else 0.5
    for player in scene.players:
        if pool := scene.player(player).mana:
            yield 0.6, f"{player} lose-mana {pool} by rule:empty-pool"
            weight = 0.05
    for share, step in next_steps(scene):
        yield share * weight, step
    if scene.step == "cleanup":
        share, text, more = turn(scene, habits)
        yield share * weight * 2.5, text, more
