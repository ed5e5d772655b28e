"""What stands at a column of a line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mtgr.syntax.tokens import MENTION, Token


@dataclass(frozen=True, slots=True)
class Reference:
    """An object mentioned in a line: its ID, and where that stands, with its name if the cursor is on the name.

    0-based code points of the line, end exclusive.
    """

    id: str
    start: int
    end: int


_ID = re.compile(r"#h?[1-9][0-9]*")


def token_at(tokens: Sequence[Token], column: int) -> int | None:
    """The index of the token that holds this column, or else ends there (editors put the cursor after a word)."""
    before = None
    for index, token in enumerate(tokens):
        if token.start <= column < token.end:
            return index
        if token.end == column:
            before = index
    return before


def reference_at(tokens: Sequence[Token], column: int) -> Reference | None:
    """The object at this column: an ID anywhere (in a cause or a comment too), or the name beside one."""
    index = token_at(tokens, column)
    if index is None:
        return None
    token = tokens[index]
    match token.kind:
        case "id":
            return Reference(token.text, token.start, token.end) if _ID.fullmatch(token.text) else None
        case "string" if index and tokens[index - 1].kind == "id" and _ID.fullmatch(tokens[index - 1].text):
            return Reference(tokens[index - 1].text, tokens[index - 1].start, token.end)
        case "brace-comment" | "line-comment":
            return mention_at(token.text, column, token.start)
        case "other" if token.text.startswith("cost:") and _ID.fullmatch(token.text, 5):
            return Reference(token.text[5:], token.start + 5, token.end)
    return None


def mention_at(text: str, column: int, start: int = 0) -> Reference | None:
    """The object that running text, which starts at column ``start``, mentions at this column."""
    at = column - start
    for match in MENTION.finditer(text):
        if match.start() <= at <= match.end():
            return Reference(match[1], start + match.start(), start + match.end(1 if at <= match.end(1) else 0))
    return None
