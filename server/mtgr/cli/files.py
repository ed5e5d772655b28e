"""Which files a command line means, and their bytes."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from mtgr.cli.arguments import STANDARD_INPUT
from mtgr.cli.output import Trouble
from mtgr.files.walk import SUFFIX, walk

SHELL_EXPANDS = os.name != "nt"
"""Whether patterns such as ``*.mtgr`` have been replaced by the names of files already."""


class Source(NamedTuple):
    """A file to read: its path as given (``-`` for standard input) and its size in bytes (0 if unknown)."""

    path: str
    size: int


def find(paths: Iterable[str]) -> tuple[list[Source], list[str]]:
    """The files meant by ``paths``, each once and sorted by path; and a sentence for every path that is none.

    Folders are searched, at any depth; links to folders are not followed there.
    """
    found: dict[object, Source] = {}
    problems: list[str] = []
    for path in _expanded(paths):
        try:
            for source in _sources(path, problems):
                found.setdefault(_identity(source.path), source)
        except (OSError, ValueError) as error:
            problems.append(unreadable(path, error))
    return sorted(found.values()), problems


def read(path: str) -> bytes:
    """The bytes of a file or of standard input. Raises ``OSError``, or ``Trouble`` when standard input is closed."""
    if path != STANDARD_INPUT:
        return Path(path).read_bytes()
    if sys.stdin is None:
        raise Trouble("there is no standard input to read")
    return sys.stdin.buffer.read()


def write(path: str, data: bytes) -> None:
    """Write a file, which is there as a whole or not at all. Raises ``OSError``, or ``ValueError`` for a path that
    there cannot be."""
    target = Path(path)
    if target.exists() and not target.is_file():  # a pipe or a device, whose place no file should take
        target.write_bytes(data)
        return
    target = target.resolve()  # what a link leads to
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with beside.open("xb") as file:
            file.write(data)
        if target.exists():
            shutil.copymode(target, beside)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def unreadable(path: str, error: Exception) -> str:
    """The sentence for a path that could not be read."""
    name = "standard input" if path == STANDARD_INPUT else path or "a path without a name"
    return f"cannot read {name}: {_reason(error)}"


def unwritable(path: str, error: Exception) -> str:
    """The sentence for a path that could not be written to."""
    return f"cannot write {path}: {_reason(error)}"


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else "there can be no such path"


def _sources(path: str, problems: list[str]) -> Iterator[Source]:
    if path == STANDARD_INPUT:
        yield Source(path, 0)
    elif not path:  # pathlib would read it as the current folder
        raise FileNotFoundError(2, os.strerror(2))
    elif Path(path).is_dir():
        yield from _folder(path, problems)
    else:
        yield Source(path, Path(path).stat().st_size)


def _folder(path: str, problems: list[str]) -> Iterator[Source]:
    before = len(problems)
    empty = True
    for found, entry in walk(path, lambda folder, error: problems.append(unreadable(folder, error))):
        empty = False
        yield Source(found, entry.stat(follow_symlinks=False).st_size)
    if empty and len(problems) == before:  # else it is perhaps not empty: one sentence is enough
        problems.append(f"there are no {SUFFIX} files in {path}")


def _identity(path: str) -> object:
    if path == STANDARD_INPUT:
        return path
    try:
        return Path(path).resolve()
    except (OSError, RuntimeError):  # a circle of links: reading it will say so
        return path


def _expanded(paths: Iterable[str]) -> Iterator[str]:
    for path in paths:
        if SHELL_EXPANDS or not any(character in path for character in "*?") or Path(path).exists():
            yield path
        else:
            import glob

            yield from glob.glob(path, recursive=True) or [path]  # noqa: PTH207 - keeps the path as it is written
