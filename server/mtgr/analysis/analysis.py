"""The analysis of one text: games, findings, and the state at any line."""

from __future__ import annotations

import dataclasses
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from mtgr.analysis import crossgame
from mtgr.analysis.findings import Finding, Place, Related
from mtgr.analysis.source import Source, read_bytes, read_lines
from mtgr.document.structure import BlockKind, GameLines, split
from mtgr.replay.block import Replayed, replay
from mtgr.replay.branch import branch_findings, read_variations, state_at
from mtgr.replay.closing import Closing, close
from mtgr.replay.findings import Origin, RawFinding
from mtgr.replay.state import Player, State
from mtgr.replay.tags import TagSection, read_tags, seated_players
from mtgr.replay.writes import writes
from mtgr.syntax.line import Line, kind_of
from mtgr.syntax.tokens import decode


@dataclass(slots=True)
class Block:
    """A block with its replay: lines ``start`` to ``end`` (exclusive), the state before it, and the outcome."""

    kind: BlockKind
    start: int
    end: int
    before: State
    outcome: Replayed
    index: dict[tuple[str, str], list[int]] | None = None
    """Lines of the block (relative) by the field they set; made when first asked for."""


@dataclass(slots=True)
class Game:
    """A game of the text: lines ``start`` to ``end`` (exclusive). ``number`` counts from 1."""

    number: int
    start: int
    end: int
    lines: GameLines
    section: TagSection
    blocks: list[Block] = field(default_factory=list)
    closing: list[Closing] = field(default_factory=list)

    @property
    def tags(self) -> dict[str, str]:
        """The tags' decoded values by name, in file order."""
        return {tag.name: decode(tag.value) for tag in self.section.tags}


class Analysis:
    """What is known of one text.

    Lines are LF lines, 0-based; the text after the last LF is the last line, '' if the text ends with LF. Columns are
    code points.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self.lines: Sequence[str] = source.lines
        body = source.lines if source.lines[-1] else source.lines[:-1]
        self._games: list[Game] = []
        if not source.unreadable:
            for number, lines in enumerate(split(body, not source.lines[-1]), 1):
                self._games.append(_analyse_game(number, lines, body))
        self._starts = [game.start for game in self._games]
        self._findings: list[Finding] | None = None
        self._hints: list[Finding] | None = None

    @classmethod
    def of_bytes(cls, data: bytes) -> Analysis:
        """The analysis of a file's bytes, whatever they are."""
        return cls(read_bytes(data))

    @classmethod
    def of_lines(cls, lines: list[str]) -> Analysis:
        """The analysis of LF lines, the last of which is what follows the last LF."""
        return cls(read_lines(lines or [""]))

    # --- Findings -------------------------------------------------------------------------------------------------

    def findings(self, hints: bool = False) -> list[Finding]:
        """All findings, sorted by place; with ``hints`` also information and hints (R53)."""
        if self._findings is None:
            self._findings = sorted(self._all_findings(), key=lambda each: (each.place, each.code))
        if hints:
            if self._hints is None:
                self._hints = sorted([*self._findings, *self._branch_hints()], key=lambda each: (each.place, each.code))
            return list(self._hints)
        return [each for each in self._findings if each.severity.value in ("error", "warning")]

    def _all_findings(self) -> list[Finding]:
        source = self._source
        cut_off = bool(self._games) and self._games[-1].lines.cut_off
        found = [
            Finding(Place(line, start, end), "check-1", message)
            for line, start, end, message in source.problems
            if not (cut_off and line == len(source.lines) - 1 and source.lines[-1] and message.endswith("line feed"))
        ]
        if source.unreadable:
            return found
        if not self._games:
            return [*found, Finding(Place(0, 0, 0), "check-1", "this file is empty: it holds no game")]
        for game in self._games:
            found.extend(self._game_findings(game))
        found.extend(crossgame.findings([(game.section, game.start + _offset(game)) for game in self._games]))
        if source.removed:
            found = [self._shifted(each) for each in found]
        return found

    def _branch_hints(self) -> list[Finding]:
        """What looks wrong inside variations (R39)."""
        found: list[Finding] = []
        for game in self._games:
            for number, block in enumerate(game.blocks):
                lines = list(self.lines[block.start : block.end])
                if any(text.startswith("- ") for text in lines):
                    hints = branch_findings(lines, block.before, game.section.game)
                    found.extend(self._resolve(raw, game, block.start, number) for raw in hints)
        return found

    def _game_findings(self, game: Game) -> list[Finding]:
        last = len(self.lines) - 1 if self.lines[-1] else len(self.lines) - 2
        found: list[Finding] = []
        found.extend(
            Finding(Place(problem.line, problem.start, problem.end), "check-1", problem.message)
            for problem in game.lines.problems
        )
        found.extend(self._resolve(raw, game, game.lines.tags.start, -1) for raw in game.section.findings)
        for number, block in enumerate(game.blocks):
            found.extend(self._resolve(raw, game, block.start, number) for raw in block.outcome.findings)
        for closing in game.closing:
            start = game.blocks[closing.block].start if closing.block >= 0 else game.lines.result or 0
            found.append(self._resolve(closing.finding, game, start, closing.block))
        if game.lines.cut_off:
            # A file cut off: one finding, at its last line (R4, R55).
            found = [each for each in found if each.place.line < last or each.severity.value in ("information", "hint")]
            text = self.lines[last]
            column = Line(text).column if kind_of(text) == "body" else 0
            found.append(
                Finding(
                    Place(last, column, len(text)), "check-1", "the file breaks off here: the game has no result line"
                )
            )
        return found

    def _resolve(self, raw: RawFinding, game: Game, start: int, block: int) -> Finding:
        """A finding with lines of the whole text."""
        related = []
        message = raw.message if len(raw.message) < 300 else _shortened(raw.message)
        for number, origin in enumerate(raw.origins):
            place = self._origin(origin, game, start, block, raw.line)
            if place is None:
                continue
            related.append(Related(place, origin.message))
            if raw.since and number == 0:
                message += f" since line {place.line + 1}"
        return Finding(Place(start + raw.line, raw.start, raw.end), raw.code, message, tuple(related))

    def _origin(self, origin: Origin, game: Game, start: int, block: int, line: int) -> Place | None:
        match origin.kind:
            case "line":
                return self._whole(start + origin.line)
            case "new":
                return self.introduction(start + line, origin.subject)
            case "end":
                found = self._last_write(game, block, line, origin.subject, "end")
            case "set":
                found = self._last_write(game, block, line, origin.subject, origin.field)
                if found is None and origin.subject.startswith("#"):
                    return self.introduction(start + line, origin.subject)
        return None if found is None else self._whole(found)

    def _whole(self, n: int) -> Place:
        """The statement of a line as a place, or the whole of a line that is no body line."""
        line = Line(self.lines[n])
        if line.kind != "body" or line.statement.form is None:
            return Place(n, line.column if line.kind == "body" else 0, len(line.text))
        start, end = line.statement.span("statement")
        return Place(n, line.column + start, line.column + end)

    def _last_write(self, game: Game, block: int, line: int, subject: str, field_: str) -> int | None:
        """The last line before a line of a block that set a field, as a line of the text."""
        for number in range(block, -1, -1):
            each = game.blocks[number]
            lines = self._index(each).get((subject, field_), [])
            if number == block:
                lines = [n for n in lines if n < line]
            if lines:
                return each.start + lines[-1]
        return None

    def _index(self, block: Block) -> dict[tuple[str, str], list[int]]:
        if block.index is None:
            block.index = {}
            for n in range(block.start, block.end):
                text = self.lines[n]
                if not text or text[0] in "-%[":
                    continue
                for write in writes(Line(text).statement):
                    block.index.setdefault(write, []).append(n - block.start)
        return block.index

    def _shifted(self, finding: Finding) -> Finding:
        """A finding with columns of the text as it is, where CRs inside a line were passed over."""

        def shift(place: Place) -> Place:
            start, end = place.start, place.end
            for column in self._source.removed.get(place.line, ()):
                start += column <= start
                end += column < end
            return Place(place.line, start, end)

        if finding.message == "a carriage return is not allowed":
            return finding
        related = tuple(Related(shift(each.place), each.message) for each in finding.related)
        return Finding(shift(finding.place), finding.code, finding.message, related)

    # --- Games and lines ------------------------------------------------------------------------------------------

    @property
    def games(self) -> Sequence[Game]:
        """The games of the text in order."""
        return self._games

    def line(self, n: int) -> Line:
        """A line taken apart."""
        return Line(self.lines[n])

    def game_at(self, n: int) -> Game | None:
        """The game that a line belongs to."""
        index = bisect_right(self._starts, n) - 1
        if index < 0 or n >= self._games[index].end:
            return None
        return self._games[index]

    def block_at(self, n: int) -> Block | None:
        """The block of a game's body that a line belongs to."""
        game = self.game_at(n)
        if game is None:
            return None
        index = bisect_right([block.start for block in game.blocks], n) - 1
        if index < 0 or n >= game.blocks[index].end:
            return None
        return game.blocks[index]

    # --- Questions ------------------------------------------------------------------------------------------------

    def state(self, n: int, before: bool = False) -> State | None:
        """The replayed state after a line (or before it); inside a variation that of its branch.

        None outside a body.
        """
        game = self.game_at(n)
        block = self.block_at(n)
        if game is None or block is None:
            if game is not None and game.blocks and n == game.lines.result:
                return game.blocks[-1].outcome.state
            return None
        lines = list(self.lines[block.start : block.end])
        return state_at(lines, block.before, game.section.game, n - block.start, before)

    def branch(self, n: int) -> int | None:
        """The line of the innermost ``(`` around a line, or None on the main line."""
        block = self.block_at(n)
        if block is None:
            return None
        around = read_variations(list(self.lines[block.start : block.end])).around(n - block.start)
        return block.start + around[-1] if around else None

    def introduction(self, n: int, id: str) -> Place | None:
        """The ID token on the ``new`` line of an ID as seen from a line: in its game or the variations around it."""
        game = self.game_at(n)
        if game is None:
            return None
        if id.startswith("#h"):
            return self._hypothetical(n, id)
        needle = f" {id} "
        for block in game.blocks:
            for number in range(block.start, block.end):
                text = self.lines[number]
                if needle in text and " new " in text and text[0] != "-":
                    place = self._introduces(number, id)
                    if place is not None:
                        return place
        return None

    def _introduces(self, n: int, id: str) -> Place | None:
        line = Line(self.lines[n])
        st = line.statement
        if st.form is not None and st.form.name.startswith("new ") and st.values[0] == id:
            start, end = st.span("object")
            return Place(n, line.column + start, line.column + end)
        return None

    def _hypothetical(self, n: int, id: str) -> Place | None:
        block = self.block_at(n)
        if block is None:
            return None
        lines = list(self.lines[block.start : block.end])
        variations = read_variations(lines)
        for first in reversed(variations.around(n - block.start)):
            for number in variations.direct[first]:
                if " new " in lines[number] and f" {id} " in lines[number]:
                    place = self._introduces(block.start + number, id)
                    if place is not None:
                        return place
        return None


def _shortened(message: str) -> str:
    """A message whose very long tokens (names and numbers may have any length) are cut in the middle."""
    message = re.sub(r"(\S{40})\S{40,}(\S{10})", r"\1...\2", message)
    return message if len(message) < 1000 else message[:600] + " ... " + message[-300:]


def _offset(game: Game) -> int:
    return game.lines.tags.start - game.start


def _analyse_game(number: int, lines: GameLines, body: list[str]) -> Game:
    section = read_tags(body[lines.tags.start : lines.tags.end])
    pregame = next((block for block in lines.blocks if block.kind == "pregame"), None)
    if pregame is not None:
        seated = seated_players(body[pregame.start : pregame.start + 20])
        section = dataclasses.replace(section, game=dataclasses.replace(section.game, seated=seated))
    game = Game(number, lines.start, lines.end, lines, section)
    players = section.game.players
    state = State(players={name: Player() for name in players})
    texts = []
    for each in lines.blocks:
        text = body[each.start : each.end]
        texts.append(text)
        last = lines.cut_off and each is lines.blocks[-1]
        outcome = replay(text, state, section.game, last_block=last, kind=each.kind)
        game.blocks.append(Block(each.kind, each.start, each.end, state, outcome))
        state = outcome.state
    result = body[lines.result] if lines.result is not None else None
    endings = [block.outcome.ending for block in game.blocks]
    game.closing = close(texts, endings, section.game.result, result, lines.result is None and lines.cut_off)
    if not any(block.kind == "pregame" for block in game.blocks) and lines.blocks and not lines.cut_off:
        game.closing = [each for each in game.closing if each.finding.code == "check-2"]
    return game
