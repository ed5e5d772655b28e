"""Checking many files: one after another, or on all cores when there is enough to do."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from mtgr.cli.arguments import STANDARD_INPUT
from mtgr.cli.files import Source, read, unreadable
from mtgr.cli.output import Trouble

if TYPE_CHECKING:
    from mtgr.analysis import Finding

WORTH_PROCESSES = 2_000_000
"""Bytes from which several processes are quicker in spite of their start."""
CHUNK = 500_000
"""Bytes a process takes at a time."""
MOST_PROCESSES = 61  # Windows cannot wait for more


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
    jobs = min(jobs or os.cpu_count() or 1, MOST_PROCESSES)
    checked: dict[str, Checked] = {}
    if jobs == 1 or len(sources) == 1 or sum(source.size for source in sources) < WORTH_PROCESSES:
        for source in sources:
            checked[source.path] = check_one(source.path, wish)
            advance(1, source.size)
    else:
        here = [source for source in sources if source.path == STANDARD_INPUT]
        for chunk, results in _on_all_cores([source for source in sources if source not in here], wish, jobs):
            checked |= {result.path: result for result in results}
            advance(len(chunk), sum(source.size for source in chunk))
        checked |= {source.path: check_one(source.path, wish) for source in here}
    return [checked[source.path] for source in sources]


def check_one(path: str, wish: Wish) -> Checked:
    """Check one file. Never raises: what goes wrong becomes the ``problem``."""
    try:
        return _checked(path, read(path), wish)
    except OSError as error:
        return Checked(path, problem=unreadable(path, error))
    except Trouble as trouble:
        return Checked(path, problem=str(trouble))
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
    return Checked(path, findings, lines, count_lines(analysis.lines))


def count_lines(lines: Sequence[str]) -> int:
    """Lines as people count them: what follows the last LF is one only if there is something."""
    return len(lines) - (not lines[-1])


def _check_chunk(paths: list[str], wish: Wish) -> list[Checked]:
    return [check_one(path, wish) for path in paths]


def _on_all_cores(sources: list[Source], wish: Wish, jobs: int) -> Iterator[tuple[list[Source], list[Checked]]]:
    """Yields chunks of the files with their results, in any order."""
    chunks = sorted(_chunks(sources), key=lambda chunk: -sum(source.size for source in chunk))
    # Processes are started afresh everywhere, as Windows does it, so that there is one way to test.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, len(chunks)), context, _begin_work)
    try:
        running: dict[Future[list[Checked]], list[Source]] = {
            pool.submit(_check_chunk, [source.path for source in chunk], wish): chunk for chunk in chunks
        }
        while running:
            # With a time limit, since Windows delivers no Ctrl-C to a thread that waits without one.
            for future in wait(running, timeout=0.5, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
    except BrokenProcessPool:
        raise Trouble("a process that checked files was ended from outside; --jobs 1 needs less memory") from None
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _chunks(sources: list[Source]) -> Iterator[list[Source]]:
    """Files next to each other, together up to ``CHUNK`` bytes (or one larger file)."""
    chunk: list[Source] = []
    size = 0
    for source in sources:
        if chunk and size + source.size > CHUNK:
            yield chunk
            chunk, size = [], 0
        chunk.append(source)
        size += source.size
    if chunk:
        yield chunk


def _begin_work() -> None:
    """In a worker: leave Ctrl-C to the parent, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
