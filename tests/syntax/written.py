"""Well-formed statements made from the table of statements, with what a reader must find in them.

What a kind of slot may hold is written down here a second time, on purpose: the tests compare it with
``mtgr.spec.shapes``.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from mtgr.spec import words
from mtgr.spec.shapes import Element, Optional, Slot, Word, elements
from mtgr.spec.statements import CHOICES, FORMS, SNAPSHOT_TARGET, Form
from mtgr.syntax.tokens import encode

# Marks are left out: one behind an escape could melt with its last letter.
_FREE = st.text(
    st.one_of(st.sampled_from('"\\\n{};$#-> '), st.characters(exclude_categories=("Cc", "Cs", "Mn", "Mc", "Me"))),
    max_size=5,
)
STRINGS = _FREE.map(lambda value: unicodedata.normalize("NFC", encode(value)))
NUMBERS = st.integers(0, 200).map(str)
IDS = st.builds("#{}{}".format, st.sampled_from(("", "h")), st.integers(1, 9999))
SIGNED = st.builds("{}{}".format, st.sampled_from(("", "-")), NUMBERS)
TIMES = st.sampled_from(("0:00", "12:05", "1:52.374", "100:59.5"))
MANA = st.lists(st.sampled_from("WUBRGC"), min_size=1, max_size=4).map(lambda each: "".join(f"{{{c}}}" for c in each))
PT = st.builds("{}/{}".format, SIGNED, SIGNED)

_ONE_PIECE: dict[str, st.SearchStrategy[str]] = {
    "new": IDS,
    "id": IDS,
    "player": STRINGS,
    "name": STRINGS,
    "string": STRINGS,
    "text": STRINGS | st.just("?"),
    "stack": st.just("stack"),
    "end": st.sampled_from(("top", "bottom")),
    "int": NUMBERS,
    "sint": SIGNED,
    "pt": PT,
    "ptvalue": PT | st.sampled_from(("none", "?")),
    "die": NUMBERS.map("d{}".format),
    "mana": MANA,
    "cost": st.sampled_from(("{0}", "{12}", "{1}{B}", "{U}{B}{S}", "{3}{W}{C}")),
    "action": st.sampled_from(("draw", "discard", "sacrifice", "destroy", "mill")),
    "ability": st.sampled_from(("activated", "triggered", "loyalty", "mana")),
    "special": st.sampled_from(("companion", "suspend", "plot")),
    "step": st.sampled_from(tuple(words.STEPS)),
    "time": TIMES,
    "source": st.sampled_from(("mtgo:126485", "arena:Ab-01_2.x")),
    "color": st.sampled_from(("white", "blue", "black", "red", "green")),
    "split": st.sampled_from(("{U/R}", "{2/W}", "{C/G}", "{B/P}", "{R/G/P}")),
    "payment": st.sampled_from(("life", "{B}", "{C}", "{2}")),
    "extension": st.sampled_from(("MTGO_note", "X_Y_9")),
    "argument": STRINGS | NUMBERS | st.sampled_from(("on", "two-words")),
}
CAUSES = (
    IDS
    | IDS.map("cost:{}".format)
    | STRINGS
    | st.sampled_from([f"rule:{name}" for name in words.RULES])
    | st.sampled_from(("source:clock", "source:disconnect", "?"))
)
_COMMENT = st.text(st.characters(exclude_categories=("Cc", "Cs", "Mn", "Mc", "Me")), max_size=5).map(
    lambda text: unicodedata.normalize("NFC", text)
)


@dataclass(slots=True)
class Written:
    """A statement: its ``pieces`` with single spaces between them are its text.

    ``words`` are the indices of the pieces that are words of the shape, ``numbers`` of those that are or hold a number.
    """

    form: Form
    pieces: list[str] = field(default_factory=list)
    words: list[int] = field(default_factory=list)
    values: list[str | None] = field(default_factory=list)
    cause: str | None = None
    replacements: tuple[str, ...] = ()
    nags: tuple[str, ...] = ()
    brace: str | None = None
    comment: str | None = None

    @property
    def text(self) -> str:
        return " ".join(self.pieces)

    def gap(self, index: int) -> int:
        """The column of the space before a piece."""
        return len(" ".join(self.pieces[:index]))

    def span(self, index: int) -> tuple[int, int]:
        """Where a piece stands."""
        start = self.gap(index) + (index > 0)
        return start, start + len(self.pieces[index])


@st.composite
def statements(draw: st.DrawFn, form: Form | None = None, trailer: bool = True) -> Written:
    """A statement of a form (of any, if none is given); with ``trailer`` also a cause and annotations."""
    written = Written(draw(st.sampled_from(FORMS)) if form is None else form)
    _write(draw, written, elements(written.form.shape), written.values)
    if trailer:
        _write_trailer(draw, written)
    return written


def _write(draw: st.DrawFn, written: Written, parts: tuple[Element, ...], values: list[str | None]) -> None:
    for part in parts:
        match part:
            case Word(text):
                written.words.append(len(written.pieces))
                written.pieces.append(text)
            case Slot(_, kind):
                _write_slot(draw, written, kind, values)
            case Optional(alternatives, True):
                start = len(written.pieces)
                for _ in range(draw(st.integers(0, 3))):
                    _write(draw, written, draw(st.sampled_from(alternatives)), [])
                values.append("".join(" " + piece for piece in written.pieces[start:]))
            case Optional(alternatives, False):
                chosen = draw(st.sampled_from((None, *alternatives)))
                for each in alternatives:
                    _write_alternative(draw, written, each, values, each is chosen)


def _write_alternative(
    draw: st.DrawFn, written: Written, parts: tuple[Element, ...], values: list[str | None], chosen: bool
) -> None:
    """A group that is written, or the values of one that is left out. A group of one word is a slot of its own."""
    if chosen:
        _write(draw, written, parts, values)
        if isinstance(parts[-1], Word):
            values.append(parts[-1].text)
        return
    assert all(isinstance(part, Word) or (isinstance(part, Slot) and part.kind != "object") for part in parts)
    slots = [part for part in parts if isinstance(part, Slot)]
    values.extend([None] * (len(slots) or 1))


def _write_slot(draw: st.DrawFn, written: Written, kind: str, values: list[str | None]) -> None:
    start = len(written.pieces)
    match kind:
        case "object":
            id = draw(IDS)
            name = draw(st.none() | STRINGS)
            written.pieces.extend([id] if name is None else [id, name])
            values.extend((id, name))
            return
        case "target":
            written.pieces.extend(draw(STRINGS.map(lambda s: [s]) | st.tuples(IDS, STRINGS) | st.tuples(IDS)))
        case "zone":
            zone = draw(st.sampled_from(tuple(words.ZONES)))
            written.pieces.extend([zone, draw(STRINGS)] if zone == "outside" else [zone])
        case "position":
            written.pieces.extend((draw(st.sampled_from(("top", "bottom"))), draw(NUMBERS)))
        case "choice" | "snapshot-choice":
            shapes = [shape for shape, _, _ in CHOICES.values()]
            shape = draw(st.sampled_from([*shapes, SNAPSHOT_TARGET] if kind == "snapshot-choice" else shapes))
            _write(draw, written, elements(shape), [])
        case _:
            written.pieces.append(draw(_ONE_PIECE[kind]))
    values.append(" ".join(written.pieces[start:]))


def _write_trailer(draw: st.DrawFn, written: Written) -> None:
    if draw(st.booleans()):
        written.cause = draw(CAUSES)
        written.replacements = tuple(draw(st.lists(IDS, max_size=2)))
        written.pieces.extend(("by", written.cause))
        for id in written.replacements:
            written.pieces.extend(("replacement", id))
    written.nags = tuple(f"${number}" for number in draw(st.lists(st.integers(0, 255), max_size=2)))
    written.pieces.extend(written.nags)
    if draw(st.booleans()):
        written.brace = "{" + draw(_COMMENT).replace("}", "") + "}"
        written.pieces.append(written.brace)
    if draw(st.booleans()):
        written.comment = ";" + draw(_COMMENT)
        written.pieces.append(written.comment)


FRAGMENTS: tuple[str, ...] = (
    *'"\\#{}();$%[]-:/.? \t0179*',
    "\x00", "\x85", "\r", "\n", "\u2028", "\ufeff", "\ud800", "\udfff", "\U0001f409", "e\u0301", "\u0301", "٣",
    "  ", "0:41 ", "- ", "#7", "#h1", "#07", '"PlayerA"', '"a \\"b\\" c"', '"\\x"', "new card", "new", "turn 1",
    "pregame", "deck", "keyframe", "stack", "tap", "move", "choose", "mode", "target", "->", "hand", "outside",
    "library top 1", "{R}", "{1}{B}", "by", "by ?", "by rule:sba", "replacement #1", "$1", "$256", "{note}", "; note",
    "MTGO_x", "untpa", "1-0", "1/2-1/2", '[Mtgr "0.3.0"]', '[Player1 "', "Date", "controller", "owner", "in", "of",
    "priority", "clock",
)  # fmt: skip


def any_text(*, newline: bool = False) -> st.SearchStrategy[str]:
    """Any text of one line, often one a little like a line of the format; with ``newline`` any text at all."""
    noise: st.SearchStrategy[Any] = st.text(max_size=20) | st.text(
        st.characters(min_codepoint=0xD800, max_codepoint=0xDFFF, categories=None), max_size=3
    )
    pieces = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=2), max_size=12)
    text = noise | pieces.map("".join) | pieces.map(" ".join)
    return text if newline else text.map(lambda each: each.replace("\n", ""))
