"""
The machine's end of a BX/1 line, with the faults that concern the line.

An identical command is answered from the cache and not acted on; the oldest event not acknowledged is said
again after 0.5, 1, 2, 2, ... seconds. Output is taken by the owner after it has stored the state.
"""

from random import Random
from typing import Any

from devices.codecs.bx1_frames import SILENCE_SECONDS, Bx1Decoder, Frame, encode_frame
from devices.codecs.bx1_messages import Message, MessageDamaged, encode_message, parse_message
from devices.simulators.line_faults import LateBytes, spoil
from devices.simulators.machine import Machine, Reply, accept, refuse

_REPEAT_SECONDS = (0.5, 1.0, 2.0)
_LATE_ANSWER_SECONDS = 0.4
_AFTER_EVENT_SECONDS = 0.05
_MODEL = "REF90"
_ABOUT_A_BALL = frozenset({"BALL", "UNREAD", "MULTI"})


class Bx1Device:
    """A machine on a line; times are seconds of any clock that does not go back."""

    def __init__(self, machine: Machine, random: Random) -> None:
        self.machine = machine
        self._random = random
        self._decoder = Bx1Decoder()
        self._late = LateBytes()
        self._cached: tuple[str, bytes] | None = None
        self._last_byte_at = 0.0
        self._sending = 0
        self._sends = 0
        self._event_due = 0.0
        self._unplug_at: float | None = None
        self._deaf = False

    def receive(self, data: bytes, now: float) -> None:
        """Take bytes from the host."""
        if self._deaf:
            return
        self._last_byte_at = now
        for item in self._decoder.feed(data):
            if isinstance(item, Frame):
                self._take(item.body, now)

    def tick(self, now: float) -> None:
        """Move the machine on, and say what is to be said."""
        if self._decoder.in_frame and now >= self._last_byte_at + SILENCE_SECONDS:
            self._decoder.idle()
        self.machine.tick(now)
        self._send_event(now)

    def deadline(self, now: float) -> float | None:
        """When `tick` has something to do."""
        times = [self.machine.deadline(), self._late.deadline(), self._unplug_at]
        if self._unacknowledged() is not None and not self._deaf:
            times.append(self._event_due)
        if self._decoder.in_frame:
            times.append(max(self._last_byte_at + SILENCE_SECONDS, now))
        return min((time for time in times if time is not None), default=None)

    def take_output(self, now: float) -> bytes:
        """Return the bytes to write now, once."""
        return self._late.take(now)

    def unplugged(self, now: float) -> bool:
        """Whether the plug is pulled now; asked once per turn by the owner, who closes the line."""
        if self._unplug_at is None or now < self._unplug_at:
            return False
        self._unplug_at = None
        return True

    def plugged(self, now: float) -> None:
        """Begin on a new line: nothing half said or half heard is left."""
        self._decoder, self._late, self._deaf = Bx1Decoder(), LateBytes(), False
        self._sending, self._event_due = 0, now

    def unplug(self, now: float) -> None:
        """Pull the plug."""
        self._unplug_at, self._deaf = now, True

    def status(self) -> dict[str, Any]:
        """Return all there is to know, JSON-plain."""
        self.machine.cage.script = self.machine.script.text
        return self.machine.cage.as_json() | {"balls_in": len(self.machine.cage.inside)}

    def inject(self, fault: str, now: float) -> None:
        """Let a fault happen at the next chance (or at the ball it names); `drop` happens at once."""
        if fault == "drop":
            self.unplug(now)
        else:
            self.machine.script.add(fault)

    def clear(self) -> None:
        """Forget all faults to come, and put lost balls back. Faults that are on want their CLEAR."""
        self.machine.script.clear()
        self.machine.cage.lost.clear()

    def _take(self, body: str, now: float) -> None:
        try:
            message = parse_message(body)
        except MessageDamaged:
            return
        if message.kind == "K":
            self._acknowledged(message.seq, now)
        elif message.kind == "C":
            self._answer(message, body, now)

    def _acknowledged(self, ev: int, now: float) -> None:
        if ev == self._sending and ev == self.machine.cage.acked + 1:
            self.machine.cage.acked = ev
            self._sending, self._event_due = 0, now

    def _answer(self, command: Message, body: str, now: float) -> None:
        if command.verb == "HELLO":
            self._cached = None
        if self._cached is not None and self._cached[0] == body:
            self._late.put(self._cached[1], now)
            return
        reply = self._hello(command, now) if command.verb == "HELLO" else self.machine.answer(command, now)
        data = encode_frame(encode_message(Message(reply.kind, command.seq, reply.verb, reply.fields)))
        self._cached = (body, data)
        self._send_answer(command, data, now)

    def _send_answer(self, command: Message, data: bytes, now: float) -> None:
        take, ordinal = self.machine.script.take, command.number("o")
        draws = command.verb == "DRAW"
        if draws and take("noack", ordinal):
            return
        late = _LATE_ANSWER_SECONDS if draws and take("lateack", ordinal) else 0.0
        self._late.put(data, now + late)
        if draws and take("drop", ordinal, "before"):
            # Once the answer is out: the ball comes while nobody listens.
            self._unplug_at = now + _AFTER_EVENT_SECONDS / 10

    def _hello(self, command: Message, now: float) -> Reply:
        if command.number("v") < 1:
            return refuse("VERSION")
        cage = self.machine.cage
        cage.acked = min(int(command.fields.get("ev", "0"), 16), cage.ev)
        self._sending, self._event_due = 0, now
        wrong = self.machine.script.has("wrongdev")
        return accept(
            v="1",
            model="OTHER" if wrong else _MODEL,
            fw="1.4",
            boot=cage.boot,
            ev=f"{cage.ev:04X}",
            caps="air,rfid",
            balls="75" if wrong else "90",
        )

    def _unacknowledged(self) -> Message | None:
        cage = self.machine.cage
        waiting = cage.ev - cage.acked
        if waiting <= 0:
            return None
        return parse_message(cage.journal[max(-waiting, -len(cage.journal))])

    def _send_event(self, now: float) -> None:
        if self._deaf or now < self._event_due or (event := self._unacknowledged()) is None:
            return
        first = event.seq != self._sending
        self._sends = 0 if first else self._sends + 1
        self._sending = event.seq
        self.machine.cage.acked = event.seq - 1
        self._event_due = now + _REPEAT_SECONDS[min(self._sends, len(_REPEAT_SECONDS) - 1)]
        data = encode_frame(encode_message(event))
        if first and event.verb in _ABOUT_A_BALL:
            data = self._with_faults(event, data, now)
        self._late.put(data, now)

    def _with_faults(self, event: Message, data: bytes, now: float) -> bytes:
        take, ordinal = self.machine.script.take, event.number("o")
        if take("drop", ordinal, "after"):
            self.unplug(now)
            return b""
        if take("drop", ordinal, "ack") or take("drop", ordinal, ""):
            # The host hears the ball; its K falls on deaf ears.
            self.unplug(now + _AFTER_EVENT_SECONDS)
            return data
        return spoil(event, data, self.machine.script, self._random)
