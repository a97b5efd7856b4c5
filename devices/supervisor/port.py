"""
One extractor port: a thread that owns the port, the conversation and the way back to both.

open, HELLO, STATUS, up; on any trouble close, wait, again, for ever. Each journal event: stored, told,
closed, acknowledged. Whoever listens is called in this thread, never in the reader's.
"""

import itertools
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, get_args

from django.db import close_old_connections, connections

from devices.codecs.events import (
    CommandRefused,
    DrawSlow,
    JournalEvent,
    LinkDown,
    LinkUp,
    PortEvent,
)
from devices.drivers.base import Clock, DrawLimits, Extractor, RunKnown, Told
from devices.drivers.registry import extractor_named
from devices.models import Device
from devices.supervisor.backoff import waits
from devices.supervisor.commands import PortCommands
from devices.supervisor.device_log import DeviceLog, Logged
from devices.supervisor.frame_log import tap_of
from devices.supervisor.health import LinkState, PortHealth
from devices.supervisor.history import History, happening_of
from devices.supervisor.inbox import Data, Lost, Wish
from devices.transports import SerialTransport, TransportLost

logger = logging.getLogger(__name__)

OnEvent = Callable[[PortEvent, str | None], None]

LATENCIES_KEPT = 200
_TURN_SECONDS = 1.0
_ITEMS_PER_TICK = 50
_FINE = frozenset({"stopped", "ok", "connecting"})
_JOURNAL = get_args(JournalEvent)


class ExtractorPort(PortCommands):
    """
    The port of one extractor.

    Args:
        device_code: `Device.code`; the row is read when the thread starts.
        on_event: Takes each event and its `source_ref` (None for what the port says itself). If it raises on
            a journal event, the event is not acknowledged and is told again; if on `LinkDown`, it is told again
            before the line is taken up.
        clock: Seconds, never going back.
        limits: When a ball is slow, and when stalled; None: as the device's options say.
        pauses: How long to wait before each new attempt.
    """

    def __init__(
        self,
        device_code: str,
        *,
        on_event: OnEvent,
        clock: Clock = time.monotonic,
        limits: DrawLimits | None = None,
        pauses: Callable[[], Iterator[float]] = waits,
    ) -> None:
        super().__init__()
        self._code = device_code
        self._on_event = on_event
        self._clock = clock
        self._limits = limits
        self._pauses = pauses
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._driver: Extractor | None = None
        self._log: DeviceLog | None = None
        self._transport: SerialTransport | None = None
        self._session = 0
        self._caps: frozenset[str] = frozenset()
        self._link: LinkState = "down"
        self._message = "stopped"
        self._dups_stored = 0
        self._came_up = False
        self._loss_untold: LinkDown | None = None
        self._slow_since: float | None = None
        self._history = History()
        self._taken_s: deque[float] = deque(maxlen=LATENCIES_KEPT)
        self._read_at = 0.0

    def start(self) -> None:
        """Start the thread; returns at once. Starting twice does nothing."""
        if self._thread is not None and self._thread.is_alive():
            return
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name=f"port {self._code}", daemon=True)
        self._thread.start()

    def stop(self, timeout: float = 5.0) -> None:
        """Close the port and end the thread, waiting up to `timeout` seconds."""
        self._stopping.set()
        self._inbox.put(None)
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout)

    def health(self) -> PortHealth:
        """Return how the port is; from any thread."""
        driver, log, now = self._driver, self._log, self._clock()
        if driver is None:
            return PortHealth(self._code, self._link, self._message)
        status, counters = driver.status, driver.counters()
        heard, since = driver.last_frame_at, driver.drawing_since
        return PortHealth(
            device=self._code,
            link=self._link,
            message=self._message,
            model=driver.model,
            boot=log.boot if log else "",
            state=status.state if status else "",
            ordinal=status.ordinal if status else 0,
            balls_in=status.balls_in if status else 0,
            drawn=status.drawn if status else frozenset(),
            own_map=status.own if status else True,
            faults=status.faults if status else frozenset(),
            caps=self._caps,
            pressure_pa=status.pressure_pa if status else None,
            rpm=status.rpm if status else None,
            last_frame_age_s=None if heard is None else now - heard,
            drawing_since=since,
            drawing_for_s=None if since is None else now - since,
            slow=since is not None and since == self._slow_since,
            bad=counters.bad,
            short=counters.short,
            noise=counters.noise,
            garbled=counters.garbled,
            resends=counters.resends,
            dup=counters.dup,
            overruns=self._inbox.overruns,
        )

    def told(self) -> dict[str, Any]:
        """Tell how the port is, as a screen takes it."""
        return self.health().told()

    def detail(self) -> dict[str, Any]:
        """Tell all there is to know of the port, for the page of the devices."""
        health, taken = self.health(), sorted(self._taken_s)
        return {
            **health.told(),
            "model": health.model,
            "boot": health.boot,
            "balls_in": health.balls_in,
            "pressure_pa": health.pressure_pa,
            "rpm": health.rpm,
            "last_frame_age_s": health.last_frame_age_s,
            "counters": health.counters(),
            "taken_ms_median": round(taken[len(taken) // 2] * 1_000, 1) if taken else None,
            "taken_ms_worst": round(taken[-1] * 1_000, 1) if taken else None,
            "history": self._history.told(),
        }

    def _run(self) -> None:
        pauses = self._pauses()
        try:
            while not self._stopping.is_set():
                was_up = self._converse_safely()
                pauses = self._pauses() if was_up else pauses
                self._rest(next(pauses))
        finally:
            self._link, self._message = "down", "stopped"
            connections.close_all()

    def _converse_safely(self) -> bool:
        """Hold one conversation; return whether it came up. Nothing may end this thread but `stop`."""
        try:
            close_old_connections()
            return self._converse()
        except Exception:
            logger.exception("port %s: conversation ended by an error", self._code)
            self._go_down("misconfigured" if self._driver is None else "lost")
            return False

    def _converse(self) -> bool:
        if self._loss_untold is not None and not self._tell_loss(self._loss_untold):
            return False
        device = Device.objects.get(code=self._code)
        if self._driver is None:
            self._driver = extractor_named(device.driver, self._clock, self._limits, device.options)
        self._log = log = DeviceLog(self._code)
        self._replay(log)
        self._session += 1
        self._came_up = False
        # Why it is down stays to be read while it is tried again.
        self._link, self._message = "connecting", "connecting" if self._message in _FINE else self._message
        try:
            if self._driver.needs_port:
                self._open(device, self._session)
            self._driver.connect(boot=log.boot, last_ev=log.last_ev)
            # At once: a machine that has nothing to say would leave our greeting waiting for its own repetition.
            self._write(self._driver)
            self._talk(self._driver, log)
        except TransportLost as error:
            logger.info("port %s: %s", self._code, error)
            self._go_down("absent" if self._transport is None else "lost")
        finally:
            self._close(log)
        return self._came_up

    def _open(self, device: Device, session: int) -> None:
        transport = SerialTransport(device.url, device.baudrate, tap=tap_of(self._code))
        transport.open(
            lambda data: self._inbox.put(Data(session, data, self._clock())),
            lambda error: self._inbox.put(Lost(session, error)),
        )
        self._transport = transport

    def _close(self, log: DeviceLog) -> None:
        if self._transport is not None:
            self._transport.close()
            self._transport = None
        if self._driver is not None:
            self._driver.disconnect()
            self._store_duplicates(log, self._driver)

    def _talk(self, driver: Extractor, log: DeviceLog) -> None:
        """Listen and answer until the line breaks or `stop`."""
        while not self._stopping.is_set():
            close_old_connections()
            down = self._turn(driver, log)
            if down:
                self._go_down(down)
                break
            self._store_duplicates(log, driver)

    def _turn(self, driver: Extractor, log: DeviceLog) -> str:
        """Take what waits, then what is due; return why the conversation is over, or nothing."""
        deadline = driver.deadline()
        pause = _TURN_SECONDS if deadline is None else min(deadline - self._clock(), _TURN_SECONDS)
        for count in itertools.count():
            item = self._inbox.get(pause if count == 0 else 0)
            told: list[Told] = []
            if isinstance(item, Data) and item.session == self._session:
                self._read_at = item.at
                told = driver.receive(item.data)
            elif isinstance(item, Lost) and item.session == self._session:
                return "lost"
            elif isinstance(item, Wish):
                self._act(item)
            if down := self._tell_all(told, driver, log):
                return down
            if self._inbox.empty() or count >= _ITEMS_PER_TICK:
                break
        return self._tell_all(driver.tick(), driver, log)

    def _tell_all(self, told: list[Told], driver: Extractor, log: DeviceLog) -> str:
        for event in told:
            if isinstance(event, LinkDown):
                return event.reason
            if isinstance(event, RunKnown):
                log.begin_run(event.boot, renewed=event.renewed)
            elif isinstance(event, _JOURNAL):
                self._take_journal_event(event, driver, log)
            else:
                if isinstance(event, LinkUp):
                    self._link, self._message, self._came_up = "up", "ok", True
                    self._caps = frozenset(event.caps)
                self._tell(event)
            self._write(driver)
        self._write(driver)
        return ""

    def _take_journal_event(self, event: JournalEvent, driver: Extractor, log: DeviceLog) -> None:
        try:
            logged = log.record(event)
            if not logged.handled:
                self._deliver(logged, log)
        except Exception:
            # Not acknowledged: the machine will say it again.
            logger.exception("port %s: event %s not taken", self._code, event.ev)
            return
        self._taken_s.append(self._clock() - self._read_at)
        driver.acknowledge(event.ev)

    def _deliver(self, logged: Logged, log: DeviceLog) -> None:
        self._note(logged.event)
        self._on_event(logged.event, logged.source_ref)
        log.handled(logged)

    def _replay(self, log: DeviceLog) -> None:
        for logged in log.unhandled():
            try:
                self._deliver(logged, log)
            except Exception:
                logger.exception("port %s: event %s not taken", self._code, logged.source_ref)
                return

    def _note(self, event: PortEvent) -> None:
        """Keep what whoever looks at the devices afterwards wants to know."""
        if isinstance(event, DrawSlow) and self._driver:
            self._slow_since = self._driver.drawing_since
        if told := happening_of(event):
            self._history.note(*told)

    def _tell(self, event: PortEvent) -> bool:
        """Tell what the port says itself; return whether it was taken."""
        self._note(event)
        try:
            self._on_event(event, None)
        except Exception:
            logger.exception("port %s: %s not taken", self._code, type(event).__name__)
            return False
        return True

    def _tell_loss(self, loss: LinkDown) -> bool:
        """Tell of a lost line; untaken it is kept, for a line that is up again would hide it from the game."""
        taken = self._tell(loss)
        self._loss_untold = None if taken else loss
        return taken

    def _act(self, wish: Wish) -> None:
        keeps = wish.verb in {"DRAW", "STOP"}
        if keeps or self._link == "up":
            wish.act()
        else:
            self._tell(CommandRefused(wish.verb, "DOWN"))

    def _write(self, driver: Extractor) -> None:
        if self._transport is not None:
            self._transport.write(driver.take_output())

    def _go_down(self, reason: str) -> None:
        was = self._link
        self._link, self._message = "down", reason
        if was == "up" or reason == "wrong-device":
            self._tell_loss(LinkDown(reason))

    def _rest(self, seconds: float) -> None:
        """Wait, and refuse meanwhile what cannot be done."""
        until = self._clock() + seconds
        while not self._stopping.is_set() and (left := until - self._clock()) > 0:
            item = self._inbox.get(left)
            if isinstance(item, Wish):
                self._act(item)

    def _store_duplicates(self, log: DeviceLog, driver: Extractor) -> None:
        dups = driver.counters().dup
        if dups != self._dups_stored:
            log.count_duplicates(dups - self._dups_stored)
            self._dups_stored = dups
