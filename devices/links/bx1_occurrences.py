"""
The event half of a BX/1 link: which number comes next, and what to do with any other.

An event is acknowledged only when the owner has stored it. One not above the last acknowledged is
acknowledged again and not delivered. Numbers run 1 to 65,535 and wrap to 1. Pure.

Source: docs/devices/bx1.md, "Reliability".
"""

from enum import Enum

from devices.codecs.bx1_messages import EV_MAX, Message

_HALF = EV_MAX // 2
_GAPS_BEFORE_HELLO = 3


class Verdict(Enum):
    """What an event's number means."""

    NEXT = "next"
    AGAIN = "again"
    GAP = "gap"
    LOST_STEP = "lost-step"
    REBOOTED = "rebooted"


class Occurrences:
    """Judge event numbers against the last acknowledged; `duplicates` counts those not delivered again."""

    def __init__(self, last: int) -> None:
        self.duplicates = 0
        self.last = last
        self._last_message: Message | None = None
        self._waiting: Message | None = None
        self._gaps = 0
        # The machine resumes where HELLO told it to: its first event is the next it has, even over a hole.
        self._resumed = True

    def judge(self, message: Message) -> Verdict:
        """Decide what to do with an event just received."""
        if message.verb == "BOOT" and message.seq == 1 and self.last and message != self._last_message:
            return Verdict.REBOOTED
        ahead = message.seq - self.last if self.last == 0 else (message.seq - self.last) % EV_MAX
        if ahead == 0 or (self.last and ahead > _HALF):
            return self._judge_old(message)
        if ahead == 1 or self._resumed:
            self._gaps = 0
            self._waiting = message
            return Verdict.NEXT
        self._gaps += 1
        return Verdict.LOST_STEP if self._gaps >= _GAPS_BEFORE_HELLO else Verdict.GAP

    def acknowledge(self, ev: int) -> None:
        """Take note that the owner has stored event `ev`."""
        self.last = ev
        self._resumed = False
        if self._waiting is not None and self._waiting.seq == ev:
            self._last_message, self._waiting = self._waiting, None

    def _judge_old(self, message: Message) -> Verdict:
        known = self._last_message
        # The same number with other words comes from another journal: to acknowledge it would lose a ball.
        if known is not None and known.seq == message.seq and known != message:
            return Verdict.REBOOTED
        self.duplicates += 1
        return Verdict.AGAIN
