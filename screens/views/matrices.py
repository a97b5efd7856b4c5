"""The manager's page of card matrices: a file is checked, looked at, and only then stored; any matrix is given out."""

from __future__ import annotations

import logging
import re
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.core.handlers.asgi import ASGIRequest
from django.db import OperationalError
from django.db.models import Count
from django.http import Http404, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from screens.access import hall_of, requires
from screens.templatetags.bingo import number
from screens.views.matrix_forms import CheckForm, StoreForm
from sessions.exchange_messages import problem_sentence
from sessions.messages import sentence
from sessions.models import CardMatrix
from sessions.rules.errors import RuleViolation
from sessions.rules.exchange import FORMS, read_matrix
from sessions.services.exchange import (
    drop_upload,
    export_matrix,
    import_matrix,
    keep_upload,
    upload,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from django.http import HttpRequest, HttpResponse

    from records.models import Hall
    from sessions.rules.exchange_findings import Reading

logger = logging.getLogger(__name__)
TYPES: Final = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
_ENDED: Final = ""
_KEY: Final = re.compile(r"[0-9]{1,18}")


@requires("direct_session")
@require_http_methods(["GET", "HEAD", "POST"])
def matrices(request: HttpRequest) -> HttpResponse:
    """Show the hall's matrices and the form that takes a new one; `step` says which button was pressed."""
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    match request.POST.get("step"):
        case "check":
            return _check(request, hall)
        case "store":
            return _store(request, hall)
        case "drop":
            drop_upload(request.POST.get("upload", ""))
            return redirect("import_matrix")
    return _page(request, hall, form=CheckForm(hall=hall))


@requires("direct_session")
@require_GET
def export(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """Give out a matrix (`matriz`, the newest if none is named) as a file (`forma`, csv if none is named)."""
    hall = hall_of(request.user)
    form = request.GET.get("forma", FORMS[0])
    matrix = _named(hall, request.GET.get("matriz", ""))
    if matrix is None or form not in TYPES:
        raise Http404
    try:
        pieces = export_matrix(matrix, form)
    except RuleViolation as refusal:
        messages.error(request, sentence(refusal))
        return redirect("import_matrix")
    name = f"{slugify(matrix.name) or 'matrix'}.{form}"
    return StreamingHttpResponse(
        _one_by_one(pieces) if isinstance(request, ASGIRequest) else pieces,
        content_type=TYPES[form],
        headers={"Content-Disposition": str(content_disposition_header(as_attachment=True, filename=name))},
    )


def _named(hall: Hall | None, key: str) -> CardMatrix | None:
    """Find a matrix of the hall by its primary key; the newest if none is named."""
    those = CardMatrix.objects.filter(hall=hall).order_by("-pk")
    if not key:
        return those.first()
    return those.filter(pk=int(key)).first() if _KEY.fullmatch(key) else None


async def _one_by_one(pieces: Iterator[str]) -> AsyncIterator[str]:
    """Read the pieces in another thread, or a long file would be gathered whole before its first byte goes out."""
    ask = sync_to_async(next, thread_sensitive=False)
    while (piece := await ask(pieces, _ENDED)) != _ENDED:
        yield piece


def _check(request: HttpRequest, hall: Hall) -> HttpResponse:
    """Read the file; show all that is wrong, or how it looks and what the second button will do."""
    form = CheckForm(request.POST, request.FILES, hall=hall)
    if not form.is_valid():
        return _page(request, hall, form=form)
    data = form.cleaned_data["file"].read()
    reading = read_matrix(data)
    if not reading.sound:
        return _page(request, hall, form=form, report=_report(reading, form.cleaned_data["file"].name))
    series = reading.series
    try:
        digest = keep_upload(data)
    except OSError as full:
        return _page(request, hall, form=form, fault=_fault(full))
    first = {"upload": digest, "name": form.cleaned_data["name"], "medium": "physical"}
    if series:
        cents = f"{series.face_value_cents // 100},{series.face_value_cents % 100:02d}"
        first |= {"letter": series.letter, "ident": series.ident, "price": cents.removesuffix(",00")}
    return _page(request, hall, store=StoreForm(initial=first), preview=_preview(reading, first["name"]))


def _store(request: HttpRequest, hall: Hall) -> HttpResponse:
    """Read the kept file again, and store it."""
    form = StoreForm(request.POST)
    name = request.POST.get("name", "")
    try:
        data = upload(request.POST.get("upload", ""))
    except RuleViolation as refusal:
        messages.error(request, sentence(refusal))
        return redirect("import_matrix")
    reading = read_matrix(data)
    shown = {"store": form, "preview": _preview(reading, name)}
    if not form.is_valid():
        return _page(request, hall, **shown)
    try:
        matrix = import_matrix(
            hall,
            name,
            data,
            series=form.series(),
            medium=form.cleaned_data["medium"],
            reading=reading,
            actor=request.user.get_username(),
        )
    except RuleViolation as refusal:
        messages.error(request, sentence(refusal))
        return redirect("import_matrix") if refusal.code == "matrix_unsound" else _page(request, hall, **shown)
    except OperationalError as busy:
        return _page(request, hall, **shown, fault=_fault(busy, _("The hall is busy. Try again.")))
    except OSError as full:
        return _page(request, hall, **shown, fault=_fault(full))
    drop_upload(form.cleaned_data["upload"])
    done = ngettext(
        "Matrix “{name}” is stored: {n} card.", "Matrix “{name}” is stored: {n} cards.", matrix.size
    ).format(name=matrix.name, n=number(matrix.size))
    if offer := form.series():
        done += " " + _("Series {letter} {ident} is registered.").format(letter=offer.letter, ident=offer.ident)
    messages.success(request, done)
    return redirect("import_matrix")


def _fault(fault: Exception, words: str = "") -> str:
    """Keep in the log what the house could not do, and say it to the person; the same file can be sent again."""
    logger.error("a matrix was not taken in", exc_info=fault)
    return words or _("The file could not be written to the disk.")


def _page(request: HttpRequest, hall: Hall, *, fault: str = "", **parts: Any) -> HttpResponse:
    if fault:
        messages.error(request, fault)
    stored = CardMatrix.objects.filter(hall=hall).annotate(series_count=Count("series")).order_by("-pk")
    status = HTTPStatus.SERVICE_UNAVAILABLE if fault else HTTPStatus.OK
    return render(request, "screens/matrices/index.html", {"stored": stored, **parts}, status=status)


def _report(reading: Reading, file_name: str) -> dict[str, Any]:
    return {
        "file": file_name,
        "total": reading.total,
        "more": reading.more,
        "unit": reading.form,
        "problems": [{"row": one.row, "card": one.card, "sentence": problem_sentence(one)} for one in reading.problems],
    }


def _preview(reading: Reading, name: str) -> dict[str, Any]:
    count = len(reading.faces)
    shown = sorted({1, count}) if count else []
    return {
        "name": name,
        "count": count,
        "cards": [{"number": card, "grid": reading.faces[card - 1].grid()} for card in shown],
    }
