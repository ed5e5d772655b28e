"""Text of a file, made safe to show: nothing in it may steer the terminal or hide."""

from __future__ import annotations

import re

# Controls, line and paragraph separators, what is invisible or turns the reading direction, and the lone surrogates
# that stand for bytes that are not Unicode. The joiners U+200C and U+200D stay: scripts and emoji need them.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)


def visible(text: str) -> str:
    """``text`` with a tab as ``<U+0009>``, an escape character as ``<U+001B>``, an undecodable byte as ``<0xFF>``."""
    return _UNSAFE.sub(_named, text)


def _named(match: re.Match[str]) -> str:
    point = ord(match.group())
    if 0xDC80 <= point <= 0xDCFF:
        return f"<0x{point - 0xDC00:02X}>"
    return f"<U+{point:04X}>"
