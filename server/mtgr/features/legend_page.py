"""Writes the legend of the semantic tokens into ``docs/features/semantic-tokens.md``.

``python -m mtgr.features.legend_page`` in the root of the repository does it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from mtgr.features.legend import MODIFIERS, TYPES

PAGE = Path("docs", "features", "semantic-tokens.md")
HEADING = "## Legend\n"


def legend() -> str:
    """The last section of the page: both tables, in Markdown."""
    tables = [_table(head, meanings) for head, meanings in (("type", TYPES), ("modifier", MODIFIERS))]
    return "\n".join([HEADING, *tables])


def _table(head: str, meanings: dict[str, str]) -> str:
    rows = "".join(f"| `{name}` | {meaning} |\n" for name, meaning in meanings.items())
    return f"| {head} | what it says |\n| --- | --- |\n{rows}"


def main() -> None:
    """Rewrites the section; exits with a sentence if the page is not there."""
    if not PAGE.is_file():
        sys.exit(f"There is no {PAGE.as_posix()} here: run this in the root of the repository.")
    text = PAGE.read_text("utf-8")
    PAGE.write_bytes((text.partition(HEADING)[0] + legend()).encode())


if __name__ == "__main__":
    main()
