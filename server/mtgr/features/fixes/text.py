"""What is wrong with a file as a whole: byte-order mark, line ends, empty lines (sections 2 and 3)."""

from __future__ import annotations

from collections.abc import Iterator

from mtgr.analysis import Analysis, Finding
from mtgr.features.changes import Change, insert_lines, remove_lines
from mtgr.features.fixes.fix import Fix
from mtgr.syntax.line import kind_of


def whole_text(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """Findings that belong to no game. Those about characters that ``lines`` do not have are told by the text."""
    lines, n = analysis.lines, finding.place.line
    raw = analysis.raw
    here = raw[n][finding.place.start : finding.place.end]
    if here == "\ufeff":
        yield Fix("Remove the byte-order mark", (Change(0, 0, 0, 1, ""),), True, True, True)
    elif here == "\r":
        bom = "\ufeff" if raw[0].startswith("\ufeff") else ""
        text = bom + "\n".join(lines)
        title = "End all lines with LF" if finding.place.end == len(raw[n]) else "Remove the carriage returns"
        yield Fix(title, (Change(0, 0, len(raw) - 1, len(raw[-1]), text),), True, True, True)
    elif n == len(lines) - 1 and lines[n] and analysis.game_at(n):
        yield Fix("End the file with a line feed", (Change(n, len(lines[n]), n, len(lines[n]), "\n"),), True)


def empty_lines(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """Removes an empty line that should not be there, or inserts one where one is missing."""
    lines, n = analysis.lines, finding.place.line
    if not lines[n] and any(lines):
        end = n + 1
        while end < len(lines) - 1 and not lines[end]:
            end += 1
        last = end >= len(lines) - 1 and not lines[-1]  # nothing stands behind it
        yield Fix("Remove the empty line" + ("s" if end > n + 1 else ""), (remove_lines(n, end),), True, last)
        if end > n + 1:
            yield Fix("Remove all but one of the empty lines", (remove_lines(n + 1, end),), True)
    elif n and lines[n] and lines[n - 1] and (kind_of(lines[n]) == "tag") != (kind_of(lines[n - 1]) == "tag"):
        yield Fix("Insert an empty line", (insert_lines(n, [""]),), True)
