"""Every other answer in a large file of games: about a place at rest and right after an edit, about what is wrong on a
line, and about the whole text the first time and after an edit."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tests.bench import documents
from tests.bench.client import PULL, Arrival, Message
from tests.bench.lookups import AFTER, METHODS, REST
from tests.bench.questions import ANYTHING, FORMAT, QUESTIONS, Question, Site, here
from tests.bench.session import URI, Edit, Sample, Session
from tests.bench.stats import Row
from tests.bench.truth import units
from tests.support.mutations import mutate

CAPABILITIES: Message = {
    "codeAction": {
        "codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}},
        "dataSupport": True,
        "resolveSupport": {"properties": ["edit"]},
    },
    "completion": {"completionItem": {"snippetSupport": True, "documentationFormat": ["markdown"]}},
    "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
}
"""What a client can do that asks all of these questions."""

WHOLE: dict[str, tuple[str, Message]] = {
    "foldingRange": ("textDocument/foldingRange", {}),
    "documentSymbol": ("textDocument/documentSymbol", {}),
    "codeLens": ("textDocument/codeLens", {}),
    "documentLink": ("textDocument/documentLink", {}),
    "semanticTokens/full": ("textDocument/semanticTokens/full", {}),
    "semanticTokens/full/delta": ("textDocument/semanticTokens/full/delta", {}),
    "formatting": ("textDocument/formatting", FORMAT),
    "diagnostic": (PULL, {}),
    "codeAction, fix all": (
        "textDocument/codeAction",
        {
            "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}},
            "context": {"diagnostics": [], "only": ["source.fixAll"]},
        },
    ),
    "codeAction/resolve, fix all": (
        "codeAction/resolve",
        {"title": "", "data": {"uri": URI, "line": 0, "kind": "source.fixAll.mtgr"}},
    ),
}
"""The questions about a whole text, with what they say besides its name."""
FIRST = "the first time"

APART = 500
"""Lines from one variation to the next, at least."""

_PASS = re.compile(r'\d[\d:.]* ( *)("\w+") pass$')
_EVENT = re.compile(r"\d[\d:.]* +.*( tap by | -> | pass$)")


@dataclass
class Times:
    """The times of questions of one name, in seconds, and how many answers said something."""

    values: list[float] = field(default_factory=list)
    told: int = 0

    def add(self, answer: Message, seconds: float) -> None:
        self.values.append(seconds)
        self.told += bool(answer.get("result"))


class Found(defaultdict[str, Times]):
    """Times by what was asked."""

    def __init__(self) -> None:
        super().__init__(Times)

    def rows(self, lines: int) -> Iterator[Row]:
        for what, times in self.items():
            empty = len(times.values) - times.told
            yield Row("answers", what, "mtgr", lines, times.values, note=f"{empty} empty" if empty else "")


def measure(lines: int, count: int, rounds: int) -> Iterator[Row]:
    """Rows in a file of about so many lines: for each question about a place, ``count`` times at rest and after an
    edit; for each about the whole, the first time in ``rounds`` sessions, and ``count`` times after an edit."""
    sample = Sample(with_variations(documents.league(lines)))
    with Session(sample, capabilities=CAPABILITIES) as session:
        session.ready()
        yield from _at_places(session, count).rows(sample.count)
        yield from _with_findings(session, count).rows(sample.count)
    found = Found()
    for number in range(rounds):
        with Session(sample, pulls=True, capabilities=CAPABILITIES) as session:
            session.ready()
            _about_all(session, found, 0 if number else count)
    yield from found.rows(sample.count)


def with_variations(text: str) -> str:
    """Games with a variation, which introduces a hypothetical card, every ``APART`` lines or so."""
    found = list[str]()
    last = 0
    for n, line in enumerate(text.split("\n")):
        found.append(line)
        if n >= last + APART and (match := _PASS.match(line)):
            last = n
            name, indent = '#h1 "Lightning Bolt"', f"- {match[1]}"
            found += [
                f"{indent}(",
                f"{indent}  new card {name} owner {match[2]} in library top 1",
                f"{indent}  {name} move library -> hand as draw by rule:draw",
                f"{indent})",
            ]
    return "\n".join(found)


# About a place


def _at_places(session: Session, count: int) -> Found:
    found = Found()
    sample, chosen = session.sample, random.Random(0)
    for question in QUESTIONS:
        places = sites(sample, question.at, chosen)
        if question.typed is not None:
            for _ in range(count):
                site = next(places)
                typed, end = question.typed(site.text), len(site.text)
                _after(session, found, question, Edit(site.line, end, site.line, end, typed), site.behind(typed))
            continue
        for _ in range(count):
            _ask(session, found, question, REST, next(places))
        for _ in range((count + 1) // 2):
            site = next(places)
            twice = _event_above(sample, site.line)
            edit = Edit(twice, 0, twice, 0, sample.lines[twice] + "\n")
            _after(session, found, question, edit, site.moved(1), site)
    return found


def _after(
    session: Session, found: Found, question: Question, edit: Edit, site: Site, undone: Site | None = None
) -> None:
    """Makes an edit and asks about a place, takes it back and asks about the place where that is then."""
    for each in (site, undone):
        data, edit = session.prepare(edit)
        since = len(session.client.arrivals)
        session.client.write(data)
        if each is not None:
            _ask(session, found, question, AFTER, each)
        session.client.wait(session.is_latest, since)


def _ask(session: Session, found: Found, question: Question, when: str, site: Site) -> None:
    """Asks about a place, once what comes before it has been asked."""
    before: object = None
    if question.first is not None:
        came, _ = session.client.request(question.first.method, question.first.params(site, None))
        before = came.message.get("result")
    if (params := question.params(site, before)) is not None:
        came, sent = session.client.request(question.method, params)
        found[f"{question.what}, {when}"].add(came.message, came.time - sent)


def sites(sample: Sample, at: re.Pattern[str], chosen: random.Random) -> Iterator[Site]:
    """Places all over a text, for ever: in each the second character of what a pattern finds, if it has one."""
    lines = [n for n in range(sample.count) if at.search(sample.lines[n])]
    while True:
        line = chosen.choice(lines)
        text = sample.lines[line]
        start, end = chosen.choice([match.span() for match in at.finditer(text)])
        yield Site(line, units(text[: min(start + 1, end)]), text, sample.count)


def _event_above(sample: Sample, line: int) -> int:
    """An event at or above a line, or the first one of the text: what stands there twice changes what follows."""
    return next((n for n in range(line, 0, -1) if _EVENT.match(sample.lines[n])), 0) or next(
        n for n in range(sample.count) if _EVENT.match(sample.lines[n])
    )


# About what is wrong


def _with_findings(session: Session, count: int) -> Found:
    """Code actions where a mistake has been made: in the moment after it, and about each finding that comes of it."""
    found = Found()
    chosen = random.Random(1)
    sample, client = session.sample, session.client
    for _ in range(count):
        line = chosen.randrange(sample.count - 3)
        old = sample.lines[line : line + 3]
        new = mutate(chosen, old).lines
        data, back = session.prepare(Edit(line, 0, line + 3, 0, "".join(f"{text}\n" for text in new)))
        since = len(client.arrivals)
        client.write(data)
        came, sent = client.request("textDocument/codeAction", _about_line(line, sample.lines[line], []))
        found[f"codeAction, a line with a mistake, {AFTER}"].add(came.message, came.time - sent)
        client.wait(session.is_latest, since)
        diagnostics = session.diagnostics()
        for each in diagnostics[:3]:
            n = each["range"]["start"]["line"]
            here = [other for other in diagnostics if other["range"]["start"]["line"] == n]
            came, sent = client.request("textDocument/codeAction", _about_line(n, sample.lines[n], here))
            found[f"codeAction, a line with a finding, {REST}"].add(came.message, came.time - sent)
        data, _ = session.prepare(back)
        since = len(client.arrivals)
        client.write(data)
        client.wait(session.is_latest, since)
    return found


def _about_line(n: int, text: str, diagnostics: list[Message]) -> Message:
    place = {"start": {"line": n, "character": 0}, "end": {"line": n, "character": units(text)}}
    return {"textDocument": {"uri": URI}, "range": place, "context": {"diagnostics": diagnostics}}


# About all


def _about_all(session: Session, found: Found, count: int) -> None:
    """Asks all about the whole text once, and then after ``count`` edits; each time with a hover straight behind it."""
    chosen = random.Random(0)
    places = sites(session.sample, ANYTHING, chosen)
    for name in WHOLE:
        if name != "diagnostic":  # they have been asked for before
            _one(session, found, name, FIRST, next(places))
    for name, (method, more) in WHOLE.items():
        session.client.request(
            method, {"textDocument": {"uri": URI}, **more, "previousResultId": ""}
        )  # after the others
        for _ in range((count + 1) // 2):
            site = next(places)
            twice = _event_above(session.sample, site.line)
            edit = Edit(twice, 0, twice, 0, session.sample.lines[twice].replace(" ", "  ", 1) + "\n")
            for _ in range(2):
                data, edit = session.prepare(edit)
                session.client.write(data)
                _one(session, found, name, AFTER, site)
                session.diagnostics()


def _one(session: Session, found: Found, name: str, when: str, site: Site) -> None:
    """Asks about the whole text, and about a place before that is answered."""
    client = session.client
    method, more = WHOLE[name]
    params: Message = {"textDocument": {"uri": URI}, **more}
    since = len(client.arrivals)
    if name.endswith("delta"):
        params["previousResultId"] = next(_names(client.arrivals))
    number, sent = client.ask(method, params)
    hover, asked = client.ask(METHODS["hover"], here(site))
    came, told = client.answer(number, since), client.answer(hover, since)
    found[f"{name}, {when}"].add(came.message, came.time - sent)
    found[f"hover meanwhile, {when}"].add(told.message, told.time - asked)


def _names(arrivals: Sequence[Arrival]) -> Iterator[str]:
    """The names of the semantic tokens that have come, the last one first."""
    for each in reversed(arrivals):
        match each.message.get("result"):
            case {"resultId": str(name), "data": _} | {"resultId": str(name), "edits": _}:
                yield name
