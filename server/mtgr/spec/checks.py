"""The 17 checks (section 14.1), each with what it means, a wrong and a right example."""

from __future__ import annotations

from mtgr.spec.code import Code, Severity

CHECKS = (
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
