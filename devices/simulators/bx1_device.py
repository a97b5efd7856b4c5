"""
The machine's end of a BX/1 line, with the faults that concern the line.

An identical command is answered from the cache and not acted on; the oldest event not acknowledged is said
again after 0.5, 1, 2, 2, ... seconds. Output is taken by the owner after it has stored the state.
"""

from collections import Counter
from random import Random
from typing import Any

from devices.codecs.bx1_frames import SILENCE_SECONDS, Bx1Decoder, Frame, encode_frame
from devices.codecs.bx1_messages import Message, MessageDamaged, encode_message, parse_message
from devices.simulators.faults import ScriptedFault, parse_fault
from devices.simulators.line_faults import LateBytes, spoil
from devices.simulators.machine import Machine, Reply, accept, refuse
from devices.simulators.mixer import NOT_THEIRS, force_of
from devices.simulators.pulled import Pluggable

SLOW_READ_SECONDS = 5.0
_REPEAT_SECONDS = (0.5, 1.0, 2.0)
_LATE_ANSWER_SECONDS = 0.4
_AFTER_EVENT_SECONDS = 0.05
_MODEL = "REF90"
_ABOUT_A_BALL = frozenset({"BALL", "UNREAD", "MULTI"})


class Bx1Device(Pluggable):
    """A machine on a line; times are seconds of any clock that does not go back."""

    def __init__(self, machine: Machine, random: Random) -> None:
        self.machine = machine
        self.powered = True
        self._random = random
        self._decoder = Bx1Decoder()
        self._late = LateBytes()
        self._counts: Counter[str] = Counter()
        self._cached: tuple[str, bytes] | None = None
        self._last_byte_at = 0.0
        self._sending = 0
        self._sends = 0
        self._event_due = 0.0
        self._stuck_until = 0.0
        self._deaf = False

    def receive(self, data: bytes, now: float) -> None:
        """Take bytes from the host."""
        if self._deaf or not self.powered or self._lasts("baud"):
            return
        self._last_byte_at = now
        for item in self._decoder.feed(data):
            if isinstance(item, Frame):
                self._take(item.body, now)
            else:
                self._counts["damaged"] += 1

    def tick(self, now: float) -> None:
        """Move the machine on, and say what is to be said."""
        if not self.powered:
            return
        if self._decoder.in_frame and now >= self._last_byte_at + SILENCE_SECONDS:
            self._decoder.idle()
        self.machine.tick(now)
        self._send_event(now)

    def deadline(self, now: float) -> float | None:
        """When `tick` has something to do."""
        times = [self._unplug_at, self._late.deadline()]
        if self.powered:
            times.append(self.machine.deadline())
            if self._unacknowledged() is not None and not self._deaf:
                times.append(self._event_due)
            if self._decoder.in_frame:
                times.append(max(self._last_byte_at + SILENCE_SECONDS, now))
        return min((time for time in times if time is not None), default=None)

    def take_output(self, now: float) -> bytes:
        """Return the bytes to write now, once."""
        data = self._late.take(now)
        return self._random.randbytes(len(data)) if self._lasts("baud") else data

    def plugged(self, now: float) -> None:
        """Begin on a new line: nothing half said or half heard is left."""
        self._decoder, self._late, self._deaf = Bx1Decoder(), LateBytes(), False
        self._sending, self._event_due = 0, now

    def unplug(self, now: float) -> None:
        """Pull the plug."""
        self._unplug_at, self._deaf = now, True

    def stuck_until(self) -> float:
        """Until when it reads nothing: whoever writes to it must wait, and then give up."""
        return self._stuck_until

    def power(self, now: float, *, on: bool, keep_map: bool = True) -> None:
        """Switch it off, in silence; or on, as a new run that has kept its map or lost it."""
        if on and not self.powered:
            self.machine.power_on("power", keep_map=keep_map)
            self._cached, self._decoder = None, Bx1Decoder()
            self._sending, self._event_due = 0, now
        if not on:
            self.machine.motion = None
            self._late = LateBytes()
        self.powered = on

    def status(self) -> dict[str, Any]:
        """Return all there is to know, JSON-plain."""
        machine, cage = self.machine, self.machine.cage
        cage.script = machine.script.text
        moving = machine.motion
        return cage.as_json() | {
            "balls_in": len(cage.inside),
            "powered": self.powered,
            "machine": machine.mixer.name,
            "force": force_of(machine.mixer, cage) if self.powered else 0,
            "speed": machine.speed,
            "moving": moving.kind if moving else "",
            "line": dict(self._counts),
        }

    def inject(self, fault: str, now: float) -> None:
        """
        Let a fault happen: at the ball it names, else at the next chance; some can happen at once, and do.

        Raises:
            ValueError: There is no such fault, or not with this machine.
        """
        parsed = parse_fault(fault)
        if parsed.name in NOT_THEIRS[self.machine.mixer.name]:
            msg = f"a machine of kind {self.machine.mixer.name} has no fault {parsed.name}"
            raise ValueError(msg)
        at_once = parsed.ordinal is None and parsed.chance is None and self._happens_now(parsed, now)
        if not at_once:
            self.machine.script.add(fault)

    def tune(self, *, speed: float) -> None:
        """Work so many times faster than a real machine, from the next motion on."""
        self.machine.speed = speed

    def forget(self, fault: str) -> None:
        """Take one fault back that has not happened yet."""
        self.machine.script.forget(fault)

    def clear(self) -> None:
        """Forget all faults to come, and put lost balls back. Faults that are on want their CLEAR."""
        self.machine.script.clear()
        self.machine.cage.lost.clear()
        self._stuck_until = 0.0

    def _happens_now(self, fault: ScriptedFault, now: float) -> bool:
        machine = self.machine
        if fault.name == "drop" and not fault.argument:
            self.unplug(now)
        elif fault.name == "door":
            machine.open_door()
        elif fault.name == "flood":
            machine.flood(now, fault.argument)
        elif fault.name == "slowread":
            self._get_stuck(fault, now)
        elif fault.name == "takeback" and machine.cage.told and machine.cage.told[-1]:
            machine.take_back()
        else:
            return False
        return True

    def _get_stuck(self, fault: ScriptedFault, now: float) -> None:
        self._stuck_until = now + float(fault.argument or SLOW_READ_SECONDS)

    def _lasts(self, fault: str) -> bool:
        return self.machine.script.lasts(fault, len(self.machine.cage.order))

    def _take(self, body: str, now: float) -> None:
        try:
            message = parse_message(body)
        except MessageDamaged:
            return
        self._counts["heard"] += 1
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
            self._counts["asked_again"] += 1
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
        if draws and (stuck := take("slowread", ordinal)):
            self._get_stuck(stuck, now)

    def _hello(self, command: Message, now: float) -> Reply:
        if command.number("v") < 1:
            return refuse("VERSION")
        cage = self.machine.cage
        cage.acked = min(int(command.fields.get("ev", "0"), 16), cage.ev)
        self._sending, self._event_due = 0, now
        wrong = self._lasts("wrongdev")
        return accept(
            v="1",
            model="OTHER" if wrong else _MODEL,
            fw="1.4",
            boot=cage.boot,
            ev=f"{cage.ev:04X}",
            caps=self.machine.mixer.caps,
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
        self._counts["events" if first else "events_again"] += 1
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
