"""Lines that could not be read: what they mention is open until it is stated again (R47)."""

from __future__ import annotations

import re
from difflib import get_close_matches

from mtgr.replay import introduce
from mtgr.replay.run import Run
from mtgr.spec.statements import Place
from mtgr.syntax.statement import Statement


def unreadable(run: Run, st: Statement, indent: int, kind: str, after_priority: bool) -> bool:
    """Opens what the current line, which could not be read, mentions. Returns whether it may have been a priority line.

    ``kind`` is the block it opens if it stands at level 0; ``after_priority``: the line before is a priority line.
    """
    state = run.state
    ids = run.mentioned_ids(st.text)
    words = st.text.split(" ")
    new = ids and _introduces(words)
    if new:
        introduce.introduce_unreadable(run, ids[0])
        ids = ids[1:]
    for id in ids:
        if id in state.objects:
            run.open_object(state.objects[id])
    players = [player for player in state.players if player in st.text]
    of_somebody = (ids and "library" in st.text) or words[0] in _PLAYER_VERBS
    for player in players or (state.players if of_somebody else ()):
        run.open_player(player)
    owners = {state.objects[id].owner for id in ids if id in state.objects} if "->" in st.text else {}
    for owner in (*owners, *(players if new else ())):
        if owner in state.players:
            _open_library(run, owner or "")
    if ids or words[0] == "new" or after_priority:
        run.leave_open("", "stack")
    if near_incomplete(st.text) or (st.text.startswith('"') and not players and not st.text[1:].count('" ')):
        state.suspended = True
    guess_structure(run, kind or _kind_of_word(words[0]), words[0], indent, after_priority)
    run.memory.fresh_copy = run.memory.bottoms = None
    run.alternative = indent
    return "priority" in st.text or (not ids and '"' in st.text)


_PLAYER_VERBS = frozenset({"life", "poison", "counters", "add", "pay", "lose-mana", "shuffle"})
_INTRODUCED = frozenset({"card", "hidden", "token", "copy", "ability", "effect", "emblem"})


def _introduces(words: list[str]) -> bool:
    """Whether the words of an unreadable line begin like those of a ``new`` line."""
    return words[0] == "new" or not _INTRODUCED.isdisjoint(words[:2])


def _open_library(run: Run, owner: str) -> None:
    """A card may have come to or gone from a library: its size and the positions in it are open."""
    run.leave_open(owner, "library")
    for id in run.state.tracked.get(owner, ()):
        run.leave_open(id, "position")


def guess_structure(run: Run, kind: str, word: str, indent: int, after_priority: bool = False) -> None:
    """An unreadable line that opens a block or step opens it all the same, as far as its level shows."""
    if indent == 0 and word:
        run.where = {"deck": "deck", "pregame": "pregame"}.get(kind, "head")
        if run.where == "head":
            run.leave_open("", "turn")
            run.memory.deck_seen = run.memory.pregame_seen = True
        elif run.where == "pregame":
            run.memory.deck_seen = run.memory.pregame_seen = True
        else:
            run.memory.deck_seen = True
            run.orphans = Place.DECK_ENTRY
    elif (indent == 2 or not word) and run.where == "turn" and word[:1] not in ("#", '"'):
        run.where = "step"
    elif after_priority:
        run.orphans = Place.STACK_ENTRY  # it may be the stack line


def _kind_of_word(word: str) -> str:
    return {"p": "pregame", "d": "deck"}.get(word[:1], "turn")


def near_incomplete(text: str) -> bool:
    """Whether an unreadable line seems to have been an ``incomplete`` line."""
    word = re.match(r"\w*", text)
    return word is not None and bool(get_close_matches(word[0].lower(), ("incomplete",), 1, 0.7))
