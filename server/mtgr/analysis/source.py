"""Bytes to lines, with what is wrong with the encoding and the line ends of the file (section 2, R6, R7)."""

from __future__ import annotations

from bisect import bisect_left

from mtgr.document.text import Edit

Problem = tuple[int, int, int, str]
"""A failure of check 1: line, start, end, message."""

_BOM = "\ufeff"


class Source:
    """The lines of a text as the format sees them, and what is wrong with the file as a whole.

    ``raw`` are the LF lines of the text, the last being what follows the last LF; ``lines`` are the same without
    byte-order mark and CRs (and the same list where there are none). Whoever edits ``raw`` calls ``edit``. ``removed``
    has, for each line that had a CR inside, where its CRs stand in ``raw``.
    """

    __slots__ = ("_bad_byte", "_bom", "_crlf", "_refusal", "lines", "raw", "removed")

    def __init__(self, raw: list[str], bad_byte: Problem | None = None, refusal: Problem | None = None) -> None:
        self.raw = raw
        self.lines = raw
        self.removed: dict[int, list[int]] = {}
        self._bad_byte = bad_byte
        self._refusal = refusal
        self._bom = False
        self._crlf: int | None = None
        """The first line that ends with CR LF."""
        if raw[0].startswith(_BOM) or any("\r" in text for text in raw):
            self.lines = [""] * len(raw)
            self._take(Edit(0, [""] * len(raw), raw))

    @property
    def unreadable(self) -> bool:
        """The text is not worth analysing: it is no text, or one whose lines all end with CR."""
        return self._refusal is not None or (len(self.lines) == 1 and bool(self.removed))

    @property
    def unreadable_because(self) -> Problem | None:
        """Why the text is not worth analysing, or where a byte of it is none of UTF-8."""
        if self.unreadable:
            return self.problems[0]
        return self._bad_byte

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the file as a whole."""
        if self._refusal is not None:
            return [self._refusal]
        found: list[Problem] = []
        if self._bom:
            found.append((0, 0, 1, "a byte-order mark starts this file; the format has none"))
        if self._crlf is not None:
            end = len(self.raw[self._crlf])
            message = "lines end with CR LF here; lines of the format end with LF alone"
            found.append((self._crlf, end - 1, end, message))
        if self.removed:
            line = min(self.removed)
            column = self.removed[line][0]
            found.append((line, column, column + 1, "a carriage return is not allowed"))
        if self._bad_byte is not None:
            found.append(self._bad_byte)
        return found

    def raw_column(self, line: int, column: int, end: bool = False) -> int:
        """The column in ``raw`` of a column in ``lines``; with ``end`` of one that ends something."""
        column += self._bom and line == 0
        for cr in self.removed.get(line, ()):
            column += cr < column or (cr == column and not end)
        return column

    def column(self, line: int, raw_column: int) -> int:
        """The column in ``lines`` of a column in ``raw``."""
        mark = self._bom and line == 0
        return max(raw_column - bisect_left(self.removed.get(line, ()), raw_column) - mark, 0)

    @property
    def as_written(self) -> bool:
        """The columns of ``lines`` are those of ``raw``."""
        return not self._bom and not self.removed

    @property
    def line_end(self) -> str:
        """How most lines of the text end, as far as its first CR LF tells."""
        return "\n" if self._crlf is None else "\r\n"

    def edit(self, edit: Edit) -> Edit:
        """Follows an edit that ``raw`` has undergone. Returns what it did to ``lines``."""
        new = edit.new
        if self.lines is self.raw:
            if not any("\r" in text for text in new) and not (edit.first == 0 and new[0].startswith(_BOM)):
                return edit
            self.lines = [*self.raw[: edit.first], *edit.old, *self.raw[edit.first + len(new) :]]
        done = self._take(edit)
        if not self._bom and self._crlf is None and not self.removed:
            self.lines = self.raw
        return done

    def _take(self, edit: Edit) -> Edit:
        """Puts the lines of an edit into ``lines`` without their CRs."""
        first = edit.first
        lines = list(edit.new)
        if first == 0:
            self._bom = lines[0].startswith(_BOM)
            lines[0] = lines[0].removeprefix(_BOM)
        removed = {
            line + (edit.delta if line >= edit.end else 0): columns
            for line, columns in self.removed.items()
            if not first <= line < edit.end
        }
        crlf = None
        for n, text in enumerate(lines):
            if "\r" not in text:
                continue
            if text.endswith("\r") and first + n < len(self.raw) - 1:
                crlf = first + n if crlf is None else crlf
                text = text[:-1]
            if "\r" in text:
                mark = self._bom and first + n == 0
                removed[first + n] = [column + mark for column, each in enumerate(text) if each == "\r"]
                text = text.replace("\r", "")
            lines[n] = text
        self.removed = removed
        if self._crlf is None or self._crlf >= first:
            self._crlf = crlf if crlf is not None else self._next_crlf(edit)
        old = self.lines[first : edit.end]
        self.lines[first : edit.end] = lines
        return Edit(first, old, lines)

    def _next_crlf(self, edit: Edit) -> int | None:
        """The first line that ends with CR LF, which stood at or behind an edit that has none."""
        if self._crlf is None:
            return None
        if self._crlf >= edit.end:
            return self._crlf + edit.delta
        behind = range(edit.first + len(edit.new), len(self.raw) - 1)
        return next((n for n in behind if self.raw[n].endswith("\r")), None)


def read_bytes(data: bytes) -> Source:
    """The source of any bytes."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or _looks_utf16(data):
        return _refused("this file is UTF-16 text; the format is UTF-8")
    if b"\0" in data:
        return _refused("this is not a text file")
    bad: Problem | None = None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8").removeprefix(_BOM)
        column = len(before) - (before.rfind("\n") + 1)
        message = f"the byte 0x{data[error.start]:02X} is not UTF-8; the format is UTF-8 text"
        bad = (before.count("\n"), column, column + 1, message)
        text = data.decode("utf-8", "replace")
        if text.count("\ufffd") > max(50, len(text) // 20):
            return _refused("this is not a text file")
    return Source(text.split("\n"), bad)


def _refused(message: str) -> Source:
    return Source([""], refusal=(0, 0, 1, message))


def _looks_utf16(data: bytes) -> bool:
    head = data[:200]
    return len(head) >= 4 and (head[1::2].count(0) > len(head) // 3 or head[0::2].count(0) > len(head) // 3)
