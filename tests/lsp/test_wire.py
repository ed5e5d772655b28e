"""Messages out of a stream of bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.linear import assert_linear

from mtgr.lsp.wire import frames


def reader(*chunks: bytes) -> Callable[[int], bytes]:
    """A stream that gives its bytes in these pieces."""
    left: Iterator[bytes] = iter(chunks)
    return lambda size: next(left, b"")


def frame(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


@given(st.lists(st.binary(min_size=1, max_size=20), max_size=5), st.data())
def test_messages_come_out_whole_however_they_come_in(bodies: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(map(frame, bodies))
    cuts = sorted(data.draw(st.sets(st.integers(1, max(1, len(stream) - 1)), max_size=6)) | {0, len(stream)})
    pieces = [stream[start:end] for start, end in pairwise(cuts)]
    assert list(frames(reader(*pieces))) == bodies


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Length: 2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n",
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n",
        b"content-length:2\r\n\r\n",
        b"Content-Length: 2\n\n",
    ],
)
def test_headers_are_read_in_every_spelling(header: bytes) -> None:
    assert list(frames(reader(header + b"{}" + frame(b"next")))) == [b"{}", b"next"]


@pytest.mark.parametrize(
    "noise",
    [
        b"\r\n",
        b"hello\r\n\r\n",
        b"Content-Length: many\r\n\r\n",
        b"Content-Length: -3\r\n\r\n",
        b"Content-Length: 0\r\n\r\n",
        b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n",
    ],
)
def test_a_header_that_says_nothing_is_passed_over(noise: bytes) -> None:
    assert list(frames(reader(noise + frame(b"{}")))) == [b"{}"]


@pytest.mark.parametrize("rest", [b"", b"Content-Le", b"Content-Length: 5\r\n", b"Content-Length: 5\r\n\r\n{}"])
def test_what_is_cut_off_is_no_message(rest: bytes) -> None:
    assert list(frames(reader(frame(b"{}"), rest))) == [b"{}"]


def test_a_broken_line_is_its_end() -> None:
    pieces = iter([frame(b"{}")])

    def read(size: int) -> bytes:
        try:
            return next(pieces)
        except StopIteration:
            raise ConnectionResetError from None

    assert list(frames(read)) == [b"{}"]


def test_a_huge_message_comes_out_whole_and_in_linear_time() -> None:
    def work(size: int) -> None:
        stream = frame(b"x" * size) + frame(b"{}")
        pieces = (stream[start : start + 4096] for start in range(0, len(stream), 4096))
        assert [len(body) for body in frames(lambda size: next(pieces, b""))] == [size, 2]

    assert_linear(work, lambda size: size, 16_000_000)


def test_a_huge_header_is_passed_over() -> None:
    assert list(frames(reader(b"x" * 5_000_000 + b"\r\n", b"y: z\r\n" * 100_000 + b"\r\n", frame(b"{}")))) == [b"{}"]
