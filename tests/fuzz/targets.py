"""What is fuzzed: how a case is made, and what must hold of every case.

A case is made of what JSON has, so that it can be kept in a file. Bytes are text in Latin-1 there.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.fuzz import messages
from tests.fuzz.texts import PIECES, damaged, in_bytes, sources, text, valid
from tests.lsp.test_edits import OF_TEXTS
from tests.support.asking import Asked

from mtgr.analysis import Analysis
from mtgr.analysis.compare import difference
from mtgr.cli import main
from mtgr.document.text import Text
from mtgr.features.folding import folding
from mtgr.features.formatting import formatted, formatting, unread
from mtgr.features.inlay import InlaySettings, inlay
from mtgr.features.lens import lenses
from mtgr.features.links import links
from mtgr.features.strip import Kinds, strip
from mtgr.features.symbols import symbols
from mtgr.features.tokens import tokens

Case = Any


@dataclass(frozen=True, slots=True)
class Target:
    """``run`` raises when something is wrong. ``text`` says where in a case there is a text of which lines and
    characters may be taken away while it still fails (None: nowhere)."""

    make: Callable[[random.Random], Case]
    run: Callable[[Case], None]
    text: str | None = None


PATIENCE, PER_CHARACTER = 10.0, 0.002
"""Seconds of CPU time that a case may take, and how much more for each character of its text: much for any machine."""


@contextlib.contextmanager
def in_time(size: int) -> Iterator[None]:
    begun = time.process_time()
    yield
    took = time.process_time() - begun
    assert took < PATIENCE + size * PER_CHARACTER, f"{took:.1f} s for {size} characters"


# Reading, replaying and checking


def _check(case: Case) -> None:
    """Findings have their places in the text, whether it comes as lines or as bytes, and so have states."""
    string = case["text"]
    with in_time(len(string)):
        analysis = Analysis.of_lines(string.split("\n"))
        _findings(analysis)
        step = max(1, len(analysis.lines) // 40)
        for line in range(0, len(analysis.lines), step):
            analysis.state(line)
            analysis.state(line, before=True)
        strip(analysis, Kinds())


def _bytes(case: Case) -> None:
    data = case["bytes"].encode("latin-1")
    with in_time(len(data)):
        _findings(Analysis.of_bytes(data))


def _findings(analysis: Analysis) -> None:
    found = analysis.findings(hints=True)
    for finding in found:
        for place in (finding.place, *(each.place for each in finding.related)):
            assert 0 <= place.line < len(analysis.raw), (finding, place)
            assert 0 <= place.start <= place.end <= len(analysis.raw[place.line]) + 1, (finding, place)
        assert finding.message, finding
    assert [each.place.line for each in found] == sorted(each.place.line for each in found)


# Questions


def _make_questions(rng: random.Random) -> Case:
    return {"text": text(rng), "seed": rng.randrange(10**6)}


def _ask(case: Case) -> None:
    """Every question at some places of the text has an answer, whose places are in the text."""
    rng = random.Random(case["seed"])
    string = case["text"].encode("utf-8", "replace").decode()
    asked = Asked(string, rng.choice(("utf-8", "utf-16", "utf-32")))
    with in_time(len(string)):
        for method in OF_TEXTS:
            asked.ask(method)
        for method in ("full", "range"):
            asked.ask(f"textDocument/semanticTokens/{method}", range=_everything(asked))
        for _ in range(4):
            line = rng.randrange(len(asked.text.lines))
            asked.ask_at(line, rng.randrange(len(asked.text.lines[line]) + 1))
            before = rng.random() < 0.5
            asked.ask("mtgr/state", position={"line": line, "character": 0}, before=before)


def _everything(asked: Asked) -> dict[str, dict[str, int]]:
    return {"start": {"line": 0, "character": 0}, "end": {"line": len(asked.ends), "character": 0}}


# Edits


def _make_edits(rng: random.Random) -> Case:
    """Edits with places as fractions, so that they fit when lines are taken away."""
    lines = list(rng.choice(valid()))
    begun = damaged(rng, lines) if rng.random() < 0.4 else "\n".join(lines)
    edits = []
    for _ in range(rng.randrange(1, 9)):
        length = rng.choice((0, 0, 0, 1, 2, 5, 60, 1000))
        match rng.randrange(5):
            case 0:
                new = ""
            case 1:
                other = rng.choice(sources())
                start = rng.randrange(len(other))
                new = "\n".join([*other[start : start + rng.randrange(40)], ""])
            case _:
                new = rng.choice(PIECES) + rng.choice(("", "", "\n"))
        then = rng.choice(("", "", "step", "look", "ask"))
        edits.append([round(rng.random(), 4), rng.choice((0, 1, round(rng.random(), 2))), length, new, then])
    return {"text": begun, "edits": edits}


def _follow(case: Case) -> None:
    """An analysis that follows edits says what a fresh one says, and so do its features."""
    document = Text(case["text"])
    analysis = Analysis.of_lines(document.lines)
    with in_time(len(case["text"]) * (1 + len(case["edits"]))):
        for where, across, length, new, then in case["edits"]:
            line = min(int(where * len(document.lines)), len(document.lines) - 1)
            start = (line, int(across * len(document.lines[line])))
            analysis.update(document.edit(start, _after(document, start, length), new, "utf-32"))
            match then:
                case "step":
                    analysis.work(until=0)
                case "look":
                    analysis.state(min(line + 20, len(document.lines) - 1))
                    analysis.known()
                case "ask":
                    _said(analysis)
        fresh = Analysis.of_lines(list(document.lines))
        assert (found := difference(analysis, fresh)) is None, found
        for name, said, expected in zip(_FEATURES, _said(analysis), _said(fresh), strict=True):
            assert said == expected, name


def _after(document: Text, start: tuple[int, int], count: int) -> tuple[int, int]:
    line, column = start
    while line < len(document.lines) - 1 and column + count > len(document.lines[line]):
        count -= len(document.lines[line]) - column + 1
        line, column = line + 1, 0
    return line, column + max(count, 0)


_ALL_HINTS = InlaySettings(True, True, True, True, True)
_FEATURES: dict[str, Callable[[Analysis], object]] = {
    "folding": folding,
    "symbols": symbols,
    "tokens": lambda analysis: tokens(analysis, everything=True),
    "inlay": lambda analysis: inlay(analysis, 0, len(analysis.lines), _ALL_HINTS),
    "links": lambda analysis: links(analysis, "x:{section}"),
    "lenses": lenses,
    "formatting": formatting,
}


def _said(analysis: Analysis) -> list[object]:
    return [feature(analysis) for feature in _FEATURES.values()]


# Formatting


def _format(case: Case) -> None:
    """Formatting twice is formatting once, and it brings no finding."""
    string = case["text"].encode("utf-8", "replace").decode()
    with in_time(4 * len(string)):
        before = Analysis.of_lines(string.split("\n"))
        changes = formatting(before)
        assert all(one.end <= other.start for one, other in itertools.pairwise(changes))
        lines = formatted(before.raw, changes)
        after = Analysis.of_lines(list(lines))
        assert formatted(after.raw, formatting(after)) == lines
        if not (unread(before) or _codes(before)["check-1"]):  # behind which others may hide
            new = _codes(after) - _codes(before)
            if _codes(before)["entry-time"]:
                del new["time-order"]  # a line behind such an entry is compared with it as it was
            assert not new, new


def _codes(analysis: Analysis) -> Counter[str]:
    return Counter(each.code for each in analysis.findings(hints=True))


# The command line

_COMMANDS = [
    ["check", *(["--output-format", form] if form else []), *more]
    for form in ("", "json", "sarif", "github")
    for more in ([], ["--hints", "--strict"])
] + [["format", "--check"], ["format", "--diff"], ["format"], ["strip"], ["strip", "--nags", "-i"], ["state"]]


def _make_command(rng: random.Random) -> Case:
    return {
        "bytes": in_bytes(rng, text(rng)).decode("latin-1"),
        "command": rng.choice(_COMMANDS),
        "line": rng.randrange(300),
    }


def _command(case: Case) -> None:
    """Every command ends with an exit code of its own and prints what it should, whatever the bytes."""
    data, command = case["bytes"].encode("latin-1"), list(case["command"])
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "a.mtgr")
        Path(path).write_bytes(data)
        place = f"{path}:{case['line'] + 1}" if command[0] == "state" else path
        jobs = ["--jobs", "1"] if command[0] == "check" else []
        output, errors = io.BytesIO(), io.StringIO()
        with in_time(len(data)), _standard_output(output), contextlib.redirect_stderr(errors):
            code = main([*command, *jobs, place])
        assert code in (0, 1, 2), code
        assert "Traceback" not in errors.getvalue()
        assert [each.name for each in Path(folder).iterdir()] == ["a.mtgr"]
        if "-i" not in command and command != ["format"]:
            assert Path(path).read_bytes() == data
    shown = output.getvalue().decode()
    if "json" in command or "sarif" in command:
        json.loads(shown)


@contextlib.contextmanager
def _standard_output(stream: io.BytesIO) -> Iterator[None]:
    before, sys.stdout = sys.stdout, io.TextIOWrapper(stream, encoding="utf-8")
    try:
        yield
    finally:
        sys.stdout.flush()
        sys.stdout.detach()
        sys.stdout = before


TARGETS: dict[str, Target] = {
    "check": Target(lambda rng: {"text": text(rng)}, _check, "text"),
    "bytes": Target(lambda rng: {"bytes": in_bytes(rng, text(rng)).decode("latin-1")}, _bytes, "bytes"),
    "questions": Target(_make_questions, _ask, "text"),
    "edits": Target(_make_edits, _follow, "text"),
    "format": Target(lambda rng: {"text": text(rng)}, _format, "text"),
    "command": Target(_make_command, _command, "bytes"),
    "messages": Target(messages.make_conversation, messages.converse),
    "frames": Target(messages.make_frames, messages.send_frames),
}
