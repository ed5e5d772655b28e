"""Which statements may come next: what the rules of the format and of the game say, and how the record went on before.

A guess is a whole statement as far as it is known, with a weight. The weights of the guesses for one place add up to
about one for what the rules say, and one for earlier cases.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mtgr.features import foresight_rules as rules
from mtgr.features.analogy import analogies
from mtgr.features.habits import Habits
from mtgr.features.scene import Scene
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
    for weight, text, *more in (*rules.rules(scene, habits), *_from_analogy(scene, habits)):
        following = more[0] if more else ()
        known = found.get(text)
        if known is not None:
            weight += known.weight
            following = following or known.more
        found[text] = Guess(weight, 0, text, following)
    ranked = sorted(found.values(), key=lambda guess: -guess.weight)
    return [Guess(each.weight, _level(scene, each.text), each.text, each.more) for each in ranked]


def _from_analogy(scene: Scene, habits: Habits) -> Iterator[tuple[float, str]]:
    if scene.under is None:
        for weight, text in analogies(scene, habits):
            yield weight * 0.8, text


def _level(scene: Scene, text: str) -> int:
    word = text.split(" ", 1)[0]
    if word in rules.BLOCK_WORDS:
        return scene.depth
    if word in ("keyframe", *rules.STEP_ORDER):
        return 1 + scene.depth
    if scene.under is not None and scene.under.form == "deck" and word in ("main", "side"):
        return 1 + scene.depth
    if text == "stack":
        return scene.event_level + 1
    form = parse(text).form
    if scene.under is not None and rules.remaining(scene) and form is not None:
        return scene.level_of(form.place)
    if scene.under is not None and rules.remaining(scene):
        return scene.under.level + 1
    return scene.event_level
