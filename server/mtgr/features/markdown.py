"""Text from a file inside Markdown and plain answers, which must stay text whatever the file holds.

Only what could be read as markup is escaped, because several editors show the backslashes: `Urza's Tower` and
`Fire // Ice` come through as they are.
"""

from __future__ import annotations

import re

# What starts emphasis, code, links, images, HTML, entities, tables or strikethrough wherever it stands (an underscore
# only at the edge of a word).
_ALWAYS = r"[\\`*\[\]<&|~]|(?<![^\W_])_|_(?![^\W_])"
# What editors turn into links by themselves: `https://x`, `//x`, `a@b`, `www.x`, `example.com`.
_AUTOLINK = r":(?=//)|/(?=/\S)|(?<=/)/(?=\S)|(?<=\S)@(?=\S)|(?<=\w)\.(?=\w*[^\W\d])"
# What starts a heading, a quotation, a list, a rule or an underline at the start of a text.
_AT_START = r"\A(?:>|#(?=[#\s]|\Z)|\+(?=\s|\Z)|[-=](?=[-=\s]|\Z)|\d+[.)](?=\s|\Z))"
_MARKUP = re.compile("|".join((_ALWAYS, _AUTOLINK, _AT_START)))

# Control characters and lone surrogates (a client can send them) cannot be shown, nor is every one of them UTF-8.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_LINE_BREAK = re.compile("\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")


def one_line(text: str) -> str:
    """The text on one line: line breaks become ``⏎``, what cannot be shown becomes U+FFFD."""
    return _UNPRINTABLE.sub("\ufffd", _LINE_BREAK.sub("⏎", text))


def clip(text: str, limit: int) -> str:
    """The text if its UTF-8 form has at most ``limit`` bytes (3 or more), else its beginning and an ellipsis."""
    data = text.encode("utf-8", "replace")
    if len(data) <= limit:
        return text
    return data[: limit - 3].decode("utf-8", "ignore") + "…"


def escape_markdown(text: str) -> str:
    """Markdown that shows exactly this text on one line: no link, image, HTML, code, heading or list comes of it."""
    return _MARKUP.sub(lambda match: f"{match[0][:-1]}\\{match[0][-1]}", one_line(text))


def code_span(text: str) -> str:
    """A Markdown code span that shows this text, fenced by more backticks than any run inside it."""
    text = one_line(text)
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    pad = " " if text.startswith("`") or text.endswith("`") or not text.strip() else ""
    return f"{fence}{pad}{text}{pad}{fence}"
