"""Where IDs are introduced (section 6.2): on the main line once for the whole game, in variations within them (R38)."""

from __future__ import annotations

from collections.abc import Sequence

from mtgr.analysis.findings import Place
from mtgr.analysis.game import Game
from mtgr.replay.branch import read_variations
from mtgr.syntax.line import Line


def introduction(game: Game, lines: Sequence[str], n: int, id: str) -> Place | None:
    """The ID token on the ``new`` line of an ID as seen from line ``n`` of the text: in its game or, for a hypothetical
    ID, the variations around the line."""
    if id.startswith("#h"):
        return _hypothetical(game, lines, n, id)
    for block in game.blocks:
        found = block.note(lines, _introduced).get(id)
        if found is not None:
            return Place(block.start + found.line, found.start, found.end)
    return None


def _introduced(lines: list[str]) -> dict[str, Place]:
    """The IDs that a block introduces on its main line, each at its first ``new`` line."""
    found: dict[str, Place] = {}
    for n, text in enumerate(lines):
        if " new " in text and text[0] != "-":
            id, place = _introduces(text, n)
            if id is not None:
                found.setdefault(id, place)
    return found


def _introduces(text: str, n: int) -> tuple[str | None, Place]:
    """The ID that a line introduces, if it does, and where it stands."""
    line = Line(text)
    st = line.statement
    if st.form is None or not st.form.name.startswith("new "):
        return None, Place(n, 0, 0)
    start, end = st.span("object")
    return st.values[0], Place(n, line.column + start, line.column + end)


def _hypothetical(game: Game, lines: Sequence[str], n: int, id: str) -> Place | None:
    index = game.block_at(n)
    if index is None:
        return None
    block = game.blocks[index]
    texts = block.lines(lines)
    variations = block.note(lines, read_variations)
    for first in reversed(variations.around(n - block.start)):
        for number in variations.direct[first]:
            if " new " in texts[number]:
                found, place = _introduces(texts[number], block.start + number)
                if found == id:
                    return place
    return None
