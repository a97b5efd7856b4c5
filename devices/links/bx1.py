"""
One BX/1 conversation, sans-IO: bytes and time in, bytes and things heard out.

The owner calls `receive` with what the port read, `tick` at `deadline`, writes `take_output`, and calls
`acknowledge` once an event is stored. A link is used for one connection and thrown away after `Down`.

Source: docs/devices/bx1.md, "Reliability".
"""

from collections.abc import Callable
from dataclasses import dataclass

from devices.codecs.bx1_events import Hello, hello_of
from devices.codecs.bx1_frames import SILENCE_SECONDS, Bx1Decoder, Frame, encode_frame
from devices.codecs.bx1_messages import EV_MAX, Message, MessageDamaged, encode_message, parse_message
from devices.links.bx1_commands import Command, CommandLine
from devices.links.bx1_occurrences import Occurrences, Verdict

VERSION = 1
HEARTBEAT_SECONDS = 2.0
_WRAP_MARGIN = 256


@dataclass(frozen=True, slots=True)
class Greeted:
    """The machine answered HELLO; `renewed`: not the journal known before, its events count from 1."""

    hello: Hello
    renewed: bool


@dataclass(frozen=True, slots=True)
class Answered:
    """A command was accepted."""

    command: Command
    message: Message


@dataclass(frozen=True, slots=True)
class Refused:
    """A command was refused; the code is the message's verb."""

    command: Command
    message: Message


@dataclass(frozen=True, slots=True)
class Occurred:
    """The next event; it is repeated by the machine until `acknowledge`."""

    message: Message


@dataclass(frozen=True, slots=True)
class Down:
    """
    The conversation is over: `no-answer`, `noise`, `rebooted`, `lost-step` or `wrong-device`.

    `noise`: bytes came and not one frame, as of a line at another speed.
    """

    reason: str


Heard = Greeted | Answered | Refused | Occurred | Down


class Bx1Link:
    """
    A conversation with one machine.

    Args:
        clock: Seconds, never going back.
        boot: The machine's run as last known, or empty.
        last_ev: The last event stored of that run, 0 to 65,535.
        sid: Four hex digits that name this conversation.
    """

    def __init__(self, clock: Callable[[], float], *, boot: str = "", last_ev: int = 0, sid: str = "0001") -> None:
        self.decoder = Bx1Decoder()
        self.commands = CommandLine()
        self.garbled = 0
        self.last_frame_at: float | None = None
        self._clock = clock
        self._boot = boot
        self._sid = sid
        self._occurrences = Occurrences(last_ev if boot else 0)
        self._greeted = False
        self._renewed = False
        self._down = False
        self._output = bytearray()
        self._last_byte_at = self._last_traffic_at = clock()
        self._say_hello()

    @property
    def boot(self) -> str:
        """The machine's run."""
        return self._boot

    @property
    def duplicates(self) -> int:
        """Events acknowledged again and not delivered."""
        return self._occurrences.duplicates

    def request(self, verb: str, **fields: str) -> None:
        """Queue a command; see `CommandLine.put` for what replaces what."""
        self.commands.put(Command(verb, fields))
        self._send_next()

    def acknowledge(self, ev: int) -> None:
        """Say that event `ev` is stored: only now the machine may forget it."""
        self._occurrences.acknowledge(ev)
        self._write(Message("K", ev))

    def take_output(self) -> bytes:
        """Return the bytes to write, once."""
        data = bytes(self._output)
        self._output.clear()
        return data

    def receive(self, data: bytes) -> list[Heard]:
        """Take bytes as they came; return what they say, in order."""
        self._last_byte_at = self._clock()
        heard: list[Heard] = []
        for item in self.decoder.feed(data):
            if isinstance(item, Frame) and not self._down:
                heard += self._once(self._take(item), heard)
        self._send_next()
        return heard

    def tick(self) -> list[Heard]:
        """Do what is due: give up an open frame, send again, ask for a sign of life."""
        now = self._clock()
        if self._down:
            return []
        if self.decoder.in_frame and now >= self._last_byte_at + SILENCE_SECONDS:
            self.decoder.idle()
        again = self.commands.send_again(now)
        if again is None:
            return self._end("noise" if self.last_frame_at is None and self.decoder.heard_nonsense else "no-answer")
        self._output += again
        if self._greeted and self.commands.idle and now >= self._last_traffic_at + HEARTBEAT_SECONDS:
            self.commands.put(Command("STATUS", heartbeat=True))
        self._send_next()
        return []

    def deadline(self) -> float | None:
        """When `tick` has something to do; None once the conversation is over."""
        if self._down:
            return None
        times = [self._last_byte_at + SILENCE_SECONDS] if self.decoder.in_frame else []
        if (due := self.commands.deadline()) is not None:
            times.append(due)
        elif self._greeted:
            times.append(self._last_traffic_at + HEARTBEAT_SECONDS)
        return min(times, default=None)

    def _once(self, new: list[Heard], heard: list[Heard]) -> list[Heard]:
        """Leave out an event said twice in one breath: its owner cannot have stored it yet."""
        kept = [item for item in new if not isinstance(item, Occurred) or item not in heard]
        self._occurrences.duplicates += len(new) - len(kept)
        return kept

    def _take(self, frame: Frame) -> list[Heard]:
        try:
            message = parse_message(frame.body)
            if message.kind in "AN":
                self._hear_from()
                return self._take_answer(message)
        except MessageDamaged:
            self.garbled += 1
            return []
        if message.kind == "E":
            self._hear_from()
            return self._take_event(message)
        self.garbled += 1
        return []

    def _hear_from(self) -> None:
        self.last_frame_at = self._last_traffic_at = self._clock()

    def _take_answer(self, message: Message) -> list[Heard]:
        command = self.commands.answered(message.seq)
        if command is None:
            return []
        if command.verb == "HELLO":
            return self._take_hello(message)
        self._send_next()
        kind = Answered if message.kind == "A" else Refused
        return [kind(command, message)]

    def _take_hello(self, message: Message) -> list[Heard]:
        if message.kind != "A" or message.number("v") != VERSION:
            return self._end("wrong-device")
        try:
            hello = hello_of(message)
        except MessageDamaged:
            return self._end("wrong-device")
        if hello.boot != self._boot or _has_fallen(hello.ev, self._occurrences.last):
            self._renewed = True
            told = self._occurrences.last
            self._boot, self._occurrences = hello.boot, Occurrences(0)
            if told:
                # The machine was told to go on after an event of another journal: tell it to begin.
                self._say_hello()
                return []
        self._greeted = True
        return [Greeted(hello, self._renewed)]

    def _take_event(self, message: Message) -> list[Heard]:
        if not self._greeted:
            return []
        verdict = self._occurrences.judge(message)
        if verdict is Verdict.NEXT:
            return [Occurred(message)]
        if verdict is Verdict.AGAIN:
            self._write(Message("K", message.seq))
        elif verdict is Verdict.GAP:
            self.commands.put(Command("STATUS"))
        else:
            return self._end(verdict.value)
        return []

    def _say_hello(self) -> None:
        fields = {"v": str(VERSION), "sid": self._sid, "ev": f"{self._occurrences.last:04X}"}
        self.commands.put(Command("HELLO", fields))
        self._send_next()

    def _send_next(self) -> None:
        if not self._down and (data := self.commands.send_next(self._clock())):
            self._output += data
            self._last_traffic_at = self._clock()

    def _write(self, message: Message) -> None:
        self._output += encode_frame(encode_message(message))

    def _end(self, reason: str) -> list[Heard]:
        self._down = True
        self.commands.clear()
        return [Down(reason)]


def _has_fallen(ev: int, last: int) -> bool:
    """Whether a machine at event `ev` cannot have made event `last` (a wrap around 65,535 is no fall)."""
    wrapped = last > EV_MAX - _WRAP_MARGIN and ev < _WRAP_MARGIN
    return ev < last and not wrapped
