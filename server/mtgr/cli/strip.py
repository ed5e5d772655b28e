"""``mtgr strip``: files without annotations, variations, extensions and escape lines."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import fields

from mtgr.analysis import Analysis
from mtgr.cli.arguments import STANDARD_INPUT
from mtgr.cli.files import find, read, unreadable, unwritable, write
from mtgr.cli.output import Trouble, complain, emit
from mtgr.features.strip import Kinds, strip
from mtgr.features.visible import visible


def strip_files(options: Namespace) -> int:
    """Strip what the command line names. Returns the exit code: 0, or 2 if something could not be read or written.

    Raises ``Trouble`` for what cannot be meant.
    """
    sources, problems = find(options.paths)
    paths = [source.path for source in sources]
    if not options.in_place and len(paths) > 1:
        raise Trouble("several files do not fit into one: strip them one by one, or in their places with --in-place")
    if options.in_place and STANDARD_INPUT in paths:
        raise Trouble("standard input has no place to be stripped in: leave --in-place out")
    for path in paths:
        try:
            _strip_file(path, _kinds(options), path if options.in_place else options.output)
        except (OSError, ValueError) as error:
            problems.append(unreadable(path, error))
        except Trouble as trouble:
            problems.append(str(trouble))
    for problem in problems:
        complain(problem)
    return 2 if problems else 0


def _kinds(options: Namespace) -> Kinds:
    """The kinds that the command line names; all of them if it names none."""
    chosen = {field.name: getattr(options, field.name) for field in fields(Kinds)}
    return Kinds(**chosen) if any(chosen.values()) else Kinds()


def _strip_file(path: str, kinds: Kinds, output: str | None) -> None:
    """Strip one file and write it to a path or to standard output (``-`` or None).

    Raises ``OSError`` or ``ValueError`` if it cannot be read, ``Trouble`` if it cannot be written.
    """
    data = read(path)
    name = "standard input" if path == STANDARD_INPUT else path
    try:
        lines = data.decode().split("\n")
    except UnicodeDecodeError:
        raise Trouble(f"{name} is not UTF-8 text, so nothing was stripped") from None
    stripped = strip(Analysis.of_lines(lines), kinds)
    left = "\n".join(_left(lines, stripped.changes))
    if output in (None, STANDARD_INPUT):
        emit(left)
    elif output != path or stripped.changes:
        _write(output or "", left.encode())
        if output == path:
            emit(visible(f"stripped {path}") + "\n")
    if stripped.unread:
        count = len(stripped.unread)
        which = (
            f"line {stripped.unread[0] + 1}" if count == 1 else f"{count} lines, the first {stripped.unread[0] + 1},"
        )
        complain(f"{name}: {which} cannot be read and keeps its annotations")


def _left(lines: list[str], changes: dict[int, str | None]) -> list[str]:
    """The lines that are left, with the line ends they had."""
    found: list[str] = []
    for n, text in enumerate(lines):
        new = changes.get(n, text)
        if new is not None:
            found.append(f"{new}\r" if n in changes and text.endswith("\r") else new)
    return found


def _write(path: str, data: bytes) -> None:
    try:
        write(path, data)
    except (OSError, ValueError) as error:
        raise Trouble(unwritable(path, error)) from error
