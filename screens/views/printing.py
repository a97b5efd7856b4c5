"""The manager's page of printed cards: what to print, how far each print is, its file."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, BinaryIO, Final

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.core.handlers.asgi import ASGIRequest
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods
from kombu.exceptions import OperationalError

from records.models import Hall
from screens.access import hall_of, requires
from screens.views.print_form import PrintForm, kinds, shown_job
from sessions.messages import sentence
from sessions.models import PrintJob
from sessions.rules.errors import RuleViolation
from sessions.rules.events import Medium
from sessions.selectors.stock import series_of_hall
from sessions.services.printing import (
    FILES_KEPT,
    balls_are_drawn,
    cancel_print,
    fail_print,
    mark_interrupted,
    prints_folder,
    repeat_print,
    request_print,
)
from sessions.tasks import print_cards_task

logger = logging.getLogger(__name__)
SHOWN_JOBS: Final = 30
PIECE: Final = 1 << 20


@requires("direct_session")
@require_http_methods(["GET", "HEAD", "POST"])
def print_cards(request: HttpRequest) -> HttpResponse:
    """Show the form and the jobs; `step` says which button was pressed, `list` asks for the jobs alone."""
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    match request.POST.get("step"):
        case "print":
            return _ask(request, hall)
        case "cancel":
            cancel_print(hall_id=hall.pk, job_id=_number(request.POST.get("job", "")))
            return redirect("print_cards")
        case "again":
            job_id = _number(request.POST.get("job", ""))
            if repeat_print(hall_id=hall.pk, job_id=job_id):
                _queue(request, job_id)
            return redirect("print_cards")
    if "list" in request.GET:
        return render(request, "screens/printing/jobs.html", {"jobs": _jobs(hall)})
    return _page(request, hall, PrintForm(hall=hall))


@requires("direct_session")
@require_GET
def print_file(request: HttpRequest) -> HttpResponse | StreamingHttpResponse | FileResponse:
    """Give out the file of a finished job (`job`); back to the page when there is none."""
    jobs = PrintJob.objects.filter(hall=hall_of(request.user), state="done")
    job = jobs.filter(pk=_number(request.GET.get("job", ""))).first()
    path = prints_folder(job) / job.file if job else Path()
    if job is None or not path.is_file():
        return redirect("print_cards")
    kind = "application/pdf" if path.suffix == ".pdf" else "application/zip"
    file = path.open("rb")
    if not isinstance(request, ASGIRequest):
        return FileResponse(file, as_attachment=True, filename=job.file, content_type=kind)
    named = str(content_disposition_header(as_attachment=True, filename=job.file))
    headers = {"Content-Disposition": named, "Content-Length": str(path.stat().st_size)}
    return StreamingHttpResponse(_pieces(file), content_type=kind, headers=headers)


async def _pieces(file: BinaryIO) -> AsyncIterator[bytes]:
    """Read the file in another thread, a piece at a time, so that a long one is never whole in memory."""
    read = sync_to_async(file.read, thread_sensitive=False)
    try:
        while piece := await read(PIECE):
            yield piece
    finally:
        file.close()


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else 0  # noqa: PLR2004 - of a key


def _ask(request: HttpRequest, hall: Hall) -> HttpResponse:
    form = PrintForm(request.POST, hall=hall)
    if not form.is_valid():
        return _page(request, hall, form)
    try:
        job = request_print(hall_id=hall.pk, actor=request.user.get_username(), **form.asked())
    except RuleViolation as refusal:
        form.add_error(None, sentence(refusal))
        return _page(request, hall, form)
    _queue(request, job.pk)
    return redirect("print_cards")


def _queue(request: HttpRequest, job_id: int) -> None:
    try:
        print_cards_task.delay(job_id)
    except OperationalError:
        logger.exception("print %s was not queued", job_id)
        fail_print(job_id=job_id, reason="worker")
        messages.error(request, _("The worker cannot be reached: nothing is printed. Start it again later."))


def _jobs(hall: Hall) -> list[dict[str, Any]]:
    mark_interrupted()
    jobs = PrintJob.objects.filter(hall=hall).select_related("series", "matrix").order_by("-pk")[:SHOWN_JOBS]
    waits = balls_are_drawn(hall.pk)
    return [shown_job(job, waits=waits) for job in jobs]


def _page(request: HttpRequest, hall: Hall, form: PrintForm) -> HttpResponse:
    series = [one for one in series_of_hall(hall) if one["medium"] == Medium.PHYSICAL]
    context = {"form": form, "series": series, "kinds": kinds(), "jobs": _jobs(hall), "days_kept": FILES_KEPT.days}
    return render(request, "screens/printing/index.html", context)
