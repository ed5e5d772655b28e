"""Code actions: quick fixes for findings, refactorings, and all safe fixes at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from mtgr.analysis import Analysis, Finding, Place
from mtgr.features import refactorings
from mtgr.features.annotate import annotation_actions
from mtgr.features.changes import Change
from mtgr.features.fixes.everything import fix_all, has_safe_fix
from mtgr.features.fixes.fix import Fix
from mtgr.features.fixes.offer import fixes
from mtgr.replay.branch import branch_findings

QUICK_FIX = "quickfix"
REFACTORING = "refactor.rewrite"
VARIATION = "refactor.rewrite.variation"
ANNOTATION = "refactor.rewrite.annotate"
FIX_ALL = "source.fixAll.mtgr"
KINDS = (QUICK_FIX, REFACTORING, VARIATION, ANNOTATION, FIX_ALL)

MOST = 20
"""Findings that fixes are looked for at once. Each is tried out, and nobody reads a longer menu."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can be done at a place.

    ``changes`` is None where ``resolve`` makes them when the action is chosen. ``raw``: the columns of its changes and
    findings are those of the text as it is, with byte-order mark and CRs, and its line ends are as they shall be.
    """

    title: str
    kind: str
    changes: tuple[Change, ...] | None
    findings: tuple[Finding, ...] = ()
    preferred: bool = False
    raw: bool = False


def code_actions(analysis: Analysis, first: int, last: int, kinds: Sequence[str] | None = None) -> list[Action]:
    """What can be done with the lines from ``first`` to ``last``; of the kinds asked for, or of all."""
    found: list[Action] = []
    findings = analysis.findings_between(first, last)[:MOST]
    if _asked(QUICK_FIX, kinds):
        found.extend(_quick_fixes(analysis, [*findings, *_hints(analysis, first, last)]))
    if _asked(REFACTORING, kinds) or _asked(VARIATION, kinds):
        for each in refactorings.refactorings(analysis, first, last):
            kind = VARIATION if each.variation else REFACTORING
            if _asked(kind, kinds):
                found.append(Action(each.title, kind, each.changes))
    if first == last and _asked(ANNOTATION, kinds):
        found.extend(Action(each.title, ANNOTATION, (each.change,)) for each in annotation_actions(analysis, first))
    if _asked(FIX_ALL, kinds):
        concerned = findings if kinds is None else analysis.findings_between(0, len(analysis.lines))
        if has_safe_fix(analysis, concerned):
            found.append(Action("Fix all that is only written differently", FIX_ALL, None))
    return found


def resolve(analysis: Analysis, kind: str, n: int) -> Action | None:
    """The action of a kind at a line whose changes were left out, with its changes; None where it is no longer one."""
    if kind == FIX_ALL:
        fix = fix_all(analysis)
        if fix is None:
            return None
        return Action(fix.title, kind, fix.changes, raw=fix.raw)
    changes = refactorings.insert_keyframe(analysis, n)
    return Action("Insert the keyframe of this turn", kind, changes) if changes else None


def _asked(kind: str, kinds: Sequence[str] | None) -> bool:
    """Whether a kind is among those asked for, or below one of them."""
    return kinds is None or any(kind == each or kind.startswith(f"{each}.") or not each for each in kinds)


def _hints(analysis: Analysis, first: int, last: int) -> list[Finding]:
    """What looks wrong at lines of variations (R39), as far as it says what should stand there instead."""
    found: list[Finding] = []
    lines = analysis.lines
    for block in analysis.blocks_between(first, last):
        here = range(max(first, block.start), min(last + 1, block.end))
        if any(lines[n].startswith("-") for n in here):
            for each in chain.from_iterable(branch_findings(block.lines(lines), block.before, block.game.section.game)):
                n = block.start + each.line
                if n in here and each.repair is not None:
                    found.append(Finding(Place(n, each.start, each.end), each.code, each.message, (), each.repair))
    return found[:MOST]


def _quick_fixes(analysis: Analysis, findings: Sequence[Finding]) -> list[Action]:
    """The fixes of findings, each once: what settles several of them names them all."""
    found: dict[tuple[Change, ...], Action] = {}
    looked_at: dict[tuple[Place, str], list[Fix]] = {}
    for finding in findings:
        key = finding.place, finding.code
        if finding.repair is not None or key not in looked_at:
            looked_at[key] = list(fixes(analysis, finding))
        for number, fix in enumerate(looked_at[key]):
            new = Action(fix.title, QUICK_FIX, fix.changes, preferred=number == 0, raw=fix.raw)
            action = found.get(fix.changes, new)
            found[fix.changes] = replace(action, findings=(*action.findings, finding))
    return list(found.values())
