"""Mistakes of one certain kind each, made at a random place of a text: what quick fixes are there for.

Each takes the lines of a valid text and gives them back with the mistake, or None where it cannot be made. Everything
comes from the ``random.Random`` that is handed in.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable

from mtgr.spec.words import ZONES
from mtgr.syntax.line import Line, kind_of

Damage = Callable[[random.Random, list[str]], list[str] | None]


def _in_a_line(pattern: str, change: Callable[[random.Random, re.Match[str]], str]) -> Damage:
    """Something else in the place of what a pattern finds in a line of the main line."""
    compiled = re.compile(pattern)

    def damage(rng: random.Random, lines: list[str]) -> list[str] | None:
        places = [n for n, text in enumerate(lines) if text[:1].isdigit() and compiled.search(text)]
        if not places:
            return None
        n = rng.choice(places)
        match = rng.choice(list(compiled.finditer(lines[n])))
        text = lines[n][: match.start()] + change(rng, match) + lines[n][match.end() :]
        return [*lines[:n], text, *lines[n + 1 :]] if text != lines[n] else None

    return damage


def _without(pattern: str, deeper: bool = False) -> Damage:
    """Without a line in which a pattern is found, and what stands deeper below it."""
    compiled = re.compile(pattern)

    def damage(rng: random.Random, lines: list[str]) -> list[str] | None:
        places = [n for n, text in enumerate(lines) if text[:1].isdigit() and compiled.search(text)]
        if not places:
            return None
        n = end = rng.choice(places)
        end += 1
        while deeper and kind_of(lines[end]) == "body" and Line(lines[end]).level > Line(lines[n]).level:
            end += 1
        return lines[:n] + lines[end:]

    return damage


def _other_zone(rng: random.Random, match: re.Match[str]) -> str:
    return match[1] + rng.choice([zone for zone in ZONES if zone not in ("outside", match[2])])


def _reversed(rng: random.Random, match: re.Match[str]) -> str:
    return "".join(reversed(re.findall(r"\{\w+\}", match[0])))


def _annotated(rng: random.Random, match: re.Match[str]) -> str:
    return " {a comment} $1"


def _result(rng: random.Random, lines: list[str]) -> list[str] | None:
    places = [n for n, text in enumerate(lines) if text in ("1-0", "0-1") or text.startswith('[Result "')]
    n = rng.choice(places)
    new = rng.choice(("1-0", "0-1"))
    text = f'[Result "{new}"]' if lines[n].startswith("[") else new
    return [*lines[:n], text, *lines[n + 1 :]] if text != lines[n] else None


def _tags(rng: random.Random, lines: list[str]) -> list[str] | None:
    places = [n for n, text in enumerate(lines) if text[:1] == "[" and lines[n + 1][:1] == "["]
    n = rng.choice(places)
    return [*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]]


def _ids(rng: random.Random, lines: list[str]) -> list[str] | None:
    """All numbers from one on are higher by one, in one game."""
    numbers = [int(number) for text in lines for number in re.findall(r" new \w+ #(\d+) ", text)]
    if sum(text.startswith("[Mtgr") for text in lines) > 1 or not numbers:
        return None
    first = rng.choice(numbers)

    def higher(match: re.Match[str]) -> str:
        return f"#{int(match[1]) + (int(match[1]) >= first)}"

    return [re.sub(r"(?<![\w#])#(\d+)", higher, text) if text[:1] in "0123456789-" else text for text in lines]


def _entries_swapped(rng: random.Random, lines: list[str]) -> list[str] | None:
    places = [
        n for n in range(len(lines) - 1) if all(re.match(r"\d\S* +(main|side) ", text) for text in lines[n : n + 2])
    ]
    if not places:
        return None
    n = rng.choice(places)
    return [*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]]


def _bracket(rng: random.Random, lines: list[str]) -> list[str] | None:
    """Without a bracket of a variation, or with one twice."""
    places = [n for n, text in enumerate(lines) if kind_of(text) in ("open", "close")]
    if not places:
        return None
    n = rng.choice(places)
    return lines[:n] + rng.choice(([], [lines[n], lines[n]])) + lines[n + 1 :]


def _under_annotated(*names: str) -> Damage:
    """Another mistake, with annotations behind all ``keyframe``, ``stack`` and ``priority`` lines, and escape lines."""

    def damage(rng: random.Random, lines: list[str]) -> list[str] | None:
        found: list[str] = []
        for text in lines:
            head = re.search(r"\A\d\S* +(?:keyframe|stack|\".*\" priority)\Z", text) is not None
            found += [f"{text} {{all}} ; of it", "% it"] if head else [text]
        return DAMAGES[rng.choice(names)](rng, found)

    return damage


DAMAGES: dict[str, Damage] = {
    "old value": _in_a_line(r"(?<=(?:life|ison) )\d+(?= ->)", lambda rng, match: str(int(match[0]) + 3)),
    "old power and toughness": _in_a_line(r"(?<=pt )\d+/\d+(?= ->)", lambda rng, match: f"1{match[0]}"),
    "old count": _in_a_line(r'(?<=" )\d+(?= ->)', lambda rng, match: str(int(match[0]) + 3)),
    "name": _in_a_line(r'(?<=#\d )"[^"]{4,}"', lambda rng, match: f'{match[0][:-2]}"'),
    "no name": _in_a_line(r'(?<=#\d) "[^"]*"(?= (?:tap|untap|play|cast|move))', lambda rng, match: ""),
    "source zone": _in_a_line(r"( (?:move|from) )(library|hand|graveyard|battlefield|stack|exile)", _other_zone),
    "snapshot missing": _without(r" stack\Z", deeper=True),
    "snapshot wrong": _in_a_line(r'(?<= controller "...") .*\Z', lambda rng, match: ""),
    "snapshot entry missing": _without(r'\A\S+ {9,}#.* controller "'),
    "keyframe missing": _without(r"   keyframe\Z", deeper=True),
    "keyframe line missing": _without(r"   keyframe\Z"),
    "keyframe wrong": _in_a_line(r"(?<= library )\d+", lambda rng, match: str(int(match[0]) + 3)),
    "keyframe entry missing": _without(r"\A\S+ {5}#\d+ .*(?:hand|battlefield|graveyard)(?! ->)"),
    "lost mana": _without(r" lose-mana "),
    "level": _in_a_line(r"(?<=[\d-])   +", lambda rng, match: match[0] + rng.choice((" ", "  "))),
    "spaces": _in_a_line(r"(?<=\w) (?=\w)", lambda rng, match: rng.choice(("  ", "\t"))),
    "leading zeros": _in_a_line(r"(?<= )[1-9]\d*(?= |\Z)", lambda rng, match: f"0{match[0]}"),
    "mana order": _in_a_line(r"(?:\{[WUBRGC]\})+(?= by)", _reversed),
    "result": _result,
    "tag order": _tags,
    "normalization": _in_a_line(r"[à-ý]", lambda rng, match: unicodedata.normalize("NFD", match[0])),
    "annotations": _in_a_line(r"(?<=pass)\Z|(?<=by \?)\Z", _annotated),
    "annotations before the cause": _in_a_line(
        r" by (?:\?|#\d+|rule:[a-z-]+)\Z", lambda rng, match: f" $1 {{so}}{match[0]}"
    ),
    "no space before an annotation": _in_a_line(r"(?<=[a-z?]) (?=;)", lambda rng, match: ""),
    "bracket": _bracket,
    "entries below annotated lines": _under_annotated(
        "snapshot wrong", "snapshot entry missing", "keyframe wrong", "keyframe entry missing", "keyframe line missing"
    ),
    "entry that cannot be read": _in_a_line(
        r"(?<= )(?:hand|graveyard|controller)(?= \"[^\"]*\"\Z)", lambda rng, match: f"{match[0]} x"
    ),
    "time of an entry": _in_a_line(
        r"\A\d+:\d\d(?= {5}(?:player|#\d+ (?:\"[^\"]*\" )?hand))", lambda rng, match: "59:00"
    ),
    "IDs": _ids,
    "decklist": _entries_swapped,
}
