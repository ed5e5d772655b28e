"""Completion: what may be written at the cursor, the likeliest first.

Nothing is offered inside comments and escape lines. A text edit replaces the token at the cursor, or what is left of the
statement from there on where the whole rest is offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from mtgr.analysis import Analysis, Place
from mtgr.features.candidates import candidates, causes
from mtgr.features.completion_tags import complete_tag, results
from mtgr.features.expected import Expected, fitting, takes_cause
from mtgr.features.foresight import Guess, guesses
from mtgr.features.foresight_rules import remaining
from mtgr.features.habits import Habits
from mtgr.features.item import Completion, Item
from mtgr.features.scene import Scene, scene_at
from mtgr.spec.shapes import Slot
from mtgr.spec.statements import FORMS, Form
from mtgr.spec.statements import Place as Where
from mtgr.spec.words import GLYPHS, NAGS
from mtgr.syntax.line import Line, kind_of
from mtgr.syntax.tokens import Token, tokenize

MOST = 100
"""Items in one answer."""

_NOTHING = Completion((), False)


def complete(analysis: Analysis, line: int, column: int) -> Completion:
    """What may be written at a 0-based line and code point column."""
    if not 0 <= line < len(analysis.lines):
        return _NOTHING
    text = analysis.lines[line]
    column = min(max(column, 0), len(text))
    kind = kind_of(text)
    if kind == "escape":
        return _NOTHING
    if kind == "tag" or (kind in ("empty", "result") and _among_tags(analysis, line)):
        return complete_tag(analysis, line, column)
    scene = scene_at(analysis, line)
    habits = Habits(analysis, scene)
    parsed = Line(text)
    if kind in ("empty", "result") or column <= len(parsed.time):
        return _complete_line(scene, habits, line, text, column)
    if kind not in ("body",) or parsed.indent < 0:
        return _NOTHING
    return _complete_statement(scene, habits, line, text, column, len(parsed.time) + 1, parsed.column)


def _among_tags(analysis: Analysis, line: int) -> bool:
    """Whether an empty line goes on a tag section, or begins a game."""
    above = analysis.lines[line - 1] if line else ""
    return kind_of(above) in ("tag", "empty", "result") and not (
        kind_of(above) == "empty" and line > 1 and kind_of(analysis.lines[line - 2]) == "tag"
    )


# --- Whole lines ----------------------------------------------------------------------------------------------------------


def _complete_line(scene: Scene, habits: Habits, line: int, text: str, column: int) -> Completion:
    """At the time: the lines that may come next, at the time of the line before."""
    typed = text[:column]
    place = Place(line, 0, len(text) if len(text) <= len(Line(text).time) else column)
    time = scene.time
    items: list[Item] = []
    if scene.ended:
        items += results(scene.facts.result, place)
    ranked = guesses(scene, habits) if not text[column:].strip() else []
    for guess in ranked[:12]:
        lead = f"{time} {'  ' * guess.level}"
        whole = lead + guess.text
        if guess.more:
            more = "".join(f"\n{time} {'  ' * level}{each}" for level, each in guess.more)
            items.append(Item(guess.text + " …", whole + more, place, "snippet", f"with {len(guess.more)} lines"))
        items.append(Item(guess.text, whole, place, "statement"))
    levels = dict.fromkeys(guess.level for guess in ranked)
    leads = [Item(time, f"{time} {'  ' * level}", place, "time", "the time of the line before") for level in levels]
    items[min(len(items), 3) : 0] = []
    items = [*items[:3], *leads[:1], *items[3:], *leads[1:]]
    return _answer([each for each in items if each.text.startswith(typed)])


# --- Statements -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Written:
    """What stands before the cursor: whole tokens, and the part of one that the cursor is in, which starts at a column
    of the line."""

    typed: str
    tokens: list[Token]
    partial: str
    start: int
    end: int
    """Where the token at the cursor ends."""
    last: bool
    """Nothing follows the cursor's token."""


def _complete_statement(
    scene: Scene, habits: Habits, line: int, text: str, column: int, margin: int, start: int
) -> Completion:
    """Inside a statement, which starts at a column; ``margin`` is the column after the time."""
    start = min(start, column)
    if text[margin:column].strip() == "":
        start = column
    written = _written(text, column, start)
    if written is None:
        return _NOTHING
    if written.partial.startswith("$"):
        return _nags(line, written)
    chunks = _Chunks(written.partial)
    fresh = not written.tokens
    ranked = guesses(scene, habits) if fresh or scene.last is not None else []
    wholes: list[tuple[float, str, Guess]] = []
    offset = written.start - start
    for guess in ranked:
        if guess.text.startswith(written.typed) and len(guess.text) > len(written.typed):
            rest = guess.text[offset:]
            chunks.add(guess.weight, chunk(rest, first=fresh))
            if not rest.endswith(" ") and rest != chunk(rest, first=fresh):
                wholes.append((guess.weight, rest, guess))
    for weight, each in _from_table(scene, habits, written):
        chunks.add(weight, each)
    place = Place(line, margin if fresh else written.start, written.end)
    lead = ("  " * _first_level(scene, ranked)) if fresh else ""
    return _answer(list(_items(scene, chunks, wholes if written.last else [], place, fresh, lead, text, margin)))


def _first_level(scene: Scene, ranked: Sequence[Guess]) -> int:
    return ranked[0].level if ranked else scene.event_level


def _written(text: str, column: int, start: int) -> _Written | None:
    """What is written of a statement; None inside a comment."""
    typed = text[start:column]
    tokens = tokenize(typed)
    whole = tokenize(text[start:])
    if tokens and tokens[-1].kind == "line-comment":
        return None
    if tokens and tokens[-1].kind == "brace-comment":
        if not (len(tokens) > 1 and tokens[-2].text in ("add", "pay", "lose-mana", "cost", "->", "symbol")):
            if not tokens[-1].text.endswith("}") or not typed.endswith("}"):
                return None
            return None
    open_end = bool(tokens) and tokens[-1].end == len(typed)
    partial = tokens[-1].text if open_end else ""
    at = tokens[-1].start if open_end else len(typed)
    end = max((each.end for each in whole if each.start <= at < each.end), default=len(typed))
    end = max(end, len(typed))
    rest = text[start + end :].strip()
    return _Written(typed, tokens[:-1] if open_end else tokens, partial, start + at, start + end, not rest)


class _Chunks:
    """Texts that may come next, with their weights; only those that go on what is written already."""

    def __init__(self, partial: str) -> None:
        self.partial = partial
        self.weights: dict[str, float] = {}

    def add(self, weight: float, text: str) -> None:
        if text != self.partial and _goes_on(text, self.partial):
            self.weights[text] = self.weights.get(text, 0.0) + weight

    def ranked(self) -> list[tuple[float, str]]:
        return sorted(((weight, text) for text, weight in self.weights.items()), key=lambda pair: -pair[0])


def _goes_on(text: str, partial: str) -> bool:
    """Whether a text is what a partly written token is meant to become: it starts with it, or a name in it does."""
    if text.startswith(partial):
        return True
    return len(partial) > 1 and partial.lower() in text.lower()


def chunk(rest: str, *, first: bool = False) -> str:
    """The next part of a statement that is offered by itself: an object with its name, a verb with the value it changes,
    ``by`` with its cause."""
    tokens = tokenize(rest, most=6)
    if not tokens:
        return rest
    end = tokens[0].end
    following = tokens[1] if len(tokens) > 1 else None
    if following is None:
        return rest[:end]
    head = tokens[0].text
    if tokens[0].kind == "id" and following.kind == "string":
        end = following.end
    elif head in ("by", "new", "rule:", "of", "as", "owner", "controller", "in") and following.kind != "brace-comment":
        end = following.end
        if following.kind == "id" and len(tokens) > 2 and tokens[2].kind == "string" and head == "of":
            end = tokens[2].end
    elif head in ("life", "poison", "pt") and len(tokens) > 2 and tokens[2].kind == "arrow":
        return rest[: tokens[2].end] + " "
    elif head == "counters" and len(tokens) > 3 and tokens[3].kind == "arrow":
        return rest[: tokens[3].end] + " "
    elif head == "outside":
        end = following.end
    return rest[:end]


def _items(
    scene: Scene,
    chunks: _Chunks,
    wholes: Sequence[tuple[float, str, Guess]],
    place: Place,
    fresh: bool,
    lead: str,
    text: str,
    margin: int,
) -> Iterator[Item]:
    """The items in their order: the likeliest rest of the statement, then parts, then other rests and sequences."""

    def item(shown: str, kind: str, guess: Guess | None = None, more: str = "") -> Item:
        indent = ("  " * guess.level if guess is not None else lead) if fresh else ""
        return Item(shown if not more else f"{shown} …", indent + shown + more, place, kind)

    time = text[: margin - 1]
    ranked = chunks.ranked()
    levels = {chunk(rest, first=fresh): guess for _, rest, guess in reversed(wholes)}
    later: list[Item] = []
    first: list[Item] = []
    for index, (_, rest, guess) in enumerate(wholes[:20]):
        mine: list[Item] = []
        if guess.more:
            more = "".join(f"\n{time} {'  ' * level}{each}" for level, each in guess.more)
            mine.append(item(rest, "snippet", guess, more))
        mine.append(item(rest, "statement", guess))
        (first if index < 1 else later).extend(mine)
    parts = [item(each, "part", levels.get(each)) for _, each in ranked]
    yield from first
    yield from parts[:4]
    yield from later
    yield from parts[4:]


def _from_table(scene: Scene, habits: Habits, written: _Written) -> Iterator[tuple[float, str]]:
    """What the table of statements allows here, in the order of ``candidates``, with small weights."""
    texts = [each.text for each in written.tokens]
    if "by" in texts:
        at = len(texts) - 1 - texts[::-1].index("by")
        before = [each for each in fitting(texts[:at], _forms(scene)) if each.ends and takes_cause(each.form)]
        if before:
            if at == len(texts) - 1:
                for index, cause in enumerate(causes(scene, before[0].form, before[0].values)):
                    yield 0.05 / (1 + index), cause
            elif at == len(texts) - 2:
                yield 0.001, "replacement"
            elif texts[-1] == "replacement":
                for index, obj in enumerate(scene.in_zone("battlefield")):
                    yield 0.01 / (1 + index), obj.id
            return
    for index, found in enumerate(fitting(texts, _forms(scene))):
        yield from _of_form(scene, habits, found, index)


def _of_form(scene: Scene, habits: Habits, found: Expected, index: int) -> Iterator[tuple[float, str]]:
    for following in found.nexts:
        likely = 0.03 if isinstance(following.part, Slot) else 0.02
        if isinstance(following.part, Slot) and following.part.name.endswith(" name"):
            likely = 5.0
        if following.top == 0 and index and isinstance(following.part, Slot):
            likely = 0.0001  # the same objects and players again, of another form
        for number, each in enumerate(candidates(scene, habits, found.form, following)):
            yield likely / (1 + number + index * 0.05), each
    if found.ends and takes_cause(found.form):
        for number, cause in enumerate(causes(scene, found.form, found.values)[:12]):
            yield 0.04 / (1 + number), f"by {cause}"


def _forms(scene: Scene) -> Sequence[Form]:
    """The forms that may stand on the line (section 5.2)."""
    if scene.under is not None and remaining(scene):
        place = {"keyframe": Where.KEYFRAME_ENTRY, "stack": Where.STACK_ENTRY}.get(scene.under.form, Where.DECK_ENTRY)
        return [form for form in FORMS if form.place is place]
    if scene.kind in ("deck", ""):
        return [form for form in FORMS if form.place in (Where.DECK_ENTRY, Where.BLOCK)]
    return [form for form in FORMS if form.place in (Where.EVENT, Where.STEP, Where.BLOCK, Where.STACK, Where.KEYFRAME)]


def _nags(line: int, written: _Written) -> Completion:
    place = Place(line, written.start, written.end)
    items = []
    for number, meaning in sorted(NAGS.items(), key=lambda pair: (pair[0] not in GLYPHS, pair[0])):
        glyph = GLYPHS[number][0] if number in GLYPHS else ""
        items.append(Item(f"${number} {glyph}".strip(), f"${number}", place, "nag", meaning))
    return _answer([each for each in items if each.text.startswith(written.partial)])


def _answer(items: Iterable[Item]) -> Completion:
    """The items, each text once, as many as are of use."""
    found: dict[str, Item] = {}
    for item in items:
        found.setdefault(item.text, item)
    chosen = tuple(found.values())
    return Completion(chosen[:MOST], len(chosen) > MOST)
