"""A text store that anybody can check by reading it, to compare the real one with."""

from __future__ import annotations

import re

from mtgr.document.text import Encoding


class Slow:
    """A text as one string. The rules of LSP 3.17 word by word, at any price."""

    def __init__(self, string: str) -> None:
        self.string = re.sub("[\ud800-\udbff][\udc00-\udfff]", lambda pair: joined(pair[0]), string)

    def client_lines(self) -> list[tuple[int, int]]:
        """Start and end, without its line end, of every line as an editor counts them."""
        lines, start = [], 0
        for end in re.finditer(r"\r\n|\n|\r", self.string):
            lines.append((start, end.start()))
            start = end.end()
        return [*lines, (start, len(self.string))]

    def offset(self, line: int, character: int, encoding: Encoding) -> int:
        lines = self.client_lines()
        if line < 0:
            return 0
        if line >= len(lines):
            return len(self.string)
        start, end = lines[line]
        offset = start
        while offset < end and width(self.string[start : offset + 1], encoding) <= character:
            offset += 1
        return offset

    def client(self, offset: int, encoding: Encoding) -> tuple[int, int]:
        lines = self.client_lines()
        line = max(n for n, (start, _) in enumerate(lines) if start <= offset)
        start, end = lines[line]
        return line, width(self.string[start : min(offset, end)], encoding)

    def edit(self, start: tuple[int, int], end: tuple[int, int], new: str, encoding: Encoding) -> Slow:
        first, last = sorted((self.offset(*start, encoding), self.offset(*end, encoding)))
        return Slow(self.string[:first] + new + self.string[last:])

    def ours(self, offset: int) -> tuple[int, int]:
        before = self.string[:offset]
        return before.count("\n"), offset - (before.rfind("\n") + 1)


def joined(pair: str) -> str:
    return chr(0x10000 + (ord(pair[0]) - 0xD800) * 0x400 + (ord(pair[1]) - 0xDC00))


def width(text: str, encoding: Encoding) -> int:
    match encoding:
        case "utf-8":
            return sum(1 + (c >= "\x80") + (c >= "\u0800") + (c >= "\U00010000") for c in text)
        case "utf-16":
            return sum(1 + (c >= "\U00010000") for c in text)
        case "utf-32":
            return len(text)
