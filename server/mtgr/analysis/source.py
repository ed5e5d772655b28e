"""Bytes to lines, with what is wrong with the encoding and the line ends of the file (section 2, R6, R7)."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Source:
    """The lines of a text, and findings about the file as a whole.

    ``lines`` are LF lines without their CRs; the last is what follows the last LF. ``problems`` are failures of check
    1: line,
    start, end, message. ``unreadable`` says that the text is not worth analysing. ``removed`` has, for each line
    that had a CR inside, where its CRs stood.
    """

    lines: list[str]
    problems: list[tuple[int, int, int, str]] = field(default_factory=list)
    unreadable: bool = False
    removed: dict[int, list[int]] = field(default_factory=dict)


def read_bytes(data: bytes) -> Source:
    """The source of any bytes."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or _looks_utf16(data):
        return Source([""], [(0, 0, 1, "this file is UTF-16 text; the format is UTF-8")], True)
    if b"\0" in data:
        return Source([""], [(0, 0, 1, "this is not a text file")], True)
    bad: tuple[int, int, int, str] | None = None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8").removeprefix("\ufeff")
        column = len(before) - (before.rfind("\n") + 1)
        message = f"the byte 0x{data[error.start]:02X} is not UTF-8; the format is UTF-8 text"
        bad = (before.count("\n"), column, column + 1, message)
        text = data.decode("utf-8", "replace")
        if text.count("\ufffd") > max(50, len(text) // 20):
            return Source([""], [(0, 0, 1, "this is not a text file")], True)
    source = read_lines(text.split("\n"), "\r" in text)
    if bad is not None:
        source.problems.append(bad)
    return source


def _looks_utf16(data: bytes) -> bool:
    head = data[:200]
    return len(head) >= 4 and (head[1::2].count(0) > len(head) // 3 or head[0::2].count(0) > len(head) // 3)


def read_lines(lines: list[str], with_crs: bool = True) -> Source:
    """The source of LF lines, which may have CRs at their end or inside (unless ``with_crs`` is known to be false)."""
    source = Source(lines)
    if lines and lines[0].startswith("\ufeff"):
        source.lines = lines = [lines[0][1:], *lines[1:]]
        source.problems.append((0, 0, 1, "a byte-order mark starts this file; the format has none"))
    with_cr = [n for n, text in enumerate(lines) if "\r" in text] if with_crs else []
    if with_cr:
        _remove_crs(source, with_cr)
    return source


def _remove_crs(source: Source, with_cr: list[int]) -> None:
    lines = list(source.lines)
    crlf: tuple[int, int] | None = None
    bare: tuple[int, int] | None = None
    for n in with_cr:
        text = lines[n]
        if text.endswith("\r") and n < len(lines) - 1:
            crlf = crlf or (n, len(text) - 1)
            text = text[:-1]
        if "\r" in text:
            bare = bare or (n, text.index("\r"))
            source.removed[n] = [column for column, character in enumerate(text) if character == "\r"]
            text = text.replace("\r", "")
        lines[n] = text
    source.lines = lines
    if crlf is not None:
        message = "lines end with CR LF here; lines of the format end with LF alone"
        source.problems.append((crlf[0], crlf[1], crlf[1] + 1, message))
    if bare is not None:
        source.problems.append((bare[0], bare[1], bare[1] + 1, "a carriage return is not allowed"))
        if len(lines) == 1:
            source.unreadable = True  # an old file whose lines end with CR
