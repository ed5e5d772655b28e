"""What all tests share."""

from __future__ import annotations

import signal

from hypothesis import settings

# Examples differ from run to run, and a failing one is printed so that it can become a test. There is no time limit for
# a single example: a busy machine is no failure.
settings.register_profile("mtgr", deadline=None, print_blob=True)
settings.load_profile("mtgr")

# What a shell runs in the background does not hear Ctrl-C, nor do the programs that it starts. Some tests press it.
signal.signal(signal.SIGINT, signal.default_int_handler)
