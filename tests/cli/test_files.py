"""Which files the arguments mean."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mtgr.cli import files
from mtgr.cli.files import find, write


def make(*paths: str) -> None:
    for path in paths:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(b"x")


def found(*paths: str) -> list[str]:
    sources, problems = find(paths)
    assert problems == []
    return [source.path for source in sources]


def complaints(*paths: str) -> list[str]:
    sources, problems = find(paths)
    assert sources == []
    return problems


def test_a_file_is_taken_whatever_its_name() -> None:
    make("game.txt")
    assert find(["game.txt"]) == ([("game.txt", 1)], [])


def test_folders_are_searched_to_the_bottom() -> None:
    make("b/x.mtgr", "b/c/d/y.mtgr", "b/notes.txt", "b/.hidden/z.mtgr", "a.mtgr")
    assert found(".") == ["a.mtgr", "b/.hidden/z.mtgr", "b/c/d/y.mtgr", "b/x.mtgr"]
    assert found("b/c") == ["b/c/d/y.mtgr"]


def test_a_path_is_kept_as_it_was_given() -> None:
    make("a.mtgr")
    assert found("./a.mtgr") == ["./a.mtgr"]
    assert found(str(Path("a.mtgr").absolute())) == [str(Path("a.mtgr").absolute())]


def test_every_file_once(tmp_path: Path) -> None:
    make("b/x.mtgr")
    assert found("b/x.mtgr", "b", "./b/x.mtgr", str(tmp_path), "-", "-") == ["-", "b/x.mtgr"]


def test_a_folder_may_look_like_a_file() -> None:
    make("x.mtgr/y.mtgr")
    Path("empty.mtgr").mkdir()
    assert found("x.mtgr") == found(".") == ["x.mtgr/y.mtgr"]
    assert complaints("empty.mtgr") == ["there are no .mtgr files in empty.mtgr"]


def test_what_is_missing_is_named() -> None:
    make("a/notes.txt")
    assert complaints("a", "gone", "", "nul\0") == [
        "there are no .mtgr files in a",
        "cannot read gone: No such file or directory",
        "cannot read a path without a name: No such file or directory",
        "cannot read nul\0: there can be no such path",
    ]


def test_the_rest_is_still_found() -> None:
    make("a.mtgr")
    sources, problems = find(["gone", "a.mtgr"])
    assert [source.path for source in sources] == ["a.mtgr"]
    assert len(problems) == 1


def test_links_and_pipes_in_a_folder(tmp_path: Path) -> None:
    make("real/a.mtgr")
    os.mkfifo("real/pipe.mtgr")
    Path("real/broken.mtgr").symlink_to("gone")
    Path("real/circle.mtgr").symlink_to("circle.mtgr")
    Path("real/up").symlink_to(tmp_path)
    Path("real/b.mtgr").symlink_to("a.mtgr")
    names = [Path(path).name for path in found("real")]
    assert "pipe.mtgr" not in names
    assert {"broken.mtgr", "circle.mtgr"} <= set(names)  # to be reported as unreadable
    assert len({"a.mtgr", "b.mtgr"} & set(names)) == 1


def test_a_folder_that_cannot_be_listed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    make("a/b/x.mtgr")
    scan = os.scandir

    def refuse(folder: Path) -> object:
        if Path(folder).name == "b":
            raise PermissionError(13, "Permission denied")
        return scan(folder)

    monkeypatch.setattr(files.os, "scandir", refuse)
    assert complaints("a") == ["cannot read a/b: Permission denied"]


def test_patterns_are_resolved_where_the_shell_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    make("a/x.mtgr", "a/y.mtgr", "a/b/z.mtgr")
    monkeypatch.setattr(files, "SHELL_EXPANDS", False)
    assert found("a/*.mtgr") == ["a/x.mtgr", "a/y.mtgr"]
    assert found("a/**/?.mtgr") == ["a/b/z.mtgr", "a/x.mtgr", "a/y.mtgr"]
    assert complaints("b*.mtgr") == ["cannot read b*.mtgr: No such file or directory"]


def test_a_file_is_written() -> None:
    write("a.svg", b"one")
    write("a.svg", b"two")
    assert Path("a.svg").read_bytes() == b"two"
    assert list(Path().iterdir()) == [Path("a.svg")]


def test_a_file_is_written_as_a_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    make("a.svg")
    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        write("a.svg", b"new")
    assert Path("a.svg").read_bytes() == b"x"
    assert list(Path().iterdir()) == [Path("a.svg")]


def test_a_new_file_may_be_read_by_whom_other_files_may() -> None:
    make("other")
    write("a.svg", b"x")
    assert Path("a.svg").stat().st_mode == Path("other").stat().st_mode


def test_a_file_may_still_be_read_by_whom_it_might() -> None:
    make("a.svg")
    Path("a.svg").chmod(0o640)
    write("a.svg", b"new")
    assert Path("a.svg").stat().st_mode & 0o777 == 0o640


def test_a_file_that_may_not_be_written_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    make("a.svg")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(PermissionError, match="Permission denied"):
        write("a.svg", b"new")
    assert Path("a.svg").read_bytes() == b"x"


def test_a_link_stays_a_link() -> None:
    make("real/a.svg")
    Path("a.svg").symlink_to("real/a.svg")
    write("a.svg", b"new")
    assert Path("a.svg").is_symlink()
    assert Path("real/a.svg").read_bytes() == b"new"


def test_a_pipe_is_written_to_and_stays_one() -> None:
    os.mkfifo("pipe")
    reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    write("pipe", b"new")
    assert os.read(reader, 10) == b"new"
    os.close(reader)
    assert Path("pipe").is_fifo()
