"""Completion: what may be written at the cursor, the likeliest first.

Nothing is offered inside comments and escape lines. An item replaces the token at the cursor; at the time, or before
the statement, the line so far with its indentation. Where nothing follows the cursor, whole rests of the statement are
offered, too, and the lines that go with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from mtgr.analysis import Analysis, Place
from mtgr.features.completion_table import from_table, subject_of
from mtgr.features.completion_tags import complete_tag, results
from mtgr.features.foresight import Guess, guesses, level_of
from mtgr.features.habits import Habits
from mtgr.features.item import Completion, Item, plain_text, snippet_text
from mtgr.features.scene import Scene, scene_at
from mtgr.spec.words import GLYPHS, NAGS
from mtgr.syntax.line import Line, kind_of
from mtgr.syntax.tokens import BEFORE_SYMBOLS, Token, tokenize

MOST = 100
"""Items in one answer."""
SURE = 1.0
"""The weight from which a guess is taken for granted."""
_LINES = 12
"""Whole lines, or whole rests of a statement, that are offered."""

_NOTHING = Completion((), False)


def complete(analysis: Analysis, line: int, column: int) -> Completion:
    """What may be written at a 0-based line and code point column."""
    if not 0 <= line < len(analysis.lines):
        return _NOTHING
    text = analysis.lines[line]
    column = min(max(column, 0), len(text))
    kind = kind_of(text)
    if kind == "tag" or (kind in ("empty", "result") and _among_tags(analysis, line)):
        return complete_tag(analysis, line, column)
    if kind not in ("empty", "result", "body"):
        return _NOTHING
    parsed = Line(text)
    if kind == "body" and column > len(parsed.time):
        return _complete_statement(analysis, line, column, parsed)
    return _complete_line(analysis, line, column)


def _among_tags(analysis: Analysis, line: int) -> bool:
    """Whether a line goes on a tag section, or begins a game."""
    above = kind_of(analysis.lines[line - 1]) if line else "empty"
    if above == "empty":
        return line < 2 or kind_of(analysis.lines[line - 2]) != "tag"
    return above in ("tag", "result")


# --- Whole lines -------------------------------------------------------------------------------------------------


def _complete_line(analysis: Analysis, line: int, column: int) -> Completion:
    """At the time: the lines that may come next, at the time of the line before."""
    text = analysis.lines[line]
    scene = scene_at(analysis, line)
    place = Place(line, 0, column)
    items: list[Item] = []
    if not text[column:].strip():
        ranked = guesses(scene, Habits(analysis, scene))
        levels = dict.fromkeys(guess.level for guess in ranked)
        leads = [
            Item(scene.time, _line(scene.time, level, ""), place, "time", "the time of the line before")
            for level in levels
        ]
        lines = [item for guess in ranked[:_LINES] for item in _lines(guess, scene.time, place)]
        endings = results(scene.facts.result, place) if scene.ended else []
        items = [*endings[:1], *lines[:3], *leads[:1], *lines[3:], *leads[1:], *endings[1:]]
    return _answer(each for each in items if each.text.startswith(text[:column]))


def _lines(guess: Guess, time: str, place: Place) -> Iterator[Item]:
    """A guess as a whole line: with the lines that come with it, and alone."""
    return _in_order(guess, guess.text, _line(time, guess.level, guess.text), time, place, guess.text)


def _in_order(guess: Guess, shown: str, inserted: str, time: str, place: Place, about: str) -> Iterator[Item]:
    """A statement alone, and with the lines that come with it: before it if they are sure to come."""
    alone = Item(shown, inserted, place, "statement", about=about)
    if not guess.more:
        yield alone
        return
    text = inserted + "".join(f"\n{_line(time, level, each)}" for level, each in guess.more)
    count = len(guess.more)
    detail = f"and {count} more line{'s' if count > 1 else ''}"
    together = Item(f"{shown} …", plain_text(text), place, "snippet", detail, about, snippet_text(text))
    yield from (together, alone) if guess.weight >= SURE else (alone, together)


def _line(time: str, level: int, statement: str) -> str:
    return f"{time} {'  ' * level}{statement}"


# --- Statements --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Written:
    """What stands before the cursor in a statement: its text, its whole tokens, and the part of one that the cursor is
    in or behind. That starts at ``start`` and ends, also behind the cursor, at ``end``: columns of the line."""

    typed: str
    tokens: list[Token]
    partial: str
    start: int
    end: int


def _written(text: str, column: int, start: int) -> Written | None:
    """What is written of a statement that starts at a column; None inside a comment."""
    typed = text[start:column]
    tokens = tokenize(typed)
    last = tokens[-1] if tokens else None
    if last is None or last.end < len(typed):
        if last is not None and last.kind in ("brace-comment", "line-comment"):
            return None
        return Written(typed, tokens, "", column, column)
    mana = len(tokens) > 1 and tokens[-2].text in BEFORE_SYMBOLS
    if last.kind == "line-comment" or (last.kind == "brace-comment" and not mana):
        return None
    whole = next((each for each in tokenize(text[start:]) if each.start == last.start), last)
    end = max(whole.end, last.end)
    if whole.text[:1] == '"' and (len(whole.text) < 2 or whole.text[-1] != '"'):
        end = len(typed) + len(text[column:].split(" ")[0])  # a string that is not closed has all that follows
    return Written(typed, tokens[:-1], last.text, start + last.start, start + end)


@dataclass(frozen=True, slots=True)
class Behind:
    """What is written behind the cursor: where the object ends that the cursor is in, its name included (for other
    tokens: where they end), and the tokens behind that."""

    end: int
    rest: list[str]


def _object_behind(written: Written, text: str) -> Behind:
    tokens = tokenize(text[written.end :])
    before = [token.text for token in written.tokens]
    named = bool(tokens) and tokens[0].kind == "string" and written.partial.startswith("#")
    if before[-1:] == ["of"]:
        named = named and len(tokens) > 1 and tokens[1].kind == "string"  # else it is the text of an ability
    elif before[:1] == ["new"]:
        named = named and len(before) > 2  # else it is the name of the new object
    end = written.end + (tokens[0].end if named else 0)
    return Behind(end, [token.text for token in tokens[named:]])


def _complete_statement(analysis: Analysis, line: int, column: int, parsed: Line) -> Completion:
    """Inside a statement, or in the space before it."""
    text = parsed.text
    margin = len(parsed.time) + 1
    start = min(column, parsed.column)
    written = _written(text, column, start)
    if written is None:
        return _NOTHING
    if written.partial.startswith("$"):
        return _nags(Place(line, written.start, written.end), written.partial)
    scene = scene_at(analysis, line)
    habits = Habits(analysis, scene)
    behind = _object_behind(written, text)
    fresh = not written.tokens and not text[behind.end :].strip()
    parts = _Parts(written.partial)
    rests: list[tuple[str, Guess]] = []
    ranked = guesses(scene, habits)
    for guess in ranked:
        if guess.text.startswith(written.typed) and guess.text != written.typed:
            rest = guess.text[written.start - start :]
            part = next_part(rest)
            parts.add(guess.weight, part, guess.level)
            if not rest.endswith(" ") and (rest != part or guess.more):
                rests.append((rest, guess))
    for weight, each in from_table(scene, habits, [token.text for token in written.tokens]):
        parts.add(weight, each, level_of(scene, each))
    if text[behind.end :].strip():
        rests = []
    if behind.rest and not written.tokens:
        parts.favour(lambda part: subject_of(scene, part, behind.rest))
    place = Place(line, margin if fresh else written.start, behind.end)
    before = text[start : written.start]
    maker = _Maker(scene, place, before, fresh, text[: margin - 1])
    wholes = [item for rest, guess in rests[:_LINES] for item in maker.wholes(rest, guess)]
    singles = [maker.part(each, at) for each, at in parts.ranked()]
    first = 2 if rests and rests[0][1].more and rests[0][1].weight >= SURE else 1
    return _answer([*wholes[:first], *singles[:4], *wholes[first:], *singles[4:]])


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes items of texts. ``fresh`` is whether the statement begins with them: then they bring their indentation."""

    scene: Scene
    place: Place
    before: str
    fresh: bool
    time: str

    def part(self, text: str, level: int) -> Item:
        """One part of the statement."""
        kind, detail = self._kind(text)
        return Item(text, self._indented(text, level), self.place, kind, detail, self.before + text)

    def wholes(self, rest: str, guess: Guess) -> Iterator[Item]:
        """The rest of the statement, with the lines that come with it, and alone."""
        inserted, about = self._indented(rest, guess.level), self.before + rest
        return _in_order(guess, rest, inserted, self.time, self.place, about)

    def _indented(self, text: str, level: int) -> str:
        return "  " * level + text if self.fresh else text

    def _kind(self, text: str) -> tuple[str, str]:
        """The kind of a part, and a detail about it: where an object is."""
        match text[:1]:
            case "#":
                obj = self.scene.get(text.partition(" ")[0])
                if obj is None:
                    return "object", "next free ID"
                shown = [obj.zone or obj.kind, obj.pt, "tapped" if obj.tapped else None, obj.controller]
                return "object", " ".join(each for each in shown if each)
            case '"':
                return "text", ""
            case "{" | "-" | "?" | "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9":
                return "value", ""
        return "word", ""


class _Parts:
    """Texts that may come next, with their weights and levels; only those that become of what is written already."""

    def __init__(self, partial: str) -> None:
        self.partial = partial
        self.weights: dict[str, float] = {}
        self.levels: dict[str, int] = {}

    def add(self, weight: float, text: str, level: int) -> None:
        """Adds to the weight of a text. It is one that starts with what is written, or has it in a name."""
        if text != self.partial and (
            text.startswith(self.partial) or (len(self.partial) > 1 and self.partial.lower() in text.lower())
        ):
            self.weights[text] = self.weights.get(text, 0.0) + weight
            self.levels.setdefault(text, level)

    def favour(self, factor: Callable[[str], float]) -> None:
        """Multiplies the weights."""
        for text in self.weights:
            self.weights[text] *= factor(text)

    def ranked(self) -> list[tuple[str, int]]:
        """The texts with their levels, the likeliest first; what starts with what is written before the others."""
        order = sorted(self.weights, key=lambda text: (not text.startswith(self.partial), -self.weights[text]))
        return [(text, self.levels[text]) for text in order]


def next_part(rest: str) -> str:
    """The part of the rest of a statement that is offered by itself: an object with its name, a verb with the value it
    changes (it ends with a space then), a word with the slot that says what it is."""
    tokens = tokenize(rest, most=4)
    texts = [token.text for token in tokens]
    count = 1
    match texts:
        case ["life" | "poison" | "pt", _, "->", *_] | ["counters", _, _, "->", *_]:
            return rest[: tokens[texts.index("->")].end] + " "
        case [first, second, *_] if first.startswith("#") and second.startswith('"'):
            count = 2
        case ["of", _, third, *_] if third.startswith('"'):
            count = 3
        case ["by" | "new" | "of" | "as" | "owner" | "controller" | "in" | "outside", _, *_]:
            count = 2
    return rest[: tokens[count - 1].end] if tokens else rest


# --- Annotations -------------------------------------------------------------------------------------------------


def _nags(place: Place, partial: str) -> Completion:
    """The NAGs that have a meaning, those with a glyph first (section 11)."""
    items = []
    for number, meaning in sorted(NAGS.items(), key=lambda pair: (pair[0] not in GLYPHS, pair[0])):
        glyph = f" {GLYPHS[number][0]}" if number in GLYPHS else ""
        items.append(Item(f"${number}{glyph}", f"${number}", place, "nag", meaning, f"${number}"))
    return _answer(each for each in items if each.text.startswith(partial))


def _answer(items: Iterable[Item]) -> Completion:
    """The items, each text once, as many as are of use."""
    found: dict[str, Item] = {}
    for item in items:
        found.setdefault(item.text, item)
    chosen = tuple(found.values())
    return Completion(chosen[:MOST], len(chosen) > MOST)
