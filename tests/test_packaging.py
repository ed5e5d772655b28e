"""What is installed: the wheel, its commands, and the version that everything reports."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("command", ["mtgr.cli:run", "mtgr.lsp:main"])
def test_a_command_leads_to_a_function(command: str) -> None:
    module, _, function = command.partition(":")
    check = f"import {module}; assert callable({module}.{function})"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0


def test_the_changelog_ends_at_this_version() -> None:
    headings = [line for line in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines() if line[:3] == "## "]
    assert headings[:2] == ["## [Unreleased]", f"## [{mtgr.__version__}]"]
