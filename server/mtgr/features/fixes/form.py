"""Lines that are written in another way than the format's: spaces, control characters, leading zeros, normalization,
the order of annotations, times."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from mtgr.analysis import Analysis, Finding
from mtgr.features.changes import in_line
from mtgr.features.fixes.fix import Fix
from mtgr.replay.branch import read_variations
from mtgr.replay.tags import TagSection
from mtgr.replay.variations import normal_levels
from mtgr.syntax.line import Line, is_time, kind_of, line_tokens
from mtgr.syntax.statement import has_controls, parse, without_controls


def form(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """Writes a line in its one form."""
    n = finding.place.line
    text = analysis.lines[n]
    found = right(analysis, n, text)
    if found is None or found == text:
        return
    same = _squeezed(found) == _squeezed(text) and not any(
        has_controls(token.text) for token in line_tokens(text) if token.kind == "string"
    )
    yield Fix(_title(text, found), (in_line(n, 0, len(text), found),), same)


def _title(old: str, new: str) -> str:
    before, after = old.split(" "), new.split(" ")
    different = [at for at in range(len(after)) if at >= len(before) or before[at] != after[at]]
    if len(before) == len(after) and len(different) == 1 and len(after[different[0]]) < 60:
        return f"Write `{after[different[0]]}`"
    return "Write this line in its canonical form"


def _squeezed(text: str) -> str:
    """What two spellings of one line have in common."""
    plain = unicodedata.normalize("NFC", without_controls(text)).replace(" ", "")
    return "".join(sorted(re.sub(r"(?<![0-9])0+(?=[0-9])", "", plain)))


def right(analysis: Analysis, n: int, text: str) -> str | None:
    """A text that stands at a line, or is to stand there, in its one form; None where that cannot be told."""
    game = analysis.game_at(n)
    if game is not None and 0 <= n - game.start - game.tags_offset < game.tags_length:
        return tag_text(game.section, n - game.start - game.tags_offset)
    match kind_of(text):
        case "escape":
            return unicodedata.normalize("NFC", without_controls(text)) if len(text) < 10_000 else None
        case "body":
            return _body(analysis, n, text)
        case "open" | "close":
            line = Line(text)
            return f"- {' ' * max(line.indent, 0)}{line.body[0]}"
    return None


def tag_text(section: TagSection, number: int) -> str | None:
    """The tag at a line of a tag section as it is written, if it can be told what tag that is."""
    tag = next((tag for tag in section.tags if tag.line == number), None)
    return None if tag is None else f"[{tag.name} {tag.value}]"


def _body(analysis: Analysis, n: int, text: str) -> str | None:
    line = Line(text)
    st = line.statement
    if st.right is None:
        return None
    time = _time(analysis, n, line)
    if time is None:
        return None
    indent = line.indent
    if indent < 0:
        block = analysis.block_at(n)
        depth = 2 * len(_around(analysis, n)) if time == "-" else 0
        where = "pregame" if block is not None and block.kind == "pregame" else "step"
        right = parse(st.right).form
        indent = depth if right is None else 2 * normal_levels(right, where)[0] + depth
    return f"{time} {' ' * indent}{st.right}"


def _around(analysis: Analysis, n: int) -> list[int]:
    block = analysis.block_at(n)
    return [] if block is None else block.note(analysis.lines, read_variations).around(n - block.start)


def _time(analysis: Analysis, n: int, line: Line) -> str | None:
    """The time of a line: its own, or, where that is none, that of the line before it, or after the first line."""
    inside = bool(_around(analysis, n))
    if inside:
        return "-"
    time = re.sub(r"\A0+(?=[0-9])", "", without_controls(line.time))
    for each in (time, _MISTYPED.sub(":", time, count=1)):
        if is_time(each):
            return each
    for around in (range(n - 1, max(n - 1000, -1), -1), range(n + 1, min(n + 1000, len(analysis.lines)))):
        for other in around:
            text = analysis.lines[other]
            if kind_of(text) in ("empty", "tag"):
                break
            if is_time(found := text.partition(" ")[0]):
                return found
    return None


_MISTYPED = re.compile(r"[.,;]")
