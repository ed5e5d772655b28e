"""Semantic tokens: colours for what only the replay knows, and for editors that bring no grammar for all the rest.

Editors choke on many tokens long before the server does. What a grammar can colour from the line alone (verbs, zones,
numbers, times, comments) is therefore left to it, and the server sends what no grammar can know: objects and players,
whose they are and what has become of them. A client that colours by semantic tokens alone (it does not say
``augmentsSyntaxTokens``) has no such grammar, and gets the words, numbers and comments too.

An object is one token, its ID with the name beside it. Its modifiers are those *after* the line: the ``tap`` line is
the first that shows it tapped, the ``cease`` line the first that shows it ended. Inside a variation they are those of
the branch. Where a field is not settled (R4), the value that the replay goes on with counts, so that colours stay while
somebody is typing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple, TypeVar

from mtgr.analysis import Analysis
from mtgr.analysis.game import Block
from mtgr.analysis.mentions import Role, mentions_by_line
from mtgr.features.legend import MODIFIERS, TYPES
from mtgr.replay.branch import states_along
from mtgr.replay.state import GameObject, State
from mtgr.replay.tags import Game as Facts
from mtgr.spec.shapes import KINDS, STRING
from mtgr.syntax.line import Line
from mtgr.syntax.tokens import Token

_TYPE: Final = {name: index for index, name in enumerate(TYPES)}
_BIT: Final = {name: 1 << index for index, name in enumerate(MODIFIERS)}


class SemanticToken(NamedTuple):
    """A part of a line: 0-based, in code points, with an index into ``TYPES`` and bits of ``MODIFIERS``."""

    line: int
    start: int
    length: int
    type: int
    modifiers: int


def tokens(analysis: Analysis, everything: bool = False) -> list[SemanticToken]:
    """The tokens of a text in order, none of which overlap; with ``everything`` those a grammar could colour too."""
    return tokens_between(analysis, 0, len(analysis.lines) - 1, everything)


def tokens_between(analysis: Analysis, first: int, last: int, everything: bool = False) -> list[SemanticToken]:
    """The tokens from line ``first`` to line ``last``.

    What a block holds is remembered with it, unless much less is asked for: see ``block_tokens``.
    """
    lines = analysis.lines
    make = block_tokens_with_words if everything else block_tokens
    found = parts_between(
        analysis, first, last, lambda block: block.replay_part(lines, make, first, last), words if everything else None
    )
    every = (SemanticToken(start + line, *rest) for start, part in found for line, *rest in part)
    return [token for token in every if first <= token.line <= last]


Part = TypeVar("Part")


def parts_between(
    analysis: Analysis,
    first: int,
    last: int,
    of_block: Callable[[Block], Part],
    of_lines: Callable[[list[str]], Part] | None,
) -> Iterator[tuple[int, Part]]:
    """What there is of a part of a text, from line ``first`` to line ``last``, in order, each with its first line.

    ``of_block`` is asked for each block that has a line there, ``of_lines``, if given, for what stands between them.
    """
    for block in analysis.blocks_between(first, last):
        if of_lines is not None and first < block.start:
            yield first, of_lines(list(analysis.lines[first : block.start]))
        yield block.start, of_block(block)
        first = block.end
    if of_lines is not None and first <= last:
        yield first, of_lines(list(analysis.lines[first : last + 1]))


def block_tokens(lines: list[str], before: State, facts: Facts, only: range | None = None) -> list[SemanticToken]:
    """The objects and players in a block, or in some of its lines: a note of it that needs the state before it."""
    found = mentions_by_line(lines, only)
    answer: list[SemanticToken] = []
    for n, state in states_along(lines, before, facts):
        for key, (_, start, end, role) in found.get(n, ()):
            if key[0] == "#":
                thing = state.objects.get(key) or state.ended.get(key)
                if (thing is None or thing.name or thing.kind == "unknown") and (name := _NAME.match(lines[n], end)):
                    end = name.end()
                type_, modifiers = _of_object(key, thing, state, facts)
            elif key in state.players:
                type_, modifiers = _TYPE["class"], _of_side(key, state, facts)
            else:
                continue
            answer.append(SemanticToken(n, start, end - start, type_, modifiers | _OF_ROLE[role]))
    answer.sort()
    return answer


_NAME: Final = re.compile(f" {STRING}")
_OF_ROLE: Final[dict[Role, int]] = {
    "declaration": _BIT["declaration"],
    "identity": _BIT["declaration"],
    "write": _BIT["modification"],
    "read": 0,
}


def _of_object(id: str, thing: GameObject | None, state: State, facts: Facts) -> tuple[int, int]:
    """The type and the modifiers of an object as it is in a state; None is one that nothing introduced."""
    modifiers = _BIT["hypothetical"] if id[1] == "h" else 0
    if thing is None:
        return _TYPE["variable"], modifiers
    modifiers |= _of_side(thing.controller, state, facts)
    if thing.kind == "hidden" and thing.name is None:
        modifiers |= _BIT["hidden"]
    if thing.kind == "token" or (thing.kind == "copy" and thing.zone == "battlefield"):
        modifiers |= _BIT["token"]
    if thing.kind == "copy" or (thing.kind == "token" and thing.of is not None) or thing.own_name is not None:
        modifiers |= _BIT["copy"]  # a copy of a permanent spell that has resolved is a token (section 7.4)
    if id in state.ended:
        modifiers |= _BIT["ended"]
    elif thing.tapped:
        modifiers |= _BIT["tapped"]
    return _TYPE["function" if thing.kind in ("ability", "effect", "emblem") else "variable"], modifiers


def _of_side(player: str | None, state: State, facts: Facts) -> int:
    """Whose a player's things are; nothing where it is not known from whose seat the game is recorded."""
    if player not in state.players or facts.perspective not in state.players:
        return 0
    return _BIT["own" if player == facts.perspective else "opponent"]


# --- What a grammar could colour ------------------------------------------------------------------------------------


def block_tokens_with_words(
    lines: list[str], before: State, facts: Facts, only: range | None = None
) -> list[SemanticToken]:
    """All tokens of a block, for a client without a grammar: a note like ``block_tokens``."""
    return words(lines, block_tokens(lines, before, facts, only), only)


def words(lines: list[str], known: Iterable[SemanticToken] = (), only: range | None = None) -> list[SemanticToken]:
    """Tokens that are known, and those of everything around them in all lines or in some."""
    known = list(known)
    on_line: dict[int, list[SemanticToken]] = {}
    for token in known:
        on_line.setdefault(token.line, []).append(token)
    for n in range(len(lines)) if only is None else only:
        line = Line(lines[n])
        for each in line.tokens:
            name = _type_of_word(line, each)
            if name is not None:
                known += _between(n, each.start, each.end, _TYPE[name], on_line.get(n, ()))
    known.sort()
    return known


def _between(n: int, start: int, end: int, type_: int, known: Iterable[SemanticToken]) -> Iterator[SemanticToken]:
    """The parts of a stretch of a line that no known token covers."""
    for token in known:
        if start < token.start + token.length and token.start < end:
            if start < token.start:
                yield SemanticToken(n, start, token.start - start, type_, 0)
            start = token.start + token.length
    if start < end:
        yield SemanticToken(n, start, end - start, type_, 0)


_OF_KIND: Final = {
    "string": "string",
    "word": "keyword",
    "number": "number",
    "symbols": "number",
    "arrow": "operator",
    "bracket": "operator",
    "nag": "decorator",
    "brace-comment": "comment",
    "line-comment": "comment",
}
_POWER: Final = re.compile(KINDS["pt"][0])


def _type_of_word(line: Line, token: Token) -> str | None:
    """The type of a token of a line as it looks, or None for one that needs no colour."""
    if line.kind == "escape":
        return "comment"
    if line.kind == "tag" and token.kind == "word":
        return "property"
    if token.kind == "other":
        if token.text.startswith(("rule:", "source:")):
            return "keyword"
        return "number" if _POWER.fullmatch(token.text) else None
    return _OF_KIND.get(token.kind)
