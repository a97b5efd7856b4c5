"""
Papers of the tills: asked for after a deed, printed by a port, copied when a person asks again; the cash drawer.

No money depends on them. A deed is done before its paper is asked for, and a printer that is away only makes it wait.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import F, Max, Q

from records import clock
from records.models import Hall
from sessions.journal.hall_door import open_hall
from sessions.models import ReceiptJob
from sessions.rules import errors
from sessions.rules.hall_events import DrawerOpened
from sessions.rules.receipts import ORIGINAL, ReceiptFacts, ReceiptKind
from sessions.selectors.receipts import facts_of, printers_of, source_of

logger = logging.getLogger(__name__)

OPEN: Final = ("waiting", "sent")
FRESH: Final = timedelta(seconds=60)
"""A drawer opens for what has just been done; one that opens by itself later is an open till with nobody at it."""
NO_MONEY: Final = (ReceiptKind.OPENED, ReceiptKind.CLOSED)
"""Of these no money moves, and the drawer stays shut."""
IN_A_SELLERS_HAND: Final = (ReceiptKind.SALE, ReceiptKind.UNDONE)
"""Of these deeds the money stays with the seller, and the drawer shut, but where the seller keeps the cash too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """What a printer has to do next: a receipt (`facts` None = no paper), and whether it may open the drawer."""

    job_id: int
    facts: ReceiptFacts | None
    copy: int
    attempt: int
    kick: bool


def ask_receipt(
    *, hall_id: int, source_ref: str, printer: str, actor: str, keeps_cash: bool = False
) -> ReceiptJob | None:
    """
    Ask for the original of what a request has just recorded; the same again is the same paper. None: it has none.

    `keeps_cash`: the actor keeps the cash, so a sale's money goes into the drawer.
    """
    source = source_of(hall_id, source_ref)
    facts = facts_of(hall_id, source)
    if facts is None:
        return None
    job, _made = ReceiptJob.objects.get_or_create(
        hall_id=hall_id,
        source=source,
        copy=ORIGINAL,
        defaults={
            "printer": printer,
            "kind": facts.kind,
            "requested_by": actor,
            "keeps_cash": keeps_cash,
            "at": clock.now(),
        },
    )
    return job


def print_receipt(*, hall_id: int, source: str, printer: str, actor: str, source_ref: str) -> ReceiptJob:
    """
    Print a receipt because a person asks for it: its original if that never reached paper, else the next copy.

    A paper that waits for a printer which is no longer in the hall is that same paper, printed here. The same key said
    again is the same paper.

    Raises:
        NotFound: There is no such receipt, or no such printer.
    """
    printers = _check_printer(hall_id, printer)
    said = ReceiptJob.objects.filter(hall_id=hall_id, key=source_ref).first()
    if said is not None:
        return said
    facts = facts_of(hall_id, source)
    if facts is None:
        raise errors.NotFound(what="receipt", which=source)
    by = {"printer": printer, "requested_by": actor, "key": source_ref, "at": clock.now()}
    never_sent = ReceiptJob.objects.filter(hall_id=hall_id, source=source, attempts=0)
    left = Q(state="waiting") & ~Q(printer__in=printers)
    unprinted = never_sent.filter(Q(state="failed", copy=ORIGINAL) | left).order_by("copy").first()
    if unprinted is not None:
        as_found = never_sent.filter(pk=unprinted.pk, state=unprinted.state, printer=unprinted.printer)
        if as_found.update(state="waiting", error="", **by):
            return ReceiptJob.objects.get(pk=unprinted.pk)
    while True:
        papers = ReceiptJob.objects.filter(hall_id=hall_id, source=source)
        last = papers.aggregate(last=Max("copy"))["last"]
        copy = ORIGINAL if last is None else last + 1
        try:
            with transaction.atomic():
                return ReceiptJob.objects.create(hall_id=hall_id, source=source, copy=copy, kind=facts.kind, **by)
        except IntegrityError:
            # Two people asked at once: the other one has this number, or this same request came twice.
            said = ReceiptJob.objects.filter(hall_id=hall_id, key=source_ref).first()
            if said is not None:
                return said


def open_drawer(*, hall_id: int, printer: str, reason: str, actor: str, source_ref: str | None = None) -> DrawerOpened:
    """
    Open a till's cash drawer without a payment: who, when and why stand in the journal, whether it opens or not.

    Raises:
        NotFound: There is no such printer.
        KeyReused: The same key came with something else.
    """
    _check_printer(hall_id, printer)
    event = DrawerOpened(printer=printer, reason=reason)
    body = {"printer": printer, "reason": reason}
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="open_drawer", body=body) as opened:
        if opened.already() is None:
            opened.record(event)
            # The door appends when it closes: this row is the hall's next.
            position = Hall.objects.select_for_update(no_key=True).get(pk=hall_id).head_position + 1
            ReceiptJob.objects.create(
                hall_id=hall_id,
                printer=printer,
                kind=ReceiptKind.DRAWER,
                source=f"event:{position}",
                requested_by=actor,
                at=opened.at,
            )
    return event


def _check_printer(hall_id: int, printer: str) -> list[str]:
    printers = printers_of(Hall.objects.get(pk=hall_id))
    if printer not in printers:
        raise errors.NotFound(what="printer", which=printer)
    return printers


def drop_receipts(*, hall_id: int, printer: str) -> int:
    """Call off the papers that wait for a printer; gives how many. Each may still be asked for by hand."""
    jobs = ReceiptJob.objects.filter(hall_id=hall_id, printer=printer, state__in=OPEN)
    return jobs.update(state="failed", error="dropped", done_at=clock.now())


def next_paper(hall_id: int, printer: str) -> Paper | None:
    """Give what a printer has to print next, oldest first: one that was sent and never confirmed comes again."""
    for job in ReceiptJob.objects.filter(hall_id=hall_id, printer=printer, state__in=OPEN).order_by("pk"):
        facts = None if job.kind == ReceiptKind.DRAWER else _facts_of(job)
        if facts is None and job.kind != ReceiptKind.DRAWER:
            mark_failed(job.pk, "no_source")
            continue
        # The deed's own time: its paper may be asked for hours later.
        done_at = facts.at if facts else job.at
        fresh = clock.now() - done_at < FRESH and not job.attempts and not job.copy
        if facts is None and not fresh:
            mark_failed(job.pk, "too_late")
            continue
        kick = fresh and job.kind not in NO_MONEY and (job.kind not in IN_A_SELLERS_HAND or job.keeps_cash)
        return Paper(job_id=job.pk, facts=facts, copy=job.copy, attempt=job.attempts + 1, kick=kick)
    return None


def _facts_of(job: ReceiptJob) -> ReceiptFacts | None:
    """Read what a paper tells; None where that cannot be read, which must not hold the papers behind it."""
    try:
        return facts_of(job.hall_id, job.source)
    except DatabaseError:
        raise
    except Exception:
        logger.exception("receipt job %s: its source %s cannot be read", job.pk, job.source)
        return None


def mark_sent(job_id: int) -> bool:
    """Note that a paper's bytes go to the printer now; tells whether they may: it was not called off meanwhile."""
    jobs = ReceiptJob.objects.filter(pk=job_id, state__in=OPEN)
    return bool(jobs.update(state="sent", attempts=F("attempts") + 1, sent_at=clock.now(), error=""))


def mark_confirmed(job_id: int) -> None:
    """Note that the printer has said that the paper is printed, though it was called off meanwhile."""
    ReceiptJob.objects.filter(pk=job_id).update(state="confirmed", done_at=clock.now(), error="")


def mark_doubtful(job_id: int, error: str) -> None:
    """Note why a paper that was sent is not confirmed; it stays the next."""
    ReceiptJob.objects.filter(pk=job_id, state="sent").update(error=error)


def mark_failed(job_id: int, error: str) -> None:
    """Note that a paper will not be printed, and why."""
    ReceiptJob.objects.filter(pk=job_id).update(state="failed", error=error, done_at=clock.now())
