"""JSON as text: compact inside, one entry a line outside, and safe on a terminal."""

from __future__ import annotations

import json
import re

from mtgr.analysis.state_json import Digits

_CONTROLS = re.compile("[\x7f-\x9f\u2028\u2029]")


def json_text(value: object, open_levels: int = 1) -> str:
    """``value`` as JSON. The outer ``open_levels`` levels of arrays and objects have one entry a line.

    Control characters above ASCII are escaped, too. ``Digits`` are written as the number they are (R17).
    """
    return _CONTROLS.sub(lambda match: f"\\u{ord(match.group()):04x}", _text(value, open_levels, "\n"))


def _text(value: object, open_levels: int, line_break: str) -> str:
    match value:
        case dict():
            entries = [f"{json.dumps(str(k), ensure_ascii=False)}: " for k in value]
            return _bracketed("{}", entries, list(value.values()), open_levels, line_break)
        case list() | tuple():
            return _bracketed("[]", [""] * len(value), list(value), open_levels, line_break)
        case Digits():
            return str(value)
        case _:
            return json.dumps(value, ensure_ascii=False)


def _bracketed(brackets: str, keys: list[str], values: list[object], open_levels: int, line_break: str) -> str:
    if not values:
        return brackets
    is_open = open_levels > 0
    inner = line_break + "  " if is_open else ""
    separator = "," + (inner or " ")
    entries = separator.join(
        key + _text(value, open_levels - 1, inner) for key, value in zip(keys, values, strict=True)
    )
    return f"{brackets[0]}{inner}{entries}{line_break if is_open else ''}{brackets[1]}"
