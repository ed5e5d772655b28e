"""Several processes that do the same to many things."""

from __future__ import annotations

import os
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from mtgr.files.crew import NICE, Crew


def double(number: int) -> int:
    return 2 * number


def wait_and_say(text: str) -> str:
    """Takes so long that both processes of a crew are needed."""
    time.sleep(0.3)
    return f"{text} {os.getpid()}"


def die(when: int, number: int) -> int:
    if number == when:
        os._exit(9)
    return number


def standard_streams(_: object) -> tuple[str, bool, int]:
    assert sys.stdin is not None
    return sys.stdin.read(), sys.stdout is sys.stderr, os.nice(0)


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def test_every_task_has_its_result() -> None:
    assert sorted(Crew(double, 2).run(range(20))) == [(number, 2 * number) for number in range(20)]
    assert list(Crew(double, 2).run([])) == []


def test_the_processes_share_the_work() -> None:
    results = [result for _, result in Crew(wait_and_say, 2).run("abcd")]
    assert len({result.split()[1] for result in results if result}) == 2


def test_tasks_are_taken_when_there_is_a_process_for_them() -> None:
    taken = []
    finished = Crew(double, 2).run(number for number in range(9) if not taken.append(number))  # type: ignore[func-returns-value]
    next(finished)
    assert len(taken) <= 3
    finished.close()


def test_a_process_that_dies_costs_its_own_task_only() -> None:
    found = dict(Crew(partial(die, 3), 2).run(range(9)))
    assert found == {number: None if number == 3 else number for number in range(9)}


def test_the_streams_of_the_program_are_left_alone() -> None:
    [(_, found)] = Crew(standard_streams, 1, background=True).run([None])
    assert found == ("", True, min(os.nice(0) + NICE, 19))


def folder_of_the_process(_: object) -> str:
    return str(Path.cwd())


def test_nothing_is_imported_from_the_folder_it_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python would: a folder of games could bring a program. Paths are still those from this folder."""
    for name in sys.stdlib_module_names:
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'trapped')!r}, 'w')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert list(Crew(folder_of_the_process, 1).run([None])) == [(None, str(tmp_path.resolve()))]
    assert Path.cwd() == tmp_path.resolve()
    assert not (tmp_path / "trapped").exists()


def test_the_folder_it_is_in_may_be_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert list(Crew(double, 1).run([1])) == [(1, 2)]


@pytest.mark.parametrize("after", [0.0, 0.5])
def test_another_thread_can_end_it(after: float) -> None:
    crew = Crew(sleep, 2)
    started = time.monotonic()
    threading.Timer(after, crew.end).start()
    assert list(crew.run([60.0, 60.0, 60.0])) == []
    assert time.monotonic() - started < 30
