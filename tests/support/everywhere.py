"""How much the tests that ask everywhere ask: a part in every run, everything with ``MTGR_EVERYWHERE=1``."""

from __future__ import annotations

import os
import re
from zlib import crc32

ALL = os.environ.get("MTGR_EVERYWHERE", "") not in ("", "0")

_NAMES_AND_NUMBERS = re.compile(r'[0-9]+(?:[:.][0-9]+)*|(?<=")[A-Za-z ,\']+(?=")')


def kind_of(line: str) -> str:
    """What lines that differ in names and numbers only have in common; with ``ALL`` the line itself."""
    return line if ALL else _NAMES_AND_NUMBERS.sub("", line)


def is_chosen(kind: str, remainder: int) -> bool:
    """One kind of line in six (with the same ``remainder`` always the same ones), and all that are not only ASCII."""
    return ALL or crc32(kind.encode()) % 6 == remainder or not kind.isascii()
