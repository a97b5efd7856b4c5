"""
The simulated number panels of the demo: what each shows, lamp by lamp, and a switch and a plug for each.

They show what has been called and nothing else, but their switches are for the demo's staff; outside the demo there is
no such page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.http import Http404, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from bingo_hall.demo_panels import PANELS, pull, shown, switch
from bingo_hall.views.simulator import for_demo_staff
from devices.models import Device
from devices.simulators.client import SimulatorAbsent
from screens.access import hall_of
from screens.labels import labels_for
from screens.labels.panels import KIND_WORDS

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from records.models import Hall

BALLS: Final = range(1, 91)
DEEDS: Final = ("on", "off", "pull", "plug")


def _hall_with(request: HttpRequest, code: str = "") -> Hall:
    hall = hall_of(request.user)
    if hall is None or (code and code not in PANELS):
        raise Http404
    return hall


@for_demo_staff
@require_safe
def panels(request: HttpRequest) -> HttpResponse:
    """List the panels."""
    hall = _hall_with(request)
    devices = {one.code: one for one in Device.objects.filter(hall_code=hall.code, code__in=PANELS)}
    listed = []
    for code, kind in PANELS.items():
        title, text = KIND_WORDS[kind.driver]
        device = devices.get(code)
        on = device is not None and device.enabled
        listed.append(
            {
                "code": code,
                "title": title,
                "text": text,
                "on": on,
                "url": device.url if device and on else "",
                "plugged": on and shown(hall, code)["plugged"],
                "there": device is not None or kind.make is not None,
            }
        )
    context = {"labels": labels_for("panels", [get_language()]), "panels": listed}
    return render(request, "bingo_hall/panels.html", context)


@for_demo_staff
@require_safe
def panel(request: HttpRequest, code: str) -> HttpResponse:
    """Show one panel as large as the screen."""
    hall = _hall_with(request, code)
    device = Device.objects.filter(hall_code=hall.code, code=code).first()
    kind = PANELS[code]
    language = get_language()
    context = {
        "languages": [language],
        "labels": labels_for("panels", [language]),
        "code": code,
        "title": KIND_WORDS[kind.driver][0],
        "driver": kind.driver,
        "lamps": kind.lamps,
        "url": device.url if device else "",
        "balls": BALLS,
    }
    return render(request, "bingo_hall/panel.html", context)


@for_demo_staff
@never_cache
@require_safe
def panel_state(request: HttpRequest, code: str) -> JsonResponse:
    """Tell what a panel shows now."""
    return JsonResponse(shown(_hall_with(request, code), code))


@for_demo_staff
@require_POST
def panel_switch(request: HttpRequest, code: str) -> HttpResponse:
    """Do one of `on`, `off`, `pull`, `plug`."""
    hall = _hall_with(request, code)
    do = request.POST.get("do", "")
    if do not in DEEDS:
        raise Http404
    try:
        if do in {"on", "off"}:
            switch(hall, code, on=do == "on")
        else:
            pull(hall, code, out=do == "pull")
    except SimulatorAbsent:
        # It is not there to be unplugged; the list says so.
        pass
    return redirect("panels")
