"""The tags of a game (section 4): the required ones in their order, the optional ones, and the forms of values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from mtgr.spec.words import RESULTS

TERMINATIONS: dict[str, str] = {
    "life total": "A player had 0 or less life.",
    "empty library": "A player had to draw from an empty library.",
    "poison": "A player had ten or more poison counters.",
    "concession": "A player conceded.",
    "card effect": "An effect made a player win or lose.",
    "draw": "The rules made the game a draw.",
    "time forfeit": "A player's clock ran out.",
    "rules infraction": "A player was given a game loss.",
    "adjudication": "A judge or the site decided.",
    "disconnect": "A player was disconnected and lost.",
    "abandoned": "The game was abandoned.",
    "unterminated": "The game did not end.",
}


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag: ``form`` is a regular expression for its value ('' for any string), ``wants`` says it in words."""

    name: str
    doc: str
    form: str = ""
    wants: str = ""
    required: bool = False

    def accepts(self, value: str) -> bool:
        """Whether a decoded value has the form that section 4 fixes (R10)."""
        return not self.form or _compiled(self.form).fullmatch(value) is not None


@cache
def _compiled(form: str) -> re.Pattern[str]:
    return re.compile(form, re.ASCII)


_DATE = r"[0-9?]{4}\.[0-9?]{2}\.[0-9?]{2}"
_DATE_WORDS = "YYYY.MM.DD with `?` for unknown digits"
_FIELD = r"(?:\?|-|\d+/\d+(?:\+\d+)?|\d+(?:\+\d+)?|\*\d+)"

REQUIRED: tuple[Tag, ...] = (
    Tag("Mtgr", "Version of the format the game is written in.", r"\d+\.\d+\.\d+", "three integers with dots", True),
    Tag("Event", 'Name of the event; `"?"` if unknown.', required=True),
    Tag("Site", 'Client or venue where the game was played; `"?"` if unknown.', required=True),
    Tag("Date", "Day the game started.", _DATE, _DATE_WORDS, True),
    Tag("Round", 'Round of the tournament; `"-"` where there are none, `"?"` if unknown.', required=True),
    Tag("Player1", "First player in the match's seat order.", required=True),
    Tag("Player2", "Second player in the match's seat order; another name than Player1.", required=True),
    Tag("Result", "Who won.", "|".join(map(re.escape, RESULTS)), "`1-0`, `0-1`, `1/2-1/2` or `*`", True),
    Tag("Format", 'Format of the game, like `"Modern"`; `"?"` if unknown.', required=True),
    Tag("Match", "Identifier that all games of a match share.", required=True),
    Tag("Game", 'Number of the game in its match, from `"1"`.', r"[1-9]\d*", "a positive integer", True),
    Tag("Perspective", "The player from whose seat the game is recorded: Player1 or Player2.", required=True),
)

OPTIONAL: tuple[Tag, ...] = (
    Tag("Annotator", "Who wrote the annotations."),
    Tag("Player1Archetype", "Archetype of Player1's deck, as players of the format call it."),
    Tag("Player2Archetype", "Archetype of Player2's deck."),
    Tag("Recorder", "Program that wrote the record, with its version."),
    Tag("RoundTime", "Time limit of the round in seconds.", r"[1-9]\d*", "a positive integer"),
    Tag(
        "Termination",
        "Why the game ended.",
        "|".join(map(re.escape, TERMINATIONS)),
        "one of " + ", ".join(f"`{value}`" for value in TERMINATIONS),
    ),
    Tag(
        "TimeControl",
        "Clock of each player, in the forms of PGN 9.6.1.",
        rf"{_FIELD}(?::{_FIELD})*",
        "a PGN time control",
    ),
    Tag("UTCDate", "Day the game started, in UTC.", _DATE, _DATE_WORDS),
    Tag("UTCTime", "Time of day the game started, in UTC.", r"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d", "HH:MM:SS"),
)

TAGS: dict[str, Tag] = {tag.name: tag for tag in REQUIRED + OPTIONAL}

RANKS: dict[str, int] = {tag.name: rank for rank, tag in enumerate(REQUIRED)}
"""The place of each required tag, from 0."""


def order_of(name: str) -> tuple[int, str]:
    """What tags are sorted by (section 4.2): the required ones have their places, the others follow by name."""
    return (RANKS[name], "") if name in RANKS else (len(RANKS), name)


EXTENSION_TAG = r"[A-Z]+_[A-Za-z0-9_]+"
