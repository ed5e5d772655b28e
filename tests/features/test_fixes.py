"""Quick fixes: a mistake of each kind, the first fix that is offered for it, and the text with that."""

from __future__ import annotations

import unicodedata

import pytest
from tests.support.markers import fixture, game

from mtgr.analysis import Analysis
from mtgr.features.changes import apply
from mtgr.features.code_actions import FIX_ALL, Action, code_actions, resolve


def actions(text: str, line: int, last: int | None = None) -> list[Action]:
    return code_actions(Analysis.of_lines(text.split("\n")), line, last or line, ["quickfix"])


def fixed(text: str, action: Action) -> str:
    assert action.changes is not None
    return "\n".join(apply(text.split("\n"), action.changes))


BEAR = 'new token #1 "Bear" owner "PlayerA" in battlefield pt 2/2 by ?'
CAST = """
    new card #1 "Memnite" owner "PlayerA" in hand
    #1 "Memnite" cast from hand
"""
TURN = """\
0:02 turn 2 "PlayerB"
0:02   keyframe
0:02     player "PlayerA" life 20 poison 0 library 60
0:02     player "PlayerB" life 20 poison 0 library 60
"""
END = '0:02   end\n0:02     "PlayerB" concede'

EXAMPLES = {
    "old life": (
        '"PlayerB" life 20 -> 17 by ?\n"PlayerB" life 20<|> -> 15 by ?',
        "Write 17 as the old value",
        '"PlayerB" life 20 -> 17 by ?\n"PlayerB" life 17 -> 15 by ?',
    ),
    "old power and toughness": (
        f'{BEAR}\n#1 "Bear" pt 1/1<|> -> 3/3 by ?',
        "Write 2/2 as the old value",
        f'{BEAR}\n#1 "Bear" pt 2/2 -> 3/3 by ?',
    ),
    "old power and toughness of what is no creature": (
        'new token #1 "Food" owner "PlayerA" in battlefield by ?\n#1 "Food" pt 1/1<|> -> 3/3 by ?',
        "Write none as the old value",
        'new token #1 "Food" owner "PlayerA" in battlefield by ?\n#1 "Food" pt none -> 3/3 by ?',
    ),
    "old number of counters": (
        f'{BEAR}\n#1 "Bear" counters "+1/+1" 1<|> -> 2 by ?',
        "Write 0 as the old value",
        f'{BEAR}\n#1 "Bear" counters "+1/+1" 0 -> 2 by ?',
    ),
    "old cost": (
        CAST + '#1 "Memnite" cost {0} -> {1} by ?\n#1 "Memnite" cost {2} -> {3} by ?<|>',
        "Write {1} as the old value",
        CAST + '#1 "Memnite" cost {0} -> {1} by ?\n#1 "Memnite" cost {1} -> {3} by ?',
    ),
    "name": (
        f'{BEAR}\n#1 "Bare"<|> tap by ?',
        'Write "Bear" as its recorded name',
        f'{BEAR}\n#1 "Bear" tap by ?',
    ),
    "no name": (f"{BEAR}\n#1 tap by ?<|>", 'Write `"Bear"`', f'{BEAR}\n#1 "Bear" tap by ?'),
    "name of a hidden card": (
        'new hidden #1 owner "PlayerA" in hand\n#1 "Island"<|> play from hand',
        'Remove `"Island"`',
        'new hidden #1 owner "PlayerA" in hand\n#1 play from hand',
    ),
    "name that many lines have": (
        'new token #1 "Bare" owner "PlayerA" in battlefield pt 2/2 by ?\n#1 "Bear"<|> tap by ?\n#1 "Bear" untap by ?',
        'Write "Bear" in line 24',
        f'{BEAR}\n#1 "Bear" tap by ?\n#1 "Bear" untap by ?',
    ),
    "ID of another object": (
        f'{BEAR}\nnew token #2 "Food" owner "PlayerA" in battlefield by ?\n#1 "Food"<|> tap by ?\n#2 "Food" untap by ?',
        "Write #2, the object of this name",
        f'{BEAR}\nnew token #2 "Food" owner "PlayerA" in battlefield by ?\n#2 "Food" tap by ?\n#2 "Food" untap by ?',
    ),
    "ID of no object": (
        f'{BEAR}\n#3 "Bear"<|> tap by ?',
        "Write #1, the object of this name",
        f'{BEAR}\n#1 "Bear" tap by ?',
    ),
    "source zone": (
        'new card #1 "Forest" owner "PlayerA" in hand\n#1 "Forest" play from graveyard<|>',
        "Write `hand` as the zone it leaves",
        'new card #1 "Forest" owner "PlayerA" in hand\n#1 "Forest" play from hand',
    ),
    "cause where none belongs": ('"PlayerA" pass by ?<|>', "Remove `by ?`", '"PlayerA" pass'),
    "no cause": ('"PlayerB" life 20 -> 17<|>', "Write `by ?`", '"PlayerB" life 20 -> 17 by ?'),
    "mana left over": (
        '"PlayerA" add {R}{G} by ?\n0:02   end<|>',
        "Insert the `lose-mana` line",
        '"PlayerA" add {R}{G} by ?\n0:02     "PlayerA" lose-mana {R}{G} by rule:empty-pool\n0:02   end',
    ),
    "mana of both players left over": (
        '"PlayerA" add {R} by ?\n"PlayerB" add {G} by ?\n' + TURN.replace('"PlayerB"\n', '"PlayerB"<|>\n', 1),
        "Insert the `lose-mana` lines",
        '"PlayerA" add {R} by ?\n"PlayerB" add {G} by ?\n'
        '0:02     "PlayerA" lose-mana {R} by rule:empty-pool\n0:02     "PlayerB" lose-mana {G} by rule:empty-pool\n'
        + TURN,
    ),
    "mana that is not in the pool": (
        '"PlayerA" add {R}{G} by ?\n"PlayerA" pay {R}{R} by ?<|>',
        "Write {R}{G}, the mana that is in the pool",
        '"PlayerA" add {R}{G} by ?\n"PlayerA" pay {R}{G} by ?',
    ),
    "mana order": (
        '"PlayerA" add {G}{U} by ?<|>\n"PlayerA" pay {U}{G} by ?',
        "Put the mana symbols in order",
        '"PlayerA" add {U}{G} by ?\n"PlayerA" pay {U}{G} by ?',
    ),
    "cost order": (
        CAST + '#1 "Memnite" cost {3}{G}{S}{U} -> {U} by ?<|>',
        "Put the symbols of the cost in order",
        CAST + '#1 "Memnite" cost {3}{U}{G}{S} -> {U} by ?',
    ),
    "amount behind the symbols of a cost": (
        CAST + '#1 "Memnite" cost {U}{3} -> {U} by ?<|>',
        "Write `{3}{U}`",
        CAST + '#1 "Memnite" cost {3}{U} -> {U} by ?',
    ),
    "level": (
        '"PlayerA" pass\n0:01   "PlayerB" pass<|>',
        "Indent this line by 4 spaces",
        '"PlayerA" pass\n"PlayerB" pass',
    ),
    "spaces": (
        '"PlayerB"  life 20  -> 17 by ?<|>',
        "Write this line in its canonical form",
        '"PlayerB" life 20 -> 17 by ?',
    ),
    "no space after the time": ('0:01"PlayerA" pass<|>', "Write this line in its canonical form", '"PlayerA" pass'),
    "space at the end": ('"PlayerA" pass <|>', "Write this line in its canonical form", '"PlayerA" pass'),
    "control character": ('"PlayerA"\tpass<|>', "Write this line in its canonical form", '"PlayerA" pass'),
    "leading zeros": ('00:01     "PlayerA" pass<|>', "Write `0:01`", '"PlayerA" pass'),
    "normalization": (
        '"PlayerA" pass {' + unicodedata.normalize("NFD", "é") + "}<|>",
        "Write `{é}`",
        '"PlayerA" pass {é}',
    ),
    "time that cannot be read": ('0:0x     "PlayerA" pass<|>', "Write `0:01`", '"PlayerA" pass'),
    "tapped already": (
        f'{BEAR}\n#1 "Bear" tap by ?\n"PlayerA" pass\n#1 "Bear" tap by ?<|>\n#1 "Bear" tap by ?',
        "Write `untap`",
        f'{BEAR}\n#1 "Bear" tap by ?\n"PlayerA" pass\n#1 "Bear" untap by ?\n#1 "Bear" tap by ?',
    ),
    "face that is none": (
        'new card #1 "Fire // Ice" owner "PlayerA" in hand\n#1 "Fire // Ice" cast from hand face "Ise"<|>',
        'Write `"Ice"`',
        'new card #1 "Fire // Ice" owner "PlayerA" in hand\n#1 "Fire // Ice" cast from hand face "Ice"',
    ),
    "position outside a library": (
        f'{BEAR}\n#1 "Bear" move battlefield -> hand top by ?<|>',
        "Remove `top`",
        f'{BEAR}\n#1 "Bear" move battlefield -> hand by ?',
    ),
    "drawn from elsewhere": (
        f'{BEAR}\n#1 "Bear" move battlefield -> hand as draw by ?<|>',
        "Remove `as draw`",
        f'{BEAR}\n#1 "Bear" move battlefield -> hand by ?',
    ),
    "order of annotations": (
        '"PlayerA" pass {why} $1 ; x<|>',
        "Write this line in its canonical form",
        '"PlayerA" pass $1 {why} ; x',
    ),
    "annotations before the cause": (
        '"PlayerB" life 20 -> 17 $2 {why} by ?<|>',
        "Write this line in its canonical form",
        '"PlayerB" life 20 -> 17 by ? $2 {why}',
    ),
    "comment before the cause of mana": (
        '"PlayerA" add {G} {why} by ?<|>\n"PlayerA" pay {G} by ?',
        "Write this line in its canonical form",
        '"PlayerA" add {G} by ? {why}\n"PlayerA" pay {G} by ?',
    ),
    "annotation without space": (
        '"PlayerB" life 20 -> 17 by ?; why<|>',
        "Write this line in its canonical form",
        '"PlayerB" life 20 -> 17 by ? ; why',
    ),
    "two comments": (
        '"PlayerA" pass {one} {two}<|>',
        "Write this line in its canonical form",
        '"PlayerA" pass {one two}',
    ),
    "comment that is not closed": ('"PlayerA" pass {why<|>', "Write `{why}`", '"PlayerA" pass {why}'),
    "misspelt word": ('"PlayerA" prioriti<|>', "Write `priority`", '"PlayerA" priority'),
    "string that is not closed": ('incomplete "lost<|>', 'Write `"lost"`', 'incomplete "lost"'),
    "player whose quote is not closed": (
        '"PlayerA priority clock "PlayerA" 5:00 "PlayerB" 6:00<|>',
        'Write "PlayerA"',
        '"PlayerA" priority clock "PlayerA" 5:00 "PlayerB" 6:00',
    ),
    "object whose quote is not closed": (
        f'{BEAR}\n#1 "Bear tap by ?<|>',
        'Write "Bear"',
        f'{BEAR}\n#1 "Bear" tap by ?',
    ),
    "unknown player": ('"PlayerX" pass<|>\n"PlayerX" pass', 'Write "PlayerA"', '"PlayerA" pass\n"PlayerA" pass'),
    "time that goes back": (
        '0:05   end\n0:04     "PlayerA" pass<|>\n0:06     "PlayerA" pass\n0:06     "PlayerB" concede',
        "Write 0:05, the time of the line before",
        '0:05   end\n0:05     "PlayerA" pass\n0:06     "PlayerA" pass\n0:06     "PlayerB" concede',
    ),
    "time that went ahead": (
        '0:50   end\n0:04     "PlayerA" pass<|>\n0:05     "PlayerB" concede',
        "Write 0:04 as the time of the line before",
        '0:04   end\n0:04     "PlayerA" pass\n0:05     "PlayerB" concede',
    ),
    "time of entries": (
        TURN.replace("0:02     ", "0:03     ").replace("60\n", "60<|>\n", 1),
        "Write 0:02, the time of its line",
        TURN,
    ),
    "turn number": (TURN.replace("turn 2", "turn 3").replace('"PlayerB"\n', '"PlayerB"<|>\n', 1), "Write `2`", TURN),
    "missing snapshot": (
        CAST + '"PlayerA" priority<|>\n"PlayerA" pass',
        "Insert the stack snapshot",
        CAST + '"PlayerA" priority\n0:01       stack\n0:01         #1 "Memnite" controller "PlayerA"\n"PlayerA" pass',
    ),
    "missing stack line": (
        CAST + '"PlayerA" priority<|>\n0:01         #1 "Memnite" controller "PlayerA"',
        "Write the `stack` line above its entries",
        CAST + '"PlayerA" priority\n0:01       stack\n0:01         #1 "Memnite" controller "PlayerA"',
    ),
    "snapshot of nothing": (
        f'{BEAR}\n"PlayerA" priority\n0:01       stack<|>\n0:01         #1 "Bear" controller "PlayerA"',
        "Remove the stack snapshot",
        f'{BEAR}\n"PlayerA" priority',
    ),
    "entry of a snapshot": (
        CAST + '"PlayerA" priority\n0:01       stack\n0:01         #1 "Memnite" controller "PlayerB" $1 {?}<|>',
        'Write "PlayerA", as the replay has it',
        CAST + '"PlayerA" priority\n0:01       stack\n0:01         #1 "Memnite" controller "PlayerA" $1 {?}',
    ),
    "entry of a snapshot with annotations and escape lines": (
        (
            CAST + '"PlayerA" priority ; so\n% e\n0:01       stack {all}\n% e\n0:01       ACME_eval 1\n'
            '0:01         #1 "Memnite" controller "PlayerB"<|>'
        ),
        'Write "PlayerA", as the replay has it',
        (
            CAST + '"PlayerA" priority ; so\n% e\n0:01       stack {all}\n% e\n0:01       ACME_eval 1\n'
            '0:01         #1 "Memnite" controller "PlayerA"'
        ),
    ),
    "entry of a snapshot that cannot be read": (
        CAST + '"PlayerA" priority\n0:01       stack\n0:01         #1 "Memnite" contro "PlayerA" x 2 $1 {?}<|>',
        "Write this entry as the replay has it",
        CAST + '"PlayerA" priority\n0:01       stack\n0:01         #1 "Memnite" controller "PlayerA" $1 {?}',
    ),
    "entry missing from a snapshot": (
        CAST + 'new card #2 "Opt" owner "PlayerA" in stack\n"PlayerA" priority\n0:01       stack<|>\n'
        '0:01         #1 "Memnite" controller "PlayerA" $1',
        "Write the stack snapshot as the replay has it (1 entry)",
        CAST + 'new card #2 "Opt" owner "PlayerA" in stack\n"PlayerA" priority\n0:01       stack\n'
        '0:01         #2 "Opt" controller "PlayerA"\n0:01         #1 "Memnite" controller "PlayerA" $1',
    ),
    "missing keyframe": (
        '"PlayerB" life 20 -> 17 by ?\n0:02 turn 2 "PlayerB"<|>',
        "Insert the keyframe",
        '"PlayerB" life 20 -> 17 by ?\n' + TURN.replace('B" life 20', 'B" life 17'),
    ),
    "missing keyframe line": (
        TURN.replace("0:02   keyframe\n", "").replace('"PlayerB"\n', '"PlayerB"<|>\n', 1),
        "Write the `keyframe` line above its entries",
        TURN,
    ),
    "entry of a keyframe": (
        TURN.replace("life 20", "life 21", 1).replace("library 60", "library 60 clock 5:00 $1<|>", 1),
        "Write 20, as the replay has it",
        TURN.replace("library 60", "library 60 clock 5:00 $1", 1),
    ),
    "entry missing from a keyframe": (
        f"{BEAR}\n" + TURN.replace("keyframe", "keyframe<|>"),
        "Write the keyframe as the replay has it (1 entry)",
        f'{BEAR}\n{TURN}0:02     #1 "Bear" battlefield "PlayerA" pt 2/2',
    ),
    "entry of an annotated keyframe": (
        TURN.replace("keyframe", "keyframe {all}").replace("life 20", "life 21", 1).replace("60\n", "60<|>\n", 1),
        "Write 20, as the replay has it",
        TURN.replace("keyframe", "keyframe {all}"),
    ),
    "entries above an annotated keyframe line": (
        TURN.replace("0:02   keyframe\n", "") + "0:02   keyframe $1 ; all<|>",
        "Write the `keyframe` line above its entries",
        TURN.replace("keyframe", "keyframe $1 ; all"),
    ),
    "entry of a keyframe that cannot be read": (
        f'{BEAR}\n#1 "Bear" tap by ?\n{TURN}0:02     #1 "Bear" battlefield "PlayerA" tapped pt 2/2 ; so<|>',
        "Write this entry as the replay has it",
        f'{BEAR}\n#1 "Bear" tap by ?\n{TURN}0:02     #1 "Bear" battlefield "PlayerA" pt 2/2 tapped ; so',
    ),
    "name that a keyframe has wrong behind a gap": (
        (
            'new card #1 "Opt" owner "PlayerA" in hand\nincomplete "lost"\n'
            f'{TURN}0:02     #1 "Op" hand "PlayerA"\n0:02   upkeep\n0:02     #1 "Opt" reveal by ?<|>\n'
            '0:02     #1 "Opt" reveal by ?'
        ),
        'Write "Opt" in line 30',
        (
            'new card #1 "Opt" owner "PlayerA" in hand\nincomplete "lost"\n'
            f'{TURN}0:02     #1 "Opt" hand "PlayerA"\n0:02   upkeep\n0:02     #1 "Opt" reveal by ?\n'
            '0:02     #1 "Opt" reveal by ?'
        ),
    ),
    "counters order": (
        (
            f'{BEAR}\n#1 "Bear" counters "b" 0 -> 1 by ?\n#1 "Bear" counters "a" 0 -> 1 by ?\n{TURN}'
            '0:02     #1 "Bear" battlefield "PlayerA" pt 2/2 counters "b" 1 counters "a" 1<|>'
        ),
        "Put what is listed in order",
        (
            f'{BEAR}\n#1 "Bear" counters "b" 0 -> 1 by ?\n#1 "Bear" counters "a" 0 -> 1 by ?\n{TURN}'
            '0:02     #1 "Bear" battlefield "PlayerA" pt 2/2 counters "a" 1 counters "b" 1'
        ),
    ),
    "ability left on the stack": (
        f'{BEAR}\nnew ability #2 triggered of #1 "Bear" ? controller "PlayerA" in stack\n#2 resolve\n0:02   end<|>',
        "Insert the `cease` line of #2",
        (
            f'{BEAR}\nnew ability #2 triggered of #1 "Bear" ? controller "PlayerA" in stack\n#2 resolve\n'
            "0:02     #2 cease by rule:resolve\n0:02   end"
        ),
    ),
    "ability that is not put on the stack": (
        f'{BEAR}\nnew ability #2 triggered of #1 "Bear" ? controller "PlayerA"<|>',
        "Write `in stack`",
        f'{BEAR}\nnew ability #2 triggered of #1 "Bear" ? controller "PlayerA" in stack',
    ),
    "line that stands twice": (
        f'{BEAR}\n#1 "Bear" tap by ?\n#1 "Bear" tap by ?<|>',
        "Remove this line, which stands here twice",
        f'{BEAR}\n#1 "Bear" tap by ?',
    ),
    "name that is known already": (
        'new hidden #1 owner "PlayerA" in hand\n#1 identify "Opt"\n"PlayerA" pass\n#1 "Opt" identify "Opt"<|>',
        "Remove this line: the name is known already",
        'new hidden #1 owner "PlayerA" in hand\n#1 identify "Opt"\n"PlayerA" pass',
    ),
    "variation that is not closed": (
        '"PlayerA" pass\n-     (<|>\n-       "PlayerA" concede\n"PlayerB" pass',
        "Close the variation",
        '"PlayerA" pass\n-     (\n-       "PlayerA" concede\n-     )\n"PlayerB" pass',
    ),
    "variation in another that is not closed": (
        '"PlayerA" pass\n-     (<|>\n-       "PlayerA" pass\n-     (\n-       "PlayerA" concede\n-     )',
        "Close the variation",
        '"PlayerA" pass\n-     (\n-       "PlayerA" pass\n-     )\n-     (\n-       "PlayerA" concede\n-     )',
    ),
    "variation that is not opened": (
        '"PlayerA" pass\n-       "PlayerA" pass\n% e\n-       "PlayerA" concede\n-     )<|>\n"PlayerB" pass',
        "Open the variation",
        '"PlayerA" pass\n-     (\n-       "PlayerA" pass\n% e\n-       "PlayerA" concede\n-     )\n"PlayerB" pass',
    ),
    "bracket that stands twice": (
        '"PlayerA" pass\n-     (<|>\n-     (\n-       "PlayerA" concede\n-     )',
        "Remove this line, which stands here twice",
        '"PlayerA" pass\n-     (\n-       "PlayerA" concede\n-     )',
    ),
    "hypothetical ID in the main line": (
        f'{BEAR}\n#h1 "Bear"<|> tap by ?',
        "Write #1",
        f'{BEAR}\n#1 "Bear" tap by ?',
    ),
    "IDs that skip a number, beside an extension": (
        'ACME_note by #77\nnew card #2 "Opt" owner "PlayerA" in hand<|>\n#2 "Opt" reveal by ?',
        "Number the objects of this game anew",
        'ACME_note by #77\nnew card #1 "Opt" owner "PlayerA" in hand\n#1 "Opt" reveal by ?',
    ),
    "time in a variation": (
        '"PlayerA" pass\n-     (\n0:01       "PlayerA" pass<|>\n-       "PlayerA" concede\n-     )',
        "Write `-`",
        '"PlayerA" pass\n-     (\n-       "PlayerA" pass\n-       "PlayerA" concede\n-     )',
    ),
    "IDs that skip a number": (
        (
            'new card #2 "Opt" owner "PlayerA" in hand<|>\nnew card #3 "Duress" owner "PlayerA" in hand\n'
            f'#3 "Duress" reveal by #2 {{see #2}}\n{TURN}'
            '0:02     #2 "Opt" hand "PlayerA"\n0:02     #3 "Duress" hand "PlayerA"'
        ),
        "Number the objects of this game anew",
        (
            'new card #1 "Opt" owner "PlayerA" in hand\nnew card #2 "Duress" owner "PlayerA" in hand\n'
            f'#2 "Duress" reveal by #1 {{see #1}}\n{TURN}'
            '0:02     #1 "Opt" hand "PlayerA"\n0:02     #2 "Duress" hand "PlayerA"'
        ),
    ),
    "IDs in another order": (
        (
            'new card #2 "Opt" owner "PlayerA" in hand<|>\nnew card #1 "Duress" owner "PlayerA" in hand\n'
            f'{TURN}0:02     #1 "Duress" hand "PlayerA"\n0:02     #2 "Opt" hand "PlayerA"'
        ),
        "Number the objects of this game anew",
        (
            'new card #1 "Opt" owner "PlayerA" in hand\nnew card #2 "Duress" owner "PlayerA" in hand\n'
            f"{TURN}"
            '0:02     #1 "Opt" hand "PlayerA"\n0:02     #2 "Duress" hand "PlayerA"'
        ),
    ),
    "ID that later lines know by another number": (
        'new card #7 "Opt" owner "PlayerA" in hand<|>\n#1 "Opt" reveal by ?',
        "Write #1, as later lines do",
        'new card #1 "Opt" owner "PlayerA" in hand\n#1 "Opt" reveal by ?',
    ),
}


def whole(body: str) -> str:
    """The game around an example, with a step and an end behind its turn, if it has one."""
    if " turn " in body:
        return game(f"{body.rstrip()}\n{END}", end="")
    return game(body, end="") if body.endswith('"PlayerB" concede') else game(body)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_first_fix_of_a_mistake(name: str) -> None:
    wrong, title, right = EXAMPLES[name]
    text, line, _, _ = fixture(whole(wrong))
    first = actions(text, line)[0]
    assert first.title == title
    assert first.preferred
    assert fixed(text, first) == fixture(whole(right)).text


def without(text: str, line: str) -> str:
    assert f"{line}\n" in text
    return text.replace(f"{line}\n", "", 1)


GAME = game('"PlayerA" pass')
LATER = GAME.replace('0:01     "Player', '0:02     "Player')
TWO = GAME + "\n" + game('"PlayerB" pass', number=2)
DECK = '0:00 deck "PlayerA" unknown'
PLAYERS = """\
{time}     player "PlayerA" life 20 poison 0 library 59
{time}     player "PlayerB" life 20 poison 2 library 60
{time}     #1 hand "PlayerA"
"""
DRAWN = (
    GAME.partition("0:01 turn")[0]
    + f"""\
0:00   new hidden #1 owner "PlayerA" in library
0:00   #1 move library -> hand as draw by rule:opening-hand
0:00   "PlayerB" poison 0 -> 2 by ?
0:01 turn 1 "PlayerA"
0:01   keyframe
{PLAYERS.format(time="0:01")}\
0:01   untap
0:02 turn 2 "PlayerB"
0:02   keyframe
{PLAYERS.format(time="0:02")}\
0:02   untap
0:02     "PlayerB" concede
1-0
"""
)

OF_GAMES = {
    "tags out of order": (
        GAME.replace('[Event "?"]\n[Site "?"]', '[Site "?"]\n[Event "?"]'), "Put the tags in order", GAME
    ),
    "tag with two spaces": (GAME.replace("[Site ", "[Site  "), "Write this line in its canonical form", GAME),
    "misspelt tag": (GAME.replace("[Format", "[Formt"), "Write `[Format`", GAME),
    "tag that stands twice": (
        GAME.replace('[Site "?"]', '[Site "?"]\n[Site "?"]'), "Remove this tag, which stands here twice", GAME
    ),
    "missing tag": (without(GAME, '[Site "?"]'), 'Insert the tag `[Site "?"]`', GAME),
    "missing perspective": (
        without(GAME, '[Perspective "PlayerA"]'), 'Insert the tag `[Perspective "PlayerA"]`', GAME
    ),
    "time with a point": (
        LATER.replace('0:02     "PlayerA"', '0.02     "PlayerA"'),
        "Write `0:02`",
        LATER,
    ),
    "time with a control character": (
        GAME.replace('0:01     "PlayerB"', '0:02\x0b     "PlayerB"'),
        "Write `0:02`",
        GAME.replace('0:01     "PlayerB"', '0:02     "PlayerB"'),
    ),
    "time of the first line": (GAME.replace(DECK, DECK.replace("0:00", "-")), "Write `0:00`", GAME),
    "no result line behind a variation": (
        GAME.replace('"PlayerB" concede\n1-0\n', 'incomplete "x"\n-     (\n-       "PlayerB" concede\n-     )\n'),
        "Write the result line 1-0",
        GAME.replace('"PlayerB" concede\n', 'incomplete "x"\n-     (\n-       "PlayerB" concede\n-     )\n'),
    ),
    "missing result tag": (without(GAME, '[Result "1-0"]'), 'Insert the tag `[Result "1-0"]`', GAME),
    "players of other names": (
        GAME.replace('[Player1 "PlayerA"]', '[Player1 "PlayerX"]'), "Write the players of the game in its tags", GAME
    ),
    "result line": (GAME.replace("\n1-0\n", "\n0-1\n"), "Write the result 1-0", GAME),
    "result tag": (GAME.replace('[Result "1-0"]', '[Result "0-1"]'), "Write the result 1-0", GAME),
    "ending line": (GAME.replace('"PlayerB" concede', '"PlayerA" concede'), "Write the result 1-0", GAME),
    "misspelt result line": (GAME.replace("\n1-0\n", "\n1-0 \n"), "Write the result 1-0", GAME),
    "no result line": (GAME.replace("\n1-0\n", "\n"), "Write the result line 1-0", GAME),
    "no result line between games": (TWO.replace("\n1-0\n", "\n", 1), "Insert the result line 1-0", TWO),
    "no end": (
        without(GAME, '0:01     "PlayerB" concede'),
        "Write that the record is `incomplete`",
        GAME.replace('"PlayerB" concede', 'incomplete "the recording ends here"'),
    ),
    "no empty line behind the tags": (GAME.replace("\n\n", "\n"), "Insert an empty line", GAME),
    "no empty line between games": (TWO.replace("1-0\n\n", "1-0\n"), "Insert an empty line", TWO),
    "empty line in the body": (GAME.replace("0:00 pregame", "\n0:00 pregame"), "Remove the empty line", GAME),
    "empty lines between games": (TWO.replace("1-0\n\n", "1-0\n\n\n\n"), "Remove the empty lines", TWO),
    "empty line at the end": (GAME + "\n", "Remove the empty line", GAME),
    "no line feed at the end": (GAME[:-1], "End the file with a line feed", GAME),
    "no deck": (without(GAME, DECK), "Insert an unknown decklist", GAME),
    "no deck line": (
        GAME.replace(DECK, '0:00   main 4 "Opt"'),
        "Insert the `deck` line",
        GAME.replace(DECK, '0:00 deck "PlayerA"\n0:00   main 4 "Opt"'),
    ),
    "deck of the other player": (GAME.replace(DECK, DECK.replace("PlayerA", "PlayerB")), 'Write `"PlayerA"`', GAME),
    "deck order": (
        GAME.replace(DECK, '0:00 deck "PlayerA"\n0:00   side 1 "B"\n'
            '0:00   main 2 "B"\n0:00   main 1 "A"\n0:00   main 3 "B"'),
        "Put the decklist in order",
        GAME.replace(DECK, '0:00 deck "PlayerA"\n0:00   main 1 "A"\n0:00   main 5 "B"\n0:00   side 1 "B"'),
    ),
    "totals that the game begins with": (
        DRAWN.replace("life 20 poison 0 library 60", "life 21 poison 0 library 61", 1),
        "Write what the first turn follows from into the keyframe of the pregame",
        DRAWN,
    ),
    "no player entry in the pregame": (
        without(DRAWN, '0:00     player "PlayerA" life 20 poison 0 library 60'),
        "Write what the first turn follows from into the keyframe of the pregame",
        DRAWN,
    ),
    "no keyframe in the pregame": (
        without(without(without(DRAWN, "0:00   keyframe"), '0:00     player "PlayerA" life 20 poison 0 library 60'),
            '0:00     player "PlayerB" life 20 poison 0 library 60'),
        "Insert the keyframe that the first turn follows from",
        DRAWN,
    ),
    "no pregame line": (without(GAME, "0:00 pregame"), "Insert the `pregame` line", GAME),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_GAMES)
def test_the_first_fix_of_a_whole_game(name: str) -> None:
    wrong, title, right = OF_GAMES[name]
    offered = code_actions(Analysis.of_lines(wrong.split("\n")), 0, len(wrong.split("\n")), ["quickfix"])
    assert offered[0].title == title
    assert fixed(wrong, offered[0]) == right


def test_what_the_rest_of_the_file_contradicts_is_not_offered() -> None:
    """The event is missing, not the keyframe wrong: all that follows agrees with it."""
    text, line, _, _ = fixture(
        whole(TURN.replace('B" life 20 poison 0 library 60', 'B" life 17 poison 0 library 60<|>') + (
            '0:02   upkeep\n0:02     "PlayerB" life 17 -> 15 by ?'
        ))
    )  # fmt: skip
    assert len(Analysis.of_lines(text.split("\n")).findings()) == 1
    assert actions(text, line) == []


@pytest.mark.parametrize("entry", ['0:02     #9 "Bear" hnd "PlayerA"<|>', '0:02     ACME_note "x<|>'])
def test_an_entry_that_cannot_be_read_is_not_taken_out(entry: str) -> None:
    text, line, _, _ = fixture(whole(TURN + entry))
    assert "Remove this entry" not in [each.title for each in actions(text, line)]
    assert all(entry.removesuffix("<|>") in fixed(text, each) for each in actions(text, line))


def test_both_ways_are_offered_where_the_file_does_not_decide() -> None:
    text = GAME.replace("\n1-0\n", "\n0-1\n").replace('"PlayerB" concede', 'incomplete "lost"')
    offered = actions(text, 0, len(text.split("\n")))
    assert sorted(each.title for each in offered) == ["Write the result 0-1", "Write the result 1-0"]


def test_a_fix_that_settles_several_findings_names_them() -> None:
    text, line, _, _ = fixture(whole(f"{BEAR}\n{BEAR.replace('#1', '#2')}\n" + TURN.replace("keyframe", "keyframe<|>")))
    [action] = actions(text, line)
    assert action.title == "Write the keyframe as the replay has it (2 entries)"
    assert len(action.findings) == 2


def test_what_looks_wrong_in_a_variation() -> None:
    before = """
        "PlayerB" life 20 -> 17 by ?
        -     (
        -       "PlayerB" life 17<|> -> 16 by ?
        -     )
    """
    text, line, _, _ = fixture(game(before))
    [action] = actions(text, line)
    assert action.title == "Write `20`"
    assert [each.code for each in action.findings] == ["variation"]
    assert fixed(text, action) == fixture(game(before.replace("17<|>", "20"))).text


def test_fix_all_leaves_alone_what_the_game_says() -> None:
    text = game("""
        "PlayerB"  life 20 -> 17 by ? {why} $1
        "PlayerB" life 20 -> 15 by ?
          "PlayerA" add {G}{U} by ?
        "PlayerA"\tpay  {U}{G} by ?
    """).replace('[Site "?"]\n[Date "2026.10.28"]', '[Date "2026.10.28"]\n[Site "?"]')
    action = resolve(Analysis.of_lines(text.split("\n")), FIX_ALL, 0)
    assert action is not None
    assert fixed(text, action) == game("""
        "PlayerB" life 20 -> 17 by ? $1 {why}
        "PlayerB" life 20 -> 15 by ?
        "PlayerA" add {U}{G} by ?
        "PlayerA" pay {U}{G} by ?
    """)


def test_carriage_returns_inside_lines_are_removed() -> None:
    text = game('"PlayerA" pass').replace('"PlayerA" pass', '"PlayerA" \rpass')
    line = next(n for n, each in enumerate(text.split("\n")) if "\r" in each)
    action = next(each for each in actions(text, line) if each.raw)
    assert action.title == "Remove the carriage returns"
    assert fixed(text, action) == GAME


@pytest.mark.parametrize("text", ["", "\n", "x", "[", "\ufeff", "\r", '[Mtgr "0.3.0"]', "0:00 turn", "- (\n- )", "\0"])
def test_any_text_has_an_answer(text: str) -> None:
    analysis = Analysis.of_lines(text.split("\n"))
    for line in range(len(text.split("\n")) + 2):
        for action in code_actions(analysis, line, line):
            assert action.changes is not None or resolve(analysis, action.kind, line)
        resolve(analysis, "refactor.rewrite", line)
