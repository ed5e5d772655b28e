"""The questions that a client asks about a place or a range of a file of games, and where they can be asked."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from tests.bench.client import Message, position
from tests.bench.session import URI
from tests.bench.truth import units

SCREEN = 50
"""Lines that an editor shows at once."""
TARGETS = ("nextAnnotation", "previousTurn", "nextStep", "previousPriority", "nextEvent", "previousOfObject")
"""Ways of ``mtgr/navigate``, of each kind one."""

OBJECT = re.compile(r"(?<= )#\d+")
PLAYER = re.compile(r'(?<= )"(?=Player|Nicol)')
HYPOTHETICAL = re.compile(r"(?<= )#h\d+")
ANYTHING = re.compile(r"\S+")
END = re.compile(r"(?<=.)$")
EVENT = re.compile(r"(?<= pass)$")
"""The end of an event."""


@dataclass(frozen=True, slots=True)
class Site:
    """A place that a question is about: 0-based line, UTF-16 units; with the line and how many there are."""

    line: int
    character: int
    text: str
    count: int

    def moved(self, by: int) -> Site:
        """The same place so many lines further down."""
        return replace(self, line=self.line + by)

    def behind(self, typed: str) -> Site:
        """The place behind what has been typed at the end of the line."""
        last = f"{self.text}{typed}".rpartition("\n")[2]
        return Site(self.line + typed.count("\n"), units(last), last, self.count + typed.count("\n"))


@dataclass(frozen=True, slots=True)
class Question:
    """A request about a place.

    ``params`` makes its parameters, of the place and, if ``first`` is a request that comes before it and is not
    measured, of the answer to that one; None if there is nothing to ask about then.
    """

    what: str
    method: str
    at: re.Pattern[str] = OBJECT
    params: Callable[[Site, object], Message | None] = lambda site, _: here(site)
    first: Question | None = None
    typed: Callable[[str], str] | None = None
    """If it is asked about what has just been typed: what that is, at the end of a line."""


def here(site: Site) -> Message:
    """A position, as most requests have it."""
    return position(URI, site.line, site.character)


def _line(site: Site) -> Message:
    """The range of a whole line."""
    return _range(site.line, 0, site.line, units(site.text))


def _screen(site: Site) -> Message:
    """The range of the lines that an editor shows around a place, with the document."""
    start = max(0, site.line - SCREEN // 2)
    return _range(start, 0, min(start + SCREEN, site.count), 0)


def _range(line: int, character: int, end_line: int, end: int) -> Message:
    place = {"start": {"line": line, "character": character}, "end": {"line": end_line, "character": end}}
    return {"textDocument": {"uri": URI}, "range": place}


def _actions(found: Message) -> Message:
    return found | {"context": {"diagnostics": []}}


def _member(found: object, *names: str) -> Message | None:
    """The first of a list of things in an answer that has all these members."""
    if isinstance(found, dict):
        found = found.get("items")
    return next((each for each in found or () if all(each.get(name) for name in names)), None)


_HERE = Question("", "textDocument/prepareCallHierarchy")
_LENSES = Question("", "textDocument/codeLens")
_COMPLETION = Question("", "textDocument/completion", ANYTHING)
FORMAT = {"options": {"tabSize": 2, "insertSpaces": True}}


def _item(_: Site, found: object) -> Message | None:
    item = _member(found, "data")
    return None if item is None else {"item": item}


def _lens(site: Site, found: object) -> Message | None:
    """The lens next to a place."""
    lenses = found if isinstance(found, list) else []
    return min(lenses, key=lambda each: abs(each["range"]["start"]["line"] - site.line), default=None)


def _with(more: Message) -> Callable[[Site, object], Message]:
    """A position, and something else."""
    return lambda site, _: here(site) | more


def _typed(text: str) -> Callable[[str], str]:
    """The same behind every line."""
    return lambda _: text


def _next_line(text: str) -> str:
    """A line feed, and the time and indentation of a line."""
    time, _, rest = text.partition(" ")
    return f"\n{time} {' ' * (len(rest) - len(rest.lstrip(' ')))}"


QUESTIONS = (
    Question("hover", "textDocument/hover", ANYTHING),
    Question("definition", "textDocument/definition"),
    Question("declaration", "textDocument/declaration"),
    Question("typeDefinition", "textDocument/typeDefinition"),
    Question("implementation", "textDocument/implementation"),
    *(
        Question(
            f"references, {name}",
            "textDocument/references",
            at,
            _with({"context": {"includeDeclaration": True}}),
        )
        for name, at in (("an object", OBJECT), ("a player", PLAYER))
    ),
    *(
        Question(f"documentHighlight, {name}", "textDocument/documentHighlight", at)
        for name, at in (("an object", OBJECT), ("a player", PLAYER))
    ),
    Question("prepareRename, a player", "textDocument/prepareRename", PLAYER),
    Question("rename, a player", "textDocument/rename", PLAYER, _with({"newName": "Ann"})),
    Question("prepareRename, a hypothetical ID", "textDocument/prepareRename", HYPOTHETICAL),
    Question(
        "rename, a hypothetical ID",
        "textDocument/rename",
        HYPOTHETICAL,
        _with({"newName": "#h77"}),
    ),
    Question("prepareCallHierarchy", "textDocument/prepareCallHierarchy", ANYTHING),
    Question("callHierarchy/incomingCalls", "callHierarchy/incomingCalls", OBJECT, _item, _HERE),
    Question("callHierarchy/outgoingCalls", "callHierarchy/outgoingCalls", OBJECT, _item, _HERE),
    Question(
        "selectionRange",
        "textDocument/selectionRange",
        ANYTHING,
        lambda site, _: {"textDocument": {"uri": URI}, "positions": [here(site)["position"]]},
    ),
    Question("completion", "textDocument/completion", ANYTHING),
    Question(
        "completionItem/resolve", "completionItem/resolve", ANYTHING, lambda _, it: _member(it, "data"), _COMPLETION
    ),
    Question("signatureHelp", "textDocument/signatureHelp", END),
    Question("codeAction, a line", "textDocument/codeAction", ANYTHING, lambda site, _: _actions(_line(site))),
    Question("codeAction, a screenful", "textDocument/codeAction", ANYTHING, lambda site, _: _actions(_screen(site))),
    Question("codeLens/resolve", "codeLens/resolve", ANYTHING, _lens, _LENSES),
    Question("inlayHint, a screenful", "textDocument/inlayHint", ANYTHING, lambda site, _: _screen(site)),
    Question(
        "semanticTokens/range, a screenful", "textDocument/semanticTokens/range", ANYTHING, lambda s, _: _screen(s)
    ),
    Question(
        "rangeFormatting, a screenful", "textDocument/rangeFormatting", ANYTHING, lambda s, _: _screen(s) | FORMAT
    ),
    *(
        Question(
            f"onTypeFormatting, {what}",
            "textDocument/onTypeFormatting",
            EVENT,
            _with({"ch": typed[-1], **FORMAT}),
            typed=_typed(typed),
        )
        for what, typed in (("Enter", "\n"), (")", "\n- )"), ("!?", " !?"))
    ),
    Question("completion, a new line", "textDocument/completion", EVENT, typed=_next_line),
    Question("mtgr/state", "mtgr/state"),
    Question("mtgr/state, lines of a window", "mtgr/state", OBJECT, _with({"width": 100})),
    Question(
        "workspace/textDocumentContent",
        "workspace/textDocumentContent",
        ANYTHING,
        lambda site, _: {"uri": f"mtgr-state:/x?uri={URI}&line={site.line + 1}"},
    ),
    Question("mtgr/board", "mtgr/board", ANYTHING),
    Question("mtgr/course", "mtgr/course", ANYTHING),
    Question(
        "mtgr/lastEvent", "mtgr/lastEvent", OBJECT, lambda site, _: here(site) | {"ids": OBJECT.findall(site.text)}
    ),
    Question("mtgr/annotate, a glyph", "mtgr/annotate", ANYTHING, _with({"nag": 2})),
    Question("mtgr/annotate, a variation", "mtgr/annotate", ANYTHING, _with({"variation": True})),
    *(
        Question(
            f"mtgr/navigate, {to}",
            "mtgr/navigate",
            OBJECT,
            _with({"to": to}),
        )
        for to in TARGETS
    ),
)
