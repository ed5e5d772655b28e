"""Writing: a game statement by statement, each checked before it is written."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO

from mtgr.api import given
from mtgr.api.build import build, statement
from mtgr.api.checking import Checker
from mtgr.api.states import State
from mtgr.api.unsettled import unsettled
from mtgr.api.values import Known, Ref, Value
from mtgr.replay.keyframe_text import entry_text as keyframe_entry
from mtgr.replay.keyframe_text import keyframe_entries, listed_objects
from mtgr.replay.stack import entry_text as stack_entry
from mtgr.replay.write import body_lines, stack_entries
from mtgr.spec.statements import BY_NAME, Place
from mtgr.spec.tags import order_of
from mtgr.spec.words import FORMAT_VERSION
from mtgr.syntax.tokens import decode, encode, normalized

_UNKNOWN = {
    "Mtgr": FORMAT_VERSION, "Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "Result": "*", "Format": "?",
    "Game": "1",
}  # fmt: skip
"""The required tags that need not be given, and what stands for them then."""
NOTHING_SETTLED: Mapping[str, str] = MappingProxyType({})
_CHUNK = 1 << 20


class GameWriter:
    """One game on its way into a file. What would make the file wrong is not written: ``Refused`` says why.

    ``target`` is a path, whose file is made or gets one more game, or a binary file that can be read and sought, and is
    not opened to append. Every line is in the file as soon as it is written, and none is kept: a line costs the same
    wherever it stands.

    ``tags`` must have ``Player1``, ``Player2``, ``Match`` and ``Perspective``; other required ones that are left out
    say unknown. Those that are known only at the end can be given to ``end``. Times have ``fraction_digits`` digits
    after the point, 0 to 3.
    """

    def __init__(
        self, target: str | os.PathLike[str] | BinaryIO, tags: Mapping[str, str], *, fraction_digits: int = 0
    ) -> None:
        if fraction_digits not in range(4):
            raise ValueError(f"a time has 0 to 3 digits after the point, not {fraction_digits!r}")
        self._tags = {**_UNKNOWN, **given.mapping("tags", tags)}
        self._digits = fraction_digits
        self._time = self._written_time(0)
        head = _tag_lines(self._tags)
        Checker(head, 0)  # before the file is touched
        self._file = _opened(target) if isinstance(target, str | os.PathLike) else _usable(target)
        self._ours = self._file is not target
        above = _finished_lines(self._file)
        if above:
            self._file.write(b"\n")
        self._start = self._file.tell()
        """Where the game begins in the file."""
        self._head = self._file.write(_encoded(head, ""))
        """How many bytes its tags take."""
        self._file.flush()
        self._checker = Checker(head, above + (above > 0))
        self._known = Known(tuple(map(decode, self._checker.state.players)), self._name_of)
        self._ended = False

    # --- Time and state -------------------------------------------------------------------------------------------

    def at(self, time: float | str) -> None:
        """The time of the lines that follow: seconds since the game started, or as the file writes it (``0:41``)."""
        self._time = time if isinstance(time, str) else self._written_time(time)

    @property
    def state(self) -> State:
        """The state of the game after all that has been written."""
        return State(self._checker.state)

    # --- Statements -----------------------------------------------------------------------------------------------

    def write(
        self,
        name: str,
        /,
        *,
        by: str | None = None,
        replacements: Iterable[str] = (),
        nags: Iterable[int] = (),
        brace: str | None = None,
        comment: str | None = None,
        **slots: Value,
    ) -> str:
        """Writes a statement by its name and slots (``statement``), and returns its line.

        Objects are given by their IDs alone; the names are known. Raises ``Refused``, and what ``statement`` raises.
        """
        text = self._built(name, by, replacements, nags, brace, comment, slots)
        [line] = body_lines([text], self._time, self._level(name))
        self.lines(line)
        return line

    def new(
        self,
        kind: str,
        /,
        *,
        by: str | None = None,
        replacements: Iterable[str] = (),
        nags: Iterable[int] = (),
        brace: str | None = None,
        comment: str | None = None,
        **slots: Value,
    ) -> Ref:
        """Writes a ``new`` statement (``kind`` is ``card``, ``hidden``, ...) with the next ID, which it returns."""
        name = slots.get("name")
        new = Ref(f"#{self._checker.state.memory.next_id}", name if isinstance(name, str) else None)
        slots = {"object": new, **slots}
        self.write(f"new {kind}", by=by, replacements=replacements, nags=nags, brace=brace, comment=comment, **slots)
        return new

    def step(self, step: str) -> None:
        """Writes the line of a step or main phase."""
        self.write("step", step=step)

    def incomplete(self, reason: str) -> None:
        """Says that events are missing from here to the next keyframe, which the ``entries`` of ``turn`` must give."""
        self.write("incomplete", reason=reason)

    def priority(
        self,
        player: str,
        *,
        clocks: Sequence[str] | None = None,
        settled: Mapping[str, str] = NOTHING_SETTLED,
        entries: Sequence[str] | None = None,
    ) -> None:
        """Writes that a player receives priority, and the whole stack if there is anything on it.

        ``clocks`` are the times left, Player1's first. Where the lines leave open what an entry of the snapshot says,
        ``settled`` has it, by ID. ``entries`` are the whole snapshot, for who has it from elsewhere and wants it
        compared.
        """
        slots: dict[str, Value] = {"player": player}
        if clocks is not None:
            (player1, player2), (time1, time2) = self._known.players, given.pair("clocks", clocks)
            slots |= {"player1": player1, "time1": time1, "player2": player2, "time2": time2}
        level = self._level("priority")
        lines = body_lines([self._built("priority", None, (), (), None, None, slots)], self._time, level)
        state = self._checker.state
        if entries is None and not state.suspended:
            things = [state.objects[id] for id in state.stack]
            entries = _settled(stack_entries(state), settled, unsettled(state, things, stack_entry))
        texts = given.texts("entries", entries or ())
        if texts:
            lines += body_lines(["stack"], self._time, level + 1) + body_lines(texts, self._time, level + 2)
        self.lines(*lines)

    # --- Blocks ---------------------------------------------------------------------------------------------------

    def deck(
        self, main: Mapping[str, int] | None = None, side: Mapping[str, int] | None = None, *, name: str | None = None
    ) -> None:
        """Writes the perspective player's decklist: how many of each card. Without ``main`` it is unknown."""
        entries = [
            statement(part, count=cards[card], card=card)
            for part, cards in (("main", main or {}), ("side", side or {}))
            for card in sorted(given.mapping(part, cards))
        ]
        opening = statement("deck", player=self._tags["Perspective"], label=name, unknown=not entries)
        self.lines(*body_lines([opening], self._time, 0), *body_lines(entries, self._time, 1))

    def pregame(
        self, libraries: Sequence[int] = (60, 60), *, life: int = 20, entries: Sequence[str] | None = None
    ) -> None:
        """Opens the pregame with its keyframe, Player1's library first. ``entries`` say it in another way."""
        if entries is None:
            entries = [
                statement("player entry", player=player, life=life, poison=0, library=library)
                for player, library in zip(self._known.players, given.pair("libraries", libraries), strict=True)
            ]
        texts = given.texts("entries", entries)
        keyframe = body_lines(["keyframe"], self._time, 1) + body_lines(texts, self._time, 2)
        self.lines(*body_lines(["pregame"], self._time, 0), *keyframe)

    def turn(
        self,
        player: str,
        *,
        number: int | None = None,
        clocks: Sequence[str] | None = None,
        round_clock: str | None = None,
        settled: Mapping[str, str] = NOTHING_SETTLED,
        entries: Sequence[str] | None = None,
    ) -> None:
        """Opens a player's turn with its keyframe, which says the state of the game as it is.

        ``number`` is the turn's, when turns are missing before it. ``clocks`` are the times left, Player1's first.
        Where the lines leave open what an entry says (the order of cards put on the bottom of a library together),
        ``settled`` has the entry, by ID. After ``incomplete`` the whole keyframe is what the game goes on from, and
        must be given: ``entries`` are its statements. At other turns, too, they may be given, for who has the state
        from elsewhere and wants it compared.
        """
        state = self._checker.state
        if number is None:
            number = int(state.turn or 0) + 1
        if entries is None and state.suspended:
            raise ValueError("after an incomplete line the keyframe says how the game stands: give its entries")
        if entries is None:
            texts = _settled(keyframe_entries(state), settled, unsettled(state, listed_objects(state), keyframe_entry))
        else:
            texts = given.texts("entries", entries)
        if clocks is not None:
            times = given.several("clocks", clocks)
            if len(times) > min(2, len(texts)):
                raise ValueError(f"clocks stand in the entries of the two players, Player1's first, not {clocks!r}")
            texts[: len(times)] = [f"{entry} clock {time}" for entry, time in zip(texts, times, strict=False)]
        lines = body_lines(["keyframe"], self._time, 1) + body_lines(texts, self._time, 2)
        if round_clock is not None:
            lines += body_lines([f"round-clock {round_clock}"], self._time, 2)
        self.lines(*body_lines([statement("turn", number=number, player=player)], self._time, 0), *lines)

    # --- Lines ----------------------------------------------------------------------------------------------------

    def escape(self, text: str) -> None:
        """Writes an escape line, which every reader passes over."""
        self.lines(f"%{given.text('an escape line', text)}")

    def lines(self, *lines: str) -> None:
        """Writes whole lines with their times and indentation, without LF, for what the other methods cannot: a
        variation, annotated entries. Those that need each other come in one call. Later lines have their time, until
        ``at`` sets another. Raises ``Refused``."""
        if self._ended:
            raise ValueError("the game has ended")
        given.texts("lines", lines)
        self._checker.add(lines)
        self._file.write(_encoded(lines))
        self._file.flush()
        self._time = self._checker.state.memory.last_time or self._time

    def end(self, result: str | None = None, **tags: str) -> None:
        """Writes the result line, and the tags that were not known before; nothing can be written afterwards.

        ``result`` is ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``; it need not be given when the tag ``Result`` was. Raises
        ``Refused``. A file that was given by its path is closed.
        """
        if self._ended:
            raise ValueError("the game has ended")
        all_tags = {**self._tags, **tags, **({} if result is None else {"Result": result})}
        head = _tag_lines(all_tags)
        self._checker.end(head, all_tags["Result"])
        self._ended = True
        self._file.seek(0, os.SEEK_END)
        self._file.write(_encoded([all_tags["Result"]]))
        new = _encoded(head, "")
        _move_rest(self._file, self._start + self._head, len(new) - self._head)
        self._file.seek(self._start)
        self._file.write(new)
        self._file.flush()
        self.close()

    def close(self) -> None:
        """Closes a file that was given by its path. A game that has not ended is left without its result line."""
        if self._ours:
            self._file.close()

    def __enter__(self) -> GameWriter:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # --- Inside ---------------------------------------------------------------------------------------------------

    def _built(
        self,
        name: str,
        by: str | None,
        replacements: Iterable[str],
        nags: Iterable[int],
        brace: str | None,
        comment: str | None,
        slots: dict[str, Value],
    ) -> str:
        return build(name, slots, self._known, by, replacements, nags, brace, comment)

    def _name_of(self, object: Ref) -> str | None:
        """The name to write beside an ID: the recorded one."""
        state = self._checker.state
        thing = state.objects.get(object) or state.ended.get(object)
        if thing is None:
            return object.name
        return None if thing.name is None else decode(thing.name)

    def _level(self, name: str) -> int:
        """The level of a statement where the game stands (section 5.2)."""
        where = self._checker.where
        match BY_NAME[name].place if name in BY_NAME else Place.EVENT:
            case Place.BLOCK:
                raise TypeError(f"`{name}` is written by the method {name}")
            case Place.STEP:
                return 1
            case Place.EVENT:
                return 1 if where == "pregame" or (where == "turn" and name == "extension") else 2
            case _:
                raise TypeError(f"`{name}` is written with the line it belongs to")

    def _written_time(self, seconds: float) -> str:
        """Seconds as the file writes a time, cut off after the last digit."""
        thousandths = round(given.seconds(seconds) * 1000)
        minutes, rest = divmod(thousandths, 60_000)
        text = f"{minutes}:{rest // 1000:02}.{rest % 1000:03}"
        return text[: len(text) - 3 + self._digits] if self._digits else text[:-4]


def _settled(entries: Iterable[str], settled: Mapping[str, str], open_ids: Iterable[str]) -> list[str]:
    """The entries with those that are settled in their places; all that are open must be."""
    given.mapping("settled", settled)
    missing = [id for id in open_ids if id not in settled]
    if missing:
        raise ValueError(f"the lines leave open what the entry of {', '.join(missing)} says: give it as `settled`")
    return [given.text("a settled entry", settled.get(entry.partition(" ")[0], entry)) for entry in entries]


def _tag_lines(tags: Mapping[str, str]) -> list[str]:
    values = {name: given.text(f"the tag `{name}`", value) for name, value in tags.items()}
    return [f"[{name} {encode(normalized(values[name]))}]" for name in sorted(values, key=order_of)]


def _encoded(lines: Iterable[str], *more: str) -> bytes:
    return "".join(f"{line}\n" for line in (*lines, *more)).encode()


def _opened(path: str | os.PathLike[str]) -> BinaryIO:
    """The file of a path, to be read and written; a new one if there is none."""
    Path(path).touch()
    return Path(path).open("r+b")


def _usable(file: BinaryIO) -> BinaryIO:
    """A file that is given open. One that is opened to append writes nothing into its middle, as ``end`` must."""
    try:
        usable = file.readable() and file.seekable() and file.writable() and "a" not in str(getattr(file, "mode", ""))
    except AttributeError:
        usable = False
    if not usable or isinstance(file, io.TextIOBase):
        raise ValueError(
            f"a path is needed, or a binary file that can be read, sought and written (r+b, w+b): {file!r}"
        )
    return file


def _finished_lines(file: BinaryIO) -> int:
    """How many lines a file has, the last of which gets its end if it lacks one. The file's position is its end."""
    count, last = 0, b"\n"
    file.seek(0)
    for chunk in iter(partial(file.read, _CHUNK), b""):
        count, last = count + chunk.count(b"\n"), chunk[-1:]
    return count if last == b"\n" else count + file.write(b"\n")


def _move_rest(file: BinaryIO, start: int, by: int) -> None:
    """Moves what stands in a file from ``start`` on, a piece at a time."""
    end = file.seek(0, os.SEEK_END)
    pieces = range(start, end, _CHUNK)
    for place in (reversed(pieces) if by > 0 else pieces) if by else ():
        file.seek(place)
        piece = file.read(min(_CHUNK, end - place))
        file.seek(place + by)
        file.write(piece)
    file.truncate(end + by)
