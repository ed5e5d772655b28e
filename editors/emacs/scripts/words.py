"""Writes the words of the format into mtgr-mode.el, from the tables in ``server/mtgr/spec``.

Usage: words.py [FILE], where FILE is ``editors/emacs/mtgr-mode.el`` by default. A test fails when they are stale there.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "editors" / "vscode" / "scripts")]

# ruff: noqa: E402 - what follows is found by the line above
import grammar
from mtgr.spec import words

MODE = HERE / "mtgr-mode.el"
START = ";; Written by editors/emacs/scripts/words.py from the tables in server/mtgr/spec.  Do not edit.\n"
END = ";; End of what is written.\n"
WIDTH = 100


def constants() -> Iterable[tuple[str, str, Iterable[str]]]:
    """Names of constants with what they are and the words in them."""
    verbs = {*grammar.verbs("#"), *grammar.verbs('"'), *grammar.openings()}
    yield "blocks", "What begins a part of a game.", grammar.BLOCKS
    yield "steps", "Steps and main phases.", words.STEPS
    yield "events", "What happens to an object, a player or the game.", verbs
    yield "zones", "Zones.", words.ZONES
    yield "rules", "Names behind `rule:' and `source:'.", {*words.RULES, *words.SOURCES}
    yield "values", "Words that stand for a value.", grammar.values()
    yield "words", "Every other word.", {*grammar.inner_words(), *grammar.kinds_of_new()}
    yield "player-words", "Words before the name of a player.", grammar.words_before({"player", "target"})
    yield "mana-words", "Words before mana.", {*grammar.words_before({"mana", "cost"}), "symbol"}
    yield "results", "Results.", words.RESULTS


def constant(name: str, doc: str, content: Iterable[str]) -> str:
    listed = textwrap.wrap(" ".join(f'"{word}"' for word in sorted(content)), WIDTH, break_on_hyphens=False)
    lines = "\n    ".join(listed)
    return f'(defconst mtgr--{name}\n  \'({lines})\n  "{doc}")\n'


def fresh(text: str) -> str:
    """The text of mtgr-mode.el with the words as they are now."""
    before, start, rest = text.partition(START)
    _, end, after = rest.partition(END)
    assert start, "the line is missing where the words begin"
    assert end, "the line is missing where the words end"
    made = "".join(constant(*each) for each in constants())
    return f"{before}{start}{made}{end}{after}"


def main(mode: Path) -> None:
    mode.write_text(fresh(mode.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else MODE)
