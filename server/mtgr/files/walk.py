"""The ``.mtgr`` files below a folder."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

SUFFIX = ".mtgr"

Stamp = tuple[int, int]
"""When a file was changed (nanoseconds) and its size (bytes): if both are the same, so is the file."""


def walk(
    top: str, failed: Callable[[str, OSError], None], enter: Callable[[str], bool] = lambda _: True
) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """The files, at any depth and in no order, each with its path (``top`` as it is given, and what comes below it).

    Links to folders are not followed. ``failed`` is told of each folder that cannot be read; ``enter`` is asked before
    a folder below ``top`` is, by its name.
    """
    folders = [Path(top)]
    while folders:
        folder = folders.pop()
        try:
            entries = list(os.scandir(folder))
        except OSError as error:
            failed(str(folder), error)
            continue
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if enter(entry.name):
                    folders.append(folder / entry.name)
            elif is_game_name(entry.name) and _can_be_read(entry):
                yield str(folder / entry.name), entry


def is_game_name(name: str) -> bool:
    """Whether a file is one of ours by its name (or its path)."""
    return os.path.normcase(name).endswith(SUFFIX)


def stamp_of(path: str) -> Stamp | None:
    """The stamp of a file, if there is one."""
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return None
    return (status.st_mtime_ns, status.st_size) if stat.S_ISREG(status.st_mode) else None


def _can_be_read(entry: os.DirEntry[str]) -> bool:
    """No pipe or device, which might be endless."""
    try:
        return stat.S_ISREG(entry.stat().st_mode)
    except OSError:  # a broken link: reading it will say so
        return True
