"""Which statements may come next: what the rules of the format and of the game say, and how the record went on before.

A guess is a whole statement as far as it is known, with a weight. The weights of the guesses for one place add up to
about one for what the rules say, and one for earlier cases.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mtgr.features import foresight_combat as combat
from mtgr.features import foresight_mana as mana
from mtgr.features import foresight_play as play
from mtgr.features import foresight_resolve as resolve
from mtgr.features import foresight_structure as structure
from mtgr.features.analogy import analogies
from mtgr.features.habits import Habits
from mtgr.features.scene import Earlier, Scene
from mtgr.replay.keyframe_text import keyframe_entries
from mtgr.replay.write import stack_entries
from mtgr.syntax.statement import parse


@dataclass(frozen=True, slots=True)
class Guess:
    """A statement that may come next, with the level it stands at; one that ends with a space is known only so far.
    ``more`` are the lines that come with it: level and statement."""

    weight: float
    level: int
    text: str
    more: tuple[tuple[int, str], ...] = ()


def guesses(scene: Scene, habits: Habits) -> list[Guess]:
    """What may come next, the likeliest first."""
    found: dict[str, Guess] = {}
    for weight, text, *more in (*_rules(scene, habits), *_from_analogy(scene, habits)):
        following = more[0] if more else ()
        known = found.get(text)
        if known is not None:
            weight += known.weight
            following = following or known.more
        found[text] = Guess(weight, 0, text, following)
    ranked = sorted(found.values(), key=lambda guess: -guess.weight)
    return [Guess(each.weight, level_of(scene, each.text), each.text, each.more) for each in ranked]


def _from_analogy(scene: Scene, habits: Habits) -> Iterator[tuple[float, str]]:
    if scene.under is None:
        for weight, text in analogies(scene, habits):
            yield weight * 0.8, text


def level_of(scene: Scene, text: str) -> int:
    """The level of a statement, of which no more than its beginning need be known."""
    word = text.split(" ", 1)[0]
    if word in structure.BLOCK_WORDS:
        return scene.depth
    if word in ("keyframe", *structure.STEP_ORDER):
        return 1 + scene.depth
    if scene.under is not None and scene.under.form == "deck" and word in ("main", "side"):
        return 1 + scene.depth
    if text == "stack":
        return scene.event_level + 1
    form = parse(text).form
    if scene.under is not None and structure.remaining(scene) and form is not None:
        return scene.level_of(form.place)
    if scene.under is not None and structure.remaining(scene):
        return scene.under.level + 1
    return scene.event_level


def _rules(scene: Scene, habits: Habits) -> Iterator[structure.Rule]:
    """What may come next, with weights."""
    if scene.under is not None and (left := structure.remaining(scene, habits)):
        level = scene.under.level + 1
        if scene.state.suspended and scene.under.form == "keyframe":
            yield from structure.after_gap(scene, left)
        else:
            yield 3.0, left[0], tuple((level, each) for each in left[1:])
            return
    if scene.block is None or (scene.kind == "loose" and scene.last is None):
        yield from structure.opening(scene, habits)
    elif scene.kind == "deck":
        yield from structure.deck(scene, habits)
    else:
        yield from _body(scene, habits)


def _body(scene: Scene, habits: Habits) -> Iterator[structure.Rule]:
    last = scene.last
    if last is None:
        return
    match last.form:
        case "turn" | "pregame":
            entries = keyframe_entries(scene.state) if last.form == "turn" else structure.first_entries(scene)
            level = last.level + 2
            yield 3.0, "keyframe", tuple((level, structure.with_clock(each, habits)) for each in entries)
            return
        case "priority" if scene.state.stack:
            level = last.level + 2
            yield 3.0, "stack", tuple((level, each) for each in stack_entries(scene.state))
            return
    if scene.kind == "pregame":
        yield from structure.in_pregame(scene, habits)
    else:
        yield from _after(scene, habits, last)


def _after(scene: Scene, habits: Habits, last: Earlier) -> Iterator[structure.Rule]:
    subject, form = last.subject, last.form
    match form:
        case "new card" | "new hidden":
            yield from resolve.after_new_card(scene, last)
        case "new ability":
            yield from mana.after_new_ability(scene, habits, last)
        case "tap" if last.statement.cause and last.statement.cause.startswith("cost:"):
            yield from mana.after_cost(scene, habits, last.statement.cause[5:], subject)
        case "add":
            yield from mana.after_mana(scene, habits)
        case "cast" | "target" | "choose" | "cost":
            yield from mana.while_casting(scene, habits, scene.get(subject))
        case "pay" if scene.leaving is None:
            yield from mana.after_payment(scene, last)
        case "priority":
            yield 0.5, f"{subject} pass"
        case "pass":
            yield from resolve.after_pass(scene, habits)
        case "identify":
            yield from play.after_identify(scene, habits, scene.get(subject))
        case "damage":
            yield from combat.after_damage(scene, habits, last)
        case _ if scene.under is not None and scene.under.form == "stack":
            yield from resolve.after_snapshot(scene)
        case "resolve" | "fizzle" | "countered":
            yield from resolve.resolving(scene, habits, begun=True)
        case _ if scene.leaving is not None:
            yield from resolve.resolving(scene, habits, begun=False)
    if form not in ("pass", "priority") or not scene.state.stack:
        yield from play.in_step(scene, habits)
    yield from play.leaving_the_step(scene, habits)
