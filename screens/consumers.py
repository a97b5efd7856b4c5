"""
The hall's socket: frames out, three small messages in. Deeds go by HTTP.

Authority is looked up anew for every message and every few seconds: a role taken away closes the socket.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, Final
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser

from people.models import Player, Terminal
from screens.access import hall_of, has_wall_token, is_staff
from screens.enrolment import allowed_at, is_local, terminal_in
from screens.hub import CHECK, Client, Hub, hub_of
from screens.limits import Recent, sockets
from screens.log_ins import SessionStore
from screens.presence import Device
from screens.second_factor import MUST_ENROL

RECHECK_SECONDS = 4
LONGEST_MESSAGE = 1_000
MOST_MESSAGES, MESSAGES_SECONDS = 60, 10
FORBIDDEN, SLOW, TOO_MANY = 4403, 4408, 4429


class HallConsumer(AsyncWebsocketConsumer):
    """One screen's socket."""

    hub: Hub | None = None
    client: Client | None = None
    device: Device | None = None
    tasks: tuple[asyncio.Task[None], ...] = ()
    key: str | None = None
    places: tuple[str, ...] = ()

    async def connect(self) -> None:
        """Admit the screen to the audience it asks for, if it may have it."""
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        self.audience = query.get("audience", ["public"])[0]
        self.token = query.get("k", [""])[0]
        hall = await self._authorised()
        await self.accept()
        if hall is None:
            await self._bye("forbidden", FORBIDDEN)
            return
        if not self._take_place():
            await self._bye("too_many", TOO_MANY)
            return
        self.messages = Recent(MESSAGES_SECONDS)
        self.client = Client(self.audience)
        self.hub = hub_of(hall)
        await self.hub.join(self.client)
        if self.device is not None:
            self.hub.presence.heard(self.client, self.device)
        self.tasks = (asyncio.create_task(self._write()), asyncio.create_task(self._watch()))

    async def disconnect(self, code: int) -> None:  # noqa: ARG002 - the library passes it
        """Leave the hub and stop the socket's own tasks."""
        if self.hub is not None and self.client is not None:
            self.hub.leave(self.client)
        sockets.leave(list(self.places))
        self.places = ()
        for task in self.tasks:
            task.cancel()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:  # noqa: ARG002
        """Take a message of the screen: resync or pong; anything else is ignored."""
        if self.hub is None or self.client is None or text_data is None or len(text_data) > LONGEST_MESSAGE:
            return
        if not self.messages.take("", MOST_MESSAGES):
            # Before the database is asked: who floods costs nobody else anything.
            await self._bye("too_many", TOO_MANY)
            return
        if await self._authorised() is None:
            await self._bye("logged_out", FORBIDDEN)
            return
        with suppress(ValueError, RecursionError):
            message: Any = json.loads(text_data)
            if isinstance(message, dict) and (action := ACTIONS.get(str(message.get("type")))):
                await action(self, message)

    async def take_resync(self, _message: dict[str, Any]) -> None:
        """Give the screen the state as it stands."""
        assert self.hub is not None and self.client is not None, "asked after the screen was let in"  # noqa: PT018
        await self.hub.resync(self.client)

    async def take_pong(self, message: dict[str, Any]) -> None:
        """Hear that an enrolled device is there; of any other nothing is kept."""
        assert self.hub is not None and self.client is not None, "asked after the screen was let in"  # noqa: PT018
        if self.device is not None:
            self.hub.presence.heard(self.client, self.device, message)

    @database_sync_to_async
    def _authorised(self) -> int | None:
        """Give the hall's id when the audience is this screen's to have, as the database says now."""
        terminal = terminal_in(self.scope.get("cookies", {}))
        at_device = allowed_at(terminal, local=self._is_local())
        if terminal is None and (self.device is not None or at_device == frozenset()):
            # It has been revoked while it was open, or the hall lets no such device in.
            return None
        user = self._user(terminal)
        user.at_device = at_device
        allowed = self.audience == "staff" and is_staff(user)
        if self.audience == "public":
            # An enrolled device sees what the room sees, also while it waits for somebody to log in.
            allowed = terminal is not None or has_wall_token(self.token) or user.is_authenticated
        if terminal is not None:
            before, self.device = self.device, self._device(terminal, user)
            # The log-in under which the page was opened is over: it must not show another moment what it showed.
            allowed = allowed and (before is None or before.login in {"", self.device.login})
        hall = hall_of(user) if allowed else None
        return hall.pk if hall else None

    def _user(self, terminal: Terminal | None) -> Any:
        """Give who the log-in stands for now; nobody once it is over, or here where it was made at another device."""
        first = self.scope["session"].session_key if "session" in self.scope else None
        # The same log-in under another key, where its owner proved more than their password meanwhile.
        store = SessionStore.followed(self.key or first)
        self.key = store.session_key
        if store.get(MUST_ENROL):
            return AnonymousUser()
        if store.get("terminal") != (terminal.number if terminal else None):
            return AnonymousUser()
        return get_user(SimpleNamespace(session=store))  # type: ignore[arg-type]

    def _take_place(self) -> bool:
        """Take a place under the log-in, or for a screen without one under its address; False where it is full."""
        address = (self.scope.get("client") or [""])[0]
        wanted = {f"log-in {self.key}": settings.BINGO_SOCKETS_A_LOGIN} if self.key else {}
        if not self.key and address:
            wanted = {f"address {address}": settings.BINGO_SOCKETS_AN_ADDRESS}
        if not sockets.take(wanted):
            return False
        self.places = tuple(wanted)
        return True

    def _device(self, terminal: Terminal, user: Any) -> Device:
        player = Player.objects.filter(user=user).first() if user.is_authenticated else None
        login = player.account if player else user.get_username()
        key = (self.key or "") if login else ""
        return Device(terminal_id=terminal.pk, kind=terminal.kind, login=login, session_key=key)

    def _is_local(self) -> bool:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in self.scope.get("headers", [])}
        address = (self.scope.get("client") or [""])[0]
        return is_local(address, headers.get("x-forwarded-for", ""), headers.get("host", ""))

    async def _write(self) -> None:
        assert self.client is not None, "the writer starts after the client"
        while not self.client.slow:
            frame = await self.client.queue.get()
            if frame is None:
                return
            if frame != CHECK:
                await self.send(frame)
            elif await self._authorised() is None:
                await self._bye("logged_out", FORBIDDEN)
                return
        await self._bye("slow", SLOW)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(RECHECK_SECONDS)
            if await self._authorised() is None:
                await self._bye("logged_out", FORBIDDEN)
                return

    async def _bye(self, reason: str, code: int) -> None:
        await self.send(json.dumps({"type": "bye", "code": reason}))
        await self.close(code)


ACTIONS: Final[dict[str, Callable[[HallConsumer, dict[str, Any]], Awaitable[None]]]] = {
    "resync": HallConsumer.take_resync,
    "pong": HallConsumer.take_pong,
}
"""All that a screen may say on its socket; the tests walk this table."""
