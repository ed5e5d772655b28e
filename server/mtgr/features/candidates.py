"""What may fill a slot, the likeliest first, out of the state: objects, players, zones, values, names, causes."""

from __future__ import annotations

from collections.abc import Iterable

from mtgr.features.analogy import current
from mtgr.features.expected import Next
from mtgr.features.foresight_mana import ability_text, basic_mana, gives_mana, missing_mana
from mtgr.features.foresight_structure import deck_entries, earlier_deck, fighting
from mtgr.features.habits import Habits
from mtgr.features.scene import Scene
from mtgr.replay.state import GameObject, number
from mtgr.spec.shapes import WORDS, Slot, Word
from mtgr.spec.statements import Form
from mtgr.syntax.tokens import faces


def candidates(scene: Scene, habits: Habits, form: Form, following: Next) -> Iterable[str]:
    """The texts that may stand next in a statement of a form, as far as anything is known of them."""
    part, values = following.part, dict(following.values)
    if isinstance(part, Word):
        return _word(scene, form, part.text, following, values)
    match part.kind:
        case "new":
            return [scene.next_id]
        case "id":
            return map(scene.ref if _named(form, part.name) else str, _objects(scene, habits, form, part, values))
        case "player":
            return _players(scene, form, part, values)
        case "zone":
            return _zones(scene, form, part, values)
        case "name":
            return _names(scene, habits, form, part, values)
        case "string" | "text":
            return _texts(scene, form, part, values)
        case "int" | "sint" | "pt" | "ptvalue" | "cost":
            return _values(scene, habits, form, part, values)
        case "mana":
            return _mana(scene, habits, form, values)
        case "time":
            clock = habits.clock(values.get(part.name.replace("time", "player"), values.get("player", "")))
            return [clock] if clock else []
        case "die":
            return ["d20"]
        case "payment":
            return ["life"] if "P" in values.get("symbol", "P") else []
        case kind if kind in WORDS:
            return WORDS[kind]
    return []


def _named(form: Form, slot: str) -> bool:
    """Whether an object in this slot is written with its name."""
    return f"{{{slot}:object}}" in form.shape or f"{{{slot}:target}}" in form.shape or "{choice:" in form.shape


def _word(scene: Scene, form: Form, word: str, following: Next, values: dict[str, str]) -> list[str]:
    """A word, with the value that follows it where that is known: ``life 17 -> ``."""
    subject = values.get("object") or values.get("player")
    if subject and word in ("life", "poison", "pt") and form.name == word:
        now = current(scene, subject, word)
        if now is not None:
            return [f"{word} {now} -> ", word]
    return [word]


# --- Objects -----------------------------------------------------------------------------------------------------


def _objects(scene: Scene, habits: Habits, form: Form, part: Slot, values: dict[str, str]) -> list[str]:
    """The IDs that fit a slot."""
    key = f"{form.name} {part.name}"
    first: list[GameObject]
    active, opponent = scene.active, scene.other(scene.active)
    battlefield = [*scene.in_zone("battlefield", active), *scene.in_zone("battlefield", opponent)]
    match key:
        case "new ability source":
            fits = [obj for obj in battlefield if not obj.tapped and gives_mana(scene, habits, obj)]
            if values.get("kind") != "mana":
                mentioned = scene.recent
                fits = [obj for obj in mentioned if obj.zone in ("battlefield", "graveyard", "exile")]
            first = fits
        case "target target" | "attach to" | "become-copy original" | "damage to" | "choose object":
            subject = scene.get(values.get("object"))
            against = scene.other(subject.controller) if subject is not None else opponent
            creatures = [obj for obj in battlefield if obj.pt is not None]
            first = [obj for obj in creatures if obj.controller == against]
            first += [obj for obj in creatures if obj.controller != against]
            first = [*first[:2], *[obj for obj in map(scene.get, scene.state.stack[-3:-1]) if obj], *first[2:]]
        case "block attacker":
            found = (scene.get(each.subject) for each in fighting(scene, "attack"))
            first = [obj for obj in found if obj is not None]
        case "attack defender":
            first = []
        case _ if part.name == "object":
            first = subjects(scene)
        case _:
            first = scene.recent
    rest = (obj for obj in (*battlefield, *scene.recent, *scene.live) if obj.kind != "ability" or obj.zone == "stack")
    return list(dict.fromkeys(obj.id for obj in (*first, *rest)))


def subjects(scene: Scene) -> list[GameObject]:
    """The objects that a statement may be about, the likeliest first."""
    found: list[GameObject] = []
    if scene.leaving is not None and (obj := scene.get(scene.leaving[0])):
        found.append(obj)
    if scene.top is not None:
        found.append(scene.top)
    found += scene.recent[:4]
    found += scene.in_zone("hand", scene.active)
    found += scene.in_zone("battlefield", scene.active)
    found += scene.in_zone("battlefield", scene.other(scene.active))
    return found


# --- Players, zones, names ---------------------------------------------------------------------------------------


def _players(scene: Scene, form: Form, part: Slot, values: dict[str, str]) -> list[str]:
    first: str | None = None
    obj = scene.get(values.get("object"))
    source = scene.get(values.get("source") or values.get("original"))
    match form.name, part.name:
        case "new card", "owner":
            first = scene.facts.perspective
        case "new hidden", "owner":
            first = scene.other(scene.facts.perspective)
        case _, "controller":
            first = (obj or source or GameObject("", "unknown")).controller
        case _, "owner":
            leaving = scene.get(scene.leaving[0]) if scene.leaving else source
            first = leaving.controller if leaving is not None else scene.active
        case "attack", _:
            first = scene.other(obj.controller if obj is not None else scene.active)
        case "target" | "damage" | "control" | "look", _:
            first = scene.other(obj.controller if obj is not None else scene.active)
        case "priority", "player1":
            first = scene.players[0] if scene.players else None
        case "priority", "player2":
            first = scene.players[-1] if scene.players else None
        case "turn", _:
            first = scene.other(scene.active)
        case "deck", _:
            first = scene.facts.perspective
        case _:
            first = scene.priority_player or scene.active
    return [each for each in dict.fromkeys((first, *scene.players)) if each is not None]


_AFTER_ZONE = {
    "library": ("hand", "graveyard", "exile", "battlefield", "library"),
    "hand": ("graveyard", "battlefield", "library", "exile", "stack"),
    "battlefield": ("graveyard", "hand", "exile", "library", "command"),
    "stack": ("graveyard", "battlefield", "exile", "hand", "library"),
    "graveyard": ("battlefield", "exile", "hand", "library", "stack"),
    "exile": ("battlefield", "hand", "graveyard", "library", "stack"),
}


def _zones(scene: Scene, form: Form, part: Slot, values: dict[str, str]) -> list[str]:
    obj = scene.get(values.get("object"))
    zones = [*WORDS["zone"][:-1], 'outside "sideboard"']
    first: tuple[str | None, ...] = ()
    match form.name, part.name:
        case _, "from":
            first = (obj.zone,) if obj is not None else ()
        case "move", "to":
            first = _AFTER_ZONE.get(values.get("from", ""), ())
        case "new card" | "new hidden", _:
            first = ("library", "hand", 'outside "sideboard"')
        case "new token", _:
            first = ("battlefield",)
        case "new copy", _:
            original = scene.get(values.get("original"))
            first = (original.zone if original is not None else "stack", "stack")
        case "object entry", _:
            first = (obj.zone,) if obj is not None else ()
        case "search", _:
            first = ("library",)
    return [each for each in dict.fromkeys((*first, *zones)) if each is not None]


def _names(scene: Scene, habits: Habits, form: Form, part: Slot, values: dict[str, str]) -> list[str]:
    beside = part.name.removesuffix(" name")
    if beside != part.name:
        obj = scene.get(values.get(beside))
        return [obj.name] if obj is not None and obj.name is not None else []
    obj = scene.get(values.get("object"))
    match form.name, part.name:
        case _, "face":
            return list(faces(obj.name))[::-1] if obj is not None and obj.name is not None else []
        case "new card", _:
            return [*undrawn(scene), *habits.names()]
        case "new copy", _:
            original = scene.get(values.get("original"))
            return [original.name] if original is not None and original.name is not None else []
        case "main" | "side", _:
            written = {each.slot("card") for each in scene.entries if each.form == form.name}
            names = [name for _, name, _ in earlier_deck(scene)]
            return [each for each in dict.fromkeys((*names, *habits.names())) if each not in written]
        case "new token", _:
            return list(
                dict.fromkeys(each.name for each in reversed(scene.known) if each.kind == "token" and each.name)
            )
    own = {name for _, name, _ in deck_entries(scene)}
    return [each for each in habits.names() if each not in own] + list(own)


def undrawn(scene: Scene) -> list[str]:
    """The names of the perspective player's deck, those with the most copies not seen yet first."""
    left: dict[str, int] = {}
    for count, name, section in deck_entries(scene):
        if section == "main":
            left[name] = left.get(name, 0) + number(count)
    for obj in scene.known:
        if obj.owner == scene.facts.perspective and obj.kind == "card" and obj.name in left:
            left[obj.name] -= 1
    return sorted(left, key=lambda name: -left[name])


# --- Texts and values --------------------------------------------------------------------------------------------


def _texts(scene: Scene, form: Form, part: Slot, values: dict[str, str]) -> list[str]:
    match form.name, part.name:
        case "new ability", "text":
            source = scene.get(values.get("source"))
            text = ability_text(scene, source, values.get("kind", "")) if source is not None else "?"
            return list(dict.fromkeys((text, "?")))
        case (("new effect" | "new emblem"), "text"):
            return ["?"]
        case (("counters" | "player counters"), "kind"):
            known = [kind for obj in scene.live for kind, _ in obj.counters]
            return list(dict.fromkeys((*reversed(known), '"+1/+1"', '"loyalty"')))
        case (("move" | "new card" | "play" | "object entry"), ("from" | "to" | "zone")):
            return ['"sideboard"']
        case "incomplete", _:
            return ['"connection lost"']
        case _, "text":
            word = values.get("choice", "")
            made = [choice for obj in reversed(scene.known) for choice in obj.choices if choice.startswith(f"{word} ")]
            return list(dict.fromkeys(choice.partition(" ")[2] for choice in made))
    return []


def _values(scene: Scene, habits: Habits, form: Form, part: Slot, values: dict[str, str]) -> list[str]:
    subject = values.get("object") or values.get("player") or ""
    obj = scene.get(subject)
    match form.name, part.name:
        case (("life" | "poison" | "pt"), "old"):
            now = current(scene, subject, form.name)
            return [now] if now is not None else []
        case (("counters" | "player counters"), "old"):
            now = current(scene, subject, f"counters {values.get('kind', '')}")
            return [now] if now is not None else []
        case "cost", "old":
            chain = scene.state.memory.cost_chain.get(subject)
            price = habits.price(obj.name) if obj is not None else None
            return [each for each in (chain, price) if each is not None]
        case (("life" | "poison" | "counters" | "player counters"), "new"):
            old = number(values.get("old", "0"))
            found = (old + 1, old - 1, old + 2, old - 2, old - 3)
            return [str(each) for each in found if each >= 0 or form.name == "life"]
        case "damage", "amount":
            power = obj.pt.split("/")[0] if obj is not None and obj.pt else ""
            return list(dict.fromkeys(each for each in (power, "1", "2", "3", "4") if each))
        case "turn", _:
            return [str(number(scene.state.turn) + 1 if scene.state.turn else 1)]
        case (("main" | "side"), _):
            return ["4", "1", "2", "3"]
        case (("move" | "new token" | "play" | "new copy"), "pt"):
            known = (habits.resolved(obj.name) or "").partition("pt ")[2] if obj is not None else ""
            return [each for each in (known, "1/1", "2/2", "3/3") if each]
        case _, ("position" | "amount"):
            return ["1", "2", "3"]
        case _, "value":
            return ["1", "2", "3", "0"]
    return []


def _mana(scene: Scene, habits: Habits, form: Form, values: dict[str, str]) -> list[str]:
    pool = scene.player(values.get("player", "")).mana
    if form.name in ("pay", "lose-mana"):
        return [pool] if pool else []
    last = next((each for each in reversed(scene.earlier) if each.form == "new ability"), None)
    source = scene.get(last.slot("source")) if last is not None else None
    known = [habits.mana(source.name), basic_mana(source.name, last.slot("text") if last else None)] if source else []
    return [each for each in dict.fromkeys((*known, *missing_mana(scene, habits), "{C}")) if each]
