"""Installs the program with its hot parts compiled by mypyc: what `scripts/compile` runs.

Usage: compile_it.py [FOLDER]. Without FOLDER, `.venv` gets the compiled form in place of the sources in `server/`,
until one of them changes (see environment.py). With FOLDER, the package is put there and `.venv` stays as it is.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import environment

NEEDED = ("pyproject.toml", "README.md", "LICENSE", "server")


def compile_into(target: list[str]) -> None:
    """Builds the package and lets pip install it with the options `target`.

    It is built from a copy, since compiled modules would otherwise be left among the sources and hide them.
    Raises subprocess.CalledProcessError, after pip has said why.
    """
    with tempfile.TemporaryDirectory() as folder:
        for name in NEEDED:
            source = environment.ROOT / name
            copy = shutil.copytree if source.is_dir() else shutil.copy
            copy(source, Path(folder) / name)
        pip = [str(environment.program("python")), "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
        switched_on = {**os.environ, "HATCH_BUILD_HOOK_ENABLE_MYPYC": "1"}
        subprocess.run([*pip, "--no-deps", *target, folder], check=True, env=switched_on)


def main(arguments: list[str]) -> int:
    if status := environment.main([]):
        return status
    print("Compiling (about a minute) ...", file=sys.stderr, flush=True)
    try:
        if arguments:
            compile_into(["--upgrade", "--target", arguments[0]])
        else:
            compile_into(["--force-reinstall"])
            environment.note_compiled()
    except (OSError, subprocess.CalledProcessError) as failure:
        print(f"It could not be compiled, and everything is as before: {failure}", file=sys.stderr)
        print("A C compiler and Python's header files are needed; on Debian:", file=sys.stderr)
        print("  apt-get install gcc libc6-dev python3-dev", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
