"""The table of findings is complete, and its texts are fit to be shown."""

from __future__ import annotations

import difflib
import re

import pytest

from mtgr.spec.codes import CODES, Code, Severity
from mtgr.spec.shapes import BY_KEY
from mtgr.syntax.statement import match_form

CHECKS = [f"check-{number}" for number in range(1, 18)]

# R40, in its order.
WARNINGS = [
    "time-order",
    "entry-time",
    "mana-order",
    "cost-order",
    "deck-order",
    "deck-player",
    "counters-order",
    "stack-entry-source",
    "ability-zone",
    "leave-stack-cause",
    "left-on-stack",
    "library-position",
    "draw-zone",
    "face-name",
    "match-seats",
    "tag-date",
    "version",
]

every_code = pytest.mark.parametrize("entry", CODES.values(), ids=CODES)


def codes_of(severity: Severity) -> list[str]:
    return [code for code, entry in CODES.items() if entry.severity is severity]


def test_every_check_is_an_error_and_nothing_else_is() -> None:
    assert codes_of(Severity.ERROR) == CHECKS


def test_the_warnings_are_those_of_r40() -> None:
    assert codes_of(Severity.WARNING) == WARNINGS


def test_the_remarks_are_those_of_r3_r39_and_r40() -> None:
    assert codes_of(Severity.INFORMATION) == ["time-precision", "archetype-differs"]
    assert codes_of(Severity.HINT) == ["print-missing", "variation"]


@every_code
def test_is_found_under_its_own_code(entry: Code) -> None:
    assert CODES[entry.code] is entry


@every_code
def test_names_sections_of_the_specification(entry: Code) -> None:
    assert re.fullmatch(r"\d+(\.\d+)?(, \d+(\.\d+)?)*", entry.section)


@every_code
def test_title_is_a_short_phrase(entry: Code) -> None:
    assert 10 <= len(entry.title) <= 70
    assert not entry.title.endswith(".")


@every_code
def test_explanation_is_two_to_five_sentences(entry: Code) -> None:
    prose = re.sub(r"`[^`]*`", "word", entry.why)
    assert prose.endswith(".")
    assert 2 <= len(re.findall(r"\.(?= [A-Z]|$)", prose)) <= 5
    assert "  " not in entry.why
    assert entry.why.count("`") % 2 == 0


@every_code
def test_examples_differ_in_one_place_only(entry: Code) -> None:
    wrong, right = entry.wrong.splitlines(), entry.right.splitlines()
    changes = [op for op in difflib.SequenceMatcher(None, wrong, right).get_opcodes() if op[0] != "equal"]
    # One line altered, added or left out; a line that changes its place is left out here and added there.
    assert 1 <= len(changes) <= 2
    assert wrong[0][:4] == right[0][:4]


@every_code
def test_examples_end_with_a_line_feed_and_are_short(entry: Code) -> None:
    for excerpt in (entry.wrong, entry.right):
        assert excerpt.endswith("\n")
        assert len(excerpt.splitlines()) <= 10


BODY_LINE = re.compile(r"(?:\d+:[0-5]\d(?:\.\d{1,3})?|-) ((?:  )*)([^ ].*)")
OTHER_LINE = re.compile(r'%.*|\[[A-Z]\w* "[^"]*"\]||1-0|0-1')


def is_well_formed(line: str) -> bool:
    """Whether a line of an excerpt is one the grammar knows (section 16)."""
    body = BODY_LINE.fullmatch(line)
    if body is None:
        return OTHER_LINE.fullmatch(line) is not None
    return body[2] in {"(", ")"} or match_form(body[2]) is not None


@every_code
def test_every_line_of_an_example_is_well_formed(entry: Code) -> None:
    lines = entry.right.splitlines() + (entry.wrong.splitlines() if entry.code != "check-1" else [])
    assert [line for line in lines if not is_well_formed(line)] == []


def test_the_wrong_example_of_check_1_is_not_well_formed() -> None:
    assert not is_well_formed(CODES["check-1"].wrong.rstrip("\n"))


def test_commands_in_explanations_exist() -> None:
    """A statement keyword that an explanation names in code is one of the format."""
    named = {word for entry in CODES.values() for word in re.findall(r"`([a-z][a-z-]+)`", entry.why)}
    keywords = {key.lstrip('#"').split(" ")[-1] for key in BY_KEY}
    others = {"top", "bottom", "as", "face", "tapped", "print", "src", "new", "mana"}
    assert named <= keywords | others
