"""``docs/statements.md``: the statements with their slots, for programs that read or write them."""

from __future__ import annotations

import keyword
from collections.abc import Iterator

from mtgr.spec.shapes import KINDS, Element, Optional, Slot, Word, captured, elements, repeated_name
from mtgr.spec.statements import CHOICES, FORMS, SNAPSHOT_TARGET, Cause

_INTRO = """\
# Statements by name

The names and slots of statements in [the API](api.md): those of `Statement.name` and `Statement.slots` when a game is
read, and the arguments of `GameWriter.write`, `GameWriter.new` and `statement` when one is written. Slots in brackets
may be left out. A slot whose name is a word of Python is written with an underscore after it, as in `from_="hand"`; in
`Statement.slots` it has none. What each statement means is in [keywords.md](keywords.md).
"""

_VALUES = """\
## Values

A slot holds a string, as the file writes it, but for these:

| slot | value |
| --- | --- |
| a player, a name or a text | a string without quotes, its escapes undone; `None` for a text that stands as `?` |
| an ID or an object | a `Ref`: its ID (`"#7"`), with the name beside it as its `name`; a number will do to write it |
| a target | a `Ref`, or the name of a player |
| a number | an `int` (`Digits`, a string, beyond 4,000 digits) |
| a word that may be left out | `True` |
| what may be repeated | a tuple with an item for each; a pair where an item has two values |
| a choice | a tuple of its first word and its values, see below |

A cause (`by`) is a string as the file writes it, without the word `by`: `#7`, `cost:#7`, `rule:draw`, `source:clock`,
`?`; a player stands in quotes there, which may be left out to write it.
"""


def statements_page() -> str:
    """``docs/statements.md``."""
    rows = [f"| `{form.name}` | {_slots(form.shape)} | {_cause(form.cause)} | `{form.example}` |" for form in FORMS]
    choices = {**{word: (shape, example) for word, (shape, _, example) in CHOICES.items()}, "target": _TARGET}
    choice_rows = [f"| {_tuple(word, shape)} | `{example}` |" for word, (shape, example) in choices.items()]
    return "\n".join(
        [
            _INTRO,
            "| statement | slots | cause | example |\n| --- | --- | --- | --- |",
            *rows,
            "",
            _VALUES,
            "## Choices\n\n`target` stands in stack snapshots alone; elsewhere it is a statement of its own.\n",
            "| value | example |\n| --- | --- |",
            *choice_rows,
            "",
        ]
    )


_TARGET = (SNAPSHOT_TARGET, 'target "PlayerB" amount 1')


def value_label(kind: str) -> str:
    """What a message or a page calls the value of a slot, which has no quotes."""
    return KINDS[kind][1].replace(" in quotes", "")


def _cause(cause: Cause) -> str:
    return {Cause.NONE: "none", Cause.CHOOSER: "`by PLAYER` if another player than the controller chose"}.get(
        cause, cause.value
    )


def _slots(shape: str) -> str:
    return ", ".join(_of_parts(elements(shape)))


def _of_parts(parts: tuple[Element, ...]) -> Iterator[str]:
    for part in parts:
        match part:
            case Slot(name, kind):
                yield f"`{_argument(name)}`: {value_label(kind)}"
            case Optional(alternatives, True):
                names = [slot.name for slot in captured(alternatives[0]) if not slot.name.endswith(" name")]
                item = f"each ({', '.join(names)})" if len(names) > 1 else "any number of them"
                yield f"[`{repeated_name(alternatives[0])}`: {item}]"
            case Optional(alternatives, False):
                yield "[" + " or ".join(", ".join(_of_parts(each)) or _flag(each) for each in alternatives) + "]"
            case Word():
                pass


def _flag(parts: tuple[Element, ...]) -> str:
    [word] = [part.text for part in parts if isinstance(part, Word)]
    return f"`{word}`"


def _argument(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) else name


def _tuple(word: str, shape: str) -> str:
    slots = [slot.name for slot in captured(elements(shape)) if not slot.name.endswith(" name")]
    return f'`("{word}", {", ".join(slots)})`' if slots else f'`("{word}",)`'
