"""
The command half of a BX/1 link: one command outstanding, identical bytes sent again, then given up.

Waits after each sending: 300, 600, 1200, 300 ms (four sendings, 2.4 s). HELLO: five times 500 ms, since the
board may be starting. A heartbeat STATUS: three sendings unanswered are three misses. Pure: time is given.

Source: docs/devices/bx1.md, "Reliability" and "Times".
"""

from collections import deque
from dataclasses import dataclass, field

from devices.codecs.bx1_frames import encode_frame
from devices.codecs.bx1_messages import SEQ_MAX, Message, encode_message

_WAITS = (0.3, 0.6, 1.2, 0.3)
_WAITS_LONG_ANSWER = (0.5, 0.6, 1.2, 0.5)
_WAITS_HELLO = (0.5,) * 5
_WAITS_HEARTBEAT = (0.5, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Command:
    """A command to be sent; `heartbeat` marks a STATUS sent only to see whether the machine is there."""

    verb: str
    fields: dict[str, str] = field(default_factory=dict)
    heartbeat: bool = False

    @property
    def waits(self) -> tuple[float, ...]:
        """Seconds to wait for the answer after each sending."""
        if self.verb == "HELLO":
            return _WAITS_HELLO
        if self.heartbeat:
            return _WAITS_HEARTBEAT
        return _WAITS_LONG_ANSWER if self.verb == "STATUS" else _WAITS


@dataclass(slots=True)
class _Outstanding:
    command: Command
    seq: int
    data: bytes
    sent: int
    due: float


class CommandLine:
    """
    The queue of commands and the one on the line.

    `resends` counts repeated sendings. Nothing here knows what a command does.
    """

    def __init__(self) -> None:
        self.resends = 0
        self._queue: deque[Command] = deque()
        self._outstanding: _Outstanding | None = None
        self._seq = 0

    @property
    def outstanding(self) -> Command | None:
        """The command waiting for its answer."""
        return self._outstanding.command if self._outstanding else None

    @property
    def idle(self) -> bool:
        """Whether nothing waits, on the line or in the queue."""
        return not self._queue and self._outstanding is None

    def put(self, command: Command) -> None:
        """
        Queue a command.

        A DRAW takes the place of a queued DRAW (latest wins), a command already queued is not queued twice,
        and STOP goes before everything and drops the DRAW not yet sent.
        """
        if command.verb == "STOP":
            self._queue = deque(item for item in self._queue if item.verb not in {"STOP", "DRAW"})
            self._queue.appendleft(command)
            return
        if command.verb == "DRAW":
            self._queue = deque(item for item in self._queue if item.verb != "DRAW")
        if command not in self._queue:
            self._queue.append(command)

    def clear(self) -> None:
        """Forget the queue and the command on the line."""
        self._queue.clear()
        self._outstanding = None

    def send_next(self, now: float) -> bytes:
        """Return the bytes of the next command if the line is free, else nothing."""
        if self._outstanding is not None or not self._queue:
            return b""
        command = self._queue.popleft()
        self._seq = self._seq % SEQ_MAX + 1
        data = encode_frame(encode_message(Message("C", self._seq, command.verb, command.fields)))
        self._outstanding = _Outstanding(command, self._seq, data, 1, now + command.waits[0])
        return data

    def answered(self, seq: int) -> Command | None:
        """Take an answer; return the command it answers, or None if that one no longer waits."""
        waiting = self._outstanding
        if waiting is None or waiting.seq != seq:
            return None
        self._outstanding = None
        return waiting.command

    def send_again(self, now: float) -> bytes | None:
        """Return the same bytes if their answer is late, nothing if not, None when it was the last time."""
        waiting = self._outstanding
        if waiting is None or now < waiting.due:
            return b""
        if waiting.sent >= len(waiting.command.waits):
            return None
        waiting.due = now + waiting.command.waits[waiting.sent]
        waiting.sent += 1
        self.resends += 1
        return waiting.data

    def deadline(self) -> float | None:
        """When `send_again` has something to do."""
        return self._outstanding.due if self._outstanding else None
