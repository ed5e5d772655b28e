"""What may come next while something is cast or activated: choices, mana, payment, priority."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mtgr.features.foresight_structure import Rule, hand_of
from mtgr.features.habits import Habits
from mtgr.features.item import stop
from mtgr.features.scene import Earlier, Scene
from mtgr.replay.state import GameObject, number
from mtgr.replay.write import stack_entries


def after_new_ability(scene: Scene, habits: Habits, last: Earlier) -> Iterator[Rule]:
    """A mana ability's source is tapped; others get targets, costs, and then priority."""
    id, kind, of = last.subject, last.slot("kind"), last.slot("source")
    source, player = scene.get(of), last.slot("controller")
    if kind == "mana":
        if source is not None and not source.tapped:
            yield 1.5, f"{scene.ref(source.id)} tap by cost:{id}"
        yield from gains(scene, habits, id)
        yield 0.1, f"{scene.ref(of)} move battlefield -> graveyard as sacrifice by cost:{id}"
        return
    if kind == "triggered":
        yield 0.4, *priority(scene, scene.active)
        yield from triggers(scene, 0.04)
        yield 0.03, f"{id} cease by rule:no-choice"
    else:
        if source is not None and not source.tapped and source.zone == "battlefield":
            yield 0.3, f"{scene.ref(source.id)} tap by cost:{id}"
            yield 0.1, f"{scene.ref(source.id)} move battlefield -> graveyard as sacrifice by cost:{id}"
        if kind == "loyalty" and source is not None:
            loyalty = dict(source.counters).get('"loyalty"', "0")
            yield 0.9, f'{scene.ref(source.id)} counters "loyalty" {loyalty} -> '
        yield from mana_abilities(scene, habits, player, 0.3)
        yield 0.15, *priority(scene, player)
    yield 0.3, f"{id} target "


def after_cost(scene: Scene, habits: Habits, id: str, tapped: str | None) -> Iterator[Rule]:
    """After a source of mana was tapped, its mana is added."""
    ability = scene.get(id)
    if ability is None or ability.kind != "ability":
        yield from after_mana(scene, habits)
        return
    if ability.ability == "mana":
        yield from gains(scene, habits, id, weight=1.5)
    else:
        yield from while_casting(scene, habits, ability)


def gains(scene: Scene, habits: Habits, id: str | None, weight: float = 0.3) -> Iterator[Rule]:
    """The mana that an ability gives."""
    ability = scene.get(id)
    source = scene.get(ability.of) if ability is not None else None
    if ability is None or source is None:
        return
    player = ability.controller
    known = habits.mana(source.name) or basic_mana(source.name, ability.text)
    wanted = missing_mana(scene, habits)
    options = [known] if known else []
    options += [each for each in wanted if each not in options]
    for symbols, share in zip(options, (1.0, 0.4, 0.2), strict=False):
        yield weight * share, f"{player} add {symbols} by {id}"
    yield weight * 0.1, f"{player} add "


_BASIC = {"Plains": "{W}", "Island": "{U}", "Swamp": "{B}", "Mountain": "{R}", "Forest": "{G}", "Wastes": "{C}"}


def basic_mana(name: str | None, text: str | None) -> str | None:
    """The mana of a basic land, or the first that a mana ability's text offers."""
    for word, symbols in _BASIC.items():
        if name is not None and word in name:
            return symbols
    at = (text or "").find("Add {")
    return (text or "")[at + 4 : at + 7] if at >= 0 else None


def missing_mana(scene: Scene, habits: Habits) -> list[str]:
    """The symbols still missing to pay for the top of the stack as it was paid before."""
    top = scene.top
    price = habits.price(price_name(scene, top)) if top is not None else None
    if top is None or price is None:
        return []
    pool = scene.player(top.controller or "").mana
    symbols = dict.fromkeys(price[n : n + 3] for n in range(0, len(price), 3))
    return [symbol for symbol in symbols if price.count(symbol) > pool.count(symbol)]


def price_name(scene: Scene, obj: GameObject) -> str | None:
    """The name under which the price of a spell or ability is remembered."""
    source = scene.get(obj.of) if obj.kind == "ability" else None
    return source.name if source is not None else obj.name


def after_mana(scene: Scene, habits: Habits) -> Iterator[Rule]:
    """Mana in the pool pays for what is being cast, when there is enough; or more is added."""
    top = scene.top
    player = top.controller if top is not None else scene.active
    pool = scene.player(player or "").mana
    if not pool:
        return
    if top is None:
        yield 0.3, f"{player} lose-mana {pool} by rule:empty-pool"
        for obj in hand_of(scene, player):
            yield 0.1, f"{scene.ref(obj.id)} cast from hand"
        return
    price = habits.price(price_name(scene, top))
    enough = price is None or len(price) <= len(pool)
    yield (0.9 if enough and price else 0.5 if enough else 0.35), f"{player} pay {pool} by cost:{top.id}"
    yield from mana_abilities(scene, habits, player, 0.3 if enough else 0.8)


def mana_abilities(scene: Scene, habits: Habits, player: str | None, weight: float) -> Iterator[Rule]:
    """Mana abilities of a player's untapped lands."""
    lands = [obj for obj in scene.in_zone("battlefield", player) if not obj.tapped and gives_mana(scene, habits, obj)]
    wanted = missing_mana(scene, habits)
    lands.sort(key=lambda obj: (habits.mana(obj.name) or basic_mana(obj.name, None)) not in wanted if wanted else 0)
    for index, obj in enumerate(lands):
        yield weight / (1 + index * 0.7), new_mana_ability(scene, obj, player)
    yield weight / 4, f"new ability {scene.next_id} mana of "


def gives_mana(scene: Scene, habits: Habits, obj: GameObject) -> bool:
    """Whether an object has given mana before, or is known to be a land."""
    return habits.mana(obj.name) is not None or basic_mana(obj.name, None) is not None or habits.is_land(obj.name)


def new_mana_ability(scene: Scene, obj: GameObject, player: str | None) -> str:
    """The line of a mana ability."""
    text = ability_text(scene, obj, "mana")
    return f"new ability {scene.next_id} mana of {scene.ref(obj.id)} {text} controller {player}"


def ability_text(scene: Scene, obj: GameObject, kind: str) -> str:
    """The text of such an ability of this object, or of one with the same name, as it was last reported."""
    second = "?"
    for each in reversed(scene.abilities):
        if each.ability == kind:
            if each.of == obj.id:
                return each.text or "?"
            source = scene.get(each.of)
            if second == "?" and source is not None and source.name == obj.name:
                second = each.text or "?"
    return second


def while_casting(scene: Scene, habits: Habits, obj: GameObject | None) -> Iterator[Rule]:
    """Choices, targets, mana and payment of a spell or ability."""
    if obj is None or obj.zone != "stack":
        return
    player = obj.controller
    pool = scene.player(player or "").mana
    price = habits.price(price_name(scene, obj))
    if pool:
        yield 0.4, f"{player} pay {pool} by cost:{obj.id}"
    yield from mana_abilities(scene, habits, player, 0.6 if price or obj.kind != "ability" else 0.25)
    yield 0.25 if not obj.choices else 0.1, f"{scene.ref(obj.id)} target "
    yield 0.1, f"{scene.ref(obj.id)} choose "
    yield (
        0.3 if obj.kind == "ability" else 0.1,
        *priority(scene, scene.active if obj.ability == "triggered" else player),
    )


def after_payment(scene: Scene, last: Earlier) -> Iterator[Rule]:
    """After a payment its player has priority."""
    yield 1.2, *priority(scene, last.subject)


def priority(scene: Scene, player: str | None) -> tuple[str, tuple[tuple[int, str], ...]]:
    """A player receives priority, with the snapshot that goes with it."""
    if not scene.state.stack:
        return f"{player} priority", ()
    level = scene.event_level + 1
    return f"{player} priority", ((level, "stack"), *((level + 1, each) for each in stack_entries(scene.state)))


def payment(scene: Scene, habits: Habits, obj: GameObject, player: str | None) -> tuple[tuple[int, str], ...]:
    """The lines that pay for a spell as it was paid before; mana of one land, with stops, where that is not known."""
    price = habits.price(obj.name)
    lands = [
        each for each in scene.in_zone("battlefield", player) if not each.tapped and gives_mana(scene, habits, each)
    ]
    if not lands:
        return ()
    wanted = [price[n : n + 3] for n in range(0, len(price), 3)] if price else [_mana_of(habits, lands[0]) or "{C}"]
    found: list[str] = []
    kind, first = re.match("(#h?)([0-9]+)", scene.next_id).groups()  # type: ignore[union-attr]  # it is an ID
    for index, symbol in enumerate(wanted):
        if not lands:
            return ()
        land = next((each for each in lands if _mana_of(habits, each) == symbol), lands[0])
        lands.remove(land)
        ability, ref = f"{kind}{number(first) + index}", scene.ref(land.id)
        text = ability_text(scene, land, "mana")
        if price is None:
            ref, symbol = stop(ref), stop(symbol)
        found += [
            f"new ability {ability} mana of {ref} {text} controller {player}",
            f"{ref} tap by cost:{ability}",
            f"{player} add {symbol} by {ability}",
        ]
    found.append(f"{player} pay {price or stop(wanted[0])} by cost:{obj.id}")
    return tuple((scene.event_level, each) for each in found)


def _mana_of(habits: Habits, obj: GameObject) -> str | None:
    return habits.mana(obj.name) or basic_mana(obj.name, None)


def triggers(scene: Scene, weight: float) -> Iterator[Rule]:
    """Triggered abilities, as those that triggered before."""
    yield weight, f"new ability {scene.next_id} triggered of "
