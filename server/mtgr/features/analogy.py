"""Statements that may come next because the record went on in that way before, after a line like the last one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from mtgr.features.habits import Course, Habits, plain_shape, shape_of, without_annotations
from mtgr.features.scene import Scene
from mtgr.replay.state import number
from mtgr.spec.shapes import OPEN_STRING, STRING
from mtgr.spec.statements import Place
from mtgr.syntax.statement import parse

Guessed = tuple[float, str]
"""A weight, and a statement; one that ends with a space is known only so far."""

MOST_CASES = 16
"""How many earlier cases are looked at for each way in which they may be alike."""
_LONGEST = 5
"""How many lines before two cases are compared."""

_ID = re.compile(r"#h?[0-9]+")
_REFERENCE = re.compile(rf"(#h?[0-9]+)(?: ({STRING}))?")


def analogies(scene: Scene, habits: Habits) -> list[Guessed]:
    """What came next in earlier cases, in terms of this one."""
    recent = [without_annotations(each.statement.text) for each in scene.earlier[-_LONGEST:]]
    if not recent:
        return []
    shapes = [shape_of(each) for each in recent]
    plain = [plain_shape(each) for each in shapes]
    found: list[Guessed] = []
    for attribute, key, weight in (("by_shape", shapes[-1], 1.0), ("by_plain", plain[-1], 0.35)):
        cases = list(islice(_cases(scene, habits, attribute, key), MOST_CASES))
        alike = [_alike(course, at, shapes, plain) for course, at in cases]
        total = sum(alike)
        for (course, at), likeness in zip(cases, alike, strict=True):
            statement = _translated(scene, course, at, recent)
            if statement:
                found.append((weight * likeness / total, statement))
    return found


def _cases(scene: Scene, habits: Habits, attribute: str, key: str) -> Iterator[tuple[Course, int]]:
    """The earlier lines with a shape, nearest first, that have a line after them in their block."""
    here = scene.last.number if scene.last is not None else -1
    for block, course in enumerate(habits.courses()):
        for at in reversed(getattr(course, attribute).get(key, ())):
            last = block == 0 and course.numbers[at] >= here
            if not last and at + 1 < len(course.statements):
                yield course, at


def _alike(course: Course, at: int, shapes: Sequence[str], plain: Sequence[str]) -> float:
    """How much the lines before an earlier case are like those before this one."""
    likeness = 1.0
    for back in range(2, len(plain) + 1):
        n = at + 1 - back
        if n < 0 or course.plain[n] != plain[-back]:
            break
        likeness *= 2.5 if shape_of(course.statements[n]) == shapes[-back] else 1.8
    return likeness


def _translated(scene: Scene, course: Course, at: int, recent: Sequence[str]) -> str:
    """The statement after an earlier case, in terms of this one, as far as that is known."""
    statement = course.statements[at + 1]
    parsed = parse(statement)
    if parsed.form is None or parsed.form.place not in (Place.EVENT, Place.STEP) or parsed.form.name == "extension":
        return ""
    same = _same_objects(course, at, recent)
    players = _same_players(course, at, recent, scene)
    new = parsed.form.name.startswith("new ")
    out: list[str] = []
    position = 0
    for match in re.finditer(rf"(#h?[0-9]+)(?: ({STRING}))?|{STRING}|{OPEN_STRING}", statement):
        out.append(statement[position : match.start()])
        position = match.end()
        id, name = match[1], match[2]
        if id is None:
            out.append(players.get(match[0], match[0]))
        elif new and match.start() == statement.find("#"):
            out.append(scene.next_id)
            if name is not None and parsed.form.name != "new token":
                return "".join(out) + " "
            out.append("" if name is None else f" {name}")
        elif id in same:
            out.append(scene.ref(same[id]) if _shows_name(statement, match.start()) else same[id])
        else:
            return "".join(out) if out and out[0] else ""
    out.append(statement[position:])
    return _up_to_date(scene, "".join(out))


def _shows_name(statement: str, at: int) -> bool:
    """Whether an ID at a place of a statement is written with its name: a cause is not (section 8)."""
    return not statement.startswith(("by ", "with ", "from "), statement.rfind(" ", 0, at - 1) + 1) and not (
        statement.startswith("cost:", at - 5)
    )


def _same_objects(course: Course, at: int, recent: Sequence[str]) -> dict[str, str]:
    """Which object of an earlier case stands for which of this one: those in the same places of like lines before."""
    same: dict[str, str] = {}
    for back in range(1, len(recent) + 1):
        n = at + 1 - back
        if n < 0 or plain_shape(shape_of(recent[-back])) != course.plain[n]:
            break
        for old, new in zip(_ID.findall(course.statements[n]), _ID.findall(recent[-back]), strict=False):
            same.setdefault(old, new)
    return same


_PLAYER_FIRST = re.compile(rf"({STRING}) |.* controller ({STRING})|.* owner ({STRING})")


def _same_players(course: Course, at: int, recent: Sequence[str], scene: Scene) -> dict[str, str]:
    """Which player of an earlier case stands for which of this one."""
    for back in range(1, len(recent) + 1):
        n = at + 1 - back
        if n < 0 or plain_shape(shape_of(recent[-back])) != course.plain[n]:
            break
        old, new = _PLAYER_FIRST.match(course.statements[n]), _PLAYER_FIRST.match(recent[-back])
        if old and new:
            before, now = old[1] or old[2] or old[3], new[1] or new[2] or new[3]
            if before in scene.players and now in scene.players and before != now:
                return {before: now, now: before}
            if before in scene.players:
                return {}
    return {}


_CHANGE = re.compile(rf"^({_REFERENCE.pattern}|{STRING}) (life|poison|pt|counters {STRING}) (\S+) -> (\S+)")
_MOVE = re.compile(rf"^(#h?[0-9]+)(?: {STRING})? (?:move|play from|cast from) (outside {STRING}|\w+)")
_STATUS = re.compile(rf"^(#h?[0-9]+)(?: {STRING})? (tap|untap|resolve|identify|cease|attack)\b")


def _up_to_date(scene: Scene, statement: str) -> str:
    """A statement with the values that are there now, changed by as much as they were; empty where it cannot be."""
    if change := _CHANGE.match(statement):
        return _changed(scene, statement, change)
    if move := _MOVE.match(statement):
        obj = scene.get(move[1])
        return statement if obj is not None and obj.zone == move[2] else ""
    if status := _STATUS.match(statement):
        obj = scene.state.objects.get(status[1])
        top = scene.top
        wrong = (
            obj is None
            or {
                "tap": obj.tapped or obj.zone != "battlefield",
                "untap": not obj.tapped,
                "resolve": obj is not top or scene.leaving is not None,
                "identify": obj.kind != "hidden" or obj.name is not None,
                "cease": False,
                "attack": obj.tapped,
            }[status[2]]
        )
        if wrong:
            return ""
        if status[2] == "identify":
            return statement[: status.end()] + " "
    return statement


def _changed(scene: Scene, statement: str, change: re.Match[str]) -> str:
    subject, verb, old, new = change[2] or change[1], change[4], change[5], change[6]
    now = current(scene, subject, verb)
    if now is None:
        return ""
    head = f"{statement[: change.start(5)]}{now} -> "
    following = shifted(old, new, now)
    if following is not None and following[0] == "-" and verb not in ("life", "pt"):
        return ""  # fewer than there are
    return head if following is None else head + following + statement[change.end() :]


def current(scene: Scene, subject: str, verb: str) -> str | None:
    """The value of a total now: ``life``, ``poison`` or ``counters KIND`` of a player or object, or ``pt``."""
    if subject.startswith('"'):
        player = scene.player(subject)
        if verb in ("life", "poison"):
            return str(getattr(player, verb))
        return dict(player.counters).get(verb.removeprefix("counters "), "0")
    obj = scene.state.objects.get(subject)
    if obj is None:
        return None
    if verb == "pt":
        return obj.pt or "none"
    return dict(obj.counters).get(verb.removeprefix("counters "), "0")


def shifted(old: str, new: str, now: str) -> str | None:
    """What a value that is ``now`` becomes if it changes as one did that was ``old`` and became ``new``."""
    parts = [each.split("/") for each in (old, new, now)]
    if old == now:
        return new
    if any(not part.lstrip("-").isdigit() for each in parts for part in each) or len({len(each) for each in parts}) > 1:
        return None
    return "/".join(str(number(n) + number(b) - number(a)) for a, b, n in zip(*parts, strict=True))
