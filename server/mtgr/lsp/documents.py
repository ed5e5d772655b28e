"""The documents a client has open."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from lsprotocol import types

from mtgr.document.text import Encoding, Text

if TYPE_CHECKING:
    from mtgr.analysis import Analysis
    from mtgr.lsp.semantic import Chain

_DRIVE = re.compile(r"file:///[A-Z]:")


@dataclass(eq=False, slots=True)
class Document:
    """One open document: its text as the client has it, and what is known of it.

    ``uri`` is what the client called it when it opened it, byte for byte. ``version`` is the client's number.
    """

    uri: str
    version: int
    text: Text
    reported: tuple[str, list[Any]] | None = None
    """The last report that the client asked for: its result ID and its diagnostics."""
    incomplete: bool = False
    """That report was made before the analysis was finished."""
    states: dict[str, None] = field(default_factory=dict)
    """The documents about its states (``mtgr.lsp.states``) that the client has asked for, the last one last."""
    colours: tuple[str, Chain] | None = None
    """The semantic tokens that the client was given last, with their result ID."""
    hints: bool = True
    """What looks wrong inside variations is shown."""
    settled: bool = False
    """What was known when the work was over for the first time has been taken out of the garbage collector's sight."""
    stopped: bool = False
    """The user has cancelled the analysis; it goes on with the next edit."""
    _analysis: Analysis | None = field(default=None, init=False)
    _edited: int | None = field(default=None, init=False)
    """The line that was edited last before there was an analysis."""

    def change(self, changes: Iterable[types.TextDocumentContentChangeEvent], version: int, encoding: Encoding) -> None:
        """Apply the changes of one notification, each to the text that the one before it left."""
        self.version = version
        self.stopped = False
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                start, end = change.range.start, change.range.end
                edit = self.text.edit((start.line, start.character), (end.line, end.character), change.text, encoding)
            else:
                edit = self.text.replace(change.text)
            if self._analysis is None:
                self._edited = edit.first
            else:
                self._analysis.update(edit)

    @property
    def analysis(self) -> Analysis:
        """What is known of the text as it is now."""
        if self._analysis is None:
            from mtgr.analysis import Analysis  # later than the answer to `initialize`, which shall come fast

            self._analysis = Analysis.of_lines(self.text.lines, self._edited)
            self._analysis.want_hints(self.hints)
        return self._analysis

    def show_hints(self, shown: bool) -> bool:
        """Show what looks wrong inside variations, or not. Whether that is a change."""
        if shown == self.hints:
            return False
        self.hints = shown
        if self._analysis is not None:
            self._analysis.want_hints(shown)
        return True

    def close(self) -> None:
        """Let go of what is known."""
        if self._analysis is not None:
            self._analysis.close()
            self._analysis = None


class Documents:
    """The open documents by their URI, however it is escaped."""

    def __init__(self) -> None:
        self._open: dict[str, Document] = {}

    def open(self, item: types.TextDocumentItem) -> Document:
        """Take a document in. One that is open already gives way."""
        self.close(item.uri)
        document = Document(item.uri, item.version, Text(item.text))
        self._open[key_of(item.uri)] = document
        return document

    def get(self, uri: str) -> Document | None:
        return self._open.get(key_of(uri))

    def __iter__(self) -> Iterator[Document]:
        return iter(self._open.values())

    def close(self, uri: str) -> Document | None:
        document = self._open.pop(key_of(uri), None)
        if document is not None:
            document.close()
        return document


def key_of(uri: str) -> str:
    """One name for all spellings: ``file:///C:/a`` and ``file:///c%3A/a`` are the same file."""
    plain = unquote(uri)
    return plain[:9].lower() + plain[9:] if _DRIVE.match(plain) else plain
