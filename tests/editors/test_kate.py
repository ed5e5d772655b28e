"""Kate itself, without a screen, set up as editors/kate/README.md says: what it asks, and what it is told."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import time
from pathlib import Path

from tests.editors.programs import EDITORS, PROGRAMS, ROOT

GAME = ROOT / "conformance" / "try" / "recorded-with-one-mistake.mtgr"
ASKED = ("textDocument/didOpen", "textDocument/documentSymbol", "textDocument/semanticTokens/range")
KATERC = """\
[Kate Plugins]
lspclientplugin=true

[lspclient]
AllowedServerCommandLines={server}
"""


def test_a_game_is_opened_and_its_mistake_told(tmp_path: Path) -> None:
    game = tmp_path / "game.mtgr"
    shutil.copy(GAME, game)
    colours = tmp_path / ".local" / "share" / "org.kde.syntax-highlighting" / "syntax"
    settings = tmp_path / ".config" / "kate" / "lspclient"
    runtime, programs = tmp_path / "run", tmp_path / "bin"
    for folder in (colours, settings, runtime, programs):
        folder.mkdir(parents=True)
    runtime.chmod(0o700)
    shutil.copy(EDITORS / "kate" / "mtgr.xml", colours)
    shutil.copy(EDITORS / "kate" / "settings.json", settings)
    server, asked, told = programs / "mtgr-language-server", tmp_path / "asked", tmp_path / "told"
    pipe = [f"tee {asked}", shlex.quote(str(PROGRAMS / "mtgr-language-server")), f"tee {told}"]
    server.write_text(f"#!/bin/sh\n{' | '.join(pipe)}\n")
    server.chmod(0o755)
    # What Kate asks the user once, it remembers so.
    (tmp_path / ".config" / "katerc").write_text(KATERC.format(server=server))
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("XDG_")},
        "HOME": str(tmp_path),
        "XDG_RUNTIME_DIR": str(runtime),
        "QT_QPA_PLATFORM": "offscreen",
        "PATH": os.pathsep.join([str(programs), os.environ["PATH"]]),
    }

    def log(path: Path) -> str:
        return path.read_text(encoding="utf-8") if path.exists() else ""

    command = ["dbus-run-session", "--", "kate", "--block", game]
    with (tmp_path / "log").open("w") as output:
        kate = subprocess.Popen(command, env=environment, stdout=output, stderr=output, start_new_session=True)
        try:
            end = time.monotonic() + 90
            while not ("check-10" in log(told) and all(each in log(asked) for each in ASKED)):
                assert kate.poll() is None, log(tmp_path / "log")
                assert time.monotonic() < end, f"{log(asked)[-3000:]}\n{log(told)[-3000:]}\n{log(tmp_path / 'log')}"
                time.sleep(0.05)
        finally:
            os.killpg(kate.pid, signal.SIGTERM)
            kate.wait(10)
