"""Texts that no honest recorder writes: games of the conformance suite, damaged at random.

Everything comes from the ``random.Random`` that is handed in, so a seed gives the same texts again.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tests.support.disorder import disorder, reorder
from tests.support.mutations import mutate

CONFORMANCE = Path(__file__).parents[2] / "conformance"
LARGEST = 60_000
"""Characters of a damaged text at most, so that one case takes seconds at most."""

Damage = Callable[[random.Random, list[str]], list[str]]

PIECES = [
    "", " ", "  ", "\t", "\n", "\r", "\r\n", "\0", "\x01", "\x0b", "\x0c", "\x7f", "\x85", "\xa0", "\u2028", "\u2029",
    "\ufeff", "\u200b", "\u0301", "e\u0301", "\u202e", "🔥", "👩\u200d👩", "\ud83d", "\udd25", "\uffff", '"', '""',
    "\\", '\\"', "(", ")", "- (", "- )", "{", "}", "{}", "{W}", "{W}{W/U}", "{2/W/P}", ";", "; x", "%", "% x", "[", "]",
    "[]", '[X "y"]', "$", "$1", "$0", "$256", "$99999999999999999999", "#", "#0", "#1", "#01", "#h1", "#h0", "#7",
    "#99999", "#" + "9" * 40, "-", "->", "?", "*", "1-0", "0-1", "2-0", "½-½", "1/2-1/2", "0:00", "0:60", "1:2:3",
    "99999:59.999", "0", "1", "-1", "+1", "00", "9" * 30, "1/1", "*/*", "by", "by ?", "by #1", "by cost:#1",
    "by rule:sba", "rule:luck", "from", "of", "to", "owner", "controller", "in", "at", "from top", "top", "bottom",
    "hand", "library", "stack", "battlefield", "outside", "command", "new", "card", "token", "copy", "ability",
    "emblem", "spell", "tapped", "facedown", "0:00 pregame", "0:00 turn 1", '0:00 turn 1 "PlayerA"', "0:00   keyframe",
    "0:00     stack", "0:00   step upkeep", "0:00   incomplete", "0:00 gap", "x_y", "[x_y \"z\"]", "replacement",
    "suspended", "٣", "²",
]  # fmt: skip
"""What is put between the characters of a text, or in the place of a token."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]+')
_ID = re.compile(r"#h?\d+")
_NUMBER = re.compile(r"(?<![\w#])\d+")


@cache
def sources() -> list[list[str]]:
    """The lines of all conformance files, damaged ones too, with a piece of each that is too large."""
    found = []
    for path in sorted(CONFORMANCE.rglob("*.mtgr")):
        text = path.read_bytes().decode("utf-8", "surrogateescape")
        found.append(
            text[: text.rfind("\n", 0, LARGEST // 2) + 1].split("\n") if len(text) > LARGEST // 2 else text.split("\n")
        )
    return found


@cache
def valid() -> list[list[str]]:
    return [lines for lines in sources() if len(lines) > 3 and lines[0].startswith("[")]


def text(rng: random.Random) -> str:
    """A text, mostly a game with a few damages."""
    if rng.random() < 0.03:
        return "".join(rng.choice(PIECES) + rng.choice(("", " ", "\n")) for _ in range(rng.randrange(60)))
    return damaged(rng, list(rng.choice(valid() if rng.random() < 0.5 else sources())))


def damaged(rng: random.Random, lines: list[str]) -> str:
    """Lines with one damage, or two, or sometimes many."""
    damages = [damage for damage, weight in DAMAGES.items() for _ in range(weight)]
    count = min(int(rng.expovariate(0.4)) + 1, 25)
    for _ in range(count):
        lines = rng.choice(damages)(rng, lines) or [""]
        if sum(map(len, lines)) > LARGEST:
            lines = "\n".join(lines)[:LARGEST].split("\n")
    return "\n".join(lines)


def in_bytes(rng: random.Random, string: str) -> bytes:
    """A text as bytes, some of which may be damaged."""
    data = bytearray(string.encode("utf-8", "surrogatepass" if rng.random() < 0.5 else "replace"))
    for _ in range(rng.choice((0, 0, 1, 1, 3, 20)) if data else 0):
        n = rng.randrange(len(data))
        match rng.randrange(4):
            case 0:
                data[n] ^= 1 << rng.randrange(8)
            case 1:
                data[n] = rng.randrange(256)
            case 2:
                data[n:n] = rng.randbytes(rng.randrange(1, 5))
            case _:
                del data[n : n + rng.randrange(1, 5)]
                if not data:
                    break
    return bytes(data)


def _few(rng: random.Random, lines: list[str]) -> tuple[int, int]:
    """Where a few lines begin and end."""
    start = rng.randrange(len(lines))
    return start, min(len(lines), start + min(int(rng.expovariate(0.3)) + 1, 60))


def _mistake(rng: random.Random, lines: list[str]) -> list[str]:
    if not any(line[:1].isdigit() and " " in line for line in lines) or not any(line[:1] == "[" for line in lines):
        return lines
    try:
        return mutate(rng, lines).lines
    except (ValueError, LookupError):  # what is damaged already may hold numbers that are none
        return lines


def _drop(rng: random.Random, lines: list[str]) -> list[str]:
    start, end = _few(rng, lines)
    return lines[:start] + lines[end:]


def _double(rng: random.Random, lines: list[str]) -> list[str]:
    start, end = _few(rng, lines)
    return lines[:end] + lines[start:end] * rng.choice((1, 1, 1, 2, 30)) + lines[end:]


def _move(rng: random.Random, lines: list[str]) -> list[str]:
    start, end = _few(rng, lines)
    rest = lines[:start] + lines[end:]
    place = rng.randrange(len(rest) + 1)
    return rest[:place] + lines[start:end] + rest[place:]


def _cut(rng: random.Random, lines: list[str]) -> list[str]:
    place = rng.randrange(len(lines))
    line = lines[place]
    return [*lines[:place], line[: rng.randrange(len(line) + 1)]] if rng.random() < 0.7 else lines[place:]


def _borrow(rng: random.Random, lines: list[str]) -> list[str]:
    """Lines of another file."""
    other = rng.choice(sources())
    start, end = _few(rng, other)
    place = rng.randrange(len(lines) + 1)
    return lines[:place] + other[start:end] + lines[place:]


def _put(rng: random.Random, lines: list[str]) -> list[str]:
    """A piece between two characters."""
    n = rng.randrange(len(lines))
    place = rng.randrange(len(lines[n]) + 1)
    line = lines[n][:place] + rng.choice(PIECES) + lines[n][place + rng.choice((0, 0, 1)) :]
    return [*lines[:n], *line.split("\n"), *lines[n + 1 :]]


def _token(rng: random.Random, lines: list[str]) -> list[str]:
    """Another token in the place of one, from anywhere; or none; or the same twice."""
    n = rng.randrange(len(lines))
    tokens = list(_TOKEN.finditer(lines[n]))
    if not tokens:
        return lines
    token = rng.choice(tokens)
    other = _TOKEN.findall(rng.choice(lines if rng.random() < 0.7 else rng.choice(sources())))
    new = rng.choice(["", f"{token[0]} {token[0]}", *(other or [""]), *rng.choices(PIECES, k=2)])
    return [*lines[:n], *(lines[n][: token.start()] + new + lines[n][token.end() :]).split("\n"), *lines[n + 1 :]]


def _replaced(pattern: re.Pattern[str], new: Callable[[random.Random, str], str]) -> Damage:
    """Something else in the place of one thing, in a line or wherever it stands."""

    def damage(rng: random.Random, lines: list[str]) -> list[str]:
        n = rng.randrange(len(lines))
        found = pattern.findall(lines[n])
        if not found:
            return lines
        old = rng.choice(found)
        text = new(rng, old)
        if rng.random() < 0.4:
            return [line.replace(old, text) for line in lines]
        return [*lines[:n], lines[n].replace(old, text, 1), *lines[n + 1 :]]

    return damage


def _other_number(rng: random.Random, old: str) -> str:
    return rng.choice(
        ("0", "1", "2", f"0{old}", f"{old}0", f"-{old}", "9" * 25, str(int(old[:20]) + 1) if old.isascii() else "3")
    )


def _other_id(rng: random.Random, old: str) -> str:
    return rng.choice(("#1", "#2", "#h1", "#h2", "#0", f"{old}1", old[:-1], f"#{rng.randrange(1, 60)}", "#" + "9" * 25))


def _indent(rng: random.Random, lines: list[str]) -> list[str]:
    start, end = _few(rng, lines)
    wider = rng.choice((-4, -2, -1, 1, 2, 40))
    return [*lines[:start], *(_wider(line, wider) for line in lines[start:end]), *lines[end:]]


def _wider(line: str, spaces: int) -> str:
    head, gap, rest = line.partition(" ")
    if not gap:
        return line
    bare = rest.lstrip(" ")
    return f"{head} {' ' * max(len(rest) - len(bare) + spaces, 0)}{bare}"


def _variation(rng: random.Random, lines: list[str]) -> list[str]:
    """A few lines as a variation where they stand, or behind themselves, or nested in itself."""
    start, end = _few(rng, lines)
    inside = ["-" + line[line.find(" ") :] if " " in line else line for line in lines[start:end]]
    level = " " * rng.choice((1, 3, 5, 7))
    for _ in range(rng.choice((1, 1, 1, 2, 40))):
        inside = [f"-{level}(", *inside, f"-{level})"]
    if rng.random() < 0.2:
        inside.pop(rng.randrange(len(inside)))
    return lines[: end if rng.random() < 0.7 else start] + inside + lines[end:]


def _ends(rng: random.Random, lines: list[str]) -> list[str]:
    """Other line ends, a byte-order mark, no or more lines at the end."""
    match rng.randrange(6):
        case 0:
            return [f"{line}\r" for line in lines]
        case 1:
            return [f"{line}\r" if rng.random() < 0.1 else line for line in lines]
        case 2:
            return ["\r".join(lines)]
        case 3:
            return ["\ufeff" + lines[0], *lines[1:]]
        case 4:
            return [*lines, *[rng.choice(("", "", " ", "x"))] * rng.randrange(4)]
        case _:
            return lines[:-1]


def _long(rng: random.Random, lines: list[str]) -> list[str]:
    """One token, or one piece, very often."""
    n = rng.randrange(len(lines))
    found = _TOKEN.findall(lines[n]) or [""]
    piece = rng.choice([rng.choice(found), *rng.choices(PIECES, k=2)]).replace("\n", "")
    place = rng.randrange(len(lines[n]) + 1)
    many = (piece + rng.choice(("", " "))) * rng.choice((20, 300, 2000))
    return [*lines[:n], lines[n][:place] + many + lines[n][place:], *lines[n + 1 :]]


def _annotated(rng: random.Random, lines: list[str]) -> list[str]:
    note = rng.choice((" $1", " {a #1 comment}", " ; see check-9 #2", " {unclosed", " $1 $2 {x} ; y", " {x} {y}", " $"))
    return [line + note if rng.random() < 0.1 else line for line in lines]


def _in_disorder(rng: random.Random, lines: list[str]) -> list[str]:
    try:
        return disorder(rng, reorder(rng, lines))
    except (ValueError, LookupError):  # they are made for texts that can be read
        return lines


DAMAGES: dict[Damage, int] = {
    _mistake: 6, _drop: 3, _double: 2, _move: 3, _cut: 1, _borrow: 3, _put: 5, _token: 6, _indent: 2, _variation: 2,
    _replaced(_NUMBER, _other_number): 3, _replaced(_ID, _other_id): 3, _ends: 1, _long: 1, _annotated: 1,
    _in_disorder: 1,
}  # fmt: skip
"""What is done to lines, and how often as against the others."""
