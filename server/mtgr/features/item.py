"""What completion answers with."""

from __future__ import annotations

from dataclasses import dataclass

from mtgr.analysis import Place


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to insert: ``text`` takes the place of what stands at ``place``. It may have several lines.

    ``kind`` is ``statement``, ``snippet`` (several lines), ``object``, ``text``, ``word``, ``value``, ``time``, ``nag``,
    ``result`` or ``tag``. ``snippet`` is the text with stops for the cursor, where it has some. ``about`` is what
    ``documentation`` is asked for.
    """

    label: str
    text: str
    place: Place
    kind: str
    detail: str = ""
    about: str = ""
    snippet: str = ""


@dataclass(frozen=True, slots=True)
class Completion:
    """Items, the likeliest first; ``incomplete`` if there are more, which show when more is typed."""

    items: tuple[Item, ...]
    incomplete: bool
