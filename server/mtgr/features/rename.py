"""New names: for a player in all games of a match, for a hypothetical ID in its variation (sections 4.2 and 12)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mtgr.analysis import Analysis, Block, Game, Place
from mtgr.analysis.mentions import Mention, innermost, mentions, mentions_in_game
from mtgr.features.changes import Change, in_line
from mtgr.features.cursor import token_at
from mtgr.features.roles import roles
from mtgr.features.subject import Subject, subject_at
from mtgr.features.visible import visible
from mtgr.replay.branch import read_variations
from mtgr.syntax.statement import has_controls
from mtgr.syntax.tokens import decode, encode, normalized


@dataclass(frozen=True, slots=True)
class Renameable:
    """What can have another name: where it stands (a player's name without its quotes), and its name as people write
    it."""

    place: Place
    name: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something cannot have another name, or not this one: a sentence for people."""

    reason: str


PLAYER_TAGS = ("Player1", "Player2", "Perspective")


def prepare_rename(analysis: Analysis, line: int, column: int) -> Renameable | Refusal | None:
    """What stands at a 0-based line and code point column, if it can have another name; None if nothing there has
    one."""
    subject = subject_at(analysis, line, column)
    token = _token(analysis, line, column)
    if subject is None:
        return Refusal(_CARD) if token == "name" else None
    if subject.key[0] == '"':
        place = subject.place
        if not _games_of(analysis, line, normalized(subject.key)):
            return Refusal(f"{_short(subject.key)} is no player of this game, so there is nothing to rename")
        return Renameable(Place(line, place.start + 1, max(place.end - 1, place.start + 1)), decode(subject.key))
    if token == "name":
        return Refusal(_CARD)
    if not subject.key.startswith("#h"):
        return Refusal(f"{_short(subject.key)} cannot be renamed: {_COUNTED}")
    if _home(analysis, subject) is None:
        return Refusal(f"no `new` line introduces {_short(subject.key)} in a variation around this line")
    start = subject.place.start
    return Renameable(Place(line, start, start + len(subject.key)), subject.key)


_CARD = "a card's name is its Oracle name (section 6.4), which nobody chooses; it cannot be renamed"
_COUNTED = "IDs count a game's objects in the order in which they appear (section 6.1)"


def _token(analysis: Analysis, line: int, column: int) -> str:
    """What the token at a column is: the kind of its slot, or ``name`` beside an ID in a line that cannot be read."""
    if not 0 <= line < len(analysis.lines):
        return ""
    parsed = analysis.line(line)
    tokens = parsed.tokens
    index = token_at(tokens, column)
    if parsed.kind != "body" or index is None:
        return ""
    first = next((n for n, token in enumerate(tokens) if token.start >= parsed.column), len(tokens))
    form = parsed.statement.form
    known = roles(form, tokens[first:]) if form is not None and not parsed.statement.problems else []
    if 0 <= index - first < len(known):
        return known[index - first].kind
    beside = index > 0 and tokens[index].kind == "string" and tokens[index - 1].kind == "id"
    return "name" if beside else ""


def rename(analysis: Analysis, line: int, column: int, new: str) -> list[Change] | Refusal | None:
    """The changes that give what stands at a 0-based line and code point column another name: for a player all mentions
    in the games of the match, for a hypothetical ID those in its variation. Comments are left alone, IDs in them aside.

    ``new`` is the name as people write it, without quotes and escapes. A refusal if it cannot be had.
    """
    found = prepare_rename(analysis, line, column)
    subject = subject_at(analysis, line, column)
    if not isinstance(found, Renameable) or subject is None:
        return found if isinstance(found, Refusal) else None
    new = normalized(new)
    if new == found.name:
        return []
    if subject.key[0] == '"':
        return _rename_player(analysis, line, normalized(subject.key), new)
    return _rename_hypothetical(analysis, subject, new)


# Players


def _rename_player(analysis: Analysis, line: int, key: str, new: str) -> list[Change] | Refusal:
    if not new.strip():
        return Refusal("a player needs a name")
    if has_controls(new.replace("\n", "")):
        return Refusal("a name has no tabs or other control characters (section 2)")
    games, token = _games_of(analysis, line, key), encode(new)
    for game in games:
        if token in game.section.game.players:
            return Refusal(f"{_short(token)} is the other player of game {game.number} already")
    places = sorted(place for game in games for place in _player_places(analysis, game, key))
    return [in_line(*place, token) for place in places]


def _games_of(analysis: Analysis, line: int, key: str) -> list[Game]:
    """The games of a line's match in this text (those with its ``Match`` tag) that a player plays; none if the player
    does not play that of the line."""
    here = analysis.game_at(line)
    if here is None or key not in here.section.game.players:
        return []
    match = _match(here)
    if match is None:
        return [here]
    return [game for game in analysis.taken_apart() if _match(game) == match and key in game.section.game.players]


def _match(game: Game) -> str | None:
    tag = game.section.find("Match")
    return None if tag is None else tag.value


def _player_places(analysis: Analysis, game: Game, key: str) -> Iterator[tuple[int, int, int]]:
    """Where a player's name stands in a game: lines, starts and ends."""
    section = game.start + game.tags_offset
    for tag in game.section.tags:
        if tag.name in PLAYER_TAGS and tag.value == key and tag.value_span[0] < tag.value_span[1]:
            yield section + tag.line, *tag.value_span
    for line, start, end, _ in mentions_in_game(game, analysis.lines, game.start, key):
        if not section <= line < section + game.tags_length:
            yield line, start, end


# Hypothetical IDs

_HYPOTHETICAL = re.compile(r"#h[1-9][0-9]*")


@dataclass(frozen=True, slots=True)
class _Home:
    """The variation that introduces a hypothetical ID: its first and last line, counted from its block's first."""

    block: Block
    first: int
    last: int
    mentions: list[Mention]
    """Where the ID stands, with lines of the text."""


def _home(analysis: Analysis, subject: Subject) -> _Home | None:
    """Where a hypothetical ID lives, as seen from where it stands; None if no ``new`` line introduces it there."""
    lines, block = analysis.lines, analysis.block_at(subject.place.line, replayed=False)
    if block is None:
        return None
    found = mentions_in_game(block.game, lines, subject.place.line, subject.key)
    new = next((each.line - block.start for each in found if each.role == "declaration"), None)
    first = None if new is None else block.note(lines, innermost).get(new)
    return None if first is None else _Home(block, first, block.note(lines, read_variations).last[first], found)


def _rename_hypothetical(analysis: Analysis, subject: Subject, new: str) -> list[Change] | Refusal:
    home = _home(analysis, subject)
    if home is None or _HYPOTHETICAL.fullmatch(new) is None:
        return Refusal("a hypothetical ID is written `#h1`, `#h2` and so on (section 12)")
    taken = _taken(analysis, home)
    if new in taken:
        free = next(number for number in range(1, len(taken) + 2) if f"#h{number}" not in taken)
        return Refusal(f"{_short(new)} stands for another object in this variation; #h{free} is free")
    return [in_line(each.line, each.start, each.end, new) for each in home.mentions]


def _taken(analysis: Analysis, home: _Home) -> set[str]:
    """The hypothetical IDs that already mean something in a variation: those mentioned in it, and those that the
    variations around it introduce."""
    block, lines = home.block, analysis.lines
    inside = block.note(lines, innermost)
    around = set(block.note(lines, read_variations).around(home.first)) - {home.first}

    def known(each: Mention) -> bool:
        return home.first <= each.line <= home.last or (each.role == "declaration" and inside.get(each.line) in around)

    found = block.note(lines, mentions).items()
    return {key for key, each in found if key.startswith("#h") and any(map(known, each))}


def _short(token: str) -> str:
    shown = visible(token)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
