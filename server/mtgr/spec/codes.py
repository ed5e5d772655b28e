"""Every finding the checker can make, as plain data: how serious it is, what it means and how to repair it.

The numbers of the checks are those of section 14.1 in the order it lists them (R1); the slugs of the warnings are
those of R40. ``docs/checks.md`` and ``mtgr explain`` are rendered from this table (see ``mtgr.spec.reference``).
"""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Severity(enum.Enum):
    """How serious a finding is. Only an error makes a file invalid (R1 to R3)."""

    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding.

    ``section`` names the section of the specification that sets the rule (``"6.1"``, or several: ``"2, 3, 4"``).
    ``why`` is for the person who got the finding. ``wrong`` and ``right`` are excerpts of whole lines, each line with
    its LF, that differ only in the mistake; an escape line stands where lines are left out.
    """

    code: str
    severity: Severity
    section: str
    title: str
    why: str
    wrong: str
    right: str


_CHECKS = (
    Code(
        "check-1",
        Severity.ERROR,
        "2, 3, 4, 5, 16",
        "Unreadable line, tag or file structure",
        "Something here is not written the way the format allows: an unknown word, a missing part, a doubled space, a "
        "wrong indentation, a tag or a block out of order. There is exactly one way to write everything, so another "
        "program may refuse a file that deviates. Most cases are slips of a hand edit (a misspelt zone, a tab, "
        "Windows line ends) or come from a program that writes another version. The message names the first token "
        "that does not fit; compare the line with its shape in the keyword list. A line under the wrong parent is "
        "repaired by its indentation: two spaces a level.",
        """\
0:44     #5 "Steam Vents" play from hnad
""",
        """\
0:44     #5 "Steam Vents" play from hand
""",
    ),
    Code(
        "check-2",
        Severity.ERROR,
        "3",
        "Result line different from the Result tag",
        "The line that closes the game gives another result than the `Result` tag at its head. Both are there so that "
        "a reader can list games without reading their bodies and still notice a file that was cut or pasted "
        "together. Usually one of the two was corrected and the other forgotten. Look at how the game ended, then "
        "make both say that.",
        """\
[Result "1-0"]
% the rest of the game
9:31     "PlayerB" concede
0-1
""",
        """\
[Result "1-0"]
% the rest of the game
9:31     "PlayerB" concede
1-0
""",
    ),
    Code(
        "check-3",
        Severity.ERROR,
        "6.1",
        "ID not introduced, out of sequence, or ended",
        "The line names an object that no `new` line has introduced, a `new` line skips or repeats a number, or the "
        "object's ID has ended: by `cease`, by `untracked`, or by a shuffle of the library it was in. A reader "
        "follows cards by their IDs alone, so each ID is introduced once, in counting order, and never used after its "
        "end. Recorded games run into this most often when a token dies and its own trigger is written after the "
        "token's `cease`: write the `new ability` line first and the `cease` after it (R42). If a `new` line is "
        "missing, add it where the object is first seen; a card that comes out of a shuffled library gets a new ID.",
        """\
6:10     #31 "Solemn Simulacrum" move battlefield -> graveyard as destroy by rule:sba
6:10     #31 "Solemn Simulacrum" cease by rule:sba
6:10     new ability #32 triggered of #31 "Solemn Simulacrum" ? controller "PlayerA" in stack
""",
        """\
6:10     #31 "Solemn Simulacrum" move battlefield -> graveyard as destroy by rule:sba
6:10     new ability #32 triggered of #31 "Solemn Simulacrum" ? controller "PlayerA" in stack
6:10     #31 "Solemn Simulacrum" cease by rule:sba
""",
    ),
    Code(
        "check-4",
        Severity.ERROR,
        "6.3",
        "Name that does not belong to its ID",
        "The name beside an ID is not the one recorded for that object, or there is a name where none belongs, or "
        "none where one does. The ID decides which object is meant; the name is for people, and it has to agree so "
        "that both read the same game. Common causes are a wrong ID, a typing error in the name, half the name of a "
        "card with two faces, and a hidden card that was named before its `identify` line. Hidden cards, abilities, "
        "effects and emblems stand without a name.",
        """\
0:16   new card #5 "Steam Vents" owner "PlayerA" in library
0:16   #5 "Steam Vent" move library -> hand as draw by rule:opening-hand
""",
        """\
0:16   new card #5 "Steam Vents" owner "PlayerA" in library
0:16   #5 "Steam Vents" move library -> hand as draw by rule:opening-hand
""",
    ),
    Code(
        "check-5",
        Severity.ERROR,
        "8",
        "Cause missing, out of place, or unknown",
        "Each statement either must, may or must not end with a cause (`by ...`), and this one breaks its rule, or "
        "its cause names an object that was never introduced. Causes are what lets a reader tell why something "
        "happened, while a line such as `attack` or `keep` is its own reason and takes none. If the source does not "
        "say why, `by ?` is the honest cause wherever one is required, except for a choice that a player makes by a "
        "rule, which needs that rule. On a choice made for a spell or ability, write `by PLAYER` only if somebody "
        "other than its controller chose.",
        """\
0:44     #5 "Steam Vents" choose option "pay 2 life"
0:44     "PlayerA" life 20 -> 18
""",
        """\
0:44     #5 "Steam Vents" choose option "pay 2 life"
0:44     "PlayerA" life 20 -> 18 by #5
""",
    ),
    Code(
        "check-6",
        Severity.ERROR,
        "14.6",
        "Stack snapshot different from the replay",
        "The entries under this `stack` line are not the stack that follows from the lines before it: an object more "
        "or less, another order (the top comes first), or another name, face, controller or choice. Snapshots let a "
        "reader start anywhere, and are a second witness that no event was lost. Either an event is missing above (a "
        "`cease`, a move off the stack, a `target`) or the entry is wrong. Choices are repeated in the order they "
        "were made, without the `by PLAYER` some of them carry.",
        """\
1:03     #9 "Lightning Bolt" cast from hand
1:03     #9 "Lightning Bolt" target "PlayerB"
1:03     "PlayerA" priority
1:03       stack
1:03         #9 "Lightning Bolt" controller "PlayerA"
""",
        """\
1:03     #9 "Lightning Bolt" cast from hand
1:03     #9 "Lightning Bolt" target "PlayerB"
1:03     "PlayerA" priority
1:03       stack
1:03         #9 "Lightning Bolt" controller "PlayerA" target "PlayerB"
""",
    ),
    Code(
        "check-7",
        Severity.ERROR,
        "14.5",
        "Keyframe different from the replay",
        "The keyframe states something else than the events before it add up to: a total, a zone, a controller, a "
        "counter, or an object too many or too few. A keyframe is the whole state of the game at the start of a turn, "
        "so a difference means that an event is missing or wrong, or that the entry is. Look first for the change "
        "that has no line: life lost, a card moved, a land untapped, a library shuffled. A recording that really lost "
        "track of the game says so with `incomplete`, and the next keyframe is then believed.",
        """\
5:18     "PlayerB" life 20 -> 17 by #31
5:20   cleanup
5:21 turn 3 "PlayerA"
5:21   keyframe
5:21     player "PlayerA" life 20 poison 0 library 51
5:21     player "PlayerB" life 20 poison 0 library 52
""",
        """\
5:18     "PlayerB" life 20 -> 17 by #31
5:20   cleanup
5:21 turn 3 "PlayerA"
5:21   keyframe
5:21     player "PlayerA" life 20 poison 0 library 51
5:21     player "PlayerB" life 17 poison 0 library 52
""",
    ),
    Code(
        "check-8",
        Severity.ERROR,
        "7.4",
        "Object not where it can resolve or be countered",
        "A spell or ability that resolves or fizzles has to be on top of the stack, and one that is countered has to "
        "be somewhere on it; in the replay it is not. The stack empties from the top only, so this usually means that "
        "the object above it was never taken off: a card leaves the stack with a `move` line and an ability with "
        "`cease`. Less often the line names the wrong object, or the one that was cast last is missing altogether.",
        """\
2:05     "PlayerB" priority
2:05       stack
2:05         #12 "Counterspell" controller "PlayerB" target #9 "Goblin Guide"
2:05         #9 "Goblin Guide" controller "PlayerA"
2:05     "PlayerB" pass
2:06     #9 "Goblin Guide" resolve
""",
        """\
2:05     "PlayerB" priority
2:05       stack
2:05         #12 "Counterspell" controller "PlayerB" target #9 "Goblin Guide"
2:05         #9 "Goblin Guide" controller "PlayerA"
2:05     "PlayerB" pass
2:06     #12 "Counterspell" resolve
""",
    ),
    Code(
        "check-9",
        Severity.ERROR,
        "7.1",
        "Object moved out of a zone it is not in",
        "The zone a card is moved, played or cast from is not the zone it is in according to the lines before. The "
        "zone is written again on purpose, so that a lost move shows at once. Find the last move of the object: "
        "either this line names the wrong zone or the wrong ID, or a move in between was not written. For a card "
        "outside the game the label has to agree too.",
        """\
1:10     #7 "Faithless Looting" move hand -> graveyard as discard by #6
1:24     #7 "Faithless Looting" cast from hand
""",
        """\
1:10     #7 "Faithless Looting" move hand -> graveyard as discard by #6
1:24     #7 "Faithless Looting" cast from graveyard
""",
    ),
    Code(
        "check-10",
        Severity.ERROR,
        "14.1",
        "Old value different from the replay",
        "The value before the arrow is not the value the game had reached. Changes are written as old and new so that "
        "a missing change is noticed at the next one. Either the old value here is a slip, or an earlier change of "
        "the same life total, counter or power and toughness has no line. In a chain of `cost` lines each one starts "
        "from what the line before it arrived at.",
        """\
3:02     "PlayerB" life 20 -> 17 by #9
3:40     "PlayerB" life 20 -> 15 by rule:combat-damage
""",
        """\
3:02     "PlayerB" life 20 -> 17 by #9
3:40     "PlayerB" life 17 -> 15 by rule:combat-damage
""",
    ),
    Code(
        "check-11",
        Severity.ERROR,
        "9.4",
        "Mana that is not there, or left over",
        "A player pays or loses mana that was never added to their pool, or mana is still in a pool when a step, a "
        "turn or a keyframe begins. Mana is recorded symbol by symbol, and a pool empties at the end of each step, so "
        "what was not spent leaves with a `lose-mana` line caused by `rule:empty-pool`. If mana seems to be missing, "
        "look for an `add` line that was lost or that gives another color than the one paid. If it is left over, look "
        "for a `pay` line that was lost.",
        """\
1:44     "PlayerA" add {R}{R} by #15
1:44     "PlayerA" pay {R} by cost:#9
1:50   beginning-of-combat
""",
        """\
1:44     "PlayerA" add {R}{R} by #15
1:44     "PlayerA" pay {R} by cost:#9
1:50     "PlayerA" lose-mana {R} by rule:empty-pool
1:50   beginning-of-combat
""",
    ),
    Code(
        "check-12",
        Severity.ERROR,
        "7.3",
        "Tapped twice, or untapped twice",
        "`tap` needs a permanent that is untapped and `untap` one that is tapped, and the replay has it the other way "
        "round, or not on the battlefield at all. These two lines record a change, so a line without a change means "
        "that another one is missing or that the ID is wrong. A permanent that enters tapped has `tapped` on the line "
        "that puts it there and no `tap` line. In the untap step only the permanents that were tapped get a line.",
        """\
2:30     #5 "Steam Vents" tap by cost:#15
2:31     #5 "Steam Vents" tap by cost:#16
""",
        """\
2:30     #5 "Steam Vents" tap by cost:#15
2:31     #6 "Volcanic Island" tap by cost:#16
""",
    ),
    Code(
        "check-13",
        Severity.ERROR,
        "14.2",
        "Draw or mill that passes over the top card",
        "A card is drawn or milled although the record knows of another card on top of that library. Only the top "
        "card can be drawn or milled, so the card put there earlier is the one that has to move. Usually the writer "
        "made a new ID for a card it should have recognised, or a shuffle between the two lines was not recorded. If "
        "the effect takes a card from deeper in the library, the move is neither a draw nor a mill: leave `as` out.",
        """\
3:01     #9 "Island" move hand -> library top by #20
3:04     new card #24 "Opt" owner "PlayerA" in library
3:04     #24 "Opt" move library -> hand as draw by #21
""",
        """\
3:01     #9 "Island" move hand -> library top by #20
3:04     #9 "Island" move library -> hand as draw by #21
""",
    ),
    Code(
        "check-14",
        Severity.ERROR,
        "9.9",
        "`stack` line missing or not called for",
        "A `priority` line with objects on the stack must have a `stack` line right under it, and with an empty stack "
        "it must have none. A reader can then tell an empty stack from a forgotten one without replaying the game. If "
        "the snapshot is missing, add it with one entry an object, top first. If it is not called for, the object it "
        "lists was never put on the stack, or left it earlier than the writer believed.",
        """\
1:03     #9 "Goblin Guide" cast from hand
1:03     "PlayerA" priority
1:04     "PlayerA" pass
""",
        """\
1:03     #9 "Goblin Guide" cast from hand
1:03     "PlayerA" priority
1:03       stack
1:03         #9 "Goblin Guide" controller "PlayerA"
1:04     "PlayerA" pass
""",
    ),
    Code(
        "check-15",
        Severity.ERROR,
        "6.6",
        "Name given to a card that has one",
        "`identify` gives a hidden card its name, and this object was never hidden or was identified already. A card "
        "keeps its ID and its name wherever it goes, so it becomes known once. Writers that identify a card each time "
        "it is revealed or moves to a public zone cause this; drop every `identify` line after the first. If the name "
        "is really another one, the earlier line is about another card and one of the IDs is wrong.",
        """\
2:10     #16 identify "Thoughtseize"
2:10     #16 "Thoughtseize" reveal by #12
2:30     #16 "Thoughtseize" identify "Thoughtseize"
2:30     #16 "Thoughtseize" cast from hand
""",
        """\
2:10     #16 identify "Thoughtseize"
2:10     #16 "Thoughtseize" reveal by #12
2:30     #16 "Thoughtseize" cast from hand
""",
    ),
    Code(
        "check-16",
        Severity.ERROR,
        "9.7",
        "End of the game that does not fit",
        "A game ends with `concede`, `lose`, `win` or `game-draw`, nothing but extension lines comes after it, and "
        "the `Result` tag says the same; one of these does not hold. A reader relies on it to know that the record is "
        "whole. If the recording stopped before the game did, close it with an `incomplete` line that gives the "
        "reason. Results are seen from the seats: `1-0` is a win for `Player1`, whoever recorded the game.",
        """\
9:31     "PlayerB" concede
9:31   end
9:31   cleanup
1-0
""",
        """\
9:31     "PlayerB" concede
1-0
""",
    ),
    Code(
        "check-17",
        Severity.ERROR,
        "12",
        "Variation brackets or hypothetical IDs out of place",
        "A `(` has no `)` or the other way round, or an ID such as `#h1` stands outside a variation. A reader that "
        "does not care for variations skips from bracket to bracket, so a lost one would hide real events or show "
        "imagined ones. Each bracket stands alone on a line that begins with `-`, at the indentation of the line the "
        "variation is an alternative to. In the main line, give the object an ordinary ID with a `new` line.",
        """\
1:10     #9 "Lightning Bolt" target "PlayerB"
-     (
-       #9 "Lightning Bolt" target #3 "Goblin Guide"
1:11     "PlayerA" pay {R} by cost:#9
""",
        """\
1:10     #9 "Lightning Bolt" target "PlayerB"
-     (
-       #9 "Lightning Bolt" target #3 "Goblin Guide"
-     )
1:11     "PlayerA" pay {R} by cost:#9
""",
    ),
)

_WARNINGS = (
    Code(
        "time-order",
        Severity.WARNING,
        "5.1",
        "Time that goes back",
        "This line has an earlier time than the timed line before it. The order of the lines is what counts, so the "
        "game still replays, but time is meant never to fall. The source's clock may have jumped, or lines were moved "
        "by hand. If the lines are in the right order, raise the time to that of the line before.",
        """\
1:05     "PlayerA" pass
1:03     "PlayerB" pass
""",
        """\
1:05     "PlayerA" pass
1:05     "PlayerB" pass
""",
    ),
    Code(
        "entry-time",
        Severity.WARNING,
        "5.1",
        "Entry with another time than its line",
        "The entries of a keyframe or a stack snapshot are one picture of one moment, so they carry the time of the "
        "`keyframe` or `stack` line they belong to. This one has another. Usually a writer took a fresh clock reading "
        "for each line it wrote; copy the time of the parent line.",
        """\
5:21   keyframe
5:22     player "PlayerA" life 20 poison 0 library 51
5:21     player "PlayerB" life 17 poison 0 library 52
""",
        """\
5:21   keyframe
5:21     player "PlayerA" life 20 poison 0 library 51
5:21     player "PlayerB" life 17 poison 0 library 52
""",
    ),
    Code(
        "mana-order",
        Severity.WARNING,
        "9.4",
        "Mana symbols out of order",
        "Mana is written one symbol for each mana, in the order `{W}{U}{B}{R}{G}{C}`. The amount is the same in any "
        "order, but two programs that record one game are meant to write the same bytes. Sort the symbols.",
        """\
1:44     "PlayerA" pay {G}{U} by cost:#9
""",
        """\
1:44     "PlayerA" pay {U}{G} by cost:#9
""",
    ),
    Code(
        "cost-order",
        Severity.WARNING,
        "7.6",
        "Cost symbols out of order",
        "In a cost the generic amount comes first and the other symbols follow in the order `{W}{U}{B}{R}{G}{C}{S}`. "
        "The cost means the same either way, but there is one spelling for each cost. Sort the symbols.",
        """\
1:44     #9 "Growth Spiral" cost {G}{U} -> {1}{G}{U} by #30
""",
        """\
1:44     #9 "Growth Spiral" cost {U}{G} -> {1}{U}{G} by #30
""",
    ),
    Code(
        "deck-order",
        Severity.WARNING,
        "10.5",
        "Decklist out of order",
        "A decklist has its `main` entries before its `side` entries, both sorted by name, with one entry for each "
        "name. The order is by Unicode code point, so capitals sort before small letters and accented letters after "
        "both. The list means the same in any order, but there is one way to write it. Sort it, and add up entries of "
        "one name.",
        """\
0:00 deck "PlayerA"
0:00   main 4 "Lightning Bolt"
0:00   main 4 "Goblin Guide"
0:00   side 2 "Smash to Smithereens"
""",
        """\
0:00 deck "PlayerA"
0:00   main 4 "Goblin Guide"
0:00   main 4 "Lightning Bolt"
0:00   side 2 "Smash to Smithereens"
""",
    ),
    Code(
        "deck-player",
        Severity.WARNING,
        "10.5",
        "Decklist of the other player",
        "The deck block belongs to the player the game was recorded from, because the opponent's list is hidden from "
        "that seat. Here it names the other player. Either the name in the `deck` line is wrong or the `Perspective` "
        "tag is.",
        """\
[Perspective "PlayerA"]

0:00 deck "PlayerB" unknown
""",
        """\
[Perspective "PlayerA"]

0:00 deck "PlayerA" unknown
""",
    ),
    Code(
        "counters-order",
        Severity.WARNING,
        "10.2",
        "Counters or goads out of order in an entry",
        "A keyframe entry lists each kind of counter once, sorted by Unicode code point, leaves out kinds with a "
        "count of zero, and names goading players in seat order. The values are right here; only the way they are "
        "listed is not the canonical one. Sort the list and drop the zeros.",
        """\
5:21     #14 "Luminarch Aspirant" battlefield "PlayerA" pt 3/3 counters "shield" 1 counters "+1/+1" 2
""",
        """\
5:21     #14 "Luminarch Aspirant" battlefield "PlayerA" pt 3/3 counters "+1/+1" 2 counters "shield" 1
""",
    ),
    Code(
        "stack-entry-source",
        Severity.WARNING,
        "9.9",
        "Stack entry that describes its ability differently",
        "The entry of an ability in a stack snapshot repeats the kind, the source and the text of the `new ability` "
        "line, and one of them differs. The comparison of snapshots does not cover these three, so the file stays "
        "valid (R36). Copy them from the `new` line, or correct that line if it is the one that is wrong.",
        """\
1:20     new ability #15 triggered of #8 "Goblin Guide" ? controller "PlayerA" in stack
1:20     "PlayerA" priority
1:20       stack
1:20         #15 activated of #8 "Goblin Guide" ? controller "PlayerA"
""",
        """\
1:20     new ability #15 triggered of #8 "Goblin Guide" ? controller "PlayerA" in stack
1:20     "PlayerA" priority
1:20       stack
1:20         #15 triggered of #8 "Goblin Guide" ? controller "PlayerA"
""",
    ),
    Code(
        "ability-zone",
        Severity.WARNING,
        "6.5",
        "Ability with the wrong place",
        "Activated, triggered and loyalty abilities are put on the stack and say `in stack`; a mana ability never "
        "uses the stack and does not say it. With the wrong words the replayed stack is off, and other findings may "
        "follow from it. Check the kind of the ability first: an activated ability that only adds mana is `mana`.",
        """\
1:43     new ability #15 mana of #5 "Steam Vents" "{T}: Add {U}." controller "PlayerA" in stack
""",
        """\
1:43     new ability #15 mana of #5 "Steam Vents" "{T}: Add {U}." controller "PlayerA"
""",
    ),
    Code(
        "leave-stack-cause",
        Severity.WARNING,
        "7.4",
        "Object that leaves the stack for another reason than stated",
        "After `resolve` an object leaves the stack `by rule:resolve` (or `by rule:intervening-if`), after `fizzle` "
        "`by rule:fizzle`, and after `countered` with the cause of the `countered` line. This line gives another "
        "cause. A spell does not put itself away: its own ID is the cause of what its effect does, not of its "
        "leaving.",
        """\
1:06     #9 "Lightning Bolt" resolve
1:06     #9 "Lightning Bolt" move stack -> graveyard by #9
""",
        """\
1:06     #9 "Lightning Bolt" resolve
1:06     #9 "Lightning Bolt" move stack -> graveyard by rule:resolve
""",
    ),
    Code(
        "left-on-stack",
        Severity.WARNING,
        "7.4",
        "Resolved object still on the stack",
        "An object was said to resolve, to fizzle or to be countered, and at the next priority or step it is still on "
        "the stack. These lines move nothing by themselves; the object leaves with a line of its own. Add that line: "
        "a `move` for a card or a copy of one, `cease` for an ability.",
        """\
1:06     #9 "Lightning Bolt" resolve
1:06     #9 "Lightning Bolt" damage "PlayerB" 3 by #9
1:06     "PlayerB" life 20 -> 17 by #9
1:09   beginning-of-combat
""",
        """\
1:06     #9 "Lightning Bolt" resolve
1:06     #9 "Lightning Bolt" damage "PlayerB" 3 by #9
1:06     "PlayerB" life 20 -> 17 by #9
1:06     #9 "Lightning Bolt" move stack -> graveyard by rule:resolve
1:09   beginning-of-combat
""",
    ),
    Code(
        "library-position",
        Severity.WARNING,
        "7.1",
        "`top` or `bottom` outside a library",
        "`top` and `bottom` say where in a library a card is put, and this move ends in another zone. The word has no "
        "meaning there and is ignored. To say which card of a library is taken, write the position on its `new` line "
        "(`in library top 1`).",
        """\
3:01     #9 "Island" move library -> hand top by #20
""",
        """\
3:01     #9 "Island" move library -> hand by #20
""",
    ),
    Code(
        "draw-zone",
        Severity.WARNING,
        "7.1",
        "Draw or mill that is not from a library",
        "`as draw` and `as mill` are for cards taken from the top of a library, and this card comes from another "
        "zone. An effect that returns a card to a hand is no draw. Leave the words out, or correct the source zone.",
        """\
3:01     #9 "Island" move graveyard -> hand as draw by #20
""",
        """\
3:01     #9 "Island" move graveyard -> hand by #20
""",
    ),
    Code(
        "face-name",
        Severity.WARNING,
        "7.1",
        "Face that is no part of the card's name",
        "`face` names one of the faces or halves that the card's full name lists between `//`, and this one is none "
        "of them. The full name decides what the card is, so a face from elsewhere says nothing. Look for a typing "
        "error, or for the name of another card.",
        """\
1:12     #9 "Bonecrusher Giant // Stomp" cast from hand face "Stamp"
""",
        """\
1:12     #9 "Bonecrusher Giant // Stomp" cast from hand face "Stomp"
""",
    ),
    Code(
        "match-seats",
        Severity.WARNING,
        "4.2",
        "Players who change seats within a match",
        "Two games of one match (the same `Match` tag) name the players in another order. Seats are fixed for a "
        "match, because the results count by seat; who goes first is in the body. Swap `Player1` and `Player2` here, "
        "and with them `Result`, the result line and the archetypes, or give the game its own `Match` value.",
        """\
[Player1 "PlayerA"]
[Player2 "PlayerB"]
[Match "m17"]
[Game "1"]
% the rest of game 1, and the next game
[Player1 "PlayerB"]
[Player2 "PlayerA"]
[Match "m17"]
[Game "2"]
""",
        """\
[Player1 "PlayerA"]
[Player2 "PlayerB"]
[Match "m17"]
[Game "1"]
% the rest of game 1, and the next game
[Player1 "PlayerA"]
[Player2 "PlayerB"]
[Match "m17"]
[Game "2"]
""",
    ),
    Code(
        "tag-date",
        Severity.WARNING,
        "4.2",
        "Date that no calendar has",
        "The date is written in the right form but does not exist. It is probably a typing error or a clock that was "
        "never set. Correct it, or put `?` for each digit that is not known.",
        """\
[Date "2026.02.30"]
""",
        """\
[Date "2026.02.28"]
""",
    ),
    Code(
        "version",
        Severity.WARNING,
        "4.2",
        "Version that this checker does not know",
        "The `Mtgr` tag names another version of the format than 0.3. Until 1.0 each minor version may change "
        "everything, so the game was read by the rules of 0.3.0, and its other findings may not hold for the version "
        "it was written for. Use a checker for that version, or correct the tag if the game is written by the rules "
        "of 0.3.",
        """\
[Mtgr "0.4.0"]
""",
        """\
[Mtgr "0.3.0"]
""",
    ),
)

_REMARKS = (
    Code(
        "time-precision",
        Severity.INFORMATION,
        "5.1",
        "Times of different precision",
        "This line's time has more or fewer digits after the point than the lines before it. That is allowed, but "
        "writers are asked to keep to one precision throughout a game. Fill up with zeros, or write all times to the "
        "coarser precision.",
        """\
1:05.3     "PlayerA" pass
1:06     "PlayerB" pass
""",
        """\
1:05.3     "PlayerA" pass
1:06.0     "PlayerB" pass
""",
    ),
    Code(
        "archetype-differs",
        Severity.INFORMATION,
        "4.6",
        "Archetype that changes within a match",
        "A player's archetype is another one here than in an earlier game of the same match. Sideboarding does not "
        "make a deck another archetype, so one name is expected for the whole match. In Limited a player may rebuild "
        "the deck between games, and then this is fine. Otherwise use the same name in each game.",
        """\
[Match "m17"]
[Game "1"]
[Player1Archetype "Burn"]
% the rest of game 1, and the next game
[Match "m17"]
[Game "2"]
[Player1Archetype "Mono-Red Aggro"]
""",
        """\
[Match "m17"]
[Game "1"]
[Player1Archetype "Burn"]
% the rest of game 1, and the next game
[Match "m17"]
[Game "2"]
[Player1Archetype "Burn"]
""",
    ),
    Code(
        "print-missing",
        Severity.HINT,
        "6.4",
        "Card without its printing",
        "The card is introduced without its set code and collector number. Writers are asked to give them if the "
        "source knows them; many sources do not, so this hint is off unless you ask for it. If you know the printing, "
        "add `print` with the two strings, before any `src`.",
        """\
0:16   new card #5 "Steam Vents" owner "PlayerA" in library
""",
        """\
0:16   new card #5 "Steam Vents" owner "PlayerA" in library print "GRN" "257"
""",
    ),
    Code(
        "variation",
        Severity.HINT,
        "12",
        "Oddity inside a variation",
        "Something in a variation does not follow from the game so far. Variations are never part of the game and "
        "need not be legal, so this cannot make a file invalid (R39). The branch starts from the state before the "
        "line it is an alternative to, not after it; forgetting that is the usual cause. Correct the line if the "
        "variation is meant to be playable, or leave it.",
        """\
1:06     "PlayerB" life 20 -> 17 by #9
-     (
-       "PlayerB" life 17 -> 16 by #9
-     )
""",
        """\
1:06     "PlayerB" life 20 -> 17 by #9
-     (
-       "PlayerB" life 20 -> 16 by #9
-     )
""",
    ),
)

CODES: dict[str, Code] = {entry.code: entry for entry in (*_CHECKS, *_WARNINGS, *_REMARKS)}
"""All codes: the checks by number, then warnings, information and hints."""
