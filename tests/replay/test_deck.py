"""The order of decklists (section 10.5)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import pytest
from tests.support.markers import game

from mtgr.analysis import Analysis


def found(names: Iterable[str]) -> list[str]:
    """What is wrong with a decklist of so many entries."""
    deck = "\n".join(['0:00 deck "PlayerA"', *(f'0:00   main 1 "{name}"' for name in names)])
    text = game("").replace('0:00 deck "PlayerA" unknown', deck)
    return [each.message.partition(":")[0] for each in Analysis.of_lines(text.split("\n")).findings()]


@pytest.mark.parametrize(
    ("names", "wrong"),
    [
        ("AB", []),
        ("BA", ['"A" is out of order']),
        ("AAB", ['"A" is listed twice']),
        ("ABA", ['"A" is listed twice']),
        ("BAB", ['"B" is listed twice']),
        ("ABAB", ['"A" is listed twice', '"B" is listed twice']),
    ],
)
def test_one_entry_for_each_name_in_their_order(names: str, wrong: list[str]) -> None:
    assert found(names) == wrong


def test_putting_entries_in_order_brings_no_findings() -> None:
    for names in itertools.product("ABC", repeat=4):
        assert len(found(sorted(names))) <= len(found(names)), names
