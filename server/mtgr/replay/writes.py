"""Which fields a statement sets: the index behind "since line N" and the history of an object."""

from __future__ import annotations

from mtgr.syntax.statement import Statement

Write = tuple[str, str]
"""A subject (an ID, a player's name token, or '' for the game) and a field."""

_OBJECT_FIELDS: dict[str, tuple[str, ...]] = {
    "new card": ("name", "zone", "position", "controller"),
    "new hidden": ("name", "zone", "position", "controller"),
    "new token": ("name", "zone", "face", "tapped", "pt", "controller"),
    "new copy": ("name", "zone", "controller", "choices", "face", "fused"),
    "new copy of ability": ("zone", "controller", "choices"),
    "new ability": ("zone", "controller", "choices"),
    "new effect": ("controller",),
    "new emblem": ("zone",),
    "identify": ("name",),
    "play": ("zone", "face", "tapped", "pt", "position", "controller", "attached", "with_id", "goaded"),
    "cast": ("zone", "face", "fused", "choices", "position", "controller", "tapped", "pt", "attached", "with_id"),
    "move": ("zone", "face", "tapped", "pt", "position", "attached", "with_id", "adventure", "goaded", "controller"),
    "choose": ("choices",),
    "target": ("choices",),
    "tap": ("tapped",),
    "untap object": ("tapped",),
    "attach": ("attached",),
    "unattach": ("attached",),
    "control": ("controller",),
    "pt": ("pt",),
    "cost": ("cost",),
    "transform": ("face",),
    "become-copy": ("name",),
    "goad": ("goaded",),
    "end-goad": ("goaded",),
    "resolve": ("leaving",),
    "fizzle": ("leaving",),
    "countered": ("leaving",),
    "cease": ("end", "zone"),
    "untracked": ("end", "zone"),
}


def writes(st: Statement) -> list[Write]:
    """The fields that a statement sets, and of whom."""
    if st.form is None:
        return []
    name = st.form.name
    subject = st.values[0] if st.values else None
    found: list[Write] = []
    if subject is not None and name in _OBJECT_FIELDS:
        return [(subject, field) for field in _OBJECT_FIELDS[name]]
    if subject is None:
        if name in ("day", "night"):
            found.append(("", "day_night"))
        return found
    match name:
        case "counters":
            found.append((subject, f"counters {st.values[2]}"))
        case "life" | "poison":
            found.append((subject, name))
        case "player counters":
            found.append((subject, f"counters {st.values[1]}"))
        case "add" | "pay" | "lose-mana":
            found.append((subject, "mana"))
        case "shuffle":
            found.append((subject, "library"))
        case "player entry":
            found.extend((subject, field) for field in ("life", "poison", "library"))
    return found
