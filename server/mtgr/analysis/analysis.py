"""The analysis of one text: games, findings, and the state at any line; kept up to date from edit to edit.

Work is done when it is needed, or when there is time for it (``work``). An edit only notes what it may have changed;
the answers are always those of a fresh analysis of the text as it is.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from heapq import merge
from itertools import islice
from time import perf_counter
from typing import Any

from mtgr.analysis import crossgame, resolve
from mtgr.analysis.changed import Changed, standing_blocks, standing_sections
from mtgr.analysis.findings import Finding, Place, Related
from mtgr.analysis.game import Block, Game, read_blocks
from mtgr.analysis.introductions import introduction
from mtgr.analysis.source import Problem, Source, read_bytes
from mtgr.document.structure import GameLines, read_game
from mtgr.document.text import Edit
from mtgr.replay.branch import read_variations, state_at, states_at
from mtgr.replay.state import State
from mtgr.replay.tags import Game as Facts
from mtgr.syntax.line import Line

_MOST_WITH_WAYPOINTS = 16
"""Blocks whose waypoints are kept: a dozen or so states each."""


class Analysis:
    """What is known of one text.

    Lines are LF lines, 0-based; the text after the last LF is the last line, '' if the text ends with LF. Columns are
    code points. The byte-order mark and the CRs of a damaged text are in no line; findings alone count them
    (``text_column``).
    """

    def __init__(self, source: Source) -> None:
        self._wants_hints = False
        self._source = source
        self._games: list[Game] = []
        self._start_again()

    @classmethod
    def of_bytes(cls, data: bytes) -> Analysis:
        """The analysis of a file's bytes, whatever they are."""
        return cls(read_bytes(data))

    @classmethod
    def of_lines(cls, lines: list[str], edited: int | None = None) -> Analysis:
        """The analysis of LF lines, the last of which is what follows the last LF.

        The list is kept, not copied: whoever changes it calls ``update``. ``edited`` is the line to begin with.
        """
        analysis = cls(Source(lines or [""]))
        analysis._edited = edited
        return analysis

    def _start_again(self) -> None:
        _let_go(self._games)
        self._games = []
        self._read_to = 0
        """The line up to which the text has been taken apart into games."""
        self._waiting: deque[Game] = deque()
        """The games that have not been replayed yet, or not to their end, in order."""
        self._edited_games: deque[Game] = deque()
        """The games that have been replayed, and edited since."""
        self._unhinted: deque[Game] = deque()
        """The games that have been replayed, but not all of their variations, if these are wanted."""
        self._changed: Changed | None = None
        """The lines that changed since the text was taken apart into games."""
        self._edited: int | None = None
        """The line that was edited last, until its block has been replayed."""
        self._with_waypoints: dict[Block, None] = {}
        """Blocks that have been replayed more than once, the last one last."""
        self._across: list[crossgame.Across] | None = None
        if self._source.unreadable or not any(self.lines):
            self._read_to = self._count()

    @property
    def lines(self) -> Sequence[str]:
        """The lines, without byte-order mark and CRs."""
        return self._source.lines

    @property
    def raw(self) -> Sequence[str]:
        """The lines with byte-order mark and CRs; the same list as ``lines`` where there are none."""
        return self._source.raw

    @property
    def unreadable(self) -> Problem | None:
        """Why the text cannot be taken for one of the format, or cannot be read to its end, if that is so."""
        return self._source.unreadable_because

    def _count(self) -> int:
        """How many lines the text has: the empty one after the last LF is none."""
        return len(self.lines) - self._complete()

    def _complete(self) -> bool:
        return not self.lines[-1]

    def close(self) -> None:
        """Lets go of all that is known. The analysis is of no use afterwards."""
        _let_go(self._games)

    def want_hints(self, wanted: bool = True) -> None:
        """Whether the work includes what looks wrong inside variations (``hints``). It comes last."""
        if wanted != self._wants_hints:
            self._wants_hints = wanted
            self._unhinted = deque(game for game in self._games if wanted and game.unhinted)

    # --- Edits ----------------------------------------------------------------------------------------------------

    def update(self, edit: Edit) -> None:
        """Follows an edit that the lines have undergone. What it changed is found out when it is needed."""
        unreadable = self._source.unreadable
        edit = self._source.edit(edit)
        if unreadable or self._source.unreadable or not self._games:
            self._start_again()
        elif self._changed is not None:
            self._changed = self._changed.then(Changed.by(edit))
        elif not self._follow(edit):
            self._changed = Changed.by(edit)
        self._edited = edit.first

    def _follow(self, edit: Edit) -> bool:
        """Whether an edit lies within one block, whose game has taken note of it."""
        index = bisect_right(self._games, edit.first, key=_start) - 1
        if edit.end > self._read_to or index < 0:
            return False
        game = self._games[index]
        if not game.follow(edit, self.lines):
            return False
        if edit.delta:
            for later in self._games[index + 1 :]:
                later.start += edit.delta
            self._read_to += edit.delta
        if game not in self._waiting and game not in self._edited_games:
            self._edited_games.append(game)
        return True

    def _take_apart(self) -> None:
        """Takes the text apart into games anew where it changed.

        Games that the edits did not touch only move; in the others, blocks with the same lines are taken over.
        """
        changed, self._changed = self._changed, None
        if changed is None:
            return
        if not any(self.lines):
            self._start_again()
            return
        try:
            self._take_apart_where(changed)
        except BaseException:
            self._start_again()  # half of this would be wrong
            raise

    def _take_apart_where(self, changed: Changed) -> None:
        games = self._games
        first, delta = changed.first, changed.inserted - changed.removed
        low = max(bisect_right(games, first, key=_start) - 1, 0)
        # What stands at the very start of a game decides where the one before it ends.
        if low and first <= games[low].start + games[low].tags_offset + 1:
            low -= 1
        known_to = self._read_to + delta if changed.first + changed.removed <= self._read_to else -1
        old_starts = {game.start: index for index, game in enumerate(games[low:], low)}
        fresh: list[GameLines] = []
        start = games[low].start
        high = len(games)
        while start < self._count():
            fresh.append(self._read_game(start, low + len(fresh)))
            start = fresh[-1].end
            if start <= first + changed.inserted:
                if self._read_to <= start <= first:
                    break  # the rest has not been read before
            elif start - delta in old_starts and start < self._count():
                high = old_starts[start - delta]
                break
            elif known_to <= start:
                break
        self._read_to = known_to if high < len(games) else start
        self._replace(low, high, fresh, changed)

    def _replace(self, low: int, high: int, fresh: list[GameLines], changed: Changed) -> None:
        """Puts games read anew in the place of those from index ``low`` to ``high``."""
        games = self._games
        touched = games[low:high]
        standing, sections = standing_blocks(touched, changed), standing_sections(touched, changed)
        replaced = [
            read_blocks(self.lines, each, low + number, sections.get((each.tags.start, each.tags.end)), standing)
            for number, each in enumerate(fresh, 1)
        ]
        for game in games[high:]:
            game.start += changed.inserted - changed.removed
        games[low:high] = replaced
        if len(replaced) != len(touched):
            for number, game in enumerate(games, 1):
                game.number = number
        _let_go(touched)
        gone = set(map(id, touched))
        if gone.isdisjoint(map(id, self._waiting)):
            self._edited_games.extend(replaced)
        else:
            self._waiting.extendleft(reversed(replaced))
        self._waiting = deque(game for game in self._waiting if id(game) not in gone)
        self._edited_games = deque(game for game in self._edited_games if id(game) not in gone)
        self._unhinted = deque(game for game in self._unhinted if id(game) not in gone)
        if self._across or [game.section for game in replaced] != [game.section for game in touched]:
            self._across = None

    def _read_game(self, start: int, before: int) -> GameLines:
        """The lines of the game that starts at a line; ``before`` games stand before it."""
        return read_game(self._source.lines, start, self._count(), later=before > 0, complete=self._complete())

    # --- Work -----------------------------------------------------------------------------------------------------

    def work(self, until: float, edits_only: bool = False) -> bool:
        """Goes on with what is to be done until a moment of ``time.perf_counter``; at least one small step of it.

        What was edited comes first; with ``edits_only`` nothing else is done. Whether there was more to do.
        """
        while self._step(edits_only):
            if perf_counter() >= until:
                return True
        return False

    def finish(self) -> None:
        """Does all that is to be done."""
        while self._step():
            pass

    @property
    def edit_is_known(self) -> bool:
        """Whether the block that was edited last has been replayed."""
        return self._edited is None

    @property
    def finished(self) -> bool:
        """Whether everything is known, hints aside."""
        at_work = self._changed is not None or self._edited_games or self._waiting
        return not at_work and self._read_to >= self._count()

    @property
    def only_hints_left(self) -> bool:
        """Whether the work is done but for the hints."""
        return bool(self._unhinted) and self.finished

    @property
    def done(self) -> float:
        """How much of the text has been replayed, from 0 to 1."""
        waiting = self._count() - self._read_to
        for game in (*self._edited_games, *self._waiting):
            waiting += sum(game.blocks[index].length for index in game.stale)
        return 1 - min(waiting / max(self._count(), 1), 1)

    def _step(self, edits_only: bool = False) -> bool:
        """Does the next small piece of work, if there is one."""
        self._take_apart()
        if self._edited is not None and self._replay_towards(self._edited):
            return True
        for games in (self._edited_games,) if edits_only else (self._edited_games, self._waiting):
            while games:
                if games[0].stale:
                    self._replay_next(games[0])
                    return True
                game = games.popleft()
                if self._wants_hints and game.unhinted and game not in self._unhinted:
                    self._unhinted.append(game)
                    return True  # so that whoever is in a hurry sees that only hints are left
        return (not edits_only and self._read_on()) or self._hint()

    def _hint(self) -> bool:
        """Looks at the next variation that has not been looked at. Whether there was one."""
        while self._unhinted:
            if self._unhinted[0].unhinted:
                self._unhinted[0].hint(self.lines)
                return True
            self._unhinted.popleft()
        return False

    def _replay_towards(self, n: int) -> bool:
        """Takes a step that is needed to know about the block that was edited, at line ``n``. Whether there was one."""
        if self._read_to <= n and self._read_on():
            return True
        found = self.index_at(n)
        if found is not None:
            game, index = found
            if game.stale and game.stale[0] <= index:
                self._replay_next(game)
                return True
        self._edited = None
        return False

    def _read_on(self) -> bool:
        """Takes the next game of the text apart, if there is one."""
        if self._read_to >= self._count():
            return False
        found = self._read_game(self._read_to, len(self._games))
        game = read_blocks(self.lines, found, len(self._games) + 1)
        self._games.append(game)
        self._waiting.append(game)
        self._read_to = found.end
        self._across = None
        return True

    # --- Findings -------------------------------------------------------------------------------------------------

    def findings(self, hints: bool = False) -> list[Finding]:
        """All findings, sorted by place; with ``hints`` also information and hints (R53)."""
        self.finish()
        found = self.known()
        if hints:
            more = [each for game in self._games for each in resolve.remarks(game, self.lines)]
            found = [
                *found,
                *self._shifted(more),
                *(each for each in self._of_text() if each.code not in resolve.SHOWN),
            ]
            found.sort(key=_order)
        return found

    def known(self, most: int | None = None) -> list[Finding]:
        """The errors and warnings known so far, sorted by place; all or the first ``most``."""
        self._take_apart()
        found: list[Finding] = []
        of_text = sorted((each for each in self._of_text() if each.code in resolve.SHOWN), key=_order)
        for each in merge(self._of_games(most), of_text, key=_order):
            if most is not None and len(found) >= most:
                break
            found.append(each)
        found.sort(key=_order)  # what is missing from a game may be reported at the first line of the next
        return found

    def hints(self, most: int) -> list[Finding]:
        """What looks wrong inside variations, as far as it is known and wanted (``want_hints``); the first ``most``.

        Where lines have been edited since, these are older hints whose lines have moved along.
        """
        if not self._wants_hints:
            return []
        self._take_apart()
        hinted = (game for game in self._games if game.hinted)
        every = (each for game in hinted for each in resolve.hints(game, self.lines))
        return self._shifted(list(islice(every, max(most, 0))))

    def findings_between(self, first: int, last: int) -> list[Finding]:
        """The errors and warnings at the lines from ``first`` to ``last``, with columns of ``lines``. Their games are
        replayed, and the one before, whose missing end is reported at the next."""
        self.game_at(last)
        found = [each for each in self._of_text(shifted=False) if each.code in resolve.SHOWN]
        for game in self._games[max(bisect_right(self._games, first, key=_start) - 2, 0) :]:
            if game.start > last:
                break
            self._replay(game, len(game.blocks))
            found.extend(resolve.findings_between(game, self.lines, first, last))
        return sorted((each for each in found if first <= each.place.line <= last), key=_order)

    def count(self) -> int:
        """How many errors and warnings are known so far."""
        self._take_apart()
        of_text = sum(each.code in resolve.SHOWN for each in self._of_text())
        return of_text + sum(resolve.count(game, self.lines) for game in self._reporting())

    def _reporting(self) -> list[Game]:
        """The games with errors or warnings."""
        lines = self.lines
        return [game for game in self._games if resolve.reports(game, lines)]

    def _of_games(self, most: int | None) -> Iterator[Finding]:
        for game in self._reporting():
            found = resolve.findings(game, self.lines, most)
            if most is not None:
                most -= len(found)
            yield from self._shifted(found)

    def _of_text(self, *, shifted: bool = True) -> list[Finding]:
        """The findings that belong to no single game, with columns of the text as it is or of ``lines``."""
        source = self._source
        found = [Finding(Place(line, start, end), "check-1", message) for line, start, end, message in source.problems]
        if source.unreadable:
            return found
        if not any(self.lines):
            found.append(Finding(Place(0, 0, 0), "check-1", "this file is empty: it holds no game"))
        elif self._read_to >= self._count() and not self._complete() and not self._games[-1].cut_off:
            last = len(self.lines) - 1
            message = "the file does not end with a line feed"
            found.append(Finding(Place(last, 0, len(self.lines[last])), "check-1", message))
        if self._across is None:
            self._across = crossgame.findings(self._games)
        across = [each.finding() for each in self._across]
        found.extend(self._shifted(across) if shifted else across)
        return found

    def _shifted(self, findings: list[Finding]) -> list[Finding]:
        """Findings with columns of the text as it is, where CRs inside a line were passed over."""
        if self._source.as_written:
            return findings
        return sorted(map(self.shifted, findings), key=_order)

    def shifted(self, finding: Finding) -> Finding:
        """A finding with columns of the text as it is (``text_column``)."""

        def shift(place: Place) -> Place:
            start, end = self.text_column(place.line, place.start), self.text_column(place.line, place.end, end=True)
            return Place(place.line, start, max(start, end))

        related = tuple(Related(shift(each.place), each.message) for each in finding.related)
        return Finding(shift(finding.place), finding.code, finding.message, related, finding.repair)

    @property
    def line_end(self) -> str:
        """How the text's lines end: LF as they should, or CR LF."""
        return self._source.line_end

    # --- Games and lines ------------------------------------------------------------------------------------------

    @property
    def games(self) -> Sequence[Game]:
        """The games of the text in order, replayed."""
        self.finish()
        return self._games

    def taken_apart(self) -> Sequence[Game]:
        """The games of the text in order, which may not have been replayed."""
        self._take_apart()
        while self._read_on():
            pass
        return self._games

    def prepare(self, make: Callable[[list[str]], Any], until: float) -> bool:
        """Asks a function of every block of the text that has no note of its answer (``Block.note``), until a moment of
        ``time.perf_counter``. Whether any are left."""
        self._take_apart()
        number = 0
        while number < len(self._games) or self._read_on():
            for block in self._games[number].blocks:
                if make not in block.notes:
                    block.note(self.lines, make)
                    if perf_counter() >= until:
                        return True
            number += 1
        return False

    def prepare_replayed(self, make: Callable[[list[str], State, Facts], Any], until: float) -> bool:
        """``prepare`` for notes that need the state before a block (``Block.replay_note``): replays the text first."""
        if self.work(until):
            return True
        for game in self._games:
            for block in game.blocks:
                if make not in block.replay_notes:
                    block.replay_note(self.lines, make)
                    if perf_counter() >= until:
                        return True
        return False

    def line(self, n: int) -> Line:
        """A line taken apart."""
        return Line(self.lines[n])

    def game_at(self, n: int) -> Game | None:
        """The game that a line belongs to. It may not have been replayed."""
        self._take_apart()
        while self._read_to <= n and self._read_on():
            pass
        index = bisect_right(self._games, n, key=_start) - 1
        if index < 0 or n >= self._games[index].end:
            return None
        return self._games[index]

    def index_at(self, n: int) -> tuple[Game, int] | None:
        """The game that a line of a body belongs to, and the index of its block there. Nothing is replayed."""
        game = self.game_at(n)
        index = None if game is None else game.block_at(n)
        return None if game is None or index is None else (game, index)

    def block_at(self, n: int, *, replayed: bool = True) -> Block | None:
        """The block of a game's body that a line belongs to, replayed unless that is not needed."""
        found = self.index_at(n)
        if found is None:
            return None
        game, index = found
        if replayed:
            self._replay(game, index)
        return game.blocks[index]

    def blocks_between(self, first: int, last: int) -> list[Block]:
        """The blocks that share a line with those from ``first`` to ``last``, in order, replayed."""
        self._take_apart()
        while self._read_to <= last and self._read_on():
            pass
        found: list[Block] = []
        for game in self._games[max(bisect_right(self._games, first, key=_start) - 1, 0) :]:
            low = max(bisect_right(game.blocks, first, key=lambda block: block.start) - 1, 0)
            for index, block in enumerate(game.blocks[low:], low):
                if block.start > last:
                    return found
                if block.end > first:
                    self._replay(game, index)
                    found.append(block)
        return found

    def _replay(self, game: Game, index: int) -> None:
        """Replays a game as far as the block with this index."""
        while game.stale and game.stale[0] <= index:
            self._replay_next(game)

    def _replay_next(self, game: Game) -> None:
        """Replays the first stale block of a game. The waypoints of the blocks replayed last are kept, not all."""
        block = game.step(self.lines)
        if block is None or not (block.outcome.waypoints or block.earlier):
            return
        self._with_waypoints.pop(block, None)
        self._with_waypoints[block] = None
        if len(self._with_waypoints) > _MOST_WITH_WAYPOINTS:
            first = next(iter(self._with_waypoints))
            del self._with_waypoints[first]
            first.outcome.waypoints = first.earlier = None

    def text_column(self, n: int, column: int, end: bool = False) -> int:
        """The column of the text, CRs counted, of one in a line; with ``end`` of one that ends something."""
        return self._source.raw_column(n, column, end)

    def own_column(self, n: int, text_column: int) -> int:
        """The other way round: the column in a line, which has no CRs, of one of the text."""
        return self._source.column(n, text_column)

    # --- Questions ------------------------------------------------------------------------------------------------

    def state(self, n: int, before: bool = False) -> State | None:
        """The replayed state after (before) a line; inside a variation that of its branch. None outside a body."""
        found = self._entered(n)
        if found is not None:
            block, entering = found
            facts = block.game.section.game
            return state_at(block.lines(self.lines), entering, facts, n - block.start, before, block.kind)
        game = self.game_at(n)
        if game is not None and game.blocks and n - game.start == game.result:
            self._replay(game, len(game.blocks) - 1)
            return game.blocks[-1].outcome.state
        return None

    def states(self, n: int) -> tuple[State | None, State | None]:
        """``state`` before and after a line."""
        found = self._entered(n)
        if found is None:
            return self.state(n, before=True), self.state(n)
        block, entering = found
        n -= block.start
        start = block.waypoint(n, entering)
        return states_at(block.lines(self.lines), entering, block.game.section.game, n, block.kind, start)

    def _entered(self, n: int) -> tuple[Block, State] | None:
        """The block of a game's body that a line belongs to and the state before it. The block itself, which may have
        been edited, need not be replayed for that."""
        found = self.index_at(n)
        if found is None:
            return None
        game, index = found
        return game.blocks[index], self.state_before(game, index)

    def state_before(self, game: Game, index: int) -> State:
        """The state before the block of a game with this index, which need not be replayed for that."""
        if index == 0:
            return game.entering
        self._replay(game, index - 1)
        return game.blocks[index - 1].outcome.state

    def branch(self, n: int) -> int | None:
        """The line of the innermost ``(`` around a line, or None on the main line."""
        block = self.block_at(n, replayed=False)
        if block is None:
            return None
        around = block.note(self.lines, read_variations).around(n - block.start)
        return block.start + around[-1] if around else None

    def introduction(self, n: int, id: str) -> Place | None:
        """The ID token on the ``new`` line of an ID as seen from a line: in its game or the variations around it."""
        game = self.game_at(n)
        return None if game is None else introduction(game, self.lines, n, id)


def _let_go(games: list[Game]) -> None:
    """A game and its blocks know each other. So that they need not wait for the garbage collector, they are parted."""
    for game in games:
        game.blocks, game.unhinted, game.hinted = [], {}, {}


def _start(game: Game) -> int:
    return game.start


def _order(finding: Finding) -> tuple[Place, str]:
    return finding.place, finding.code
