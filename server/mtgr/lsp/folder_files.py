"""The ``.mtgr`` files of the client's workspace folders."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath
from typing import NamedTuple
from urllib.parse import quote

from pygls.uris import to_fs_path

from mtgr.files.walk import Stamp, is_game_name, stamp_of, walk
from mtgr.lsp.documents import key_of

MOST_FILES = 2000
"""Files that are looked after; of more, the first ones by name."""

MOST_FOLDERS = 20_000
"""Folders that are searched for files. Somebody may have opened the root of a disk."""


class Place(NamedTuple):
    """A file: the path that opens it, and the URI that the client knows it by."""

    path: str
    uri: str


@dataclass(frozen=True, slots=True)
class Root:
    """One folder of the client's: its URI, as the client writes it but without a slash at the end, and its path."""

    uri: str
    path: Path

    def place(self, path: str) -> Place:
        """A file below the folder."""
        below = Path(path).relative_to(self.path).parts
        return Place(path, "/".join([self.uri, *(quote(os.fsencode(part), safe="") for part in below)]))

    def holds(self, path: str) -> bool:
        """Whether a file is one that ``search`` would find."""
        try:
            *folders, name = Path(path).relative_to(self.path).parts
        except ValueError:
            return False
        return is_game_name(name) and all(map(is_searched, folders))


class Found(NamedTuple):
    """The files that were found, by key (``documents.key_of``), and a sentence if there are more."""

    files: dict[str, tuple[Place, Stamp]]
    more: str | None = None


def root_of(uri: str) -> Root | None:
    """A workspace folder, if it is one on a disk."""
    path = path_of(uri)
    return Root(uri.removesuffix("/"), Path(path)) if path else None


def path_of(uri: str) -> str | None:
    """Where a file or folder is on a disk. None if there can be no such place."""
    try:
        path = to_fs_path(uri)
    except ValueError:  # it is no URI
        return None
    return path if path and is_path(path) else None


def is_path(text: str) -> bool:
    """Whether there can be a file or folder of this name, from the root on."""
    try:
        os.fsencode(text)
    except ValueError:  # it holds half of a character
        return False
    return "\0" not in text and any(kind(text).is_absolute() for kind in (Path, PureWindowsPath))


def search(roots: Iterable[Root]) -> Found:
    """The files below the folders. What cannot be read is passed over."""
    folders = 0

    def enter(name: str) -> bool:
        nonlocal folders
        folders += 1
        return is_searched(name) and folders < MOST_FOLDERS

    files: dict[str, tuple[Place, Stamp]] = {}
    for root in roots:
        for path, _ in walk(str(root.path), lambda folder, error: None, enter):
            stamp = stamp_of(path)
            if stamp is not None:
                place = root.place(path)
                files[key_of(place.uri)] = place, stamp
    if len(files) > MOST_FILES:
        chosen = dict(sorted(files.items())[:MOST_FILES])
        return Found(chosen, f"This workspace has {len(files):,} .mtgr files, of which {MOST_FILES:,} are checked.")
    if folders >= MOST_FOLDERS:
        return Found(files, f"This workspace has very many folders; only {MOST_FOLDERS:,} were searched.")
    return Found(files)


def is_searched(name: str) -> bool:
    """Whether a folder with this name is searched: not hidden ones, and not those of other people's packages."""
    return not (name.startswith(".") or name == "node_modules")
