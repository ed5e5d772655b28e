"""Games by their tags and cards by their names, over many files at once.

Case, accents and punctuation do not count: ``urzas`` finds Urza's Tower. Each word of the query must begin a word, or
else stand anywhere, in the card's name or in any of the game's tags. Of a card, the letters of the query may also be
scattered over the name in their order, as ``lbolt`` is over Lightning Bolt. The best matches come first: the whole
name, its beginning, beginnings of words, anything else.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from heapq import nsmallest
from typing import Literal, NamedTuple

from mtgr.analysis.catalogue import CardEntry, Catalogue, GameEntry
from mtgr.features.markdown import clip, one_line

MOST = 200
"""How many answers a query has. When there are more, no card crowds out the others."""

_WHOLE, _BEGINNING, _WORDS, _INSIDE, _SCATTERED = range(5)
_TITLE = ("Player1", "Player2", "Result")


@dataclass(frozen=True, slots=True)
class Found:
    """A game, or a card in a game: one answer for each game and card.

    ``name`` and ``container`` are on one line. 0-based line; all before the column is ASCII, so it is the same in any
    encoding.
    """

    kind: Literal["game", "card"]
    name: str
    container: str
    file: str
    line: int
    column: int


def workspace_symbols(files: Iterable[tuple[str, Catalogue]], query: str, most: int = MOST) -> list[Found]:
    """What a query finds in these files, at most so much, the best first; an empty query finds everything.

    Each file is what the answers call it (a path or URI), with its catalogue.
    """
    hits = nsmallest(most, _hits(files, _Query(query)), key=lambda hit: (hit.rank, hit.time))
    hits.sort(key=lambda hit: (hit.rank, hit.card is not None, hit.card.name if hit.card else ""))
    return [_found(hit) for hit in hits]


class _Hit(NamedTuple):
    """A match, the ``time``-th of its card, or of all games; ``tags`` are those that a game was found by."""

    rank: int
    time: int
    file: str
    game: GameEntry
    card: CardEntry | None
    tags: tuple[str, ...] = ()


def _hits(files: Iterable[tuple[str, Catalogue]], query: _Query) -> Iterator[_Hit]:
    games = 0
    times: Counter[str] = Counter()
    for file, known in files:
        for game in known.games:
            if (rank := query.game(game)) is not None:
                games += 1
                yield _Hit(rank[0], games, file, game, None, rank[1])
            for card in game.cards:
                if (of_card := query.card(card.name)) is not None:
                    times[card.name] += 1
                    yield _Hit(of_card, times[card.name], file, game, card)


def _found(hit: _Hit) -> Found:
    title = f"{hit.game.tag('Player1')} - {hit.game.tag('Player2')} {hit.game.tag('Result')}"
    if hit.card is None:
        # Clients filter by the name, so it says why the game was found.
        name = ", ".join([title, *(f"{tag} {hit.game.tag(tag)}" for tag in hit.tags if tag not in _TITLE)])
        about = [hit.game.tag("Event"), hit.game.tag("Date"), f"game {hit.game.tag('Game')}"]
        return Found("game", _short(name), _short(", ".join(about)), hit.file, hit.game.line, 0)
    card = hit.card
    deck = [f"{number} {where}" for number, where in ((card.main, "main"), (card.side, "side")) if number]
    return Found("card", _short(card.name), _short(", ".join([title, *deck])), hit.file, card.line, card.column)


class _Query:
    """A query, which remembers what it has compared. Ranks count from 0, the best; None is no match."""

    def __init__(self, text: str) -> None:
        self.words = [word for each in text.split() if (word := _folded(each))]
        self.text = " ".join(self.words)
        self.letters = self.text.replace(" ", "")
        self._cards: dict[str, int | None] = {}
        self._values: dict[str, list[int | None]] = {}

    def card(self, name: str) -> int | None:
        """How well a card's name matches."""
        if name not in self._cards:
            folded = _folded(name)
            rank = _rank(folded, self.text, self.words)
            if rank is None and len(self.letters) >= _LEAST_SCATTERED:
                rest = iter(folded)
                rank = _SCATTERED if all(letter in rest for letter in self.letters) else None
            self._cards[name] = rank
        return self._cards[name]

    def game(self, game: GameEntry) -> tuple[int, tuple[str, ...]] | None:
        """How well a game's tags match, and those that do: one that has the whole query, or one for each word of it."""
        if not self.words:
            return _BEGINNING, ()
        values = [(tag, self._of_value(value)) for tag, value in game.tags]
        values.sort(key=lambda each: each[0] not in _TITLE)
        best = [
            min(((rank, tag) for tag, ranks in values if (rank := ranks[n]) is not None), key=_first, default=None)
            for n in range(len(self.words) + 1)
        ]
        if best[0]:
            return best[0][0], (best[0][1],)
        by_word = [match for match in best[1:] if match]
        if len(by_word) < len(self.words):
            return None
        return max(_WORDS, *map(_first, by_word)), tuple(dict.fromkeys(tag for _, tag in by_word))

    def _of_value(self, value: str) -> list[int | None]:
        """How well a tag's value matches the whole query, and each word of it."""
        if value not in self._values:
            folded = _folded(value)
            words = [_rank(folded, word, [word]) for word in self.words]
            self._values[value] = [_rank(folded, self.text, self.words), *words]
        return self._values[value]


_LEAST_SCATTERED = 3


def _first(match: tuple[int, str]) -> int:
    return match[0]


def _rank(text: str, wanted: str, words: list[str]) -> int | None:
    if text == wanted:
        return _WHOLE
    if text.startswith(wanted):
        return _BEGINNING
    if all(f" {word}" in f" {text}" for word in words):
        return _WORDS
    return _INSIDE if all(word in text for word in words) else None


_APOSTROPHES = re.compile("['’`]")
_PUNCTUATION = re.compile(r"[\W_]+")


@lru_cache(maxsize=16384)
def _folded(text: str) -> str:
    """A text in small letters without accents, its words separated by single spaces."""
    letters = unicodedata.normalize("NFKD", clip(text, 1000)).casefold()
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return _PUNCTUATION.sub(" ", _APOSTROPHES.sub("", plain)).strip()


def _short(text: str) -> str:
    return clip(one_line(text), 200)
