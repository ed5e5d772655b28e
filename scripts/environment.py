"""Makes `.venv` at the root of the repository with the project and its dependencies; does nothing when it is there.

Usage: environment.py [EXTRA...], where EXTRA is one of the optional dependencies of pyproject.toml.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import venv
from dataclasses import asdict, dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
STAMP = VENV / "installed.json"


def program(name: str) -> Path:
    """Where the virtual environment keeps the program `name`."""
    return VENV / "Scripts" / f"{name}.exe" if os.name == "nt" else VENV / "bin" / name


@dataclass(frozen=True)
class Installed:
    """What `.venv` holds. `root` is in it because a virtual environment does not survive being moved."""

    root: str
    project: str
    """SHA-256 of pyproject.toml."""
    extras: list[str]
    compiled: str | None = None
    """Where the program is compiled (see compile_it.py), the SHA-256 of the sources; None where it is the sources."""

    @classmethod
    def wanted(cls, extras: list[str]) -> Installed:
        project = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
        return cls(str(ROOT), project, sorted(extras))

    @classmethod
    def found(cls) -> Installed | None:
        """What an earlier run has finished. None if there was none, or its Python is gone."""
        try:
            found = cls(**json.loads(STAMP.read_text(encoding="utf-8")))
            subprocess.run([program("python"), "-c", ""], check=True, capture_output=True)
        except (OSError, ValueError, TypeError, subprocess.CalledProcessError):
            return None
        return found

    def covers(self, other: Installed) -> bool:
        """Whether nothing is to be done. Whoever asks for extras is going to change the sources, and gets those."""
        if self.compiled is not None and (other.extras or self.compiled != sources()):
            return False
        return (self.root, self.project) == (other.root, other.project) and set(other.extras) <= set(self.extras)


def sources() -> str:
    """SHA-256 of all that is in `server/`."""
    digest = hashlib.sha256()
    for path in sorted((ROOT / "server").rglob("*.py")):
        digest.update(f"{path.relative_to(ROOT)} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def note_compiled() -> None:
    """Notes that `.venv` has the compiled form of the sources as they are."""
    found = Installed.found()
    assert found is not None
    STAMP.write_text(json.dumps(asdict(replace(found, compiled=sources()))), encoding="utf-8")


def ensure(extras: list[str]) -> None:
    """Brings `.venv` up to date with pyproject.toml, with `extras` and those it had before.

    Raises OSError or subprocess.CalledProcessError (after pip has said why) where that cannot be done.
    """
    found, wanted = Installed.found(), Installed.wanted(extras)
    if found is not None and found.covers(wanted):
        return
    print(f"Setting up {VENV} (once; it takes less than a minute) ...", file=sys.stderr, flush=True)
    if found is not None and found.root == wanted.root:
        wanted = Installed.wanted(sorted({*found.extras, *extras}))
        STAMP.unlink()
    else:
        venv.create(VENV, clear=True, with_pip=True)
    project = f"{ROOT}[{','.join(wanted.extras)}]" if wanted.extras else str(ROOT)
    pip = [
        str(program("python")),
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--quiet",
        "install",
        "--editable",
        project,
    ]
    subprocess.run(pip, check=True)
    STAMP.write_text(json.dumps(asdict(wanted)), encoding="utf-8")


def main(extras: list[str]) -> int:
    try:
        ensure(extras)
    except (OSError, subprocess.CalledProcessError) as failure:
        print(f"{VENV} could not be set up: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
