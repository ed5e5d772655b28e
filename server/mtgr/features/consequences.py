"""Events with what comes of them straight away, as runs of lines.

- ``resolve``, ``fizzle`` and ``countered`` go on to the line with which the object leaves the stack (section 7.4).
- ``cast``, ``play``, ``special`` and a new ability, copy or effect go on to the last line that is about the object or
  caused by it, before anybody has priority: choices, targets and the payment of costs.
- Any event goes on with the results written straight after it, with its cause or about its object: life lost to damage
  (section 9.5), counters with which a permanent enters (7.1), power and toughness (7.5), attackers tapped (7.3).
- ``priority`` goes on with the stack that is listed below it (section 9.9).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mtgr.spec.statements import Place
from mtgr.syntax.line import Line
from mtgr.syntax.statement import Statement

_LEAVING = ("resolve", "fizzle", "countered")
_LEADING = ("cast", "play", "special", "new ability", "new copy", "new copy of ability", "new effect", *_LEAVING)
_RESULTS = ("life", "poison", "player counters", "counters", "pt")
_ENDS_ALL = ("priority", "pass", "incomplete")


def block_consequences(lines: list[str]) -> list[tuple[int, int]]:
    """The first and last lines of each run of several lines in a block, by their first; lines count from the block's.

    Those of a variation lie within it. Two runs may overlap.
    """
    runs: list[_Run] = []
    around = [_Passage(runs)]
    for number, text in enumerate(lines):
        line = Line(text)
        if line.kind == "open":
            around.append(_Passage(runs))
        elif line.kind == "close":
            del around[1:][-1:]
        elif line.kind == "body" and line.statement.form is not None:
            if line.time[:1].isdigit():
                del around[1:]  # a real time ends every variation (R38)
            around[-1].take(number, line.statement)
    return [(run.first, run.last) for run in runs if run.first < run.last]


@dataclass(slots=True)
class _Run:
    """A run with the statement it starts with: its form, the ID it is about, and its cause."""

    first: int
    last: int
    name: str
    subject: str | None
    cause: str | None

    def results_in(self, name: str, subject: str | None, cause: str | None) -> bool:
        """Whether a statement straight after the run is a result of the one that it starts with."""
        about_the_same = subject is not None and subject == self.subject
        if name == "tap":
            return about_the_same and self.name == "attack"
        if name not in _RESULTS:
            return False
        if self.name == "damage" and cause == self.cause:
            return True
        return about_the_same and (self.name not in _RESULTS or (self.name, name) == ("counters", "pt"))


@dataclass(slots=True)
class _Passage:
    """The main line or one variation. ``going`` are the runs of objects that may still go on, ``latest`` those that the
    last line belongs to, its own last."""

    runs: list[_Run]
    going: dict[str, _Run] = field(default_factory=dict)
    latest: list[_Run] = field(default_factory=list)

    def take(self, number: int, statement: Statement) -> None:
        """Goes on with a statement that could be read."""
        form = statement.form
        assert form is not None
        subject = _subject(statement)
        if form.place in (Place.STACK, Place.STACK_ENTRY) or (
            self.latest and self.latest[-1].results_in(form.name, subject, statement.cause)
        ):
            for run in self.latest:
                run.last = number
        elif form.place is Place.EVENT:
            self._event(number, form.name, subject, statement)
        else:
            self.going, self.latest = {}, []

    def _event(self, number: int, name: str, subject: str | None, statement: Statement) -> None:
        if name in _ENDS_ALL:
            self.going = {}
        own = _Run(number, number, name, subject, statement.cause)
        cause = (statement.cause or "").removeprefix("cost:")
        self.latest = [*(self.going[id] for id in {subject, cause} if id in self.going), own]
        for run in self.latest:
            run.last = number
        self.runs.append(own)
        if subject is None:
            return
        if name in _LEADING:
            self.going[subject] = own
        elif name == "cease" or (name == "move" and statement["from"] == "stack"):
            self.going.pop(subject, None)


def _subject(statement: Statement) -> str | None:
    """The ID that a statement is about, or that it introduces."""
    first = statement.values[0] if statement.values else None
    return first if first is not None and first.startswith("#") else None
