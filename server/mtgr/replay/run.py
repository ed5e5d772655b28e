"""One pass over a block: the state as it goes, the current line, and how a check reports.

The modules beside this one are functions of a ``Run``: each applies or checks one kind of thing.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Any

from mtgr.replay.findings import Origin, RawFinding, Repair
from mtgr.replay.state import ANY, GameObject, Memory, Player, State, id_number, in_ranges
from mtgr.replay.tags import Game
from mtgr.spec.statements import Place
from mtgr.syntax.line import Line, LineKind, kind_of
from mtgr.syntax.statement import Statement, parse
from mtgr.syntax.tokens import tokenize

Span = tuple[int, int]


class Run:
    """The replay of one block. ``n`` is the current line in the block, ``column`` where its statement starts."""

    __slots__ = (
        "alternative",
        "branch",
        "column",
        "doubtful",
        "early_stack",
        "findings",
        "game",
        "last_block",
        "late_stack",
        "left",
        "lines",
        "memory",
        "n",
        "orphans",
        "seen",
        "st",
        "state",
        "where",
    )  # fmt: skip

    def __init__(
        self, game: Game, state: State, lines: list[str], last_block: bool = False, branch: bool = False
    ) -> None:
        self.game = game
        self.state = state
        self.memory: Memory = state.memory
        self.lines = lines
        self.findings: list[RawFinding] = []
        self.n = 0
        self.column = 0
        self.st: Statement = _NOTHING
        self.where = ""
        """Which lines may come: deck, pregame, head (of a turn, before its keyframe), turn (after it), step."""
        self.branch = branch
        """The lines are those of a variation, where hypothetical IDs are at home."""
        self.last_block = last_block
        """The file ends with this block, and without a result line: it is cut off."""
        self.orphans: Place | None = None
        """The kind of child lines whose missing parent has been reported (R4)."""
        self.doubtful: tuple[str, str] | None = None
        """The subject of the current line and the name written beside it, if they do not fit together."""
        self.early_stack = -2
        """A ``stack`` line without entries that stands under no priority line."""
        self.late_stack = -1
        """The ``stack`` line that a single other line separates from its priority line, which has been reported."""
        self.left: dict[str, RawFinding] = {}
        """The warnings of this block about objects left on the stack."""
        self.alternative: int | None = None
        """The indentation of the line that a variation may be an alternative to (R38)."""
        self.seen = -1
        """The last line that something before it has been decided by."""

    def go_to(self, n: int, st: Statement) -> None:
        """Makes another line of the block the current one."""
        self.n = n
        self.st = st
        self.column = Line(self.lines[n]).column

    def here(self) -> tuple[int, Statement, int]:
        """The current line, for ``back_to`` after a look at others."""
        return self.n, self.st, self.column

    def back_to(self, place: tuple[int, Statement, int]) -> None:
        """Makes the line that ``here`` gave the current one again."""
        self.n, self.st, self.column = place

    def look_at(self, n: int) -> None:
        """Notes that the lines up to ``n`` have decided something."""
        self.seen = max(self.seen, n)

    def following(self, after: int = 0) -> Statement | None:
        """The statement that comes straight after the current line (R46), or ``after`` statements later."""
        n, st = self._statement_from(self.n + 1)
        while st is not None and after > 0:
            n, st = self._statement_from(n + 1)
            after -= 1
        self.look_at(n)
        return st

    def _statement_from(self, start: int) -> tuple[int, Statement | None]:
        """The first statement from a line on, and its line; the number of lines if there is none."""
        depth = 0
        for n in range(start, len(self.lines)):
            text = self.lines[n]
            kind: LineKind = "body" if text[:1].isdigit() and text[-1] not in "()" else kind_of(text)
            if kind == "open":
                depth += 1
            elif kind == "close":
                depth = max(depth - 1, 0)
            elif kind == "body" and (not depth or not text.startswith("-")):
                depth = 0
                st = parse(text.partition(" ")[2].lstrip(" "))
                if st.problems or not text[0].isdigit():
                    st = Line(text).statement
                if st.form is None or st.form.name != "extension":
                    return n, st
        return len(self.lines), None

    def cut_off(self, start: int | None = None) -> bool:
        """Whether the file breaks off after the current line and its entries, or before line ``start``: no other
        statement follows (R46), or only a part of one."""
        if not self.last_block:
            return False
        n, st = self._statement_from(self.n + 1 if start is None else start)
        return st is None or (st.form is None and n == len(self.lines) - 1)

    @staticmethod
    def mentioned_ids(text: str) -> list[str]:
        """The IDs in a text that could not be read."""
        return [
            token.text for token in tokenize(text, most=2000) if token.kind == "id" and token.text[1] in "123456789"
        ]

    # --- Reporting ------------------------------------------------------------------------------------------------

    def report(
        self,
        code: str,
        message: str,
        at: str | Span = "statement",
        *origins: Origin,
        since: bool = False,
        instead: str | None = None,
        repair: Repair | None = None,
    ) -> None:
        """Notes a finding at a slot of the current statement (see ``Statement.span``) or at a span of it.

        ``instead`` is what should stand there; ``repair`` is given where it should stand elsewhere in the statement.
        """
        start, end = self.span(at)
        if instead is not None:
            repair = Repair(start, end, instead)
        if repair is not None:
            repair = Repair(self.column + repair.start, self.column + repair.end, repair.text)
        start, end = self.column + start, self.column + end
        self.findings.append(RawFinding(self.n, start, end, code, message, origins, since, repair))

    def report_line(
        self, n: int, span: Span, code: str, message: str, *origins: Origin, instead: str | None = None
    ) -> None:
        """Notes a finding at columns of another line of the block; ``instead`` is what should stand there."""
        repair = None if instead is None else Repair(*span, instead)
        self.findings.append(RawFinding(n, *span, code, message, origins, repair=repair))

    def span(self, at: str | Span) -> Span:
        """The span of a slot of the current statement, or the span given."""
        return self.st.span(at) if isinstance(at, str) else at

    # --- Fields with candidates (R4) --------------------------------------------------------------------------------

    def agrees(self, subject: str, field: str, replayed: Any, written: Any) -> bool:
        """Whether what a line states is what the replay has, or one of the candidates if the field is open."""
        if self.state.open:
            candidates = self.state.open.pop((subject, field), None)
            if candidates is not None:
                return candidates[0] is ANY or written in candidates
        return bool(replayed == written)

    def is_open(self, subject: str, field: str) -> bool:
        """Whether a field has several candidates."""
        return (subject, field) in self.state.open

    def leave_open(self, subject: str, field: str, *candidates: Any) -> None:
        """Keeps candidates for a field until a line states it; none given means any value."""
        self.state.open[subject, field] = candidates or (ANY,)

    def settle(self, subject: str, *fields: str) -> None:
        """A line has stated these fields: their candidates are gone."""
        if self.state.open:
            for field in fields:
                self.state.open.pop((subject, field), None)

    def open_object(self, obj: GameObject) -> None:
        """Nothing is known of this object any more until it is stated again (R47)."""
        if obj.kind != "unknown":
            for field in OBJECT_FIELDS:
                self.leave_open(obj.id, field)

    def doubt(self, id: str, name: str) -> None:
        """ID and name of the subject do not fit: whatever the line does may concern the object of that name (R4)."""
        self.doubtful = (id, name)
        self._open_doubtful(id, name)

    def end_of_doubt(self) -> None:
        """The doubtful line has been applied, to the one object or the other."""
        if self.doubtful is not None:
            self._open_doubtful(*self.doubtful)
            self.doubtful = None

    def _open_doubtful(self, id: str, name: str) -> None:
        for obj in list(self.state.objects.values()):
            if (obj.id == id or obj.name == name) and obj.kind != "unknown":
                self.open_values(obj)

    def open_values(self, obj: GameObject) -> None:
        """As ``open_object``, but for the name."""
        for field in OBJECT_FIELDS:
            if field != "name":
                self.leave_open(obj.id, field)

    def open_player(self, player: str) -> None:
        """Nothing is known of this player's totals any more until they are stated again (R47)."""
        for field in ("life", "poison", "library", "counters", "mana"):
            self.leave_open(player, field)

    # --- Objects and players ----------------------------------------------------------------------------------------

    def change(self, obj: GameObject, **values: Any) -> GameObject:
        """Sets fields of an object; they are settled by it."""
        return self.store(obj.replace(**values), tuple(values))

    def store(self, new: GameObject, fields: tuple[str, ...]) -> GameObject:
        """Puts an object in the place of what it was before; the fields in which it differs are settled by it."""
        state = self.state
        if new.kind == "unknown" and new.id not in state.objects:
            return new  # a stand-in that the state does not hold
        state.objects[new.id] = new
        if new.attached is not None:
            self.memory.linked.add(new.attached)
        if new.with_id is not None:
            self.memory.linked.add(new.with_id)
        if state.open:
            self.settle(new.id, *fields)
        return new

    def change_player(
        self,
        name: str,
        *,
        life: str | None = None,
        poison: str | None = None,
        library: int | None = None,
        counters: tuple[tuple[str, str], ...] | None = None,
        mana: str | None = None,
    ) -> Player:
        """Sets the totals given of a player; they are settled by it."""
        old = self.state.players[name]
        new = Player(
            old.life if life is None else life,
            old.poison if poison is None else poison,
            old.library if library is None else library,
            old.counters if counters is None else counters,
            old.mana if mana is None else mana,
        )
        self.state.players[name] = new
        if self.state.open:
            given = {"life": life, "poison": poison, "library": library, "counters": counters, "mana": mana}
            self.settle(name, *(field for field, value in given.items() if value is not None))
        return new

    def subject(self) -> GameObject:
        """The object the current statement is about, its name checked."""
        id, name = self.st.values[0], self.st.values[1]
        assert id is not None
        obj = self.state.objects.get(id)
        if obj is None:
            obj = self.unknown(id, "object", revive=True)
            if name != obj.name:
                if name is not None:
                    self.doubt(id, name)
                return obj
        if name != obj.name or self.state.open:
            obj = self.check_name(obj, name, "object", "object name")
        return obj

    def mention(self, id: str, name: str | None, slot: str) -> GameObject:
        """An object that a slot of the current statement refers to, its name checked."""
        obj = self.state.objects.get(id)
        if obj is None:
            return self.unknown(id, slot)
        if name != obj.name or self.state.open:
            obj = self.check_name(obj, name, slot, f"{slot} name")
        return obj

    def mention_id(self, id: str, slot: str) -> GameObject:
        """An object that a slot refers to by its ID alone."""
        return self.state.objects.get(id) or self.unknown(id, slot)

    def target(self, text: str, slot: str) -> None:
        """Checks an object or player that a slot of the current statement refers to."""
        if text[0] == '"':
            self.player(text, slot)
            return
        start, end = self.st.span(slot)
        id, _, name = text.partition(" ")
        middle = start + len(id)
        obj = self.state.objects.get(id)
        if obj is None:
            self.unknown(id, (start, middle))
        elif (name or None) != obj.name or self.state.open:
            self.check_name(obj, name or None, (start, middle), (middle + 1, end))

    def unknown(self, id: str, at: str | Span, code: str = "check-3", revive: bool = False) -> GameObject:
        """An ID that no live object has: reports it at its first use, and returns what is to stand for it."""
        state, memory = self.state, self.memory
        known = state.ended.get(id)
        if known is None and id in state.objects:
            return state.objects[id]
        if id[1] == "h":
            if id not in memory.reported and not self.branch:
                memory.reported.add(id)
                self.report("check-17", f"the hypothetical ID `{id}` can only be used inside a variation", at)
            return GameObject(id, "unknown")
        if known is not None:
            if id not in memory.reported:
                memory.reported.add(id)
                self._report_ended(id, known, at)
            if revive:
                # Ended or not: later lines decide.
                del state.ended[id]
                state.objects[id] = known
                memory.unordered = True
                self.open_values(known)
            return known
        memory.unordered = True
        number = id_number(id)
        silent = id in memory.reported or in_ranges(memory.skipped, number)
        if not silent:
            self.report(code, f"`{_short(id)}` has no `new` line before this use", at)
        if number >= memory.next_id:
            if number > memory.next_id:
                memory.skipped.append((memory.next_id, number - 1))
            memory.next_id = number + 1
        memory.reported.add(f"{id} used")
        state.objects[id] = found = GameObject(id, "unknown")
        return found

    def _report_ended(self, id: str, known: GameObject, at: str | Span) -> None:
        message = f"the ID {self.label(known)} has ended"
        if self.st.form is not None and self.st.form.name == "new ability":
            message += (
                ": an ability that triggers as its source leaves is written before the line that ends the source's ID"
            )
        self.report("check-3", message, at, Origin("end", "its ID ended here", id), since=True)

    def check_name(self, obj: GameObject, name: str | None, id_at: str | Span, name_at: str | Span) -> GameObject:
        """Check 4: the name beside an ID is the recorded one. Returns the object with the name that was settled."""
        if obj.kind == "unknown":
            return obj
        if self.agrees(obj.id, "name", obj.name, name):
            if name != obj.name and obj.id in self.state.objects:
                return self.change(obj, name=name)
            return obj
        origin = Origin("set", "its name was last recorded here", obj.id, "name")
        if name is None:
            end = self.span(id_at)[1]
            message = f"`{obj.id}` is {obj.name}: its name stands beside its ID"
            self.report("check-4", message, id_at, origin, repair=Repair(end, end, f" {obj.name}"))
        elif obj.name is None:
            start, end = self.span(name_at)
            what = "its name is hidden here" if obj.kind == "hidden" else f"an {obj.kind} has no name"
            message = f"`{obj.id}` is written without a name: {what}"
            self.report("check-4", message, name_at, origin, repair=Repair(start - 1, end, ""))
        else:
            self.report("check-4", f"`{obj.id}` is {obj.name}, not {name}", name_at, origin, instead=obj.name)
        self.leave_open(obj.id, "name", obj.name, name)
        if id_at == "object" and name is not None:
            self.doubt(obj.id, name)
        return obj

    def check_recorded_name(self, id: str, name: str | None, slot: str) -> bool:
        """Check 4 for the source that an entry repeats, whose ID may have ended (R18). Returns whether it agrees."""
        source = self.state.objects.get(id) or self.state.ended.get(id)
        if source is None or source.kind == "unknown" or name == source.name or self.is_open(id, "name"):
            return True
        if name is not None and name == source.own_name:
            return True
        message = f"`{id}` is {source.name or 'without a name'}, not {name or 'nameless'}"
        origin = Origin("set", "its name was last recorded here", id, "name")
        self.report("check-4", message, f"{slot} name" if name is not None else slot, origin)
        return False

    def player(self, name: str, at: str | Span) -> str | None:
        """The player that a name stands for; reports a name that is neither's (R9) and returns None if in doubt."""
        if name in self.state.players:
            return name
        for alias, player in self.memory.aliases:
            if alias == name:
                return player or None
        return self._unknown_player(name, at)

    def _unknown_player(self, name: str, at: str | Span) -> str | None:
        players = list(self.state.players)
        if len(players) < 2:
            # The tag is missing or wrong, which is its finding; this is the player it should have named (R4).
            first = self.game.player1 is None and len(players) == 1
            added = {name: Player()}
            self.state.players = added | self.state.players if first else self.state.players | added
            for field in ("life", "poison", "library", "counters", "mana"):
                self.leave_open(name, field)
            return name
        if name in self.game.seated and len(self.game.seated) == 2:
            # The tag names the player wrongly: one finding at the first use of the name the body has (R4).
            seat = players[self.game.seated.index(name)]
            if seat not in self.game.seated:
                if name != self.game.perspective:
                    self.report(
                        "check-1", f"{_short(name)} is neither player; the tags name {players[0]} and {players[1]}", at
                    )
                self.memory.aliases += ((name, seat),)
                return seat
        if name != self.game.perspective:
            self.report("check-1", f"{_short(name)} is neither player; they are {players[0]} and {players[1]}", at)
        player = self._likely_player(name, players)
        self.memory.aliases += ((name, player),)
        if not player:
            for each in players:
                self.open_player(each)  # the line concerns one of them
        return player or None

    def _likely_player(self, name: str, players: list[str]) -> str:
        """Whom an unknown name stands for: one whose name is like it, or who is named nowhere; '' if nobody is."""
        likeness = [SequenceMatcher(None, name[:100], player[:100]).ratio() for player in players]
        if max(likeness) >= 0.7 and likeness[0] != likeness[1]:
            return players[likeness.index(max(likeness))]
        self.look_at(len(self.lines))
        absent = [player for player in players if not any(player in line for line in self.lines)]
        if len(absent) == 1:
            return absent[0]
        if self.where == "deck" and self.game.perspective in players:
            return self.game.perspective or ""
        return ""

    # --- Ending IDs -------------------------------------------------------------------------------------------------

    def end_id(self, obj: GameObject) -> None:
        """Ends an object's ID, and the links that point at it (R22)."""
        state = self.state
        state.objects.pop(obj.id, None)
        if obj.kind == "unknown":
            state.ended[obj.id] = obj
            return
        state.ended[obj.id] = obj
        if obj.id in state.stack:
            state.stack.remove(obj.id)
        for ids in state.tracked.values():
            ids.pop(obj.id, None)
        if state.open:
            for key in [key for key in state.open if key[0] == obj.id]:
                del state.open[key]
        if obj.kind not in ("ability", "effect"):
            self.cut_links(obj.id)

    def cut_links(self, id: str, keep_with: bool = False) -> None:
        """Clears ``attached`` of whatever is attached to an object, and the ``with`` links to it."""
        if id not in self.memory.linked:
            return
        for other in list(self.state.objects.values()):
            if other.attached == id:
                other = self.change(other, attached=None)
            if other.with_id == id and not keep_with:
                self.change(other, with_id=None)

    # --- Words for messages -----------------------------------------------------------------------------------------

    def label(self, obj: GameObject) -> str:
        """An object for a message: its ID, and its name if it has one."""
        return f"`{_short(obj.id)}` {obj.name}" if obj.name else f"`{_short(obj.id)}`"


OBJECT_FIELDS = (
    "name", "controller", "zone", "position", "tapped", "face", "fused", "pt", "counters", "attached", "with_id",
    "adventure", "companion", "goaded", "choices", "exists",
)  # fmt: skip


def _short(text: str) -> str:
    return text if len(text) <= 50 else text[:47] + "..."


_NOTHING = Statement("", None, ())
