"""What is said about an item of completion when somebody looks at it."""

from __future__ import annotations

from mtgr.features.answer import render
from mtgr.features.expected import fitting
from mtgr.features.keywords import keyword_rows, nag_rows, result_rows, tag_rows
from mtgr.features.roles import roles
from mtgr.spec.words import RESULTS
from mtgr.syntax.tokens import decode, tokenize


def documentation(about: str) -> tuple[str, str]:
    """What a statement (or the beginning of one, a tag, a NAG, a result) means, most of all its last word: as Markdown
    and as plain text; empty if there is nothing to say."""
    if about.startswith("["):
        name, _, value = about.strip("[]").partition(" ")
        return render(tag_rows(name, decode(value) if value.startswith('"') else value), bullets=False)
    if about.startswith("$"):
        return render(nag_rows(about), bullets=False)
    if about in RESULTS:
        return render(result_rows(about), bullets=False)
    tokens = tokenize(about)
    texts = [token.text for token in tokens]
    clause = texts[: texts.index("by")] if "by" in texts else texts
    found = fitting(clause)
    if not found:
        return "", ""
    form = found[0].form
    # Several forms begin in the same way until the verb is written.
    known = roles(form, tokens) if len(found) == 1 or found[0].ends else []
    for index in range(len(known) - 1, -1, -1):
        if rows := keyword_rows(form, known, tokens, index):
            return render(rows, bullets=False)
    return "", ""
