"""Texts in their canonical form (section 1.3): what formatting does to a text, as changes of its lines.

Formatting never changes a game. What can be read is written as the format wants it; what cannot be read stays byte for
byte, and so do strings, comments and escape lines, Normalization Form C apart.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from mtgr.analysis import Analysis, Game
from mtgr.features.block_format import Change, Format, Unread, block_format, is_blank
from mtgr.spec.tags import EXTENSION_TAG, TAGS, order_of
from mtgr.spec.words import RESULTS
from mtgr.syntax.canonical import canonical_tag
from mtgr.syntax.tokens import normalized

_BOM = "\ufeff"


def formatting(analysis: Analysis) -> list[Change]:
    """What is to be done to the lines of a text (``Analysis.raw``), in order; no two changes share a line.

    Linear in the number of lines. What is to be done to a block is remembered with it: see ``block_format``.
    """
    return [change for game in analysis.taken_apart() for change in game_changes(analysis, game)]


def range_formatting(analysis: Analysis, first: int, last: int) -> list[Change]:
    """``formatting`` of the lines from ``first`` to ``last``, both inclusive.

    What is out of order is put in order if all that moves lies in them.
    """
    games = analysis.taken_apart()
    found: list[Change] = []
    for game in games[max(bisect_right(games, first, key=lambda game: game.start) - 1, 0) :]:
        if game.start > last:
            break
        found += game_changes(analysis, game, first, last)
    return found


def game_changes(analysis: Analysis, game: Game, first: int = 0, last: int | None = None) -> list[Change]:
    """``range_formatting`` of one game, or ``formatting`` of it."""
    begins = game.start
    if not game.tags_length:  # without the blank lines that it begins with, it might begin elsewhere
        begins = next((n for n in range(begins, game.end) if _says_something(analysis.lines[n])), game.end)
    first = max(first, begins)
    ends = game.end - 1
    if game.end == len(analysis.lines) - 1 and analysis.game_at(game.end) is None:
        ends = game.end  # with what follows the last LF
    last = ends if last is None else min(last, ends)
    wanted: dict[int, tuple[str, ...]] = {}
    gaps: list[int] = []
    orders: list[Change] = []
    for start, part in _parts(analysis, game, first, last):
        for n, text in part.lines.items():
            wanted[start + n] = () if text is None else (text,)
        gaps += [start + n for n in part.gaps]
        if part.order is not None:
            orders.append(Change(start + part.order.start, start + part.order.end, part.order.lines))
    kept = _with_returns(analysis, first, last, wanted)
    for n in gaps:
        wanted[n] = ("", *wanted.get(n, (analysis.raw[n],)))
    if _tags(analysis, game).unread:
        # where such a section ends hangs on the empty lines: these stay as they are
        wanted = {n: texts for n, texts in wanted.items() if len(texts) == 1 and texts[0]}
    _end_last_line(analysis, game, wanted)
    if first == 0:
        _keep_before_mark(analysis, wanted)
    found = []
    for order in orders:
        if first <= order.start and order.end - 1 <= last and kept.isdisjoint(range(order.start, order.end)):
            found.append(replace(order, lines=("", *order.lines)) if order.start in gaps else order)
            for n in range(order.start, order.end):
                wanted.pop(n, None)
    found += [Change(n, n + 1, lines) for n, lines in wanted.items() if first <= n <= last]
    return sorted(found, key=lambda change: change.start)


def formatted(lines: Sequence[str], changes: Iterable[Change]) -> list[str]:
    """The lines after changes, which are in order."""
    found: list[str] = []
    done = 0
    for change in changes:
        found += lines[done : change.start]
        found += change.lines
        done = change.end
    return [*found, *lines[done:]]


def unread(analysis: Analysis) -> list[Unread]:
    """The lines of a text that formatting leaves as they are since it cannot read them, in order."""
    found: list[Unread] = []
    for game in analysis.taken_apart():
        for start, part in _parts(analysis, game, game.start, game.end):
            found += [replace(each, line=start + each.line) for each in part.unread]
        if game.result is None:
            found.append(Unread(game.end - 1, 0, "the result line of the game is missing after this line"))
    return sorted(found, key=lambda each: each.line)


def _says_something(text: str) -> bool:
    return not is_blank(text) and not text.startswith("%")


# --- The parts of a game ----------------------------------------------------------------------------------------------


def _parts(analysis: Analysis, game: Game, first: int, last: int) -> Iterator[tuple[int, Format]]:
    """What is to be done to the parts of a game that have a line from ``first`` to ``last``, and perhaps to more of it;
    each with the line that its lines count from."""
    lines = analysis.lines
    yield game.start, _around(analysis, game)
    tags = game.start + game.tags_offset
    if first <= tags + game.tags_length and tags <= last:
        yield tags, _tags(analysis, game)
    for block in game.blocks[max(bisect_right(game.blocks, first, key=lambda block: block.start) - 1, 0) :]:
        if block.start > last:
            break
        yield block.start, block.note(lines, block_format)


def _tags(analysis: Analysis, game: Game) -> Format:
    """What is to be done to the lines of a game's tag section, which count from its first."""
    start = game.start + game.tags_offset
    return game.note("tag format", None, lambda: tag_format(list(analysis.lines[start : start + game.tags_length])))


def tag_format(lines: list[str]) -> Format:
    """What is to be done to the lines of a tag section."""
    found = Format()
    names: list[tuple[int, str]] = []
    if any(map(is_blank, lines)):
        found.leave(next(n for n, text in enumerate(lines) if is_blank(text)), 0, "tags stand behind this empty line")
        return found
    for n, text in enumerate(lines):
        tag = canonical_tag(text)
        if text.startswith("%"):
            found.put(n, text, normalized(text))
        elif tag is None:
            found.leave(n, 0, 'a tag is written `[Name "value"]`')
        else:
            found.put(n, text, tag)
            names.append((n, tag[1 : tag.index(" ")]))
    distinct = {name for _, name in names}
    if not found.unread and len(distinct) == len(names) and all(map(_is_known, distinct)):
        order = sorted(names, key=lambda pair: order_of(pair[1]))
        places = [n for n, _ in names]
        found.sort(lines, [(n, found.now(m, lines[m])) for n, (m, _) in zip(places, order, strict=True)])
    return found


def _is_known(name: str) -> bool:
    """Whether a tag's name is not misspelt: what a misspelt tag is meant to be may show in where it stands."""
    return name in TAGS or re.fullmatch(EXTENSION_TAG, name) is not None


def _around(analysis: Analysis, game: Game) -> Format:
    """What is to be done around the tag section and the body of a game (section 3)."""
    lines = analysis.lines[game.start : game.end]
    found = Format()
    tags_end = game.tags_offset + game.tags_length
    body = game.blocks[0].offset if game.blocks else game.result
    _gap(found, lines, 0, game.tags_offset, wanted=game.number > 1 and game.tags_length > 0)
    if game.tags_length and body is not None:
        _gap(found, lines, tags_end, body, wanted=True)
    if game.result is not None:
        result = lines[game.result].strip(" \t")
        if result in RESULTS:
            found.put(game.result, lines[game.result], result)
        else:
            found.leave(game.result, 0, "this is no result")
        tail = range(game.result + 1, len(lines))
        junk = next((n for n in tail if _says_something(lines[n])), None)
        if junk is None:
            _gap(found, lines, tail.start, tail.stop, wanted=False)
        else:
            found.leave(junk, 0, "the result line ends the game: only an empty line and another game can follow")
    return found


def _gap(found: Format, lines: Sequence[str], start: int, end: int, wanted: bool) -> None:
    """Leaves one empty line among lines that are empty or escape lines, or none."""
    for n in range(start, end):
        if not is_blank(lines[n]):
            found.put(n, lines[n], normalized(lines[n]))
        elif wanted and not lines[n]:
            wanted = False
        else:
            found.lines[n] = None
    if wanted:
        found.gaps.append(end)


# --- Byte-order mark and line ends ------------------------------------------------------------------------------------


def _with_returns(analysis: Analysis, first: int, last: int, wanted: dict[int, tuple[str, ...]]) -> set[int]:
    """Adds the lines whose line end or byte-order mark changes, and takes away those with a CR inside: an editor shows
    them as two, so what they are meant to say is not plain. These are returned."""
    kept: set[int] = set()
    lines, raw = analysis.lines, analysis.raw
    if lines is raw:
        return kept
    for n in range(first, min(last + 1, len(raw))):
        if raw[n] == lines[n]:
            continue
        text = raw[n].rstrip("\r")
        if "\r" in text or lines[n].startswith(_BOM):
            kept.add(n)
            wanted.pop(n, None)
            if text != raw[n]:
                wanted[n] = (text,)
        else:
            wanted.setdefault(n, (lines[n],))
    return kept


def _keep_before_mark(analysis: Analysis, wanted: dict[int, tuple[str, ...]]) -> None:
    """Keeps the lines before a U+FEFF that would begin the file without them: it would be a byte-order mark then."""
    n = 0
    while wanted.get(n) == ():
        n += 1
    if n < len(analysis.raw) and analysis.raw[n].startswith(_BOM):
        for before in range(n):
            del wanted[before]


def _end_last_line(analysis: Analysis, game: Game, wanted: dict[int, tuple[str, ...]]) -> None:
    """Ends the last line of the file with LF (section 2), unless the game breaks off there."""
    last = len(analysis.lines) - 1
    if not game.start <= last < game.end:
        return
    if game.cut_off:
        if wanted.get(last) == ():
            del wanted[last]
        return
    wanted[last] = (*wanted.get(last, (analysis.raw[last],)), "")
