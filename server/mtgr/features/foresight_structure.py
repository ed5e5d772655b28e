"""What the structure of a game says about the next statement: entries, decks, the pregame, turns and steps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mtgr.features.habits import Habits
from mtgr.features.scene import Earlier, Scene
from mtgr.replay.keyframe_text import keyframe_entries
from mtgr.replay.state import GameObject, number
from mtgr.replay.write import stack_entries
from mtgr.spec.words import STEPS

Rule = tuple[Any, ...]
"""A weight and a statement, and sometimes the lines that come with it (level and statement)."""

BLOCK_WORDS = ("deck", "pregame", "turn")
STEP_ORDER = tuple(STEPS)


# --- Entries -----------------------------------------------------------------------------------------------------


def remaining(scene: Scene, habits: Habits | None = None) -> list[str]:
    """The entries that are missing below the line whose entries are being written."""
    assert scene.under is not None
    match scene.under.form:
        case "stack":
            wanted = stack_entries(scene.state)
        case "keyframe" if scene.kind == "pregame":
            wanted = first_entries(scene)
        case "keyframe":
            wanted = keyframe_entries(scene.state)
            if habits is not None:
                wanted = [with_clock(each, habits) for each in wanted]
        case _:
            return []
    written = {_subject(each.statement.text) for each in scene.entries}
    return [each for each in wanted if _subject(each) not in written]


def after_gap(scene: Scene, left: list[str]) -> Iterator[Rule]:
    """The entries that a keyframe may have next after a gap: what has become of the objects is not known."""
    last = max((number(each.subject[1:]) for each in scene.entries if each.subject[:1] == "#"), default=0)
    later = [each for each in left if each[0] != "#" or number(each[1:].partition(" ")[0]) > last]
    for index, entry in enumerate(later[:4]):
        words = entry.split(" ")
        known = 2 if words[0] == "player" else 1
        yield 1.0 / (1 + index), entry
        yield 0.2 / (1 + index), " ".join(words[:known]) + " "


def _subject(entry: str) -> str:
    """What an entry speaks of."""
    first, _, rest = entry.partition(" ")
    return rest[: rest.find('" ') + 1] if first == "player" else first


def with_clock(entry: str, habits: Habits) -> str:
    """A keyframe's entry, with the player's clock if there are clocks."""
    if not entry.startswith("player "):
        return entry
    clock = habits.clock(_subject(entry))
    return entry if clock is None else f"{entry} clock {clock}"


def first_entries(scene: Scene) -> list[str]:
    """The player entries of the pregame's keyframe: the deck's size is known from its list."""
    size = sum(number(str(each[0])) for each in deck_entries(scene) if each[2] == "main")
    found = []
    for player in scene.players:
        library = size if size and player == scene.facts.perspective else 60
        found.append(f"player {player} life 20 poison 0 library {library}")
    return found


def deck_entries(scene: Scene) -> list[tuple[str, str, str]]:
    """The decklist of the game: count, name and ``main`` or ``side``."""
    if scene.game is None or scene.block is None or not scene.game.blocks or scene.game.blocks[0].kind != "deck":
        return []
    return scene.game.blocks[0].note(scene.lines, _read_deck)


_DECK_ENTRY = re.compile(r'\S+ +(main|side) ([0-9]{1,4}) ("(?:[^"\\]|\\.)*")')


def _read_deck(lines: list[str]) -> list[tuple[str, str, str]]:
    found = filter(None, map(_DECK_ENTRY.match, lines))
    return [(entry[2], entry[3], entry[1]) for entry in found]


# --- Structure ---------------------------------------------------------------------------------------------------


def opening(scene: Scene, habits: Habits) -> Iterator[Rule]:
    if scene.facts.perspective:
        yield 1.0, f"deck {scene.facts.perspective}"
        yield 0.1, f"deck {scene.facts.perspective} name "
        yield 0.1, f"deck {scene.facts.perspective} unknown"
    yield 0.2, "pregame"


def deck(scene: Scene, habits: Habits) -> Iterator[Rule]:
    last = scene.last
    before = earlier_deck(scene)
    written = {each.statement.text for each in scene.entries}
    found = [f"{section} {count} {name}" for count, name, section in before]
    position = found.index(last.statement.text) + 1 if last is not None and last.statement.text in found else 0
    yield from zip((1.0, 0.3, 0.2), (each for each in found[position:] if each not in written), strict=False)
    side = any(each.form == "side" for each in scene.entries)
    if not side:
        yield 0.5, "main 4 "
        yield 0.2, "main 1 "
    if scene.entries:
        yield 0.3, "side 1 "
        if position == len(found):
            yield 0.4, "pregame", _pregame(scene)
        yield 0.1, "side 2 "
    elif last is not None and last.statement.text.endswith("unknown"):
        yield 1.0, "pregame", _pregame(scene)
    yield 0.05, "pregame"


def earlier_deck(scene: Scene) -> list[tuple[str, str, str]]:
    """The decklist of the perspective player in the game before, if that is of the same match."""
    game = scene.game
    if game is None or scene.analysis is None:
        return []
    for other in reversed(scene.analysis.taken_apart()[: game.number - 1]):
        if other.blocks and other.blocks[0].kind == "deck":
            if other.section.game.perspective == game.section.game.perspective:
                return other.blocks[0].note(scene.lines, _read_deck)
            break
    return []


def _pregame(scene: Scene) -> tuple[tuple[int, str], ...]:
    return ((1, "keyframe"), *((2, each) for each in first_entries(scene)))


def turn(scene: Scene, habits: Habits) -> Rule:
    """The next turn with its keyframe."""
    count = number(scene.state.turn) + 1 if scene.state.turn else 1
    player = scene.other(scene.active) if scene.active else starting_player(scene)
    entries = [with_clock(each, habits) for each in keyframe_entries(scene.state)]
    depth = scene.depth
    more = ((1 + depth, "keyframe"), *((2 + depth, each) for each in entries))
    return 1.0, f"turn {count} {player}", more


def starting_player(scene: Scene) -> str | None:
    """Who takes the first turn, as was chosen in the pregame."""
    for each in scene.earlier:
        if each.form == "choose first":
            return each.slot("first")
    return scene.players[0] if scene.players else None


def next_steps(scene: Scene) -> list[tuple[float, str]]:
    """The steps that may come next."""
    step = scene.step
    if step is None:
        return [(1.0, "untap")]
    following = STEP_ORDER[(STEP_ORDER.index(step) + 1) % len(STEP_ORDER)]
    match step:
        case "cleanup":
            return []
        case "upkeep" if scene.state.turn == "1":
            return [(0.8, "precombat-main"), (0.3, "draw")]
        case "declare-attackers" if not fighting(scene, "attack"):
            return [(1.0, "end-of-combat"), (0.02, "declare-blockers")]
        case "precombat-main":
            return [(0.9, following), (0.03, "end")]
        case "combat-damage":
            return [(1.0, following), (0.1, "combat-damage")]
    return [(1.0, following)]


def in_pregame(scene: Scene, habits: Habits) -> Iterator[Rule]:
    """Who goes first, opening hands and mulligans, and what is done before the first turn (sections 9.1, CR 103)."""
    last = scene.last
    assert last is not None
    done = {each.form for each in scene.earlier}
    if "choose first" not in done:
        yield from _who_begins(scene)
    rule = "mulligan" if "mulligan" in done else "opening-hand"
    if last.form in ("new card", "new hidden"):
        yield 1.2, f"{scene.ref(last.subject)} move library -> hand as draw by rule:{rule}"
        return
    first = starting_player(scene)
    kept = [each.subject for each in scene.earlier if each.form == "keep"]
    order = sorted(scene.players, key=lambda each: (each != last_owner(scene), each != first))
    waiting = [player for player in order if player not in kept and len(scene.in_zone("hand", player)) < 7]
    for player in waiting[:1]:
        yield 0.9, new_card(scene, player)
    for player in sorted(scene.players, key=lambda each: each != first):
        if player not in kept:
            yield (0.1 if waiting else 0.8), f"{player} keep"
            yield (0.02 if waiting else 0.2), f"{player} mulligan"
    if last.form == "mulligan" or (last.form == "move" and last.statement.cause == "rule:mulligan"):
        yield from _mulligan(scene, last.subject if last.form == "mulligan" else last_owner(scene))
    if len(kept) == len(scene.players):
        yield turn(scene, habits)
        for player in scene.players:
            for obj in scene.in_zone("hand", player):
                yield 0.05, f"{scene.ref(obj.id)} move hand -> battlefield by {obj.id}"


def _who_begins(scene: Scene) -> Iterator[Rule]:
    rolls = [each for each in scene.earlier if each.form == "roll"]
    for player in scene.players:
        yield (0.1 if player in [each.subject for each in rolls] else 0.6), f"{player} roll "
    highest = max(rolls, key=lambda each: number(each.slot("result")), default=None)
    for player in scene.players:
        won = len(rolls) > 1 and highest is not None and player == highest.subject
        for first in scene.players:
            yield (0.8 if won and first == player else 0.5 if won else 0.15), f"{player} choose first {first}"


def _mulligan(scene: Scene, player: str | None) -> Iterator[Rule]:
    for obj in scene.in_zone("hand", player):
        yield 0.3, f"{scene.ref(obj.id)} move hand -> library by rule:mulligan"
        yield 0.1, f"{scene.ref(obj.id)} move hand -> library bottom by rule:mulligan"
    yield 0.3, f"{player} shuffle by rule:mulligan"


def last_owner(scene: Scene) -> str | None:
    """Whose object the last lines were about."""
    for each in reversed(scene.earlier[-3:]):
        obj = scene.get(each.subject)
        if obj is not None:
            return obj.owner
    return None


def new_card(scene: Scene, player: str | None) -> str:
    """The line that introduces a card of a player's library, whose name only the perspective player knows."""
    if player == scene.facts.perspective:
        return f"new card {scene.next_id} "
    return f"new hidden {scene.next_id} owner {player} in library"


def fighting(scene: Scene, *verbs: str) -> list[Earlier]:
    """The ``attack``, ``block`` or other such lines of the combat."""
    found: list[Earlier] = []
    for each in reversed(scene.earlier):
        if each.form in verbs:
            found.append(each)
        elif each.form == "step" and each.subject in ("beginning-of-combat", "untap"):
            break
    return found[::-1]


def hand_of(scene: Scene, player: str | None) -> list[GameObject]:
    """The cards in a player's hand."""
    return scene.in_zone("hand", player) if player is not None else []
