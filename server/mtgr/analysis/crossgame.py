"""Checks across the games of a file: seats and archetypes within a match (sections 4.2 and 4.6)."""

from __future__ import annotations

from dataclasses import dataclass

from mtgr.analysis.findings import Finding, Place, Related
from mtgr.analysis.game import Game
from mtgr.replay.tags import TagLine

Players = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Across:
    """A finding at a tag of one game that speaks of a tag of an earlier one, wherever the two games stand by now."""

    code: str
    message: str
    game: Game
    tag: TagLine
    earlier_game: Game
    earlier_tag: TagLine
    earlier_message: str

    def finding(self) -> Finding:
        """The finding, with lines of the text."""
        related = (Related(_place(self.earlier_game, self.earlier_tag), self.earlier_message),)
        return Finding(_place(self.game, self.tag), self.code, self.message, related)


def findings(games: list[Game]) -> list[Across]:
    """What is to be said about games of one match."""
    found: list[Across] = []
    seats: dict[str, tuple[Players, Game, TagLine]] = {}
    archetypes: dict[tuple[str, str], tuple[str, Game, TagLine]] = {}
    for game in games:
        section = game.section
        match = section.find("Match")
        first, second = section.find("Player1"), section.find("Player2")
        if match is None or first is None or second is None:
            continue
        players = (first.value, second.value)
        known, earlier, earlier_tag = seats.setdefault(match.value, (players, game, first))
        if known != players and set(known) == set(players):
            message = f"the seats of a match are fixed: Player1 is {known[0]} in an earlier game of this match"
            words = "an earlier game of the match seats them like this"
            found.append(Across("match-seats", message, game, first, earlier, earlier_tag, words))
        for name, player in zip(("Player1Archetype", "Player2Archetype"), players, strict=True):
            tag = section.find(name)
            if tag is None:
                continue
            value, earlier, earlier_tag = archetypes.setdefault((match.value, player), (tag.value, game, tag))
            if value != tag.value:
                message = f"the archetype of {player} is {value} in an earlier game of this match"
                words = "an earlier game of the match has another"
                found.append(Across("archetype-differs", message, game, tag, earlier, earlier_tag, words))
    return found


def _place(game: Game, tag: TagLine) -> Place:
    return Place(game.start + game.tags_offset + tag.line, *tag.value_span)
