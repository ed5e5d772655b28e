"""The parts of keyframe entries that several readers need: totals, counters, positions."""

from __future__ import annotations

import re

from mtgr.replay.findings import Repair
from mtgr.replay.order import misplaced
from mtgr.replay.run import Run, Span
from mtgr.replay.state import Position, number
from mtgr.spec.shapes import INT, STRING
from mtgr.syntax.statement import Statement
from mtgr.syntax.tokens import decode

Entry = tuple[int, Statement]
"""A child line of a keyframe: its line in the block, and its statement."""


def take_player(run: Run, player: str, st: Statement) -> None:
    _, life, poison, size, counters, _ = st.values
    run.change_player(
        player, life=plain(life), poison=poison, library=number(size or "0"), counters=read_counters(counters), mana=""
    )  # fmt: skip


def set_total(run: Run, player: str, field: str, value: str) -> None:
    """Sets ``life`` or ``poison``."""
    if field == "life":
        run.change_player(player, life=value)
    else:
        run.change_player(player, poison=value)


def plain(value: str | None) -> str:
    return "0" if value == "-0" else value or "0"


COUNTER = re.compile(rf" counters ({STRING}) ({INT})")
GOADED = re.compile(rf" goaded ({STRING})")


def read_counters(text: str | None) -> tuple[tuple[str, str], ...]:
    found = {kind: count for kind, count in COUNTER.findall(text or "") if count != "0"}
    return tuple(sorted(found.items(), key=lambda pair: decode(pair[0])))


def check_counters_order(run: Run, text: str | None) -> None:
    """Counters stand in code point order of their kinds, each once, above zero (section 10.2, R49)."""
    pairs = COUNTER.findall(text or "")
    kinds = [decode(kind) for kind, _ in pairs]
    first = {kind: i for i, kind in reversed(list(enumerate(kinds)))}
    wrong = set(misplaced(kinds)) | {i for i, kind in enumerate(kinds) if first[kind] < i or pairs[i][1] == "0"}
    if wrong:
        message = "counters stand in the order of their kinds, each kind once, with a count above zero"
        ordered = "".join(f" counters {kind} {count}" for kind, count in read_counters(text))
        start, end = run.st.span("kinds")
        at = repeated_span(run, "kinds", COUNTER, min(wrong))
        run.report("counters-order", message, at, repair=Repair(start - 1, end, ordered))


def repeated_span(run: Run, slot: str, pattern: re.Pattern[str], index: int) -> Span:
    """Where one of a repeated group of the current entry stands, with its keyword."""
    start, end = run.st.span(slot)
    found = list(pattern.finditer(" " + run.st.text[run.st._span(slot)[0] : run.st._span(slot)[1]]))
    return (start + found[index].start(), start + found[index].end() - 1) if index < len(found) else (start, end)


def read_position(text: str | None) -> Position | None:
    """The position that ``top N`` or ``bottom N`` states."""
    if text is None:
        return None
    end, _, count = text.partition(" ")
    return ("top" if end == "top" else "bottom", number(count))


def missing_players(run: Run, listed: set[str], entries: list[Entry]) -> None:
    silent = run.cut_off() or any(st.form is None for _, st in entries)
    for player in run.state.players:
        if player not in listed:
            if not silent:
                run.report("check-7", f"the keyframe has no entry for {player}", "verb")
            run.open_player(player)
