"""Printing cards: a job asked for, drawn by the worker, called off, begun again; what was printed is noted."""

from __future__ import annotations

import logging
import shutil
import time
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Final
from uuid import uuid4

from django.conf import settings
from django.db.models import Q

from records import clock
from sessions.models import CardMatrix, CardSeries, Game, PrintJob
from sessions.printing.files import PrintFile, PrintStopped, remove_unfinished, write_print
from sessions.printing.order import Kind, Order, check_order, order_for
from sessions.rules import errors
from sessions.rules.matrix import MatrixUnreadable
from sessions.rules.states import State
from sessions.services.noting import note

logger = logging.getLogger(__name__)

TELL_SECONDS: Final = 1.0
WAIT_SECONDS: Final = 1.0
PLAYED: Final = (State.DRAWING, State.CHECKING)
SILENT_AFTER: Final = timedelta(seconds=60)  # a running job tells each second; a busy database holds it for 20
UNSTARTED_AFTER: Final = timedelta(seconds=120)
FILES_KEPT: Final = timedelta(days=30)
ACTIVE: Final = ("waiting", "running")
AGAIN: Final = ("cancelled", "failed", "interrupted")


def prints_folder(job: PrintJob) -> Path:
    """
    Give the folder of a job's file; it exists only when the job is done.

    Each run of a job has its own, so that a worker taken for gone and the one that began again never meet.
    """
    return Path(settings.BINGO_DATA_DIR) / "prints" / (f"{job.pk}-{job.run}" if job.run else str(job.pk))


def checked_order(
    *, hall_id: int, kind: str, series_id: int | None, matrix_id: int | None, first: int, last: int, warning: bool
) -> tuple[Order, CardSeries | None, CardMatrix]:
    """
    Make an order from what was asked, and prove that it may be printed. Only a book does without a series.

    Raises:
        NotFound: No such series or matrix in this hall, or the file of its faces is not there.
        RuleViolation: As `check_order`.
    """
    series = CardSeries.objects.select_related("matrix__hall").filter(pk=series_id, hall_id=hall_id).first()
    if series is None and (series_id is not None or kind != Kind.BOOK):
        raise errors.NotFound(what="series", which=series_id or "")
    matrices = CardMatrix.objects.select_related("hall").filter(hall_id=hall_id)
    matrix = series.matrix if series else matrices.filter(pk=matrix_id).first()
    if matrix is None:
        raise errors.NotFound(what="matrix", which=matrix_id or "")
    order = order_for(series, matrix, Kind(kind), first, last, warning=warning)
    try:
        check_order(order, series, matrix)
    except (OSError, MatrixUnreadable):
        raise errors.NotFound(what="matrix", which=matrix.name) from None
    return order, (None if order.kind is Kind.BOOK else series), matrix


def request_print(
    *,
    hall_id: int,
    kind: str,
    first: int,
    last: int,
    actor: str,
    series_id: int | None = None,
    matrix_id: int | None = None,
    warning: bool = False,
) -> PrintJob:
    """
    Ask for cards first..last; the worker draws them once it is told the job's id.

    Raises:
        NotFound, CardsOutOfRange, NeverPrinted, CardUnplayable, StripBroken, BadQuantity: As `checked_order`.
    """
    order, series, matrix = checked_order(
        hall_id=hall_id,
        kind=kind,
        series_id=series_id,
        matrix_id=matrix_id,
        first=first,
        last=last,
        warning=warning,
    )
    now = clock.now()
    return PrintJob.objects.create(
        hall_id=hall_id,
        matrix=matrix,
        series=series,
        kind=order.kind,
        first_number=first,
        last_number=last,
        warning=warning,
        pages_total=order.sheets,
        requested_by=actor,
        at=now,
        beat_at=now,
    )


def cancel_print(*, hall_id: int, job_id: int) -> bool:
    """Call a job off while it waits or runs; tells whether it was. The worker sees it within a second."""
    jobs = PrintJob.objects.filter(pk=job_id, hall_id=hall_id, state__in=ACTIVE)
    return bool(jobs.update(state="cancelled"))


def repeat_print(*, hall_id: int, job_id: int) -> bool:
    """Let a job that came to nothing wait for the worker again; tells whether it does."""
    jobs = PrintJob.objects.filter(pk=job_id, hall_id=hall_id, state__in=AGAIN)
    return bool(jobs.update(state="waiting", pages_done=0, reason="", beat_at=clock.now()))


def fail_print(*, job_id: int, reason: str, run: str | None = None) -> None:
    """Mark a job that cannot go on, with the code of the reason; one called off, or in another run, stays so."""
    jobs = PrintJob.objects.filter(pk=job_id, state__in=ACTIVE)
    if run is not None:
        jobs = jobs.filter(run=run)
    jobs.update(state="failed", reason=reason[:60])


def mark_interrupted(*, everything: bool = False) -> int:
    """
    Mark the jobs whose worker is gone: not heard of for a minute, or two while nothing runs; gives how many.

    `everything` is for the start of a one-process hall: its worker has just begun, so nothing is being drawn.
    """
    now = clock.now()
    silent = Q(state="running", beat_at__lt=now - SILENT_AFTER)
    if everything:
        lost = Q(state__in=ACTIVE)
    elif PrintJob.objects.filter(state="running").exclude(silent).exists():
        lost = silent
    else:
        lost = silent | Q(state="waiting", beat_at__lt=now - UNSTARTED_AFTER)
    gone = list(PrintJob.objects.filter(lost))
    for job in gone:
        PrintJob.objects.filter(lost, pk=job.pk, run=job.run).update(state="interrupted")
        remove_unfinished(prints_folder(job))
    return len(gone)


def drop_old_prints() -> None:
    """
    Remove the files of prints that ended long ago, and what is left half drawn; the jobs stay in the list.

    What was printed is noted with its hash, and the same order gives the same bytes: a file can be made again.
    """
    last = clock.now() - FILES_KEPT
    for job in PrintJob.objects.filter(state="done", beat_at__lt=last).exclude(file=""):
        folder = prints_folder(job)
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            PrintJob.objects.filter(pk=job.pk).update(file="")
    for left in (Path(settings.BINGO_DATA_DIR) / "prints").glob(".*"):
        with suppress(FileNotFoundError):
            if left.stat().st_mtime < last.timestamp():
                shutil.rmtree(left, ignore_errors=True)


def run_print(*, job_id: int) -> str:
    """Draw a waiting job to its end, and give the state it ended in; "" when it did not wait."""
    run = {"run": uuid4().hex, "state": "running", "beat_at": clock.now()}
    if not PrintJob.objects.filter(pk=job_id, state="waiting").update(**run):
        return ""
    drop_old_prints()
    job = PrintJob.objects.select_related("hall", "matrix__hall", "series").get(pk=job_id)
    try:
        order, _series, _matrix = checked_order(
            hall_id=job.hall_id,
            kind=job.kind,
            series_id=job.series_id,
            matrix_id=job.matrix_id,
            first=job.first_number,
            last=job.last_number,
            warning=job.warning,
        )
        done = write_print(order, prints_folder(job), _Progress(job))
    except PrintStopped:
        logger.info("print %s was called off", job_id)
    except errors.RuleViolation as refusal:
        fail_print(job_id=job_id, reason=refusal.code, run=job.run)
    except OSError:
        logger.exception("print %s could not be written", job_id)
        fail_print(job_id=job_id, reason="disk", run=job.run)
    else:
        _finish(job, order, done)
    return PrintJob.objects.values_list("state", flat=True).get(pk=job_id)


class _Progress:
    """
    Tells the row how far the print is, at most once a second.

    The hall's balls and screens may be in this very process: half of the time is theirs, and all of it while a game
    is being drawn.
    """

    def __init__(self, job: PrintJob) -> None:
        self._job = job
        self._told = self._last = time.monotonic()

    def __call__(self, done: int) -> bool:
        now = time.monotonic()
        time.sleep(min(now - self._last, 0.1))
        going = True
        if now - self._told >= TELL_SECONDS:
            going = bool(_tell(self._job, done))
            while going and balls_are_drawn(self._job.hall_id):
                time.sleep(WAIT_SECONDS)
                going = bool(_tell(self._job, done))
            self._told = time.monotonic()
        self._last = time.monotonic()
        return going


def balls_are_drawn(hall_id: int) -> bool:
    """Tell whether a game of the hall is between its first ball and its last claim: prints wait for it."""
    return Game.objects.filter(session__hall=hall_id, state__in=PLAYED).exists()


def _tell(job: PrintJob, done: int) -> int:
    """Write how far a run is; 0 when it was called off or taken for gone, even if the job runs again elsewhere."""
    return PrintJob.objects.filter(pk=job.pk, state="running", run=job.run).update(pages_done=done, beat_at=clock.now())


def _finish(job: PrintJob, order: Order, done: PrintFile) -> None:
    finished = {"pages_done": job.pages_total, "file": done.path.name, "sha256": done.sha256, "beat_at": clock.now()}
    if not PrintJob.objects.filter(pk=job.pk, state="running", run=job.run).update(state="done", **finished):
        # Called off between the last page and here, or begun again by another worker.
        done.path.unlink()
        done.path.parent.rmdir()
        return
    text = f"{order.stem} {done.sha256[:16]}"
    ref = f"print:{job.pk}:{done.sha256[:16]}"
    note(hall_id=job.hall_id, code="cards_printed", text=text, actor=job.requested_by, ref=ref)
