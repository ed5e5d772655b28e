"""Causes: where they must, may and must not stand, and what they may be (section 8, R23; check 5)."""

from __future__ import annotations

from mtgr.replay.findings import Repair
from mtgr.replay.run import Run
from mtgr.spec.statements import Cause
from mtgr.syntax.statement import Statement
from mtgr.syntax.tokens import tokenize


def cause_is_known(run: Run, cause: str) -> bool:
    """Whether a cause that may be anything is one that needs no look: a rule, or a live object."""
    if cause[0] == "r":
        return True
    return cause in run.state.objects or (cause[:5] == "cost:" and cause[5:] in run.state.objects)


def check_cause(run: Run, st: Statement) -> None:
    """Checks the cause of the current statement and its replacements."""
    assert st.form is not None
    policy = st.form.cause
    cause = st.cause
    if policy is Cause.FREE:
        return
    if cause is None:
        if policy in (Cause.REQUIRED, Cause.PAYMENT, Cause.RULE):
            end = st.span("statement")[1]
            repair = None if policy is Cause.RULE else Repair(end, end, " by ?")
            run.report("check-5", f"`{_verb(st)}` needs {policy.value}" + _how(policy), _end_of(run, st), repair=repair)
        return
    if policy is Cause.NONE:
        start, end = st.span("statement")
        cause_start = st.span("cause")[0]
        repair = Repair(cause_start - len(" by "), end, "")
        run.report("check-5", f"`{_verb(st)}` takes no cause", (cause_start - len("by "), end), repair=repair)
        return
    if not _allowed(policy, cause):
        run.report("check-5", f"the cause of `{_verb(st)}` is {policy.value}, not `by {cause[:60]}`", "cause")
        return
    if cause[0] == '"':
        player = run.player(cause, "cause")
        if policy is Cause.CHOOSER and player is not None:
            _check_chooser(run, st, player)
    else:
        id = cause.removeprefix("cost:")
        # An unknown subject is reported as such, where it stands first in the line (R4).
        if id[0] == "#" and id not in run.state.objects and not st.text.startswith(f"{id} "):
            run.unknown(id, "cause", "check-5")
    if st.replacements:
        start, _ = st.span("replacements")
        for id in st.replacements:
            start += len("replacement ")
            if id not in run.state.objects:
                run.unknown(id, (start, start + len(id)), "check-5")
            start += len(id) + 1


def _how(policy: Cause) -> str:
    return "; write `by ?` if it is not known" if policy is not Cause.RULE else ""


def _verb(st: Statement) -> str:
    start, end = st._span("verb")
    return st.text[start:end]


def _allowed(policy: Cause, cause: str) -> bool:
    match policy:
        case Cause.CHOOSER:
            return cause[0] == '"'
        case Cause.RULE:
            return cause.startswith("rule:")
        case Cause.PAYMENT:
            return cause == "?" or cause.startswith("cost:")
        case Cause.ALLOWING:
            return cause[0] in "#?"
        case _:
            return True


def _check_chooser(run: Run, st: Statement, player: str) -> None:
    """``by PLAYER`` on a choice line names someone other than the controller (section 7.2, R24)."""
    obj = run.state.objects.get(st.values[0] or "")
    if obj is None or obj.kind == "unknown" or run.state.suspended or run.is_open(obj.id, "controller"):
        return
    if obj.controller == player:
        message = f"{player} controls {run.label(obj)}, so the choice is written without `by`"
        start, end = st.span("cause")
        run.report("check-5", message, "cause", repair=Repair(start - len(" by "), end, ""))


def _end_of(run: Run, st: Statement) -> tuple[int, int]:
    """The last token of the statement, after which its cause should stand."""
    _, end = st.span("statement")
    text = run.lines[run.n][run.column : run.column + end]
    last = tokenize(text)[-1]
    return last.start, last.end
