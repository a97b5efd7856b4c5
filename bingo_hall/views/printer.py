"""
The simulated receipt printer of the demo: the paper as it comes out, the drawer, and what may go wrong, by hand.

It speaks to the simulator's process, never to the hall: what the hall makes of an empty roll is the hall's.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from django.http import Http404, JsonResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from bingo_hall.views.simulator import for_demo_staff
from devices.models import Device, DeviceKind
from devices.simulators.client import SimulatorAbsent, ask
from devices.simulators.options import options_of
from screens.access import hall_of
from screens.labels import labels_for

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

KEYS: Final = (
    ("has_paper", ("paper", _("The paper runs out")), ("load", _("Put a new roll in"))),
    ("low", ("low", _("The paper runs low")), ("load", _("Put a new roll in"))),
    ("open", ("cover", _("Open the cover")), ("close", _("Close the cover"))),
    ("on", ("off", _("Switch the printer off")), ("on", _("Switch the printer on"))),
    ("plug", ("drop", _("Pull its plug for a moment")), ("drop", _("Pull its plug for a moment"))),
    ("tear", ("tear", _("Tear the paper off")), ("tear", _("Tear the paper off"))),
)
"""What can be done: what it is about, the fault when all is well, and what ends it."""
ORDERS: Final = frozenset(fault for _about, *pair in KEYS for fault, _words in pair)
BODY_MAX: Final = 1_024


def simulated_printers(request: HttpRequest) -> dict[str, str]:
    """Give the hall's simulated printers: the device's code and the simulator's name."""
    hall = hall_of(request.user)
    if hall is None:
        return {}
    devices = Device.objects.filter(hall_code=hall.code, kind=DeviceKind.PRINTER, url__startswith="bingoprinter://")
    return {device.code: options_of(device.url).name for device in devices.order_by("code")}


@for_demo_staff
@require_safe
def printer(request: HttpRequest) -> HttpResponse:
    """Show one simulated printer, `?aparato=` or the first."""
    printers = simulated_printers(request)
    context = {
        "labels": labels_for("receipts", [get_language()]),
        "printers": list(printers),
        "device": _chosen(request, printers) if printers else "",
        "keys": KEYS,
    }
    return render(request, "bingo_hall/printer.html", context)


@for_demo_staff
@never_cache
@require_safe
def printer_state(request: HttpRequest) -> JsonResponse:
    """Tell what is on the paper and how the printer is."""
    printers = simulated_printers(request)
    try:
        answer = ask(printers[_chosen(request, printers)], "status", kind="printer")
    except SimulatorAbsent:
        return JsonResponse({"running": False})
    return JsonResponse({"running": True, "plugged": answer["plugged"], **answer["device"]})


@for_demo_staff
@require_POST
def printer_order(request: HttpRequest) -> JsonResponse:
    """Do one of `ORDERS`, the body's `fault`; 400 when it is none, 503 when no simulator is there."""
    printers = simulated_printers(request)
    name = printers[_chosen(request, printers)]
    try:
        fault = str(json.loads(request.body[:BODY_MAX])["fault"])
    except (ValueError, KeyError, TypeError):
        fault = ""
    if fault not in ORDERS:
        return JsonResponse({"ok": False}, status=400)
    try:
        answer = ask(name, "inject", kind="printer", fault=fault)
    except SimulatorAbsent:
        return JsonResponse({"ok": False}, status=503)
    return JsonResponse({"ok": answer["ok"]})


def _chosen(request: HttpRequest, printers: dict[str, str]) -> str:
    code = request.GET.get("aparato", "") or next(iter(printers), "")
    if code not in printers:
        raise Http404
    return code
