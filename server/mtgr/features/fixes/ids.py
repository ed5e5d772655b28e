"""The ID sequence (section 6.1, check 3): the number of a ``new`` line, or new numbers for all objects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mtgr.analysis import Analysis, Finding
from mtgr.analysis.mentions import Mention, mentions
from mtgr.features.changes import Change, apply, in_line
from mtgr.features.fixes.fix import Fix
from mtgr.replay.state import id_number
from mtgr.syntax.line import Line


@dataclass(slots=True)
class _Ids:
    """The IDs of a game: on which lines of the main line each is introduced, and where each is mentioned."""

    introduced: list[tuple[int, str]] = field(default_factory=list)
    mentioned: dict[str, list[Mention]] = field(default_factory=dict)


def sequence(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    n, repair = finding.place.line, finding.repair
    game = analysis.game_at(n)
    if repair is None or game is None:
        return
    ids = _ids(analysis, n)
    counts = Counter(id for _, id in ids.introduced)
    written = analysis.lines[n][repair.start : repair.end]
    lost = {
        id
        for id in ids.mentioned.keys() - counts.keys()
        if any(_in_statement(analysis.lines[each.line], each) for each in ids.mentioned[id])
    }
    used = [each for each in ids.mentioned.get(written, ()) if each.line != n]
    if repair.text not in counts and (repair.text in lost or counts[written] > 1 or not used):
        title = f"Write {repair.text}, " + ("as later lines do" if repair.text in lost else "which comes next")
        yield Fix(title, (in_line(n, repair.start, repair.end, repair.text),))
    if not lost and max(counts.values(), default=0) == 1:
        yield Fix("Number the objects of this game anew", tuple(renumbering(analysis, n)), sure=True)


def _in_statement(text: str, mention: Mention) -> bool:
    """Whether a mention stands in a statement of the main line, not in an annotation or an escape line.

    What an extension statement mentions is not checked (R49).
    """
    line = Line(text)
    form = line.statement.form
    if line.kind != "body" or line.time == "-" or (form is not None and form.name == "extension"):
        return False
    return form is None or mention.start < line.column + line.statement.span("statement")[1]


def _ids(analysis: Analysis, n: int) -> _Ids:
    found = _Ids()
    game = analysis.game_at(n)
    for block in game.blocks if game is not None else ():
        for id, each in block.note(analysis.lines, mentions).items():
            if id[0] != "#" or id[1] == "h":
                continue
            here = [Mention(m.line + block.start, m.start, m.end, m.role) for m in each]
            found.mentioned.setdefault(id, []).extend(here)
            found.introduced.extend((m.line, id) for m in here if m.role == "declaration")
    lines = analysis.lines
    found.introduced = sorted((line, id) for line, id in found.introduced if not lines[line].startswith("-"))
    return found


def renumbering(analysis: Analysis, n: int, without: Sequence[str] = ()) -> Iterator[Change]:
    """Every mention in the game at line ``n`` with its new number, as if some IDs were not introduced.

    The entries of keyframes, which stand in the order of their IDs, change places with it.
    """
    lines, ids = analysis.lines, _ids(analysis, n)
    changes: dict[int, list[Change]] = {}
    for number, (_, id) in enumerate((each for each in ids.introduced if each[1] not in without), 1):
        for each in ids.mentioned[id] if id != f"#{number}" else ():
            changes.setdefault(each.line, []).append(in_line(each.line, each.start, each.end, f"#{number}"))
    new = {n: apply([lines[n]], here, n)[0] for n, here in changes.items()}
    done = -1
    for n in sorted(changes):
        if n > done and _listed(lines[n]):
            first, done = _entries_around(lines, n)
            entries = [new.get(m, lines[m]) for m in range(first, done + 1)]
            entries.sort(key=lambda text: id_number(Line(text).statement.values[0] or "#0"))
            new.update(zip(range(first, done + 1), entries, strict=True))
    for n in sorted(new):
        if n in changes and not _listed(lines[n]):
            yield from sorted(changes[n])
        elif new[n] != lines[n]:
            yield in_line(n, 0, len(lines[n]), new[n])


def _listed(text: str) -> bool:
    """Whether a line is the entry of an object or effect in a keyframe."""
    form = Line(text).statement.form
    return form is not None and form.name in ("object entry", "effect entry")


def _entries_around(lines: Sequence[str], n: int) -> tuple[int, int]:
    """The first and the last of the entries around an entry."""
    first = last = n
    while _listed(lines[first - 1]):
        first -= 1
    while last + 1 < len(lines) and _listed(lines[last + 1]):
        last += 1
    return first, last
