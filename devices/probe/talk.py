"""
A conversation that keeps everything: what was sent, what came, and when.

It is not the host's own link: it can send what a host never would, and hold back a K.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from devices.codecs.bx1_frames import ETX, SILENCE_SECONDS, Bx1Decoder, Frame, encode_frame
from devices.codecs.bx1_messages import SEQ_MAX, Message, MessageDamaged, encode_message, parse_message
from devices.probe.lines import ProbeLine

ANSWER_SECONDS = 0.3
LONG_ANSWER_SECONDS = 0.5
SENDINGS = 4


def answer_seconds(verb: str) -> float:
    """Return how long the host waits for the answer of a command before it sends it again."""
    return LONG_ANSWER_SECONDS if verb in {"HELLO", "STATUS"} else ANSWER_SECONDS


class StepFailed(Exception):
    """The machine did not do what the page says; the message says what it did."""


@dataclass(frozen=True, slots=True)
class Exchanged:
    """Bytes that went over the line; `sent` by the host or received, `at` seconds since the trial began."""

    at: float
    sent: bool
    data: bytes


class Talk:
    """
    One trial's conversation.

    `holds_back`: whether events are left without their K. `events` are all events heard, in order, each time they
    were heard; `last_ev` is the number of the last one.
    """

    def __init__(self, line: ProbeLine) -> None:
        self.line = line
        self.exchanged: list[Exchanged] = []
        self.events: list[tuple[float, Message]] = []
        self.answers: list[Message] = []
        self.holds_back = False
        self.last_ev = 0
        self._begin = line.now()
        self._seq = 0
        self._decoder = Bx1Decoder()
        self._heard_at = self._begin

    @property
    def seq(self) -> int:
        """The number of the last command that was made."""
        return self._seq

    def reopen(self) -> None:
        """Pull the plug and put it back."""
        self.line.reopen()
        self._decoder = Bx1Decoder()

    def send(self, data: bytes) -> None:
        """Write bytes as they are."""
        self.exchanged.append(Exchanged(self.line.now() - self._begin, sent=True, data=data))
        self.line.write(data)

    def next_command(self, verb: str, **fields: str) -> tuple[int, bytes]:
        """Return a command under the next number, and its frame."""
        self._seq = self._seq % SEQ_MAX + 1
        return self._seq, encode_frame(encode_message(Message("C", self._seq, verb, fields)))

    def ask(self, verb: str, **fields: str) -> Message:
        """
        Send a command and return its answer, A or N; sent four times if need be.

        Raises:
            StepFailed: No answer.
        """
        seq, frame = self.next_command(verb, **fields)
        for _ in range(SENDINGS):
            self.send(frame)
            if (answer := self.answer(seq, answer_seconds(verb))) is not None:
                return answer
        msg = f"no answer to {verb}, sent {SENDINGS} times"
        raise StepFailed(msg)

    def accepted(self, verb: str, **fields: str) -> Message:
        """Send a command that must be accepted."""
        answer = self.ask(verb, **fields)
        if answer.kind != "A":
            told = " ".join(f"{key}={value}" for key, value in fields.items())
            msg = f"{verb} {told} was refused: {encode_message(answer)}"
            raise StepFailed(msg)
        return answer

    def refused(self, code: str, verb: str, **fields: str) -> None:
        """Send a command that must be refused with this code."""
        answer = self.ask(verb, **fields)
        if (answer.kind, answer.verb) != ("N", code):
            msg = f"expected N {code}, got: {encode_message(answer)}"
            raise StepFailed(msg)

    def answer(self, seq: int, seconds: float = LONG_ANSWER_SECONDS) -> Message | None:
        """Wait for the answer of a command."""
        self.listen(seconds, lambda: any(answer.seq == seq for answer in self.answers))
        found = [answer for answer in self.answers if answer.seq == seq]
        self.answers = [answer for answer in self.answers if answer.seq != seq]
        return found[0] if found else None

    def event(self, verbs: frozenset[str], seconds: float) -> Message | None:
        """Wait for the next event of these kinds; of any kind when none is named."""
        before = len(self.events)

        def found() -> list[Message]:
            return [event for _, event in self.events[before:] if not verbs or event.verb in verbs]

        self.listen(seconds, lambda: bool(found()))
        return next(iter(found()), None)

    def listen(self, seconds: float, enough: Callable[[], bool] = lambda: False) -> None:
        """Take what comes for so long, or until it is enough."""
        until = self.line.now() + seconds
        while not enough():
            if data := self.line.read(until):
                self._take(data)
            elif self.line.now() >= until:
                return

    def receive(self, ev: int) -> None:
        """Send the K of an event."""
        self.send(encode_frame(encode_message(Message("K", ev))))

    def _take(self, data: bytes) -> None:
        now = self.line.now()
        if self._decoder.in_frame and now >= self._heard_at + SILENCE_SECONDS:
            self._decoder.idle()
        self._heard_at = now
        self._keep(data, now)
        for item in self._decoder.feed(data):
            if isinstance(item, Frame):
                self._take_body(item.body, now)

    def _keep(self, data: bytes, now: float) -> None:
        """Note what came, a frame that came in pieces as one."""
        last = self.exchanged[-1] if self.exchanged else None
        if last is not None and not last.sent and last.data[-1] != ETX:
            self.exchanged[-1] = replace(last, data=last.data + data)
        else:
            self.exchanged.append(Exchanged(now - self._begin, sent=False, data=data))

    def _take_body(self, body: str, now: float) -> None:
        try:
            message = parse_message(body)
        except MessageDamaged:
            return
        if message.kind in "AN":
            self.answers.append(message)
        elif message.kind == "E":
            self.events.append((now, message))
            self.last_ev = message.seq
            if not self.holds_back:
                self.receive(message.seq)
