"""The tokens of a line. Any text has tokens; together with the spaces between them they are the line."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final, Literal

from mtgr.spec import words

Kind = Literal[
    "time", "id", "string", "word", "number", "symbols", "arrow", "nag", "brace-comment", "line-comment", "bracket",
    "other",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Token:
    """A token with its span: 0-based code points of the text it was read from, end exclusive."""

    kind: Kind
    start: int
    end: int
    text: str


_SPACES = re.compile(r"[ \t]*")
_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*("?)', re.DOTALL)
_BRACE_COMMENT = re.compile(r"\{[^}]*\}?")
_WORD = re.compile(r"[^ \t]+")
_MORE_SYMBOLS = re.compile(r"(?:\{[A-Z0-9](?:/[A-Z0-9]){0,2}\})+(?=[ \t]|\Z)")
_TRAILING_SYMBOLS = re.compile(r"(?:\{[^{} \t]*\})+(?=[ \t]|\Z)")

_KINDS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("id", re.compile(r"#h?[0-9]+")),
    ("number", re.compile(r"-?[0-9]+")),
    ("arrow", re.compile(r"->")),
    ("nag", re.compile(r"\$[0-9]+")),
    ("bracket", re.compile(r"[()]")),
    ("word", re.compile(r"[A-Za-z][A-Za-z0-9_-]*")),
)
_TIME = re.compile(r"[0-9]+:[0-9.:]*|-")

# After these words braces are mana symbols; elsewhere they are a comment.
BEFORE_SYMBOLS: Final = frozenset({"add", "pay", "lose-mana", "cost", "symbol", "->"})

ANNOTATIONS: Final[tuple[Kind, ...]] = ("nag", "brace-comment", "line-comment")
"""The annotations of a line, in the order in which they stand (section 11)."""

MENTION: Final = re.compile(r'(?<![\w#])(#h?[1-9][0-9]*)(?!\w)(?: "(?:[^"\\]|\\.)*")?')
"""An object mentioned in running text (a comment, an escape line): its ID, and the name beside it."""


def tokenize(text: str, *, line: bool = False, most: int = 0) -> list[Token]:
    """The tokens of a statement with its trailer, or of a whole body line (``line``), whose first token is its time.

    ``most`` tokens at the most, if given.
    """
    tokens: list[Token] = []
    position = 0
    expect_time = line
    while True:
        position = _SPACES.match(text, position).end()  # type: ignore[union-attr]  # matches anywhere
        if position >= len(text):
            return tokens
        kind, end = _scan(text, position, tokens)
        token_text = text[position:end]
        if expect_time:
            expect_time = False
            if _TIME.fullmatch(token_text):
                kind = "time"
        tokens.append(Token(kind, position, end, token_text))
        position = end
        if len(tokens) == most:
            return tokens


def _scan(text: str, start: int, before: list[Token]) -> tuple[Kind, int]:
    """Kind and end of the token that starts here."""
    first = text[start]
    if first == '"':
        return "string", _STRING.match(text, start).end()  # type: ignore[union-attr]  # starts with a quote
    if first == ";":
        return "line-comment", len(text)
    if first == "{":
        if before and (before[-1].text in BEFORE_SYMBOLS or before[-1].kind == "symbols"):
            pattern = _MORE_SYMBOLS if before[-1].kind == "symbols" else _TRAILING_SYMBOLS
            symbols = pattern.match(text, start)
            if symbols:
                return "symbols", symbols.end()
        return "brace-comment", _BRACE_COMMENT.match(text, start).end()  # type: ignore[union-attr]  # starts with a brace
    end = _WORD.match(text, start).end()  # type: ignore[union-attr]  # is no space
    word = text[start:end]
    for kind, pattern in _KINDS:
        if pattern.fullmatch(word):
            return kind, end
    if before and before[-1].text == "clock" and _TIME.fullmatch(word):
        return "time", end
    return "other", end


def decode(string: str) -> str:
    """The value of a string token: without its quotes, escapes undone (section 2)."""
    inner = string[1:-1] if len(string) > 1 and string[-1] == '"' else string[1:]
    if "\\" not in inner:
        return inner
    return re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], inner, flags=re.DOTALL)


def normalized(text: str) -> str:
    """A text in Unicode Normalization Form C.

    It is made piece by piece, since no ASCII character changes what stands before it. Very long pieces stay as they
    are: one may take quadratic time.
    """
    if text.isascii():
        return text
    return _NORMALIZED_ALONE.sub(lambda run: unicodedata.normalize("NFC", run[0]), text)


_NORMALIZED_ALONE = re.compile(r"(?:[\x00-\x7f]|(?<![^\x00-\x7f]))[^\x00-\x7f]{1,1000}(?![^\x00-\x7f])")


def encode(value: str) -> str:
    """The string token of a value: the inverse of ``decode``."""
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def faces(name: str) -> tuple[str, ...]:
    """The faces of a name token, each as a string token; one for a card with one face (section 6.4)."""
    if " // " not in name:
        return (name,)
    return tuple(f'"{face}"' for face in name[1:-1].split(" // "))


def sorted_symbols(symbols: str) -> str:
    """Mana symbols in the canonical order (section 9.4)."""
    return "".join([token * symbols.count(token) for token in _MANA])


_MANA = ["{" + symbol + "}" for symbol in words.MANA_SYMBOLS]


def sorted_cost(symbols: str) -> str:
    """The symbols of a cost in the canonical order, its generic amount first (section 7.6)."""
    return "".join(sorted(_SYMBOL.findall(symbols), key=lambda symbol: words.COST_SYMBOLS.find(symbol[1])))


_SYMBOL = re.compile(r"\{[^}]*\}")
