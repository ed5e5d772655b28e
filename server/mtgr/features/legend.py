"""The legend of the semantic tokens (``mtgr.features.tokens``), which a client is given at the start."""

from __future__ import annotations

from typing import Final

TYPES: Final[dict[str, str]] = {
    "variable": "a card, a token or a copy: its ID with its name",
    "function": "an ability, an effect or an emblem",
    "class": "a player",
    "property": "the name of a tag",
    "keyword": "a word of the format",
    "string": "a name or text in quotes that is no object's and no player's",
    "number": "a number, mana, or power and toughness",
    "operator": "the arrow between old and new, or a bracket of a variation",
    "decorator": "an annotation like `$1`",
    "comment": "a comment or an escape line",
}
"""The legend: token types in the order of their index, each with what it stands for. From ``property`` on they are for
clients without a grammar only."""

MODIFIERS: Final[dict[str, str]] = {
    "declaration": "introduced on this line, or named by it (`identify`)",
    "modification": "changed by this line",
    "own": "controlled by the player from whose seat the game is recorded (the `Perspective` tag), or that player",
    "opponent": "controlled by the other player, or that player",
    "hidden": "a card whose name is not known",
    "token": "a token",
    "copy": "a copy, or something that has become one",
    "hypothetical": "there only inside a variation",
    "tapped": "tapped after this line",
    "ended": "the ID has ended, on this line or before it",
}
"""The legend: modifiers in the order of their bits, each with what it says."""
