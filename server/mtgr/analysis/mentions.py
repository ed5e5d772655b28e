"""Where objects and players are mentioned, and what each mention does to them.

Lines of a block are read once and remembered with it (``mentions``); the questions about a game put together what its
blocks hold.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple

from mtgr.analysis.game import Block, Game
from mtgr.replay.branch import read_variations
from mtgr.replay.writes import writes
from mtgr.spec.shapes import ID, OPEN_STRING, STRING, TRAILER, captures, pattern
from mtgr.spec.statements import Form
from mtgr.spec.statements import Place as Where
from mtgr.syntax.line import Line, is_odd
from mtgr.syntax.statement import Statement, parse
from mtgr.syntax.tokens import MENTION, Token

Role = Literal["declaration", "identity", "write", "read"]
"""What a mention does to what it mentions: introduce it (the ID on its ``new`` line, the ``Player1`` and ``Player2``
tags), give it its name (``identify``), change it (section 14.3), or only name it."""


class Mention(NamedTuple):
    """An ID or a player's name on a line; 0-based code points, end exclusive."""

    line: int
    start: int
    end: int
    role: Role


Mentions = dict[str, list[Mention]]
"""By ID (``#7``) or player's name token (``"PlayerA"``), in the order of the text."""

_PART: Final = re.compile(rf"{ID}|{STRING}|{OPEN_STRING}")
_PLAYER_PART: Final = re.compile(rf"(?:(player|target|goaded) )?({STRING})|{OPEN_STRING}")
_WHOLE_ID: Final = re.compile(ID)
_PLAYER_TAGS: Final[dict[str, Role]] = {"Player1": "declaration", "Player2": "declaration", "Perspective": "read"}


def mentions(lines: list[str]) -> Mentions:
    """All mentions in lines, which count from the first: the note of a block.

    Also in comments and escape lines. What is no player in a line that cannot be read may be among the strings.
    """
    found: Mentions = {}
    for n, text in enumerate(lines):
        if "#" in text or '"' in text:
            for key, start, end, role in _in_line(text):
                found.setdefault(key, []).append(Mention(n, start, end, role))
    return found


def mentions_in_block(block: Block, lines: Sequence[str], key: str) -> list[Mention]:
    """The mentions of an ID or a player's name token in a block, whose lines count from its first.

    Before the mentions of the block are known, only the lines that can hold this one are read. What is found of a
    player, who is on every third line, is remembered.
    """
    if mentions in block.notes:
        return block.note(lines, mentions).get(key, [])
    if not key.startswith('"'):
        return _read(block, lines, key)
    known = block.note(lines, _of_players)
    if key not in known:
        known[key] = _read(block, lines, key)
    return known[key]


def _of_players(_: list[str]) -> Mentions:
    """The mentions in a block of those players that have been asked about: a note to be filled in."""
    return {}


def _read(block: Block, lines: Sequence[str], key: str) -> list[Mention]:
    return [
        Mention(n, start, end, role)
        for n in block.lines_with(lines, key)
        for each, start, end, role in _in_line(lines[block.start + n])
        if each == key
    ]


def role_of_subject(text: str, id: str) -> Role:
    """What a line does to an object. Nothing but ``read`` if that is not what its statement is about."""
    if not is_odd(text):
        start = text.find(f"{id} ")
        if start < 0 or text.find("#") != start or 0 <= text.find('"') < start:
            return "read"
    return next((role for each, _, _, role in _in_line(text) if each == id and role != "read"), "read")


def mentions_by_line(lines: list[str], only: range | None = None) -> dict[int, list[tuple[str, Mention]]]:
    """``mentions`` the other way round: for each line what it mentions, from left to right; if only some lines are
    asked about, for those."""
    found: dict[int, list[tuple[str, Mention]]] = {}
    asked = lines if only is None else [text if n in only else "" for n, text in enumerate(lines)]
    for key, each in mentions(asked).items():
        for mention in each:
            found.setdefault(mention.line, []).append((key, mention))
    for on_line in found.values():
        on_line.sort(key=lambda pair: pair[1])
    return found


Part = tuple[str, int, int, Role]


def _in_line(text: str) -> Iterator[Part]:
    """What a line mentions, from left to right, with columns of the line."""
    line = Line(text)
    match line.kind:
        case "escape":
            yield from _in_running_text(text, 0)
        case "tag":
            yield from _in_tag(line.tokens)
        case "body" if (found := _in_body_once(line.body)) is not None:
            column = line.column
            for key, start, end, role in found:
                yield key, column + start, column + end, role
        case "body" | "open" | "close":
            yield from _in_tokens(line.tokens)


def _in_running_text(text: str, column: int) -> Iterator[Part]:
    for match in MENTION.finditer(text):
        start, end = match.span(1)
        yield match[1], column + start, column + end, "read"


def _in_tag(tokens: Sequence[Token]) -> Iterator[Part]:
    if len(tokens) == 2 and (role := _PLAYER_TAGS.get(tokens[0].text)) is not None:
        yield tokens[1].text, tokens[1].start, tokens[1].end, role


def _in_tokens(tokens: Sequence[Token]) -> Iterator[Part]:
    """What a line that cannot be read may mention."""
    beside = False  # whether the token before is an ID, which a name may follow
    for token in tokens:
        match token.kind:
            case "brace-comment" | "line-comment":
                yield from _in_running_text(token.text, token.start)
            case "string" if not beside:
                yield token.text, token.start, token.end, "read"
            case "id" | "other":
                cost = 5 * token.text.startswith("cost:")
                if _WHOLE_ID.fullmatch(token.text, cost):
                    yield token.text[cost:], token.start + cost, token.end, "read"
        beside = token.kind == "id"


def _in_body_once(body: str) -> tuple[Part, ...] | None:
    """``_in_body``, which is remembered, since a game says many things again and again (``"PlayerA" pass``); but not of
    a very long line, of which each key that is pressed in it makes another one."""
    return _remembered(body) if len(body) <= _LONGEST_REMEMBERED else _in_body(body)


def _in_body(body: str) -> tuple[Part, ...] | None:
    """What the statement of a line mentions, with columns of it as the line has it; None if it cannot be read."""
    st = parse(body)
    if st.form is None:
        return None
    found = _in_statement(st, st.form)
    if st.kept is None:
        return tuple(found)
    return tuple((key, st.kept[start], st.kept[end - 1] + 1, role) for key, start, end, role in found)


_remembered = lru_cache(maxsize=4096)(_in_body)
_LONGEST_REMEMBERED = 500
"""Characters."""


def _in_statement(st: Statement, form: Form) -> Iterator[Part]:
    """What a statement mentions, with columns of its text."""
    text = st.text
    clause = pattern(form).match(text)
    assert clause is not None
    end = clause.end()
    players = set(_players(clause, form)) if '"' in text else set()
    if end < len(text):
        trailer = TRAILER.fullmatch(text, end)
        assert trailer is not None
        if st.cause is not None:
            players.add(trailer.start("cause"))
            end = trailer.end("replacements")
    role = _subject_role(st, form)
    for match in _PART.finditer(text, 0, end):
        start = match.start()
        if text[start] == "#" or start in players:
            yield match[0], start, match.end(), role
            role = "read"
    yield from _in_running_text(text[end:], end)


def _subject_role(st: Statement, form: Form) -> Role:
    """What a statement does to the first that it mentions."""
    if form.name.startswith("new "):
        return "declaration"
    if form.name == "identify":
        return "identity"
    changes = writes(st) if form.place is Where.EVENT else []
    return "write" if changes and changes[0][0] else "read"


def _players(clause: re.Match[str], form: Form) -> Iterator[int]:
    """Where the names of players start in a clause."""
    for group, kind in _player_groups(form):
        start, end = clause.span(group)
        if start < 0:
            continue
        if kind == "player" or kind == "target":
            yield start
        else:
            for match in _PLAYER_PART.finditer(clause.string, start, end):
                if match[1]:
                    yield match.start(2)


@cache
def _player_groups(form: Form) -> list[tuple[int, str]]:
    """The groups of a clause that can hold players, with their kinds."""
    kinds = [each.kind for each in captures(form.shape)]
    return [(group, kind) for group, kind in enumerate(kinds, 1) if kind in ("player", "target", "choice", "repeated")]


def mentions_in_game(game: Game, lines: Sequence[str], n: int, key: str) -> list[Mention]:
    """All mentions of an ID or a player's name token in a game, as seen from line ``n`` of the text, in order; their
    lines are those of the text.

    A hypothetical ID is known inside the variation around the line that introduces it (section 12). One that none
    introduces is looked for where none does, in the block of the line.
    """
    if key.startswith("#h"):
        return _hypothetical(game, lines, n, key)
    found = _outside(game, lines, key)
    for block in game.blocks:
        found.extend(_moved(mentions_in_block(block, lines, key), block.start))
    found.sort()
    return found


def uses(game: Game, lines: Sequence[str], n: int, key: str) -> int:
    """How often an ID or a player is mentioned, apart from where it is introduced; seen from line ``n`` of the text."""
    return sum(each.role != "declaration" for each in mentions_in_game(game, lines, n, key))


def _moved(found: Iterable[Mention], by: int) -> Iterator[Mention]:
    return (Mention(each.line + by, each.start, each.end, each.role) for each in found)


def _outside(game: Game, lines: Sequence[str], key: str) -> list[Mention]:
    """The mentions in lines of a game that belong to no block: tags, the result line, escape lines around them."""
    body = (game.blocks[0].start, game.blocks[-1].end) if game.blocks else (game.end, game.end)
    found: list[Mention] = []
    for start, end in ((game.start, body[0]), (body[1], game.end)):
        found.extend(_moved(mentions(list(lines[start:end])).get(key, ()), start))
    return found


def _hypothetical(game: Game, lines: Sequence[str], n: int, id: str) -> list[Mention]:
    index = game.block_at(n)
    if index is None:
        return []
    block = game.blocks[index]
    found = mentions_in_block(block, lines, id)
    last = block.note(lines, read_variations).last
    homes = _homes(block, lines, found)
    home = max((first for first in homes if first <= n - block.start <= last[first]), default=-1)
    end = last.get(home, block.length)
    known = []
    hidden_to = -1  # the end of a variation inside which introduces the ID anew
    for each in found:
        while homes and homes[0] <= each.line:
            first = homes.popleft()
            if first > home:
                hidden_to = max(hidden_to, last[first])
        if hidden_to < each.line and home <= each.line <= end:
            known.append(each)
    return list(_moved(known, block.start))


def _homes(block: Block, lines: Sequence[str], found: Iterable[Mention]) -> deque[int]:
    """The variations of a block that introduce a hypothetical ID, of which these are all mentions."""
    inside = block.note(lines, innermost)
    return deque(sorted({inside[each.line] for each in found if each.role == "declaration" and each.line in inside}))


def innermost(lines: list[str]) -> dict[int, int]:
    """The innermost variation around each line of a block that is in one, brackets aside: a note of the block."""
    direct = read_variations(lines).direct
    return {n: first for first, inside in direct.items() if first >= 0 for n in inside}
