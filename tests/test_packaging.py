"""What is installed: the wheel, its commands, and the version that everything reports."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import pytest
from tests.support.markers import game

import mtgr

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "server" / "mtgr"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel, built as pip builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    build = f"from hatchling.build import build_wheel; build_wheel({str(folder)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=ROOT, check=True, capture_output=True)
    [path] = folder.glob("*.whl")
    with zipfile.ZipFile(path) as file:
        yield file


def metadata(wheel: zipfile.ZipFile, name: str) -> str:
    return wheel.read(f"mtgr-{mtgr.__version__}.dist-info/{name}").decode()


def test_the_wheel_holds_the_package_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    ours = {name for name in wheel.namelist() if ".dist-info/" not in name}
    git = ["git", "-c", f"safe.directory={ROOT}"]  # root may run the tests in somebody else's clone
    listing = [*git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    source = subprocess.run(listing, cwd=PACKAGE, check=True, capture_output=True, text=True).stdout.split("\0")
    assert ours == {f"mtgr/{path}" for path in source if path}
    assert "mtgr/py.typed" in ours


def test_the_wheel_says_what_it_is(wheel: zipfile.ZipFile) -> None:
    headers = HeaderParser().parsestr(metadata(wheel, "METADATA"))
    required = {line for line in headers.get_all("Requires-Dist", []) if "extra ==" not in line}
    assert headers["Version"] == mtgr.__version__
    assert headers["License-Expression"] == "MIT"
    assert {line.partition(">")[0].partition("<")[0] for line in required} == {"cattrs", "lsprotocol", "pygls", "rich"}
    assert all(">=" in line for line in required), "every dependency has a lower bound"
    assert "MIT License" in metadata(wheel, "licenses/LICENSE")


def test_the_wheel_has_both_commands(wheel: zipfile.ZipFile) -> None:
    assert metadata(wheel, "entry_points.txt").splitlines() == [
        "[console_scripts]",
        "mtgr = mtgr.cli:run",
        "mtgr-language-server = mtgr.cli:language_server",
    ]


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, built as pip builds it."""
    folder = tmp_path_factory.mktemp("sdist")
    build = f"from hatchling.build import build_sdist; build_sdist({str(folder)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=ROOT, check=True, capture_output=True)
    [path] = folder.glob("*.tar.gz")
    return path


@pytest.fixture(scope="module")
def installed(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh environment with nothing in it but the wheel that the source distribution makes."""
    folder = tmp_path_factory.mktemp("fresh")
    with tarfile.open(sdist) as file:
        file.extractall(folder, filter="data") if hasattr(tarfile, "data_filter") else file.extractall(folder)
    [unpacked] = folder.iterdir()
    build = f"from hatchling.build import build_wheel; build_wheel({str(folder)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=unpacked, check=True, capture_output=True)
    [path] = folder.glob("*.whl")
    venv.create(folder / "env", symlinks=os.name != "nt")
    python = folder / "env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = [sys.executable, "-m", "pip", "--quiet", "--python", str(python)]
    subprocess.run([*pip, "install", "--no-compile", "--no-deps", "--no-index", str(path)], check=True)
    return python


def in_fresh(python: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Runs the Python of the fresh environment, or a program beside it."""
    program = python if arguments[0].startswith("-") else python.with_name(arguments[0])
    command = [str(program), *arguments[not arguments[0].startswith("-") :]]
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(
        command, cwd=python.parent, env=variables, input=stdin, capture_output=True, text=True, timeout=60, check=False
    )


def test_the_source_distribution_is_what_the_repository_holds(sdist: Path) -> None:
    with tarfile.open(sdist) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    for wanted in ("server/mtgr/py.typed", "tests/conftest.py", "docs/api.md", "conformance/README.md", "LICENSE"):
        assert wanted in names
    assert not [name for name in names if "__pycache__" in name or "node_modules" in name or name.startswith(".venv")]


def test_what_is_installed_runs_without_anything_else(installed: Path) -> None:
    wrong = game('"PlayerA" life 1 -> 2')
    version = in_fresh(installed, "mtgr", "--version")
    assert (version.returncode, version.stdout) == (0, f"mtgr {mtgr.__version__}\n")
    for form in ("text", "json", "sarif", "github"):
        checked = in_fresh(installed, "mtgr", "check", "--output-format", form, "-", stdin=wrong)
        assert (checked.returncode, checked.stderr) == (1, "")
        assert "check-10" in checked.stdout
    module = in_fresh(installed, "-m", "mtgr", "check", "-", stdin=game('"PlayerA" pass'))
    assert (module.returncode, module.stdout, module.stderr) == (0, "", "")


HOOKS = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")


def test_the_hooks_do_what_they_say(installed: Path, tmp_path: Path) -> None:
    entries = dict(zip(re.findall(r"- id: (.+)", HOOKS), re.findall(r"  entry: (.+)", HOOKS), strict=True))
    [pattern] = set(re.findall(r"  files: (.+)", HOOKS))
    assert re.search(pattern, "games/a.mtgr")
    assert not re.search(pattern, "games/a.mtgr.orig")
    good, untidy = tmp_path / "good.mtgr", tmp_path / "untidy.mtgr"
    good.write_text(game('"PlayerA" pass'), encoding="utf-8")
    untidy.write_text(game('"PlayerA" pass').replace(" pass", "  pass"), encoding="utf-8")
    hooks = ("mtgr-check", "mtgr-format", "mtgr-check")
    runs = [in_fresh(installed, *entries[hook].split(), str(good), str(untidy)) for hook in hooks]
    assert [run.returncode for run in runs] == [1, 0, 0]
    assert set(entries) == {"mtgr-check", "mtgr-format"}
    assert untidy.read_bytes() == good.read_bytes()


def test_a_library_that_is_missing_is_named(installed: Path) -> None:
    server = in_fresh(installed, "mtgr-language-server")
    assert (server.returncode, server.stdout) == (2, "")
    said = "lsprotocol is missing, which this needs: install mtgr again, with pip, which brings it along"
    assert server.stderr == f"mtgr: {said}\n"


def test_what_is_installed_can_be_imported(installed: Path) -> None:
    script = (
        "import sys, mtgr; print(mtgr.__file__); print([g.result for g in mtgr.read_games(sys.stdin.buffer.read())])"
    )
    done = in_fresh(installed, "-c", script, stdin=game('"PlayerA" pass'))
    assert done.stderr == ""
    place, results = done.stdout.splitlines()
    assert Path(place).is_relative_to(installed.parents[1])
    assert results == "['1-0']"


def test_what_is_installed_has_types(installed: Path, tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "reader.py").write_text(
        "from mtgr import GameWriter, read_games\n"
        'for game in read_games("a.mtgr"):\n'
        "    for statement, state in game.replay():\n"
        "        reveal_type(state.players)\n"
        '        GameWriter("b.mtgr", 3)\n',
        encoding="utf-8",
    )
    mypy = ["-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "--python-executable", str(installed)]
    variables = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MYPYPATH")}
    done = subprocess.run(
        [sys.executable, *mypy, "reader.py"], cwd=tmp_path, env=variables, capture_output=True, text=True, check=False
    )
    lines = done.stdout.splitlines()
    assert lines[0].endswith('Revealed type is "dict[str, mtgr.api.states.Player]"')
    assert 'Argument 2 to "GameWriter" has incompatible type "int"' in lines[1]
    assert lines[2:] == ["Found 1 error in 1 file (checked 1 source file)"]


@pytest.mark.parametrize("command", ["mtgr.cli:run", "mtgr.lsp:main"])
def test_a_command_leads_to_a_function(command: str) -> None:
    module, _, function = command.partition(":")
    check = f"import {module}; assert callable({module}.{function})"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0


def test_the_changelog_ends_at_this_version() -> None:
    headings = [line for line in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines() if line[:3] == "## "]
    assert headings[:2] == ["## [Unreleased]", f"## [{mtgr.__version__}]"]
