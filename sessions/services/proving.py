"""The hall proves itself, and what came of it is a row of its journal; what is wrong is an incident on the screens."""

from __future__ import annotations

import logging

from django.db import DatabaseError

from records import clock
from records.models import Hall, Incident
from sessions.journal.hall_door import note
from sessions.rules.access_events import VerificationRun
from sessions.selectors.evidence import first_bad
from sessions.selectors.verify import violations

logger = logging.getLogger(__name__)

MOST_TOLD = 50


def prove_hall(hall_id: int, *, scope: str, actor: str) -> list[str]:
    """
    Prove the whole hall, note the result, and leave an incident when something is wrong; gives what is.

    `scope`: start, closing, night or demand.
    """
    hall = Hall.objects.get(pk=hall_id)
    found = list(violations(hall))
    note_proof(hall, found, scope=scope, actor=actor)
    return found


def note_proof(hall: Hall, found: list[str], *, scope: str, actor: str) -> None:
    """Note what a proof has found, nothing included."""
    if found:
        payload = {"found": found[:MOST_TOLD]}
        Incident.objects.create(hall=hall, at=clock.now(), code="violations", payload=payload)
    event = VerificationRun(scope=scope, found=len(found), first_bad=first_bad(found), up_to=hall.head_position)
    try:
        note(hall.pk, event, actor=actor)
    except DatabaseError:
        # A journal that was tampered with may take no further row; the incident stands outside it.
        logger.exception("the result of a proof could not be noted")
