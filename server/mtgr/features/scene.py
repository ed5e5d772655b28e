"""What is known where a line is being written: the state, the lines before it, and what it stands under."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from mtgr.analysis import Analysis, Block, Game
from mtgr.replay.branch import line_of_play, read_variations
from mtgr.replay.state import GameObject, Player, State
from mtgr.replay.tags import Game as Facts
from mtgr.spec.shapes import slots
from mtgr.spec.statements import Place
from mtgr.syntax.line import Line
from mtgr.syntax.statement import Statement


@dataclass(frozen=True, slots=True)
class Earlier:
    """A statement before the line, with its time and its number in the block."""

    number: int
    time: str
    level: int
    statement: Statement

    @property
    def form(self) -> str:
        """The name of its form; empty if it cannot be read."""
        return self.statement.form.name if self.statement.form else ""

    @property
    def subject(self) -> str:
        """The ID or player that it is about, or the step that it opens; empty if it has none."""
        return (self.values[0] or "") if self.values else ""

    def slot(self, name: str) -> str:
        """What stands in a slot of it; empty if nothing does."""
        form = self.statement.form
        return "" if form is None else self.statement.values[slots(form.shape).index(name)] or ""

    def target(self, name: str) -> str:
        """What stands in a slot for an object or player: an ID without its name, or a player."""
        text = self.slot(name)
        return text.partition(" ")[0] if text.startswith("#") else text

    @property
    def values(self) -> tuple[str | None, ...]:
        return self.statement.values if self.statement.form else ()


@dataclass(eq=False)
class Scene:
    """The place of a line. ``earlier`` are the statements of its block that lead up to it in its branch, in order;
    ``depth`` is how many variations it stands in. ``under`` is the ``keyframe``, ``stack`` or ``deck`` line whose
    entries the line continues, or None, and ``entries`` are those so far; the state is then that before ``under``."""

    state: State
    facts: Facts
    game: Game | None
    block: Block | None
    analysis: Analysis | None = None
    earlier: Sequence[Earlier] = ()
    depth: int = 0
    under: Earlier | None = None
    entries: Sequence[Earlier] = ()

    # --- The game ------------------------------------------------------------------------------------------------

    @property
    def players(self) -> list[str]:
        """The players' name tokens, Player1 first."""
        return list(self.state.players) or list(self.facts.players)

    @property
    def active(self) -> str | None:
        """The player whose turn it is."""
        return self.state.active

    def other(self, player: str | None) -> str | None:
        """The opponent of a player."""
        return next((each for each in self.players if each != player), None)

    def player(self, name: str) -> Player:
        return self.state.players.get(name) or Player()

    @property
    def lines(self) -> Sequence[str]:
        """The lines of the text."""
        return self.analysis.lines if self.analysis is not None else ()

    @property
    def time(self) -> str:
        """The time of the line before; inside a variation none."""
        if self.depth:
            return "-"
        return self.earlier[-1].time if self.earlier else self.lines_time

    @property
    def lines_time(self) -> str:
        """The time that a game begins at, as precise as that of the game before."""
        return "0:00"

    @property
    def ended(self) -> bool:
        """Whether the game may be over before the line."""
        return any(each.form in ("concede", "lose", "win", "game-draw", "incomplete") for each in self.earlier[-4:])

    @property
    def priority_player(self) -> str | None:
        """Who received priority last."""
        return next((each.subject for each in reversed(self.earlier) if each.form == "priority"), None)

    # --- Objects -------------------------------------------------------------------------------------------------

    def get(self, id: str | None) -> GameObject | None:
        """An object, live or not."""
        return None if id is None else self.state.objects.get(id) or self.state.ended.get(id)

    def ref(self, id: str) -> str:
        """An object as the format refers to it: its ID, with its name if it has one (section 6.3)."""
        obj = self.get(id)
        return id if obj is None or obj.name is None else f"{id} {obj.name}"

    @cached_property
    def live(self) -> list[GameObject]:
        """The live objects."""
        return list(self.state.objects.values())

    @cached_property
    def known(self) -> list[GameObject]:
        """All objects there were, those that have ended first."""
        return [*self.state.ended.values(), *self.state.objects.values()]

    @cached_property
    def abilities(self) -> list[GameObject]:
        """All abilities there were, in order of their introduction where that is known."""
        return [obj for obj in self.known if obj.ability]

    def in_zone(self, zone: str, player: str | None = None) -> list[GameObject]:
        """The live objects in a zone, on the battlefield those that a player controls, elsewhere those they own."""
        found = [obj for obj in self.live if obj.zone == zone]
        if player is None:
            return found
        if zone == "battlefield":
            return [obj for obj in found if obj.controller == player]
        return [obj for obj in found if obj.owner == player]

    @property
    def top(self) -> GameObject | None:
        """The top of the stack."""
        return self.get(self.state.stack[-1]) if self.state.stack else None

    @cached_property
    def leaving(self) -> tuple[str, str] | None:
        """The object that has begun to resolve (or fizzled, or was countered) and is still on the stack, with that
        verb."""
        found = [(id, verb) for id, (verb, _) in self.state.memory.leaving.items() if id in self.state.stack]
        return found[-1] if found else None

    @property
    def next_id(self) -> str:
        """The ID that the next new object gets: hypothetical inside a variation (section 12)."""
        if not self.depth:
            return f"#{self.state.memory.next_id}"
        taken = {obj.id for obj in self.live} | set(self.state.ended)
        number = 1
        while f"#h{number}" in taken:
            number += 1
        return f"#h{number}"

    # --- Lines ---------------------------------------------------------------------------------------------------

    @property
    def last(self) -> Earlier | None:
        """The statement before the line."""
        return self.earlier[-1] if self.earlier else None

    @cached_property
    def step(self) -> str | None:
        """The step or main phase."""
        for each in reversed(self.earlier):
            if each.form == "step":
                return each.subject
        return None

    @cached_property
    def recent(self) -> list[GameObject]:
        """The live objects of the last statements, the last first."""
        found: dict[str, GameObject] = {}
        for each in reversed(self.earlier[-30:]):
            for value in each.values:
                if value is not None and value[:1] == "#":
                    id = value.partition(" ")[0]
                    if obj := self.state.objects.get(id):
                        found.setdefault(id, obj)
        return list(found.values())

    @cached_property
    def since_step(self) -> list[Earlier]:
        """The statements of the step."""
        found: list[Earlier] = []
        for each in reversed(self.earlier):
            if each.form == "step":
                break
            found.append(each)
        return found[::-1]

    @property
    def kind(self) -> str:
        """The kind of the block: ``deck``, ``pregame``, ``turn``, or empty where there is none."""
        return self.block.kind if self.block is not None else ""

    @property
    def event_level(self) -> int:
        """The level of an event (section 5.2)."""
        return (1 if self.step is None else 2) + self.depth

    def level_of(self, place: Place) -> int:
        """The level of a statement that stands in a place."""
        match place:
            case Place.BLOCK:
                return self.depth
            case Place.KEYFRAME | Place.STEP | Place.DECK_ENTRY:
                return 1 + self.depth
            case Place.KEYFRAME_ENTRY:
                return 2 + self.depth
            case Place.STACK:
                return (self.last.level if self.last and self.last.form == "priority" else self.event_level) + 1
            case Place.STACK_ENTRY:
                return (self.under.level if self.under else self.event_level + 1) + 1
            case Place.EVENT:
                return self.event_level


_ENTRY_PLACES = {
    "keyframe": (Place.KEYFRAME_ENTRY,),
    "stack": (Place.STACK_ENTRY,),
    "deck": (Place.DECK_ENTRY,),
}


def scene_at(analysis: Analysis, line: int) -> Scene:
    """The scene in which a line of the text is written; an empty one at the end belongs to the block above it."""
    game, block = _place(analysis, line)
    if game is None or block is None:
        facts = game.section.game if game is not None else Facts()
        return Scene(State(), facts, game, None, analysis)
    inside = line < block.end and analysis.game_at(line) is game
    lines = block.lines(analysis.lines)
    n = line - block.start if inside else len(lines)
    if inside and n == 0 and len(game.blocks) > 1 and block is not game.blocks[0]:
        # The line opens the block: what leads up to it is the block before.
        index = game.blocks.index(block)
        before = game.blocks[index - 1]
        return _scene(analysis, game, before, before.lines(analysis.lines), before.length)
    return _scene(analysis, game, block, lines, n)


def _place(analysis: Analysis, line: int) -> tuple[Game | None, Block | None]:
    """The game and block that a line belongs to, or goes on."""
    for n in range(line, max(line - 2, -1), -1):
        if n < len(analysis.lines) and (game := analysis.game_at(n)) is not None:
            index = game.block_at(n)
            return game, None if index is None else game.blocks[index]
    return None, None


def _scene(analysis: Analysis, game: Game, block: Block, lines: list[str], n: int) -> Scene:
    lines = [*lines[:n], lines[n] if n < len(lines) else "", *lines[n + 1 :]]
    # An empty line is inside the variation that it stands in; with a real time it is one of the main line.
    depth = len(read_variations(lines).around(n)) if lines[n][:1] in ("-", "") else 0
    path = line_of_play(lines, n)[:-1]
    if not depth and lines[n][:1] != "-":
        path = [each for each in path if lines[each][:1] != "-"]
    earlier = []
    for number in path:
        text = lines[number]
        if text[:1] in ("%", ""):
            continue
        line = Line(text)
        if line.kind == "body":
            earlier.append(Earlier(number, line.time, line.level, line.statement))
    under, entries = _under(earlier)
    at = block.start + (n if under is None else under.number)
    before = analysis.state(at, before=True) if at < block.end else analysis.state(block.end - 1)
    return Scene(before or State(), game.section.game, game, block, analysis, earlier, depth, under, entries)


def _under(earlier: Sequence[Earlier]) -> tuple[Earlier | None, Sequence[Earlier]]:
    """The line whose entries a line continues, and its entries so far."""
    for index in range(len(earlier) - 1, -1, -1):
        form = earlier[index].statement.form
        if form is None or form.name == "extension":
            continue
        if form.name in _ENTRY_PLACES:
            return earlier[index], earlier[index + 1 :]
        if form.place not in (Place.KEYFRAME_ENTRY, Place.STACK_ENTRY, Place.DECK_ENTRY) and form.name not in (
            "day",
            "night",
        ):
            return None, ()
    return None, ()
