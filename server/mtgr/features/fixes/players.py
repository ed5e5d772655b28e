"""Names that are neither player's (R9): in a line, or in the tags."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from mtgr.analysis import Analysis, Finding
from mtgr.analysis.mentions import mentions_in_game
from mtgr.features.changes import in_line
from mtgr.features.fixes.fix import Fix


def players(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    n = finding.place.line
    game = analysis.game_at(n)
    if game is None:
        return
    facts = game.section.game
    name = analysis.lines[n][finding.place.start : finding.place.end]
    if len(facts.seated) == 2 and facts.seated != facts.players:
        changes = []
        for tag, seated in zip(("Player1", "Player2"), facts.seated, strict=True):
            found = game.section.find(tag)
            if found is not None and found.value != seated:
                changes.append(in_line(game.start + game.tags_offset + found.line, *found.value_span, seated))
        yield Fix("Write the players of the game in its tags", tuple(changes))
    if name[:1] == '"' and name not in facts.players:
        places = mentions_in_game(game, analysis.lines, n, name)
        for player in sorted(facts.players, key=lambda each: -SequenceMatcher(None, name[:100], each[:100]).ratio()):
            changes = [in_line(each.line, each.start, each.end, player) for each in places]
            if changes:
                yield Fix(f"Write {player}", tuple(changes))
