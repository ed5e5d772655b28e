"""The one way to write a statement or a tag (sections 1.3 and 2)."""

from __future__ import annotations

import re
from collections.abc import Callable

from mtgr.spec.shapes import INT, STRING, TIME
from mtgr.syntax.diagnosis import put_right
from mtgr.syntax.statement import Problem, Statement, has_controls, parse, without_controls
from mtgr.syntax.tokens import ANNOTATIONS, Token, decode, normalized, sorted_cost, sorted_symbols, tokenize


def canonical(text: str) -> str | None:
    """A statement as the format writes it; None where its meaning is not plain. The result says what the text says.

    What stands in strings and comments stays, Normalization Form C apart.
    """
    st = parse(text)
    if st.form is None:
        return None
    if not st.problems:
        return _in_order(st)
    tokens = tokenize(text)
    first = next((n for n, token in enumerate(tokens) if token.kind in ANNOTATIONS), len(tokens))
    annotations = tokens[first:]
    if any(token.kind not in ANNOTATIONS or _open_brace(token) for token in annotations):
        return None
    clause = " ".join(filter(None, map(put_right, tokens[:first])))
    read = parse(clause)
    if read.form is not st.form or not f"{st.text} ".startswith(without_controls(clause) + " "):
        return None  # its first word was misspelt
    if not has_controls(clause):
        clause = _in_order(read)
    annotations.sort(key=lambda token: ANNOTATIONS.index(token.kind))
    return " ".join([clause, *map(put_right, annotations)])


def obstacle(text: str) -> Problem:
    """Why a statement has no canonical form; what writing it in one would put right does not count."""
    tokens = [token for token in tokenize(text) if put_right(token)]
    pieces = list(map(put_right, tokens))
    problems = parse(" ".join(pieces)).problems
    if not problems or not tokens:
        return parse(text).problems[0]
    at = problems[0].start
    for token, piece in zip(tokens, pieces, strict=True):
        at -= len(piece) + 1
        if at < 0:
            return Problem(token.start, token.end, problems[0].message)
    return Problem(tokens[-1].start, tokens[-1].end, problems[0].message)


def _open_brace(token: Token) -> bool:
    return token.kind == "brace-comment" and not token.text.endswith("}")


def canonical_time(time: str) -> str | None:
    """A time as the format writes it: its minutes without leading zeros (section 5.1). None for what is no time."""
    match = _LOOSE_TIME.fullmatch(time)
    return match[1] if match is not None else None


_LOOSE_TIME = re.compile(rf"0*({TIME})")


def canonical_tag(text: str) -> str | None:
    """A tag line as the format writes it (section 4.1); None where it is none."""
    match = _LOOSE_TAG.fullmatch(text)
    return None if match is None else f"[{match[1]} {normalized(match[2])}]"


_LOOSE_TAG = re.compile(r'[ \t]*\[[ \t]*([A-Z][A-Za-z0-9_]*)[ \t]*("[^"\\]*(?:\\["\\n][^"\\]*)*")[ \t]*\][ \t]*')


def _in_order(st: Statement) -> str:
    """The text of a well-formed statement with its symbols and counters in order."""
    assert st.form is not None
    order = _ORDERS.get(st.form.name)
    if order is None:
        return st.text
    slots, put = order
    text = st.text
    for slot in reversed(slots):
        if value := st[slot]:
            start = text.index(value, st.span(slot)[0] - value.startswith(" "))
            text = text[:start] + put(value) + text[start + len(value) :]
    return text


_COUNTER = re.compile(rf" counters ({STRING}) ({INT})")


def _counters(text: str) -> str:
    """Counters by kind, those above zero (section 10.2); a kind that stands there twice is nobody's to choose."""
    found = _COUNTER.findall(text)
    if len({kind for kind, _ in found}) < len(found):
        return text
    found.sort(key=lambda pair: decode(pair[0]))
    return "".join(f" counters {kind} {count}" for kind, count in found if count != "0")


_ORDERS: dict[str, tuple[tuple[str, ...], Callable[[str], str]]] = {
    "add": (("mana",), sorted_symbols),
    "pay": (("mana",), sorted_symbols),
    "lose-mana": (("mana",), sorted_symbols),
    "cost": (("old", "new"), sorted_cost),
    "player entry": (("kinds",), _counters),
    "object entry": (("kinds",), _counters),
}
"""The slots whose parts have an order, by statement."""
