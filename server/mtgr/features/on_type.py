"""What typing a character brings with it: the beginning of a new line, the place of a bracket, a NAG for a glyph.

The functions get the place behind the character that was typed, as the text is with it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mtgr.analysis import Analysis
from mtgr.document.text import same_start
from mtgr.replay.branch import alternative, read_variations
from mtgr.spec.shapes import TIME
from mtgr.spec.statements import Place
from mtgr.spec.words import GLYPHS
from mtgr.syntax.canonical import canonical
from mtgr.syntax.line import Line, kind_of


@dataclass(frozen=True, slots=True)
class Replacement:
    """A text in the place of another, between two places: 0-based lines, code points."""

    start: tuple[int, int]
    end: tuple[int, int]
    text: str


def on_type(analysis: Analysis, line: int, column: int, typed: str) -> list[Replacement]:
    """What is to be changed when ``typed`` (Enter, a bracket, `!` or `?`) has been typed; mostly nothing."""
    if not 0 <= line < len(analysis.lines) or analysis.lines[line] != analysis.raw[line].removesuffix("\r"):
        return []
    match typed:
        case "\n":
            return _new_line(analysis, line)
        case "(" | ")":
            return _bracket(analysis, line, column, typed)
        case "!" | "?":
            return _glyph(analysis.lines[line], line, column)
        case _:
            return []


# --- Enter ------------------------------------------------------------------------------------------------------------


def _new_line(analysis: Analysis, n: int) -> list[Replacement]:
    """The new line ``n`` begins with the time and the level of the line above, or of what belongs under that
    (sections 5.1 and 5.2).

    Whatever spaces the editor has put there give way. Enter on a line with nothing but its time takes that away.
    """
    if not n:
        return []
    above, text = Line(analysis.lines[n - 1]), analysis.lines[n]
    rest = text.lstrip(" \t")
    lead = _lead_after(analysis, n - 1, above)
    if lead is None or _begins(rest):
        return []
    spaces = len(text) - len(rest)
    if not above.body and not rest:
        return [Replacement((n - 1, 0), (n, spaces), "")]
    found = [] if text[:spaces] == lead else [Replacement((n, 0), (n, spaces), lead)]
    kept = above.text.rstrip(" \t")
    if above.body and kept != above.text:
        found.insert(0, Replacement((n - 1, len(kept)), (n - 1, len(above.text)), ""))
    return found


def _begins(text: str) -> bool:
    """Whether a text begins like a line of its own."""
    return re.match(r"[0-9]+:|- |-$|[\[%*]|1/2-1/2$|1-0$|0-1$", text) is not None


def _lead_after(analysis: Analysis, n: int, above: Line) -> str | None:
    """The time and indentation of a line after line ``n``; None after what has none."""
    if above.kind not in ("body", "open", "close") or not above.time_ok or above.indent < 0 or above.problems:
        return None
    if above.kind == "close":
        return _lead_after_variation(analysis, n, above)
    deeper = above.kind == "open" or _has_children(above)
    return f"{above.time} {' ' * (above.indent + 2 * deeper)}"


def _has_children(line: Line) -> bool:
    """Whether lines one level deeper come after a line (section 5.2)."""
    form = line.statement.form
    if form is None:
        return False
    if form.name == "deck":
        return line.statement["unknown"] is None
    return form.place in (Place.BLOCK, Place.KEYFRAME, Place.STEP, Place.STACK)


def _lead_after_variation(analysis: Analysis, n: int, close: Line) -> str:
    """What stands around a variation goes on after it: the variation around it, or the main line, with the time of the
    line that the variation is an alternative to."""
    block = analysis.block_at(n, replayed=False)
    if block is not None:
        lines = block.lines(analysis.lines)
        variations = block.note(analysis.lines, read_variations)
        around = variations.around(n - block.start)
        if len(around) == 1 and variations.main:
            time = Line(lines[alternative(lines, variations.main, around[0])]).time
            return f"{time} {' ' * close.indent}"
    return f"- {' ' * close.indent}"


# --- Brackets ---------------------------------------------------------------------------------------------------------


def _bracket(analysis: Analysis, n: int, column: int, typed: str) -> list[Replacement]:
    """A bracket alone on its line gets the time `-`, and stands at its level (section 12)."""
    text = analysis.lines[n]
    if column != len(text) or _ALONE.fullmatch(text[:-1]) is None or text[-1:] != typed:
        return []
    indent = _alternative_above(analysis.lines, n) if typed == "(" else _open_above(analysis.lines, n)
    lead = None if indent is None else f"- {' ' * indent}"
    return [] if lead is None or text[:-1] == lead else [Replacement((n, 0), (n, column - 1), lead)]


_ALONE = re.compile(rf"(?:{TIME}|-)?[ \t]*")


def _alternative_above(lines: Sequence[str], n: int) -> int | None:
    """The indentation of the line that a variation beginning at line ``n`` is an alternative to (R38)."""
    for text in (lines[m] for m in range(n - 1, -1, -1)):
        line = Line(text)
        if line.kind in ("escape", "empty"):
            continue
        if line.kind == "close":
            return line.indent  # another one to the same line
        form = line.statement.form if line.kind == "body" else None
        if form is None or form.place not in (Place.STACK, Place.STACK_ENTRY):
            begins = form is not None and (form.place in (Place.EVENT, Place.STEP) or form.name == "turn")
            return line.indent if begins else None
    return None


def _open_above(lines: Sequence[str], n: int) -> int | None:
    """The indentation of the bracket that a ``)`` at line ``n`` closes."""
    closed = 0
    for text in (lines[m] for m in range(n - 1, -1, -1)):
        match kind_of(text):
            case "close":
                closed += 1
            case "open" if not closed:
                return Line(text).indent
            case "open":
                closed -= 1
            case "escape" | "empty":
                pass
            case _ if not text.startswith("- "):
                return None
    return None


# --- Glyphs -----------------------------------------------------------------------------------------------------------


def _glyph(text: str, n: int, column: int) -> list[Replacement]:
    """A glyph behind a statement becomes its NAG (section 11).

    So that `!` can become `!?`, the NAG that was made of the first character takes the second one in.
    """
    if kind_of(text) != "body" or _is_whole(Line(text[:column])):
        return []
    for pattern in _TYPED_GLYPHS:
        match = pattern.search(text[:column])
        number = _NUMBERS.get(_GLYPHS.get(match[1], "") + match[2]) if match is not None else None
        if match is None or number is None:
            continue
        line = Line(text[: match.start()].rstrip(" "))
        body = canonical(f"{line.body} ${number}")
        new = f"{line.text[: line.column]}{body}"
        if body is not None and _is_whole(line) and _is_whole(Line(new + text[column:])):
            same = same_start(new, text[:column])
            return [Replacement((n, same), (n, column), new[same:])]
    return []


_GLYPHS = {str(number): glyph for number, (glyph, _) in GLYPHS.items()}
_NUMBERS = {glyph: number for number, glyph in _GLYPHS.items()}
_TYPED_GLYPHS = [
    re.compile(pattern) for pattern in (r"(?<= )\$([12])([!?])\Z", r"()([!?]{2})\Z", r"(?<!\$[0-9])()([!?])\Z")
]
"""Behind the NAG of the first character, both characters, one (what stands before it may be a cause, `by ?`)."""


def _is_whole(line: Line) -> bool:
    """Whether a line is a statement that nothing is wrong with."""
    st = line.statement
    return not line.problems and line.time_ok and st.form is not None and not st.problems
