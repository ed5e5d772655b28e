"""What a search over many files knows of each: its games with their tags, and the cards that occur in them.

It is found by looking for a few words in the bytes of the file. Nothing is parsed or replayed, so that a folder of
recordings is read in the time it takes to read its files.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from mtgr.syntax.tokens import decode


class CardEntry(NamedTuple):
    """A card of one game, where it stands first (in a deck list, if any has it): 0-based line, and column of its name.

    All that stands before it on the line is ASCII, so the column is the same in any encoding. ``main`` and ``side`` are
    how often it is in the recorded deck.
    """

    name: str
    line: int
    column: int
    main: int = 0
    side: int = 0


class GameEntry(NamedTuple):
    """A game: the 0-based line of its first tag, its tags in file order, and each of its cards once, in file order."""

    line: int
    tags: tuple[tuple[str, str], ...]
    cards: tuple[CardEntry, ...]

    def tag(self, name: str) -> str:
        """The value of a tag, or ``?``."""
        return next((value for tag, value in self.tags if tag == name), "?")


class Catalogue(NamedTuple):
    """The games of one file."""

    games: tuple[GameEntry, ...] = ()


_BOM = b"\xef\xbb\xbf"
_STRING = rb'"(?P<name>(?:[^"\\\n]|\\.)*)"'
_TAG = re.compile(rb"\[([A-Za-z0-9_]+) " + _STRING + rb"\]")
_CARD = re.compile(
    rb"[0-9][0-9:.]* +(?:(?P<list>main|side) (?P<count>[0-9]+) |new card #[0-9]+ |#[0-9]+ identify )" + _STRING
)
_SIGNS = (b"\n[", b" main ", b" side ", b" new card #", b' identify "')
"""What stands in every line that counts, and in few others."""


def catalogue(data: bytes) -> Catalogue:
    """The catalogue of a file's bytes, whatever they are. What stands only in variations is left out."""
    games: list[_Game] = []
    number = at = end_of_tags = 0
    for start in _lines_with_signs(data):
        number += data.count(b"\n", at, start)
        at = start
        if tag := _TAG.match(data, start):
            if not games or data[end_of_tags:start].strip():
                games.append(_Game(number))
            games[-1].tags.append((_text(tag[1]), _text(tag[2])))
            end_of_tags = tag.end()
        elif games and (card := _CARD.match(data, start)):
            games[-1].add(card, number, start)
    return Catalogue(tuple(GameEntry(game.line, tuple(game.tags), tuple(game.cards.values())) for game in games))


def _lines_with_signs(data: bytes) -> list[int]:
    """Where the lines start that may count, in order."""
    starts = {len(_BOM) if data.startswith(_BOM) else 0}
    for sign in _SIGNS:
        found = data.find(sign)
        while found >= 0:
            # A line is looked at once, however often the sign is in it.
            starts.add(data.rfind(b"\n", 0, found + 1) + 1)
            end = data.find(b"\n", found + 1)
            found = data.find(sign, end) if end >= 0 else -1
    return sorted(starts)


@dataclass(slots=True)
class _Game:
    """A game of which more may come."""

    line: int
    tags: list[tuple[str, str]] = field(default_factory=list)
    cards: dict[str, CardEntry] = field(default_factory=dict)

    def add(self, card: re.Match[bytes], line: int, start: int) -> None:
        """Takes note of a line that names a card."""
        name = _text(card["name"])
        entry = self.cards.get(name) or CardEntry(name, line, card.start("name") - 1 - start)
        if card["list"]:
            copies = int(card["count"]) if len(card["count"]) < 10 else 0  # what is longer is no number of cards
            in_main = card["list"] == b"main"
            entry = entry._replace(main=entry.main + copies * in_main, side=entry.side + copies * (not in_main))
        self.cards[name] = entry


@lru_cache(maxsize=4096)
def _text(inside: bytes) -> str:
    """The value of a string token, from what is between its quotes."""
    return decode(f'"{inside.decode("utf-8", "replace")}"')
