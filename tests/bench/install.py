"""The programs that are measured beside ours, in a folder of their own: ``.bench/`` at the root of the repository."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from tests.bench.documents import ROOT

FOLDER = ROOT / ".bench"
VENV, NODE, COMPILED = FOLDER / "venv", FOLDER / "node", FOLDER / "compiled"

PYTHON_PACKAGES = ("ruff", "python-lsp-server", "pyflakes", "pycodestyle", "beancount>=3,<4")
NODE_PACKAGES = ("pyright", "yaml-language-server", "vscode-langservers-extracted")


def python_program(name: str) -> Path:
    """Where a program of the Python packages is, or would be."""
    return VENV / "Scripts" / f"{name}.exe" if os.name == "nt" else VENV / "bin" / name


def node_program(name: str) -> Path:
    """Where a program of the npm packages is, or would be."""
    return NODE / "node_modules" / ".bin" / (f"{name}.cmd" if os.name == "nt" else name)


def ensure() -> list[str]:
    """Installs what is not there yet. What could not be installed, and why, in plain words."""
    problems = []
    if not python_program("bean-check").exists():
        _say("Installing the Python programs to compare with (once) ...")
        try:
            venv.create(VENV, clear=True, with_pip=True)
            pip = [str(python_program("python")), "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
            subprocess.run([*pip, *PYTHON_PACKAGES], check=True, timeout=900)
        except (OSError, subprocess.SubprocessError) as failure:
            problems.append(f"the Python programs could not be installed: {failure}")
    if not node_program("pyright-langserver").exists():
        if (npm := shutil.which("npm")) is None:
            problems.append("there is no npm, so the servers that run on Node.js are left out")
        else:
            _say("Installing the Node.js programs to compare with (once) ...")
            try:
                NODE.mkdir(parents=True, exist_ok=True)
                (NODE / "package.json").write_text("{}")
                quiet = ["--no-audit", "--no-fund", "--loglevel=error"]
                subprocess.run([npm, "install", *quiet, *NODE_PACKAGES], cwd=NODE, check=True, timeout=900)
            except (OSError, subprocess.SubprocessError) as failure:
                problems.append(f"the Node.js programs could not be installed: {failure}")
    return problems


def compiled() -> Path | None:
    """A folder with the compiled form of our program as it is now; None where it cannot be compiled."""
    _say("Compiling ours (about a minute) ...")
    script = [sys.executable, str(ROOT / "scripts" / "compile_it.py"), str(COMPILED)]
    shutil.rmtree(COMPILED, ignore_errors=True)
    return COMPILED if subprocess.run(script, check=False, timeout=900).returncode == 0 else None


def versions() -> dict[str, str]:
    """The versions of what is installed, by package."""
    found: dict[str, str] = {}
    if python_program("python").exists():
        pip = [str(python_program("python")), "-m", "pip", "--disable-pip-version-check", "list", "--format", "json"]
        listing = subprocess.run(pip, capture_output=True, text=True, check=False, timeout=120).stdout or "[]"
        names = {package.partition(">")[0] for package in PYTHON_PACKAGES}
        found |= {each["name"]: each["version"] for each in json.loads(listing) if each["name"] in names}
    for name in NODE_PACKAGES:
        if (path := NODE / "node_modules" / name / "package.json").exists():
            found[name] = json.loads(path.read_text(encoding="utf-8"))["version"]
    return found


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
