"""Which files a workspace folder has, and what the client calls them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mtgr.lsp import folder_files
from mtgr.lsp.folder_files import Root, root_of, search


def make(*paths: str) -> None:
    for path in paths:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(b"x")


def root(uri: str) -> Root:
    found = root_of(uri)
    assert found is not None
    return found


@pytest.fixture(autouse=True)
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(top: Path, *roots: Root) -> list[str]:
    found = search(roots or [root(top.as_uri())])
    assert found.more is None
    return sorted(os.path.relpath(place.path, top) for place, _ in found.files.values())


def test_folders_are_searched_to_the_bottom_but_for_those_of_programs(top: Path) -> None:
    make("a.mtgr", "b/c/d.mtgr", "b/notes.txt", ".git/e.mtgr", "b/.hidden/f.mtgr", "node_modules/x/g.mtgr", ".h.mtgr")
    assert names(top) == [".h.mtgr", "a.mtgr", "b/c/d.mtgr"]


def test_what_is_found_is_what_is_held(top: Path) -> None:
    make("a.mtgr", "b/c.mtgr", "b/notes.txt", ".git/e.mtgr", "node_modules/x/g.mtgr")
    here = root(top.as_uri())
    every = [str(path) for path in top.rglob("*") if path.is_file()]
    assert sorted(path for path in every if here.holds(path)) == sorted(
        place.path for place, _ in search([here]).files.values()
    )
    assert not here.holds(f"{top}-other/a.mtgr")
    assert not here.holds(str(top))


def test_a_stamp_changes_with_the_file(top: Path) -> None:
    make("a.mtgr")
    os.utime("a.mtgr", ns=(5, 7))
    [(_, stamp)] = search([root(top.as_uri())]).files.values()
    assert stamp == (7, 1)


def test_what_cannot_be_read_is_passed_over(top: Path) -> None:
    make("a.mtgr")
    Path("broken.mtgr").symlink_to("nowhere")
    os.mkfifo("pipe.mtgr")
    assert names(top, root(top.as_uri()), root((top / "none").as_uri())) == ["a.mtgr"]


def test_folders_that_overlap_have_each_file_once(top: Path) -> None:
    make("a b/c.mtgr")
    assert names(top, root(top.as_uri()), root(f"{top.as_uri()}/a%20b/")) == ["a b/c.mtgr"]


def test_uris_begin_as_the_client_writes_them() -> None:
    assert root("file:///c%3A/Games/").place(f"{root('file:///c%3A/Games').path}/ä b/1#2.mtgr").uri == (
        "file:///c%3A/Games/%C3%A4%20b/1%232.mtgr"
    )
    assert root("file:///").place("/a.mtgr").uri == "file:///a.mtgr"


@pytest.mark.parametrize("uri", ["untitled:Untitled-1", "vscode-remote://ssh/home", "", "file:///a%00b"])
def test_what_is_on_no_disk_has_no_files(uri: str) -> None:
    assert root_of(uri) is None


def test_of_too_many_files_the_first_are_taken(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_files, "MOST_FILES", 2)
    make("b.mtgr", "a/z.mtgr", "c.mtgr")
    found = search([root(top.as_uri())])
    assert [place.path for place, _ in found.files.values()] == [f"{top}/a/z.mtgr", f"{top}/b.mtgr"]
    assert found.more == "This workspace has 3 .mtgr files, of which 2 are checked."


def test_not_more_folders_are_searched_than_a_person_has(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_files, "MOST_FOLDERS", 3)
    make(*(f"{number}/a.mtgr" for number in range(9)))
    found = search([root(top.as_uri())])
    assert len(found.files) == 2
    assert found.more == "This workspace has very many folders; only 3 were searched."
