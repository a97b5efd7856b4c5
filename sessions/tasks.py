"""Celery: what may happen a minute late. No task moves money or takes part in a game."""

from __future__ import annotations

from celery import shared_task

from records import clock
from records.models import Hall, Incident
from sessions.selectors.verify import violations


@shared_task
def verify_hall_task(hall_id: int) -> None:
    """Prove the whole hall, and note an incident when something is wrong; asked for when a session closes."""
    hall = Hall.objects.get(pk=hall_id)
    found = list(violations(hall))
    if found:
        Incident.objects.create(hall=hall, at=clock.now(), code="violations", payload={"found": found[:50]})
