"""``mtgr format``: files in their canonical form."""

from __future__ import annotations

import gc
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mtgr.analysis import Analysis
from mtgr.cli.arguments import STANDARD_INPUT
from mtgr.cli.diff import diff
from mtgr.cli.files import find, read, unreadable, write
from mtgr.cli.output import Line, complain, emit, for_people, show
from mtgr.features.block_format import Change
from mtgr.features.formatting import formatted, formatting, unread
from mtgr.features.visible import visible

MOST_REASONS = 10
"""Lines of one file that are named when it is refused."""


@dataclass(frozen=True, slots=True)
class Formatted:
    """What comes of one file: its lines, and how they change; or the sentences that say why it is refused."""

    path: str
    lines: Sequence[str] = ()
    changes: Sequence[Change] = ()
    refusal: Sequence[str] = ()

    @property
    def text(self) -> str:
        return "\n".join(formatted(self.lines, self.changes))


def format_files(options: Namespace) -> int:
    """Format what the command line names. Returns the exit code (0, 1 or 2). One refusal, and nothing is written."""
    sources, problems = find(options.paths)
    results = [_formatted(source.path) for source in sources]
    for result in results:
        problems += result.refusal
    changed = [result for result in results if result.changes]
    if options.diff:
        show(line for result in changed for line in _diff(result))
    elif options.check:
        show([(visible(result.path), "strong"), (" would change", "")] for result in changed)
    elif not problems:
        problems += _write(results)
    for problem in problems:
        complain(problem)
    if problems:
        return 2
    return int(bool(changed) and (options.check or options.diff))


def _formatted(path: str) -> Formatted:
    """Reads a file and formats it."""
    try:
        data = read(path)
    except OSError as error:
        return Formatted(path, refusal=[unreadable(path, error)])
    gc.disable()  # there are no cycles to find
    analysis = Analysis.of_bytes(data)
    try:
        reasons = list(_reasons(path, analysis))
        if reasons:
            return Formatted(path, refusal=reasons)
        changes = formatting(analysis)
        return Formatted(path, analysis.raw if changes or path == STANDARD_INPUT else (), changes)
    finally:
        analysis.close()
        gc.enable()


def _reasons(path: str, analysis: Analysis) -> Iterator[str]:
    """Why a file is refused, if it is: what in it cannot be read, and where."""
    name = "standard input" if path == STANDARD_INPUT else path
    if (wrong := analysis.unreadable) is not None:
        line, start, _, message = wrong
        yield f"cannot format {name}:{line + 1}:{start + 1}: {message}"
        return
    if not any(analysis.lines):
        yield f"cannot format {name}: it holds no game"
        return
    found = unread(analysis)
    for each in found[:MOST_REASONS]:
        yield f"cannot format {name}:{each.line + 1}:{each.column + 1}: {each.reason}"
    if len(found) > MOST_REASONS:
        yield f"cannot format {name}: {len(found) - MOST_REASONS:,} more lines cannot be read"


def _diff(result: Formatted) -> Iterator[Line]:
    for line in diff(result.path, result.lines, result.changes):
        yield [(visible(text) if for_people() else text, style) for text, style in line]


def _write(results: Sequence[Formatted]) -> Iterator[str]:
    """Writes what has changed, and standard input to standard output; a sentence for each that could not be written."""
    told = all(result.path != STANDARD_INPUT for result in results)
    for result in results:
        if result.path == STANDARD_INPUT:
            emit(result.text)
        elif result.changes:
            try:
                write(result.path, result.text.encode())
            except OSError as error:
                yield f"cannot write {result.path}: {error.strerror or error}"
            else:
                if told:
                    show([[("formatted ", ""), (visible(result.path), "strong")]])
