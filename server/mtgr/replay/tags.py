"""The tag section of a game (section 4): its checks, and what the replay needs to know from it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Protocol

from mtgr.replay.findings import Origin, RawFinding
from mtgr.replay.order import misplaced
from mtgr.spec.tags import EXTENSION_TAG, RANKS, REQUIRED, TAGS, TERMINATIONS, order_of
from mtgr.spec.words import RESULTS
from mtgr.syntax.statement import has_controls, without_controls
from mtgr.syntax.tokens import decode, normalized

_TAG = re.compile(r'\[([A-Z][A-Za-z0-9_]*) ("[^"\\]*(?:\\["\\n][^"\\]*)*")\]')
_NAME = re.compile(r"[A-Z][A-Za-z0-9_]*")
_DAMAGED = re.compile(r"\W{,3}([A-Za-z][A-Za-z0-9_]*)[ \t:=]*")
_STRAY = re.compile(r'(\\["\\n])|\\|(")')
_EXTENSION = re.compile(EXTENSION_TAG)
_VALUES = {"Result": tuple(RESULTS), "Termination": tuple(TERMINATIONS)}


class Report(Protocol):
    """Notes a finding at a line and span of the tag section."""

    def __call__(
        self, line: int, span: tuple[int, int], message: str, code: str = "check-1", /, *origins: Origin
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class TagLine:
    """A tag as it stands: ``line`` relative to the section; the columns of its name and of its value (with quotes)."""

    line: int
    name: str
    value: str
    name_span: tuple[int, int]
    value_span: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Game:
    """What the replay of the body needs of the tags. Names are string tokens; None where there is no usable tag."""

    player1: str | None = None
    player2: str | None = None
    perspective: str | None = None
    result: str | None = None
    seated: tuple[str, ...] = ()
    """The players as the pregame keyframe names them, for when the tags are wrong."""

    @property
    def players(self) -> tuple[str, ...]:
        """The known player names, Player1 first."""
        return tuple(name for name in (self.player1, self.player2) if name is not None)

    def opponent(self, player: str) -> str | None:
        """The other player."""
        return self.player2 if player == self.player1 else self.player1


@dataclass(frozen=True, slots=True)
class TagSection:
    """The tags of a game in file order, with what is wrong about them."""

    tags: tuple[TagLine, ...]
    findings: tuple[RawFinding, ...]
    game: Game

    def find(self, name: str) -> TagLine | None:
        """The first tag of this name."""
        return next((tag for tag in self.tags if tag.name == name), None)


def read_tags(lines: list[str]) -> TagSection:
    """Reads and checks a tag section: the tag lines, and the escape lines that stand wrongly among them."""
    findings: list[RawFinding] = []

    def report(line: int, span: tuple[int, int], message: str, code: str = "check-1", /, *origins: Origin) -> None:
        findings.append(RawFinding(line, *span, code, message, origins))

    tags: list[TagLine] = []
    broken: set[int] = set()
    for number, text in enumerate(lines):
        if text.startswith("%"):
            report(number, (0, len(text)), "an escape line cannot stand inside the tag section")
            continue
        if not text:
            continue  # an empty line among the tags, which the structure of the file reports
        tag, problem = _read_tag(number, text)
        if problem is not None:
            report(number, problem[0], problem[1])
            broken.add(number)
        if tag is not None:
            tags.append(tag)
    tags = _telling(tags, broken)
    _check_names(tags, broken, report)
    _check_order([tag for tag in tags if tag.line not in broken], report)
    first: dict[str, TagLine] = {}
    for tag in tags:
        first.setdefault(tag.name, tag)
    for tag in first.values():
        if tag.line not in broken:
            _check_value(tag, first, broken, report)
    _check_missing(lines, tags, first, broken, report)
    findings.sort(key=lambda finding: (finding.line, finding.start))
    return TagSection(tuple(tags), tuple(findings), _game(first))


def _read_tag(number: int, text: str) -> tuple[TagLine | None, tuple[tuple[int, int], str] | None]:
    """The tag of a line, if it can be told, and what is wrong with the form of the line, if anything."""
    stripped = text.lstrip(" \t")
    if stripped != text:
        lead = len(text) - len(stripped)
        tag, _ = _read_tag(number, stripped)
        if tag is not None:
            name, value = tag.name_span, tag.value_span
            tag = TagLine(
                number, tag.name, tag.value, (name[0] + lead, name[1] + lead), (value[0] + lead, value[1] + lead)
            )
        return tag, ((0, lead), "a tag line starts with its `[`")
    match = _TAG.fullmatch(text)
    problem: tuple[tuple[int, int], str] | None = None
    if match is None or not (text.isascii() and text.isprintable()):
        problem = _form_problem(text, match is not None)
    if match is None:
        return _damaged(number, text), problem
    string = normalized(without_controls(match[2]))
    return TagLine(number, match[1], string, match.span(1), match.span(2)), problem


def _damaged(number: int, text: str) -> TagLine | None:
    """What a damaged tag line must have meant: the value is what its quotes hold, or all that follows the name."""
    name = _DAMAGED.match(text)
    if name is None:
        return None
    start, end = text.find('"', name.end()), text.rfind('"') + 1
    if start < 0:
        start = name.end()
    if end <= start + 1:
        end = max(len(text.rstrip("] \t")), start)
    inner = text[start:end].strip("\"'")
    token = _STRAY.sub(lambda found: found[1] or (r"\"" if found[2] else ""), without_controls(inner))
    return TagLine(number, name[1], f'"{normalized(token)}"', name.span(1), (start, end))


def _form_problem(text: str, matches: bool) -> tuple[tuple[int, int], str] | None:
    control = has_controls(text)
    if control is not None:
        return control.span(), f"the control character U+{ord(control[0]):04X} is not allowed"
    if not unicodedata.is_normalized("NFC", text):
        quoted = text.find('"'), text.rfind('"') + 1
        span = quoted if quoted[0] >= 0 else (0, len(text))
        return span, "this text is not in Unicode Normalization Form C"
    if matches:
        return None
    name = re.match(r'\[([^ "\]]+)', text)
    if name is None:
        return (0, len(text)), 'a tag is written `[Name "value"]`'
    if not _NAME.fullmatch(name[1]):
        message = "a tag name begins with an uppercase letter and has only ASCII letters, digits and underscores"
        return name.span(1), message
    if text.rstrip(" ") != text:
        return (len(text.rstrip(" ")), len(text)), "no space may stand at the end of a line"
    return _value_problem(text, name.end())


def _value_problem(text: str, after: int) -> tuple[tuple[int, int], str]:
    """What is wrong with a tag line from the end of its tag's name on."""
    quote = len(text) - len(text[after:].lstrip(" "))
    if text[quote : quote + 1] != '"':
        bare = re.compile(r"[^\] ]*").match(text, quote)
        assert bare is not None  # it matches anything
        span = bare.span() if bare[0] else (after, len(text)) if after < len(text) else (1, after)
        return span, "a tag's value is a string in double quotes"
    if quote != after + 1:
        span = (min(after + 1, quote), max(quote, after + 1))
        return span, "exactly one space stands between a tag's name and its value"
    value = re.compile(r'"(?:[^"\\]|\\.)*"').match(text, quote)
    escape = re.search(r'\\(?!["\\n])', re.sub(r'\\["\\n]', "xx", text))
    if escape is not None:
        return (escape.start(), min(escape.start() + 2, len(text))), 'only `\\"`, `\\\\` and `\\n` are escapes'
    if value is None:
        return (quote, len(text)), "this string has no closing quote"
    if value.end() == len(text):
        return (len(text) - 1, len(text)), "a tag line ends with `]`"
    if text[value.end()] == "]":
        return (value.end() + 1, len(text)), "nothing follows a tag on its line"
    return (value.end(), len(text)), "nothing but `]` follows the value of a tag"


def _telling(tags: list[TagLine], broken: set[int]) -> list[TagLine]:
    """The tags without damaged lines of which it is not plain which tag they were."""
    intact = {tag.name for tag in tags if tag.line not in broken}
    missing = [tag.name for tag in REQUIRED if tag.name not in intact]

    def tells(name: str) -> bool:
        known = name in TAGS or _EXTENSION.fullmatch(name) or get_close_matches(name, missing, 1, 0.6)
        return name not in intact and bool(known)

    return [tag for tag in tags if tag.line not in broken or tells(tag.name)]


def _check_names(tags: list[TagLine], broken: set[int], report: Report) -> None:
    """Each name stands once and is known. What must be meant for a missing tag is taken as that tag (R4)."""
    seen: dict[str, TagLine] = {}
    missing = [tag.name for tag in REQUIRED if all(tag.name != each.name for each in tags)]
    for number, tag in enumerate(tags):
        twice = tag.name in seen
        if not twice and (tag.name in TAGS or _EXTENSION.fullmatch(tag.name)):
            seen[tag.name] = tag
            continue
        near = get_close_matches(tag.name, missing, 1, 0.6)
        if tag.line in broken:
            pass  # reported already
        elif twice:
            origin = Origin("line", f"`{tag.name}` stands here first", line=seen[tag.name].line)
            report(tag.line, tag.name_span, f"the tag `{tag.name}` appears twice in this game", "check-1", origin)
        else:
            known = near or get_close_matches(tag.name, list(TAGS), 1, 0.6)
            hint = f"; did you mean `{known[0]}`?" if known else "; extension tags are named `PREFIX_Name`"
            report(tag.line, tag.name_span, f"there is no tag `{tag.name}`{hint}")
            if not near and number < len(REQUIRED) and REQUIRED[number].name in missing:
                near = [REQUIRED[number].name]  # it stands where that one belongs
        if near:
            missing.remove(near[0])
            tag = tags[number] = TagLine(tag.line, near[0], tag.value, tag.name_span, tag.value_span)
        seen.setdefault(tag.name, tag)


def _check_order(tags: list[TagLine], report: Report) -> None:
    first: dict[str, TagLine] = {}
    for tag in tags:
        first.setdefault(tag.name, tag)
    once = list(first.values())
    keys = [order_of(tag.name) for tag in once]
    for index in misplaced(keys):
        tag = once[index]
        if tag.name in RANKS:
            message = f"`{tag.name}` is out of order: the required tags come first, in their fixed order"
        else:
            message = f"`{tag.name}` is out of order: after the required tags, tags are sorted by name in ASCII order"
        report(tag.line, tag.name_span, message)


def _check_missing(
    lines: list[str], tags: list[TagLine], first: dict[str, TagLine], broken: set[int], report: Report
) -> None:
    """A missing required tag is reported at the next tag line (R48)."""
    if not lines or not broken <= {tag.line for tag in tags}:
        return  # an unreadable tag line may be this tag: one mistake, one finding
    for rank, tag in enumerate(REQUIRED):
        if tag.name in first:
            continue
        after = max((each.line for each in tags if RANKS.get(each.name, 99) < rank), default=-1)
        following = next((each for each in tags if each.line > after), None)
        where = following.line if following else len(lines) - 1
        report(where, (0, len(lines[where])), f"the required tag `{tag.name}` is missing before this line")


def _check_value(tag: TagLine, first: dict[str, TagLine], broken: set[int], report: Report) -> None:
    value = decode(tag.value)
    known = TAGS.get(tag.name)
    if known is None:
        return
    if not known.accepts(value):
        near = get_close_matches(value, _VALUES.get(tag.name, ()), 1)
        hint = f"; did you mean `{near[0]}`?" if near and len(value) < 40 else ""
        report(tag.line, tag.value_span, f"`{tag.name}` is {known.wants}{hint}")
    elif tag.name in ("Date", "UTCDate") and not _on_calendar(value):
        report(tag.line, tag.value_span, f"no calendar has the date {value}", "tag-date")
    elif tag.name == "Mtgr" and not value.startswith("0.3."):
        report(tag.line, tag.value_span, f"version {value[:40]} is checked by the rules of version 0.3.0", "version")
    elif tag.name == "Player2" and "Player1" in first and first["Player1"].value == tag.value:
        origin = Origin("line", "Player1 has this name", line=first["Player1"].line)
        report(tag.line, tag.value_span, "the two players have the same name", "check-1", origin)
    elif tag.name == "Perspective" and "Player1" in first and "Player2" in first:
        players = (first["Player1"], first["Player2"])
        names = tuple(player.value for player in players)
        # A damaged tag may have another name than was made of it: that is its own finding.
        if tag.value not in names and broken.isdisjoint(player.line for player in players):
            report(tag.line, tag.value_span, f"`Perspective` names neither player; they are {names[0]} and {names[1]}")


def _on_calendar(date: str) -> bool:
    """Whether some calendar day fits the date, whatever its ``?`` stand for (R10)."""
    year, month, day = date.split(".")

    def fits(pattern: str, number: int, width: int) -> bool:
        return all(a in ("?", b) for a, b in zip(pattern, f"{number:0{width}}", strict=True))

    years = [int(year)] if "?" not in year else [2000, 2001]
    return any(
        fits(month, m, 2) and any(fits(day, d, 2) for d in range(1, _days(y, m) + 1))
        for y in years
        for m in range(1, 13)
    )


def _days(year: int, month: int) -> int:
    """How many days a month has. (Importing ``calendar`` would take longer than checking a short game.)"""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def _game(first: dict[str, TagLine]) -> Game:
    def value(name: str) -> str | None:
        return first[name].value if name in first else None

    result = value("Result")
    if result is not None and not TAGS["Result"].accepts(decode(result)):
        result = None
    player1, player2, perspective = value("Player1"), value("Player2"), value("Perspective")
    if player2 == player1:
        player2 = None
    return Game(player1, player2, perspective, decode(result) if result else None)


_PLAYER_ENTRY = re.compile(r'[0-9][^ ]* +player ("[^"\\]*(?:\\["\\n][^"\\]*)*") life ')


def seated_players(lines: list[str]) -> tuple[str, ...]:
    """The players that the keyframe at the start of a pregame names, in its order."""
    found = [match[1] for line in lines if (match := _PLAYER_ENTRY.match(line)) is not None]
    return tuple(dict.fromkeys(found))[:2]
