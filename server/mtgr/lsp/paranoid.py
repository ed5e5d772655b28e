"""``MTGR_PARANOID=1``: after every edit, what is known of a document is compared with a fresh analysis of its text.

Slow, and for whoever looks for a fault in the analysis that follows edits. Differences go to the log.
"""

from __future__ import annotations

import os

from mtgr.lsp.documents import Document

ON = os.environ.get("MTGR_PARANOID", "") not in ("", "0")


def difference(document: Document) -> str | None:
    """What is known of a document and not of its text, or the other way round; None if all is well."""
    from mtgr.analysis import Analysis
    from mtgr.analysis.compare import difference
    from mtgr.features.folding import folding

    fresh = Analysis.of_lines(list(document.text.lines))
    found = difference(document.analysis, fresh)
    if found is None and folding(document.analysis) != folding(fresh):
        found = "the folds differ"
    return found
