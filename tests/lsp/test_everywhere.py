"""Every question at the tokens of the small conformance files, in three encodings, and at a sample of those of the
recorded games: there is an answer, and all places in it are places of the text.

Of lines that differ in names and numbers only, the first is asked about, and of these one in four, at every other
token; with ``MTGR_EVERYWHERE=1`` all lines and tokens.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from tests.lsp.test_edits import OF_TEXTS
from tests.support.asking import Asked
from tests.support.everywhere import ALL, is_chosen, kind_of

from mtgr.document.text import Encoding
from mtgr.syntax.line import line_tokens

CONFORMANCE = Path(__file__).parents[2] / "conformance"
SMALL = sorted(path for path in CONFORMANCE.rglob("*.mtgr") if path.stat().st_size < 20_000)
RECORDED = sorted((CONFORMANCE / "valid" / "recorded").glob("*.mtgr"))
ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")


@cache
def new_lines() -> dict[Path, list[int]]:
    """The lines of each small file that are to be asked about."""
    seen: set[str] = set()
    found: dict[Path, list[int]] = {}
    for path in SMALL:
        for n, line in enumerate(read(path)):
            kind = kind_of(line)
            if kind not in seen and is_chosen(kind, 1):
                seen.add(kind)
                found.setdefault(path, []).append(n)
    return found


def whole(path: Path) -> str:
    return path.read_bytes().decode(errors="replace")


def read(path: Path) -> list[str]:
    return whole(path).split("\n")


def columns(text: str) -> list[int]:
    """The start of each token, and the end of the line."""
    return [*(token.start for token in line_tokens(text)), len(text)]


@pytest.mark.parametrize("path", new_lines(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_token_of_a_small_file(path: Path) -> None:
    askers = [Asked(whole(path), encoding) for encoding in ENCODINGS]
    for asker in askers:
        for method in OF_TEXTS:
            asker.ask(method)
    for n in new_lines()[path]:
        text = askers[0].text.lines[n]
        for number, column in enumerate(columns(text)):
            if (n + number) % 2 and not ALL and text.isascii():
                continue
            # Where all is ASCII, encodings do not differ: the tokens take turns.
            for asker in [askers[(n + number) // 2 % len(askers)]] if text.isascii() else askers:
                asker.ask_at(n, column)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_sample_of_the_tokens_of_a_recorded_game(path: Path) -> None:
    chosen = random.Random(path.stem)
    askers = [Asked(whole(path), encoding) for encoding in ENCODINGS]
    for asker in askers:
        for method in OF_TEXTS:
            asker.ask(method)
    lines = askers[0].text.lines
    for n in chosen.sample(range(len(lines)), 20):
        chosen.choice(askers).ask_at(n, chosen.choice(columns(lines[n])))
