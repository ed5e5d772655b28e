"""The tag section of a game (section 4): its checks, and what the replay needs to know from it."""

from __future__ import annotations

import re
import unicodedata
from calendar import monthrange
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Protocol

from mtgr.replay.findings import Origin, RawFinding
from mtgr.replay.order import misplaced
from mtgr.spec.tags import EXTENSION_TAG, OPTIONAL, REQUIRED, TAGS
from mtgr.syntax.statement import has_controls
from mtgr.syntax.tokens import decode

_TAG = re.compile(r'\[([A-Z][A-Za-z0-9_]*) ("[^"\\]*(?:\\["\\n][^"\\]*)*")\]')
_LOOSE = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]*)(\s*)("?(?:[^"\\]|\\.)*"?)\s*(\]?)\s*')
_EXTENSION = re.compile(EXTENSION_TAG)
_RANK = {tag.name: rank for rank, tag in enumerate(REQUIRED)}
_OPTIONAL = frozenset(tag.name for tag in OPTIONAL)


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
    _check_names(tags, report)
    _check_order(tags, report)
    first: dict[str, TagLine] = {}
    for tag in tags:
        first.setdefault(tag.name, tag)
    for tag in first.values():
        if tag.line not in broken:
            _check_value(tag, first, report)
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
        loose = _LOOSE.match(text) or _LOOSE.match("[" + text.lstrip("({<"))
        if loose is None:
            return None, problem
        text_of_value: str = loose[3]
        if text_of_value.startswith('"') and text_of_value.endswith("]"):
            text_of_value = text_of_value[:-1]  # the quote before it is missing
        if re.fullmatch(r'"(?:[^"\\]|\\["\\n])*"', text_of_value) is None:
            text_of_value = '"' + re.sub(r'["\\]', "", text_of_value) + '"'
        name_span, value_span = ((text.find(part), text.find(part) + len(part)) for part in (loose[1], loose[3]))
        return TagLine(number, loose[1], text_of_value, name_span, value_span), problem
    return TagLine(number, match[1], unicodedata.normalize("NFC", match[2]), match.span(1), match.span(2)), problem


def _form_problem(text: str, matches: bool) -> tuple[tuple[int, int], str] | None:
    control = has_controls(text)
    if control is not None:
        return control.span(), f"the control character U+{ord(control[0]):04X} is not allowed"
    if not unicodedata.is_normalized("NFC", text):
        start = text.find('"')
        return (start, text.rfind('"') + 1) if start >= 0 else (
            0,
            len(text),
        ), "this text is not in Unicode Normalization Form C"
    if matches:
        return None
    whole = (0, len(text))
    name = re.match(r"\[([A-Za-z][A-Za-z0-9_]*)", text)
    if name is None:
        return whole, 'a tag is written `[Name "value"]`'
    if not name[1][0].isupper():
        return name.span(1), "a tag name begins with an uppercase letter"
    if text.rstrip(" ") != text:
        return (len(text.rstrip(" ")), len(text)), "no space may stand at the end of a line"
    rest = text[name.end() :]
    if not rest.startswith(' "'):
        spaces = len(rest) - len(rest.lstrip(" "))
        if spaces != 1 and rest.lstrip(" ").startswith('"'):
            start = name.end()
            return (
                start + (1 if spaces else 0),
                start + max(spaces, 1),
            ), "exactly one space stands between a tag's name and its value"
        value = re.match(r" *([^\] ]*)", rest)
        span = value.span(1) if value is not None and value[1] else (0, len(rest))
        return (name.end() + span[0], name.end() + span[1]), "a tag's value is a string in double quotes"
    escape = re.search(r'\\(?!["\\n])', re.sub(r'\\["\\n]', "xx", text))
    if escape is not None:
        return (escape.start(), min(escape.start() + 2, len(text))), 'only `\\"`, `\\\\` and `\\n` are escapes'
    if not text.endswith("]"):
        return (len(text) - 1, len(text)), "a tag line ends with `]`"
    value = re.match(r'"(?:[^"\\]|\\.)*"', rest[1:])
    if value is None:
        return (name.end() + 1, len(text)), "this string has no closing quote"
    start = name.end() + 1 + value.end()
    return (start, max(len(text), start + 1)), "nothing but `]` follows the value of a tag"


def _check_names(tags: list[TagLine], report: Report) -> None:
    seen: dict[str, TagLine] = {}
    missing = [tag.name for tag in REQUIRED if all(tag.name != each.name for each in tags)]
    for number, tag in enumerate(tags):
        if tag.name in seen:
            origin = Origin("line", f"`{tag.name}` stands here first", line=seen[tag.name].line)
            report(tag.line, tag.name_span, f"the tag `{tag.name}` appears twice in this game", "check-1", origin)
            continue
        seen[tag.name] = tag
        if tag.name in TAGS or _EXTENSION.fullmatch(tag.name):
            continue
        # A misspelt required tag is one mistake, not an unknown tag and a missing one.
        near = get_close_matches(tag.name, missing, 1, 0.6) or get_close_matches(tag.name, list(TAGS), 1, 0.6)
        hint = f"; did you mean `{near[0]}`?" if near else "; extension tags are named `PREFIX_Name`"
        if tag.name[0].isupper():
            report(tag.line, tag.name_span, f"there is no tag `{tag.name}`{hint}")
        if near and near[0] in missing:
            missing.remove(near[0])
            tags[number] = seen[near[0]] = TagLine(tag.line, near[0], tag.value, tag.name_span, tag.value_span)


def _check_order(tags: list[TagLine], report: Report) -> None:
    once = list({tag.name: tag for tag in reversed(tags)}.values())[::-1]
    keys = [(_RANK.get(tag.name, len(_RANK)), "" if tag.name in _RANK else tag.name) for tag in once]
    for index in misplaced(keys):
        tag = once[index]
        if tag.name in _RANK:
            message = f"`{tag.name}` is out of order: the required tags come first, in their fixed order"
        else:
            message = f"`{tag.name}` is out of order: after the required tags, tags are sorted by name in ASCII order"
        report(tag.line, tag.name_span, message)


def _check_missing(
    lines: list[str], tags: list[TagLine], first: dict[str, TagLine], broken: set[int], report: Report
) -> None:
    """A missing required tag is reported at the next tag line (R48)."""
    for rank, tag in enumerate(REQUIRED):
        if tag.name in first:
            continue
        after = max((each.line for each in tags if _RANK.get(each.name, 99) < rank), default=-1)
        following = next((each for each in tags if each.line > after), None)
        where = following.line if following else len(lines) - 1
        if not lines or any(line not in {each.line for each in tags} for line in broken):
            continue  # an unreadable tag line may be this tag: one mistake, one finding
        report(where, (0, len(lines[where])), f"the required tag `{tag.name}` is missing before this line")


def _check_value(tag: TagLine, first: dict[str, TagLine], report: Report) -> None:
    value = decode(tag.value)
    known = TAGS.get(tag.name)
    if known is None:
        return
    if not known.accepts(value):
        near = get_close_matches(value, known.form.replace("\\", "").split("|"), 1) if "|" in known.form else []
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
        names = (first["Player1"].value, first["Player2"].value)
        if tag.value not in names:
            report(tag.line, tag.value_span, f"`Perspective` names neither player; they are {names[0]} and {names[1]}")


def _on_calendar(date: str) -> bool:
    """Whether some calendar day fits the date, whatever its ``?`` stand for (R10)."""
    year, month, day = date.split(".")

    def fits(pattern: str, number: int, width: int) -> bool:
        return all(a in ("?", b) for a, b in zip(pattern, f"{number:0{width}}", strict=True))

    years = [int(year)] if "?" not in year else [2000, 2001]
    return any(
        fits(month, m, 2) and any(fits(day, d, 2) for d in range(1, monthrange(max(y, 1), m)[1] + 1))
        for y in years
        for m in range(1, 13)
    )


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
