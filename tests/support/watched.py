"""``mtgr`` with a note of each file that is opened to be written, each socket, and each program that is started.

``watched.py LOG ARGUMENT...``: the notes go to the file LOG, one JSON list a line. ``-run FILE`` runs another program.
Reading is not noted, and neither is the byte code that Python writes beside modules.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
from typing import Any

LOG = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
CHANGING = {"os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod",
            "shutil.rmtree", "shutil.copyfile", "shutil.move"}  # fmt: skip
STARTING = {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.startfile", "pty.spawn"}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def note(event: str, arguments: tuple[Any, ...]) -> None:
    kind = None
    if event == "open":
        path, _, flags = arguments
        if flags & WRITING and not isinstance(path, int) and not is_of_python(os.fsdecode(path)):
            kind = "write"
    elif event in CHANGING:
        kind = None if is_of_python(os.fsdecode(arguments[0])) else "write"
    elif event in STARTING:
        kind = "program"
    elif event.startswith("socket.") and not is_own_pair(event):
        kind = "socket"
    if kind is not None:
        os.write(LOG, json.dumps([kind, str(arguments[0]), event]).encode() + b"\n")


def is_of_python(path: str) -> bool:
    return "__pycache__" in path or path == os.devnull


def is_own_pair(event: str) -> bool:
    """Whether it is a pair of sockets between parts of the program: asyncio wakes its loop by one, and the processes
    that read a folder get their work by one."""
    if event != "socket.__new__":
        return False
    frame = sys._getframe(2)
    return "socketpair" in {frame.f_code.co_name, frame.f_back.f_code.co_name if frame.f_back else ""}


sys.addaudithook(note)  # in the processes that the program starts, too: they import this file
if __name__ == "__main__" and sys.argv[2:3] == ["-run"]:
    sys.argv = sys.argv[3:]
    runpy.run_path(sys.argv[0], run_name="__main__")
elif __name__ == "__main__":
    from mtgr.cli import main

    sys.exit(main(sys.argv[2:]))
