"""Completion in tag sections and for result lines."""

from __future__ import annotations

from mtgr.analysis import Analysis, Place
from mtgr.features.item import Completion, Item
from mtgr.spec.tags import OPTIONAL, REQUIRED, TAGS, TERMINATIONS
from mtgr.spec.words import FORMAT_VERSION, RESULTS
from mtgr.syntax.line import kind_of
from mtgr.syntax.tokens import decode, encode


def complete_tag(analysis: Analysis, line: int, column: int) -> Completion:
    """A tag line: whole tags, their names, or their values."""
    text = analysis.lines[line]
    typed = text[:column]
    written = _section(analysis, line)
    earlier = _earlier(analysis, line)
    quote = typed.find('"')
    place = Place(line, 0, len(text))
    if quote >= 0:
        name = typed[1:quote].strip()
        found = [
            Item(value, f"[{name} {encode(value)}]", place, "value", _meaning(name, value))
            for value in _values(name, written, earlier)
        ]
    elif '"' in text:  # the value is there already
        place = Place(line, 0, text.index('"') + 1)
        found = [_named(name, place) for name in _names(written, earlier)]
    else:
        found = []
        for name in _names(written, earlier):
            values = [f"[{name} {encode(value)}]" for value in _values(name, written, earlier)[:3]]
            tags = [Item(tag, tag, place, "tag", TAGS[name].doc if name in TAGS else "") for tag in values]
            found += [*tags[:1], _named(name, place), *tags[1:]]
    return Completion(tuple(each for each in dict.fromkeys(found) if each.text.startswith(typed)), False)


def _named(name: str, place: Place) -> Item:
    """A tag up to its value."""
    return Item(f"[{name}", f'[{name} "', place, "tag", TAGS[name].doc if name in TAGS else "")


def results(likely: str | None, place: Place) -> list[Item]:
    """The result markers, the tag's first."""
    first = decode(likely) if likely and likely.startswith('"') else likely
    ordered = sorted(RESULTS, key=lambda each: each != first)
    return [Item(each, each, place, "result", RESULTS[each]) for each in ordered]


def _section(analysis: Analysis, line: int) -> dict[str, str]:
    """The tags above a line, and their values."""
    found: dict[str, str] = {}
    for n in range(line - 1, max(line - 60, -1), -1):
        text = analysis.lines[n]
        if kind_of(text) != "tag":
            break
        name, _, value = text.strip("[]").partition(" ")
        found[name] = decode(value) if value.startswith('"') else value
    return dict(reversed(found.items()))


def _earlier(analysis: Analysis, line: int) -> dict[str, str]:
    """The tags of the game before."""
    game = analysis.game_at(line)
    if game is None and line and kind_of(analysis.lines[line - 1]) == "tag":
        game = analysis.game_at(line - 1)
    games = analysis.taken_apart()
    number = len(games) if game is None else game.number - 1
    return dict(games[number - 1].tags) if number > 0 else {}


def _names(written: dict[str, str], earlier: dict[str, str]) -> list[str]:
    """The names of tags that may come next."""
    missing = [tag.name for tag in REQUIRED if tag.name not in written]
    last = next(reversed(written), "")
    optional = [tag.name for tag in OPTIONAL if tag.name not in written and (last in _REQUIRED or tag.name > last)]
    used = [
        name for name in earlier if name not in _REQUIRED and name not in written and (last in _REQUIRED or name > last)
    ]
    return missing or list(dict.fromkeys((*used, *optional)))


_REQUIRED = frozenset(tag.name for tag in REQUIRED)


def _values(name: str, written: dict[str, str], earlier: dict[str, str]) -> list[str]:
    """The values that a tag may have."""
    same = [earlier[name]] if name in earlier else []
    match name:
        case "Mtgr":
            return [FORMAT_VERSION]
        case "Result":
            return list(RESULTS)
        case "Termination":
            likely = [*same, "concession", "life total"]
            return list(dict.fromkeys((*likely, *TERMINATIONS)))
        case "Perspective":
            return list(dict.fromkeys((*same, *(written.get(each, "") for each in ("Player1", "Player2")))))
        case "Game":
            count = earlier.get("Game", "0")
            follows = earlier.get("Match") == written.get("Match") and count.isdigit() and len(count) < 9
            return list(dict.fromkeys((str(int(count) + 1) if follows else "1", "1", "2", "3")))
        case "Date" | "UTCDate":
            return list(dict.fromkeys((*(written[each] for each in ("Date",) if each in written), *same)))
        case "Round":
            return list(dict.fromkeys((*same, "-", "?")))
        case "Event" | "Site" | "Format":
            return list(dict.fromkeys((*same, "?")))
    return same


def _meaning(name: str, value: str) -> str:
    return {"Result": RESULTS, "Termination": TERMINATIONS}.get(name, {}).get(value, "")
