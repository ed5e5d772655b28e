"""Messages to and from one client: a thread reads ahead, the event loop takes one message at a time.

That a thread reads has its uses. What waits is known, so that of many edits in a row only the last one is analysed, and
a request that is cancelled before its turn is not worked on. And the end of the input is seen at once, even while the
server is busy.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import BinaryIO, Protocol

Read = Callable[[int], bytes]
"""Reads at most so many bytes; none means the end. May raise ``OSError`` when the client is gone."""

CHUNK = 1 << 16
LARGEST = 100_000_000
"""Bytes of a message that is read, which has over a million lines of a game. What is in a larger one is passed over."""
GRACE = 2.0
"""Seconds that a server may be busy with one message after its input has ended. Then it is ended."""


class Taker(Protocol):
    """What is done with what arrives. Nothing here may raise."""

    def foresee(self, body: bytes) -> None:
        """A message has arrived, whose turn may be long in coming. Called by another thread than all else."""

    def take(self, body: bytes) -> None:
        """Handle one message."""

    def too_large(self, size: int) -> None:
        """A message of so many bytes is passed over."""

    def idle(self) -> bool:
        """Do a piece of the work that can wait, when no message does. Whether there is more of it."""


class Connection:
    """The conversation with one client, from its first message to its last."""

    def __init__(self, read: Read, stream: BinaryIO, taker: Taker) -> None:
        self._read = read
        self._stream = stream
        self._taker = taker
        self._waiting: deque[bytes] = deque()
        self._ended = asyncio.Event()
        self._over = threading.Event()  # the same for the thread

    # To the client: what pygls asks of a writer

    def write(self, data: bytes) -> None:
        try:
            self._stream.write(data)
            self._stream.flush()
        except (OSError, ValueError):  # nobody reads any more; a closed stream is a ValueError
            self.end()

    def close(self) -> None:
        """Nothing: whoever opened the stream closes it."""

    # From the client

    async def talk(self) -> None:
        """Take messages until the input ends or ``end`` is called."""
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._read_ahead, args=(loop,), name="reader", daemon=True).start()
        await self._ended.wait()
        self._over.set()

    def end(self) -> None:
        self._ended.set()

    @property
    def waits(self) -> bool:
        """Whether a message of the client has arrived that is still to be taken."""
        return bool(self._waiting)

    def _read_ahead(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            for body in frames(self._read, lambda size: loop.call_soon_threadsafe(self._taker.too_large, size)):
                self._taker.foresee(body)
                self._waiting.append(body)
                loop.call_soon_threadsafe(self._take)
            loop.call_soon_threadsafe(self.end)
        except RuntimeError:  # the loop is closed: the conversation is over
            return
        waiting = len(self._waiting)
        while not self._over.wait(GRACE):
            if len(self._waiting) == waiting:
                os._exit(1)
            waiting = len(self._waiting)

    def _take(self) -> None:
        if not self._ended.is_set():
            self._taker.take(self._waiting.popleft())
            self._when_idle()

    def _when_idle(self) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._idle)

    def _idle(self) -> None:
        if not (self._waiting or self._ended.is_set()) and self._taker.idle():
            self._when_idle()


def frames(read: Read, too_large: Callable[[int], object]) -> Iterator[bytes]:
    """The bodies of the messages in a stream of bytes, until it ends; a body that is cut off is none.

    A header without a length that can be read is passed over: the next one may be better. It is found also right after
    what is left of a message whose length was wrong or missing. Passed over is a message, too, of more than
    ``LARGEST`` bytes, of whose size ``too_large`` is told as soon as it is known: perhaps they never come.
    """
    source = _Source(read)
    while (length := source.header()) is not None:
        if length > LARGEST:
            too_large(length)
            source.skip(length)
            continue
        body = source.exactly(length)
        if len(body) < length:
            return
        if body:
            yield body


class _Source:
    """Bytes to be taken by line or by number.

    Python's own buffered reader would do, but for the lock that the thread would hold at the end of the program.
    """

    def __init__(self, read: Read) -> None:
        self._read = read
        self._buffer = bytearray()

    def header(self) -> int | None:
        """The length of the body after the next header, 0 if it does not say; None at the end."""
        length = 0
        while line := self._line():
            name, _, value = line.rpartition(b":")
            value = value.strip()
            if not line.strip():
                return length
            if name.rpartition(b"}")[2].strip().lower() == b"content-length" and value.isdigit() and len(value) < 19:
                length = int(value)
        return None

    def exactly(self, size: int) -> bytes:
        """So many bytes, or fewer at the end."""
        while len(self._buffer) < size and self._fill():
            pass
        return self._cut(size)

    def skip(self, size: int) -> None:
        """Pass over so many bytes, or fewer at the end."""
        while (left := size - len(self._buffer)) > 0:
            size = left
            self._buffer.clear()
            if not self._fill():
                return
        del self._buffer[:size]

    def _line(self) -> bytes:
        """The bytes to the next LF and with it; none at the end. Of a line that is no header's only the end."""
        searched = 0
        while (end := self._buffer.find(b"\n", searched)) < 0:
            if len(self._buffer) > CHUNK:
                self._buffer.clear()
            searched = len(self._buffer)
            if not self._fill():
                return b""
        return self._cut(end + 1)

    def _cut(self, size: int) -> bytes:
        taken = bytes(self._buffer[:size])
        del self._buffer[:size]
        return taken

    def _fill(self) -> bool:
        try:
            data = self._read(CHUNK)
        except OSError:
            return False
        self._buffer += data
        return bool(data)
