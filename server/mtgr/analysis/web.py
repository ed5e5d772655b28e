"""What caused what in a block (section 8): every line with the lines that caused it, and those that it caused.

A cause names an object. The line that it means is the last that made the object what it was then: the ``resolve`` line
of a spell or ability while it resolves, the ``cast`` or ``new ability`` line before that, the line with which a
permanent entered, the ``new`` line of an effect. A rule names no line: there it is the line the rule goes by (the step
for its turn-based actions, the damage for a state-based action, ...).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from mtgr.replay.branch import alternative, read_variations
from mtgr.spec.statements import Place
from mtgr.syntax.line import Line
from mtgr.syntax.statement import Statement


class Reason(NamedTuple):
    """Why a line of a block is there: because of a line of the block, or (``line`` None) of the last line before the
    block that made the object ``id`` what it is. ``slot`` of the statement names the cause (``Statement.span``)."""

    line: int | None
    id: str
    slot: str


@dataclass(slots=True)
class Web:
    """The causes in a block; lines count from its first."""

    reasons: dict[int, list[Reason]] = field(default_factory=dict)
    """By line, why it is there."""
    caused: dict[int, list[int]] = field(default_factory=dict)
    """By line, the lines that it caused, in order."""
    entering: dict[str, list[int]] = field(default_factory=dict)
    """By ID, the lines caused by what the object was before the block."""
    leaving: dict[str, int] = field(default_factory=dict)
    """By ID, the last line of the main line that made the object what it is."""
    places: dict[int, tuple[int | None, int | None]] = field(default_factory=dict)
    """By line, the ``turn`` (or ``pregame``) line and the step line that it stands under."""


def web(lines: list[str]) -> Web:
    """The causes in the lines of a block: its note. Where variations are too many, or too deep, to be looked at in good
    time, some are left out."""
    variations = read_variations(lines)
    found = Web()
    main = _Branch(found, lines)
    main.walk(variations.direct[-1])
    branches = {-1: main}
    looked_at = 0
    for first in sorted(variations.last):
        around = variations.direct[variations.parent[first]]
        parent = branches.get(variations.parent[first])
        looked_at += len(around)
        if parent is not None and parent.depth < _DEEPEST and looked_at < _MOST_LINES:
            branches[first] = _Branch(found, lines, parent, alternative(lines, around, first))
            branches[first].walk(variations.direct[first])
    found.leaving = {id: at[-1] for (what, id), at in main.history.items() if what == _STANDING}
    for line, reasons in sorted(found.reasons.items()):
        for each in dict.fromkeys((reason.line, "" if reason.line is not None else reason.id) for reason in reasons):
            if each[0] is not None:
                found.caused.setdefault(each[0], []).append(line)
            else:
                found.entering.setdefault(each[1], []).append(line)
    return found


_DEEPEST = 100
_MOST_LINES = 200_000
"""Variations around a variation, and lines in which it is looked for what the variations are alternatives to."""

_STANDING = "standing"
"""In the history of a branch: the line made the object what it is."""
_RESOLVING, _FIZZLING = "resolving", "fizzling"
_TRIGGERING = "triggering"
"""The object did, or underwent, what triggers abilities."""
_TRIGGERED = "triggered"
"""The delayed triggered ability of this effect triggered."""
_FIGHTING = "fighting"
"""The creature was declared as an attacker or blocker."""
_HARM = "harm"
"""The object or player underwent what a state-based action may follow (CR 704.5)."""
_TURN, _STEP, _MULLIGAN = "turn", "step", "mulligan"

_COMBAT = "rule:combat-damage"

_BEGINNING = ("play", "cast", "special", "resolve")
"""With these an object becomes something new, as with a ``new`` line and most moves."""
_CASTING = ("choose", "target", "cost", "resolve", "fizzle", "countered")
"""These go on with what was cast, or put on the stack, or is resolving."""


class _Branch:
    """The main line or a variation, with what happened last to whom; some of its parent's lines lead up to it."""

    def __init__(self, web: Web, lines: list[str], parent: _Branch | None = None, until: int = 0) -> None:
        self.web = web
        self.lines = lines
        self.parent = parent
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.until = until
        """The line of the parent to which this branch is an alternative."""
        self.history: dict[tuple[str, str], list[int]] = {}
        self.damage: tuple[int, Statement] | None = None
        """The damage whose results may come next (section 9.5)."""
        self.as_enters: tuple[str, list[int]] = ("", [])
        """An object, and the lines straight before this one that are about how it enters (section 7.1), if it does."""
        self.choice: int | None = None
        """The choice for a state-based action, as long as only those come after it."""

    def last(self, what: str, whose: str = "") -> int | None:
        """The last line where something happened, before the current line."""
        branch: _Branch | None = self
        until = len(self.lines)
        while branch is not None:
            found = branch.history.get((what, whose))
            if found and found[0] < until:
                return found[bisect_left(found, until) - 1]
            until = branch.until
            branch = branch.parent
        return None

    def in_step(self, what: str, whose: str) -> int | None:
        """``last``, if that was in this step."""
        found, step = self.last(what, whose), self.last(_STEP)
        return found if found is not None and (step is None or step < found) else None

    def walk(self, own: Iterable[int]) -> None:
        """Reads the lines of the branch, in order."""
        place = self._place()
        for n in own:
            line = Line(self.lines[n])
            st = line.statement
            if line.kind != "body" or st.form is None:
                continue
            match st.form.place:
                case Place.BLOCK | Place.STEP:
                    self._happened(n, (_TURN if st.form.place is Place.BLOCK else _STEP, ""))
                    self.damage = self.choice = None
                    self.as_enters = ("", [])
                    place = self._place()
                case Place.EVENT:
                    name = st.form.name
                    reasons = self._result(st, name) or list(self._reasons(st, name))
                    if reasons:
                        self.web.reasons[n] = reasons
                    if name != "extension":
                        self._event(n, st, name)
            self.web.places[n] = place

    def _place(self) -> tuple[int | None, int | None]:
        """The turn line and the step line that the next line stands under."""
        turn, step = self.last(_TURN), self.last(_STEP)
        return turn, None if step is None or step < (turn or 0) else step

    def _event(self, n: int, st: Statement, name: str) -> None:
        """Remembers what the lines after an event need to know of it."""
        self._choose_as_it_enters(n, st, name)
        if name == "damage":
            self.damage = n, st
        elif not self._result(st, name):
            self.damage = None
        if name == "player choose":
            self.choice = n
        elif st.cause != "rule:sba":
            self.choice = None
        for key in _happenings(st, name):
            self._happened(n, key)

    def _happened(self, n: int, key: tuple[str, str]) -> None:
        self.history.setdefault(key, []).append(n)

    # --- Reasons --------------------------------------------------------------------------------------------------

    def _reasons(self, st: Statement, name: str) -> Iterator[Reason]:
        """Why a line is there."""
        match (st.cause or "").partition(":"):
            case "rule", _, rule:
                yield from self._by_rule(rule, st, name)
            case "cost", _, id:
                yield self._standing(id, "cause")
            case id, _, _ if id.startswith("#"):
                yield self._standing(id, "cause")
        for id in st.replacements:
            yield self._standing(id, "replacements")
        if name == "new ability" and st["kind"] == "triggered":
            yield self._trigger(st["source"] or "")
        elif name in ("new ability", "new effect"):
            yield self._standing(st["source"] or "", "source")
        elif name in ("new copy", "new copy of ability"):
            yield self._standing(st["original"] or "", "original")
        elif name in _CASTING:
            yield self._standing(subject_of(st), "object")
        if name == "new ability" and st["effect"]:
            yield self._standing(st["effect"] or "", "effect")

    def _standing(self, id: str, slot: str) -> Reason:
        return Reason(self.last(_STANDING, id), id, slot)

    def _trigger(self, source: str) -> Reason:
        """What triggered an ability is not recorded: it was the last that its source did in this step, or else that it
        is there."""
        did, there = self.in_step(_TRIGGERING, source), self.last(_STANDING, source)
        return (
            Reason(did, source, "source") if did is not None and did > (there or 0) else Reason(there, source, "source")
        )

    def _by_rule(self, rule: str, st: Statement, name: str) -> Iterator[Reason]:
        """The line that a rule goes by; the step where it goes by no other."""
        subject = subject_of(st)
        line: int | None = None
        match rule:
            case "resolve" | "intervening-if":
                line = self.last(_RESOLVING, subject)
            case "fizzle":
                line = self.last(_FIZZLING, subject)
            case "no-choice":
                line = self.last(_STANDING, subject)
            case "delayed-trigger":
                line = self.last(_TRIGGERED, subject)
            case "mulligan":
                line = self.last(_MULLIGAN)
            case "declare-attackers":
                line = self.in_step(_FIGHTING, subject)
            case "combat-damage" if name == "damage" and (fighting := self.last(_FIGHTING, subject)) is not None:
                yield Reason(fighting, subject, "object")
            case "duration" if name == "cease":
                yield self._standing(subject, "object")
            case "sba" if name != "player choose":
                line = self._harm(subject)
        if line is None:
            turn, step = self._place()
            line = turn if step is None else step
        if line is not None:
            yield Reason(line, "", "cause")

    def _harm(self, subject: str) -> int | None:
        """What a state-based action follows (CR 704.5): a choice, damage or another change, or that it is there."""
        if self.choice is not None:
            return self.choice
        found = (self.last(_HARM, subject), self.in_step(_STANDING, subject))
        return max((each for each in found if each is not None), default=None)

    def _result(self, st: Statement, name: str) -> list[Reason]:
        """The damage before a line, if the line says what it led to (section 9.5)."""
        if self.damage is None or st.cause != self.damage[1].cause:
            return []
        hit = subject_of(st) == _target_of(self.damage[1])
        # A life total that changes with combat damage to something else is that of a creature's controller (lifelink).
        is_result = hit if name in ("poison", "counters", "pt") else name == "life" and (hit or st.cause == _COMBAT)
        return [Reason(self.damage[0], "", "cause")] if is_result else []

    def _choose_as_it_enters(self, n: int, st: Statement, name: str) -> None:
        """Choices and payments for how an object enters stand before the line with which it does (section 7.1)."""
        id, before = self.as_enters
        subject = subject_of(st)
        if subject == id and (name == "play" or (name == "move" and _enters(st))):
            for line in before:
                slot = self.web.reasons[line][0].slot
                self.web.reasons[line] = [Reason(n, id, slot)]
        about = subject if name == "choose" else st.cause or ""
        if not about.startswith("#") or (about == subject and name != "choose"):
            self.as_enters = ("", [])
        elif about == id:
            before.append(n)
        else:
            self.as_enters = (about, [n])


def subject_of(st: Statement) -> str:
    """The ID or player's name token that a statement is about; another text or '' where it is about neither."""
    return st.values[0] or "" if st.values else ""


def _target_of(st: Statement) -> str:
    """The ID or player's name token to which damage is dealt."""
    to = st["to"] or ""
    return to.partition(" ")[0] if to.startswith("#") else to


def _enters(st: Statement) -> bool:
    return st["to"] == "battlefield" and st["from"] not in ("battlefield", "stack")


def _happenings(st: Statement, name: str) -> Iterator[tuple[str, str]]:
    """What a line adds to the history of its branch, and of whom."""
    subject = subject_of(st)
    if name in _BEGINNING or name.startswith("new ") or (name == "move" and not _is_done(st)):
        yield _STANDING, subject
    match name:
        case "resolve":
            yield _RESOLVING, subject
        case "fizzle":
            yield _FIZZLING, subject
        case "move" if _is_done(st):
            yield _HARM, subject
        case "attack" | "block":
            yield _FIGHTING, subject
            yield _TRIGGERING, subject
        case "transform":
            yield _TRIGGERING, subject
        case "counters":
            yield _TRIGGERING, subject
            yield _HARM, subject
        case "damage" if st["prevented"] is None:
            yield _TRIGGERING, subject
            yield _HARM, _target_of(st)
        case "pt" | "life" | "poison" | "player counters":
            yield _HARM, subject
        case "mulligan":
            yield _MULLIGAN, ""
        case "new ability" if st["effect"]:
            yield _TRIGGERED, st["effect"] or ""


def _is_done(st: Statement) -> bool:
    """Whether a spell leaves the stack for good as it resolves: what it does later is still what its resolution did."""
    return st["from"] == "stack" and st["to"] != "battlefield" and st.cause == "rule:resolve"
