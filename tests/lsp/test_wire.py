"""Messages out of a stream of bytes."""

from __future__ import annotations

import itertools
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.linear import assert_linear

from mtgr.lsp import wire


def reader(*chunks: bytes) -> Callable[[int], bytes]:
    """A stream that gives its bytes in these pieces."""
    left: Iterator[bytes] = iter(chunks)
    return lambda size: next(left, b"")


def frames(read: Callable[[int], bytes]) -> Iterator[bytes]:
    return wire.frames(read, lambda size: pytest.fail(f"{size} bytes are not too large"))


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


@pytest.mark.parametrize(
    "header", [b"Content-Length: many", b"Host: localhost", *(b"Content-Length: %d" % length for length in range(45))]
)
@pytest.mark.parametrize("body", [b'{"id": 1, "method": "a:b"}', b'{\n "id": {"n": 1}\n}\n'])
def test_a_wrong_or_missing_length_costs_no_more_than_the_next_message(header: bytes, body: bytes) -> None:
    stream = header + b"\r\n\r\n" + body + frame(b'{"id": 2}') + frame(b'{"id": 3}') + frame(b'{"id": 4}')
    assert list(frames(reader(stream)))[-2:] == [b'{"id": 3}', b'{"id": 4}']


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


def test_a_message_that_is_too_large_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """And another one after it is not. It is told of before it is there."""
    monkeypatch.setattr(wire, "LARGEST", 10)
    told: list[int] = []
    chunks = iter([frame(b"x" * 10), b"Content-Length: 200000\r\n\r\n", *[b"y" * 50_000] * 4, frame(b"{}"), b""])

    def read(size: int) -> bytes:
        chunk = next(chunks)
        assert told == [200_000] or b"y" not in chunk
        return chunk

    assert list(wire.frames(read, told.append)) == [b"x" * 10, b"{}"]
    assert told == [200_000]


@pytest.mark.parametrize("rest", [b"", b"y", b"y" * 100_000])
def test_a_message_that_is_too_large_may_be_cut_off(rest: bytes) -> None:
    told: list[int] = []
    assert list(wire.frames(reader(b"Content-Length: 99999999999\r\n\r\n", rest), told.append)) == []
    assert told == [99_999_999_999]


@pytest.mark.parametrize("start", [b"", b"Content-Length: 999999999999\r\n\r\n"])
def test_what_is_passed_over_is_not_kept(start: bytes) -> None:
    """Neither a message nor a header, however long it goes on."""
    source = itertools.chain([start], itertools.repeat(b"x" * wire.CHUNK, 1000))
    tracemalloc.start()
    assert list(wire.frames(lambda size: next(source, b""), lambda size: None)) == []
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10 * wire.CHUNK


def test_a_huge_header_is_passed_over() -> None:
    assert list(frames(reader(b"x" * 5_000_000 + b"\r\n", b"y: z\r\n" * 100_000 + b"\r\n", frame(b"{}")))) == [b"{}"]
