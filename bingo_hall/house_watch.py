"""
The thread that keeps an eye on the house: lines and faults of devices, the clock, floods that are over, the day.

It belongs to the one process that owns the ports. Whatever fails is logged and tried again; no game waits for it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db import close_old_connections, connections

from bingo_hall.link_watch import LinkWatch
from bingo_hall.settings_seen import settings_seen
from records import clock
from records.models import Hall
from screens.version import VERSION
from sessions.journal.hall_door import note
from sessions.rules.access_events import ClockStepped
from sessions.selectors.admission import days_over
from sessions.selectors.evidence import last_anchor_at
from sessions.selectors.games import live_game
from sessions.selectors.verify import start_violations
from sessions.services.anchoring import anchor_hall
from sessions.services.house import note_start, note_stop
from sessions.services.proving import note_proof
from sessions.services.significant import HOUSE, note_what_waits
from sessions.tasks import purge_visitors_task, verify_hall_task

logger = logging.getLogger(__name__)

TURN_SECONDS: Final = 1.0
STEP_MS: Final = 2_000
REDIS_SECONDS: Final = 5.0
DAY_SECONDS: Final = 60.0
HOUR_SECONDS: Final = 3_600.0
DAY: Final = timedelta(hours=24)


class HouseWatch(threading.Thread):
    """The watch over one hall; `devices` tells how its devices are (`DrawLoop.devices`)."""

    def __init__(self, hall: Hall, devices: Callable[[], list[dict[str, Any]]]) -> None:
        """Begin to watch once started."""
        super().__init__(name=f"watch-{hall.code}", daemon=True)
        self.hall, self._devices = hall, devices
        self._links = LinkWatch()
        self._stopping = threading.Event()
        self._ahead_ms = _ahead_ms()
        self._redis_at = self._day_at = self._visitors_at = float("-inf")
        self._redis = True

    def run(self) -> None:
        """Turn until stopped."""
        while not self._stopping.wait(TURN_SECONDS):
            close_old_connections()
            for look in (
                self.look_at_clock,
                self.look_at_links,
                note_what_waits,
                self.look_at_day,
                self.look_at_visitors,
            ):
                try:
                    look()
                except Exception:
                    logger.exception("the watch over the house failed")
        connections.close_all()

    def stop(self) -> None:
        """Stop, and write what waits."""
        self._stopping.set()
        if self.is_alive():
            self.join(timeout=10)
        note_what_waits(everything=True)

    def look_at_clock(self) -> None:
        """Note that the wall's clock was moved: it ran otherwise than the clock that is never set."""
        ahead = _ahead_ms()
        step, self._ahead_ms = ahead - self._ahead_ms, ahead
        if abs(step) > STEP_MS:
            note(self.hall.pk, ClockStepped(milliseconds=step), actor=HOUSE)

    def look_at_links(self) -> None:
        """Note lines lost and restored, faults told and over."""
        devices = [*self._devices(), *self._services()]
        for event in self._links.look(devices, time.monotonic()):
            note(self.hall.pk, event, actor=HOUSE)

    def look_at_day(self) -> None:
        """Once a day, while no game is played, let the hall prove itself, and add to the anchor."""
        if time.monotonic() - self._day_at < DAY_SECONDS:
            return
        self._day_at = time.monotonic()
        last = last_anchor_at(self.hall)
        if (last is None or clock.now() - last >= DAY) and live_game(self.hall.pk) is None:
            anchor_hall(self.hall.pk, "day")
            verify_hall_task.delay(self.hall.pk, "night")

    def look_at_visitors(self) -> None:
        """Once an hour, while no game is played, let the visitors' records go whose time is over (O79 31.5)."""
        if time.monotonic() - self._visitors_at < HOUR_SECONDS or live_game(self.hall.pk) is not None:
            return
        self._visitors_at = time.monotonic()
        if days_over(self.hall):
            purge_visitors_task.delay(self.hall.pk)

    def _services(self) -> list[dict[str, Any]]:
        """Tell how what the house leans on is: the Redis of a larger hall."""
        if not settings.BINGO_REDIS_URL:
            return []
        if time.monotonic() - self._redis_at >= REDIS_SECONDS:
            self._redis_at, self._redis = time.monotonic(), _redis_answers()
        return [{"code": "redis", "kind": "redis", "link": "up" if self._redis else "down", "faults": []}]


@contextmanager
def watched(hall: Hall, devices: Callable[[], list[dict[str, Any]]]) -> Iterator[None]:
    """Note that the program starts, watch over the house and let it prove itself, and note at the end that it stops."""
    note_start(hall, settings=settings_seen(), version=VERSION)
    note_proof(hall, list(start_violations(hall)), scope="start", actor=HOUSE)
    watch = HouseWatch(hall, devices)
    watch.start()
    try:
        yield
    finally:
        watch.stop()
        note_stop(hall)


def _ahead_ms() -> int:
    """Tell by how much the wall's clock is ahead of the monotonic one, in milliseconds."""
    return round(clock.now().timestamp() * 1_000 - time.monotonic() * 1_000)


def _redis_answers() -> bool:
    from redis import Redis
    from redis.exceptions import RedisError

    try:
        with Redis.from_url(settings.BINGO_REDIS_URL, socket_timeout=1, socket_connect_timeout=1) as redis:
            return bool(redis.ping())
    except RedisError:
        return False
