"""What the server must say of a text: the findings of an analysis made from nothing, as a client would see them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from mtgr.analysis import Analysis, Place

Range = tuple[int, int, int, int]
"""Start line, start character, end line, end character: 0-based, UTF-16 code units."""
Shown = tuple[Range, int, str, str, tuple[tuple[Range, str], ...]]
"""One diagnostic: its range, severity, code, message and related places."""

_SEVERITIES = {"error": 1, "warning": 2, "information": 3, "hint": 4}
_LINE_NUMBER = re.compile(r"\b(lines? )(\d+)")


def units(text: str) -> int:
    """The length of a text in UTF-16 code units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def fresh(lines: Sequence[str], offset: int = 0) -> list[Shown]:
    """The findings of the text with these lines, moved down by ``offset`` lines, in the messages too."""

    def range_of(place: Place) -> Range:
        text = lines[place.line]
        line = place.line + offset
        return line, units(text[: place.start]), line, units(text[: place.end])

    def moved(message: str) -> str:
        return _LINE_NUMBER.sub(lambda match: match[1] + str(int(match[2]) + offset), message) if offset else message

    return sorted(
        (
            range_of(each.place),
            _SEVERITIES[each.severity.value],
            each.code,
            moved(each.message),
            tuple((range_of(other.place), moved(other.message)) for other in each.related),
        )
        for each in Analysis.of_lines(list(lines)).findings(hints=True)
    )


def shown(diagnostics: Sequence[dict[str, Any]]) -> list[Shown]:
    """Diagnostics as they came, to be compared with those of ``fresh``."""

    def range_of(found: dict[str, Any]) -> Range:
        start, end = found["start"], found["end"]
        return start["line"], start["character"], end["line"], end["character"]

    return sorted(
        (
            range_of(each["range"]),
            each.get("severity", 0),
            str(each.get("code", "")),
            each["message"],
            tuple(
                (range_of(other["location"]["range"]), other["message"])
                for other in each.get("relatedInformation") or ()
            ),
        )
        for each in diagnostics
    )


def equal(expected: Sequence[Shown], diagnostics: Sequence[dict[str, Any]]) -> bool:
    """Whether diagnostics are the expected ones. Of very many, a server may send the first, and one without a code."""
    if diagnostics and "code" not in diagnostics[-1]:
        diagnostics = diagnostics[:-1]
        expected = expected[: len(diagnostics)]
    return len(diagnostics) == len(expected) and shown(diagnostics) == list(expected)
