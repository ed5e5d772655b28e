"""The documents that are measured: recorded games put together, and as many lines in the languages of other servers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import cycle, islice
from pathlib import Path

from tests.bench import truth

ROOT = Path(__file__).resolve().parents[2]
VALID = ROOT / "conformance" / "valid"


@dataclass(frozen=True)
class Peculiar:
    """A document for another server. Typing ``letter`` at a place makes it wrong, taking it away makes it right."""

    text: str
    line: int
    """0-based, as ``character`` is, and past the middle of the document."""
    character: int
    letter: str


Make = Callable[[int], Peculiar]
"""Makes a document of exactly so many lines."""


@lru_cache
def games() -> tuple[str, ...]:
    """The recorded and generated games of the conformance suite, each as a text that ends with its result line.

    Games in whose variations something looks wrong are left out: the server says so, and what is measured is the
    way to one finding in a text without any, here as in the documents for other servers. Short files come first, so
    that a short document can be made of them.
    """
    folders = [VALID / "recorded", VALID / "generated"]
    files = [path for folder in folders for path in sorted(folder.glob("*.mtgr"), key=lambda path: path.stat().st_size)]
    found = []
    for path in files:
        first, *others = path.read_bytes().decode().split('[Mtgr "')[1:]
        found += [f'[Mtgr "{game}'.rstrip("\n") + "\n" for game in (first, *others)]
    return tuple(game for game in found if not truth.fresh(game.split("\n")))


def league(lines: int) -> str:
    """Games one after the other, up to the game end that is nearest to this number of lines.

    Each round of games is a match of its own, so that no game has to do with a copy of itself.
    """
    parts: list[str] = []
    count = 0
    for number, game in enumerate(cycle(games())):
        more = game.count("\n") + bool(parts)  # an empty line stands between games
        if parts and abs(count + more - lines) >= abs(count - lines):
            return "\n".join(parts)
        parts.append(game.replace('[Match "', f'[Match "{number // len(games())}-'))
        count += more
    raise AssertionError("the conformance suite has games")


def filled(lines: int, block: Callable[[int], list[str]], head: list[str], filler: str) -> list[str]:
    """Numbered blocks after a head, and lines of filler so that there are exactly this many lines."""
    found = list(head)
    number = 0
    while len(found) + len(piece := block(number)) <= lines:
        found += piece
        number += 1
    return [*found, *islice(cycle([filler]), lines - len(found))]


def _peculiar(lines: list[str], mark: str, character: int, letter: str) -> Peculiar:
    """The document with its place at the last line in the first two thirds that holds ``mark``."""
    line = max(n for n in range(len(lines) * 2 // 3) if mark in lines[n])
    return Peculiar("\n".join(lines) + "\n", line, character, letter)


def python(lines: int) -> Peculiar:
    """Functions. The edit makes a name of one that is not defined."""

    def block(number: int) -> list[str]:
        return [
            f"def turn_{number}(life, damage):",
            '    """What is left after the damage."""',
            "    left = life - damage",
            "    rest = left * 2 + damage",
            "    gain = rest - life",
            "    return left + gain",
            "",
            "",
        ]

    body = filled(lines - 1, block, ['"""Turns."""', "", ""], "# More.")
    return _peculiar([*body, "END = True"], "    return left + gain", len("    return left + gain"), "x")


def yaml(lines: int) -> Peculiar:
    """A list of mappings. The edit makes two keys of one mapping the same."""

    def block(number: int) -> list[str]:
        return [f"- name: card {number}", "  life: 20", "  lif: 7", f"  zone: hand {number}", "  tapped: false"]

    return _peculiar(filled(lines, block, [], "# More."), "  lif:", len("  lif"), "e")


def json(lines: int) -> Peculiar:
    """An array of objects. The edit makes two keys of one object the same."""

    def block(number: int) -> list[str]:
        return ["  {", f'    "name": "card {number}",', '    "life": 20,', '    "lif": 7', "  },"]

    body = filled(lines - 2, block, ["["], "  7,")
    return _peculiar([*body, "  7", "]"], '    "lif"', len('    "lif'), "e")


def ledger(lines: int) -> str:
    """Transactions that balance, for Beancount."""
    head = ["2020-01-01 open Assets:Cash EUR", "2020-01-01 open Expenses:Cards EUR", ""]

    def block(number: int) -> list[str]:
        date = f"{2020 + number // 336 % 80}-{number // 28 % 12 + 1:02}-{number % 28 + 1:02}"
        amount = f"{number % 97 + 1}.50 EUR"
        return [f'{date} * "Shop {number}" "Cards"', f"  Expenses:Cards  {amount}", f"  Assets:Cash  -{amount}", ""]

    return "\n".join(filled(lines, block, head, "; More.")) + "\n"
