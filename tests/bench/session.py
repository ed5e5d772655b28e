"""A game file open in our server: the text as the client has it, edits, and waiting for the right answer to them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from tests.bench import processes, truth
from tests.bench.client import PULL, Client, Message, TooSlow, change, frame, is_publication
from tests.bench.documents import league

OURS = (sys.executable, "-c", "from mtgr.cli import language_server; language_server()")
"""The command of our server: what an installed ``mtgr-language-server`` runs."""
URI = "file:///bench/league.mtgr"
PATIENCE = 60.0
"""Seconds after which a server is too slow."""

NOTE = " ; note"
PLACES = ("beginning", "middle", "end")


@dataclass(frozen=True, slots=True)
class Edit:
    """Put ``new`` in the place of what is between two positions; lines and columns 0-based, in code points."""

    line: int
    column: int
    end_line: int
    end_column: int
    new: str


class Sample:
    """A text as lines, changed by edits, with the changes that a client would send."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")

    @classmethod
    def of_games(cls, lines: int) -> Sample:
        """About so many lines of games, with a comment to type in at each of the places."""
        sample = cls(league(lines))
        for place in PLACES:
            [line] = sample.sites(place, '" pass', most=1)
            sample.lines[line] += NOTE
        return sample

    @property
    def count(self) -> int:
        """How many lines the text has."""
        return len(self.lines) - 1

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def sites(self, place: str, *marks: str, most: int = 10) -> list[int]:
        """Lines that hold one of some texts: the first ones, the first after the middle, or the last ones."""
        total = len(self.lines)
        order = {"beginning": range(total), "middle": range(total // 2, total), "end": range(total - 1, -1, -1)}[place]
        found = (n for n in order if any(mark in self.lines[n] for mark in marks))
        return list(islice(found, most))

    def apply(self, edit: Edit) -> tuple[Message, Edit]:
        """Make an edit. The change in the client's terms, and the edit that takes it back."""
        lines = self.lines
        head, tail = lines[edit.line][: edit.column], lines[edit.end_line][edit.end_column :]
        ends = {
            "start": {"line": edit.line, "character": truth.units(head)},
            "end": {"line": edit.end_line, "character": truth.units(lines[edit.end_line][: edit.end_column])},
        }
        old = "\n".join(lines[edit.line : edit.end_line + 1])
        old = old[edit.column : len(old) - len(tail)]
        new = (head + edit.new + tail).split("\n")
        lines[edit.line : edit.end_line + 1] = new
        last = edit.line + len(new) - 1
        back = Edit(edit.line, edit.column, last, len(new[-1]) - len(tail), old)
        return {"range": ends, "text": edit.new}, back

    def expected(self, line: int) -> list[truth.Shown]:
        """The findings when every game but the one around a line is right: of that game alone, which takes little time.

        ``Session.is_right`` compares with a fresh analysis of the whole.
        """
        lines = self.lines
        line = min(line, len(lines) - 1)
        start = next(n for n in range(line, -1, -1) if lines[n].startswith('[Mtgr "'))
        end = next((n for n in range(start + 1, len(lines)) if lines[n].startswith('[Mtgr "')), len(lines))
        # An empty line stands between games; the last game ends with the last line feed.
        game = lines[start : end - 1]
        return truth.fresh([*game, ""], start)


class Session:
    """Our server with one document open. To be used in a ``with``."""

    def __init__(
        self,
        sample: Sample,
        *,
        pulls: bool = False,
        command: Sequence[str] = OURS,
        folder: Path | None = None,
        capabilities: Message | None = None,
    ) -> None:
        self.sample, self.pulls, self._capabilities = sample, pulls, capabilities
        self.version = 1
        self.client = Client(command, folder)

    def __enter__(self) -> Session:
        self.client.__enter__()
        self.client.initialize(pulls=self.pulls, capabilities=self._capabilities)
        self.opened = self.client.open(URI, "mtgr", self.sample.text)
        return self

    def __exit__(self, *_: object) -> None:
        self.client.__exit__()

    def ready(self, patience: float = PATIENCE) -> None:
        """Wait until the document has been analysed once: until the server has nothing more to do."""
        self.diagnostics(patience)
        processes.wait_until_idle(self.client.pid, patience)

    def prepare(self, edit: Edit) -> tuple[bytes, Edit]:
        """Make an edit in the text only. The bytes that tell the server of it, and the edit that takes it back."""
        changed, back = self.sample.apply(edit)
        self.version += 1
        return frame(change(URI, self.version, [changed])), back

    def settled(self, expected: Sequence[truth.Shown], data: bytes, patience: float = PATIENCE) -> float:
        """Send the bytes of the last edit and wait for the expected diagnostics of it. The seconds between."""
        since = len(self.client.arrivals)
        start = self.client.write(data)
        if self.pulls:
            items, end = self._pulled(patience)
            if not truth.equal(expected, items):
                raise TooSlow(f"the answer for version {self.version} is not what a fresh analysis gives")
            return end - start
        return self.shown(expected, since, patience) - start

    def shown(self, expected: Sequence[truth.Shown], since: int, patience: float = PATIENCE) -> float:
        """Wait until the expected diagnostics of this version are published. When they came.

        Only messages after the first ``since`` ones count. Raises ``TooSlow`` if it takes longer than ``patience``.
        """
        try:
            return self.client.wait(lambda message: self.says(message, expected), since, patience).time
        except TooSlow:
            if any(self.is_latest(each.message) for each in self.client.arrivals[since:]):
                raise TooSlow(f"version {self.version} was published, but not what a fresh analysis gives") from None
            raise

    def diagnostics(self, patience: float = PATIENCE) -> list[Message]:
        """The diagnostics of the text as it is: the last publication of this version, or the answer to a request."""
        if self.pulls:
            return self._pulled(patience)[0]
        self.client.wait(self.is_latest, 0, patience)
        found = [each.message for each in self.client.arrivals if self.is_latest(each.message)]
        items: list[Message] = found[-1]["params"]["diagnostics"]
        return items

    def is_right(self) -> bool:
        """Whether the diagnostics are those of a fresh analysis of the whole text (which takes its time)."""
        return truth.equal(truth.fresh(self.sample.lines), self.diagnostics())

    def _pulled(self, patience: float) -> tuple[list[Message], float]:
        came, _ = self.client.request(PULL, {"textDocument": {"uri": URI}}, patience)
        return came.message["result"]["items"], came.time

    def is_latest(self, message: Message) -> bool:
        return is_publication(message, URI) and message["params"].get("version") == self.version

    def says(self, message: Message, expected: Sequence[truth.Shown]) -> bool:
        """Whether a message publishes the expected diagnostics for the latest version."""
        return self.is_latest(message) and truth.equal(expected, message["params"]["diagnostics"])
