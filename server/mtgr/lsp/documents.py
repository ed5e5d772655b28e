"""The documents a client has open."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote

from lsprotocol import types

from mtgr.document.text import Encoding, Text

if TYPE_CHECKING:
    from mtgr.analysis import Analysis

_DRIVE = re.compile(r"file:///[A-Z]:")


@dataclass(eq=False, slots=True)
class Document:
    """One open document: its text as the client has it, and what is known of it.

    ``uri`` is what the client called it when it opened it, byte for byte. ``version`` is the client's number.
    ``reported`` is the last report that the client asked for: its result ID and what it said.
    """

    uri: str
    version: int
    text: Text
    reported: tuple[str, list[types.Diagnostic]] | None = None
    _analysis: Analysis | None = field(default=None, init=False)

    def change(self, changes: Iterable[types.TextDocumentContentChangeEvent], version: int, encoding: Encoding) -> None:
        """Apply the changes of one notification, each to the text that the one before it left."""
        self.version = version
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                start, end = change.range.start, change.range.end
                edit = self.text.edit((start.line, start.character), (end.line, end.character), change.text, encoding)
            else:
                edit = self.text.replace(change.text)
            if self._analysis is not None:
                self._analysis.update(edit)

    @property
    def analysis(self) -> Analysis:
        """What is known of the text as it is now."""
        if self._analysis is None:
            from mtgr.analysis import Analysis  # later than the answer to `initialize`, which shall come fast

            self._analysis = Analysis.of_lines(self.text.lines)
        return self._analysis


class Documents:
    """The open documents by their URI, however it is escaped."""

    def __init__(self) -> None:
        self._open: dict[str, Document] = {}

    def open(self, item: types.TextDocumentItem) -> Document:
        """Take a document in. One that is open already gives way."""
        document = Document(item.uri, item.version, Text(item.text))
        self._open[_key(item.uri)] = document
        return document

    def get(self, uri: str) -> Document | None:
        return self._open.get(_key(uri))

    def close(self, uri: str) -> Document | None:
        return self._open.pop(_key(uri), None)


def _key(uri: str) -> str:
    """One name for all spellings: ``file:///C:/a`` and ``file:///c%3A/a`` are the same file."""
    plain = unquote(uri)
    return plain[:9].lower() + plain[9:] if _DRIVE.match(plain) else plain
