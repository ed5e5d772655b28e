"""What may come next while a turn is played: casting, paying, passing, resolving, fighting."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mtgr.features.foresight_rules import Rule, fighting, hand_of, new_card, next_steps, turn
from mtgr.features.habits import Habits
from mtgr.features.item import stop
from mtgr.features.scene import Earlier, Scene
from mtgr.replay.state import GameObject, number
from mtgr.replay.write import stack_entries


def after_new_card(scene: Scene, last: Earlier) -> Iterator[Rule]:
    """A card that was just introduced is drawn, or does what the resolving object has it do."""
    ref = scene.ref(last.values[0] or "")
    obj = scene.get(last.values[0])
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


def after_new_ability(scene: Scene, habits: Habits, last: Earlier) -> Iterator[Rule]:
    """A mana ability's source is tapped; others get targets, costs, and then priority."""
    id, kind, of = last.values[0], last.values[1], last.values[2]
    source, player = scene.get(of), last.values[5]
    if kind == "mana":
        if source is not None and not source.tapped:
            yield 1.5, f"{scene.ref(source.id)} tap by cost:{id}"
        yield from gains(scene, habits, id)
        yield 0.1, f"{scene.ref(of or '')} move battlefield -> graveyard as sacrifice by cost:{id}"
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
    yield (0.9 if enough and price else 0.5 if enough else 0.2), f"{player} pay {pool} by cost:{top.id}"
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
    yield 1.2, *priority(scene, last.values[0])
    if last.statement.cause and scene.leaving is not None:
        yield from resolving(scene, None, begun=False)


def priority(scene: Scene, player: str | None) -> tuple[str, tuple[tuple[int, str], ...]]:
    """A player receives priority, with the snapshot that goes with it."""
    if not scene.state.stack:
        return f"{player} priority", ()
    level = scene.event_level + 1
    return f"{player} priority", ((level, "stack"), *((level + 1, each) for each in stack_entries(scene.state)))


def passes(scene: Scene) -> list[str]:
    """Who passed one after the other up to here."""
    found = []
    for each in reversed(scene.earlier):
        if each.form == "pass":
            found.append(each.values[0] or "")
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
    player = next((each.values[0] for each in reversed(scene.earlier) if each.form == "priority"), None)
    yield 1.2, f"{player} pass"


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


# --- Resolving ---------------------------------------------------------------------------------------------------


def resolving(scene: Scene, habits: Habits | None, *, begun: bool) -> Iterator[Rule]:
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
        known = habits.resolved(obj.name) if habits is not None else None
        if known:
            yield scale * 1.3, f"{ref} move stack -> {known} by {rule}"
        yield scale * 0.5, f"{ref} move stack -> graveyard by {rule}"
        yield scale * 0.5 if begun else 0.1, f"{ref} move stack -> battlefield pt "
        yield scale * 0.3 if begun else 0.1, f"{ref} move stack -> battlefield by {rule}"
    for choice in obj.choices:
        yield from _aimed(scene, obj, choice)
    player = obj.controller
    yield 0.08, new_card(scene, player)
    yield 0.04, f"new token {scene.next_id} "
    if player is not None:
        yield 0.04, f"{player} life {scene.player(player).life} -> "
        other = scene.other(player)
        if other is not None:
            yield 0.04, f"{other} life {scene.player(other).life} -> "


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


def after_damage(scene: Scene, habits: Habits, last: Earlier) -> Iterator[Rule]:
    """Damage to a player costs life, damage to a planeswalker loyalty, and a creature may die of it."""
    to, amount, cause = last.values[1], last.values[3] or "0", f"by {last.statement.cause}"
    if to is None or last.values[4]:
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


# --- Steps -------------------------------------------------------------------------------------------------------


def in_step(scene: Scene, habits: Habits) -> Iterator[Rule]:
    """What is done in a step of its own accord."""
    active = scene.active
    yield from dying(scene)
    match scene.step:
        case "untap" if not scene.state.stack:
            tapped = [obj for obj in scene.in_zone("battlefield", active) if obj.tapped]
            texts = [f"{scene.ref(obj.id)} untap by rule:untap" for obj in tapped]
            done = [each.values[0] for each in scene.since_step if each.form == "untap object"]
            texts = [
                text for obj, text in zip(tapped, texts, strict=True)
                if not done or _number(obj.id) > _number(done[-1] or "#0")
            ] or texts  # fmt: skip
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
        for player in {scene.priority_player}:
            yield from actions(scene, habits, player, 0.15)
    elif scene.step in ("beginning-of-combat", "declare-blockers", "declare-attackers", "end", "upkeep"):
        yield from actions(scene, habits, scene.other(active), 0.05)
    yield from triggers(scene, 0.02)


def _number(id: str) -> int:
    return number(id.lstrip("#h") or "0")


def actions(scene: Scene, habits: Habits, player: str | None, weight: float) -> Iterator[Rule]:
    """Playing lands, casting spells, activating abilities."""
    hand = hand_of(scene, player)
    hidden = [obj for obj in hand if obj.name is None]
    known = [obj for obj in hand if obj.name is not None]
    if hidden:
        yield weight * 0.8, f"{hidden[0].id} identify "
        for obj in hidden[1:3]:
            yield weight * 0.05, f"{obj.id} identify "
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


def attacks(scene: Scene) -> Iterator[Rule]:
    """Creatures attack, in order, and then become tapped."""
    active = scene.active
    attackers = [each.values[0] or "" for each in fighting(scene, "attack")]
    tapping = any(each.form == "tap" for each in scene.since_step)
    creatures = [obj for obj in scene.in_zone("battlefield", active) if obj.pt is not None and not obj.tapped]
    last = attackers[-1] if attackers else "#0"
    if not tapping:
        able = [obj for obj in creatures if _number(obj.id) > _number(last)]
        target = fighting(scene, "attack")[-1].values[1] if attackers else scene.other(active)
        for index, obj in enumerate(able[:6]):
            tap = ((scene.event_level, f"{scene.ref(obj.id)} tap by rule:declare-attackers"),)
            yield (0.5 if attackers else 0.6) / (1 + index * 0.5), f"{scene.ref(obj.id)} attack {target}", tap
    for index, obj in enumerate(obj for obj in creatures if obj.id in attackers):
        yield (1.0 if tapping else 0.5) / (1 + index), f"{scene.ref(obj.id)} tap by rule:declare-attackers"


def blocks(scene: Scene) -> Iterator[Rule]:
    """The defending player's creatures block."""
    attackers = [each.values[0] or "" for each in fighting(scene, "attack")]
    blockers = [each.values[0] for each in fighting(scene, "block")]
    able = [
        obj for obj in scene.in_zone("battlefield", scene.other(scene.active))
        if obj.pt is not None and not obj.tapped and obj.id not in blockers
    ]  # fmt: skip
    for obj in able[:4]:
        for attacker in attackers[:3]:
            yield 0.3 / (len(able) + len(attackers)), f"{scene.ref(obj.id)} block {scene.ref(attacker)}"


def strikes(scene: Scene) -> Iterator[Rule]:
    """Combat damage: attackers to the player or their blockers, and blockers back."""
    done = {(each.values[0], each.values[1]) for each in scene.since_step if each.form == "damage"}
    blocked: dict[str, list[str]] = {}
    for each in fighting(scene, "block"):
        blocked.setdefault(each.values[1] or "", []).append(each.values[0] or "")
    pairs: list[tuple[str, str]] = []
    for each in fighting(scene, "attack"):
        attacker = each.values[0] or ""
        if attacker in blocked:
            pairs += [(attacker, blocker) for blocker in blocked[attacker]]
            pairs += [(blocker, attacker) for blocker in blocked[attacker]]
        else:
            pairs.append((attacker, each.values[1] or ""))
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
        if each.form == "damage" and (each.values[1] or "").startswith("#") and not each.values[4]:
            damage[each.values[1] or ""] = damage.get(each.values[1] or "", 0) + number(each.values[3] or "0")
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
    for each in scene.earlier:
        if each.form == "pt" and each.values[0] and each.values[2]:
            first.setdefault(each.values[0], each.values[2])
    for id, value in first.items():
        obj = scene.state.objects.get(id)
        if obj is not None and obj.zone == "battlefield" and (obj.pt or "none") != value:
            yield 0.8, f"{scene.ref(id)} pt {obj.pt or 'none'} -> {value} by rule:cleanup"


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
        yield share * weight, text, more
