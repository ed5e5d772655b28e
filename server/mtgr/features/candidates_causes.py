"""Why an event may have happened, the likeliest cause first (section 8)."""

from __future__ import annotations

from mtgr.features.expected import Values
from mtgr.features.scene import Scene
from mtgr.spec.statements import Cause, Form
from mtgr.spec.words import RULES, SOURCES

_RULES_OF_FORM = {
    "untap object": ("untap",),
    "tap": ("declare-attackers",),
    "damage": ("combat-damage",),
    "lose-mana": ("empty-pool",),
    "lose": ("sba",),
    "cease": ("resolve", "sba", "duration", "delayed-trigger", "no-choice", "intervening-if", "fizzle"),
    "end-goad": ("duration",),
    "attach": ("resolve",),
    "unattach": ("sba",),
    "day": ("day-night",),
    "night": ("day-night",),
    "player choose": ("sba", "replacement-order"),
    "game-draw": ("sba",),
}
_RULES_OF_STEP = {
    "untap": ("untap", "day-night", "duration"),
    "draw": ("draw",),
    "precombat-main": ("lore",),
    "combat-damage": ("combat-damage", "sba"),
    "cleanup": ("cleanup",),
    None: ("opening-hand", "mulligan"),
}


def causes(scene: Scene, form: Form, values: Values) -> list[str]:
    """The causes that a statement may have, the likeliest first."""
    given = dict(values)
    subject = scene.get(given.get("object"))
    resolving = [scene.leaving[0]] if scene.leaving is not None else []
    match form.cause:
        case Cause.CHOOSER:
            return [each for each in scene.players if subject is None or each != subject.controller]
        case Cause.ALLOWING:
            return [*resolving, "?"]
        case Cause.PAYMENT:
            return list(dict.fromkeys((*_costs(scene)[::-1], "?")))
        case Cause.RULE:
            return [f"rule:{each}" for each in dict.fromkeys((*_rules(scene, form, given), *RULES))]
    rules = [f"rule:{each}" for each in _rules(scene, form, given)]
    costs = _costs(scene)
    last = scene.last.statement.cause if scene.last is not None else None
    repeated = [last] if last is not None else []
    likely = [*resolving, *repeated, *rules[:1]]
    if form.name == "add":
        likely = [each.removeprefix("cost:") for each in costs[:1]] + likely
    elif form.name in ("tap", "move") and not resolving:
        likely = [*costs[:1], *likely]
    if form.name in ("cease", "untap object") or (not resolving and scene.step in _BY_RULE):
        likely = [*rules[:1], *likely]
    own = [subject.id] if subject is not None else []
    near = [obj.id for obj in scene.recent[:6]]
    rest = [f"rule:{each}" for each in RULES] + ["?"] + [f"source:{each}" for each in SOURCES]
    return list(dict.fromkeys((*likely, *rules[:3], *costs, *own, *near, *rules, *rest)))


_BY_RULE = ("untap", "draw", "cleanup", "combat-damage", None)
"""Steps in which most is done by a rule."""


def _rules(scene: Scene, form: Form, values: dict[str, str]) -> list[str]:
    """The names of rules that fit a statement, the likeliest first."""
    leaves_stack = ("resolve", "fizzle") if form.name == "move" and values.get("from") == "stack" else ()
    return list(dict.fromkeys((*leaves_stack, *_RULES_OF_FORM.get(form.name, ()), *_RULES_OF_STEP.get(scene.step, ()))))


def _costs(scene: Scene) -> list[str]:
    """What costs are being paid of: the newest ability, the top of the stack."""
    newest = next((each.subject for each in reversed(scene.earlier) if each.form == "new ability"), None)
    top = scene.top.id if scene.top is not None else None
    return [f"cost:{each}" for each in dict.fromkeys((newest, top)) if each is not None]
