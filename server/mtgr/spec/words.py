"""The fixed words of the format, each with what it means in one line."""

from __future__ import annotations

FORMAT_VERSION = "0.3.0"

ZONES: dict[str, str] = {
    "library": "A player's library. Cards in it that cannot be told apart have no ID (section 6.2).",
    "hand": "A player's hand.",
    "graveyard": "A player's graveyard.",
    "battlefield": "Where permanents are; shared by both players.",
    "stack": "Where spells and abilities wait to resolve; shared.",
    "exile": "The exile zone; shared.",
    "command": "The command zone; emblems are here.",
    "ante": "The ante zone.",
    "outside": 'Outside the game, with a label that says where: `outside "sideboard"`.',
}
OWNED_ZONES = frozenset({"library", "hand", "graveyard"})

STEPS: dict[str, str] = {
    "untap": "Untap step: the active player's permanents untap.",
    "upkeep": "Upkeep step.",
    "draw": "Draw step: the active player draws a card.",
    "precombat-main": "First main phase.",
    "beginning-of-combat": "Beginning of combat step.",
    "declare-attackers": "Declare attackers step.",
    "declare-blockers": "Declare blockers step.",
    "combat-damage": "Combat damage step; written twice when there is first strike.",
    "end-of-combat": "End of combat step.",
    "postcombat-main": "Second main phase.",
    "end": "End step.",
    "cleanup": "Cleanup step: discarding down, damage and until-end-of-turn effects wear off.",
}

RULES: dict[str, str] = {
    "opening-hand": "Drawing the opening hand (CR 103.5).",
    "mulligan": "What a mulligan does: shuffle, new hand, cards put on the bottom (CR 103.5).",
    "untap": "Permanents untapping in the untap step (CR 502.3).",
    "draw": "The draw of the draw step (CR 504.1).",
    "combat-damage": "Combat damage and its results (CR 510.2).",
    "cleanup": "What happens in the cleanup step (CR 514.1, 514.2).",
    "sba": "A state-based action (CR 704.3).",
    "empty-pool": "Mana lost because a pool empties (CR 106.4).",
    "resolve": "Leaving the stack at the end of resolving; an Aura attaching as it resolves (CR 608).",
    "fizzle": "Leaving the stack because every target is illegal (CR 608.2b).",
    "no-choice": "A triggered ability removed for want of a legal choice (CR 603.3d, 700.2b).",
    "intervening-if": "A triggered ability whose `if` is false as it resolves (CR 608.2a).",
    "declare-attackers": "Attackers becoming tapped (CR 508.1f).",
    "lore": "Lore counters put on Sagas (CR 703.4f).",
    "replacement-order": "Choosing which replacement effect applies first (CR 616.1).",
    "duration": "The stated duration of an effect is over (CR 611.2a).",
    "delayed-trigger": "A delayed trigger that triggers once has triggered (CR 603.7b).",
    "day-night": "Day or night changing in the untap step (CR 731.2).",
}

SOURCES: dict[str, str] = {
    "clock": "A player's clock ran out.",
    "disconnect": "A player lost the connection.",
}

ABILITY_KINDS: dict[str, str] = {
    "activated": "An activated ability; it uses the stack.",
    "triggered": "A triggered ability; it uses the stack.",
    "loyalty": "A loyalty ability of a planeswalker; it uses the stack.",
    "mana": "A mana ability; it never uses the stack.",
}

ACTIONS: dict[str, str] = {
    "draw": "The card is drawn: the top card of its library.",
    "discard": "The card is discarded.",
    "sacrifice": "The permanent is sacrificed.",
    "destroy": "The permanent is destroyed.",
    "mill": "The card is milled: the top card of its library.",
}

SPECIAL_ACTIONS: dict[str, str] = {
    "companion": "Putting a companion into the hand (CR 116.2g).",
    "suspend": "Exiling a card with suspend (CR 116.2f).",
    "plot": "Plotting a card (CR 116.2k).",
}

COLORS = ("white", "blue", "black", "red", "green")
COLOR_SYMBOLS = "WUBRG"
MANA_SYMBOLS = "WUBRGC"
COST_SYMBOLS = "WUBRGCS"

RESULTS: dict[str, str] = {
    "1-0": "Player1 won.",
    "0-1": "Player2 won.",
    "1/2-1/2": "The game was drawn.",
    "*": "Unfinished, abandoned, or unknown.",
}

PREFIXES: dict[str, str] = {
    "MTGO": "Magic: The Gathering Online",
    "ARENA": "Magic: The Gathering Arena",
    "MYMTGO": "MyMTGO",
    "MTGREPLAY": "mtgreplay.app",
}
"""Registered extension prefixes and who owns them (section 13.2)."""

GLYPHS: dict[int, tuple[str, str]] = {
    1: ("!", "good"),
    2: ("?", "poor, a mistake"),
    3: ("!!", "very good"),
    4: ("??", "very poor, a blunder"),
    5: ("!?", "speculative, interesting"),
    6: ("?!", "questionable, dubious"),
}

NAGS: dict[int, str] = {
    0: "no annotation",
    **{number: meaning for number, (_, meaning) in GLYPHS.items()},
    7: "forced: any other choice loses quickly",
    8: "singular: there is no reasonable alternative",
    9: "the worst choice",
}
"""The numeric annotation glyphs to which PGN's meanings apply; the format allows 0 to 255 (section 11)."""
