"""The analysis of one text: games, findings, and the state at any line; kept up to date from edit to edit."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from mtgr.analysis import crossgame
from mtgr.analysis.findings import Finding, Place, Related
from mtgr.analysis.game import Block, Game, Standing, analyse_game
from mtgr.analysis.source import Source, read_bytes, read_lines
from mtgr.document.structure import BlockKind, GameLines, read_game, split
from mtgr.replay.branch import branch_findings, read_variations, state_at
from mtgr.replay.findings import Origin, RawFinding
from mtgr.replay.state import State
from mtgr.replay.tags import TagSection
from mtgr.syntax.line import Line, kind_of


class Analysis:
    """What is known of one text.

    Lines are LF lines, 0-based; the text after the last LF is the last line, '' if the text ends with LF. Columns are
    code points.
    """

    def __init__(self, source: Source) -> None:
        self._read(source)

    @classmethod
    def of_bytes(cls, data: bytes) -> Analysis:
        """The analysis of a file's bytes, whatever they are."""
        return cls(read_bytes(data))

    @classmethod
    def of_lines(cls, lines: list[str]) -> Analysis:
        """The analysis of LF lines, the last of which is what follows the last LF.

        The list is kept, not copied: whoever changes it calls ``update``.
        """
        return cls(read_lines(lines or [""]))

    def _read(self, source: Source) -> None:
        self._source = source
        self.lines: Sequence[str] = source.lines
        self._games: list[Game] = []
        if not source.unreadable:
            count = self._count()
            body = source.lines if count == len(source.lines) else source.lines[:count]
            found = split(body, self._complete())
            self._games = [analyse_game(body, each, number) for number, each in enumerate(found, 1)]
        self._forget()

    def _count(self) -> int:
        """How many lines the text has: the empty one after the last LF is none."""
        return len(self.lines) - (not self.lines[-1])

    def _complete(self) -> bool:
        return not self.lines[-1]

    def _forget(self) -> None:
        self._starts = [game.start for game in self._games]
        self._across: list[crossgame.Across] | None = None
        self._findings: list[Finding] | None = None
        self._hints: list[Finding] | None = None

    # --- Edits ----------------------------------------------------------------------------------------------------

    def update(self, raw: list[str], first: int, removed: int, inserted: int) -> None:
        """Brings the analysis up to date after an edit.

        ``raw`` are the lines after it: of those before it, ``removed`` lines from ``first`` on gave way to ``inserted``
        new ones. Games that the edit does not touch only move; in those it touches, blocks with the same lines and
        the same entering state are taken over. Gives the same as a fresh analysis of ``raw``.
        """
        source = self._source
        new = raw[first : first + inserted]
        shared = source.lines is raw and not source.problems and not source.unreadable
        if not shared or not self._games or any("\r" in text or text.startswith("\ufeff") for text in new):
            self._read(read_lines(raw))
            return
        delta = inserted - removed
        games = self._games
        low = max(bisect_right(self._starts, first) - 1, 0)
        # What stands at the very start of a game decides where the one before it ends.
        if low and first <= games[low].start + games[low].tags_offset + 1:
            low -= 1
        count = self._count()
        fresh: list[GameLines] = []
        start = games[low].start
        high = len(games)
        old_starts = {game.start: index for index, game in enumerate(games[low:], low)}
        while start < count:
            found = read_game(source.lines, start, count, later=low + len(fresh) > 0, complete=self._complete())
            fresh.append(found)
            start = found.end
            if start > first + inserted and start - delta in old_starts and start < count:
                high = old_starts[start - delta]
                break
        if not any(self.lines[:1]) and not any(self.lines):
            self._read(source)
            return
        touched = games[low:high]
        standing = _standing(touched, first, first + inserted, delta)
        sections = _sections(touched, first, first + inserted, delta)
        replaced = [
            analyse_game(source.lines, each, low + number, sections.get((each.tags.start, each.tags.end)), standing)
            for number, each in enumerate(fresh, 1)
        ]
        for game in games[high:]:
            game.start += delta
        games[low:high] = replaced
        if len(replaced) != len(touched):
            for number, game in enumerate(games, 1):
                game.number = number
        across = self._across
        same = [game.section for game in replaced] == [game.section for game in touched]
        self._forget()
        if same and across is not None and not across:
            self._across = across

    # --- Findings -------------------------------------------------------------------------------------------------

    def findings(self, hints: bool = False) -> list[Finding]:
        """All findings, sorted by place; with ``hints`` also information and hints (R53)."""
        if self._findings is None:
            self._findings = sorted(self._all_findings(), key=_order)
        if hints:
            if self._hints is None:
                self._hints = sorted([*self._findings, *self._branch_hints()], key=_order)
            return list(self._hints)
        return [each for each in self._findings if each.severity.value in ("error", "warning")]

    def _all_findings(self) -> list[Finding]:
        source = self._source
        found = [Finding(Place(line, start, end), "check-1", message) for line, start, end, message in source.problems]
        if source.unreadable:
            return found
        if not self._games:
            found.append(Finding(Place(0, 0, 0), "check-1", "this file is empty: it holds no game"))
        elif not self._complete() and not self._games[-1].cut_off:
            last = len(self.lines) - 1
            message = "the file does not end with a line feed"
            found.append(Finding(Place(last, 0, len(self.lines[last])), "check-1", message))
        for game in self._games:
            found.extend(self._game_findings(game))
        if self._across is None:
            self._across = crossgame.findings(self._games)
        found.extend(each.finding() for each in self._across)
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
        """A game's findings. They are kept with the line the game started at then, and moved when it has moved."""
        kept = game.cache
        if not isinstance(kept, _Kept) or (kept.start != game.start and kept.findings):
            kept = game.cache = _Kept(game.start, self._resolved_findings(game))
        return kept.findings

    def _resolved_findings(self, game: Game) -> list[Finding]:
        found: list[Finding] = [
            Finding(Place(game.start + problem.line, problem.start, problem.end), "check-1", problem.message)
            for problem in game.problems
        ]
        found.extend(self._resolve(raw, game, game.start + game.tags_offset, -1) for raw in game.section.findings)
        for number, block in enumerate(game.blocks):
            if block.outcome.findings:
                found.extend(self._resolve(raw, game, block.start, number) for raw in block.outcome.findings)
        for closing in game.closing:
            start = game.blocks[closing.block].start if closing.block >= 0 else game.start + (game.result or 0)
            found.append(self._resolve(closing.finding, game, start, closing.block))
        if game.cut_off:
            # A file cut off: one finding, at its last line (R4, R55).
            last = self._count() - 1
            found = [each for each in found if each.place.line < last or each.severity.value in ("information", "hint")]
            text = self.lines[last]
            column = Line(text).column if kind_of(text) == "body" else 0
            message = "the file breaks off here: the game has no result line"
            found.append(Finding(Place(last, column, len(text)), "check-1", message))
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

    def _last_write(self, game: Game, block: int, line: int, subject: str, field: str) -> int | None:
        """The last line before a line of a block that set a field, as a line of the text."""
        for number in range(block, -1, -1):
            found = game.blocks[number].last_write(self.lines, subject, field, line if number == block else None)
            if found is not None:
                return found
        return None

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
        index = bisect_right(game.blocks, n, key=lambda block: block.start) - 1
        if index < 0 or n >= game.blocks[index].end:
            return None
        return game.blocks[index]

    # --- Questions ------------------------------------------------------------------------------------------------

    def state(self, n: int, before: bool = False) -> State | None:
        """The replayed state after (before) a line; inside a variation that of its branch. None outside a body."""
        game = self.game_at(n)
        block = self.block_at(n)
        if game is None or block is None:
            if game is not None and game.blocks and n - game.start == game.result:
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


class _Kept:
    """A game's findings, and the line the game started at when they were made."""

    __slots__ = ("findings", "start")

    def __init__(self, start: int, findings: list[Finding]) -> None:
        self.start = start
        self.findings = findings


def _standing(games: list[Game], first: int, end: int, delta: int) -> Standing:
    """Which blocks of the old games have the same lines in the new text.

    The edit put new lines at ``first`` to ``end`` (exclusive); what follows them moved by ``delta``.
    """
    blocks = {block.start: block for game in games for block in game.blocks}

    def standing(start: int, stop: int, kind: BlockKind) -> Block | None:
        if stop <= first:
            old = blocks.get(start)
        elif start >= end:
            old = blocks.get(start - delta)
        else:
            return None
        return old if old is not None and old.length == stop - start and old.kind == kind else None

    return standing


def _sections(games: list[Game], first: int, end: int, delta: int) -> dict[tuple[int, int], TagSection]:
    """The tag sections that stand in the new text, by their lines there."""
    found: dict[tuple[int, int], TagSection] = {}
    for game in games:
        start = game.start + game.tags_offset
        stop = start + game.tags_length
        if stop <= first:
            found[start, stop] = game.section
        elif start + delta >= end:
            found[start + delta, stop + delta] = game.section
    return found


def _order(finding: Finding) -> tuple[Place, str]:
    return finding.place, finding.code


def _shortened(message: str) -> str:
    """A message whose very long tokens (names and numbers may have any length) are cut in the middle."""
    message = re.sub(r"(\S{40})\S{40,}(\S{10})", r"\1...\2", message)
    return message if len(message) < 1000 else message[:600] + " ... " + message[-300:]
