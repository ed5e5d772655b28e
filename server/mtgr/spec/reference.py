"""Reference pages rendered from the tables of this package: ``checks.md``, ``keywords.md`` and ``statements.md`` in
``docs/``, and ``mtgr explain``.

``python -m mtgr.spec.reference``, run in the root of the repository, writes the pages anew.
"""

from __future__ import annotations

import difflib
import re
import sys
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path

from mtgr.spec import words
from mtgr.spec.codes import CODES, Code, Severity
from mtgr.spec.shapes import KINDS, Element, Optional, Slot, Word, elements
from mtgr.spec.slots_page import statements_page
from mtgr.spec.statements import CHOICES, FORMS, Form, Place
from mtgr.spec.tags import OPTIONAL, REQUIRED, TERMINATIONS

WIDTH = 80
"""Columns that ``explain`` fills; excerpts are never wrapped."""

# What a finding means


def explain(code: str) -> str:
    """Plain text for a terminal: what the finding means, a wrong and a right excerpt. Ends with a line feed.

    A check may be given by its number alone (``9``, ``check 9``). Raises KeyError for a code that does not exist;
    ``near`` has suggestions.
    """
    entry = CODES[_slug(code)]
    return (
        f"{entry.code} ({entry.severity.value}, {_sections(entry)}): {entry.title}\n\n"
        f"{textwrap.fill(entry.why, WIDTH, break_on_hyphens=False)}\n\n"
        f"Wrong:\n\n{textwrap.indent(entry.wrong, '    ')}\n"
        f"Right:\n\n{textwrap.indent(entry.right, '    ')}"
    )


def near(code: str) -> list[str]:
    """Up to five existing codes that look like ``code`` or contain it, best first."""
    wanted = _slug(code)
    similar = difflib.get_close_matches(wanted, CODES, n=3)
    containing = [known for known in CODES if wanted and wanted in known]
    return list(dict.fromkeys([*similar, *containing]))[:5]


def _slug(code: str) -> str:
    """The code as the table spells it: ``9``, ``check 9`` and ``Check_9`` are all ``check-9``."""
    slug = re.sub(r"[\s_]+", "-", code.strip().lower())
    return re.sub(r"^(?:check-?)?([0-9]+)$", r"check-\1", slug)


def _sections(entry: Code) -> str:
    return f"{'sections' if ',' in entry.section else 'section'} {entry.section}"


_SEVERITIES = {
    Severity.ERROR: ("Errors", "One of the seventeen checks of section 14.1 fails: the file is invalid."),
    Severity.WARNING: ("Warnings", "The file is valid, but breaks a requirement that no check covers (R2)."),
    Severity.INFORMATION: ("Information", "The file does not follow a recommendation (R3). Shown with `--hints`."),
    Severity.HINT: ("Hints", "Remarks on what may well be meant that way (R3). Shown with `--hints`."),
}

_CHECKS_INTRO = """\
Every finding has a code. This page says what each one means, why the format asks for it and how to repair the file;
`mtgr explain CODE` prints the same in a terminal. Sections are those of the `.mtgr` specification, version 0.3.0; an R
with a number is a decision explained in [readings.md](readings.md). In the examples an escape line (`%`), or nothing at
all, stands for lines that are left out.

Only errors make a file invalid: `mtgr check` exits with 1 if there are any, and with `--strict` also if there are
warnings. Checks 6 to 14 compare the file with the replayed state; after an `incomplete` line they rest until the next
keyframe.
"""


def checks_page() -> str:
    """``docs/checks.md``: every code with its severity, section, reason and examples, in Markdown."""
    groups = [(severity, [c for c in CODES.values() if c.severity is severity]) for severity in _SEVERITIES]
    contents = (
        f"{_SEVERITIES[severity][0]}:\n\n" + "\n".join(f"- [`{c.code}`](#{c.code}) {c.title}" for c in codes)
        for severity, codes in groups
    )
    entries = (part for severity, codes in groups for part in _group(severity, codes))
    return _page("# What `mtgr` reports", _CHECKS_INTRO, "## Contents", *contents, *entries)


def _group(severity: Severity, codes: list[Code]) -> list[str]:
    heading, meaning = _SEVERITIES[severity]
    return [f"## {heading}", _linked(meaning), *map(_code, codes)]


def _code(entry: Code) -> str:
    return _page(
        f"### {entry.code}",
        f"**{entry.title}.** {entry.severity.value.capitalize()}, {_sections(entry)}.",
        _linked(entry.why),
        f"Wrong:\n\n{_fenced(entry.wrong)}",
        f"Right:\n\n{_fenced(entry.right)}",
    ).rstrip("\n")


# Every keyword


_KEYWORDS_INTRO = """\
Each statement has its shape, what it means, its section in the specification, the cause it takes, and an example.
Words in capitals are explained under [Placeholders](#placeholders). `[...]` may be left out, `[...]...` may be written
several times, and `a | b` is one or the other. Where no other place is given, a statement is an event: it stands at
level 1 in the pregame and at level 2 in a step.

On a line of a game body, the time and the indentation (two spaces a level) come before the statement. After it come a
cause, replacements, NAGs, a brace comment and a line comment, in this order, each only if there is one. A line that
begins with `%` is passed over.

```mtgr
1:06     "PlayerB" life 20 -> 17 by #9 replacement #15 $1 {A fine answer.} ; from the finals
```
"""


def keywords_page() -> str:
    """``docs/keywords.md``: every keyword of the format with its shape, meaning and an example, in Markdown."""
    chapters = [
        *((heading, intro, *map(_form, filter(belongs, FORMS))) for heading, intro, belongs in _groups()),
        *_tables(),
    ]
    contents = "\n".join(f"- [{heading}](#{_anchor(heading)})" for heading, *_ in chapters)
    parts = (part for heading, *body in chapters for part in (f"## {heading}", *body))
    return _page("# Every keyword of the format", _KEYWORDS_INTRO, "## Contents", contents, *parts)


def _groups() -> list[tuple[str, str, Callable[[Form], bool]]]:
    """The statements by subject: heading, introduction, and which forms belong there. Each form belongs to one."""
    return [
        ("Structure", "Lines that give the record its shape.", _of_structure),
        ("Introducing objects", "Each object gets its ID from one of these lines, before others name it.", _of_new),
        ("What objects do", "An object, then what happens to it or what it does.", _of_object),
        ("What players do", "A player, then what the player does or what changes for them.", _of_player),
        ("The game", "Events of the game as a whole.", _of_game),
        (
            "Decklist entries",
            "Under `deck`: the `main` entries first, each list sorted by name.",
            _at(Place.DECK_ENTRY),
        ),
        ("Keyframe entries", "Under `keyframe`: players, day or night, objects by ID.", _at(Place.KEYFRAME_ENTRY)),
        ("Stack entries", "Under `stack`: one for each object, top first.", _at(Place.STACK_ENTRY)),
        ("Extensions", "Data that the format does not define, under a prefix of its owner.", _of_extension),
    ]


def _at(place: Place) -> Callable[[Form], bool]:
    return lambda form: form.place is place


def _of_structure(form: Form) -> bool:
    return form.place in {Place.BLOCK, Place.KEYFRAME, Place.STEP, Place.STACK} or form.name == "incomplete"


def _of_new(form: Form) -> bool:
    return form.place is Place.EVENT and form.shape.startswith("new ")


def _of_object(form: Form) -> bool:
    return form.place is Place.EVENT and form.shape.startswith("{object:object} ")


def _of_player(form: Form) -> bool:
    return form.place is Place.EVENT and form.shape.startswith("{player:player} ")


def _of_extension(form: Form) -> bool:
    return form.shape.startswith("{extension:")


def _of_game(form: Form) -> bool:
    others = (_of_structure, _of_new, _of_object, _of_player, _of_extension)
    return form.place is Place.EVENT and not any(belongs(form) for belongs in others)


def _form(form: Form) -> str:
    place = "" if form.place is Place.EVENT else f" Place: {form.place.value}."
    return _page(
        f"### {form.name}",
        f"`{shape_text(form.shape)}`",
        f"{form.doc} *Section {form.section}.{place} Takes {form.cause.value}.*",
        _fenced(form.example + "\n"),
    ).rstrip("\n")


_LABELS = {
    "new": "ID", "string": "STRING", "int": "INTEGER", "sint": "INTEGER", "stack": "stack", "end": "top | bottom",
    "die": "dINTEGER", "ability": "KIND", "special": "SPECIAL", "source": "SOURCEID", "split": "SYMBOL",
    "extension": "PREFIX_name", "snapshot-choice": "CHOICE",
}  # fmt: skip
"""What a slot is called in a shape, where that is not its kind in capitals."""


def shape_text(shape: str) -> str:
    """A statement's shape for people: words as they are, slots as capitals, ``[...]`` for what may be left out.

    >>> shape_text("{player:player} add {mana:mana} [restriction {restriction:string}]")
    'PLAYER add MANA [restriction STRING]'
    """
    return " ".join(map(element_text, elements(shape)))


def element_text(element: Element) -> str:
    """A part of a shape for people (``shape_text``)."""
    match element:
        case Word(text):
            return text
        case Slot(_, kind):
            return _label(kind)
        case Optional(alternatives, repeated):
            inner = " | ".join(" ".join(map(element_text, each)) for each in alternatives)
            return f"[{inner}]..." if repeated else f"[{inner}]"


def _label(kind: str) -> str:
    return _LABELS.get(kind, kind.upper())


_CAUSES = (
    ("by ID", "The effect of this spell, ability or permanent.", "by #14"),
    ("by cost:ID", "Done to pay a cost of this spell, ability or special action.", "by cost:#14"),
    ("by PLAYER", "The player's own action; on a choice line, the player who chose.", 'by "PlayerB"'),
    ("by rule:NAME", "A rule of the game, one of those [below](#rule-names).", "by rule:sba"),
    ("by source:NAME", "Something outside the game: " + ", ".join(f"`{name}`" for name in words.SOURCES) + ".",
     "by source:clock"),
    ("by ?", "The cause is not known.", "by ?"),
    ("replacement ID", "After the cause: this object's replacement or prevention effect changed the event.",
     "by #18 replacement #15"),
)  # fmt: skip


def _tables() -> list[tuple[str, str, str]]:
    """The chapters after the statements: heading, introduction, table."""
    return [
        ("Choices", "`CHOICE` after `choose`, and repeated in stack entries (section 7.2).", _choices()),
        ("Causes", "Why something happened (section 8); the last part of a statement.", _causes()),
        ("Rule names", "After `by rule:` (section 8).", _words(words.RULES)),
        ("Source names", "After `by source:` (section 8).", _words(words.SOURCES)),
        ("Zones", "Section 6.7.", _words(words.ZONES)),
        ("Steps", "In the order of a turn (section 9.2).", _words(words.STEPS)),
        ("Kinds of ability", "`KIND` of a new or repeated ability (section 6.5).", _words(words.ABILITY_KINDS)),
        ("Actions", "`ACTION` after `as` in a move (section 7.1).", _words(words.ACTIONS)),
        ("Special actions", "`SPECIAL` after `special` (section 7.3).", _words(words.SPECIAL_ACTIONS)),
        ("NAGs", "Judgements, `$0` to `$255` (section 11). PGN gives these a meaning:", _nags()),
        ("Variations", _VARIATIONS_INTRO, _fenced(_VARIATION)),
        ("Tags", _TAGS_INTRO, _tags()),
        ("Termination values", "Of the `Termination` tag (section 4.4).", _words(TERMINATIONS)),
        ("Results", "Of the `Result` tag and the result line (sections 3 and 4.2).", _words(words.RESULTS)),
        ("Placeholders", _PLACEHOLDERS_INTRO, _placeholders()),
    ]


def _words(meanings: dict[str, str]) -> str:
    return _table(("word", "meaning"), ((f"`{word}`", meaning) for word, meaning in meanings.items()))


def _choices() -> str:
    rows = ((f"`{shape_text(shape)}`", doc, f"`{example}`") for shape, doc, example in CHOICES.values())
    return _table(("choice", "meaning", "example"), rows)


def _causes() -> str:
    return _table(("cause", "meaning", "example"), ((f"`{form}`", doc, f"`{text}`") for form, doc, text in _CAUSES))


def _nags() -> str:
    def glyph(number: int) -> str:
        return f" (`{words.GLYPHS[number][0]}`)" if number in words.GLYPHS else ""

    return _table(("NAG", "meaning"), ((f"`${n}`", meaning + glyph(n)) for n, meaning in words.NAGS.items()))


_VARIATIONS_INTRO = """\
An alternative to the line before it, between brackets on lines of their own (section 12). Every time inside is `-`, and
an object that exists only there has a hypothetical ID.
"""

_VARIATION = """\
1:06     "PlayerB" life 20 -> 17 by #9
-     (
-       new token #h1 "Goblin" owner "PlayerB" in battlefield pt 1/1 by #9
-     )
"""

_TAGS_INTRO = f"""\
Section 4. The required tags come first and in this order, any others after them sorted by name. Tags of an application
begin with its prefix: {", ".join(f"`{prefix}_`" for prefix in words.PREFIXES)}.
"""


def _tags() -> str:
    return _table(
        ("tag", "", "meaning"),
        (
            (f"`{t.name}`", "required" if t.required else "", t.doc + (f" Form: {t.wants}." if t.wants else ""))
            for t in REQUIRED + OPTIONAL
        ),
    )


_PLACEHOLDERS_INTRO = """\
The words in capitals in the shapes above. An object is written as its ID, and its name follows in quotes if it has a
known one.
"""

_EXPLAINED = {
    "ACTION": "actions", "CHOICE": "choices", "KIND": "kinds-of-ability", "SPECIAL": "special-actions", "STEP": "steps",
    "ZONE": "zones",
}  # fmt: skip
"""Placeholders that a table of their own lists, and the anchor of that table."""


def _placeholders() -> str:
    def linked(label: str) -> str:
        return f"[`{label}`](#{_EXPLAINED[label]})" if label in _EXPLAINED else f"`{label}`"

    # The kinds of slot that share a label with a plainer kind say nothing new.
    meanings = {_label(kind): meaning for kind, (_, meaning) in KINDS.items() if kind not in {"new", "snapshot-choice"}}
    in_capitals = sorted(label for label in meanings if not label.islower())
    return _table(("placeholder", "what stands there"), ((linked(label), meanings[label]) for label in in_capitals))


# Markdown


def _page(*parts: str) -> str:
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _fenced(lines: str) -> str:
    return f"```mtgr\n{lines}```"


def _linked(text: str) -> str:
    """The text with each R number as a link into the readings."""
    return re.sub(r"\bR([0-9]+)\b", r"[R\1](readings.md#r\1)", text)


def _table(header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    def line(cells: tuple[str, ...]) -> str:
        return "| " + " | ".join(cell.strip().replace("|", "\\|") for cell in cells) + " |"

    return "\n".join([line(header), line(tuple("---" for _ in header)), *map(line, rows)])


def _anchor(heading: str) -> str:
    return heading.lower().replace(" ", "-")


PAGES: dict[str, Callable[[], str]] = {
    "checks.md": checks_page,
    "keywords.md": keywords_page,
    "statements.md": statements_page,
}
"""Name of each page in ``docs/``, and what renders it."""


def write(docs: Path) -> None:
    """Writes all pages into a folder, as UTF-8 with LF line ends on every system. Raises OSError if it cannot."""
    for name, render in PAGES.items():
        (docs / name).write_bytes(render().encode())


def main() -> None:
    """Rewrites the pages of the repository whose root is the current folder; exits with a sentence if it is none."""
    docs = Path("docs")
    if not docs.is_dir():
        sys.exit("There is no folder docs here: run this in the root of the repository.")
    write(docs)


if __name__ == "__main__":
    main()
