"""
A receipt printer in software: a roll of paper, a cover, a drawer. It reads ESC/POS as far as a till uses it.

Status is answered at once; everything else waits in its buffer while the paper is out or the cover open, and is
forgotten when it is switched off.
"""

from collections import deque
from typing import Any

from devices.simulators.escpos_reader import EscposReader, Fed, Kick, Line, Question, Realtime
from devices.simulators.pulled import Pluggable

FAULTS = ("paper", "load", "low", "cover", "close", "off", "on", "drop", "tear")
MOST_LINES = 400
LINE_SECONDS = 0.06
"""As fast as a small thermal printer, so that the paper is seen rolling out; a multiple `speed` is faster."""


class PrinterDevice(Pluggable):
    """A printer on a line; `speed` 1 prints some sixteen lines a second."""

    def __init__(self, speed: float = 1.0) -> None:
        self._line_seconds = LINE_SECONDS / speed
        self._reader = EscposReader()
        self._buffer: deque[Line | Fed | Kick | Question] = deque()
        self._paper: list[dict[str, Any]] = []
        self._output = bytearray()
        self._free_at = 0.0
        self._on = True
        self._has_paper, self._low, self._open = True, False, False
        self._cuts = self._kicks = self._lines = 0

    def receive(self, data: bytes, now: float) -> None:
        """Take bytes from the host; one that is off takes them and does nothing."""
        if not self._on:
            return
        if not self._buffer:
            self._free_at = max(self._free_at, now)
        for item in self._reader.feed(data):
            if isinstance(item, Realtime):
                self._output.append(self._status(item.number))
            else:
                self._buffer.append(item)
        self.tick(now)

    def tick(self, now: float) -> None:
        """Print what is due."""
        while self._buffer and self._ready and now >= self._free_at:
            self._do(self._buffer.popleft())

    def deadline(self, now: float) -> float | None:
        """When the next line is due."""
        del now
        times = [self._unplug_at, self._free_at if self._buffer and self._ready else None]
        return min((time for time in times if time is not None), default=None)

    def take_output(self, now: float) -> bytes:
        """Return its answers, once."""
        del now
        output, self._output = bytes(self._output), bytearray()
        return output

    def plugged(self, now: float) -> None:
        """Begin on a new line; what it had already taken is printed all the same."""
        del now
        self._reader = EscposReader()

    def status(self) -> dict[str, Any]:
        """Return the last of the paper, oldest line first, and how the printer is."""
        return {
            "paper": self._paper,
            "lines": self._lines,
            "cuts": self._cuts,
            "kicks": self._kicks,
            "waiting": len(self._buffer),
            "on": self._on,
            "has_paper": self._has_paper,
            "low": self._low,
            "open": self._open,
        }

    def inject(self, fault: str, now: float) -> None:
        """
        Do one of `FAULTS`: paper out, loaded or low; cover open or closed; off, on; pull the plug; tear the paper off.

        Raises:
            ValueError: Another fault.
        """
        match fault:
            case "paper" | "load":
                self._has_paper, self._low = fault == "load", False
            case "low":
                self._low = True
            case "cover" | "close":
                self._open = fault == "cover"
            case "off":
                self._on, self._reader = False, EscposReader()
                self._buffer.clear()
            case "on":
                self._on = True
            case "drop":
                self._unplug_at = now
            case "tear":
                self._paper.clear()
            case _:
                msg = f"a printer has no fault {fault!r}"
                raise ValueError(msg)
        self._free_at = max(self._free_at, now)
        self.tick(now)

    def clear(self) -> None:
        """Paper in, cover shut, on."""
        self._on, self._has_paper, self._low, self._open = True, True, False, False

    @property
    def _ready(self) -> bool:
        return self._on and self._has_paper and not self._open

    def _do(self, item: Line | Fed | Kick | Question) -> None:
        match item:
            case Line():
                self._paper.append({"text": item.text, "bold": item.bold, "big": item.big})
                self._lines += 1
                self._free_at += self._line_seconds
            case Fed(cut=True):
                self._paper.append({"cut": True})
                self._cuts += 1
            case Fed():
                self._paper += [{"text": "", "bold": False, "big": False}] * item.lines
            case Kick():
                self._kicks += 1
                self._paper.append({"kick": True})
            case Question():
                self._output.append(0x03 if self._low else 0x00)
        del self._paper[:-MOST_LINES]

    def _status(self, number: int) -> int:
        """Answer `DLE EOT`; bits 1 and 4 are always set."""
        off_line, out = not self._ready, not self._has_paper
        bits = {
            1: 0x08 * off_line,
            2: 0x04 * self._open | 0x20 * out,
            4: 0x0C * (self._low or out) | 0x60 * out,
        }
        return 0x12 | bits.get(number, 0)
