"""Each fix that is offered settles its finding and brings no other about, whatever the mistake.

``MTGR_MUTATIONS`` sets how many mistakes are made at random; without it, few enough for every run of the tests.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.damage import DAMAGES
from tests.support.mutations import mutate

from mtgr.analysis import Analysis, Finding
from mtgr.document.text import Text
from mtgr.features.changes import apply
from mtgr.features.code_actions import FIX_ALL, Action, code_actions, resolve
from mtgr.features.fixes.everything import has_safe_fix

CONFORMANCE = Path(__file__).parents[2] / "conformance"
VALID = {
    path.relative_to(CONFORMANCE).as_posix(): path.read_bytes().decode().split("\n")[:-1]
    for path in sorted((CONFORMANCE / "valid").rglob("*.mtgr"))
}
SMALL = [name for name in VALID if name.count("/") == 1]
RECORDED = [name for name in VALID if "/recorded/" in name]
FAULTY = [path for folder in ("invalid", "warnings") for path in sorted((CONFORMANCE / folder).rglob("*.mtgr"))]
COUNT = int(os.environ.get("MTGR_MUTATIONS", "100"))
EACH = max(COUNT // 40, 4)
"""How often each certain mistake is made."""


def made_by(lines: list[str], action: Action) -> list[str]:
    assert action.changes is not None
    made = apply(lines, action.changes)
    return [*"\n".join(made).split("\n")]


def errors(lines: list[str]) -> list[Finding]:
    return Analysis.of_lines(lines).findings()


def wrong_fixes(lines: list[str]) -> Iterator[str]:
    """The fixes for a text that do not keep the promise; lines end as ``split`` leaves them."""
    before = errors(list(lines))
    for action in quick_fixes(lines):
        after = errors(made_by(lines, action))
        more = Counter(each.code for each in after) - Counter(each.code for each in before)
        if more or len(after) > len(before) - len(action.findings):
            yield f"{action.title} at {action.findings[0].place}: {action.findings[0].message}; then {after[:3]}"


def quick_fixes(lines: list[str]) -> list[Action]:
    """All fixes for a text, asked for line by line."""
    analysis = Analysis.of_lines(list(lines))
    places = dict.fromkeys(each.place.line for each in analysis.findings())
    return [action for line in places for action in code_actions(analysis, line, line, ["quickfix"])]


@pytest.mark.parametrize("folder", ["small", "recorded"])
def test_fixes_of_mistakes_at_random(folder: str) -> None:
    rng = random.Random(f"fixes, {folder}")
    wrong = []
    offered = 0
    for _ in range(COUNT if folder == "small" else COUNT // 20):
        name = rng.choice(SMALL if folder == "small" else RECORDED)
        mutation = mutate(rng, VALID[name])
        lines = [*mutation.lines, ""]
        wrong += [f"{name}, {mutation.kind} at line {mutation.line + 1}: {each}" for each in wrong_fixes(lines)]
        offered += bool(quick_fixes(lines))
    assert wrong == []
    assert offered > 0


@pytest.mark.parametrize("kind", DAMAGES)
def test_fixes_of_a_kind_of_mistake(kind: str) -> None:
    rng = random.Random(f"fixes, {kind}")
    wrong: list[str] = []
    seen = fixed = 0
    for _ in range(1000):
        name = rng.choice(SMALL)
        lines = DAMAGES[kind](rng, VALID[name])
        if lines is None or not errors([*lines, ""]):
            continue
        seen += 1
        wrong += [f"{name}: {each}" for each in wrong_fixes([*lines, ""])]
        fixed += bool(quick_fixes([*lines, ""]))
        if seen == EACH:
            break
    assert wrong == []
    assert fixed >= seen / 2 > 0, f"{fixed} of {seen} have a fix"


def test_fixes_of_the_conformance_files() -> None:
    """Byte-order marks and line ends among them; what two fixes settle is counted once."""
    wrong, fixed = [], Counter[str]()
    for path in FAULTY:
        try:
            lines = path.read_bytes().decode().split("\n")
        except UnicodeDecodeError:
            continue
        wrong += [f"{path.parent.name}/{path.name}: {each}" for each in wrong_fixes(lines)]
        fixed[path.parent.name] += bool(quick_fixes(lines))
    assert wrong == []
    decided = {
        "check-02", "check-04", "check-06", "check-07", "check-09", "check-10", "check-14", "mana-order", "cost-order",
        "counters-order", "deck-order", "deck-player", "entry-time", "time-order", "stack-entry-source", "ability-zone",
        "leave-stack-cause", "library-position", "draw-zone",
    }  # fmt: skip
    for folder in sorted(decided):
        files = sum(path.parent.name == folder for path in FAULTY)
        assert fixed[folder] >= 0.9 * files, f"{fixed[folder]} of {files} in {folder}"


def test_fix_all_leaves_nothing_that_is_only_written_differently() -> None:
    rng = random.Random("fix all")
    kinds = ("level", "spaces", "leading zeros", "mana order", "tag order", "normalization", "annotations", "decklist")
    for _ in range(EACH * 5):
        name = rng.choice(SMALL)
        lines = VALID[name]
        for kind in rng.sample(kinds, 3):
            lines = DAMAGES[kind](rng, lines) or lines
        lines = [*lines, ""]
        before = errors(list(lines))
        if not has_safe_fix(Analysis.of_lines(list(lines)), before):
            continue
        action = resolve(Analysis.of_lines(list(lines)), FIX_ALL, 0)
        assert action is not None
        after = errors(made_by(lines, action))
        assert not Counter(each.code for each in after) - Counter(each.code for each in before), (name, after)
        assert len(after) < len(before), (name, before, after)
        assert not has_safe_fix(Analysis.of_lines(made_by(lines, action)), after), (name, after)


@pytest.mark.parametrize("folder", ["small", "recorded"])
def test_fixes_after_edits_are_those_of_a_new_analysis(folder: str) -> None:
    rng = random.Random(f"fixes after edits, {folder}")
    offered = 0
    for _ in range(COUNT // 2 if folder == "small" else COUNT // 10):
        text = Text("\n".join([*VALID[rng.choice(SMALL if folder == "small" else RECORDED)], ""]))
        analysis = Analysis.of_lines(text.lines)
        analysis.finish()
        # The replay of a block that has been edited is tried out in another way than that of one that has not.
        for _ in range(2):
            mutation = mutate(rng, text.lines[:-1])
            analysis.update(text.replace("\n".join([*mutation.lines, ""])))
            analysis.finish()
        for n in dict.fromkeys(each.place.line for each in analysis.findings()[:5]):
            found = code_actions(analysis, n, n, ["quickfix"])
            assert found == code_actions(Analysis.of_lines(list(text.lines)), n, n, ["quickfix"]), mutation.kind
            offered += len(found)
    assert offered > 0
