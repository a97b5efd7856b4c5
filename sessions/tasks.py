"""Celery: what may happen a minute late. No task moves money or takes part in a game."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings

from sessions.services.printing import mark_interrupted, run_print
from sessions.services.proving import prove_hall
from sessions.services.significant import HOUSE
from sessions.services.visitors import purge_visitors


@shared_task
def verify_hall_task(hall_id: int, scope: str = "closing") -> None:
    """Prove the whole hall, and note an incident when something is wrong; asked for when a session closes."""
    prove_hall(hall_id, scope=scope, actor=HOUSE)


@shared_task
def print_cards_task(job_id: int) -> None:
    """Draw the cards of a print job; one called off or begun by another worker is left alone."""
    run_print(job_id=job_id)


@shared_task
def purge_visitors_task(hall_id: int) -> None:
    """Destroy the visitors' records whose time is over; the house asks for it once an hour, while no game is on."""
    purge_visitors(hall_id=hall_id)


@worker_ready.connect
def mark_lost_prints(**_signal: Any) -> None:
    """At the start of a one-process hall, mark what the last one was printing: its queue is gone with its memory."""
    if settings.CELERY_BROKER_URL.startswith("memory:"):
        mark_interrupted(everything=True)
