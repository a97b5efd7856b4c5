"""An electronic draw for whoever wants to work it out again: its facts as a file, and the script that judges them."""

from __future__ import annotations

from importlib.resources import files as data_files
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from records.models import Hall
from sessions.selectors.electronic import draw_to_check
from sessions.selectors.public_check import game_to_check
from sessions.services.dispute import DRAW_SCRIPT

AGE_S: Final = 5


@require_safe
def check_draw(_request: HttpRequest, session_no: int, game_no: int) -> HttpResponse:
    """Give one draw as a file: while it is played with its commitment, once it is over with its secret and balls."""
    hall = Hall.objects.order_by("pk").first()
    game = game_to_check(hall.pk, session_no, game_no) if hall else None
    told = draw_to_check(hall, game) if hall and game else None
    if hall is None or told is None:
        raise Http404
    response = JsonResponse(told, json_dumps_params={"indent": 1})
    name = f"bingo-{hall.code}-{session_no}-{game_no}.json"
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    patch_cache_control(response, public=True, max_age=AGE_S)
    return response


@require_safe
def check_script(_request: HttpRequest) -> HttpResponse:
    """Give the script that judges such a file, as it goes into dispute packs too."""
    script = data_files("sessions.dispute").joinpath(DRAW_SCRIPT).read_bytes()
    response = HttpResponse(script, content_type="text/x-python; charset=utf-8")
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=DRAW_SCRIPT)
    patch_cache_control(response, public=True, max_age=AGE_S)
    return response
