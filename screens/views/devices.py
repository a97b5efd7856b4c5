"""The hall's devices: how each is, what happened to it, and every byte of its line as a file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.http import FileResponse, Http404
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from people.models import StaffMember
from screens.access import hall_of, requires
from screens.labels import labels_for
from screens.labels.common import LABELS
from sessions.selectors.by_hand import by_hand_of
from sessions.selectors.stoppages import stoppages_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

_CODE: Final = re.compile(r"[A-Za-z0-9_-]{1,50}")


def _logs() -> Path:
    return Path(settings.BINGO_DATA_DIR) / "ports"


@requires("direct_session", "run_table")
@require_safe
def devices(request: HttpRequest) -> HttpResponse:
    """Show the devices. How they are comes by the socket; the stops they caused come from the journal."""
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    names = dict(StaffMember.objects.filter(hall=hall).values_list("user__username", "name"))
    stops = [
        {
            "stop": one,
            "words": LABELS.get(f"pause.{one.reason}", one.reason),
            "who": names.get(one.ordered_by, one.ordered_by),
        }
        for one in stoppages_of(hall)
    ]
    context = {
        "labels": labels_for("devices", [get_language()]),
        "stops": stops,
        "months": by_hand_of(hall),
    }
    return render(request, "screens/devices/index.html", context)


@requires("direct_session", "run_table")
@require_safe
def device_log(request: HttpRequest, code: str) -> FileResponse:
    """Give the log of a line, the older part first; of a device without one, nothing."""
    del request
    if not _CODE.fullmatch(code):
        raise Http404
    parts = [path for path in (_logs() / f"{code}.log.1", _logs() / f"{code}.log") if path.is_file()]
    if not parts:
        raise Http404
    text = b"".join(path.read_bytes() for path in parts)
    answer = FileResponse(iter([text]), content_type="text/plain; charset=us-ascii")
    answer["Content-Disposition"] = f'attachment; filename="{code}.log"'
    answer["Cache-Control"] = "no-store"
    return answer
