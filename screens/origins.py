"""
Which pages may open the hall's socket: its own, and those of BINGO_TRUSTED_ORIGINS.

A browser sends with every socket whose page opens it, and sends the hall's cookies along whoever that is; so the origin
is what tells. None, `null` and anything else are refused. A program that is no browser says the hall's own address, as
`bingo_hall.client` does: it proves nothing by that, and has to log in like everybody.
"""

from __future__ import annotations

import logging
from typing import Any, Final
from urllib.parse import urlsplit

from asgiref.typing import ASGI3Application
from channels.db import database_sync_to_async
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from sessions.services.significant import note_origin_refused

logger = logging.getLogger(__name__)
PORTS: Final = {"http": 80, "https": 443}


def same_house(origin: str, host: str) -> bool:
    """Tell whether an Origin header is the hall's own, of the host that was asked, or a trusted one."""
    where = _place(origin)
    if where is None:
        return False
    scheme, name, port = where
    if origin.rstrip("/").lower() in {one.rstrip("/").lower() for one in settings.CSRF_TRUSTED_ORIGINS}:
        return True
    if settings.BINGO_HTTPS and scheme != "https":
        return False
    asked, asked_port = split_domain_port(host)
    if not asked or not validate_host(asked, settings.ALLOWED_HOSTS):
        return False
    return name == asked.strip("[]") and port == (int(asked_port) if asked_port else PORTS[scheme])


def _place(origin: str) -> tuple[str, str, int] | None:
    """Read an origin: scheme, name, port; None where it is none, as `null` and a whole address are not."""
    try:
        read = urlsplit(origin)
        port = read.port
    except ValueError:
        return None
    if read.scheme not in PORTS or not read.hostname or read.username is not None:
        return None
    if read.path not in {"", "/"} or read.query or read.fragment:
        return None
    return read.scheme, read.hostname, port or PORTS[read.scheme]


class HallOrigins:
    """Turns a socket away before anything of it is read, unless its page is the hall's."""

    def __init__(self, inner: ASGI3Application) -> None:
        """Keep what comes behind."""
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Let the socket in, or deny it."""
        origin, host = _said(scope, b"origin"), _said(scope, b"host")
        # Two of a kind are somebody's trick: which one counts?
        if origin is not None and host is not None and same_house(origin, host):
            return await self.inner(scope, receive, send)
        address = (scope.get("client") or [""])[0]
        logger.warning("a socket of the origin %r was turned away", origin)
        await database_sync_to_async(note_origin_refused)(origin or "", address=address)
        return await WebsocketDenier()(scope, receive, send)


def _said(scope: Any, name: bytes) -> str | None:
    found = [value for key, value in scope.get("headers", []) if key.lower() == name]
    return found[0].decode("latin-1") if len(found) == 1 else None
