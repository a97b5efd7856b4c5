"""
The only line that speaks to the channel layer: a nudge {hall, position} after commit, never waiting.

A nudge may be lost; order and completeness come from the journal, which the hub reads (ADR 4).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction

logger = logging.getLogger(__name__)

listeners: list[Callable[[int], None]] = []
"""Called with the hall's id at every message, in the thread that tells; they must only set a flag."""

_server: dict[str, asyncio.AbstractEventLoop | None] = {"loop": None}
_silent: list[bool] = []


def serve_from(loop: asyncio.AbstractEventLoop | None) -> None:
    """Tell on which loop this process serves its sockets; None when it stops serving."""
    _server["loop"] = loop


@contextmanager
def silence() -> Iterator[None]:
    """Tell nobody within the block (simulations have no screens)."""
    _silent.append(True)
    try:
        yield
    finally:
        _silent.pop()


def group_of(hall_id: int) -> str:
    """Name the group of a hall's screens."""
    return f"hall.{hall_id}"


def nudge(hall_id: int, position: int) -> None:
    """Say, once the transaction is committed, that the journal has grown to `position`."""
    if not _silent:
        message = {"type": "hall.nudge", "hall": hall_id, "position": position}
        transaction.on_commit(partial(tell, hall_id, message), robust=True)


def tell_scan(hall_id: int, device: str, text: str) -> None:
    """Give the hall's screens the text a scanner has just read; it is kept nowhere, who misses it scans again."""
    tell(hall_id, {"type": "hall.scan", "device": device, "text": text})


def tell(hall_id: int, message: dict[str, Any]) -> None:
    """Send a message to the hall's screens now, by the way this process has; a failure is only logged."""
    if _silent:
        return
    for listener in listeners:
        listener(hall_id)
    loop = _server["loop"]
    layer = get_channel_layer()
    if layer is None:
        return
    if loop is not None and loop.is_running():
        asyncio.run_coroutine_threadsafe(layer.group_send(group_of(hall_id), message), loop)
    elif settings.BINGO_REDIS_URL:
        try:
            async_to_sync(layer.group_send)(group_of(hall_id), message)
        except Exception:
            # The deed is committed and stands; screens heal from the journal at their next heartbeat.
            logger.exception("the channel layer did not take a nudge")
