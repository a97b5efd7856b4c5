"""
What went over each line, byte for byte, kept for the engineer: `<BINGO_DATA_DIR>/ports/<code>.log`, and one older file.

A line of it is the time (UTC), `>` for what the hall wrote or `<` for what it read, the bytes in hex, and as text.
Whoever reads or writes the port only hands the bytes over; one thread of the process writes them down, and what it
cannot keep up with is dropped: a full disk must not hold a ball.
"""

import atexit
import queue
import re
import threading
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Literal, TextIO

from django.conf import settings

from devices.transports import Tap

MOST_BYTES = 8_000_000
MOST_WAITING = 10_000
MOST_OPEN = 32
PRINTABLE = range(0x20, 0x7F)
_CODE = re.compile(r"[A-Za-z0-9_-]{1,50}")


def frame_log_path(code: str) -> Path:
    """
    Return where the log of a device is, or will be.

    Raises:
        ValueError: `code` is no device's code.
    """
    if not _CODE.fullmatch(code):
        msg = f"not a device's code: {code!r}"
        raise ValueError(msg)
    return Path(settings.BINGO_DATA_DIR) / "ports" / f"{code}.log"


def as_line(direction: Literal["<", ">"], data: bytes, at: datetime) -> str:
    """Write one piece of traffic as a line."""
    text = "".join(chr(byte) if byte in PRINTABLE else "." for byte in data)
    return f"{at:%Y-%m-%dT%H:%M:%S.%fZ} {direction} {data.hex(' ')}  |{text}|"


def tap_of(code: str) -> Tap:
    """Return what a transport tells its traffic to; it never blocks and never raises."""
    path, writer = frame_log_path(code), _writer()

    def tap(direction: Literal["<", ">"], data: bytes) -> None:
        writer.put(path, as_line(direction, data, datetime.now(UTC)))

    return tap


class _Writer(threading.Thread):
    """
    The one thread that writes.

    It has nothing to do with `logging`: whoever sets that up anew (a web server at its start) takes the locks of all
    its handlers, and a handler that makes another one meanwhile stops them both for ever.
    """

    def __init__(self) -> None:
        super().__init__(name="frame log", daemon=True)
        self._waiting: queue.Queue[tuple[Path, str] | None] = queue.Queue(MOST_WAITING)
        self._open: dict[Path, TextIO] = {}

    def put(self, path: Path, line: str) -> None:
        """Hand a line over; one that does not fit is dropped without a word."""
        with suppress(queue.Full):
            self._waiting.put_nowait((path, line))

    def end(self) -> None:
        """Write what waits, as far as that takes no longer than a second."""
        with suppress(queue.Full):
            self._waiting.put_nowait(None)
        self.join(1.0)

    def run(self) -> None:
        while (item := self._waiting.get()) is not None:
            # A line that cannot be written is lost and nothing else.
            with suppress(OSError):
                self._write(*item)

    def _write(self, path: Path, line: str) -> None:
        file = self._open.get(path) or self._opened(path)
        if file.tell() + len(line) >= MOST_BYTES:
            self._open.pop(path).close()
            path.replace(path.with_name(f"{path.name}.1"))
            file = self._opened(path)
        file.write(f"{line}\n")

    def _opened(self, path: Path) -> TextIO:
        while len(self._open) >= MOST_OPEN:
            self._open.pop(next(iter(self._open))).close()
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._open[path] = path.open("a", buffering=1, encoding="ascii")
        return self._open[path]


_making = threading.Lock()


def _writer() -> _Writer:
    with _making:
        return _the_writer()


@cache
def _the_writer() -> _Writer:
    writer = _Writer()
    writer.start()
    atexit.register(writer.end)
    return writer
