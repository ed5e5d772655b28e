"""The loop over the lines of a block, with what decides which line may stand where (section 5)."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from mtgr.replay import stack, totals
from mtgr.replay.causes import cause_is_known, check_cause
from mtgr.replay.deck import check_deck
from mtgr.replay.ending import Ending, check_after_end, ending
from mtgr.replay.entries import check_escape, check_level, children, is_deck_entry, is_stack_entry
from mtgr.replay.handlers import HANDLERS
from mtgr.replay.keyframe import keyframe
from mtgr.replay.keyframe_text import is_entry, matches
from mtgr.replay.run import Run
from mtgr.replay.state import ANY, number
from mtgr.replay.times import check_time
from mtgr.replay.unreadable import guess_structure, unreadable
from mtgr.replay.variations import skip_variations
from mtgr.spec.statements import Cause, Place
from mtgr.syntax.line import Line, kind_of
from mtgr.syntax.statement import Statement, parse

_ENDINGS = frozenset({"concede", "lose", "win", "game-draw"})


class Loop:
    """One pass over the main-line lines of a block, whose state, findings and place are those of ``run``."""

    __slots__ = ("above", "apart", "awaiting_stack", "doubled", "ending", "kind", "late_keyframe", "run")

    def __init__(self, run: Run, kind: str) -> None:
        self.run = run
        self.kind = kind
        self.ending: Ending | None = None
        self.awaiting_stack = False
        """The line before was a priority line."""
        self.doubled = False
        """The line before was a keyframe or stack line without entries."""
        self.late_keyframe = False
        """One line stands between the pregame line and its keyframe, which has been reported."""
        self.above: list[tuple[int, Statement]] = []
        """The entries straight above, without their line."""
        self.apart: set[int] = set()
        """Entries that stand apart from the line they belong to, and have been read with it."""

    def run_to(self, end: int, n: int = 0) -> int:
        """Replays the lines from ``n`` to ``end`` (exclusive); returns the line to go on with."""
        run = self.run
        lines = run.lines
        memory = run.memory
        while n < end:
            if n in self.apart:
                n += 1
                continue
            text = lines[n]
            first = text[:1]
            if first == "-":
                after = skip_variations(run, n)
                if after > n:
                    n = after
                    continue
            elif not first or first in "%[ \t" or text[-1] in "()":
                kind = kind_of(text)
                if kind in ("open", "close"):
                    n = max(skip_variations(run, n), n + 1)
                    continue
                if kind != "body":
                    if kind == "escape":
                        check_escape(run, n, text)
                    n += 1
                    continue
            timeless = False
            time, _, rest = text.partition(" ")
            body = rest.lstrip(" ")
            indent = len(rest) - len(body)
            if (time == memory.last_time and time) or check_time(run, n, time):
                st = parse(body)
                column = len(text) - len(body)
            else:
                line = Line(text)
                if line.kind != "body":
                    n += 1  # a result line where no game ends, which the structure of the file reports
                    continue
                time = line.time
                problem = line.problems[0] if line.problems else None
                if problem is None:
                    span, message = (0, len(time)), "on the main line `-` is no time"
                else:
                    span, message = (problem.start, problem.end), problem.message
                run.report_line(n, span, "check-1", message)
                st, column, indent = line.statement, line.column, line.indent
                timeless = True
            run.n, run.st, run.column = n, st, column
            if indent == 4 and run.where == "step" and not st.problems and run.orphans is None and not memory.ended:
                form = st.form
                if form is not None and form.place is Place.EVENT:
                    # By far the most lines: an event in a step, where nothing is the matter.
                    run.alternative = indent
                    self._event(st)
                    if form.name != "extension":
                        self.awaiting_stack = form.name == "priority"
                    n += 1
                    continue
            if st.problems:
                # A line without a time that is no statement either has been reported.
                for problem in st.problems if not timeless or st.form is not None else ():
                    run.report("check-1", problem.message, (problem.start, problem.end))
                if st.form is None:
                    self.awaiting_stack = unreadable(run, st, indent, self.kind, self.awaiting_stack)
                    n += 1
                    continue
            if n == 0 and self.kind in ("pregame", "turn") and st.form is not None and st.form.name != self.kind:
                run.report(
                    "check-1", f"expected `{self.kind}` before this keyframe, found `{st.text[:40]}`", "statement"
                )
                guess_structure(run, self.kind, st.text, 0)
                n += 1
                continue
            n = self._statement(st, indent, time)
        return n

    # --- What may stand where -------------------------------------------------------------------------------------

    def _statement(self, st: Statement, indent: int, time: str) -> int:
        """Places and applies the current statement; returns the number of the next line."""
        run = self.run
        form = st.form
        assert form is not None
        place = form.place
        awaiting_stack, self.awaiting_stack = self.awaiting_stack, False
        if place is Place.EVENT:
            if run.orphans is Place.KEYFRAME_ENTRY and is_entry(st):
                run.state.day_night = form.name
                return run.n + 1
            if run.orphans is not Place.EVENT:
                run.orphans = None
            if run.memory.ended and check_after_end(run, st):
                return run.n + 1
            self._event_place(st, indent)
            self._event(st)
            if form.name == "priority":
                self.awaiting_stack = True
            elif form.name == "extension":
                self.awaiting_stack = awaiting_stack
            return run.n + 1
        if place is not Place.STACK and place is not Place.STACK_ENTRY:
            run.alternative = None
        above: list[tuple[int, Statement]] = []
        if place not in (Place.KEYFRAME_ENTRY, Place.STACK_ENTRY, Place.DECK_ENTRY):
            if place is not Place.STACK or run.orphans is not Place.EVENT:
                run.orphans = None
            if self.above and self.above[-1][0] == run.n - 1:
                above = self.above
            self.above = []
            if run.memory.ended and check_after_end(run, st):
                run.orphans = _CHILDREN.get(form.name)
                return run.n + 1
            if st.cause is not None:
                check_cause(run, st)
        match place:
            case Place.BLOCK:
                return self._open(st, indent)
            case Place.KEYFRAME:
                return self._keyframe(indent, time, above)
            case Place.STEP:
                self._step(st, indent)
            case Place.STACK:
                return self._stack(indent, time, awaiting_stack, above)
            case _:
                self._orphan(place)
                if self.above and self.above[-1][0] != run.n - 1:
                    self.above = []
                self.above.append((run.n, st))
        return run.n + 1

    def _event_place(self, st: Statement, indent: int) -> None:
        """Where an event may stand: pregame, step, and where gaps and extensions allow more (R14, R49, R54)."""
        run = self.run
        form = st.form
        assert form is not None
        where = run.where
        if where == "step":
            level = 2
        elif (
            where == "pregame"
            or (form.name == "extension" and (where == "head" or (where == "turn" and indent != 4)))
            or (
                where == "head"
                and (form.name == "incomplete" or (run.state.suspended and form.name.startswith("new ")))
            )
        ):
            level = 1
        else:
            run.alternative = indent
            if run.orphans is not Place.EVENT:
                run.orphans = Place.EVENT
                what = {"deck": "the pregame or a step", "head": "a step, after the turn's keyframe"}.get(
                    where, "a step"
                )
                run.report("check-1", f"an event stands in {what}", "statement")
            return
        run.alternative = indent
        if indent != level * 2:
            check_level(run, indent, level)

    def _event(self, st: Statement) -> None:
        run = self.run
        form = st.form
        assert form is not None
        memory = run.memory
        name = form.name
        cause = st.cause
        if cause is None:
            if form.cause is not Cause.NONE and form.cause is not Cause.CHOOSER:
                check_cause(run, st)
        elif form.cause is not Cause.REQUIRED or st.replacements or not cause_is_known(run, cause):
            check_cause(run, st)
        handler = HANDLERS.get(name)
        if handler is not None:
            handler(run, st)
        elif name == "incomplete":
            run.state.suspended = True
        elif name in _ENDINGS:
            self.ending = ending(run, st)
        else:
            run.state.day_night = name
            run.settle("", "day_night")
        if run.doubtful is not None:
            run.end_of_doubt()
        if name == "extension":
            return
        if memory.fresh_copy is not None and name not in ("target", "new copy", "new copy of ability"):
            memory.fresh_copy = None
        if memory.bottoms is not None and name != "move":
            memory.bottoms = None

    def _open(self, st: Statement, indent: int) -> int:
        """``deck``, ``pregame`` and ``turn``: the order of a game's blocks (R13)."""
        run = self.run
        memory = run.memory
        assert st.form is not None
        check_level(run, indent, 0)
        name = st.form.name
        run.where = {"deck": "deck", "pregame": "pregame"}.get(name, "head")
        if name == "deck":
            if memory.pregame_seen and memory.bare:
                run.where = "pregame"  # the deck stands between pregame and keyframe, and was reported missing before
            elif memory.deck_seen or memory.pregame_seen:
                run.report("check-1", "a game begins with its one deck block", "statement")
            memory.deck_seen = True
            return self._deck(st)
        deck_missing = not memory.deck_seen
        if deck_missing:
            memory.deck_seen = True
            run.report("check-1", "the deck block is missing before this line", "statement")
        if name == "pregame":
            if memory.pregame_seen and not memory.bare:
                run.report("check-1", "a game has one pregame, before its first turn", "statement")
            memory.pregame_seen = True
            if deck_missing and run.following() is None:
                memory.bare = True
            else:
                self._expect_keyframe()
            return run.n + 1
        if not memory.pregame_seen:
            memory.pregame_seen = True
            run.report("check-1", "the pregame is missing before this turn", "statement")
            for player in run.state.players:
                run.open_player(player)
        totals.empty_pools(run)
        stack.check_left(run)
        self._turn_number(st.values[0] or "0")
        run.state.active = run.player(st.values[1] or "", "player")
        self._expect_keyframe()
        run.alternative = indent
        return run.n + 1

    def _turn_number(self, written: str) -> None:
        run = self.run
        state = run.state
        before = state.turn or "0"
        previous = number(before)
        found = number(written)
        candidates = state.open.pop(("", "turn"), (before,))
        if candidates[0] is ANY or state.suspended:
            ok = found > previous
        else:
            ok = any(found == number(each) + 1 for each in candidates) or (run.memory.bare and found == previous)
        state.turn = written
        if not ok:
            following = run.following()
            if found > previous and following is not None and following.text.startswith("new "):
                state.suspended = True  # the `incomplete` line before it is what is missing
            message = f"turns are numbered one after the other: turn {previous + 1} comes here"
            run.report("check-1", message, "number", instead=str(previous + 1))
            run.leave_open("", "turn", written, str(previous), str(previous + 1))

    def _expect_keyframe(self) -> None:
        """The first child of pregame and turn is a keyframe (R13, R48)."""
        run = self.run
        following = run.following()
        allowed = False
        if following is not None and following.form is not None:
            name = following.form.name
            allowed = name == "keyframe" or (
                run.where == "head" and (name == "incomplete" or (run.state.suspended and name.startswith("new ")))
            )
        elif following is not None:
            allowed = run.state.suspended
        run.memory.bare = False
        if allowed or run.cut_off():
            return
        if following is not None and self._late_keyframe(following):
            return
        run.memory.bare = True
        if run.memory.early_keyframe and following is not None and is_entry(following):
            run.memory.early_keyframe = False  # it stands above this line instead of below
        else:
            message = "the first line of a pregame or turn is its `keyframe`, which is missing"
            run.report("check-1", message, "statement")
        run.orphans = Place.KEYFRAME_ENTRY
        if run.where == "head":
            run.where = "turn"
        else:
            for player in run.state.players:
                run.open_player(player)

    def _late_keyframe(self, following: Statement) -> bool:
        """Whether a single line, which is the one mistake, stands between the current line and its keyframe."""
        run = self.run
        after = run.following(1)
        if after is None or after.form is None or after.form.place is not Place.KEYFRAME:
            return False
        between = following.form.place if following.form is not None else None
        if between not in (Place.EVENT, Place.STEP, Place.KEYFRAME_ENTRY, Place.DECK_ENTRY):
            return False
        if run.where == "pregame" and between is Place.EVENT:
            run.report("check-1", "the first line of a pregame is its `keyframe`, not the line after this", "statement")
        self.late_keyframe = True
        return True

    def _orphan(self, place: Place) -> None:
        """An entry without its parent line: one finding for the run of them (R4)."""
        run = self.run
        if run.orphans is place:
            return
        run.orphans = place
        if place is Place.DECK_ENTRY:
            run.memory.deck_seen = True  # its line is what is missing
        parent = {Place.KEYFRAME_ENTRY: "keyframe", Place.STACK_ENTRY: "stack", Place.DECK_ENTRY: "deck"}[place]
        run.report("check-1", f"this entry has no `{parent}` line above it", "statement")

    # --- Blocks and their children --------------------------------------------------------------------------------

    def _children(
        self, level: int, time: str, belongs: Callable[[Statement], bool], apart: bool = True
    ) -> tuple[list[tuple[int, Statement]], int]:
        """The entries under the current line, with their levels and times checked, and the line to go on with."""
        run = self.run
        outer = run.here()
        found, n = children(run, level, time, belongs)
        after = found[-1][0] + 1 if found else outer[0] + 1
        if level > 1 and apart:
            found.extend(self._entries_apart(n, time, level, belongs))
        run.back_to(outer)
        return found, after

    def _entries_apart(
        self, n: int, time: str, level: int, belongs: Callable[[Statement], bool]
    ) -> list[tuple[int, Statement]]:
        """The entries after a line that stands among them: reported once, at the first of them (R4)."""
        run = self.run
        found: list[tuple[int, Statement]] = []
        if n >= len(run.lines) or kind_of(run.lines[n]) != "body":
            return found
        between = Line(run.lines[n]).statement.form
        if between is not None and between.place not in (Place.EVENT, Place.STEP):
            return found
        for below in range(n + 1, len(run.lines)):
            run.look_at(below)
            line = Line(run.lines[below])
            if line.time != time or line.level != level or not belongs(line.statement):
                break
            found.append((below, line.statement))
        if not found:
            return found
        self.apart.update(below for below, _ in found)
        if between is not None and between.name.startswith("new "):
            # What it introduces is among the entries.
            run.go_to(n, Line(run.lines[n]).statement)
            run.report("check-1", "this line stands among the entries of a keyframe", "statement")
            self._event(run.st)
            self.apart.add(n)
        else:
            run.go_to(*found[0])
            run.report("check-1", "another line stands between this entry and the line it belongs to", "statement")
        return found

    def _keyframe(self, indent: int, time: str, above: list[tuple[int, Statement]]) -> int:
        run = self.run
        where = run.where
        if self.doubled:
            self.doubled = False
            run.report("check-1", "a keyframe is the first line of a pregame or turn; this is the second", "statement")
        elif not self.late_keyframe and (where not in ("pregame", "head") or self._after_pregame_start()):
            return self._misplaced_keyframe(time)
        self.late_keyframe = False
        run.memory.bare = False
        check_level(run, indent, 1)
        totals.empty_pools(run)
        stack.check_left(run)
        if where == "head":
            run.where = "turn"
            skipped = matches(run, f"{time}     ", run.n + 1)
            if skipped is not None:
                run.memory.together = ()
                run.look_at(run.n + 1 + skipped)
                for n in range(run.n + 1, run.n + 1 + skipped):
                    if not run.lines[n].isascii() and not unicodedata.is_normalized("NFC", run.lines[n]):
                        skipped = None
                        break
            if skipped is not None:
                return run.n + 1 + skipped
        entries, after = self._children(2, time, is_entry)
        named = {(st.form, st.values[:1]) for _, st in entries}
        entries[:0] = [(n, st) for n, st in above if is_entry(st) and (st.form, st.values[:1]) not in named]
        if not entries and self._doubled("keyframe"):
            run.where = where
            self.doubled = True
            return after
        if not entries and not run.cut_off():
            run.report("check-7", "this keyframe has no entries", "statement")
            run.state.suspended = False
            for player in run.state.players:
                run.open_player(player)
            return after
        last, run.n = run.n, run.n
        cut = run.cut_off(after)
        self._compare(entries, where == "pregame", cut)
        run.n = last
        return after

    def _compare(self, entries: list[tuple[int, Statement]], start: bool, cut: bool) -> None:
        run = self.run
        findings = len(run.findings)
        keyframe(run, entries, start)
        if cut:
            # The file breaks off inside the keyframe: what is missing from it is that one mistake.
            own = [finding for finding in run.findings[findings:] if finding.line != run.n]
            run.findings[findings:] = own

    def _after_pregame_start(self) -> bool:
        """Whether a keyframe in the pregame is not its first child."""
        run = self.run
        if run.where != "pregame" or run.memory.bare:
            return False  # or its absence has been reported
        for n in range(run.n - 1, -1, -1):
            if kind_of(run.lines[n]) == "body":
                st = Line(run.lines[n]).statement
                if st.form is not None and st.form.name == "extension":
                    continue
                return st.form is not None and st.form.name != "pregame"
        return False

    def _doubled(self, name: str) -> bool:
        following = self.run.following()
        return following is not None and following.form is not None and following.form.name == name

    def _misplaced_keyframe(self, time: str) -> int:
        """Reported, and not compared (R49)."""
        run = self.run
        entries, after = self._children(2, time, is_entry)
        if run.where in ("deck", "") and entries and not run.memory.pregame_seen:
            run.memory.pregame_seen = True
            run.where = "pregame"
            run.report("check-1", "the `pregame` line is missing before this keyframe", "statement")
            keyframe(run, entries, True)
            return after
        run.memory.early_keyframe = not entries
        lost_turn = run.where in ("step", "pregame") and bool(entries)
        hint = "; is a `turn` line missing before it?" if lost_turn else ""
        run.report("check-1", f"a keyframe is the first line of a pregame or turn{hint}", "statement")
        if lost_turn:
            run.leave_open("", "turn")
            run.where = "turn"
        return after

    def _step(self, st: Statement, indent: int) -> None:
        run = self.run
        if run.where == "head" and self.late_keyframe:
            run.report("check-1", "a step comes after the keyframe of its turn", "verb")
            return
        if run.where in ("pregame", "deck", ""):
            run.report("check-1", "a step stands in a turn", "verb")
        run.where = "step"
        check_level(run, indent, 1)
        totals.empty_pools(run)
        if run.memory.leaving:
            stack.check_left(run)
        if run.memory.fresh_copy is not None or run.memory.bottoms is not None:
            run.memory.fresh_copy = run.memory.bottoms = None
        run.alternative = indent

    def _stack(self, indent: int, time: str, after_priority: bool, above: list[tuple[int, Statement]]) -> int:
        run = self.run
        event_level = 1 if run.where == "pregame" else 2
        above = [(n, st) for n, st in above if is_stack_entry(st)]
        if not after_priority and not above and run.late_stack != run.n:
            entries, after = self._children(event_level + 2, time, is_stack_entry, apart=False)
            if not entries:
                run.early_stack = run.n
            run.report("check-1", "a `stack` line stands under a priority line", "verb")
            return after
        if self.doubled:
            self.doubled = False
            run.report("check-1", "one `stack` line stands under a priority line; this is the second", "verb")
        check_level(run, indent, event_level + 1)
        state = run.state
        prefix = f"{time} {'  ' * (event_level + 2)}"
        n = run.n + 1
        if not state.open and not state.suspended and state.stack:
            end = n + len(state.stack)
            objects = [state.objects.get(id) for id in reversed(state.stack)]
            if all(objects) and run.lines[n:end] == [prefix + stack.entry_text(state, obj) for obj in objects if obj]:
                following = run.lines[end] if end < len(run.lines) else ""
                nfc = all(text.isascii() or unicodedata.is_normalized("NFC", text) for text in run.lines[n:end])
                if nfc and not following.startswith(prefix) and kind_of(following) != "escape":
                    run.look_at(end)
                    return end
        entries, after = self._children(event_level + 2, time, is_stack_entry)
        entries[:0] = above
        if not entries and self._doubled("stack"):
            self.awaiting_stack = self.doubled = True
            return after
        findings = len(run.findings)
        stack.snapshot(run, entries, after_priority)
        if run.cut_off(after):
            run.findings[findings:] = [f for f in run.findings[findings:] if f.line != run.n]
        return after

    def _deck(self, st: Statement) -> int:
        entries, after = self._children(1, "", is_deck_entry)
        check_deck(self.run, st, entries, after)
        return after


_CHILDREN = {"keyframe": Place.KEYFRAME_ENTRY, "stack": Place.STACK_ENTRY, "deck": Place.DECK_ENTRY}
