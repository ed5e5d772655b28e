"""Which function applies and checks each event statement."""

from __future__ import annotations

from collections.abc import Callable

from mtgr.replay import introduce, marks, moves, stack, totals
from mtgr.replay.run import Run
from mtgr.syntax.statement import Statement

Handler = Callable[[Run, Statement], None]

HANDLERS: dict[str, Handler] = {
    "new card": introduce.new_card,
    "new hidden": introduce.new_hidden,
    "new token": introduce.new_token,
    "new copy": introduce.new_copy,
    "new copy of ability": introduce.new_copy_of_ability,
    "new ability": introduce.new_ability,
    "new effect": introduce.new_effect,
    "new emblem": introduce.new_emblem,
    "identify": marks.identify,
    "play": moves.play,
    "cast": moves.cast,
    "move": moves.move,
    "choose": stack.choose,
    "target": stack.target,
    "tap": marks.tap,
    "untap object": marks.untap,
    "attach": marks.attach,
    "unattach": marks.unattach,
    "control": marks.control,
    "counters": marks.counters,
    "pt": marks.pt,
    "cost": marks.cost,
    "damage": marks.damage,
    "attack": marks.attack,
    "block": marks.block,
    "reveal": marks.reveal,
    "look": marks.look,
    "untracked": marks.untracked,
    "transform": marks.transform,
    "become-copy": marks.become_copy,
    "special": marks.special,
    "goad": marks.goad,
    "end-goad": marks.end_goad,
    "cease": marks.cease,
    "resolve": stack.resolve,
    "fizzle": stack.fizzle,
    "countered": stack.countered,
    "roll": totals.player_only,
    "choose first": totals.choose_first,
    "player choose": stack.player_choose,
    "mulligan": totals.player_only,
    "keep": totals.player_only,
    "priority": stack.priority,
    "pass": totals.player_only,
    "add": totals.add,
    "pay": totals.pay,
    "lose-mana": totals.pay,
    "life": totals.life,
    "poison": totals.poison,
    "player counters": totals.player_counters,
    "search": totals.search,
    "shuffle": totals.shuffle,
    "extension": lambda run, st: None,
}
"""What each event does. Day, night, incomplete and the ending lines concern the game: ``mtgr.replay.loop``."""
