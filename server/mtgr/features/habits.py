"""What the record says of cards, and how it goes on after a line: read from the blocks before, nearest first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from mtgr.analysis import Analysis, Block
from mtgr.features.scene import Scene
from mtgr.spec.shapes import STRING

MOST_BLOCKS = 16
"""How far back to look for facts: so many blocks, those of the games before included."""
MOST_COURSES = 8
"""How far back to look for how the record went on."""

LONGEST_LINE = 2000
"""Longer lines tell nothing. Looking for something in them might take the square of their length."""

_ID = r"#h?[0-9]+"
_TIME = r"[0-9]+:[0-9.]+"
_ABILITY = re.compile(rf"new ability ({_ID}) \w+ of {_ID} ({STRING})")
_ADD = re.compile(rf" add (\S+)(?: restriction {STRING})? by ({_ID})")
_PAY = re.compile(rf" pay (\S+) by cost:({_ID})")
_USED = re.compile(rf"({_ID}) ({STRING}) (cast|play) from")
_RESOLVED = re.compile(rf"({STRING}) move stack -> (\w+)((?: tapped)?(?: pt \S+)?)[^\n]* by rule:resolve")
_CLOCKS = re.compile(rf"priority clock ({STRING}) ({_TIME}) ({STRING}) ({_TIME})")
_ENTRY_CLOCK = re.compile(rf"player ({STRING}) life .* clock ({_TIME})")
_INTRODUCED = re.compile(rf"(?:new card {_ID}|identify) ({STRING})(.*)")
_PRINTED = re.compile(r' print "[^"]*" "[^"]*"(?: src \S+)*| src \S+(?: src \S+)*')


def events(lines: list[str]) -> list[tuple[int, str]]:
    """The lines of a block's main line with their numbers; a turn's long keyframe says nothing new and is left
    out, and so are very long lines."""
    start = 0
    if len(lines) > 4 and lines[1].endswith("   keyframe"):
        start = 4
        while start < len(lines) and lines[start].lstrip("0123456789:.").startswith("     "):
            start += 1
    kept = (each for each in enumerate(lines) if each[0] < 4 or each[0] >= start)
    return [(n, text) for n, text in kept if text[:1] not in ("-", "%", "") and len(text) <= LONGEST_LINE]


@dataclass(slots=True)
class Facts:
    """What one block tells: by name what a source of mana gave, what was paid, where a spell went as it resolved."""

    mana: dict[str, str] = field(default_factory=dict)
    price: dict[str, str] = field(default_factory=dict)
    lands: dict[str, str] = field(default_factory=dict)
    spells: dict[str, str] = field(default_factory=dict)
    resolved: dict[str, str] = field(default_factory=dict)
    clock: dict[str, str] = field(default_factory=dict)
    prints: dict[str, str] = field(default_factory=dict)


def facts(lines: list[str]) -> Facts:
    """The facts of a block: a note of it."""
    found = Facts()
    names: dict[str, str] = {}
    for _, text in events(lines):
        if " from " in text:
            if used := _USED.search(text):
                names[used[1]] = used[2]
                (found.spells if used[3] == "cast" else found.lands)[used[2]] = used[3]
        elif " new " in text or " identify " in text:
            if ability := _ABILITY.search(text):
                names[ability[1]] = ability[2]
            elif introduced := _INTRODUCED.search(text):
                printed = _PRINTED.search(introduced[2])
                found.prints[introduced[1]] = printed[0] if printed else ""
        elif " add " in text:
            if added := _ADD.search(text):
                found.mana[names.get(added[2], "")] = added[1]
        elif " pay " in text:
            if paid := _PAY.search(text):
                found.price[names.get(paid[2], "")] = paid[1]
        elif " move stack -> " in text:
            if resolved := _RESOLVED.search(text):
                found.resolved[resolved[1]] = resolved[2] + resolved[3]
        elif " clock " in text:
            found.clock.update(_ENTRY_CLOCK.findall(text))
            for first, time, second, other in _CLOCKS.findall(text):
                found.clock[first], found.clock[second] = time, other
    return found


_NUMBERS = re.compile(rf"{_ID}")
_PLAIN = re.compile(rf" {STRING}|-?[0-9]+(?:/-?[0-9]+)?|(?:\{{\w+\}})+")


def shape_of(statement: str) -> str:
    """A statement without its IDs."""
    return _NUMBERS.sub("#", statement)


@lru_cache(maxsize=4096)
def plain_shape(shape: str) -> str:
    """A shape without names, numbers and mana too."""
    return _PLAIN.sub("", shape)


@dataclass(slots=True)
class Course:
    """The statements of a block's main line with their lines in it, and where each shape stands among them."""

    numbers: list[int]
    statements: list[str]
    plain: list[str]
    by_shape: dict[str, list[int]]
    by_plain: dict[str, list[int]]


_ANNOTATIONS = re.compile(r"(?: \$[0-9]+)+(?: \{[^}]*\})?(?: ;.*)?$|(?: \{[^}]*[^}WUBRGC0-9/][^}]*\})(?: ;.*)?$| ;.*$")


def without_annotations(statement: str) -> str:
    """A statement without NAGs and comments at its end, as far as that can be told cheaply."""
    marked = "$" in statement or ";" in statement or statement.endswith("}")
    return _ANNOTATIONS.sub("", statement) if marked and len(statement) <= LONGEST_LINE else statement


def course(lines: list[str]) -> Course:
    """How a block goes: a note of it."""
    found_events = events(lines)
    statements = [without_annotations(text.partition(" ")[2].lstrip(" ")) for _, text in found_events]
    found = Course([n for n, _ in found_events], statements, [], {}, {})
    for number, statement in enumerate(statements):
        shape = shape_of(statement)
        plain = plain_shape(shape)
        found.plain.append(plain)
        found.by_shape.setdefault(shape, []).append(number)
        found.by_plain.setdefault(plain, []).append(number)
    return found


class Habits:
    """The blocks before a scene, nearest first, and what they tell."""

    def __init__(self, analysis: Analysis, scene: Scene) -> None:
        self.lines: Sequence[str] = analysis.lines
        self.scene = scene
        self.analysis = analysis

    @cached_property
    def blocks(self) -> list[Block]:
        """The blocks, nearest first."""
        return list(self._blocks())

    def _blocks(self) -> Iterator[Block]:
        game, block = self.scene.game, self.scene.block
        if game is None:
            return
        left = MOST_BLOCKS
        index = len(game.blocks) if block is None else game.blocks.index(block) + 1
        games = self.analysis.taken_apart()[: game.number - 1]
        for each in (game.blocks[:index], *(other.blocks for other in reversed(games))):
            for one in reversed(each):
                if not left:
                    return
                left -= 1
                yield one

    def _known(self, kind: str, name: str | None) -> str | None:
        for block in self.blocks:
            found: str | None = getattr(block.note(self.lines, facts), kind).get(name)
            if found is not None:
                return found
        return None

    def mana(self, name: str | None) -> str | None:
        """The mana that a source of this name gave last."""
        return self._known("mana", name)

    def price(self, name: str | None) -> str | None:
        """The mana that was paid last for a spell of this name, or an ability of such a source."""
        return self._known("price", name)

    def is_land(self, name: str | None) -> bool:
        """Whether a card of this name has been played as a land."""
        return self._known("lands", name) is not None

    def is_spell(self, name: str | None) -> bool:
        """Whether a card of this name has been cast."""
        return self._known("spells", name) is not None

    def resolved(self, name: str | None) -> str | None:
        """Where a spell of this name went as it resolved, with what stood behind that: ``battlefield pt 2/1``."""
        return self._known("resolved", name)

    def clock(self, player: str) -> str | None:
        """The time left on a player's clock, as last written."""
        return self._known("clock", player)

    def printing(self, name: str) -> str | None:
        """The printing and source IDs of a card of this name, as last written."""
        return self._known("prints", name)

    def names(self) -> list[str]:
        """The names of cards in the blocks before, nearest first."""
        found: dict[str, None] = {}
        for block in self.blocks:
            told = block.note(self.lines, facts)
            found.update(dict.fromkeys((*told.prints, *told.spells, *told.lands)))
        return list(found)

    def courses(self) -> Iterator[Course]:
        """How each block goes, nearest first."""
        for block in self.blocks[:MOST_COURSES]:
            yield block.note(self.lines, course)
