"""Checking one file of a folder, in a process of its own. It imports neither pygls nor lsprotocol, which take long."""

from __future__ import annotations

import os
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mtgr.files.collector import resting_collector
from mtgr.files.walk import Stamp, stamp_of
from mtgr.lsp.diagnostics import Json, known, remark, result_id, write

if TYPE_CHECKING:
    from mtgr.document.text import Encoding

LARGEST = 20_000_000
"""Bytes of a file that is checked: over 200,000 lines. A larger one is checked when it is open."""


class Order(NamedTuple):
    """What to check, and for what client. ``number`` grows from order to order."""

    number: int
    key: str
    path: str
    uri: str
    encoding: Encoding
    related: bool


@dataclass(frozen=True, slots=True)
class Report:
    """The diagnostics of a file, packed, and the ID of the report."""

    result_id: str
    packed: bytes

    @classmethod
    def of(cls, items: list[Json]) -> Report:
        written = write(items)
        return cls(result_id(written), zlib.compress(written.encode(), 1))

    def written(self) -> str:
        """The diagnostics as JSON."""
        return zlib.decompress(self.packed).decode()


EMPTY = Report.of([])


class Checked(NamedTuple):
    """What came of a file: its stamp when it was read, None if there is no such file any more; and the report."""

    stamp: Stamp | None
    report: Report


@resting_collector()
def check(order: Order) -> Checked:
    """Check one file. Never raises."""
    try:
        return _checked(order)
    except OSError as error:
        stamp, message = stamp_of(order.path), f"This file cannot be read: {error.strerror or error}."
    except Exception as error:  # noqa: BLE001 - a fault of ours must not cost the other files their result
        stamp = stamp_of(order.path)
        message = f"This file could not be checked, a fault of mtgr ({error!r}); please report it."
    return Checked(stamp, Report.of([remark(message)]))


def _checked(order: Order) -> Checked:
    with Path(order.path).open("rb") as file:
        status = os.fstat(file.fileno())
        stamp = status.st_mtime_ns, status.st_size
        if status.st_size > LARGEST:
            size = f"This file has {status.st_size / 1e6:,.0f} MB"
            message = (
                f"{size}; one of more than {LARGEST / 1e6:,.0f} MB is checked when it is open, or by `mtgr check`."
            )
            return Checked(stamp, Report.of([remark(message)]))
        data = file.read()
    return Checked(stamp, Report.of(_items(order, data)))


def _items(order: Order, data: bytes) -> list[Json]:
    from mtgr.analysis import Analysis
    from mtgr.document.text import Text

    analysis = Analysis.of_bytes(data)
    try:
        analysis.finish()
        if not analysis.known(1):
            return []
        text = Text(data.decode("utf-8", "replace"))
        return known(order.uri, text, analysis, order.encoding, order.related)
    finally:
        analysis.close()
