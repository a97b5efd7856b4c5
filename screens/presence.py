"""
Which enrolled devices are there, as this process hears them on their sockets.

Every device answers the hall's heartbeat. What it says is kept in memory and written down when it changes; a device
that says nothing for nine seconds is written down as lost, so that people are told within ten. A page loaded anew is
quicker.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from channels.db import database_sync_to_async
from django.conf import settings

from records.clock import now
from sessions.rules.terminals import LOST_SECONDS, TerminalKind
from sessions.services import presence
from sessions.services.presence import Seen

logger = logging.getLogger(__name__)

SWEEP_SECONDS: Final = 0.5
REFRESH_SECONDS: Final = 10.0
QUIET_SECONDS: Final = 4.0
"""A device that missed its last heartbeat is not said to be there while it may be lost."""

WARNED_SECONDS: Final = 30
ASK_AGAIN_SECONDS: Final = 5.0
LONGEST_VERSION: Final = 40
WORST_SKEW_MS: Final = 10**9
LEAST_CHANGE_MS: Final = 400
BIGGEST: Final = 10**15


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """Which device a socket is of, and who works at it, as the database said when it was last asked."""

    terminal_id: int
    kind: str
    login: str = ""
    session_key: str = ""


@dataclass(slots=True)
class _Heard:
    """What was heard of a device: when (the loop's seconds, and the hall's time), and what is written of it."""

    at: float
    time: datetime
    kind: str
    seen: Seen
    touched: float
    clients: set[Any] = field(default_factory=set)
    written: Seen | None = None
    written_at: float = 0.0
    written_time: datetime | None = None
    asked: float = 0.0

    def idle(self, at: float) -> float:
        """Tell for how many seconds nobody has touched it."""
        return at - self.touched


class Presence:
    """The devices of one hall in this process."""

    def __init__(self, hall_id: int, say: Callable[[Any, dict[str, Any]], None]) -> None:
        """Keep the hall, and how something is said to one socket."""
        self.hall_id = hall_id
        self.say = say
        self.devices: dict[int, _Heard] = {}
        self._slowly = 0.0
        self._since = 0.0

    def heard(self, client: Any, device: Device, message: dict[str, Any] | None = None) -> None:
        """Take that a device's socket has come, or what it says: `clock` (ms), `version`, `idle` (seconds)."""
        at, time = asyncio.get_running_loop().time(), now()
        seen = Seen(terminal_id=device.terminal_id, login=device.login, session_key=device.session_key)
        known = self.devices.get(device.terminal_id)
        if known is None:
            known = self.devices[device.terminal_id] = _Heard(at, time, device.kind, seen, touched=at)
        if known.seen.login != seen.login:
            known.touched = at
        told = message or {}
        known.seen = replace(
            seen,
            version=_text(told.get("version")) or known.seen.version,
            skew_ms=_skew(told.get("clock"), time, known.seen.skew_ms),
        )
        idle = _number(told.get("idle"))
        known.touched = at if message is None else known.touched if idle is None else at - max(idle, 0.0)
        known.at, known.time, known.kind = at, time, device.kind
        known.clients.add(client)

    def left(self, client: Any) -> None:
        """Take that a socket has closed: the device was there until this moment."""
        for known in self.devices.values():
            if client in known.clients:
                known.clients.discard(client)
                known.at, known.time = asyncio.get_running_loop().time(), now()

    async def run(self) -> None:
        """Look again and again who is there; whatever goes wrong once is tried again."""
        self._since = self._slowly = asyncio.get_running_loop().time()
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self._sweep(asyncio.get_running_loop().time())
            except Exception:
                logger.exception("the terminals could not be looked after")

    async def _sweep(self, at: float) -> None:
        await self._write(at)
        await self._lose(at)
        await self._watch_idle(at)
        if at - self._slowly >= REFRESH_SECONDS:
            self._slowly = at
            await database_sync_to_async(presence.sign_out_lost)(self.hall_id)
            if at - self._since >= presence.STALE.total_seconds():
                await database_sync_to_async(presence.note_stale)(self.hall_id)

    async def _write(self, at: float) -> None:
        there = [one for one in self.devices.values() if one.clients and at - one.at < QUIET_SECONDS]
        due = [one for one in there if one.seen != one.written or at - one.written_at >= REFRESH_SECONDS]
        if not due:
            return
        time, said = now(), {one.seen.terminal_id: one.seen for one in due}
        await database_sync_to_async(presence.note_seen)(self.hall_id, list(said.values()), time)
        for one in due:
            one.written, one.written_at, one.written_time = said[one.seen.terminal_id], at, time

    async def _lose(self, at: float) -> None:
        lost = {pk: one for pk, one in self.devices.items() if at - one.at >= LOST_SECONDS}
        if not lost:
            return
        last = {pk: max(one.time, one.written_time or one.time) for pk, one in lost.items()}
        await database_sync_to_async(presence.note_losses)(self.hall_id, last)
        for pk, one in lost.items():
            # It may have spoken while that was being written.
            if self.devices.get(pk) is one and asyncio.get_running_loop().time() - one.at >= LOST_SECONDS:
                del self.devices[pk]
            else:
                one.written = None

    async def _watch_idle(self, at: float) -> None:
        limit = settings.BINGO_TERMINAL_IDLE_SECONDS
        for pk, one in list(self.devices.items()):
            player = one.kind == TerminalKind.PLAYER_TERMINAL and one.seen.login.startswith("player:")
            if not (limit and player and one.clients) or one.idle(at) < limit - WARNED_SECONDS:
                continue
            if at - one.asked >= ASK_AGAIN_SECONDS:
                one.asked = at
                await self._warn_or_sign_out(pk, one, limit - one.idle(at))

    async def _warn_or_sign_out(self, pk: int, one: _Heard, left: float) -> None:
        if left <= 0:
            idle = settings.BINGO_TERMINAL_IDLE_SECONDS - left
            await database_sync_to_async(presence.sign_out_idle)(pk, idle_seconds=idle)
        elif not await database_sync_to_async(presence.plays_now)(self.hall_id, one.seen.login):
            for client in one.clients:
                self.say(client, {"type": "leaving", "seconds": round(left)})


def _number(told: Any) -> float | None:
    fits = isinstance(told, int | float) and not isinstance(told, bool) and abs(told) < BIGGEST
    return float(told) if fits else None


def _text(told: Any) -> str:
    return told[:LONGEST_VERSION] if isinstance(told, str) and told.isascii() and told.isalnum() else ""


def _skew(told: Any, time: datetime, before: int | None) -> int | None:
    """Give how far a device's clock is ahead, in milliseconds; what the way there takes more or less is no change."""
    clock = _number(told)
    if clock is None:
        return before
    skew = round(clock - time.timestamp() * 1_000)
    if before is not None and abs(skew - before) < LEAST_CHANGE_MS:
        return before
    return max(-WORST_SKEW_MS, min(WORST_SKEW_MS, skew))
