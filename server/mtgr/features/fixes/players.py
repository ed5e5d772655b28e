"""Names that are neither player's (R9), in a line or in the tags; and names whose closing quote is missing."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from mtgr.analysis import Analysis, Finding
from mtgr.analysis.mentions import mentions_in_game
from mtgr.features.changes import in_line
from mtgr.features.fixes.fix import Fix
from mtgr.syntax.line import Line
from mtgr.syntax.statement import parse


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


_LONG = 1000
"""Characters of a line whose strings nobody tells apart any more."""


def unclosed_name(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """Closes a name that is known here: a player's, or that of an object."""
    n = finding.place.line
    line = Line(analysis.lines[n])
    game = analysis.game_at(n)
    if game is None or line.kind != "body" or line.statement.form is not None or len(line.text) > _LONG:
        return
    if line.text.count('"') % 2 == line.text.count('\\"') % 2:
        return  # every quote has its other one
    state = analysis.state(n, before=True)
    objects = {obj.name for obj in state.objects.values() if obj.name} if state is not None else set()
    text = line.text
    for name in sorted({*game.section.game.players, *objects}, key=len, reverse=True):
        for at in _places(text, name[:-1], line.column):
            if parse(f'{text[line.column : at]}"{text[at:]}').right is not None:
                yield Fix(f"Write {name}", (in_line(n, at, at, '"'),))


def _places(text: str, start: str, column: int) -> Iterator[int]:
    """Where a text stands in a line, from a column on: the ends."""
    at = text.find(start, column)
    while at >= 0:
        yield at + len(start)
        at = text.find(start, at + 1)
