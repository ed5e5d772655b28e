"""Checks across the games of a file: seats and archetypes within a match (sections 4.2 and 4.6)."""

from __future__ import annotations

from mtgr.analysis.findings import Finding, Place, Related
from mtgr.replay.tags import TagLine, TagSection

Players = tuple[str, str]


def findings(games: list[tuple[TagSection, int]]) -> list[Finding]:
    """Warnings about games of one match, given each game's tags and the line its tag section starts at."""
    found: list[Finding] = []
    seats: dict[str, tuple[Players, int, TagLine]] = {}
    archetypes: dict[tuple[str, str], tuple[str, int, TagLine]] = {}
    for section, start in games:
        match = section.find("Match")
        first, second = section.find("Player1"), section.find("Player2")
        if match is None or first is None or second is None:
            continue
        players = (first.value, second.value)
        known = seats.setdefault(match.value, (players, start, first))
        if known[0] != players and set(known[0]) == set(players):
            related = (_related(known[1], known[2], "an earlier game of the match seats them like this"),)
            message = f"the seats of a match are fixed: Player1 is {known[0][0]} in an earlier game of this match"
            found.append(Finding(_place(start, first), "match-seats", message, related))
        for name, player in zip(("Player1Archetype", "Player2Archetype"), players, strict=True):
            tag = section.find(name)
            if tag is None:
                continue
            value, line, earlier = archetypes.setdefault((match.value, player), (tag.value, start, tag))
            if value != tag.value:
                related = (_related(line, earlier, "an earlier game of the match has another"),)
                message = f"the archetype of {player} is {value} in an earlier game of this match"
                found.append(Finding(_place(start, tag), "archetype-differs", message, related))
    return found


def _place(start: int, tag: TagLine) -> Place:
    return Place(start + tag.line, *tag.value_span)


def _related(start: int, tag: TagLine, message: str) -> Related:
    return Related(_place(start, tag), message)
