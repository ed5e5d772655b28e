"""Checks a recorded game and says how to open it in an editor: what `scripts/try` and `scripts\\try.cmd` run.

Usage: try_it.py [FILE...]. Exits 0 also when the files have findings, 1 or 2 when it could not do its job.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import environment

GAME = environment.ROOT / "conformance" / "try" / "recorded-with-one-mistake.mtgr"
COULD_NOT_RUN = 2


def shortest(path: Path) -> str:
    """The path as one would type it here: relative where that does not lead upwards."""
    path = path.absolute()
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)


def command_line(arguments: list[str]) -> str:
    return subprocess.list2cmdline(arguments) if os.name == "nt" else shlex.join(arguments)


def neovim(file: Path) -> str:
    """The command line that opens `file` in Neovim with this repository's plugin."""
    plugin = str(environment.ROOT / "editors" / "neovim")
    for special in "\\ ,":  # each ends a word or an entry in `:set runtimepath`
        plugin = plugin.replace(special, "\\" + special)
    return command_line(["nvim", "--cmd", f"set runtimepath^={plugin}", shortest(file)])


def advice(file: Path) -> str:
    install = "" if shutil.which("nvim") else " (on Debian: sudo apt-get install neovim)"
    return f"""
To see it in an editor:

  Neovim 0.7 or newer{install}
    {neovim(file)}

  Any other editor with a language client: let it start this program for *.mtgr files
    {command_line([str(environment.program("mtgr-language-server"))])}

To check your own games:
    {command_line([shortest(environment.program("mtgr")), "check"])} FILE_OR_FOLDER...
"""


def main(arguments: list[str]) -> int:
    if status := environment.main([]):
        return status
    files = arguments or [shortest(GAME)]
    if not arguments:
        print(f"A recorded game with one number changed: {files[0]}\n", flush=True)
    status = subprocess.run([environment.program("mtgr"), "check", *files], check=False).returncode
    if status >= COULD_NOT_RUN or status < 0:
        return status
    print(advice(Path(files[0])))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
