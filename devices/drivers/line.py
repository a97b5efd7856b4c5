"""
A machine that speaks like a scanner: a line for each ball it brings, and no ear for anything.

It takes no commands, so a wish for a ball only says which ordinal the next line will have; the people at the machine
bring it. What a line cannot prove is held: nothing is repaired and nothing guessed.

Source: docs/devices/line.md.
"""

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from devices.codecs.bx1_messages import BALLS
from devices.codecs.events import BallRead, BallUnread, DrawSlow, DrawStalled, LinkUp, StatusRead
from devices.codecs.line_balls import (
    LineDamaged,
    LineDecoder,
    SaidBall,
    SaidNonsense,
    SaidUnread,
    meaning_of,
)
from devices.drivers.base import Clock, Counters, DrawLimits, RunKnown, Told
from devices.drivers.line_options import LineOptions
from devices.drivers.line_tray import LineTray
from devices.links.host_journal import HostJournal

MODEL = "line"
_TEXT_MAX = 40
_NEVER = float("inf")


class LineExtractor:
    """The `Extractor` of a reader that only speaks."""

    needs_port = True
    model = MODEL

    def __init__(
        self, clock: Clock, limits: DrawLimits | None = None, options: Mapping[str, Any] | None = None
    ) -> None:
        self.last_frame_at: float | None = None
        self.drawing_since: float | None = None
        self._clock = clock
        self._options = LineOptions.of(options or {})
        self._patterns = self._options.patterns()
        slow, stalled = self._options.slow_seconds, self._options.stalled_seconds
        self._limits = limits or DrawLimits(slow or _NEVER, stalled or _NEVER)
        self._tray = LineTray(self._options.again_ms / 1_000, self._options.apart_ms / 1_000)
        self._journal = HostJournal(secrets.token_hex(4).upper())
        self._decoder = LineDecoder()
        self._damaged = self._torn = self._garbled = self._dup = 0
        self._told_slow = self._looked_at = self._is_ahead = False
        self._news: list[Told] = []

    @property
    def status(self) -> StatusRead:
        """What the host has heard so far: the reader itself says nothing of the machine."""
        return self._tray.status(drawing=self.drawing_since is not None)

    def connect(self, *, boot: str, last_ev: int) -> None:
        """Be up at once: there is nobody to greet. Another run than ours is over, and its numbers are used up."""
        del last_ev
        renewed = boot != self._journal.boot
        if renewed:
            self._journal.begin_run()
        self._tray.reconnected = True
        self._news = [RunKnown(self._journal.boot, renewed), LinkUp(self._journal.boot, MODEL, renewed=renewed)]
        self._news.append(self.status)

    def disconnect(self) -> None:
        """Give up an open line; the wish, and what waits to be stored, stay."""
        self._give_up_line()
        self._news = []

    def load(self, game_ref: str) -> None:
        """Begin with 90 balls in: people have counted them, nobody else can."""
        del game_ref
        self._change(self._tray.load)

    def mix(self, *, on: bool) -> None:
        """Nothing to turn."""

    def draw(self, ordinal: int) -> None:
        """Wish for the ball of an ordinal; one told a while ago and still wished for is told again."""
        now = self._clock()
        if ordinal not in BALLS or self._tray.has_just_told(ordinal, now):
            return
        if (told := self._tray.told(ordinal)) is not None:
            self._put(told)
        else:
            self._wish(ordinal)

    def read_again(self, ordinal: int) -> None:
        """Take the next line for this ordinal: the ball is shown to the reader once more."""
        if ordinal in BALLS:
            self._wish(ordinal)

    def halt(self) -> None:
        """Wish for nothing."""
        self._change(lambda: None)

    def clear(self, code: str) -> None:
        """Nothing to clear: such a reader tells of no faults."""

    def set_number(self, ordinal: int, number: int) -> None:
        """Take note of the number people decided on."""
        before = self.status
        self._tray.set_number(ordinal, number)
        self._tell_status(before)

    def finish(self) -> None:
        """All balls back."""
        self._change(self._tray.empty)

    def receive(self, data: bytes) -> list[Told]:
        """Take bytes from the port."""
        if self._line_is_torn():
            self._give_up_line()
        self.last_frame_at = self._clock()
        for line in self._decoder.feed(data):
            self._take(line)
        return self._take_news()

    def tick(self) -> list[Told]:
        """Give up a line that has been silent, tell again what was not stored, and watch the wish."""
        if self._line_is_torn():
            self._give_up_line()
        return self._take_news() + self._watch()

    def deadline(self) -> float | None:
        """When `tick` has something to do."""
        times = [self._journal.deadline(), self._clock() if self._news else None]
        if self._decoder.in_line and self.last_frame_at is not None:
            times.append(self.last_frame_at + self._options.silence_ms / 1_000)
        if self.drawing_since is not None:
            limit = self._limits.stalled if self._told_slow else min(self._limits.slow, self._limits.stalled)
            times.append(None if limit == _NEVER else self.drawing_since + limit)
        return min((time for time in times if time is not None), default=None)

    def take_output(self) -> bytes:
        """Nothing is ever said to it."""
        return b""

    def acknowledge(self, ev: int) -> None:
        """The event is stored; the next one may be told."""
        self._journal.acknowledge(ev, self._clock())

    def counters(self) -> Counters:
        """`bad`: damaged lines; `short`: torn ones; `garbled`: whole ones without sense; `dup`: a ball said again."""
        return Counters(
            bad=self._damaged + self._journal.dropped, short=self._torn, garbled=self._garbled, dup=self._dup
        )

    def _take(self, line: str | LineDamaged) -> None:
        if isinstance(line, LineDamaged):
            self._damaged += 1
            self._look_at("unread", line.data.decode("ascii", "replace"))
            return
        match meaning_of(line, self._patterns):
            case SaidBall() as said:
                self._take_ball(said)
            case SaidUnread(text):
                self._look_at("unread", text)
            case SaidNonsense(text):
                self._garbled += 1
                self._look_at("unread", text)

    def _take_ball(self, said: SaidBall) -> None:
        now = self._clock()
        if self._tray.is_said_again(said.number, said.ordinal, now):
            self._dup += 1
        elif said.number not in BALLS or (said.ordinal is not None and said.ordinal not in BALLS):
            self._garbled += 1
            self._look_at("range", said.text)
        elif self._is_ahead or self._tray.comes_too_soon(said.ordinal, now):
            self._look_at("multi", said.text)
        elif (ordinal := said.ordinal or self._tray.next_ordinal) in BALLS:
            ball = BallRead("", 0, ordinal, said.number, said.quality, self._options.source, said.text)
            before = self.status
            self._tray.take(ball, now)
            # One may come before it is wished for, as people are quick; a reader gone mad must not draw a game.
            self._is_ahead = self.drawing_since is None
            self.drawing_since = None
            self._put(ball)
            self._tell_status(before)
        else:
            self._look_at("range", said.text)

    def _look_at(self, reason: str, text: str) -> None:
        """Ask people to look, once for each ball wished for; noise while nothing is wished for is only counted."""
        sure_of_a_ball = reason != "unread"
        if self._looked_at or (self.drawing_since is None and not sure_of_a_ball):
            return
        self._looked_at = True
        self.drawing_since = None
        self._put(BallUnread("", 0, min(self._tray.next_ordinal, BALLS[-1]), reason, text[:_TEXT_MAX]))

    def _wish(self, ordinal: int) -> None:
        before, again = self.status, ordinal != self._tray.next_ordinal
        self._tray.expect(ordinal)
        if self.drawing_since is None or again:
            self.drawing_since, self._told_slow, self._looked_at = self._clock(), False, False
            self._is_ahead = False
        self._tell_status(before)

    def _change(self, act: Callable[[], None]) -> None:
        before = self.status
        act()
        self.drawing_since, self._looked_at, self._is_ahead = None, False, False
        self._tell_status(before)

    def _tell_status(self, before: StatusRead) -> None:
        if self.status != before:
            self._news.append(self.status)

    def _put(self, event: BallRead | BallUnread) -> None:
        self._journal.put(event, self._clock())

    def _take_news(self) -> list[Told]:
        news, self._news = self._news, []
        event = self._journal.take(self._clock())
        return news if event is None else [*news, event]

    def _watch(self) -> list[Told]:
        if self.drawing_since is None:
            return []
        waited, ordinal = self._clock() - self.drawing_since, self._tray.next_ordinal
        if waited >= self._limits.stalled:
            self.drawing_since = None
            return [DrawStalled(ordinal, waited)]
        if waited >= self._limits.slow and not self._told_slow:
            self._told_slow = True
            return [DrawSlow(ordinal, waited)]
        return []

    def _line_is_torn(self) -> bool:
        heard = self.last_frame_at
        silence = self._options.silence_ms / 1_000
        return self._decoder.in_line and heard is not None and self._clock() >= heard + silence

    def _give_up_line(self) -> None:
        if (torn := self._decoder.idle()) is not None:
            self._torn += 1
            self._look_at("unread", torn.data.decode("ascii", "replace"))
