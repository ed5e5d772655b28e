"""``python -m mtgr``: the same as the ``mtgr`` command."""

from mtgr.cli import run

# Worker processes import this module again under another name.
if __name__ == "__main__":
    run()
