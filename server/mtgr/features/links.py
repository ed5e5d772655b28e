"""What in a text can be followed: printings to the card's page, and citations in comments to what they cite.

Only what surely leads somewhere is a link: a set and number of the form that these have, and a section that the format
has. Nobody knows the address of the format's own text, so whoever asks gives one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from urllib.parse import quote

from mtgr.analysis import Analysis, Game, Place
from mtgr.spec.sections import COMPREHENSIVE_RULES, PGN, SECTIONS
from mtgr.syntax.line import Line, line_tokens
from mtgr.syntax.tokens import decode


@dataclass(frozen=True, slots=True)
class Link:
    """A place and the address it leads to, with what a reader is told of it."""

    place: Place
    target: str
    tooltip: str


def links(analysis: Analysis, format_text: str = "") -> list[Link]:
    """All links, in the order of the text.

    ``format_text`` is the address of the format's text, in which ``{section}`` stands for a section's number; without
    one, its sections are no links. What a block holds is remembered with it: see ``block_links``.
    """
    return [link for game in analysis.taken_apart() for link in game_links(analysis, game, format_text)]


def game_links(analysis: Analysis, game: Game, format_text: str = "") -> list[Link]:
    """The links of one game's body."""
    found = []
    for block in game.blocks:
        for link in block.note(analysis.lines, block_links):
            target = format_text.replace("{section}", link.target) if link.target in SECTIONS else link.target
            if target:
                place = Place(link.place.line + block.start, link.place.start, link.place.end)
                found.append(replace(link, place=place, target=target))
    return found


def block_links(lines: list[str]) -> list[Link]:
    """The links of one block, whose lines count from its first. The target of a section of the format is its number."""
    found = []
    for number, text in enumerate(lines):
        if ' print "' in text and (link := _printing(number, text)):
            found.append(link)
        if (";" in text or "{" in text or text.startswith("%")) and _CITATION.search(text):
            found.extend(_citations(number, text))
    return found


_SET = re.compile(r"[A-Za-z0-9]{3,6}")
_NUMBER = re.compile(r"[A-Za-z0-9★†-]{0,8}[0-9][A-Za-z0-9★†-]{0,8}")


def _printing(number: int, text: str) -> Link | None:
    """Where the card of a line was printed (section 6.4)."""
    line = Line(text)
    statement = line.statement
    if statement.form is None or statement.form.name not in ("new card", "identify") or not statement["set"]:
        return None
    code, collector = decode(statement["set"] or ""), decode(statement["number"] or "")
    if not _SET.fullmatch(code) or not _NUMBER.fullmatch(collector):
        return None
    place = Place(number, line.column + statement.span("set")[0], line.column + statement.span("number")[1])
    target = f"https://scryfall.com/card/{code.lower()}/{quote(collector)}"
    return Link(place, target, f"{code.upper()} {collector} on Scryfall")


_CITATION = re.compile(
    r"\bCR (?P<rule>[1-9][0-9]{2}(?:\.[0-9]+[a-z]?)?)(?!\w|\.\d)"
    r"|\bPGN (?:section )?(?P<pgn>[0-9]+(?:\.[0-9]+)*)(?!\w|\.\d)"
    r"|(?<!\bCR )(?:\b[Ss]ections? |\bspec |§ ?)(?P<section>[0-9]+(?:\.[0-9]+)?)(?!\w|\.\d| of )"
)


def _citations(number: int, text: str) -> list[Link]:
    """The rules and sections that the comments of a line cite."""
    found = []
    for token in line_tokens(text):
        if token.kind not in ("brace-comment", "line-comment") and not text.startswith("%"):
            continue
        for match in _CITATION.finditer(token.text):
            place = Place(number, token.start + match.start(), token.start + match.end())
            if rule := match["rule"]:
                found.append(Link(place, COMPREHENSIVE_RULES, f"Comprehensive Rules, {rule}"))
            elif section := match["pgn"]:
                found.append(Link(place, f"{PGN}#c{section}", f"PGN standard, section {section}"))
            elif title := SECTIONS.get(match["section"]):
                found.append(Link(place, match["section"], f"Section {match['section']}: {title}"))
    return found
