"""
Keeping the anchor: a line at each opening and closing of a session, each print of minutes, each start, copy and day.

A medium that is full or was pulled out stops no deed: it is an incident, and the manager's page tells how old the
anchor is.
"""

from __future__ import annotations

import logging

from django.db import transaction

from records import clock
from records.anchor import Anchor, drop_anchor
from records.models import Hall, Incident
from sessions.selectors.ledger_anchor import ledger_mark

logger = logging.getLogger(__name__)


def anchor_hall(hall_id: int, why: str) -> Anchor | None:
    """Add a line to the anchor file, once what is being done is committed; None when it could not be, or not yet."""
    if transaction.get_connection().in_atomic_block:
        transaction.on_commit(lambda: _anchored(hall_id, why) and None, robust=True)
        return None
    return _anchored(hall_id, why)


def _anchored(hall_id: int, why: str) -> Anchor | None:
    try:
        return drop_anchor(hall_id, why, more={"ledger": ledger_mark(Hall.objects.get(pk=hall_id))})
    except OSError as wrong:
        logger.exception("the anchor file cannot be written")
        payload = {"text": f"{type(wrong).__name__}: {wrong.strerror or ''}"}
        Incident.objects.create(hall_id=hall_id, at=clock.now(), code="anchor_failed", payload=payload)
        return None
