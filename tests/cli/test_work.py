"""Many files: on one core or on all, quickly interrupted, with a progress bar if it takes long."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.cli.conftest import BAD, GOOD, environment, on_terminal

from mtgr.cli import cores, progress, work
from mtgr.cli.files import Source, find
from mtgr.cli.progress import Progress
from mtgr.cli.work import Wish, check_all

WISH = Wish(hints=False, with_lines=True)


def write_games(count: int) -> list[Source]:
    for number in range(count):
        Path(f"{number:03}.mtgr").write_bytes((BAD if number % 3 == 0 else GOOD).encode())
    return find(["."])[0]


def nothing(files: int, size: int) -> None:
    """Takes no notice of progress."""


def test_all_cores_find_what_one_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = write_games(20)
    monkeypatch.setattr(cores, "CHUNK", 5_000)
    alone = check_all(sources, WISH, 1, nothing)
    monkeypatch.setattr(work, "WORTH_PROCESSES", 0)
    done: list[tuple[int, int]] = []
    together = check_all(sources, WISH, 3, lambda files, size: done.append((files, size)))
    assert together == alone
    assert [result.path for result in together] == [f"{number:03}.mtgr" for number in range(20)]
    assert [bool(result.findings) for result in together] == [number % 3 == 0 for number in range(20)]
    assert len(done) > 2
    assert (sum(files for files, _ in done), sum(size for _, size in done)) == (20, sum(s.size for s in sources))


def test_little_work_starts_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = write_games(5)
    monkeypatch.setitem(sys.modules, "mtgr.cli.cores", None)
    assert len(check_all(sources, WISH, None, nothing)) == 5


def test_one_file_starts_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = write_games(1)
    monkeypatch.setitem(sys.modules, "mtgr.cli.cores", None)
    monkeypatch.setattr(work, "WORTH_PROCESSES", 0)
    assert len(check_all(sources, WISH, None, nothing)) == 1


def test_standard_input_is_read_by_the_process_that_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = write_games(2)
    monkeypatch.setattr(work, "WORTH_PROCESSES", 0)
    monkeypatch.setattr(work, "read", lambda path: BAD.encode())
    results = check_all([Source("-", 0), *sources], WISH, 2, nothing)
    assert [result.path for result in results] == ["-", "000.mtgr", "001.mtgr"]
    assert [bool(result.findings) for result in results] == [True, True, False]


def test_chunks_keep_the_order_and_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cores, "CHUNK", 10)
    sizes = [3, 4, 5, 20, 1, 1, 10]
    chunks = list(cores._chunks([Source(str(number), size) for number, size in enumerate(sizes)]))
    assert [[source.size for source in chunk] for chunk in chunks] == [[3, 4], [5], [20], [1, 1], [10]]


SLOW = """
import os, sys, time
from mtgr.analysis import Analysis
from mtgr.cli import cores, run, work
def slow(data):
    open(f"{os.getpid()}.worker", "w").close()
    if data.startswith(b"end"):
        os._exit(9)
    time.sleep(600)
Analysis.of_bytes = slow
work.WORTH_PROCESSES = 0
cores.CHUNK = 1
if __name__ == "__main__":
    run()
"""
"""A program whose workers take forever, or end themselves, after leaving a file that names them."""


@contextmanager
def slow_program() -> Iterator[subprocess.Popen[bytes]]:
    """The program at work on two files; whatever the test does, it has ended afterwards."""
    Path("slow.py").write_text(SLOW, encoding="utf-8")
    arguments = [sys.executable, "slow.py", "check", "--jobs", "2", "a.mtgr", "b.mtgr"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as process:
        try:
            yield process
        finally:
            process.kill()


def workers(count: int) -> list[int]:
    """The process IDs of the workers, as soon as there are so many."""
    deadline = time.monotonic() + 60
    while len(found := list(Path().glob("*.worker"))) < count:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return [int(path.stem) for path in found]


def wait_for_end(process_id: int) -> None:
    deadline = time.monotonic() + 60
    while Path(f"/proc/{process_id}").exists():
        assert time.monotonic() < deadline, "a worker has outlived its program"
        time.sleep(0.05)


def test_ctrl_c_ends_the_workers_too() -> None:
    Path("a.mtgr").write_bytes(b"a")
    Path("b.mtgr").write_bytes(b"b")
    with slow_program() as process:
        running = workers(2)
        for receiver in (*running, process.pid):  # a terminal sends it to all of them
            os.kill(receiver, signal.SIGINT)
        out, errors = process.communicate(timeout=60)
        assert (process.returncode, out, errors) == (130, b"", b"")
    for worker in running:
        wait_for_end(worker)


def test_workers_do_not_outlive_their_program() -> None:
    Path("a.mtgr").write_bytes(b"a")
    Path("b.mtgr").write_bytes(b"b")
    with slow_program() as process:
        running = workers(2)
        process.kill()
    for worker in running:
        wait_for_end(worker)


def test_a_worker_that_is_killed_is_said() -> None:
    Path("a.mtgr").write_bytes(b"end")
    Path("b.mtgr").write_bytes(b"end")
    with slow_program() as process:
        out, errors = process.communicate(timeout=60)
        assert (process.returncode, out) == (2, b"")
    assert errors == b"mtgr: a process that checked files was ended from outside; --jobs 1 needs less memory\n"


class FakeTerminal:
    """A standard error that says it is a terminal and keeps what is written to it."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        raise OSError

    def flush(self) -> None:
        """Nothing is held back."""

    def write(self, text: str) -> int:
        self.text += text
        return len(text)


def terminal_in(monkeypatch: pytest.MonkeyPatch) -> FakeTerminal:
    """To be called in the test itself: pytest sets standard error anew between fixtures and test."""
    fake = FakeTerminal()
    monkeypatch.setattr(sys, "stderr", fake)
    monkeypatch.setenv("TERM", "xterm")
    return fake


def test_a_long_check_shows_a_bar_and_takes_it_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_in(monkeypatch)
    monkeypatch.setattr(progress, "DELAY", 0.01)
    with Progress(1200, 1000) as bar:
        deadline = time.monotonic() + 30
        while "Checking" not in terminal.text:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        bar.advance(900, 700)
        while "900 of 1,200 files" not in terminal.text:
            assert time.monotonic() < deadline
            time.sleep(0.01)
    assert terminal.text.endswith("\x1b[2K")


def test_a_short_check_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_in(monkeypatch)
    with Progress(3, 1000) as bar:
        bar.advance(3, 1000)
    assert terminal.text == ""


def test_nobody_is_shown_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(progress, "DELAY", 0)
    with Progress(3, 1000) as bar:
        time.sleep(0.1)
        bar.advance(3, 1000)
    assert capsys.readouterr().err == ""


def test_the_bar_is_on_standard_error_of_a_terminal() -> None:
    os.mkfifo("slow.mtgr")
    Path("good").write_bytes(GOOD.encode())
    writer = subprocess.Popen(["/bin/sh", "-c", "exec 3>slow.mtgr; sleep 3; cat good >&3"])
    code, output = on_terminal("check", "slow.mtgr")
    assert (writer.wait(60), code) == (0, 0)
    assert output.index("Checking") < output.index("No problems")
