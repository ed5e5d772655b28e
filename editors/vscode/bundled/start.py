"""Starts the bundled server, with the libraries beside this file and none of the user's.

To be run with ``-I -S``: then neither the environment's variables nor the interpreter's own packages count.
"""

import sys
from pathlib import Path

# The processes that check a folder's games import this file again, and inherit the path.
if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent / "libs"))

    from mtgr.lsp.server import start_io

    sys.exit(start_io())
