"""What docs/security.md says the programs never do: files written, connections, other programs.

A child process with a hook of Python's own auditing (``sys.addaudithook``) notes all of it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.lsp_client import Process, at, put
from tests.support.markers import game

ROOT = Path(__file__).parents[1]
WATCHED = Path(__file__).parent / "support" / "watched.py"
TEXT = game('"PlayerA"  pass\n#1 "Forest" tap by "x"')
MESSAGES = ("hover", "definition", "references", "completion", "codeAction", "foldingRange", "documentSymbol",
            "formatting", "documentLink", "codeLens", "prepareCallHierarchy", "semanticTokens/full")  # fmt: skip


def events(path: Path) -> list[list[str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def session(log: Path, folder: Path, *options: str) -> list[list[str]]:
    """A session with a folder, in which everything is asked for. What the server did that the hook notes."""
    (folder / "other.mtgr").write_text(TEXT, encoding="utf-8")
    with Process(sys.executable, str(WATCHED), str(log), "lsp", *options, cwd=folder) as client:
        uri = folder.as_uri()
        client.initialize(
            {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}},
            rootUri=uri,
            workspaceFolders=[{"uri": uri, "name": "x"}],
        )
        client.open(f"{uri}/a.mtgr", TEXT)
        for line in (3, 26, 27):
            for name in MESSAGES:
                place = at(f"{uri}/a.mtgr", line, 12)
                around = {"start": place["position"], "end": place["position"]}
                context = {"diagnostics": [], "includeDeclaration": True, "triggerKind": 1}
                more = {"range": around, "context": context, "options": {"tabSize": 2, "insertSpaces": True}}
                client.result(f"textDocument/{name}", place | more)
        client.result("textDocument/diagnostic", {"textDocument": {"uri": f"{uri}/a.mtgr"}})
        report = client.result("workspace/diagnostic", {"previousResultIds": []})
        assert report["items"]
        client.result("workspace/symbol", {"query": "a"})
        client.result("mtgr/state", at(f"{uri}/a.mtgr", 27, 0))
        client.change(f"{uri}/a.mtgr", 2, put((0, 0), (0, 0), "x"))
        client.close_document(f"{uri}/a.mtgr")
        assert client.shut_down() == 0
    return events(log)


def test_a_session_writes_and_connects_to_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    before = sorted(folder.iterdir())
    found = session(tmp_path / "log", folder)
    assert [each for each in found if each[0] != "program"] == []
    # Its own processes, which read the folder.
    assert {Path(each[1]).name for each in found} <= {Path(sys.executable).name}
    assert sorted(folder.iterdir()) == [*before, folder / "other.mtgr"]


@pytest.fixture
def trapped(tmp_path: Path) -> Iterator[Path]:
    """A folder of games that has a program in it for each module of Python's. None of them may ever be run."""
    folder, sprung = tmp_path / "games", tmp_path / "sprung"
    folder.mkdir()
    for name in sys.stdlib_module_names | {"matplotlib", "rich", "mtgr", "lsprotocol", "pygls"}:
        (folder / f"{name}.py").write_text(f"open({str(sprung)!r}, 'a').write('{name} ')\n", encoding="utf-8")
    yield folder
    assert not sprung.exists(), sprung.read_text(encoding="utf-8")


def test_a_session_runs_nothing_of_the_folder(trapped: Path, tmp_path: Path) -> None:
    session(tmp_path / "log", trapped)


@pytest.mark.parametrize("command", [["check", "--jobs", "2"], ["state"], ["plot", "-o", "-"], ["format", "--check"]])
def test_a_command_runs_nothing_of_the_folder(trapped: Path, tmp_path: Path, command: list[str]) -> None:
    for name in ("a.mtgr", "b.mtgr"):  # as much as is worth two processes
        (trapped / name).write_text(game('"PlayerA" pass') + "\n% long" * 200_000 * (command[0] == "check"))
    arguments = [*command, "a.mtgr:24" if command[0] == "state" else "a.mtgr", *["b.mtgr"] * (command[0] == "check")]
    run(tmp_path / "log", *arguments, cwd=trapped)


@pytest.mark.parametrize(
    "command",
    [
        ["check", "--hints"],
        ["check", "--output-format", "sarif"],
        ["format", "--check"],
        ["format", "--diff"],
        ["strip"],
    ],
)
def test_reading_commands_write_nothing(tmp_path: Path, command: list[str]) -> None:
    path = tmp_path / "a.mtgr"
    path.write_text(TEXT, encoding="utf-8")
    assert run(tmp_path / "log", *command, str(path)) == []
    assert path.read_text(encoding="utf-8") == TEXT


def test_showing_a_state_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.mtgr"
    path.write_text(TEXT, encoding="utf-8")
    assert run(tmp_path / "log", "state", f"{path}:24") == []


@pytest.mark.parametrize("command", [["format"], ["strip", "-i"]])
def test_writing_commands_write_what_they_are_told(tmp_path: Path, command: list[str]) -> None:
    path = tmp_path / "a.mtgr"
    path.write_text(game('"PlayerA"  pass {x}'), encoding="utf-8")
    found = run(tmp_path / "log", *command, str(path))
    assert {each[0] for each in found} == {"write"}
    assert {Path(each[1]).parent for each in found} == {tmp_path}
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.mtgr", "log"]


def run(log: Path, *arguments: str, cwd: Path | None = None) -> list[list[str]]:
    command = [sys.executable, str(WATCHED), str(log), *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, check=False)
    assert b"Traceback" not in done.stderr, done.stderr
    return events(log)


def test_the_hook_sees_what_it_should(tmp_path: Path) -> None:
    program = tmp_path / "bad.py"
    program.write_text(
        "import socket, subprocess, sys\n"
        f"open({str(tmp_path / 'x')!r}, 'w').close()\n"
        "socket.socket().close()\n"
        "subprocess.run([sys.executable, '-c', ''])\n"
        "import os; os.remove(sys.argv[-1])\n",
        encoding="utf-8",
    )
    log, victim = tmp_path / "log", tmp_path / "victim"
    victim.write_text("")
    subprocess.run([sys.executable, str(WATCHED), str(log), "-run", str(program), str(victim)], check=True)
    assert [each[0] for each in events(log)] == ["write", "socket", "program", "write"]


@pytest.mark.parametrize("name", ["SECURITY.md", "docs/security.md"])
def test_the_pages_are_there(name: str) -> None:
    assert len((ROOT / name).read_text(encoding="utf-8").split()) > 80
