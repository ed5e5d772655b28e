"""A valid conformance file, read and written again through `GameWriter`, is the same file; an invalid one is refused
where it is wrong."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from mtgr import Game, GameWriter, Refused, Statement, read_games
from mtgr.replay.keyframe_text import keyframe_entries
from mtgr.replay.write import stack_entries
from mtgr.syntax.line import Line, kind_of

CONFORMANCE = Path(__file__).parents[2] / "conformance"
VALID = sorted((CONFORMANCE / "valid").rglob("*.mtgr"))

ENTRIES = {"player entry", "object entry", "effect entry", "round-clock", "day", "night"}
STACK = {"spell on stack", "ability on stack"}


def name_at(lines: list[str], n: int) -> str:
    """The statement of a main-line body line; '' for any other line."""
    if n >= len(lines) or kind_of(lines[n]) != "body" or lines[n].startswith("-"):
        return ""
    form = Line(lines[n]).statement.form
    assert form is not None
    return form.name


def together(lines: list[str], start: int) -> int:
    """The end of the lines from ``start`` on that need each other."""
    if kind_of(lines[start]) == "open":
        depth = 0
        for n in range(start, len(lines)):
            depth += {"open": 1, "close": -1}.get(kind_of(lines[n]), 0)
            if not depth:
                return n + 1
    match name_at(lines, start):
        case "deck":
            return after_entries(lines, start + 1, {"main", "side"})
        case "pregame" | "turn":
            keyframe = next(n for n in range(start, len(lines)) if name_at(lines, n) == "keyframe")
            return after_entries(lines, keyframe + 1, ENTRIES)
        case "priority":
            n = start + 1
            while name_at(lines, n) in ("", "extension") and n < len(lines):
                n += 1
            return after_entries(lines, n + 1, STACK) if name_at(lines, n) == "stack" else start + 1
    return start + 1


def after_entries(lines: list[str], n: int, entries: set[str]) -> int:
    end = n
    while n < len(lines) and (name_at(lines, n) in entries or lines[n].startswith("%")):
        n += 1
        if not lines[n - 1].startswith("%"):
            end = n
    return end


class Copy:
    """A game written statement by statement from what was read of it. ``calls`` counts how."""

    def __init__(self, game: Game, lines: list[str], first: int, file: io.BytesIO) -> None:
        self.lines = lines
        self.statements = {each.line - first: each for each in game.statements()}
        self.writer = GameWriter(file, game.tags)
        self.calls: Counter[str] = Counter()
        body = lines.index("") + 1
        while body < len(lines) - 1:
            end = together(lines, body)
            self.write(body, end)
            body = end
        self.writer.end(game.result)

    def write(self, start: int, end: int) -> None:
        found = [self.statements.get(n) for n in range(start, end)]
        group = [each for each in found if each is not None]
        if self.lines[start].startswith("%"):
            self.calls["escape"] += 1
            self.writer.escape(self.lines[start][1:])
            return
        if len(group) == len(found) and all(map(bare, group[1:])):
            self.writer.at(group[0].time)
            if self.friendly(group):
                return
        self.calls["lines"] += 1
        self.writer.lines(*self.lines[start:end])

    def friendly(self, group: list[Statement]) -> bool:
        """Whether a method of its own has written these statements."""
        first, rest = group[0], group[1:]
        trailer = {"by": first.by, "replacements": first.replacements, "nags": first.nags}
        comments = {"brace": first.brace, "comment": first.comment}
        self.calls[first.name] += 1
        match first.name:
            case "deck" if bare(first):
                cards = [{str(each.slots["card"]): each.slots["count"] for each in rest if each.name == part}
                         for part in ("main", "side")]  # fmt: skip
                self.writer.deck(*cards, name=first.slots.get("label"))  # type: ignore[arg-type]
            case "pregame" if bare(first) and [each.name for each in rest] == [
                "keyframe",
                "player entry",
                "player entry",
            ]:
                if [each.slots.get("life") for each in rest[1:]] == [20, 20] and "clock" not in rest[1].slots:
                    self.writer.pregame([int(str(each.slots["library"])) for each in rest[1:]])
                else:
                    self.writer.pregame(entries=[each.text for each in rest[1:]])
            case "turn" if bare(first) and rest[0].name == "keyframe":
                self.turn(first, rest[1:])
            case "priority" if bare(first):
                clocks = [str(first.slots[each]) for each in ("time1", "time2")] if "time1" in first.slots else None
                entries = [each.text for each in rest[1:]] if rest else None
                state = self.writer._checker.state
                derived = entries == stack_entries(state) and not state.open and not state.suspended
                self.calls["derived stack"] += derived
                self.writer.priority(str(first.slots["player"]), clocks=clocks, entries=None if derived else entries)
            case "deck" | "pregame" | "turn" | "priority":
                return False
            case name if (
                name.startswith("new ") and first.slots["object"] == f"#{self.writer._checker.state.memory.next_id}"
            ):
                slots = {slot: value for slot, value in first.slots.items() if slot != "object"}
                self.writer.new(name.removeprefix("new "), **slots, **trailer, **comments)  # type: ignore[arg-type]
            case name:
                line = self.writer.write(name, **first.slots, **trailer, **comments)  # type: ignore[arg-type]
                assert line.endswith(first.text)
        return True

    def turn(self, first: Statement, entries: list[Statement]) -> None:
        player, number = str(first.slots["player"]), int(str(first.slots["number"]))
        players = [each for each in entries if each.name == "player entry"]
        clocks = [str(each.slots["clock"]) for each in players if "clock" in each.slots]
        round_clock = next((str(each.slots["clock"]) for each in entries if each.name == "round-clock"), None)
        state = self.writer._checker.state
        open_ids = {id for id, _ in state.open}
        settled = {str(each.slots["object"]): each.text for each in entries if each.slots.get("object") in open_ids}
        own = [each.text.split(" clock ")[0] for each in entries if each.name != "round-clock"]
        derived = [settled.get(text.split(" ")[0], text) for text in keyframe_entries(state)]
        if state.suspended or own != derived:
            self.writer.turn(player, number=number, entries=[each.text for each in entries])
            return
        self.calls["settled keyframe" if settled else "derived keyframe"] += 1
        self.writer.turn(player, number=number, clocks=clocks or None, round_clock=round_clock, settled=settled)


def bare(each: Statement) -> bool:
    """Whether a statement has no annotations."""
    return not each.nags and each.brace is None and each.comment is None


def parts(data: bytes) -> Iterator[tuple[Game, list[str], int]]:
    """The games of a file with their lines, from the first tag to the result line, and the number of the first."""
    lines = data.decode().split("\n")
    for game in read_games(data):
        own = lines[game.lines[0] - 1 : game.lines[-1]]
        first = next(n for n, text in enumerate(own) if text.startswith("["))
        last = max(n for n, text in enumerate(own) if kind_of(text) == "result")
        yield game, own[first : last + 1], game.lines[0] + first


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_what_is_read_and_written_is_the_same(path: Path) -> None:
    file = io.BytesIO()
    wanted = []
    for game, lines, first in parts(path.read_bytes()):
        calls = Copy(game, lines, first, file).calls
        if "recorded" in path.parts:  # nothing in them is beyond the methods made for recorders
            assert calls["lines"] == 0
            assert calls["derived keyframe"] + calls["settled keyframe"] >= calls["turn"] - calls["incomplete"] > 0
            assert calls["derived stack"] > 0
        wanted.append("\n".join(lines) + "\n")
    assert file.getvalue().decode() == "\n".join(wanted)


@pytest.mark.parametrize("code", [f"check-{number:02}" for number in range(3, 18)])
def test_a_wrong_line_is_refused_with_the_code_of_its_check(code: str) -> None:
    paths = sorted((CONFORMANCE / "invalid" / code).glob("*.mtgr"))
    assert paths
    for path in paths:
        wanted = next(each for each in read_games(path).findings if each.severity in ("error", "warning"))
        with pytest.raises(Refused) as refused:
            write_all(path.read_bytes())
        found = refused.value.findings[0]
        assert (found.code, found.message.partition(" since line ")[0]) == (
            wanted.code,
            wanted.message.partition(" since line ")[0],
        )
        if path.stem != "not-closed-inner":  # there the outer bracket is all that is known so far
            assert found.line == wanted.line


def write_all(data: bytes) -> None:
    """Writes the games of a file, line after line where they do not need each other."""
    file = io.BytesIO()
    for game, lines, _ in parts(data):
        writer = GameWriter(file, game.tags)
        start = lines.index("") + 1
        while start < len(lines) - 1:
            end = together(lines, start)
            writer.lines(*lines[start:end])
            start = end
        writer.end(game.result)
