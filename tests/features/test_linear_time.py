"""Hostile games cost time in proportion to their length: to read, to replay and to ask about."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.support.everywhere import ALL
from tests.support.linear import BOUND, FACTOR, cost
from tests.support.markers import game

from mtgr.analysis import Analysis
from mtgr.features.call_hierarchy import incoming, outgoing, prepare
from mtgr.features.code_actions import code_actions
from mtgr.features.completion import complete
from mtgr.features.definition import definition
from mtgr.features.folding import folding
from mtgr.features.formatting import formatting
from mtgr.features.hover import hover
from mtgr.features.inlay import InlaySettings, inlay
from mtgr.features.lens import lenses
from mtgr.features.links import links
from mtgr.features.navigate import TARGETS, navigate
from mtgr.features.references import references
from mtgr.features.rename import rename
from mtgr.features.selection import selection
from mtgr.features.signature import signatures
from mtgr.features.state import state_object, state_text
from mtgr.features.strip import Kinds, strip
from mtgr.features.symbols import symbols
from mtgr.features.tokens import tokens

FLOOR = 0.01  # seconds; shorter times are mostly noise
CARD = 'new card #{0} "Forest" owner "PlayerA" in battlefield by ?\n'


def repeated(line: str, before: str = "", after: str = "") -> Callable[[int], str]:
    """Games with a line again and again; ``{0}`` in it is a number that counts up from 1."""
    return lambda size: game(before + "".join(line.replace("{0}", str(n + 1)) for n in range(size)) + after)


def nested(opening: str, closing: str) -> Callable[[int], str]:
    def make(depth: int) -> str:
        lines = ['"PlayerA" pass']
        for level in range(depth):
            lines.append(f"-{' ' * (5 + 2 * level)}{opening}")
            lines.append(f'-{" " * (7 + 2 * level)}"PlayerB" pass')
        lines += [f"-{' ' * (5 + 2 * level)}{closing}" for level in range(depth - 1, -1, -1) if closing]
        return game("\n".join(lines))

    return make


def in_one_line(before: str, unit: str, after: str) -> Callable[[int], str]:
    return lambda size: game(before + "".join(unit.replace("{0}", str(n + 1)) for n in range(size)) + after)


GAMES: dict[str, tuple[Callable[[int], str], int]] = {
    "nested variations": (nested("(", ")"), 240),
    "nested variations that never end": (nested("(", ""), 240),
    "variations one after another": (repeated('-     (\n-       "PlayerB" pass\n-     )\n', '"PlayerA" pass\n'), 1200),
    "hypothetical IDs": (
        repeated('-       new token #h{0} "x" owner "PlayerA" in battlefield by ?\n', '"PlayerA" pass\n-     (\n'),
        1200,
    ),
    "hypothetical IDs that are damaged": (repeated("-       #h{0} tap by #h{0}\n", '"PlayerA" pass\n-     (\n'), 1200),
    "IDs": (repeated(CARD), 2000),
    "IDs that are not introduced": (repeated("#{0} tap by #{0}\n"), 2000),
    "the same ID": (repeated('new card #1 "Forest" owner "PlayerA" in battlefield by ?\n'), 2000),
    "IDs in one line": (in_one_line("#1 ", "target #{0} ", "x"), 4000),
    "replacements in one line": (in_one_line(CARD.replace("{0}", "1") + "#1 tap by #1", " replacement #{0}", ""), 4000),
    "a long name": (in_one_line('new card #1 "', "x", '" owner "PlayerA" in battlefield by ?'), 400_000),
    "a long comment": (in_one_line('"PlayerA" pass {', "#1 check-9 ", "}"), 20_000),
    "a long comment at the end": (in_one_line('"PlayerA" pass ; ', "#1 {x} $1 ", ""), 20_000),
    "long numbers": (in_one_line('"PlayerA" life 20 -> ', "9", " by ?\n"), 40_000),
    "a long number again and again": (repeated(f'"PlayerA" life 20 -> {"9" * 300} by ?\n'), 1200),
    "strings that do not end": (repeated('"PlayerA pass "x\n'), 2000),
    "findings": (repeated('"PlayerA" life 3 -> 3 by ?\n"PlayerA" mill\n'), 1200),
    "lines that cannot be read": (repeated("#1 tpa yb ?\n"), 2000),
    "comments": (repeated('"PlayerA" pass $1 {a {b ; c} ; d\n'), 2000),
    "escape lines": (repeated("% x\n"), 4000),
    "extensions": (repeated("x_y {0} #1 z\n"), 2000),
    "turns": (repeated('0:02 turn {0} "PlayerA"\n'), 800),
    "keyframes": (repeated("0:01   keyframe\n"), 800),
    "steps": (repeated("0:01   upkeep\n"), 2000),
    "priority": (repeated('"PlayerA" priority\n0:01       stack\n'), 1200),
    "games": (lambda size: "\n".join(game("", number=n + 1) for n in range(size)), 120),
    "games without an end": (lambda size: '[Mtgr "0.3.0"]\n\n0:00 pregame\n' * size, 300),
    "tags": (lambda size: "".join(f'[A{n} "x"]\n' for n in range(size)) + game(""), 2000),
    "tags of one name": (lambda size: '[Event "x"]\n' * size + game(""), 2000),
    "objects on a stack": (
        repeated('new ability #{0} triggered of ? "x" controller "PlayerA" in stack by ?\n'), 1200
    ),
    "counters": (
        repeated('#1 "Forest" counters "a{0}" 0 -> 1 by ?\n', CARD.replace("{0}", "1")), 1200
    ),
    "attachments": (
        lambda size: game("".join(CARD.replace("{0}", str(n)) for n in range(1, size))
                          + "".join(f"#{n + 1} attach #{n} by ?\n" for n in range(1, size - 1))), 800
    ),
    "causes": (
        lambda size: game("".join(f'new token #{n} "x" owner "PlayerA" in battlefield pt 1/1 by #{n - 1}\n'
                                  for n in range(1, size))), 1200
    ),
    "choices": (repeated('#1 "Forest" choose mode "{0}"\n', CARD.replace("{0}", "1")), 1200),
    "empty lines": (repeated("0:01     \n\n"), 2000),
    "carriage returns": (repeated('"PlayerA" pass\r"PlayerB" pass\r\n'), 1200),
    "deck entries": (lambda size: game("").replace(
        '"PlayerA" unknown', '"PlayerA"\n' + "\n".join(f'0:00   main 1 "c{n}"' for n in range(size))), 2000),
}  # fmt: skip

OF_TEXTS: dict[str, Callable[[Analysis], object]] = {
    "findings": lambda analysis: analysis.findings(hints=True),
    "folding": folding,
    "symbols": symbols,
    "tokens": tokens,
    "inlay": lambda analysis: inlay(analysis, 0, len(analysis.lines), InlaySettings(True, True, True, True, True)),
    "links": lambda analysis: links(analysis, "x:{section}"),
    "lenses": lenses,
    "formatting": formatting,
    "strip": lambda analysis: strip(analysis, Kinds()),
}
AT_PLACES: dict[str, Callable[[Analysis, int, int], object]] = {
    "hover": hover,
    "definition": definition,
    "references": references,
    "selection": selection,
    "completion": complete,
    "signatures": signatures,
    "rename": lambda analysis, line, column: rename(analysis, line, column, "#h7"),
    "code actions": lambda analysis, line, column: code_actions(analysis, line, line),
    "state": lambda analysis, line, column: (state_text(analysis, line), state_object(analysis, line)),
    "calls": lambda analysis, line, column: [
        (incoming(analysis, item.line, item.id), outgoing(analysis, item.line, item.id))
        for item in prepare(analysis, line, column)
    ],
    "ways": lambda analysis, line, column: [navigate(analysis, line, column, to) for to in TARGETS],
}


def read(text: str) -> Analysis:
    analysis = Analysis.of_lines(text.split("\n"))
    analysis.finish()
    return analysis


def places(analysis: Analysis) -> list[tuple[int, int]]:
    """Line and column of some places: in the middle, in the longest line, and near the end."""
    lines = analysis.lines
    longest = max(range(len(lines)), key=lambda n: len(lines[n]))
    return [(n, column) for n in {len(lines) // 2, longest, len(lines) - 3} for column in (9, len(lines[n]))]


def costs(text: str) -> dict[str, float]:
    """CPU seconds for reading a text, and for each question about it."""
    found = {"reading": cost(read, text, FLOOR)}
    analysis = read(text)
    for title, of_text in OF_TEXTS.items():
        found[title] = cost(of_text, analysis, FLOOR)
    for title, ask in AT_PLACES.items():
        found[title] = cost(lambda where, ask=ask: [ask(analysis, *place) for place in where], places(analysis), FLOOR)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_hostile_games(name: str) -> None:
    make, size = GAMES[name]
    size = size if ALL else size // 3
    slow: set[str] = set()
    for attempt in range(3):
        large = costs(make(size))
        suspects = {title for title in large if large[title] > BOUND * FLOOR and (not attempt or title in slow)}
        small = costs(make(size // FACTOR)) if suspects else large
        slow = {title for title in suspects if large[title] > BOUND * small[title]}
        if not slow:
            return
    assert not slow, f"{FACTOR} times the text takes more than {BOUND} times the time"
