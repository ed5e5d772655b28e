"""The games and cards of all files in the workspace folders, opened or not, for the search over them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from mtgr.files.walk import Stamp
from mtgr.lsp import aside
from mtgr.lsp.documents import Document, Documents, key_of

if TYPE_CHECKING:
    from mtgr.analysis.catalogue import Catalogue
    from mtgr.lsp.folder_files import Root


class Index:
    """What is known of each file, by key, with the stamp it had. Files are read when a search finds them changed."""

    def __init__(self) -> None:
        self.stale = True
        """There may be other files than those that are known, or files may have changed."""
        self._files: dict[str, tuple[str, Stamp, Catalogue]] = {}
        self._open: dict[str, tuple[int, Catalogue]] = {}
        self._reading = asyncio.Lock()

    async def catalogues(self, roots: Sequence[Root], documents: Documents) -> list[tuple[str, Catalogue]]:
        """Each file's URI with what is in it; of open documents what they hold now, in the folders or not."""
        await self._read(roots)
        before, self._open = self._open, {}
        for document in documents:
            key = key_of(document.uri)
            known = before.get(key)
            fresh = known is not None and known[0] == document.version
            self._open[key] = known if fresh and known else (document.version, _of_document(document))
        found = {key: (uri, known) for key, (uri, _, known) in self._files.items()}
        found |= {key_of(document.uri): (document.uri, self._open[key_of(document.uri)][1]) for document in documents}
        return list(found.values())

    async def _read(self, roots: Sequence[Root]) -> None:
        """Reads what has changed, in a thread; once for all that ask meanwhile."""
        async with self._reading:
            if self.stale:
                self.stale, before = False, self._files
                try:
                    self._files = await aside.start(lambda: _known(roots, before))
                except BaseException:
                    self.stale = True
                    raise


def _known(
    roots: Sequence[Root], before: dict[str, tuple[str, Stamp, Catalogue]]
) -> dict[str, tuple[str, Stamp, Catalogue]]:
    """What is known of the files below the folders, of those that have not changed from before."""
    from mtgr.analysis.catalogue import catalogue
    from mtgr.lsp.folder_files import search

    found = {}
    for key, (place, stamp) in search(roots).files.items():
        known = before.get(key)
        if known is not None and known[1] == stamp:
            found[key] = known
        else:
            with suppress(OSError):  # it is gone, or not for us to read
                found[key] = place.uri, stamp, catalogue(Path(place.path).read_bytes())
    return found


def _of_document(document: Document) -> Catalogue:
    from mtgr.analysis.catalogue import catalogue

    return catalogue("\n".join(document.text.lines).encode(errors="replace"))
