"""Writes what the server says of some places, for the browser tests of the board: test/browser/models/*.json.

Usage: models.py [FOLDER]. A test fails when the files there are stale.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

HERE = Path(__file__).resolve().parents[1]
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "server"))

from mtgr.document.text import Text  # noqa: E402 - found by the line above
from mtgr.lsp.boards import on_board, on_course  # noqa: E402 - found by the line above
from mtgr.lsp.documents import Document, Documents  # noqa: E402 - found by the line above

MODELS = HERE / "test" / "browser" / "models"
HOSTILE = '<img src=x onerror=alert(1)>**b** [a](http://x.y) \\"`\\n</script>'
EVIL_PLAYER = "<script>__proto__"

PLACES = {
    "rich": ("valid/recorded/459b6cad.mtgr", 1151),
    "crowded": ("valid/recorded/2619ab20.mtgr", 2361),
    "variation": ("valid/variations.mtgr", 72),
    "broken": ("try/recorded-with-one-mistake.mtgr", 409),
    "attachments": ("valid/attachments.mtgr", 60),
    "clocks": ("valid/steps-and-clocks.mtgr", 45),
    "tags": ("valid/variations.mtgr", 3),
}
"""Each model with its file in conformance/ and its line, counted from 1."""


def model(name: str, text: str, line: int, guess: bool = False) -> dict[str, Any]:
    """What the view shows when the cursor is on a line of a text."""
    documents = Documents()
    documents._open["file:///a"] = Document("file:///a", 1, Text(text))
    ls: Any = SimpleNamespace(documents=documents)
    params = SimpleNamespace(
        textDocument=SimpleNamespace(uri="file:///a"), position=SimpleNamespace(line=line - 1), guess=guess
    )

    async def course() -> Any:
        return (await on_course(ls, params)).value

    board = on_board(ls, params).value
    return {
        "file": name,
        "line": line - 1,
        "board": board,
        "course": asyncio.run(course()),
        "guess": guess,
        "trouble": None,
    }


def hostile() -> tuple[str, int]:
    """A game whose names, texts and comments are markup, and its last line but two."""
    text = (ROOT / "conformance" / "valid" / "smallest.mtgr").read_text("utf-8")
    head, _, _ = text.partition('[Player1 "')
    lines = [
        *head.splitlines(),
        f'[Player1 "{EVIL_PLAYER}"]',
        f'[Player2 "{HOSTILE}"]',
        '[Result "1-0"]',
        '[Format "?"]',
        '[Match "m"]',
        '[Game "1"]',
        f'[Perspective "{EVIL_PLAYER}"]',
        "",
        f'0:00 deck "{EVIL_PLAYER}" unknown',
        "0:00 pregame",
        "0:00   keyframe",
        f'0:00     player "{EVIL_PLAYER}" life 20 poison 0 library 60',
        f'0:00     player "{HOSTILE}" life 20 poison 0 library 60',
        f'0:01 turn 1 "{EVIL_PLAYER}"',
        "0:01   keyframe",
        f'0:01     player "{EVIL_PLAYER}" life 20 poison 0 library 60',
        f'0:01     player "{HOSTILE}" life 20 poison 0 library 60',
        "0:01   precombat-main",
        f'0:01     new token #1 "{HOSTILE}" owner "{EVIL_PLAYER}" in battlefield pt 2/2 by ?',
        f'0:01     #1 "{HOSTILE}" counters "{HOSTILE}" 0 -> 2 by ? $3 {{<b onclick=alert(1)>!</b>}}',
        '0:01     #1 "' + HOSTILE + '" pt 2/2 -> 4/4 by ?',
        f'0:01     new card #2 "__proto__" owner "{HOSTILE}" in hand',
        f'0:01     new ability #3 activated of #1 "{HOSTILE}" "{HOSTILE}" controller "{EVIL_PLAYER}" in stack',
        f'0:01     #3 choose mode "{HOSTILE}" {{<script>alert(1)</script>}} ; <b>',
        f'0:01     "{HOSTILE}" concede',
        "1-0",
        "",
    ]
    return "\n".join(lines), len(lines) - 3


def models() -> dict[str, str]:
    """The text of each file, by its name."""
    made = {}
    for name, (path, line) in PLACES.items():
        text = (ROOT / "conformance" / path).read_text("utf-8")
        made[name] = model(Path(path).name, text, line)
        if name == "broken":
            made["guess"] = model(Path(path).name, text, line, guess=True)
    made["hostile"] = model("<b>hostile</b>.mtgr", *hostile())
    return {f"{name}.json": json.dumps(found, ensure_ascii=False) + "\n" for name, found in made.items()}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in models().items():
        (folder / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else MODELS)
