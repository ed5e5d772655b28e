"""Standard output and standard error: UTF-8 bytes with LF everywhere, readers that leave early, colours or none."""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import contextmanager, suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console

Line = list[tuple[str, str]]
"""A line to show: pieces of text, each with the name of a style (see ``STYLES``; ``""`` for none)."""

STYLES = {
    "": "",
    "error": "bold red",
    "warning": "bold yellow",
    "information": "bold cyan",
    "hint": "bold magenta",
    "note": "green",
    "good": "bold green",
    "strong": "bold",
    "frame": "bright_black",
    "dim": "bright_black",
    "id": "cyan",
    "player": "bold magenta",
    "mark": "yellow",
}
"""None is blue, which many terminals show too dark to be read on black."""


class Trouble(Exception):
    """The command cannot do what it was asked. The text is one plain sentence; the exit code is 2."""


def complain(sentence: str) -> None:
    """One line on standard error, with control characters made visible."""
    from mtgr.features.visible import visible

    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"mtgr: {visible(sentence)}\n")
            sys.stderr.flush()


def emit(text: str) -> None:
    """Write to standard output, whatever the locale. A lone surrogate is written as its escape (valid in JSON)."""
    if sys.stdout is None:
        return
    with _reader_may_leave():
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()


@contextmanager
def _reader_may_leave() -> Iterator[None]:
    """A reader that has gone is no failure (``mtgr check ... | head``); a full disk is."""
    try:
        yield
    except OSError as error:
        with suppress(OSError, ValueError):  # so that Python's own flush at exit has nothing to say
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not (isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == errno.EINVAL)):
            raise Trouble(f"cannot write the output: {error.strerror}") from error


def for_people() -> bool:
    """Whether standard output should be laid out for a reader: it is a terminal, or ``FORCE_COLOR`` says so."""
    if sys.stdout is None:
        return False
    return sys.stdout.isatty() or (_forced() and not os.environ.get("NO_COLOR"))


def width() -> int:
    """Columns of the terminal; 100 if that is not known."""
    import shutil

    return max(40, shutil.get_terminal_size((100, 25)).columns)


def show(lines: Iterable[Line]) -> None:
    """Write lines with their styles; as plain text unless ``for_people`` and the environment allow colours."""
    if not for_people():
        emit("".join("".join(text for text, _ in line) + "\n" for line in lines))
        return
    from rich.segment import Segment, Segments
    from rich.style import Style

    console = _console()
    styles = {name: Style.parse(style) for name, style in STYLES.items()}
    segments = [
        segment
        for line in lines
        for segment in (*(Segment(text, styles[style]) for text, style in line), Segment.line())
    ]
    with _reader_may_leave():
        console.print(Segments(segments), end="", soft_wrap=True)


def _console() -> Console:
    from rich.console import Console

    class Quiet(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    colours = not os.environ.get("NO_COLOR") and (_forced() or os.environ.get("TERM") != "dumb")
    return Quiet(
        file=sys.stdout,
        force_terminal=True,
        color_system="standard" if colours else None,
        highlight=False,
        markup=False,
        emoji=False,
        width=width(),
    )


def _forced() -> bool:
    return os.environ.get("FORCE_COLOR", "") not in ("", "0", "false")
