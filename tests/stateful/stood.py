"""Why a game is suspended: articles 34.4 and 36 in a few lines, told by the journal's plain rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sessions.rules.void import VoidOrder

QUARTER_OF_AN_HOUR = 900


@dataclass
class Stood:
    """Why and since when a game is suspended, and which paragraph was read."""

    cause: str = ""
    ball_out: bool = False
    read: str = ""
    since: datetime | None = None
    tokens: dict[int, str] = field(default_factory=dict)

    def take(self, kind: str, payload: Any, at: datetime) -> None:
        """Follow one row of the game's journal."""
        if kind == "GameSuspended":
            self.cause, self.ball_out, self.read, self.since = payload["cause"], payload["ball_out"], "", at
        elif kind == "ParagraphRead":
            self.read = payload["paragraph"]
        elif kind in {"SuspensionLifted", "ManualDrawOrdered", "GameVoided"}:
            self.cause = ""
        elif kind == "TokenGiven":
            self.tokens[payload["award_no"]] = payload["token"]

    def may_be_read(self, paragraph: str) -> bool:
        """36.3: the paragraph that applies, and no other; none for balls."""
        return self.cause == "failure" and paragraph == ("36.2" if self.ball_out else "36.1")

    def over(self, now: datetime) -> bool:
        """36.1: the fifteen minutes are over."""
        return self.since is not None and (now - self.since).total_seconds() >= QUARTER_OF_AN_HOUR

    def may_go_on(self, decision: str, agent: str, now: datetime) -> bool:
        """36.1: solved in time, before the first ball; 34.4: the agent says so."""
        if self.cause == "balls":
            return decision == "agent" and bool(agent)
        before = self.cause == "failure" and not self.ball_out and self.read == "36.1"
        return before and decision == "solved" and not self.over(now)

    def may_be_void(self, order: VoidOrder, now: datetime) -> bool:
        """36.1: not solved in time; 36.2: chance cannot be had by hand; 34.4: the agent says so."""
        if self.cause == "balls":
            return order.cause == "balls" and bool(order.agent)
        if self.cause != "failure":
            return False
        if order.cause == "failure":
            return not self.ball_out and self.read == "36.1" and self.over(now)
        return order.cause == "not_random" and self.ball_out and self.read == "36.2"
