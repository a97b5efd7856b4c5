"""
An extractor that speaks BX/1.

After HELLO a STATUS is asked, and only its answer makes the link up. A ball wished for before a broken line
is asked for again after it: DRAW names its ordinal, so the machine does not extract twice.

Source: docs/devices/bx1.md.
"""

import secrets
from collections.abc import Mapping
from typing import Any

from devices.codecs.bx1_events import journal_event_of, status_of
from devices.codecs.bx1_messages import BALLS, MessageDamaged
from devices.codecs.events import BallUnread, CommandRefused, DrawStalled, LinkDown, LinkUp, StatusRead
from devices.drivers.base import Clock, Counters, DrawLimits, RunKnown, Told, limits_of
from devices.drivers.draw_watch import DrawWatch
from devices.links.bx1 import Answered, Bx1Link, Down, Greeted, Heard, Occurred, Refused

# What changes the state of the machine; its new state is asked for, not assumed.
_STATUS_AFTER = frozenset({"LOAD", "SET", "CLEAR", "STOP", "RETURN"})


class Bx1Extractor:
    """The `Extractor` of the reference protocol."""

    needs_port = True

    def __init__(
        self, clock: Clock, limits: DrawLimits | None = None, options: Mapping[str, Any] | None = None
    ) -> None:
        self.model = ""
        self.status: StatusRead | None = None
        self._clock = clock
        self._watch = DrawWatch(clock, limits or limits_of(options or {}))
        self._link: Bx1Link | None = None
        self._hello: Greeted | None = None
        self._up = False
        self._past = Counters()

    @property
    def drawing_since(self) -> float | None:
        """When the ball under way was asked for."""
        return self._watch.since

    @property
    def last_frame_at(self) -> float | None:
        """When the machine last said anything."""
        return self._link.last_frame_at if self._link else None

    def connect(self, *, boot: str, last_ev: int) -> None:
        """Say HELLO."""
        self.disconnect()
        self._link = Bx1Link(self._clock, boot=boot, last_ev=last_ev, sid=secrets.token_hex(2).upper())

    def disconnect(self) -> None:
        """Forget the conversation; its counters are kept, and the wish."""
        self._past = self.counters()
        self._link = self._hello = None
        self._up = False

    def load(self, game_ref: str) -> None:
        """Send LOAD. `game_ref` is 1 to 40 printable characters without spaces."""
        self._watch.forget()
        self._request("LOAD", g=game_ref)

    def mix(self, *, on: bool) -> None:
        """Send MIX."""
        self._request("MIX", on="1" if on else "0")

    def draw(self, ordinal: int) -> None:
        """Send DRAW unless that ball is already on its way."""
        if ordinal in BALLS and self._watch.want(ordinal):
            self._request("DRAW", o=str(ordinal))

    def halt(self) -> None:
        """Send STOP and forget the wish."""
        self._watch.forget()
        self._request("STOP")

    def clear(self, code: str) -> None:
        """Send CLEAR."""
        self._request("CLEAR", c=code)

    def read_again(self, ordinal: int) -> None:
        """Send READ."""
        self._request("READ", o=str(ordinal))

    def set_number(self, ordinal: int, number: int) -> None:
        """Send SET."""
        self._request("SET", o=str(ordinal), n=str(number))

    def finish(self) -> None:
        """Send RETURN."""
        self._watch.forget()
        self._request("RETURN")

    def receive(self, data: bytes) -> list[Told]:
        """Take bytes from the port."""
        if self._link is None:
            return []
        return [event for heard in self._link.receive(data) for event in self._tell(heard)]

    def tick(self) -> list[Told]:
        """Do what is due on the line, and watch the ball under way."""
        if self._link is None:
            return []
        events = [event for heard in self._link.tick() for event in self._tell(heard)]
        if self._up:
            told = self._watch.tick()
            if any(isinstance(event, DrawStalled) for event in told):
                self._request("STATUS")
            events += told
        return events

    def deadline(self) -> float | None:
        """When `tick` has something to do."""
        times = [self._link.deadline() if self._link else None, self._watch.deadline() if self._up else None]
        return min((time for time in times if time is not None), default=None)

    def take_output(self) -> bytes:
        """Return the bytes to write, once."""
        return self._link.take_output() if self._link else b""

    def acknowledge(self, ev: int) -> None:
        """Send K."""
        if self._link is not None:
            self._link.acknowledge(ev)

    def counters(self) -> Counters:
        """Return the counters of this conversation and those before."""
        if (link := self._link) is None:
            return self._past
        decoder = link.decoder
        return self._past + Counters(
            decoder.bad, decoder.short, decoder.noise, link.commands.resends, link.duplicates, link.garbled
        )

    def _request(self, verb: str, **fields: str) -> None:
        # Before the link is up nothing is sent: what the machine is asked then could be older than its state.
        if self._link is not None and self._up:
            self._link.request(verb, **fields)

    def _tell(self, heard: Heard) -> list[Told]:
        match heard:
            case Greeted():
                return self._greeted(heard)
            case Answered():
                return self._answered(heard)
            case Refused():
                return self._refused(heard)
            case Occurred():
                return self._occurred(heard)
            case Down():
                return [LinkDown(heard.reason)]

    def _greeted(self, heard: Greeted) -> list[Told]:
        hello = heard.hello
        if hello.balls != len(BALLS):
            return [LinkDown("wrong-device")]
        self._hello, self.model = heard, hello.model
        assert self._link is not None
        self._link.request("STATUS")
        return [RunKnown(hello.boot, heard.renewed)]

    def _answered(self, heard: Answered) -> list[Told]:
        if heard.command.verb == "STATUS":
            return self._status(heard)
        if heard.command.verb in _STATUS_AFTER:
            self._request("STATUS")
        return []

    def _status(self, heard: Answered) -> list[Told]:
        try:
            self.status = status_of(heard.message)
        except MessageDamaged:
            return [LinkDown("wrong-device")]
        if self._up or self._hello is None:
            return [self.status]
        self._up = True
        if (ordinal := self._watch.ask_again()) is not None:
            self._request("DRAW", o=str(ordinal))
        hello = self._hello.hello
        up = LinkUp(hello.boot, hello.model, hello.firmware, hello.caps, self._hello.renewed)
        return [up, self.status]

    def _refused(self, heard: Refused) -> list[Told]:
        command, message = heard.command, heard.message
        if command.verb == "DRAW":
            self._watch.refused()
        if command.verb == "STATUS" and not self._up:
            return [LinkDown("wrong-device")]
        if command.verb != "STATUS":
            self._request("STATUS")
        return [CommandRefused(command.verb, message.verb, dict(command.fields) | dict(message.fields))]

    def _occurred(self, heard: Occurred) -> list[Told]:
        assert self._link is not None
        news = journal_event_of(heard.message, self._link.boot)
        if isinstance(news, BallUnread) and news.reason == "range":
            # The frame was whole: it is the machine that speaks nonsense.
            self._link.garbled += 1
        event = self._watch.judge(news)
        # The event is news; what the machine makes of it (map, faults, balls in) only STATUS says.
        self._request("STATUS")
        return [event]
