"""
One hub a process: one subscription to the hall's group, one serialised frame an audience, a queue a client.

A nudge may be lost or doubled; the hub reads the journal after its own position and sends one frame an event,
in order. A client that does not read is closed, never waited for.
"""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from records.clock import now
from records.journal import events_after
from records.models import Event
from records.publish import group_of
from screens.presence import Presence
from screens.version import VERSION
from sessions.selectors.hall_view import HallView, read_hall_view

logger = logging.getLogger(__name__)

HEARTBEAT_SECONDS: Final = 2
SUBSCRIBE_SECONDS: Final = 2
QUEUE_FRAMES: Final = 200
AUDIENCES: Final = ("public", "staff")
CHECK: Final = ""
"""In a client's queue: ask whether it may still be told anything, before the next frame."""
ENDS_ACCESS: Final = frozenset({"LoggedOut", "PasswordGiven", "PasswordChosen"}) | {
    "StaffEnded",
    "StaffPostsSet",
    "TerminalRevoked",
    "TerminalSignedOut",
}
"""Kinds of event after which somebody may no longer be told what they were told before."""


def serialised(frame: dict[str, Any]) -> str:
    """Write a frame once for all its readers."""
    return json.dumps({**frame, "version": VERSION}, separators=(",", ":"), ensure_ascii=False)


@dataclass(eq=False, slots=True)
class Client:
    """One socket: its audience and its bounded queue; None in the queue tells the writer to close, CHECK to ask."""

    audience: str
    queue: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(QUEUE_FRAMES))
    slow: bool = False

    def put(self, frame: str) -> None:
        """Queue a frame; a full queue marks the client slow and drops it."""
        try:
            self.queue.put_nowait(frame)
        except asyncio.QueueFull:
            self.slow = True


class Hub:
    """The sockets of one hall in this process, and the view they are told."""

    def __init__(self, hall_id: int) -> None:
        """Keep the hall; nothing runs until the first client comes."""
        self.hall_id = hall_id
        self.clients: set[Client] = set()
        self.view: HallView | None = None
        self.status: str = ""
        self.presence = Presence(hall_id, lambda client, frame: client.put(serialised(frame)))
        self._tasks: tuple[asyncio.Task[None], ...] = ()
        self._subscribed = asyncio.Event()
        self._reading = asyncio.Lock()

    async def join(self, client: Client) -> None:
        """Add a client and give it the state: subscribed first, read second, so that nothing falls between."""
        self.clients.add(client)
        if not self._tasks:
            runs = (self._listen(), self._beat(), self.presence.run())
            self._tasks = tuple(asyncio.create_task(run) for run in runs)
        # Nobody waits for a layer that is down: until it is back, screens live on heartbeats.
        with suppress(TimeoutError):
            async with asyncio.timeout(SUBSCRIBE_SECONDS):
                await self._subscribed.wait()
        try:
            await self.resync(client)
        except BaseException:
            self.leave(client)
            raise

    def leave(self, client: Client) -> None:
        """Forget a client."""
        self.clients.discard(client)
        self.presence.left(client)

    async def resync(self, client: Client) -> None:
        """Give one client the state as it stands, after catching up."""
        await self._catch_up()
        if self.view is not None:
            client.put(serialised({**self.view.frame(client.audience), "at": now().isoformat()}))
        if client.audience == "staff" and self.status:
            client.put(self.status)

    async def _listen(self) -> None:
        """Follow the hall's group. `receive` is never cancelled: the Redis layer would forget the channel."""
        while True:
            try:
                layer: Any = get_channel_layer()
                channel = await layer.new_channel()
                await layer.group_add(group_of(self.hall_id), channel)
                self._subscribed.set()
                while True:
                    await self._receive(await layer.receive(channel))
            except Exception:
                logger.exception("the channel layer did not answer")
                await asyncio.sleep(1)

    async def _beat(self) -> None:
        """Tell every few seconds where the journal stands, whatever the layer does."""
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            await self._heartbeat()

    async def _receive(self, message: dict[str, Any]) -> None:
        if message["type"] == "hall.nudge":
            await self._catch_up()
        elif message["type"] == "hall.status":
            self.status = serialised({"type": "status", **message["status"]})
            self._send("staff", self.status)
        elif message["type"] == "hall.health":
            self._send("staff", serialised({"type": "health", "devices": message["devices"]}))
        elif message["type"] == "hall.terminals":
            self._send("staff", serialised({"type": "terminals"}))
        elif message["type"] == "hall.scan":
            # For the screens that are there now: a code shown to one that comes later would be a card nobody holds.
            self._send("staff", serialised({"type": "scan", "device": message["device"], "text": message["text"]}))

    async def _catch_up(self) -> None:
        async with self._reading:
            if self.view is None:
                self.view = await database_sync_to_async(read_hall_view)(self.hall_id)
                return
            while events := await database_sync_to_async(events_after)(self.hall_id, self.view.position):
                for event in events:
                    if event.position != self.view.position + 1:
                        await self._begin_anew()
                        return
                    try:
                        self._tell(self.view, event)
                    except Exception:
                        # What cannot be folded on must not leave the screens on an old board.
                        logger.exception("event %s could not be told", event.position)
                        await self._begin_anew()
                        return

    async def _begin_anew(self) -> None:
        """Read the hall afresh where the journal does not go on from what the hub knew, and show it to everybody."""
        logger.error("hall %s: the journal has a gap", self.hall_id)
        self.view = await database_sync_to_async(read_hall_view)(self.hall_id)
        for audience in AUDIENCES:
            self._send(audience, serialised({**self.view.frame(audience), "at": now().isoformat()}))

    def _tell(self, view: HallView, event: Event) -> None:
        view.take(event)
        if event.kind in ENDS_ACCESS:
            # Before the frame: whoever has left is not told even that they have.
            for client in self.clients:
                client.put(CHECK)
        for audience in AUDIENCES:
            if any(c.audience == audience for c in self.clients):
                self._send(audience, serialised(view.frame(audience, event)))

    async def _heartbeat(self) -> None:
        try:
            await self._catch_up()
        except Exception:
            logger.exception("the journal could not be read")
            return
        if self.view is None:
            return
        beat = serialised(
            {
                "type": "heartbeat",
                "epoch": self.view.hall.journal_epoch,
                "position": self.view.position,
                "at": now().isoformat(),
            }
        )
        for audience in AUDIENCES:
            self._send(audience, beat)

    def _send(self, audience: str, frame: str) -> None:
        for client in self.clients:
            if client.audience == audience:
                client.put(frame)


_hubs: dict[tuple[int, int], Hub] = {}


def hub_of(hall_id: int) -> Hub:
    """Give the hall's hub on the running loop."""
    key = (id(asyncio.get_running_loop()), hall_id)
    if key not in _hubs:
        _hubs[key] = Hub(hall_id)
    return _hubs[key]
