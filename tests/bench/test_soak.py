"""A part of the long session: what a server holds stays as it is (``python -m tests.bench.soak`` does all of it)."""

from __future__ import annotations

import pytest
from tests.bench import processes
from tests.bench.soak import Look, growth, soak


@pytest.mark.skipif(not processes.AVAILABLE, reason="needs Linux's /proc")
def test_a_long_session_holds_no_more_at_its_end() -> None:
    more = growth(list(soak(400, 32, looks=8)))
    assert more.memory < 4
    assert more.threads <= 0
    assert more.files <= 0


def test_what_grows_is_seen() -> None:
    looks = [Look(10.0, 3, 5)] * 4 + [Look(12.0, 4, 7)]
    assert growth(looks) == Look(2.0, 1, 2)
