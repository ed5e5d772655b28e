"""The scripts of the editors' folders, which belong to no package."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType


def load(path: Path) -> ModuleType:
    """A script as a module, made anew at each call."""
    spec = importlib.util.spec_from_file_location(f"{path.parents[1].name}_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
