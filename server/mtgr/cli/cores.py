"""Checking files in several processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial

from mtgr.cli.files import Source
from mtgr.cli.output import Trouble
from mtgr.cli.work import Checked, Wish, check_one
from mtgr.files.crew import Crew

CHUNK = 500_000
"""Bytes a process takes at a time."""


def check_on_cores(sources: list[Source], wish: Wish, jobs: int) -> Iterator[tuple[list[Source], list[Checked]]]:
    """Check the files in ``jobs`` processes. Yields chunks of them with their results, in any order.

    Raises ``Trouble`` if a process dies, which is mostly for want of memory.
    """
    chunks = sorted(_chunks(sources), key=lambda chunk: -sum(source.size for source in chunk))
    crew = Crew(partial(_check_chunk, wish), jobs)
    with closing(crew.run(chunks)) as finished:
        for chunk, results in finished:
            if results is None:
                raise Trouble("a process that checked files was ended from outside; --jobs 1 needs less memory")
            yield chunk, results


def _check_chunk(wish: Wish, chunk: list[Source]) -> list[Checked]:
    return [check_one(source.path, wish) for source in chunk]


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
