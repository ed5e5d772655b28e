"""A long session: edits, and documents opened and closed. Memory, threads and file descriptors must stay as they are.

``python -m tests.bench.soak`` does 20,000 edits and 500 openings, ``tests/bench/test_soak.py`` a part in every run.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.bench import processes
from tests.bench.documents import VALID
from tests.support.lsp_client import PUBLISH, Process, at, put

TEXT = (VALID / "generated" / "small-9107.mtgr").read_bytes().decode()
QUESTIONS = ("hover", "foldingRange", "documentSymbol", "semanticTokens/full", "codeLens", "completion")


@dataclass(frozen=True, slots=True)
class Look:
    """What a process holds: MB (10**6 bytes) of memory, threads, file descriptors."""

    memory: float
    threads: int
    files: int


def look(pid: int) -> Look:
    folder = processes.PROC / str(pid)
    found = processes.memory(pid)
    assert found is not None
    return Look(found[0], len(list((folder / "task").iterdir())), len(list((folder / "fd").iterdir())))


def soak(edits: int, openings: int, looks: int = 20) -> Iterator[Look]:
    """Does it all, and looks so many times, at even distances."""
    rng = random.Random(7)
    lines = TEXT.split("\n")
    uri = "file:///soak.mtgr"
    each = max(edits // looks, 1)
    opened = itertools.count()
    with Process() as client:
        client.initialize({"textDocument": {"publishDiagnostics": {"versionSupport": True}}})
        client.open(uri, TEXT)
        version = 1
        for _ in range(looks):
            for _ in range(each):
                line = rng.randrange(len(lines))
                text = rng.choice(("x", " ", '"', "\n", "#7", " $1"))
                end = (line + 1, 0) if text == "\n" else (line, len(text))
                version += 2
                client.change(uri, version - 1, put((line, 0), (line, 0), text))
                client.change(uri, version, put((line, 0), end, ""))
                client.request("textDocument/hover", at(uri, line, 9))
            for method in QUESTIONS:
                client.request(f"textDocument/{method}", at(uri, rng.randrange(len(lines)), 9))
            for _ in range(openings // looks):
                other = f"file:///soak-{next(opened)}.mtgr"
                client.open(other, TEXT)
                client.request("textDocument/hover", at(other, 30, 9))
                client.close_document(other)
            client.request("textDocument/foldingRange", {"textDocument": {"uri": uri}})
            version += 1
            client.change(uri, version, {"text": TEXT})
            while client.wait_for_notification(PUBLISH).get("version") != version:
                pass
            client.seen.clear()
            yield look(client.process.pid)
        assert client.shut_down() == 0
        assert client.log() == ""


def growth(looks: Sequence[Look]) -> Look:
    """How much more there is at the end than after a quarter, where everything has been used once."""
    settled = looks[len(looks) // 4]
    last = looks[-1]
    return Look(last.memory - settled.memory, last.threads - settled.threads, last.files - settled.files)


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code: 0 if nothing grew, else 1."""
    options = argparse.ArgumentParser(prog="python -m tests.bench.soak", description=__doc__)
    options.add_argument("--edits", type=int, default=20_000, metavar="N")
    options.add_argument("--openings", type=int, default=500, metavar="N")
    given = options.parse_args(arguments)
    looks = []
    for found in soak(given.edits // 2, given.openings):  # each is made and taken back
        looks.append(found)
        print(f"{found.memory:.1f} MB, {found.threads} threads, {found.files} file descriptors", flush=True)
    more = growth(looks)
    print(f"grown by {more.memory:.1f} MB, {more.threads} threads, {more.files} file descriptors")
    return int(more.memory > 5 or more.threads > 0 or more.files > 0)


if __name__ == "__main__":
    sys.exit(main())
