"""The house plan: which room may import what, and what may stand nowhere in the repository."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import mtgr
from mtgr import api

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "server" / "mtgr"

CORE = ("spec", "syntax", "document", "replay", "analysis")
FLOORS = {room: floor for floor, room in enumerate([*CORE, "files", "features", "lsp"])}
FLOORS["api"] = FLOORS["files"]
FLOORS["cli"] = FLOORS["lsp"]
OTHERS_ALLOWED = {"features": {"lsprotocol"}, "lsp": {"cattrs", "lsprotocol", "pygls"}, "cli": {"matplotlib", "rich"}}
"""Top-level packages outside the standard library that a room may import."""
LONGEST_CORE_FILE = 600

FILES = {str(path.relative_to(PACKAGE)): path for path in sorted(PACKAGE.glob("*/**/*.py"))}


@dataclass(frozen=True)
class Import:
    """One import: the dotted name, and whether it runs only when a function is called."""

    name: str
    lazy: bool

    @property
    def top(self) -> str:
        return self.name.split(".")[0]

    @property
    def room(self) -> str | None:
        """The room of `mtgr.ROOM...`; None for anything else."""
        top, _, rest = self.name.partition(".")
        return rest.split(".")[0] if top == "mtgr" and rest.split(".")[0] in FLOORS else None


def imports(source: str, package: str) -> Iterator[Import]:
    """Every import in the text of a module of `package` (dotted), those inside functions and conditions too."""
    yield from _imports(ast.parse(source), package, lazy=False)


def _imports(node: ast.AST, package: str, *, lazy: bool) -> Iterator[Import]:
    match node:
        case ast.Import():
            yield from (Import(alias.name, lazy) for alias in node.names)
        case ast.ImportFrom():
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            # The names too, since `from mtgr import spec` imports a room by its name.
            yield from (Import(f"{module}.{alias.name}", lazy) for alias in node.names)
        case ast.Call(func=ast.Name(id="__import__") | ast.Attribute(attr="import_module")):
            yield Import("imported-by-a-computed-name", lazy)
    inner = lazy or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    for child in ast.iter_child_nodes(node):
        yield from _imports(child, package, lazy=inner)


def forbidden(room: str, imported: Import) -> bool:
    """Whether a module of `room` may not have this import."""
    if imported.top != "mtgr":
        return imported.top not in sys.stdlib_module_names | OTHERS_ALLOWED.get(room, set()) | {"__future__"}
    if imported.room is None or imported.room == room:
        return False
    if (room, imported.room) == ("cli", "lsp"):
        return not imported.lazy
    return FLOORS[imported.room] >= FLOORS[room]


@pytest.mark.parametrize("file", FILES)
def test_a_room_imports_only_from_the_floors_below(file: str) -> None:
    path = FILES[file]
    package = ".".join(("mtgr", *Path(file).parent.parts))
    room = Path(file).parts[0]
    assert room in FLOORS, f"{room}/ is no room of the house plan"
    wrong = [found.name for found in imports(path.read_text(encoding="utf-8"), package) if forbidden(room, found)]
    assert wrong == []


def test_the_package_itself_imports_nothing_but_the_api_when_it_is_asked_for() -> None:
    """Whoever imports one room pays for that room only."""
    found = list(imports((PACKAGE / "__init__.py").read_text(encoding="utf-8"), "mtgr"))
    names = {each.name for each in found}
    assert {name.removeprefix("mtgr.api.") for name in names} - {"mtgr.api"} == set(mtgr.__all__) == set(api.__all__)
    script = "import sys, mtgr, mtgr.spec; print(*sorted(m for m in sys.modules if m.split('.')[0] == 'mtgr'))"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=PACKAGE.parent, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["mtgr", "mtgr.spec"]


def test_the_names_of_the_api_are_those_of_the_package() -> None:
    assert all(getattr(mtgr, name) is getattr(api, name) for name in api.__all__)
    with pytest.raises(AttributeError, match="module 'mtgr' has no attribute 'read_game'"):
        _ = mtgr.read_game  # type: ignore[attr-defined]


def test_the_api_needs_nothing_that_is_to_be_installed() -> None:
    script = "import sys; from mtgr import *; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", script], cwd=PACKAGE.parent, capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) - sys.stdlib_module_names - {"__main__", "mtgr"} == set()


def test_the_reader_of_imports_sees_every_way_to_import() -> None:
    source = """
import json, pygls.server
from mtgr import lsp
from ..spec import codes
from . import state
if TYPE_CHECKING:
    from mtgr.features.hover import hover
def later():
    import mtgr.lsp
    importlib.import_module("pygls")
"""
    assert [(found.name, found.lazy) for found in imports(source, "mtgr.replay")] == [
        ("json", False),
        ("pygls.server", False),
        ("mtgr.lsp", False),
        ("mtgr.spec.codes", False),
        ("mtgr.replay.state", False),
        ("mtgr.features.hover.hover", False),
        ("mtgr.lsp", True),
        ("imported-by-a-computed-name", True),
    ]


@pytest.mark.parametrize(
    ("room", "name", "lazy"),
    [
        ("spec", "mtgr.syntax.parse", False),
        ("replay", "mtgr.analysis", True),
        ("analysis", "lsprotocol.types", False),
        ("analysis", "rich", True),
        ("features", "pygls", True),
        ("features", "mtgr.cli", True),
        ("analysis", "mtgr.api", True),
        ("api", "rich", True),
        ("api", "mtgr.features.hover", True),
        ("lsp", "mtgr.cli", True),
        ("cli", "mtgr.lsp", False),
    ],
)
def test_an_import_that_climbs_is_forbidden(room: str, name: str, lazy: bool) -> None:
    assert forbidden(room, Import(name, lazy))


@pytest.mark.parametrize(
    ("room", "name", "lazy"),
    [
        ("spec", "enum", False),
        ("analysis", "mtgr.replay.state", False),
        ("analysis", "mtgr.analysis.engine", False),
        ("features", "lsprotocol.types", False),
        ("lsp", "pygls.lsp.server", False),
        ("lsp", "mtgr.__version__", False),
        ("api", "mtgr.analysis", False),
        ("cli", "mtgr.features.hover", False),
        ("cli", "mtgr.lsp", True),
    ],
)
def test_an_import_that_goes_down_is_allowed(room: str, name: str, lazy: bool) -> None:
    assert not forbidden(room, Import(name, lazy))


@pytest.mark.parametrize("file", [file for file in FILES if Path(file).parts[0] in (*CORE, "api")])
def test_a_file_of_the_core_can_be_read_in_one_sitting(file: str) -> None:
    assert len(FILES[file].read_text(encoding="utf-8").split("\n")) <= LONGEST_CORE_FILE


def test_the_repository_names_no_place_outside_itself() -> None:
    """Who clones it has neither the folders beside the checkout nor the machine it was written on."""
    shared = r"\.\./" + "shared"
    places = [re.escape(str(place)) + "/" for place in (ROOT, Path.home())]
    pattern = re.compile(rf"{shared}|(?<![\w.])(?:{'|'.join(places)})".encode())
    git = ["git", "-c", f"safe.directory={ROOT}"]  # root may run the tests in somebody else's clone
    listing = subprocess.run([*git, "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    files = [ROOT / name for name in listing.decode().split("\0") if name]
    mentions = [
        f"{path.relative_to(ROOT)}:{number}: {line.decode(errors='replace')}"
        for path in files
        if path.is_file()
        for number, line in enumerate(path.read_bytes().split(b"\n"), start=1)
        if pattern.search(line)
    ]
    assert len(files) > 0
    assert mentions == []
