"""Lines to games and blocks (section 3), whatever the lines are.

Lines are LF lines, 0-based; the empty last line of a text that ends with LF is not among them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Literal

from mtgr.spec.words import RESULTS
from mtgr.syntax.line import Line, kind_of

BlockKind = Literal["tags", "deck", "pregame", "turn", "loose"]


@dataclass(slots=True)
class Block:
    """A run of lines that is replayed as one: ``start`` to ``end``, exclusive.

    ``loose`` lines precede the deck block.
    """

    kind: BlockKind
    start: int
    end: int


@dataclass(slots=True)
class StructureProblem:
    """Something wrong with how lines follow each other (check 1). Columns are code points of the line."""

    line: int
    start: int
    end: int
    message: str


@dataclass(slots=True)
class GameLines:
    """The lines of one game: ``tags``, the ``blocks`` of the body, and ``result``, the result line if there is one."""

    start: int
    end: int
    tags: Block
    blocks: list[Block] = field(default_factory=list)
    result: int | None = None
    cut_off: bool = False
    """The file ends before the game's result line."""
    problems: list[StructureProblem] = field(default_factory=list)


_HEADER = re.compile(r"(?:[0-9][^ \t]*[ \t]+|[ \t]*)(turn|pregame|deck)(?:[ \t]|$)")
_LEVEL_0 = re.compile(r"[0-9][0-9:.]* ([a-zA-Z-]+)")
_RESULT_LIKE = re.compile(r"[ \t]*[0-9*/½–-]{1,12}[ \t]{,2}")
_OTHER_WORDS = frozenset(
    {"new", "stack", "keyframe", "untap", "upkeep", "draw", "end", "cleanup", "day", "night", "main", "side"}
)


def _is_spaced_result(text: str) -> bool:
    """Whether a line is a result with spaces around it."""
    bare = text.strip(" \t")
    return bare in RESULTS and bare != text and _RESULT_LIKE.fullmatch(text) is not None


def _tag_like(text: str) -> bool:
    """Whether a line can only be meant as a tag line, though it does not start like one."""
    return _TAG_LIKE.fullmatch(text.rstrip()) is not None


_TAG_LIKE = re.compile(r'[^\[0-9%"#-]?[A-Z]\w* *"[^"]*"?\]?')


_PLAIN = re.compile(r"[0-9-][^ \t]* {3,}(?!turn|pregame|deck)[^ \t]")
"""An indented body line that cannot be a header: most lines are, and need no further look."""


def _indented(text: str) -> bool:
    """Whether a line starts like a body line below level 0."""
    space = text.find(" ")
    return space > 0 and text.startswith("   ", space) and text[0] in "0123456789-"


def header(text: str) -> BlockKind | None:
    """The kind of block that a line opens, or None. A misspelt header at level 0 counts too (R4)."""
    if not text or text[0] not in "0123456789tpd \t":
        return None
    match = _HEADER.match(text)
    if match is not None:
        return match[1]  # type: ignore[return-value]  # the pattern names three kinds
    match = _LEVEL_0.match(text)
    if match is None or match[1] in _OTHER_WORDS or "-" in match[1]:
        return None
    near = get_close_matches(match[1].lower(), ("turn", "pregame", "deck"), 1, 0.7)
    return near[0] if near else None


def leaves_blocks(old: list[str], new: list[str]) -> bool:
    """Whether the blocks stay what they are when, inside one and after its first line, the lines ``old`` give way to
    the lines ``new``.

    Indented body lines that cannot be headers and escape lines may come and go, but for two things: a keyframe shows
    that the line above it is meant to be a header, and whether a line that looks like a result is one shows in what
    stands behind it, escape lines aside.
    """
    only_escapes = [all(text[:1] == "%" for text in lines) for lines in (old, new)]
    return only_escapes[0] == only_escapes[1] and all(
        ((_indented(text) and header(text) is None) or text[:1] == "%") and not text.endswith("   keyframe")
        for text in (*old, *new)
    )


def split(lines: list[str], complete: bool = True) -> list[GameLines]:
    """The games of a text; ``complete`` says that its last line ends with LF. A text of empty lines has no game."""
    games: list[GameLines] = []
    n = 0
    if not any(lines):
        return games
    while n < len(lines):
        game = read_game(lines, n, len(lines), later=bool(games), complete=complete)
        games.append(game)
        n = game.end
    return games


def read_game(lines: list[str], start: int, count: int, *, later: bool, complete: bool) -> GameLines:
    """The game that starts at a line. ``count`` lines count as the text; ``later``: another game stands before it."""
    return _Game(lines, start, count, later, complete).read()


class _Game:
    """Reads one game from its first line on."""

    __slots__ = ("complete", "count", "game", "lines", "n", "runs")

    def __init__(self, lines: list[str], start: int, count: int, later: bool, complete: bool) -> None:
        self.lines = lines
        self.count = count
        self.complete = complete
        self.n = start
        self.game = GameLines(start, start, Block("tags", start, start))
        self.runs: dict[tuple[str, ...], tuple[int, int]] = {}
        if later:
            self._between()

    def read(self) -> GameLines:
        self._tags()
        self._body()
        if self.game.result is not None:
            self._after_result()
        self.game.end = max(self.n, self.game.start + 1)
        return self.game

    def _problem(self, n: int, message: str) -> None:
        text = self.lines[n]
        start = Line(text).column if kind_of(text) == "body" and text[:1].isdigit() and text not in RESULTS else 0
        self.game.problems.append(StructureProblem(n, start, len(text), message))

    def _kind(self, n: int) -> str:
        if n >= self.count:
            return "end"
        text = self.lines[n]
        kind = kind_of(text)
        return "result" if kind == "body" and _is_spaced_result(text) else kind

    def _next(self, n: int) -> str:
        """The kind of the next line that is neither empty nor an escape line, from ``n`` on."""
        return self._kind(self._past(n, "empty", "escape"))

    def _past(self, n: int, *kinds: str) -> int:
        """The first line from ``n`` on that is of none of these kinds.

        The last run of such lines is remembered: to ask for each line of a long run takes no longer than to read it.
        """
        start, end = self.runs.get(kinds, (0, 0))
        if not start <= n < end:
            start = end = n
            while self._kind(end) in kinds:
                end += 1
            self.runs[kinds] = start, end
        return end

    def _between(self) -> None:
        """The lines between two games: exactly one empty line, and escape lines."""
        empty = 0
        reported = False
        while self._kind(self.n) in ("empty", "escape"):
            if self._kind(self.n) == "empty":
                empty += 1
                if empty > 1 and not reported:
                    reported = True
                    self._problem(self.n, "exactly one empty line stands between two games")
            self.n += 1
        if not empty and self.n < self.count:
            self._problem(self.n, "an empty line stands between two games; it is missing before this line")

    def _tags(self) -> None:
        while self._kind(self.n) in ("escape", "empty"):
            if self._kind(self.n) == "empty":
                self._problem(self.n, "no empty line stands before the tags of a game")
            self.n += 1
        block = self.game.tags
        block.start = self.n
        while True:
            kind = self._kind(self.n)
            if kind == "tag" or (kind == "escape" and self._kind(self._past(self.n, "escape")) in ("tag", "empty")):
                self.n += 1
                continue
            if (
                kind == "body"
                and (_tag_like(self.lines[self.n]) or self._kind(self.n + 1) == "tag")
                and self._before_body()
            ):
                self.n += 1
                continue
            if kind == "empty" and self.n > block.start and self._next(self.n) == "tag" and not self._new_game(self.n):
                self._problem(self.n, "an empty line ends the tag section, and tags follow it")
                self.n += 1
                continue
            break
        block.end = self.n
        if block.start == block.end:
            if self.n < self.count:
                self._problem(self.n, "a game begins with its tags")
        elif kind == "empty":
            self.n += 1
            if self._kind(self.n) == "empty" and self._next(self.n) not in ("end", "tag"):
                self._problem(self.n, "exactly one empty line stands between the tags and the body")
                while self._kind(self.n) == "empty":
                    self.n += 1
        elif kind != "end":
            self._problem(self.n, "an empty line ends the tag section; it is missing before this line")

    def _before_body(self) -> bool:
        """Whether the line can be a damaged tag line: no block of the body has its header's word in it."""
        return header(self.lines[self.n]) is None

    def _new_game(self, n: int) -> bool:
        """Whether the next tag line starts a game rather than going on with this one."""
        n = self._past(n, "empty", "escape")
        return n < self.count and self.lines[n].startswith("[Mtgr")

    def _body(self) -> None:
        game = self.game
        lines = self.lines
        count = self.count
        body_start = self.n
        current: Block | None = None
        n = self.n
        plain = _PLAIN.match
        while n < count:
            text = lines[n]
            if current is not None and plain(text):
                n += 1
                continue
            first = text[:1]
            if first in "0123456789tpd \t" and first:
                kind = header(text) or self._lost_header(n)
                if kind is not None:
                    current = self._open(current, kind, n)
                    n += 1
                    continue
                if (text in RESULTS or _RESULT_LIKE.fullmatch(text)) and self._is_result(n):
                    game.result = n
                    break
            if not first or first in "[*½ \t":
                end = self._special(n, text)
                if end is not None:
                    game.result = n if end else None
                    break
            if current is None:
                current = self._open(None, "loose", n)
            n += 1
        self.n = n
        if current is not None:
            current.end = n
        if game.result is not None:
            self._check_result_text(game.result)
            self.n = n + 1
        elif n >= count:
            game.cut_off = True
        elif self._kind(n) == "tag":
            self._problem(n, "the result line of the game is missing before this line")
        if current is None and game.result is not None and body_start == game.result:
            self._problem(game.result, "the game has no body")

    def _lost_header(self, n: int) -> BlockKind | None:
        """The kind of block that a line at level 0 must have opened, since a keyframe follows it."""
        text = self.lines[n]
        space = text.find(" ")
        if space < 0 or text[space + 1 : space + 2] in (" ", "") or n + 1 >= self.count or text.isspace():
            return None
        if not self.lines[n + 1].endswith("   keyframe"):
            return None
        return "turn" if any(block.kind == "pregame" for block in self.game.blocks) else "pregame"

    def _open(self, current: Block | None, kind: BlockKind, n: int) -> Block:
        if current is not None:
            current.end = n
        block = Block(kind, n, n + 1)
        self.game.blocks.append(block)
        return block

    def _is_result(self, n: int) -> bool:
        """Whether a line that looks like a result ends the game, rather than standing in its middle."""
        if n == self.count - 1 and not self.complete and self._kind(n) != "result":
            return False
        after = self._past(n + 1, "escape")
        if self._kind(after) in ("end", "tag", "empty", "result"):
            return True
        if self._kind(n) != "result":
            return False
        if self._kind(self._past(after, "body", "open", "close", "escape")) != "result":
            return True
        self._problem(n, "a result line ends the game, and the game goes on after this one")
        return False

    def _special(self, n: int, text: str) -> bool | None:
        """An empty, tag or ``*`` line in the body: True if it is the result line, False if the game ends before it."""
        if not text:
            following = self._next(n)
            if following == "tag":
                self._problem(n, "the result line of the game is missing before this line")
                return False
            if following == "end":
                return None  # the file is cut off here, which is one finding of its own
            self._problem(n, "empty lines stand only after the tags and between games")
            return None
        if kind_of(text) == "tag":
            if text.startswith("[Mtgr"):
                return False
            self._problem(n, "a tag line stands in the tag section, before the body")
            return None
        if (text == "*" or _RESULT_LIKE.fullmatch(text)) and self._is_result(n):
            return True
        return None

    def _check_result_text(self, n: int) -> None:
        text = self.lines[n]
        if _is_spaced_result(text):
            lead = len(text) - len(text.lstrip(" \t"))
            start, end = (0, lead) if lead else (len(text.rstrip(" \t")), len(text))
            self.game.problems.append(StructureProblem(n, start, end, "a result stands alone on its line"))
        elif text not in RESULTS:
            near = get_close_matches(text.replace("½", "1/2"), list(RESULTS), 1, 0.5)
            hint = f"; did you mean `{near[0]}`?" if near else ""
            self._problem(n, f"`{text}` is no result; it is `1-0`, `0-1`, `1/2-1/2` or `*`{hint}")

    def _after_result(self) -> None:
        """What follows the result line: the end of the file, or an empty line and the next game."""
        reported = False
        while True:
            kind = self._kind(self.n)
            if kind == "escape":
                self.n += 1
            elif kind in ("end", "tag"):
                return
            elif kind == "empty":
                if self._next(self.n) == "tag":
                    return
                if not reported and self._next(self.n) == "end":
                    self._problem(self.n, "the file ends with the last game's result line; no empty line follows it")
                    reported = True
                self.n += 1
            else:
                if not reported:
                    reported = True
                    self._problem(
                        self.n, "the result line ends the game: only an empty line and another game can follow"
                    )
                self.n += 1
