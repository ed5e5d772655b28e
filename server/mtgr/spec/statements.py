"""The one table of statements (section 16): shape, place, cause policy, section, meaning and example of each.

A shape is written in a small notation. Words stand for themselves; ``{slot:kind}`` is a slot; ``[...]`` may be
left out; ``[a|b]`` is one of several or nothing; ``[...]*`` may be repeated. ``mtgr.spec.shapes`` reads it. The parser, the
messages, the keyword reference, hover, completion and signature help all read this table.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Place(enum.Enum):
    """Where a statement may stand (section 5.2), with its level on the main line."""

    BLOCK = "level 0"
    KEYFRAME = "level 1, first in the pregame and in every turn"
    STEP = "level 1 of a turn"
    EVENT = "level 1 in the pregame, level 2 in a step"
    STACK = "one level below its priority line"
    DECK_ENTRY = "level 1 under deck"
    KEYFRAME_ENTRY = "level 2 under keyframe"
    STACK_ENTRY = "one level below its stack line"


class Cause(enum.Enum):
    """Which cause a statement takes (section 8, R23); the value says it in words."""

    NONE = "no cause"
    REQUIRED = "a cause"
    OPTIONAL = "a cause or none"
    CHOOSER = "`by PLAYER` when another player than the controller chose, else no cause"
    RULE = "a rule cause, `by rule:NAME`"
    PAYMENT = "`by cost:ID` or `by ?`"
    ALLOWING = "`by ID` (what allowed the cast) or `by ?`, or no cause"
    FREE = "any cause or none"


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """One statement form. ``name`` is unique."""

    name: str
    shape: str
    place: Place
    cause: Cause
    section: str
    doc: str
    example: str


_ENTERING = "[face {face:name}] [tapped] [attacking {attacking:target}] [pt {pt:pt}]"
_TARGET = "target {target:target} [amount {amount:int}]"

EVENT, NONE, REQUIRED, CHOOSER = Place.EVENT, Cause.NONE, Cause.REQUIRED, Cause.CHOOSER

FORMS: tuple[Form, ...] = (
    # Structure
    Form(
        "deck", "deck {player:player} [name {label:string}] [unknown]", Place.BLOCK, NONE, "10.5",
        "Opens the perspective player's decklist; `unknown` when the list is not known.",
        'deck "PlayerA" name "Burn v2"',
    ),
    Form(
        "main", "main {count:int} {card:name}", Place.DECK_ENTRY, NONE, "10.5",
        "Copies of a card in the main deck.", 'main 4 "Lightning Bolt"',
    ),
    Form(
        "side", "side {count:int} {card:name}", Place.DECK_ENTRY, NONE, "10.5",
        "Copies of a card in the sideboard.", 'side 2 "Pithing Needle"',
    ),
    Form(
        "pregame", "pregame", Place.BLOCK, NONE, "9.1",
        "Opens what happens before the first turn: die rolls, opening hands, mulligans.", "pregame",
    ),
    Form(
        "turn", "turn {number:int} {player:player}", Place.BLOCK, NONE, "9.2",
        "Opens a turn and names the active player.", 'turn 3 "PlayerA"',
    ),
    Form(
        "keyframe", "keyframe", Place.KEYFRAME, NONE, "10.1",
        "States the whole game at this point; its entries are compared with the replay.", "keyframe",
    ),
    Form(
        "step", "{step:step}", Place.STEP, NONE, "9.2",
        "Opens a step or main phase.", "declare-attackers",
    ),
    Form(
        "stack", "stack", Place.STACK, NONE, "9.9",
        "Lists the whole stack, top first, under a priority line.", "stack",
    ),
    Form(
        "incomplete", "incomplete {reason:string}", EVENT, NONE, "9.8",
        "Events may be missing from here to the next keyframe, for the reason given.",
        'incomplete "connection lost"',
    ),
    # Introducing objects
    Form(
        "new card",
        "new card {object:new} {name:name} owner {owner:player} in {zone:zone} [{position:position}]"
        " [print {set:string} {number:string}] [src {source:source}]*",
        EVENT, NONE, "6.5", "Introduces a card whose name is known.",
        'new card #7 "Steam Vents" owner "PlayerA" in library top 1 print "GRN" "257"',
    ),
    Form(
        "new hidden", "new hidden {object:new} owner {owner:player} in {zone:zone} [{position:position}]",
        EVENT, NONE, "6.5", "Introduces a card whose name the perspective player does not know.",
        'new hidden #8 owner "PlayerB" in library top 1',
    ),
    Form(
        "new token", f"new token {{object:new}} {{name:name}} owner {{owner:player}} in {{zone:zone}} {_ENTERING}",
        EVENT, REQUIRED, "6.5", "Introduces a token, owned by the player who created it.",
        'new token #20 "Goblin" owner "PlayerA" in battlefield tapped pt 1/1 by #18',
    ),
    Form(
        "new copy",
        "new copy {object:new} of {original:object} {name:name} owner {owner:player} in {zone:zone}",
        EVENT, REQUIRED, "6.5", "Introduces a copy of a card or spell; a spell's choices are copied with it.",
        'new copy #21 of #9 "Lightning Bolt" "Lightning Bolt" owner "PlayerA" in stack by #20',
    ),
    Form(
        "new copy of ability", "new copy {object:new} of {original:id} controller {controller:player} in stack",
        EVENT, REQUIRED, "6.5", "Introduces a copy of an activated or triggered ability, with its text and choices.",
        'new copy #22 of #19 controller "PlayerA" in stack by #21',
    ),
    Form(
        "new ability",
        "new ability {object:new} {kind:ability} of {source:object} {text:text} controller {controller:player}"
        " [in {zone:stack}] [from {effect:id}]",
        EVENT, NONE, "6.5", "Puts an activated, triggered or loyalty ability on the stack, or activates a mana ability.",
        'new ability #15 mana of #5 "Steam Vents" "{T}: Add {U} or {R}." controller "PlayerA"',
    ),
    Form(
        "new effect", "new effect {object:new} of {source:object} {text:text} controller {controller:player}",
        EVENT, REQUIRED, "9.10", "Records a delayed trigger or a continuous effect that outlasts the turn.",
        'new effect #30 of #12 "Ragavan, Nimble Pilferer" "Return it at the next end step." controller "PlayerA" by #28',
    ),
    Form(
        "new emblem", "new emblem {object:new} {text:text} owner {owner:player}",
        EVENT, REQUIRED, "9.10", "Puts an emblem into the command zone.",
        'new emblem #40 "Creatures you control get +1/+1." owner "PlayerA" by #39',
    ),
    # What objects do
    Form(
        "identify", "{object:object} identify {name:name} [print {set:string} {number:string}] [src {source:source}]*",
        EVENT, NONE, "6.6", "The name of a hidden object becomes known.", '#8 identify "Mountain"',
    ),
    Form(
        "play", "{object:object} play from {from:zone} [face {face:name}] [tapped] [pt {pt:pt}]",
        EVENT, NONE, "7.1", "A land is played onto the battlefield.", '#8 "Mountain" play from hand',
    ),
    Form(
        "cast", "{object:object} cast from {from:zone} [face {face:name}|fused]",
        EVENT, Cause.ALLOWING, "7.1", "A card is cast: it moves to the top of the stack.",
        '#3 "Electrolyze" cast from hand',
    ),
    Form(
        "move",
        "{object:object} move {from:zone} -> {to:zone} [as {action:action}] [{end:end}] " + _ENTERING + " [with {with:id}]",
        EVENT, REQUIRED, "7.1", "The object goes from one zone to another.",
        '#3 "Electrolyze" move stack -> graveyard by rule:resolve',
    ),
    Form(
        "choose", "{object:object} choose {choice:choice}", EVENT, CHOOSER, "7.2",
        "A choice made for this spell, ability or permanent.", '#3 "Cryptic Command" choose mode "Draw a card."',
    ),
    Form(
        "target", "{object:object} " + _TARGET, EVENT, NONE, "7.2",
        "A target of this spell or ability, with its share when an effect is divided.",
        '#3 "Electrolyze" target "PlayerB" amount 1',
    ),
    Form("tap", "{object:object} tap", EVENT, REQUIRED, "7.3", "The permanent becomes tapped.", '#5 "Forest" tap by cost:#15'),
    Form(
        "untap object", "{object:object} untap", EVENT, REQUIRED, "7.3", "The permanent becomes untapped.",
        '#5 "Forest" untap by rule:untap',
    ),
    Form(
        "attach", "{object:object} attach {to:object}", EVENT, REQUIRED, "7.3", "The object becomes attached to another.",
        '#6 "Rancor" attach #23 "Scavenging Ooze" by rule:resolve',
    ),
    Form("unattach", "{object:object} unattach", EVENT, REQUIRED, "7.3", "The object is no longer attached.",
         '#6 "Rancor" unattach by rule:sba'),
    Form(
        "control", "{object:object} control {player:player}", EVENT, REQUIRED, "7.3", "The object changes its controller.",
        '#12 "Tarmogoyf" control "PlayerB" by #46',
    ),
    Form(
        "counters", "{object:object} counters {kind:string} {old:int} -> {new:int}", EVENT, REQUIRED, "7.3",
        "The number of counters of a kind on the object changes.", '#12 "Kitchen Finks" counters "-1/-1" 0 -> 1 by #12',
    ),
    Form(
        "pt", "{object:object} pt {old:ptvalue} -> {new:ptvalue}", EVENT, REQUIRED, "7.5",
        "Power and toughness change; `none` for what is no creature.", '#12 "Tarmogoyf" pt 2/3 -> 3/4 by #12',
    ),
    Form(
        "cost", "{object:object} cost {old:cost} -> {new:cost}", EVENT, REQUIRED, "7.6",
        "An effect changes what the spell or ability costs.", '#2 "Thoughtseize" cost {B} -> {1}{B} by #30',
    ),
    Form(
        "damage", "{object:object} damage {to:target} {amount:int} [prevented]", EVENT, REQUIRED, "7.3",
        "The object deals damage; `prevented` when all of it was prevented.",
        '#14 "Lightning Bolt" damage "PlayerB" 3 by #14',
    ),
    Form(
        "attack", "{object:object} attack {defender:target}", EVENT, NONE, "7.3", "The creature is declared as an attacker.",
        '#12 "Tarmogoyf" attack "PlayerB"',
    ),
    Form(
        "block", "{object:object} block {attacker:object}", EVENT, NONE, "7.3",
        "The creature is declared as a blocker of that attacker.", '#9 "Llanowar Elves" block #12 "Tarmogoyf"',
    ),
    Form("reveal", "{object:object} reveal", EVENT, REQUIRED, "7.3", "The object is shown to all players.",
         '#16 "Chancellor of the Annex" reveal by #16'),
    Form("look", "{object:object} look {player:player}", EVENT, REQUIRED, "7.3", "A player looks at the object.",
         '#10 "Duress" look "PlayerA" by #9'),
    Form(
        "untracked", "{object:object} untracked", EVENT, NONE, "7.3",
        "The object can no longer be told apart from others; its ID ends.", "#10 untracked",
    ),
    Form("transform", "{object:object} transform", EVENT, REQUIRED, "7.3", "A double-faced permanent turns over.",
         '#4 "Delver of Secrets // Insectile Aberration" transform by #33'),
    Form(
        "become-copy", "{object:object} become-copy {original:object}", EVENT, REQUIRED, "7.3",
        "The object becomes a copy of another and takes its name until it leaves the battlefield.",
        '#18 "Clone" become-copy #12 "Tarmogoyf" by #18',
    ),
    Form(
        "special", "{object:object} special {action:special}", EVENT, NONE, "7.3",
        "A player takes a special action with this card.", '#1 "Lurrus of the Dream-Den" special companion',
    ),
    Form("goad", "{object:object} goad", EVENT, REQUIRED, "9.10", "The creature is goaded by the cause's controller.",
         '#12 "Tarmogoyf" goad by #44'),
    Form("end-goad", "{object:object} end-goad {player:player}", EVENT, REQUIRED, "9.10",
         "The creature is no longer goaded by that player.", '#12 "Tarmogoyf" end-goad "PlayerB" by rule:duration'),
    Form("cease", "{object:object} cease", EVENT, REQUIRED, "7.3", "The object ceases to exist; its ID ends.",
         "#15 cease by rule:resolve"),
    Form("resolve", "{object:object} resolve", EVENT, NONE, "7.4", "The top object of the stack begins to resolve.",
         '#3 "Electrolyze" resolve'),
    Form("fizzle", "{object:object} fizzle", EVENT, Cause.OPTIONAL, "7.4",
         "The object does not resolve because all its targets are illegal.", '#3 "Electrolyze" fizzle by #9'),
    Form("countered", "{object:object} countered", EVENT, REQUIRED, "7.4", "The spell or ability is countered.",
         '#3 "Electrolyze" countered by #11'),
    # What players do
    Form("roll", "{player:player} roll [{die:die}] {result:int}", EVENT, NONE, "9.1",
         "The player rolls a die to see who chooses.", '"PlayerA" roll d20 15'),
    Form("choose first", "{player:player} choose first {first:player}", EVENT, NONE, "9.1",
         "The player chooses who takes the first turn.", '"PlayerA" choose first "PlayerA"'),
    Form("player choose", "{player:player} choose {choice:choice}", EVENT, Cause.RULE, "7.2",
         "A choice that belongs to no spell or ability.",
         '"PlayerA" choose object #5 "Ragavan, Nimble Pilferer" by rule:sba'),
    Form("mulligan", "{player:player} mulligan", EVENT, NONE, "9.1", "The player takes a mulligan.", '"PlayerA" mulligan'),
    Form("keep", "{player:player} keep", EVENT, NONE, "9.1", "The player keeps the opening hand.", '"PlayerA" keep'),
    Form(
        "priority", "{player:player} priority [clock {player1:player} {time1:time} {player2:player} {time2:time}]",
        EVENT, NONE, "9.3", "The player receives priority.", '"PlayerA" priority clock "PlayerA" 24:53 "PlayerB" 25:00',
    ),
    Form("pass", "{player:player} pass", EVENT, NONE, "9.3", "The player passes priority.", '"PlayerA" pass'),
    Form("add", "{player:player} add {mana:mana} [restriction {restriction:string}]", EVENT, REQUIRED, "9.4",
         "Mana is added to the player's pool.", '"PlayerA" add {R} by #15'),
    Form("pay", "{player:player} pay {mana:mana}", EVENT, Cause.PAYMENT, "9.4",
         "Mana of the player's pool pays a cost.", '"PlayerA" pay {R}{R} by cost:#3'),
    Form("lose-mana", "{player:player} lose-mana {mana:mana}", EVENT, REQUIRED, "9.4",
         "Unspent mana is lost as the pool empties.", '"PlayerA" lose-mana {G} by rule:empty-pool'),
    Form("life", "{player:player} life {old:sint} -> {new:sint}", EVENT, REQUIRED, "9.5",
         "The player's life total changes.", '"PlayerB" life 20 -> 17 by #14'),
    Form("poison", "{player:player} poison {old:int} -> {new:int}", EVENT, REQUIRED, "9.5",
         "The player's poison counters change.", '"PlayerB" poison 0 -> 1 by rule:combat-damage'),
    Form("player counters", "{player:player} counters {kind:string} {old:int} -> {new:int}", EVENT, REQUIRED, "9.5",
         "The player's other counters of a kind change.", '"PlayerA" counters "energy" 0 -> 3 by #9'),
    Form("search", "{player:player} search {zone:zone} [{whose:player}]", EVENT, REQUIRED, "9.6",
         "The player searches a zone.", '"PlayerA" search library by #17'),
    Form("shuffle", "{player:player} shuffle", EVENT, REQUIRED, "9.6",
         "The player's library is shuffled; every ID in it ends.", '"PlayerA" shuffle by #17'),
    Form("concede", "{player:player} concede", EVENT, NONE, "9.7", "The player concedes.", '"PlayerA" concede'),
    Form("lose", "{player:player} lose", EVENT, REQUIRED, "9.7", "The player loses the game.", '"PlayerA" lose by rule:sba'),
    Form("win", "{player:player} win", EVENT, REQUIRED, "9.7", "The player wins the game.", '"PlayerA" win by #50'),
    # The game
    Form("game-draw", "game-draw", EVENT, REQUIRED, "9.7", "The game is a draw.", "game-draw by rule:sba"),
    Form("day", "day", EVENT, REQUIRED, "9.10", "It becomes day.", "day by rule:day-night"),
    Form("night", "night", EVENT, REQUIRED, "9.10", "It becomes night.", "night by rule:day-night"),
    # Keyframe entries
    Form(
        "player entry",
        "player {player:player} life {life:sint} poison {poison:int} library {library:int}"
        " [counters {kind:string} {count:int}]* [clock {clock:time}]",
        Place.KEYFRAME_ENTRY, NONE, "10.2", "A player's totals.", 'player "PlayerA" life 20 poison 0 library 53 clock 25:00',
    ),
    Form("day entry", "day", Place.KEYFRAME_ENTRY, NONE, "10.2", "It is day.", "day"),
    Form("night entry", "night", Place.KEYFRAME_ENTRY, NONE, "10.2", "It is night.", "night"),
    Form("round-clock", "round-clock {clock:time}", Place.KEYFRAME_ENTRY, NONE, "10.4",
         "Time left in the round.", "round-clock 41:07"),
    Form(
        "object entry",
        "{object:object} {zone:zone} [{player:player}] [face {face:name}] [pt {pt:ptvalue}] [tapped] [attached {attached:id}]"
        " [with {with:id}] [adventure {adventure:player}] [companion] [goaded {goaded:player}]*"
        " [counters {kind:string} {count:int}]* [{position:position}] [emblem {emblem:text}]",
        Place.KEYFRAME_ENTRY, NONE, "10.3", "One object and its values.",
        '#12 "Tarmogoyf" battlefield "PlayerA" pt 3/4 tapped',
    ),
    Form("effect entry", "{object:id} effect of {source:object} {text:text} controller {controller:player}",
         Place.KEYFRAME_ENTRY, NONE, "10.3", "A lasting effect in force.",
         '#30 effect of #12 "Ragavan, Nimble Pilferer" "Return it at the next end step." controller "PlayerA"'),
    # Stack entries
    Form(
        "spell on stack", "{object:object} [face {face:name}|fused] controller {controller:player} [{choice:snapshot-choice}]*",
        Place.STACK_ENTRY, NONE, "9.9", "A spell on the stack with its recorded choices.",
        '#14 "Lightning Bolt" controller "PlayerA" target "PlayerB"',
    ),
    Form(
        "ability on stack",
        "{object:id} {kind:ability} of {source:object} {text:text} controller {controller:player} [{choice:snapshot-choice}]*",
        Place.STACK_ENTRY, NONE, "9.9", "An ability on the stack with its recorded choices.",
        '#33 triggered of #4 "Delver of Secrets // Insectile Aberration" ? controller "PlayerA"',
    ),
    # Extensions
    Form("extension", "{extension:extension} [{argument:argument}]*", EVENT, Cause.FREE, "13.1",
         "Data of an application; readers that do not know it pass over it.", 'MTGO_note "sideboarding"'),
)  # fmt: skip

BY_NAME: dict[str, Form] = {form.name: form for form in FORMS}

CHOICES: dict[str, tuple[str, str, str]] = {
    "mode": ("mode {text:string}", "A mode of a modal spell or ability (CR 700.2).", 'mode "Draw a card."'),
    "cost": (
        "cost {text:string}",
        "An additional or alternative cost that is paid (CR 118.8, 118.9).",
        'cost "kicker"',
    ),
    "x": ("x {value:int}", "The value of X (CR 107.3).", "x 3"),
    "symbol": (
        "symbol {symbol:split} {payment:payment}",
        "How a hybrid or Phyrexian symbol is paid.",
        "symbol {B/P} life",
    ),
    "color": ("color {color:color}", "A color.", "color blue"),
    "option": ("option {text:string}", "A choice offered in words.", 'option "pay 2 life"'),
    "object": ("object {object:object}", "An object chosen without targeting.", 'object #5 "Forest"'),
    "player": ("player {player:player}", "A player chosen without targeting.", 'player "PlayerB"'),
    "number": ("number {value:int}", "A number.", "number 2"),
    "name": ("name {name:name}", "A card name.", 'name "Lightning Bolt"'),
    "type": ("type {text:string}", "A card type, subtype or other characteristic.", 'type "Goblin"'),
    "hidden": ("hidden", "A choice whose value the perspective player does not know.", "hidden"),
}
"""Choices by their first word: shape, meaning, example (section 7.2)."""

SNAPSHOT_TARGET = _TARGET
"""The shape of a target among the repeated choices of a stack entry (section 9.9)."""
