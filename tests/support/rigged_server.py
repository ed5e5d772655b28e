"""The language server with faults that a text can ask for, in its first line:

* ``%spin``: the analysis never ends;
* ``%print``: things are written to standard output in every way there is, and a warning is given;
* ``%slow``: the analysis takes half a second.

Each analysis is noted on standard error. All else is the real server.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import warnings

import mtgr.analysis
import mtgr.lsp


class Rigged(mtgr.analysis.Analysis):
    def known(self, most: int | None = None) -> list[mtgr.analysis.Finding]:
        fault(self.lines[0])
        return super().known(most)


def fault(first_line: str) -> None:
    sys.stderr.write("analysed\n")
    match first_line:
        case "%spin":
            while True:
                pass
        case "%print":
            print("a stray line")  # noqa: T201 - this is the fault
            sys.stdout.write("another\n")
            sys.stdout.flush()
            os.write(1, b"past Python\n")
            subprocess.run(["echo", "from a child"], check=True)
            warnings.warn("a stray warning", stacklevel=1)
        case "%slow":
            time.sleep(0.5)


mtgr.analysis.Analysis = Rigged  # type: ignore[misc]
sys.exit(mtgr.lsp.main())
