"""What the object at the cursor comes from: the source of an ability or effect, the original of a copy."""

from __future__ import annotations

from mtgr.analysis import Analysis
from mtgr.features.definition import DefinitionAnswer, answer
from mtgr.features.subject import in_sight, mentions_of, subject_at
from mtgr.spec.shapes import slots

_ORIGINS = ("source", "effect", "original")
"""The slots that name what an object comes from."""


def type_definition(analysis: Analysis, line: int, column: int) -> list[DefinitionAnswer]:
    """The ``new`` lines of what the object at a 0-based line and code point column comes from: the source of an ability
    or effect and the effect a delayed trigger comes from (``of``, ``from``), the original of a copy, and what
    ``become-copy`` has made it a copy of. Empty for what comes from nothing, and for players."""
    subject = subject_at(analysis, line, column)
    if subject is None:
        return []
    answers: list[DefinitionAnswer] = []
    changes = [each for each in mentions_of(analysis, line, subject.key) if each.role in ("declaration", "write")]
    for each in in_sight(analysis, line, changes):
        st = analysis.line(each.line).statement
        if st.form is None or not (each.role == "declaration" or st.form.name == "become-copy"):
            continue
        for slot, value in zip(slots(st.form.shape), st.values, strict=True):
            target = analysis.introduction(each.line, value) if value and slot in _ORIGINS else None
            if target is not None:
                answers.append(answer(analysis, subject.place, target))
    return answers
