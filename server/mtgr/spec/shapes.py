"""The shapes of ``statements`` as trees, and as the regular expressions that well-formed lines match."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from mtgr.spec import words
from mtgr.spec.statements import CHOICES, FORMS, SNAPSHOT_TARGET, Form

_CONTROLS = r"\x00-\x1f\x7f"
"""Those of ASCII, which no statement has; ``mtgr.syntax.statement`` looks for the others."""
STRING = rf'"[^"\\{_CONTROLS}]*(?:\\["\\n][^"\\{_CONTROLS}]*)*"'
OPEN_STRING = STRING[:-1]
"""As much of a string without an end as could be one. Where strings are looked for, this has to be found too: or the
search would begin again at each quote inside, which takes the square of the length."""
ID = r"\#h?[1-9][0-9]*"
INT = r"(?:0|[1-9][0-9]*)"
TIME = r"(?:0|[1-9][0-9]*):[0-5][0-9](?:\.[0-9]{1,3})?"


def _one_of(options: object) -> str:
    assert isinstance(options, (dict, tuple, str))
    # Longest first, so that no word hides a longer one that begins with it.
    return "(?:" + "|".join(sorted(map(re.escape, options), key=len, reverse=True)) + ")"


_PT = rf"-?{INT}/-?{INT}"
_TARGET = rf"(?:{ID}(?: {STRING})?|{STRING})"
_COST = rf"(?:\{{0\}}|\{{[1-9][0-9]*\}}(?:\{{[{words.COST_SYMBOLS}]\}})*|(?:\{{[{words.COST_SYMBOLS}]\}})+)"

_WUBRG = f"[{words.COLOR_SYMBOLS}]"

KINDS: dict[str, tuple[str, str]] = {
    "new": (ID, "a new ID like `#7`"),
    "id": (ID, "an ID like `#7`"),
    "object": (ID, "an object like `#7`"),  # with its name, see `pattern`
    "player": (STRING, "a player's name in quotes"),
    "name": (STRING, "a name in quotes"),
    "string": (STRING, "a text in quotes"),
    "text": (rf"(?:{STRING}|\?)", "a text in quotes, or `?`"),
    "zone": (
        rf"(?:{_one_of(tuple(zone for zone in words.ZONES if zone != 'outside'))}|outside {STRING})",
        "a zone",
    ),
    "stack": ("stack", "`stack`"),
    "position": (rf"(?:top|bottom) {INT}", "`top` or `bottom` and a number"),
    "end": ("(?:top|bottom)", "`top` or `bottom`"),
    "int": (INT, "a number"),
    "sint": (rf"-?{INT}", "a number"),
    "pt": (_PT, "power and toughness like `2/1`"),
    "ptvalue": (rf"(?:{_PT}|none|\?)", "power and toughness like `2/1`, `none` or `?`"),
    "die": (rf"d{INT}", "a die like `d20`"),
    "mana": (rf"(?:\{{[{words.MANA_SYMBOLS}]\}})+", "mana symbols like `{R}{R}`"),
    "cost": (_COST, "a cost like `{1}{B}`"),
    "action": (_one_of(words.ACTIONS), "an action"),
    "ability": (_one_of(words.ABILITY_KINDS), "a kind of ability"),
    "special": (_one_of(words.SPECIAL_ACTIONS), "a special action"),
    "step": (_one_of(words.STEPS), "a step"),
    "target": (_TARGET, "an object or a player"),
    "time": (TIME, "a time like `24:53`"),
    "source": (r"[a-z]+:[A-Za-z0-9._-]+", "a source ID like `mtgo:126485`"),
    "color": (_one_of(words.COLORS), "a color"),
    "split": (
        rf"\{{(?:{_WUBRG}/{_WUBRG}/P|{_WUBRG}/{_WUBRG}|[2C]/{_WUBRG}|{_WUBRG}/P)\}}",
        "a hybrid or Phyrexian symbol like `{U/R}`",
    ),
    "payment": (r"(?:life|\{[WUBRGC2]\})", "`life` or a mana symbol"),
    "extension": (r"[A-Z]+_[A-Za-z0-9_]+", "an extension"),
    # `by "..."` could be two arguments too; it is read as the cause that it is everywhere else, like any other cause.
    "argument": (rf'(?:{STRING}|{INT}|(?!by (?:["#?]|[a-z]+:))[a-z-]+)', "a string, a number or a keyword"),
    "choice": ("", "a choice"),  # filled in below: the shapes of CHOICES
    "snapshot-choice": ("", "a choice or a target"),
}
"""For each kind of slot: the regular expression of its text, and what a message calls it."""

WORDS: dict[str, tuple[str, ...]] = {
    "zone": tuple(words.ZONES),
    "action": tuple(words.ACTIONS),
    "ability": tuple(words.ABILITY_KINDS),
    "special": tuple(words.SPECIAL_ACTIONS),
    "step": tuple(words.STEPS),
    "color": tuple(words.COLORS),
    "choice": tuple(CHOICES),
    "snapshot-choice": (*CHOICES, "target"),
    "end": ("top", "bottom"),
    "position": ("top", "bottom"),
    "stack": ("stack",),
}
"""Kinds of slot whose first word is one of a list."""


@dataclass(frozen=True, slots=True)
class Word:
    text: str


@dataclass(frozen=True, slots=True)
class Slot:
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Optional:
    """One of the alternatives, or nothing; any number of times if ``repeated``."""

    alternatives: tuple[tuple[Element, ...], ...]
    repeated: bool


Element = Word | Slot | Optional

_NOTATION = re.compile(r"\{(\w+):([\w-]+)\}|(\[)|(\]\*?)|(\|)|([^\s\[\]{}|]+)")


@cache
def elements(shape: str) -> tuple[Element, ...]:
    """The shape as a tree."""
    levels: list[list[list[Element]]] = [[[]]]
    for slot, kind, opening, closing, bar, word in _NOTATION.findall(shape):
        if slot:
            levels[-1][-1].append(Slot(slot, kind))
        elif opening:
            levels.append([[]])
        elif closing:
            group = Optional(tuple(map(tuple, levels.pop())), closing == "]*")
            levels[-1][-1].append(group)
        elif bar:
            levels[-1].append([])
        else:
            levels[-1][-1].append(Word(word))
    return tuple(levels[0][0])


def _pattern(parts: tuple[Element, ...], capture: bool, lead: str = "") -> str:
    """The regular expression of elements; every element but the first, and that too if ``lead``, follows a space."""
    out = []
    for part in parts:
        match part:
            case Word(text):
                out.append(lead + re.escape(text))
            case Slot(_, "object"):
                out.append(f"{lead}({ID})(?: ({STRING}))?" if capture else f"{lead}{ID}(?: {STRING})?")
            case Slot(_, kind):
                out.append(f"{lead}({KINDS[kind][0]})" if capture else lead + KINDS[kind][0])
            case Optional(alternatives, True):
                inner = "|".join(_pattern(each, False, " ") for each in alternatives)
                out.append(f"((?:{inner})*)" if capture else f"(?:{inner})*")
            case Optional(alternatives, False):
                # A flag, an optional group of one word, is a slot of its own.
                inner = "|".join(
                    f" ({each[0].text})"
                    if capture and len(each) == 1 and isinstance(each[0], Word)
                    else _pattern(each, capture, " ")
                    for each in alternatives
                )
                out.append(f"(?:{inner})?")
        lead = " "
    return "".join(out)


@cache
def captures(shape: str) -> tuple[Slot, ...]:
    """What a match of ``pattern`` captures, in order.

    An object's name follows its ID, as ``SLOT name`` of the kind ``name``; a word that may be left out has the kind
    ``flag``, what may be repeated the kind ``repeated`` and its first slot's name with an ``s``.
    """
    return tuple(captured(elements(shape)))


def captured(parts: tuple[Element, ...]) -> Iterator[Slot]:
    """``captures`` of some elements of a shape."""
    for part in parts:
        match part:
            case Slot(name, "object"):
                yield part
                yield Slot(f"{name} name", "name")
            case Slot():
                yield part
            case Optional(alternatives, True):
                yield Slot(repeated_name(alternatives[0]), "repeated")
            case Optional(alternatives, False):
                for each in alternatives:
                    if len(each) == 1 and isinstance(each[0], Word):
                        yield Slot(each[0].text, "flag")
                    else:
                        yield from captured(each)
            case Word():
                pass


def repeated_name(parts: tuple[Element, ...]) -> str:
    """What elements that may be repeated are called: by their first slot, with an ``s``."""
    return next(each.name for each in parts if isinstance(each, Slot)) + "s"


@cache
def slots(shape: str) -> tuple[str, ...]:
    """The names of what a match of ``pattern`` captures, in order (``captures``)."""
    return tuple(each.name for each in captures(shape))


_CHOICE = "(?:" + "|".join(_pattern(elements(shape), False) for shape, _, _ in CHOICES.values()) + ")"
KINDS["choice"] = (_CHOICE, KINDS["choice"][1])
KINDS["snapshot-choice"] = (f"(?:{_CHOICE}|{_pattern(elements(SNAPSHOT_TARGET), False)})", KINDS["snapshot-choice"][1])

CAUSE = rf"(?:{ID}|cost:{ID}|{STRING}|rule:{_one_of(words.RULES)}|source:{_one_of(words.SOURCES)}|\?)"
TRAILER = re.compile(
    rf"(?: by (?P<cause>{CAUSE})(?P<replacements>(?: replacement {ID})*))?"
    rf"(?P<nags>(?: \${INT})*)(?: (?P<brace>\{{[^}}{_CONTROLS}]*\}}))?(?: (?P<comment>;[^{_CONTROLS}]*))?"
)
"""What may follow the clause of every statement: cause, replacements, NAGs, brace comment, line comment."""


@cache
def pattern(form: Form) -> re.Pattern[str]:
    """Matches the clause of a statement of this form: all that stands before its trailer. Groups: ``slots``."""
    return re.compile(_pattern(elements(form.shape), True) + r"(?= |\Z)")


@cache
def repeatable(shape: str) -> dict[str, tuple[re.Pattern[str], tuple[Element, ...]]]:
    """For each slot of ``captures`` that may be repeated: what one of it matches, the space before it included, and its
    elements. Groups: ``captured``."""
    return {
        repeated_name(inner): (re.compile(_pattern(inner, True, " ")), inner)
        for part in elements(shape)
        if isinstance(part, Optional) and part.repeated
        for inner in part.alternatives
    }


def _keys(form: Form) -> tuple[str, ...]:
    """What a statement of this form begins with: its subject's first character (or none) and its word."""
    first, *rest = elements(form.shape)
    match first:
        case Word("new"):
            assert isinstance(rest[0], Word)
            return (f"new {rest[0].text}",)
        case Word(text):
            return (text,)
        case Slot(_, "step"):
            return WORDS["step"]
        case Slot(_, "extension"):
            return ("extension",)
        case Slot(_, "player"):
            subject = '"'
        case _:
            subject = "#"
    match rest[0]:
        case Word(text):
            return (subject + text,)
        case Slot(_, kind):
            return tuple(subject + word for word in WORDS[kind])
        case _:
            return (subject + "face", subject + "fused", subject + "controller")


BY_KEY: dict[str, tuple[Form, ...]] = {}
"""Forms by how their statements begin: ``#move``, ``"pass``, ``new card``, ``turn``."""
for _form in FORMS:
    for _key in _keys(_form):
        BY_KEY[_key] = (*BY_KEY.get(_key, ()), _form)
