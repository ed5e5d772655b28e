"""Checking many files: one after another, or on all cores when there is enough to do."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from mtgr.cli.arguments import STANDARD_INPUT
from mtgr.cli.files import Source, read, unreadable
from mtgr.cli.output import Trouble
from mtgr.files.collector import resting_collector

if TYPE_CHECKING:
    from mtgr.analysis import Finding

WORTH_PROCESSES = 2_000_000
"""Bytes from which several processes are quicker in spite of their start."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of one file: its findings, or the sentence (``problem``) that says why it could not be checked.

    ``lines`` holds the text of the lines that findings point to, by number (0-based), if they were asked for.
    """

    path: str
    findings: tuple[Finding, ...] = ()
    lines: dict[int, str] = field(default_factory=dict)
    line_count: int = 0
    problem: str | None = None


class Wish(NamedTuple):
    """What to find out about each file."""

    hints: bool
    with_lines: bool


def check_all(
    sources: list[Source], wish: Wish, jobs: int | None, advance: Callable[[int, int], None]
) -> list[Checked]:
    """Check the files; the results are in the order of the files. ``advance(files, bytes)`` is told of progress."""
    jobs = jobs or os.cpu_count() or 1
    checked: dict[str, Checked] = {}
    there = [source for source in sources if source.path != STANDARD_INPUT]  # another process cannot read that
    if jobs > 1 and len(there) > 1 and sum(source.size for source in there) >= WORTH_PROCESSES:
        from mtgr.cli.cores import check_on_cores

        for chunk, results in check_on_cores(there, wish, jobs):
            checked |= {result.path: result for result in results}
            advance(len(chunk), sum(source.size for source in chunk))
    for source in sources:
        if source.path not in checked:
            checked[source.path] = check_one(source.path, wish)
            advance(1, source.size)
    return [checked[source.path] for source in sources]


@resting_collector()
def check_one(path: str, wish: Wish) -> Checked:
    """Check one file. Never raises: what goes wrong becomes the ``problem``."""
    try:
        return _checked(path, read(path), wish)
    except OSError as error:
        return Checked(path, problem=unreadable(path, error))
    except Trouble as trouble:
        return Checked(path, problem=str(trouble))
    except MemoryError:
        return Checked(path, problem=f"{path} could not be checked: it needs more memory than there is")
    except Exception as error:  # a fault of ours must not cost the other files their result
        if sys.flags.dev_mode:
            raise
        return Checked(path, problem=f"{path} could not be checked, a fault of mtgr ({error!r}); please report it")


def _checked(path: str, data: bytes, wish: Wish) -> Checked:
    from mtgr.analysis import Analysis

    analysis = Analysis.of_bytes(data)
    findings = tuple(analysis.findings(hints=wish.hints))
    lines = {}
    if wish.with_lines:
        places = [place for finding in findings for place in (finding.place, *(r.place for r in finding.related))]
        lines = {place.line: analysis.lines[place.line] for place in places if place.line < len(analysis.lines)}
    analysis.close()
    return Checked(path, findings, lines, count_lines(analysis.lines))


def count_lines(lines: Sequence[str]) -> int:
    """Lines as people count them: what follows the last LF is one only if there is something."""
    return len(lines) - (not lines[-1])
