"""What completion answers with."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mtgr.analysis import Place


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to insert: ``text`` takes the place of what stands at ``place``. It may have several lines.

    ``kind`` is ``statement``, ``snippet`` (several lines), ``object``, ``text``, ``word``, ``value``, ``time``,
    ``nag``, ``result`` or ``tag``. ``snippet`` is the text with stops for the cursor, if it has some. ``about`` is what
    ``documentation`` is asked for.
    """

    label: str
    text: str
    place: Place
    kind: str
    detail: str = ""
    about: str = ""
    snippet: str = ""


def stop(default: str) -> str:
    """A stop for the cursor with what stands there first, in a text that is being made; like ones change together."""
    return f"\x01{default}\x02"


def plain_text(text: str) -> str:
    """A text with the defaults of its stops."""
    return text.replace("\x01", "").replace("\x02", "")


def snippet_text(text: str) -> str:
    """A text in the snippet syntax of the protocol; empty if it has no stops."""
    if "\x01" not in text:
        return ""
    numbers: dict[str, int] = {}
    escaped = re.sub(r"[\\$}]", r"\\\g<0>", text)
    return re.sub(
        "\x01(.*?)\x02", lambda found: f"${{{numbers.setdefault(found[1], len(numbers) + 1)}:{found[1]}}}", escaped
    )


@dataclass(frozen=True, slots=True)
class Completion:
    """Items, the likeliest first; ``incomplete`` if there are more, which show when more is typed."""

    items: tuple[Item, ...]
    incomplete: bool
