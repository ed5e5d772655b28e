"""The warnings, information and hints (R40), each with what it means, a wrong and a right example."""

from __future__ import annotations

from mtgr.spec.code import Code, Severity

WARNINGS = (
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

REMARKS = (
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
