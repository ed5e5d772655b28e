"""What the words of the format mean, in one to three rows, out of the tables of ``mtgr.spec``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mtgr.features.answer import Row, bold, code, row
from mtgr.features.roles import Role
from mtgr.spec import words
from mtgr.spec.codes import CODES
from mtgr.spec.reference import shape_text
from mtgr.spec.shapes import BY_KEY, Slot, Word, elements
from mtgr.spec.statements import CHOICES, SNAPSHOT_TARGET, Form, Place
from mtgr.spec.tags import TAGS, TERMINATIONS
from mtgr.syntax.tokens import Token

_PARTS: dict[str, tuple[str, str]] = {
    "owner": ("Whose card, token or emblem it is.", "6.5"),
    "in": ("Where the object is when it is first seen.", "6.5"),
    "of": ("The source of the ability or effect, or what a copy is a copy of.", "6.5"),
    "from": ("Where the card comes from.", "7.1"),
    "controller": ("Who controls the object.", "6.5"),
    "print": ("The printing: set code and collector number.", "6.4"),
    "src": ("The identifier that a client gives the card; several may follow each other.", "6.4"),
    "face": ("The face or half of a card with several; a permanent's front face is not written.", "7.1"),
    "fused": ("Both halves of a split card are cast together.", "7.1"),
    "tapped": ("The permanent enters the battlefield tapped, or is tapped in a keyframe.", "7.1"),
    "attacking": ("The creature enters attacking this player or permanent; it was not declared as an attacker.", "7.1"),
    "pt": ("Power and toughness of a creature, as it enters or in a keyframe.", "7.5"),
    "as": ("The keyword action that moved the object.", "7.1"),
    "with": ("The object that this card is exiled with.", "7.1"),
    "amount": ("This target's share of an effect that is divided.", "7.2"),
    "prevented": ("All of this damage was prevented; the number is what would have been dealt.", "7.3"),
    "restriction": ("What the mana may be spent on.", "9.4"),
    "clock": ("Time left on the clock.", "10.4"),
    "name": ("The name of the decklist.", "10.5"),
    "unknown": ("The decklist is not known, so there are no entries.", "10.5"),
    "life": ("The player's life total.", "10.2"),
    "poison": ("The player's poison counters.", "10.2"),
    "library": ("All cards in the player's library, with and without ID.", "10.2"),
    "counters": ("How many counters of this kind there are.", "10.2"),
    "attached": ("The object that this one is attached to.", "10.3"),
    "adventure": ("Who may cast this exiled card after its Adventure.", "10.3"),
    "companion": ("A revealed companion, still outside the game.", "10.3"),
    "goaded": ("A player who goaded this creature.", "10.3"),
    "emblem": ("The text of the emblem.", "10.3"),
    "by": ("The cause: why this happened.", "8"),
    "replacement": ("The object whose replacement or prevention effect changed this event.", "8"),
    "->": ("From what is on the left to what is on the right.", "7"),
}
"""Words inside statements: meaning and section."""

_PARTS_OF: dict[tuple[str, str], tuple[str, str]] = {
    ("new ability", "from"): ("The lasting effect that this delayed trigger came from.", "9.10"),
    ("effect entry", "effect"): ("A lasting effect in force.", "10.3"),
}
"""Words that mean something else in one form."""

_VALUES: dict[str, tuple[dict[str, str], str, str]] = {
    "zone": (words.ZONES, "zone", "6.7"),
    "stack": (words.ZONES, "zone", "6.7"),
    "action": (words.ACTIONS, "action", "7.1"),
    "ability": (words.ABILITY_KINDS, "kind of ability", "6.5"),
    "special": (words.SPECIAL_ACTIONS, "special action", "7.3"),
    "step": (words.STEPS, "step", "9.2"),
    "color": (dict.fromkeys(words.COLORS, "A color that was chosen (CR 105.1)."), "color", "7.2"),
    "end": (dict.fromkeys(("top", "bottom"), "The end of the library that the card is put on."), "position", "7.1"),
    "position": (
        {
            "top": "Counted from the top of the library, 1 being the top card.",
            "bottom": "Counted from the bottom of the library, 1 being the bottom card.",
        },
        "position",
        "6.5",
    ),
    "ptvalue": (
        {"none": "Not a creature.", "?": "The source does not report power and toughness."},
        "",
        "7.5",
    ),
    "text": ({"?": "The source does not report this text."}, "", "6.5"),
    "payment": ({"life": "The Phyrexian symbol is paid with 2 life."}, "", "7.2"),
}
"""Kinds of slot that take words: their meanings, what such a word is, and its section."""


def keyword_rows(form: Form | None, found: Sequence[Role], tokens: Sequence[Token], index: int) -> list[Row]:
    """What a statement's token means as a word of the format; nothing for a value. ``found`` are the tokens' roles."""
    text = tokens[index].text
    if form is None or index >= len(found):
        return _unplaced(text, tokens, index)
    role = found[index]
    match role.kind:
        case "keyword" if text in _verbs(form):
            return _form_rows(form)
        case "keyword":
            return _part_rows(form.name, text) or _value_rows("zone", text)
        case "choice":
            return _choice_rows(text)
        case "cause":
            return cause_rows(text)
        case "extension":
            return _extension_rows(text)
        case "source":
            return _source_rows(text)
        case kind if kind in _VALUES:
            return _value_rows(kind, text)
    return []


def _verbs(form: Form) -> list[str]:
    """The words that name a form: those of its name that stand first, or next after its subject."""
    verbs = []
    for position, part in enumerate(elements(form.shape)):
        match part:
            case Word(text) if text in form.name.split():
                verbs.append(text)
            case Slot() if position == 0:
                pass
            case _:
                break
    return verbs


def _form_rows(form: Form) -> list[Row]:
    cause = f" Takes {form.cause.value}." if form.place is Place.EVENT else ""
    return [
        row(bold(" ".join(_verbs(form))), f" (section {form.section}): {form.doc}{cause}"),
        row("Shape: ", code(shape_text(form.shape))),
        row("Example: ", code(form.example)),
    ]


def _word_rows(word: str, what: str, section: str, meaning: str) -> list[Row]:
    return [row(bold(word), f" ({what}, section {section}): {meaning}" if what else f" (section {section}): {meaning}")]


def _part_rows(form: str, word: str) -> list[Row]:
    known = _PARTS_OF.get((form, word)) or _PARTS.get(word)
    return _word_rows(word, "", known[1], known[0]) if known else []


def _value_rows(kind: str, word: str) -> list[Row]:
    meanings, what, section = _VALUES[kind]
    return _word_rows(word, what, section, meanings[word]) if word in meanings else []


def _choice_rows(word: str) -> list[Row]:
    if word not in CHOICES:
        return [row(bold(word), " (section 7.2): A target."), row("Shape: ", code(shape_text(SNAPSHOT_TARGET)))]
    shape, meaning, example = CHOICES[word]
    return [
        row(bold(word), f" (choice, section 7.2): {meaning}"),
        row("Shape: ", code(shape_text(shape)), ", for example ", code(example)),
    ]


def cause_rows(text: str) -> list[Row]:
    """What a cause that is neither an object nor a player says: ``cost:#7``, ``rule:sba``, ``source:clock``, ``?``."""
    kind, colon, name = text.partition(":")
    match kind:
        case "cost" if colon:
            return _word_rows("cost:", "cause", "8", "Done to pay a cost of this spell, ability or special action.")
        case "rule" if name in words.RULES:
            return _word_rows(text, "cause", "8", words.RULES[name])
        case "source" if name in words.SOURCES:
            return _word_rows(text, "cause", "8", words.SOURCES[name])
        case "?" if not colon:
            return _word_rows("?", "cause", "8", "The cause is not known.")
    return []


def _extension_rows(text: str) -> list[Row]:
    prefix = text.partition("_")[0]
    owner = words.PREFIXES.get(prefix)
    whose = f"Data of {owner}." if owner else "Data of an application; the prefix is not registered."
    return [row(bold(text), f" (extension, section 13): {whose} Readers that do not know it pass over it.")]


def _source_rows(text: str) -> list[Row]:
    prefix = text.partition(":")[0]
    owner = words.PREFIXES.get(prefix.upper())
    return [row(bold(text), f" (section 6.4): The card's identifier in {owner or 'a source that is not registered'}.")]


def _unplaced(text: str, tokens: Sequence[Token], index: int) -> list[Row]:
    """What a word can mean, as far as its neighbours tell, in a statement that does not fit its shape from here on."""
    subject = {"id": "#", "string": '"'}.get(tokens[0].kind, "")
    verb = 0 if not subject else 2 if len(tokens) > 1 and subject == "#" and tokens[1].kind == "string" else 1
    if index == verb and (forms := BY_KEY.get(subject + text)):
        return _value_rows("step", text) if forms[0].name == "step" else _form_rows(forms[0])
    if before := tokens[index - 1].text if index else "":
        if before == "by":
            return cause_rows(text)
        if before == "choose" and text in CHOICES:
            return _choice_rows(text)
        if before == "as":
            return _value_rows("action", text)
    return _value_rows("zone", text) or _part_rows("", text)


def nag_rows(text: str) -> list[Row]:
    """A NAG like ``$5``: its glyph and meaning (section 11)."""
    digits = text[1:]
    number = int(digits) if len(digits) < 4 else 256
    if number > 255:
        return [row(bold(text), " (NAG, section 11): There are `$0` to `$255`.")]
    glyph = f" {words.GLYPHS[number][0]}" if number in words.GLYPHS else ""
    meaning = words.NAGS.get(number, "see the PGN standard" if number < 140 else "PGN gives it no meaning")
    return [row(bold(text + glyph), f" (NAG, section 11): {meaning}.")]


def result_rows(text: str) -> list[Row]:
    """A result marker alone on its line (section 3)."""
    if text not in words.RESULTS:
        return []
    return [row(bold(text), f" (result, section 3): {words.RESULTS[text]} It equals the `Result` tag.")]


def bracket_rows(text: str) -> list[Row]:
    """A bracket of a variation (section 12)."""
    what = "Opens a variation, an alternative to the line before it." if text == "(" else "Ends a variation."
    return [row(bold(text), f" (section 12): {what} It never changes the game.")]


def tag_rows(name: str, value: str) -> list[Row]:
    """The rule of a tag, and what its decoded value means where the format lists the values (section 4)."""
    tag = TAGS.get(name)
    if tag is None:
        return _extension_rows(name) if "_" in name else []
    kind, section = ("required tag", "4.2") if tag.required else ("optional tag", "4.3")
    rows = [row(bold(name), f" ({kind}, section {section}): {tag.doc}")]
    if meaning := {"Result": words.RESULTS, "Termination": TERMINATIONS}.get(name, {}).get(value):
        rows.append(row(code(value), f": {meaning}"))
    elif tag.wants:
        rows.append(row(f"Its value is {tag.wants}."))
    return rows


_CODE = re.compile(
    r"(?<![\w-])[a-z]+(?:-[a-z0-9]+)+(?![\w-])"
)  # `variation`, the one code without hyphen, is a plain word


def code_at(text: str, column: int) -> tuple[int, str] | None:
    """The code of a finding, like ``check-9``, that stands at this column of a comment, and where it starts."""
    for match in _CODE.finditer(text):
        if match.start() <= column <= match.end():
            return (match.start(), match[0]) if match[0] in CODES else None
    return None


def code_rows(code: str) -> list[Row]:
    """What a finding of this code means."""
    found = CODES[code]
    sections = "sections" if "," in found.section else "section"
    title = row(bold(found.code), f" ({found.severity.value}, {sections} {found.section}): {found.title}.")
    return [title, row(found.why)]
