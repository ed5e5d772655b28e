"""The text of one document: its lines, edits in place, and the positions editors use.

Two ways of counting meet here. Ours: lines end at LF only (section 2, R6), columns are code points. The editors':
lines end at LF, CRLF or a bare CR, columns are code units of the encoding the client chose. An editor's line is
therefore the same as ours, or, where a bare CR stands inside one of ours, a part of it. Nothing else ends a line:
not U+2028, U+2029, U+0085, VT or FF.

All lines and columns are 0-based. Positions are gaps between characters.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

Encoding = Literal["utf-8", "utf-16", "utf-32"]


@dataclass(frozen=True, slots=True)
class Edit:
    """What an edit did to the lines: from line ``first`` on, the lines ``old`` gave way to the lines ``new``.

    A line of which only a part changed counts as one of both, so each holds at least one line.
    """

    first: int
    old: list[str]
    new: list[str]

    @property
    def end(self) -> int:
        """The line after the last of the old ones, as lines were counted before the edit."""
        return self.first + len(self.old)

    @property
    def delta(self) -> int:
        """How far the lines behind the edit moved down."""
        return len(self.new) - len(self.old)


class Text:
    """A text as a list of lines that edits change in place.

    An edit costs what it touches (and the list's own move of pointers when the number of lines changes), a
    conversion of a position costs one line. Lines that hold a bare CR are the exception: an edit walks over all
    that come after it. Such a file is wrong anyway (R7).

    Any ``str`` is taken, with lone surrogates too, as clients that cut a character in two send them. A pair of
    surrogates that comes together, in one piece or by an edit, is the character it stands for.
    """

    __slots__ = ("_before", "_broken", "_lines")

    def __init__(self, string: str) -> None:
        self._lines = _whole(string).split("\n")
        self._broken: list[int] = []
        """The lines that hold a bare CR, ascending: where our lines and the editor's part company."""
        self._before: list[int] = [0]
        """How many bare CRs stand before each of these lines, and at the end how many there are."""
        if "\r" in string:
            self._find_broken(0, 0, len(self._lines))

    @property
    def lines(self) -> list[str]:
        """The lines without their LF, the last one being what follows the last LF. Always the same list: read only."""
        return self._lines

    def text(self) -> str:
        return "\n".join(self._lines)

    @property
    def has_bare_crs(self) -> bool:
        """Whether the client's lines are not ours, since some of ours have CRs inside."""
        return bool(self._broken)

    # Edits

    def edit(self, start: tuple[int, int], end: tuple[int, int], new: str, encoding: Encoding) -> Edit:
        """Put ``new`` in the place of what stands between two client positions (line, character), in either order.

        Positions that are not in the document are taken as LSP takes them: see ``from_client``.
        """
        (first, head), (last, tail) = sorted((self.from_client(*start, encoding), self.from_client(*end, encoding)))
        joined = _whole(self._lines[first][:head] + new + self._lines[last][tail:])
        return self._splice(first, last + 1, joined.split("\n"))

    def replace(self, string: str) -> Edit:
        """Put ``string`` in the place of the whole text. Lines at the start and end that stay as they are are no part
        of the edit."""
        old, new = self._lines, _whole(string).split("\n")
        most = min(len(old), len(new)) - 1
        first = next((n for n in range(most) if old[n] != new[n]), most)
        most -= first
        same = next((n for n in range(most) if old[-1 - n] != new[-1 - n]), most)
        return self._splice(first, len(old) - same, new[first : len(new) - same])

    def _splice(self, first: int, end: int, new: list[str]) -> Edit:
        old = self._lines[first:end]
        self._lines[first:end] = new
        if self._broken or any("\r" in line for line in new):
            self._find_broken(first, end, len(new))
        return Edit(first, old, new)

    def _find_broken(self, first: int, end: int, inserted: int) -> None:
        """Bring the index of bare CRs up to date after lines ``first`` to ``end`` gave way to ``inserted`` new ones."""
        low, high = bisect_left(self._broken, first), bisect_left(self._broken, end)
        shift = first + inserted - end
        found = {n: count for n in range(first, first + inserted) if (count := self._bare_crs(n))}
        counts = [
            *found.values(),
            *(after - before for before, after in zip(self._before[high:], self._before[high + 1 :], strict=False)),
        ]
        self._broken[low:] = [*found, *(n + shift for n in self._broken[high:])]
        self._before[low:] = accumulate(counts, initial=self._before[low])

    def _bare_crs(self, line: int) -> int:
        return self._lines[line].count("\r", 0, self._length(line))

    def _length(self, line: int) -> int:
        """The length of a line without the CR that is one line end together with the LF after it."""
        text = self._lines[line]
        return len(text) - (text.endswith("\r") and line < len(self._lines) - 1)

    # Positions

    def to_client(self, line: int, column: int, encoding: Encoding) -> tuple[int, int]:
        """The client's (line, character) of our (line, column).

        A column behind the end of its line is its end, a line behind the last one is the end of the text.
        """
        if line >= len(self._lines):
            line, column = len(self._lines) - 1, len(self._lines[-1])
        text = self._lines[line]
        column = min(column, self._length(line))
        if not self._broken:
            return line, units(text[:column], encoding)
        start = text.rfind("\r", 0, column) + 1
        bare_crs = self._before[bisect_left(self._broken, line)] + text.count("\r", 0, column)
        return line + bare_crs, units(text[start:column], encoding)

    def client_line(self, line: int) -> int:
        """The client's line that our line begins with; for the number of our lines, the number of the client's."""
        return line + self._before[bisect_left(self._broken, line)] if self._broken else line

    def from_client(self, line: int, character: int, encoding: Encoding) -> tuple[int, int]:
        """Our (line, column) of the client's (line, character).

        A character behind the end of its line is its end, a line behind the last one is the end of the text, what
        is negative counts as 0, and a place inside a character is the place before it.
        """
        if line < 0:
            return 0, 0
        ours, part = self._part(line)
        if ours >= len(self._lines):
            return len(self._lines) - 1, len(self._lines[-1])
        text = self._lines[ours][: self._length(ours)]
        if not self._broken:
            return ours, _column(text, character, encoding)
        parts = text.split("\r", part + 1)
        start = sum(map(len, parts[:part])) + part
        return ours, start + _column(parts[part], character, encoding)

    def _part(self, line: int) -> tuple[int, int]:
        """Our line that a client's line is a part of, and which part: the number of bare CRs before it."""
        # A broken line starts, as the client counts, as many lines later as there are bare CRs before it.
        index = bisect_right(range(len(self._broken)), line, key=lambda n: self._broken[n] + self._before[n]) - 1
        if index < 0:
            return line, 0
        part = line - self._broken[index] - self._before[index]
        inside = self._before[index + 1] - self._before[index]
        return (self._broken[index], part) if part <= inside else (line - self._before[index + 1], 0)


def _whole(text: str) -> str:
    """The text with every pair of surrogates made the one character it stands for."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return text


def same_start(one: str, other: str) -> int:
    """How many characters two texts have in common at their start."""
    most = min(len(one), len(other))
    return next((n for n in range(most) if one[n] != other[n]), most)


def units(text: str, encoding: Encoding) -> int:
    """How many code units a text takes."""
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _column(text: str, units: int, encoding: Encoding) -> int:
    """How many characters of a text lie wholly in its first ``units`` code units; all if it has fewer units."""
    units = max(units, 0)
    if encoding == "utf-32" or text.isascii():
        return min(units, len(text))
    if encoding == "utf-8":
        data = text.encode("utf-8", "surrogatepass")
        while units < len(data) and data[units] & 0xC0 == 0x80:  # the byte after the gap continues a character
            units -= 1
        return len(data[:units].decode("utf-8", "surrogatepass"))
    cut = text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "surrogatepass")
    # Half a character at the end of the cut is one that the text does not have.
    return len(cut) - (not text.startswith(cut))
