"""``mtgr explain``: what the codes of findings mean."""

from __future__ import annotations

from argparse import Namespace

from mtgr.cli.output import Line, Trouble, show
from mtgr.features.visible import visible
from mtgr.spec.codes import CODES
from mtgr.spec.reference import explain as explanation
from mtgr.spec.reference import near


def explain(options: Namespace) -> int:
    """Explain one code, or list them all. Returns the exit code 0; raises ``Trouble`` for an unknown code."""
    show(_list() if options.code is None else _one(options.code))
    return 0


def _one(code: str) -> list[Line]:
    try:
        first, *others = explanation(code).splitlines()
    except KeyError:
        raise Trouble(f"there is no code '{code}'; {_suggestion(near(code))}") from None
    headings = {"Wrong:": "error", "Right:": "good"}
    return [[(visible(first), "strong")], *([(visible(line), headings.get(line, ""))] for line in others)]


def _suggestion(codes: list[str]) -> str:
    if not codes:
        return "mtgr explain lists all of them"
    *others, last = codes
    return f"did you mean {', '.join(others)}{' or ' if others else ''}{last}?"


def _list() -> list[Line]:
    column = max(map(len, CODES))
    return [
        [(f"{code:<{column}}  ", "strong"), (f"{entry.severity.value:<11}  ", entry.severity.value), (entry.title, "")]
        for code, entry in CODES.items()
    ]
