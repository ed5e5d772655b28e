"""The result of a game: its tag, its last line and the line that ends it (sections 3, 4.2 and 9.7; checks 2 and 16)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mtgr.analysis import Analysis, Finding
from mtgr.analysis.game import Game
from mtgr.features.changes import Change, in_line, insert_lines
from mtgr.features.fixes.fix import Fix
from mtgr.replay.ending import Ending
from mtgr.spec.words import RESULTS
from mtgr.syntax.line import Line
from mtgr.syntax.tokens import decode


def results(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """Makes tag, ending line and result line agree: first as most of the three have it."""
    game = analysis.game_at(finding.place.line)
    if game is None or finding.code not in ("check-1", "check-2", "check-16"):
        return
    last = None if game.result is None else game.start + game.result
    tag = game.section.find("Result")
    tagged = decode(tag.value) if tag is not None else None
    closing = analysis.lines[last] if last is not None else None
    found = _ending(game)
    meant = found[1].result if found is not None else None
    witnesses = [each for each in (tagged, meant, closing) if each in RESULTS]
    for wanted in sorted(dict.fromkeys(witnesses), key=lambda each: -witnesses.count(each)):
        changes: list[Change] = []
        if last is not None and closing != wanted:
            changes.append(in_line(last, 0, len(closing or ""), wanted))
        if tag is not None and tagged != wanted:
            line = game.start + game.tags_offset + tag.line
            changes.append(in_line(line, *tag.value_span, f'"{wanted}"'))
        if meant not in (None, wanted):
            turned = _turned(analysis, game, found[0], wanted) if found is not None else None
            if turned is None:
                continue
            changes.append(turned)
        if changes:
            yield Fix(f"Write the result {wanted}", tuple(sorted(changes)))


def _ending(game: Game) -> tuple[int, Ending] | None:
    """The line that ends the game, if one does."""
    for block in game.blocks:
        if block.outcome.ending is not None:
            return block.start + block.outcome.ending.line, block.outcome.ending
    return None


def _turned(analysis: Analysis, game: Game, n: int, wanted: str) -> Change | None:
    """The ending line with the other player, if that makes it mean the result."""
    line = Line(analysis.lines[n])
    st = line.statement
    if st.form is None or st.form.name not in ("concede", "lose", "win") or wanted not in ("1-0", "0-1"):
        return None
    other = game.section.game.opponent(st.values[0] or "")
    if other is None:
        return None
    start, end = st.span("player")
    return in_line(n, line.column + start, line.column + end, other)


def missing_ending(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """Closes a record that breaks off with an ``incomplete`` line, behind what belongs to the last statement."""
    n = finding.place.line
    game = analysis.game_at(n)
    block = analysis.block_at(n)
    if game is None or block is None or _ending(game) is not None or n != _last(analysis, block.start, block.end):
        return
    line = Line(analysis.lines[n])
    level = 1 if block.kind == "pregame" else 2
    text = f'{line.time} {"  " * level}incomplete "the recording ends here"'
    yield Fix("Write that the record is `incomplete`", (insert_lines(block.end, [text]),))


def _last(analysis: Analysis, first: int, end: int) -> int:
    """The last statement of the main line."""
    for n in range(end - 1, first - 1, -1):
        text = analysis.lines[n]
        form = Line(text).statement.form
        if text[:1].isdigit() and (form is None or form.name != "extension"):
            return n
    return -1


_RESULT_LIKE = re.compile(r"(?:[01]-[01]|1/2|\*)[^ ]*\Z")


def missing_result(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """Writes the result line that is missing before a line, as the tag has it."""
    n = finding.place.line
    here, before = analysis.game_at(n), analysis.game_at(n - 1) if n else None
    if here is not None and here.result is None and (result := here.section.game.result):
        text = analysis.lines[n]
        if _RESULT_LIKE.match(text.strip()):
            yield Fix(f"Write the result {result}", (in_line(n, 0, len(text), result),))
        elif here.cut_off and n == here.end - 1:
            yield Fix(f"Write the result line {result}", (Change(n, len(text), n, len(text), f"\n{result}"),))
    for game in (here, before):
        if game is not None and game.result is None and game.blocks and game.blocks[-1].end <= n:
            if result := game.section.game.result:
                lines = [result] if not analysis.lines[n] else [result, ""]
                yield Fix(f"Insert the result line {result}", (insert_lines(n, lines),))
            return
