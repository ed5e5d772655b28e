"""``MTGR_PARANOID=1``: after every edit, what is known of a document is compared with a fresh analysis of its text.

Slow, and for whoever looks for a fault in the analysis that follows edits. Differences go to the log.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from mtgr.lsp.documents import Document

if TYPE_CHECKING:
    from mtgr.analysis import Analysis

ON = os.environ.get("MTGR_PARANOID", "") not in ("", "0")

PLACES = 20
"""As many places are asked about after each edit."""


def difference(document: Document) -> str | None:
    """What is known of a document and not of its text, or the other way round; None if all is well.

    All of the text is compared with its findings, states and the answers about all of it; those about a place are
    compared at some places, others for each version.
    """
    from mtgr.analysis import Analysis
    from mtgr.analysis.compare import difference

    ours, fresh = document.analysis, Analysis.of_lines(list(document.text.lines))
    if found := difference(ours, fresh):
        return found
    for name, ask in _questions(fresh, document.version):
        if ask(ours) != ask(fresh):
            return f"{name} differ"
    return None


def _questions(text: Analysis, version: int) -> Iterator[tuple[str, Callable[[Analysis], object]]]:
    """All features that answer about a text, or about a place in it, with what their answers are called."""
    from mtgr.features.board_view import board_view
    from mtgr.features.call_hierarchy import prepare
    from mtgr.features.code_actions import code_actions
    from mtgr.features.completion import complete
    from mtgr.features.declaration import declaration
    from mtgr.features.definition import definition
    from mtgr.features.folding import folding
    from mtgr.features.formatting import formatting
    from mtgr.features.highlight import highlight
    from mtgr.features.hover import hover
    from mtgr.features.implementation import implementation
    from mtgr.features.inlay import InlaySettings, inlay
    from mtgr.features.lens import lenses
    from mtgr.features.links import links
    from mtgr.features.references import references
    from mtgr.features.selection import selection
    from mtgr.features.signature import signatures
    from mtgr.features.symbols import symbols
    from mtgr.features.tokens import tokens
    from mtgr.features.type_definition import type_definition

    count = len(text.lines)
    yield "the folds", folding
    yield "the symbols", symbols
    yield "the tokens", lambda analysis: tokens(analysis, everything=True)
    yield "the inlay hints", lambda analysis: inlay(analysis, 0, count, InlaySettings(True, True, True, True, True))
    yield "the links", lambda analysis: links(analysis, "x:{section}")
    yield "the lenses", lenses
    yield "the changes of formatting", formatting
    about_places: dict[str, Callable[[Analysis, int, int], object]] = {
        "the boards": lambda analysis, line, _: board_view(analysis, line),
        "the hovers": hover,
        "the definitions": definition,
        "the declarations": declaration,
        "the implementations": implementation,
        "the type definitions": type_definition,
        "the references": references,
        "the highlights": highlight,
        "the call hierarchies": prepare,
        "the selections": selection,
        "the completions": complete,
        "the signatures": signatures,
        "the code actions": lambda analysis, line, _: code_actions(analysis, line, line),
    }
    chosen = random.Random(version)
    for line in sorted(chosen.sample(range(count), min(PLACES, count))):
        column = chosen.randrange(len(text.lines[line]) + 1)
        for name, ask in about_places.items():
            yield f"{name} at {line + 1}:{column + 1}", partial(_ask, ask, line, column)


def _ask(ask: Callable[[Analysis, int, int], object], line: int, column: int, analysis: Analysis) -> object:
    return ask(analysis, line, column)
