"""The annotations of a line as a reader sees them: glyphs and comments (section 11)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mtgr.spec.words import GLYPHS
from mtgr.syntax.line import Line, kind_of

# A brace after these words starts mana, as it does in most lines that have one.
_MAY_BE_ANNOTATED = re.compile(r" (?:\$[0-9]|;)|(?<!add)(?<!pay)(?<!-mana)(?<!cost)(?<!symbol)(?<!->) \{")


@dataclass(frozen=True, slots=True)
class Annotated:
    """A line without its annotations, and they.

    ``start`` and ``end`` are the code points of the line between which its statement stands; ``end`` is ``start`` where
    it has none. ``glyphs`` are like ``!?``, or NAGs without a glyph as they are written.
    """

    start: int
    end: int
    glyphs: tuple[str, ...]
    comments: tuple[str, ...]


def annotated(text: str) -> Annotated | None:
    """The annotations of a body line or bracket, damaged or not; None for a line without any that says something."""
    if "$" not in text and ";" not in text and "{" not in text:
        return None
    if _MAY_BE_ANNOTATED.search(text) is None or text[0] in "%[":
        return None
    line = Line(text)
    glyphs, comments = [], []
    end = line.column
    for token in line.tokens:
        match token.kind:
            case "nag":
                glyphs.append(glyph(token.text))
            case "brace-comment":
                comments.append(token.text[1:].removesuffix("}").strip())
            case "line-comment":
                comments.append(token.text[1:].strip())
            case _:
                end = max(token.end, end)
    comments = [comment for comment in comments if comment]
    return Annotated(line.column, end, tuple(glyphs), tuple(comments)) if glyphs or comments else None


def glyph(nag: str) -> str:
    """What a NAG like ``$5`` is shown as: ``!?``, or itself where it has no glyph."""
    return _GLYPHS.get(nag, nag)


_GLYPHS = {f"${number}": glyph for number, (glyph, _) in GLYPHS.items()}


@dataclass(frozen=True, slots=True)
class Trailer:
    """The annotations of a line as they are written, in canonical order, with the braces and the semicolon.

    ``start`` is the code point after the line's statement and cause, where they begin with a space.
    """

    start: int
    nags: tuple[str, ...] = ()
    brace: str | None = None
    comment: str | None = None

    @property
    def text(self) -> str:
        """What stands on the line from ``start`` on."""
        parts = [*self.nags, *filter(None, (self.brace, self.comment))]
        return "".join(f" {part}" for part in parts)


def trailer(text: str) -> Trailer | None:
    """The annotations of a line that can have some; None for any other, and for one whose statement cannot be read.

    Those that stand in another order are put into this one, and several brace comments are made one.
    """
    if kind_of(text) != "body":
        return None
    line = Line(text)
    st = line.statement
    if st.form is None:
        return None
    start = line.column + st.span("statement")[1]
    if not st.problems:
        return Trailer(start, st.nags, st.brace, st.comment)
    # What was put right may stand anywhere, so the tokens are asked.
    found: dict[str, list[str]] = {"nag": [], "brace-comment": [], "line-comment": []}
    for token in line.tokens:
        if token.start >= start:
            if token.kind not in found:
                return None
            found[token.kind].append(token.text)
    braces = " ".join(brace[1:].removesuffix("}") for brace in found["brace-comment"])
    brace = f"{{{braces}}}" if found["brace-comment"] else None
    return Trailer(start, tuple(found["nag"]), brace, "".join(found["line-comment"]) or None)
