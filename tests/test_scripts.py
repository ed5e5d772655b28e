"""The two commands of the README, as far as they can be run without changing the machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from scripts import environment

ROOT = Path(__file__).parents[1]
SCRIPTS = ROOT / "scripts"
# scripts/try makes .venv where there is none, so two of these tests may not run at the same time.
pytestmark = pytest.mark.xdist_group("scripts")

GAME = "conformance/try/recorded-with-one-mistake.mtgr"


def run(*command: str | Path, cwd: Path = ROOT, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **variables}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=300, check=False)


def make_program(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def test_without_a_file_a_recorded_game_is_checked() -> None:
    """The finding, then how to open the game in Neovim; exit status 0, since the script did its job."""
    tried = run(SCRIPTS / "try")
    assert tried.returncode == 0, tried.stderr
    assert re.search(rf"{GAME}:406:29: error: check-10: .*\b12\b.*\b11\b.*\bline 277\b", tried.stdout)
    assert tried.stdout.count(" error: ") == 1
    assert f"nvim --cmd 'set runtimepath^={ROOT}/editors/neovim' {GAME}" in tried.stdout


def test_a_file_is_named_as_one_would_type_it(tmp_path: Path) -> None:
    (tmp_path / "my game.mtgr").write_bytes((ROOT / GAME).read_bytes())
    tried = run(SCRIPTS / "try", "my game.mtgr", cwd=tmp_path)
    assert tried.returncode == 0
    assert "my game.mtgr:406:29: error: check-10: " in tried.stdout
    assert "editors/neovim' 'my game.mtgr'" in tried.stdout


def test_a_file_that_is_not_there_is_no_success(tmp_path: Path) -> None:
    tried = run(SCRIPTS / "try", tmp_path / "none.mtgr")
    assert tried.returncode == 2
    assert "none.mtgr" in tried.stderr
    assert "Traceback" not in tried.stderr


def test_a_python_is_found() -> None:
    found = run(SCRIPTS / "find-python")
    assert found.returncode == 0
    version = run(found.stdout.strip(), "-c", "import sys; print(sys.version_info >= (3, 10))")
    assert version.stdout == "True\n"


@pytest.mark.parametrize(
    ("name", "packages"),
    [("python3", "python3-venv"), ("python3.12", "python3.12-venv")],
)
def test_a_missing_venv_package_is_named(tmp_path: Path, name: str, packages: str) -> None:
    """Debian's python3 comes without ensurepip, in which case `python3 -m venv` fails half-way."""
    make_program(tmp_path / name, f'case $2 in *ensurepip*) exit 1 ;; esac\nexec {sys.executable} "$@"')
    make_program(tmp_path / "apt-get", "exit 1")
    tried = run(SCRIPTS / "try", PYTHON=name, PATH=f"{tmp_path}:/usr/bin:/bin")
    assert tried.returncode == 1
    assert tried.stdout == ""
    assert tried.stderr.count("apt-get install") == 1
    assert tried.stderr.endswith(f"apt-get install {packages}\n")


def programs(folder: Path, *names: str) -> str:
    """A PATH with these programs of the system and no others."""
    folder.mkdir(exist_ok=True)
    for name in names:
        path = shutil.which(name)
        assert path is not None
        (folder / name).symlink_to(path)
    return str(folder)


@pytest.mark.parametrize(
    ("user", "sudo", "said"),
    [
        ("0", False, "Install it with:  apt-get update && apt-get install a b\n"),
        ("1000", True, "Install it with:  sudo apt-get update && sudo apt-get install a b\n"),
        ("1000", False, "Let root install it with:  apt-get update && apt-get install a b\n"),
    ],
)
def test_how_to_install_is_said_for_whoever_asks(tmp_path: Path, user: str, sudo: bool, said: str) -> None:
    """A fresh Debian has no sudo."""
    path = programs(tmp_path / "bin", "sh")
    make_program(tmp_path / "bin" / "id", f"echo {user}")
    if sudo:
        make_program(tmp_path / "bin" / "sudo", "exit 1")
    assert run(SCRIPTS / "say-install", "a", "b", PATH=path).stdout == said


def test_without_root_and_sudo_the_tests_say_what_they_need(tmp_path: Path) -> None:
    path = programs(tmp_path / "bin", "sh", "dirname", "basename")
    make_program(tmp_path / "bin" / "id", "echo 1000")
    make_program(tmp_path / "bin" / "apt-get", "exit 1")
    tried = run(SCRIPTS / "test", PATH=path)
    assert tried.returncode == 1
    assert tried.stderr.endswith("apt-get install python3 python3-venv git gcc libc6-dev python3-dev\n")
    assert tried.stderr.startswith("Let root install it")


def test_a_python_that_is_too_old_is_not_used(tmp_path: Path) -> None:
    make_program(tmp_path / "python3", "exit 1")
    make_program(tmp_path / "apt-get", "exit 1")
    tried = run(SCRIPTS / "try", PYTHON="python3", PATH=f"{tmp_path}:/usr/bin:/bin")
    assert tried.returncode == 1
    assert tried.stderr.startswith("Python 3.10 or newer was not found.\n")
    assert tried.stderr.endswith("install python3 python3-venv\n")


# Going back from the compiled form


def installed(extras: list[str], compiled: str | None = None) -> environment.Installed:
    return replace(environment.Installed.wanted(extras), compiled=compiled)


def test_the_compiled_form_stays_while_the_sources_are_the_same() -> None:
    assert installed([], environment.sources()).covers(environment.Installed.wanted([]))
    assert not installed([], "another").covers(environment.Installed.wanted([]))


def test_who_is_going_to_change_the_sources_gets_them() -> None:
    there = installed(["dev"], environment.sources())
    assert not there.covers(environment.Installed.wanted(["dev"]))
    assert installed(["dev"]).covers(environment.Installed.wanted(["dev"]))


def test_without_a_compiler_everything_stays_as_it_was(tmp_path: Path) -> None:
    """pip fails, whatever it was about to compile; the sentence says what is missing."""
    stamp = environment.STAMP.read_text(encoding="utf-8") if environment.STAMP.exists() else None
    tried = run(SCRIPTS / "compile", tmp_path / "compiled", PIP_NO_INDEX="1", PIP_FIND_LINKS="")
    assert tried.returncode == 1
    assert "could not be compiled" in tried.stderr
    assert "gcc libc6-dev python3-dev" in tried.stderr
    assert not (tmp_path / "compiled").exists()
    if stamp is not None:
        assert environment.STAMP.read_text(encoding="utf-8") == stamp
