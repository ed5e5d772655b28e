"""Writes the TextMate grammars and the snippets from the tables of the format (``server/mtgr/spec``).

Usage: grammar.py [FOLDER], where FOLDER is ``editors/vscode`` by default. A test fails when the files there are stale.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HERE.parents[1] / "server"))

# ruff: noqa: E402 - what follows is found by the line above
from mtgr.spec import words
from mtgr.spec.shapes import BY_KEY, ID, STRING, TIME, Element, Optional, Slot, Word, elements
from mtgr.spec.statements import CHOICES, FORMS, SNAPSHOT_TARGET
from mtgr.spec.tags import EXTENSION_TAG, OPTIONAL, REQUIRED, TAGS

Rule = dict[str, Any]

STRUCTURE = "keyword.control.structure"
EVENT = "keyword.other.event"
WORD = "keyword.other.word"
OBJECT = "variable.other.object"
PLAYER = "entity.name.type.player"
ZONE = "constant.language.zone"
OPERATOR = "keyword.operator"
NUMBER = "constant.numeric"

NOTE = "Written by editors/vscode/scripts/grammar.py from the tables in server/mtgr/spec. Do not edit."
END = "(?= |$)"
BLOCKS = ("deck", "pregame", "turn", "keyframe", "stack", "incomplete")


def grammar() -> Rule:
    """The grammar of the format: lines by what they begin with, and in a body line its tokens."""
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "comment": NOTE,
        "name": "Magic game record",
        "scopeName": "source.mtgr",
        "patterns": [include(name) for name in ("escape-line", "tag", "result", "bracket", "line")],
        "repository": {
            "escape-line": {"match": "^%.*$", "name": scope("comment.line.percentage")},
            "tag": tag(),
            "result": {"match": rf"^(?:{one_of(words.RESULTS)})$", "name": scope("constant.language.result")},
            "bracket": rule(
                r"^(-)( +)([()])(?= *$)", {1: f"{NUMBER}.time", 3: "punctuation.section.variation"}
            ),
            "line": {
                "begin": rf"^(?:({TIME})|(-))(?= )",
                "end": "$",
                "beginCaptures": captures({1: f"{NUMBER}.time", 2: f"{NUMBER}.time"}),
                "patterns": [include("statement"), include("tokens")],
            },
            "statement": {"patterns": list(statements())},
            "tokens": {"patterns": list(tokens())},
            "string": string("string.quoted.double"),
            "player": string(PLAYER),
            "name": string(OBJECT),
        },
    }  # fmt: skip


def tag() -> Rule:
    """A tag line; tags that the format does not know are extensions or plain."""
    known = one_of(TAGS)
    return {
        "begin": rf"^(\[)(?:({known})|({EXTENSION_TAG})|([A-Za-z0-9_]*))(?=[ \]]|$)",
        "end": r"(\])|$",
        "beginCaptures": captures(
            {
                1: "punctuation.definition.tag.begin",
                2: "entity.name.tag",
                3: "entity.name.tag.extension",
                4: "entity.other.attribute-name",
            }
        ),
        "endCaptures": captures({1: "punctuation.definition.tag.end"}),
        "patterns": [include("string")],
    }


def statements() -> Iterator[Rule]:
    """What stands first on a line, behind its time and indentation, found where the last match ended."""
    start = r"\G +"
    yield rule(rf"{start}(new) ({one_of(kinds_of_new())}){END}", {1: EVENT, 2: WORD})
    yield rule(rf"{start}({ID})(?: ({STRING}))? ({one_of(verbs('#'))}){END}", {1: OBJECT, 2: "$name", 3: EVENT})
    yield rule(rf"{start}({STRING}) ({one_of(verbs(chr(34)))}){END}", {1: "$player", 2: EVENT})
    yield rule(rf"{start}(turn) ([0-9]+) ({STRING}){END}", {1: STRUCTURE, 2: NUMBER, 3: "$player"})
    yield rule(rf"{start}({one_of(BLOCKS)}){END}", {1: STRUCTURE})
    yield rule(rf"{start}({one_of(words.STEPS)}){END}", {1: f"{STRUCTURE}.step"})
    yield rule(rf"{start}({one_of(openings())}){END}", {1: EVENT})
    yield rule(rf"{start}({EXTENSION_TAG}){END}", {1: "entity.name.function.extension"})


def tokens() -> Iterator[Rule]:
    """The rest of a line, in the order in which the rules are tried."""
    mana = rf"(?:\{{(?:[0-9]+|[{words.COST_SYMBOLS}])\}})+"
    yield rule(r"(?<= );.*$", {0: "comment.line.semicolon"})
    yield rule(rf"(?<= )(\$[0-9]+){END}", {1: "entity.name.function.decorator.nag"})
    symbol = {1: WORD, 2: f"{NUMBER}.mana", 3: f"{NUMBER}.mana"}
    yield rule(rf"(?<= )(symbol) (\{{[^}}]*\}}) (life|\{{.\}}){END}", symbol)
    yield rule(rf"{after(words_before({'mana', 'cost'}))}({mana}){END}", {1: f"{NUMBER}.mana"})
    yield rule(r"(?<= )\{[^}]*(\}|$)", {0: "comment.block"})
    yield from causes()
    # A player's name, an emblem's text behind its ID, and a card's name differ by what comes before them.
    yield rule(rf"{after(words_before({'player', 'target'}))}({STRING}){END}", {1: "$player"})
    yield rule(rf"{after(zone for zone in words.ZONES if zone != 'outside')}({STRING}){END}", {1: "$player"})
    yield rule(rf"{after(['emblem'])}({ID}) ({STRING})", {1: OBJECT, 2: "$string"})
    yield rule(rf"(?<= )({ID})(?: ({STRING}))?", {1: OBJECT, 2: "$name"})
    yield include("string")
    yield rule("(?<= )(->)(?= )", {1: OPERATOR})
    yield rule(rf"(?<= )(-?[0-9]+/-?[0-9]+|none|\?){END}", {1: f"{NUMBER}.power-toughness"})
    yield rule(rf"(?<= )({TIME})(?: ({STRING}))?{END}", {1: f"{NUMBER}.time", 2: "$player"})
    yield rule(rf"(?<= )(d?-?[0-9]+){END}", {1: NUMBER})
    yield rule(rf"{after(words_before({'source'}))}([a-z]+:[A-Za-z0-9._-]+){END}", {1: "constant.other.source"})
    yield rule(rf"(?<= )({one_of(words.ZONES)}){END}", {1: ZONE})
    yield rule(rf"(?<= )({one_of(values())}){END}", {1: "constant.language"})
    yield rule(rf"(?<= )({one_of(inner_words())}){END}", {1: WORD})


def causes() -> Iterator[Rule]:
    """Causes and replacements (section 8)."""
    rules, sources = one_of(words.RULES), one_of(words.SOURCES)
    yield rule(rf"(?<= )(by) (rule:)({rules}){END}", {1: OPERATOR, 2: OPERATOR, 3: "constant.language.rule"})
    yield rule(rf"(?<= )(by) (source:)({sources}){END}", {1: OPERATOR, 2: OPERATOR, 3: "constant.language.source"})
    yield rule(rf"(?<= )(by) (cost:)({ID}){END}", {1: OPERATOR, 2: OPERATOR, 3: OBJECT})
    yield rule(rf"(?<= )(by) ({STRING}){END}", {1: OPERATOR, 2: "$player"})
    yield rule(rf"(?<= )(by|replacement) ({ID}|\?){END}", {1: OPERATOR, 2: OBJECT})


# What the tables say


def parts(elements_: Iterable[Element]) -> Iterator[Element | None]:
    """All words and slots of a shape in order; None where what follows does not follow what came before."""
    for part in elements_:
        if isinstance(part, Optional):
            for alternative in part.alternatives:
                yield None
                yield from parts(alternative)
            yield None
        else:
            yield part


def shapes() -> Iterator[tuple[Element, ...]]:
    yield from (elements(form.shape) for form in FORMS)
    yield from (elements(shape) for shape, _, _ in CHOICES.values())
    yield elements(SNAPSHOT_TARGET)


def words_before(kinds: set[str]) -> list[str]:
    """The words that stand straight before slots of these kinds."""
    found: set[str] = set()
    for shape in shapes():
        before: Element | None = None
        for part in parts(shape):
            if isinstance(part, Slot) and part.kind in kinds and isinstance(before, Word):
                found.add(before.text)
            before = part
    return sorted(found)


def inner_words() -> list[str]:
    """Every word of every shape, and those of choices."""
    return sorted({part.text for shape in shapes() for part in parts(shape) if isinstance(part, Word)} - {"->"})


def values() -> list[str]:
    """The words that fill slots, besides zones."""
    tables = (words.ACTIONS, words.ABILITY_KINDS, words.SPECIAL_ACTIONS, words.COLORS)
    return sorted({"top", "bottom", "life"} | {word for table in tables for word in table})


def verbs(subject: str) -> list[str]:
    """The words of statements about an object (``#``) or a player (``"``), and those of entries about them."""
    found = {key[1:] for key in BY_KEY if key.startswith(subject)}
    return sorted(found - set(words.ZONES) - set(words.ABILITY_KINDS) - {"controller", "face", "fused"})


def kinds_of_new() -> list[str]:
    return sorted(key.removeprefix("new ") for key in BY_KEY if key.startswith("new "))


def openings() -> list[str]:
    """The words of statements about neither, that are not headers."""
    plain = {key for key in BY_KEY if key[0] not in '#"' and " " not in key}
    return sorted(plain - set(words.STEPS) - set(BLOCKS) - {"extension"})


# Rules


def rule(match: str, scopes: dict[int, str]) -> Rule:
    """A rule for one match. A scope ``$X`` stands for the rule X of the repository, which scopes strings inside."""
    return {"match": match, "captures": captures(scopes)} if scopes else {"match": match}


def captures(scopes: dict[int, str]) -> Rule:
    return {str(number): captured(name) for number, name in scopes.items()}


def captured(name: str) -> Rule:
    return {"patterns": [include(name[1:])]} if name.startswith("$") else {"name": scope(name)}


def string(name: str) -> Rule:
    """A string with its escapes, of which there are three (section 2)."""
    return {
        "begin": '"',
        "end": '"|$',
        "name": scope(name),
        "patterns": [
            {"match": r'\\["\\n]', "name": scope("constant.character.escape")},
            {"match": r"\\.", "name": scope("invalid.illegal.escape")},
        ],
    }


def scope(name: str) -> str:
    return f"{name}.mtgr"


def include(name: str) -> Rule:
    return {"include": f"#{name}"}


def after(options: Iterable[str]) -> str:
    """Looks behind: straight after one of some words."""
    return f"(?<={'|'.join(f' {re.escape(word)} ' for word in options)})".replace(r"\-", "-").replace("\\ ", " ")


def one_of(options: Iterable[str]) -> str:
    """Any of some words, longest first, so that none hides one that begins with it."""
    return "|".join(sorted(map(re.escape, options), key=lambda word: (-len(word), word))).replace(r"\-", "-")


def codeblock() -> Rule:
    """Games in Markdown, between fences that say ``mtgr``."""
    return {
        "comment": NOTE,
        "scopeName": "markdown.mtgr.codeblock",
        "injectionSelector": "L:text.html.markdown",
        "patterns": [include("fence")],
        "repository": {
            "fence": {
                "name": "markup.fenced_code.block.markdown",
                "begin": r"(^|\G)(\s*)(`{3,}|~{3,})\s*(?i:(mtgr)(?=\s|$)[^`]*)$",
                "end": r"(^|\G)(\2|\s{0,3})(\3)\s*$",
                "beginCaptures": {
                    "3": {"name": "punctuation.definition.markdown"},
                    "4": {"name": "fenced_code.block.language.markdown"},
                },
                "endCaptures": {"3": {"name": "punctuation.definition.markdown"}},
                "patterns": [
                    {
                        "begin": r"(^|\G)(\s*)(.*)",
                        "while": r"(^|\G)(?!\s*([`~]{3,})\s*$)",
                        "contentName": "meta.embedded.block.mtgr",
                        "patterns": [{"include": "source.mtgr"}],
                    }
                ],
            }
        },
    }


def snippets() -> Rule:
    """What a completion of one statement cannot give: whole parts of a file."""
    given = {"Mtgr": words.FORMAT_VERSION, "Date": "$CURRENT_YEAR.$CURRENT_MONTH.$CURRENT_DATE", "Game": "1"}
    choices = {"Result": f"${{4|{','.join(words.RESULTS)}|}}", "Perspective": "${2:PlayerA}"}
    holes = {"Event": "${1:?}", "Site": "?", "Round": "-", "Player1": "${2:PlayerA}", "Player2": "${3:PlayerB}"}
    filled = {**given, **choices, **holes, "Format": "${5:?}", "Match": "${6:?}"}
    tags = [f'[{tag.name} "{filled[tag.name]}"]' for tag in REQUIRED]
    return {
        "Game": {
            "prefix": "game",
            "description": "A whole game: its tags in their order, and an empty body",
            "body": [
                *tags,
                "",
                '0:00 deck "${2:PlayerA}" unknown',
                "0:00 pregame",
                "0:00   keyframe",
                '0:00     player "${2:PlayerA}" life 20 poison 0 library 60',
                '0:00     player "${3:PlayerB}" life 20 poison 0 library 60',
                "0:00   $0",
                "$4",
            ],
        },
        "Variation": {
            "prefix": "variation",
            "description": "Another way the game could have gone, in place of the line above (section 12)",
            "body": ["- ${1:    }(", "- ${1:    }  $0", "- ${1:    })"],
        },
        "Optional tag": {
            "prefix": "tag",
            "description": "A tag that may follow the required ones",
            "body": [f'[${{1|{",".join(tag.name for tag in OPTIONAL)}|}} "$2"]'],
        },
    }


def files() -> dict[str, str]:
    """The files, by their paths in the extension's folder."""
    made = {
        "syntaxes/mtgr.tmLanguage.json": grammar(),
        "syntaxes/codeblock.tmLanguage.json": codeblock(),
        "snippets/mtgr.json": snippets(),
    }
    return {path: json.dumps(content, indent=2, ensure_ascii=False) + "\n" for path, content in made.items()}


def main(folder: Path) -> None:
    for path, text in files().items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
