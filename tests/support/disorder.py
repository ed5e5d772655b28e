"""Damage that formatting undoes: the text says the same, and is not as the format writes it.

Everything comes from the ``random.Random`` that is handed in, so a seed gives the same damage again.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable

from mtgr.spec.statements import Place
from mtgr.syntax.line import Line, kind_of

_TEXTS = re.compile(r'("(?:[^"\\]|\\.)*"|(?<= )\{(?![WUBRGCS0-9])[^}]*\}|(?<= );.*)')
_SYMBOLS = re.compile(r"(?:\{[WUBRGC]\}){2,}")


def disorder(rng: random.Random, lines: list[str]) -> list[str]:
    """Lines of a canonical text, about one in four of which is in disorder. Their number and order stay."""
    return [_KINDS[rng.randrange(len(_KINDS))](rng, text) if rng.random() < 0.25 else text for text in lines]


def _spaces(rng: random.Random, text: str) -> str:
    """More spaces between tokens, or behind them."""
    if kind_of(text) not in ("body", "open", "close", "tag") or ";" in text:
        return text
    lead = len(text) if kind_of(text) in ("open", "close") else Line(text).column
    parts = _TEXTS.split(text[lead:])
    parts[::2] = [part.replace(" ", rng.choice(("  ", "   ", "\t"))) for part in parts[::2]]
    return text[:lead] + "".join(parts) + rng.choice(("", " ", "\t"))


def _level(rng: random.Random, text: str) -> str:
    """Another indentation, where it does not say what a line is: extensions may stand at several levels."""
    line = Line(text)
    form = line.statement.form if line.kind == "body" else None
    if form is None or line.time == "-" or form.name == "extension":
        return text
    if form.place is Place.KEYFRAME:
        return text  # with less it would be taken for something else
    return f"{line.time} {' ' * rng.choice((1, 3, 5, 7, line.indent))}{line.body}"


def _decomposed(rng: random.Random, text: str) -> str:
    return unicodedata.normalize("NFD", text)


def _mana(rng: random.Random, text: str) -> str:
    line = Line(text)
    form = line.statement.form if line.kind == "body" else None
    if form is None or form.name not in ("add", "pay", "lose-mana", "cost"):
        return text

    def shuffled(found: re.Match[str]) -> str:
        symbols = found[0][1:-1].split("}{")
        rng.shuffle(symbols)
        return "{" + "}{".join(symbols) + "}"

    clause, brace, comment = text.partition(" {" if " $" in text else " ;")
    return _SYMBOLS.sub(shuffled, clause) + brace + comment


def _zeros(rng: random.Random, text: str) -> str:
    """Zeros before numbers and times."""
    if kind_of(text) != "body" or ";" in text:
        return text
    parts = _TEXTS.split(text)
    parts[::2] = [re.sub(r"(?<![\w.:/-])(#?)(?=[1-9][0-9]*(?: |$))", r"\g<1>00", part) for part in parts[::2]]
    return "".join(parts)


def _entry_time(rng: random.Random, text: str) -> str:
    """A later time on an entry."""
    line = Line(text)
    form = line.statement.form if line.kind == "body" else None
    if form is None or form.place not in (Place.KEYFRAME_ENTRY, Place.STACK_ENTRY) or line.time == "-":
        return text
    return f"9{text}"


def _returned(rng: random.Random, text: str) -> str:
    return text + "\r"


_KINDS: tuple[Callable[[random.Random, str], str], ...] = (
    _spaces, _spaces, _level, _level, _decomposed, _mana, _zeros, _entry_time, _returned,
)  # fmt: skip


def reorder(rng: random.Random, lines: list[str]) -> list[str]:
    """Lines of a canonical text with tags and decklists shuffled, and empty lines among the others."""
    found: list[str] = []
    run: list[str] = []
    for text in [*lines, ""]:
        if _is_listed(text):
            run.append(text)
            continue
        rng.shuffle(run)
        found += run
        run = []
        found.append(text)
        if kind_of(text) == "body" and text and rng.random() < 0.05:
            found.append("")
    return found[:-1]


def _is_listed(text: str) -> bool:
    if text.startswith("["):
        return True
    form = Line(text).statement.form if kind_of(text) == "body" else None
    return form is not None and form.place is Place.DECK_ENTRY
