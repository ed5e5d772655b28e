"""Which fixes there are for a finding: those that try it, in order, each tried out before it is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mtgr.analysis import Analysis, Finding
from mtgr.features.fixes import (
    beginning,
    ids,
    in_place,
    keyframes,
    lines,
    mana,
    order,
    players,
    results,
    snapshots,
    text,
    times,
)
from mtgr.features.fixes.fix import Fix
from mtgr.features.fixes.form import form
from mtgr.features.fixes.trial import settles

Maker = Callable[[Analysis, Finding], Iterator[Fix]]

_HERE = in_place.in_place
_MAKERS: dict[str, tuple[Maker, ...]] = {
    "check-1": (
        text.whole_text, _HERE, form, text.empty_lines, order.tag_order, lines.repeated, results.missing_result,
        lines.missing_tag, keyframes.missing_keyframe, results.results, lines.keyword,
        players.players, players.unclosed_name, keyframes.keyframes, snapshots.snapshots,
    ),
    "check-2": (results.results,),
    "check-3": (lines.repeated, ids.sequence, lines.named),
    "check-4": (_HERE, lines.named),
    "check-5": (_HERE,),
    "check-6": (lines.repeated, snapshots.snapshots),
    "check-7": (lines.repeated, keyframes.keyframes),
    "check-9": (lines.repeated, _HERE),
    "check-10": (lines.repeated, _HERE),
    "check-11": (lines.repeated, _HERE, mana.lost_mana),
    "check-12": (lines.repeated, lines.tapped),
    "check-14": (snapshots.missing_snapshot, snapshots.snapshots),
    "check-15": (lines.repeated,),
    "check-16": (lines.repeated, results.results, results.missing_ending),
    "check-17": (lines.repeated, lines.unclosed, lines.hypothetical),
    "time-order": (times.time_order,),
    "entry-time": (times.entry_time,),
    "deck-order": (order.deck_order,),
    "left-on-stack": (lines.left_on_stack,),
    "stack-entry-source": (snapshots.snapshots,),
}  # fmt: skip
"""What is tried for a finding of each code. For the others it is what the finding itself says."""
_MAKERS_OF_SAFE = (
    text.whole_text, _HERE, form, text.empty_lines, order.tag_order, order.deck_order, times.entry_time,
)  # fmt: skip
"""Those that make fixes that change only how the game is written."""
_OTHERWISE: dict[str, tuple[Maker, ...]] = {
    "check-1": (beginning.beginning,),
    "check-4": (lines.recorded, keyframes.keyframes, snapshots.snapshots),
    "check-7": (beginning.beginning,),
}
"""What is tried if none of that settles it."""


def fixes(analysis: Analysis, finding: Finding) -> Iterator[Fix]:
    """What would settle a finding, the likeliest first; each settles it and brings no other about."""
    seen = set()
    found = False
    for makers in (_MAKERS.get(finding.code, (_HERE,)), _OTHERWISE.get(finding.code, ())):
        if found:
            return
        for make in makers:
            for fix in make(analysis, finding):
                if fix.changes in seen:
                    continue
                seen.add(fix.changes)
                if fix.sure or settles(analysis, finding, fix.changes):
                    found = True
                    yield fix
                    if fix.safe or make is lines.repeated:
                        return  # no need to look for others


def safe_fix(analysis: Analysis, finding: Finding) -> Fix | None:
    """The fix for a finding that changes only how the game is written, if there is one. It has not been tried out."""
    for make in _MAKERS.get(finding.code, (_HERE,)):
        for fix in make(analysis, finding) if make in _MAKERS_OF_SAFE else ():
            if fix.safe:
                return fix
    return None
