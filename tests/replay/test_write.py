"""The printed keyframe and stack snapshot are, line by line, those of the conformance files."""

from __future__ import annotations

from pathlib import Path

import pytest

from mtgr.analysis import Analysis
from mtgr.replay.write import keyframe_lines, stack_lines
from mtgr.syntax.line import Line

# Files that say the same in another way than the replay does: a front face written out (R29), another name of a
# repeated choice (R45).
OTHERWISE = ("faces", "repeated-names")
VALID = sorted(
    path for path in (Path(__file__).parents[2] / "conformance" / "valid").rglob("*.mtgr") if path.stem not in OTHERWISE
)


def _texts(path: Path, head: str) -> list[tuple[int, list[str]]]:
    """Each ``head`` line of the main line with the lines of its entries, which stand deeper."""
    lines = path.read_text(encoding="utf-8").split("\n")
    found = []
    for n, text in enumerate(lines):
        line = Line(text)
        if line.kind == "body" and line.body == head and not text.startswith("-"):
            end = n + 1
            while lines[end].startswith(("%", "- ")) or Line(lines[end]).level > line.level:
                end += 1
            found.append((n, [each for each in lines[n:end] if not each.startswith(("%", "- "))]))
    return found


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_what_is_printed_is_what_the_files_say(path: Path) -> None:
    analysis = Analysis.of_bytes(path.read_bytes())
    for head, level in (("keyframe", 1), ("stack", 3)):
        for n, texts in _texts(path, head):
            # The entries are read with their head: before them, the state is what the replay makes of the lines above.
            before = analysis.state(n, before=True)
            assert before is not None
            if (
                before.suspended
                or before.open
                or any(mark in text for text in texts for mark in (" clock ", "{", "$", ";"))
            ):
                continue
            if head == "keyframe" and before.turn is None:
                continue  # the keyframe of the pregame sets the state
            if head == "stack" and Line(texts[0]).level != level:
                continue
            time = Line(texts[0]).time
            write = keyframe_lines if head == "keyframe" else stack_lines
            assert write(before, time, level) == texts
