"""
The simulated machine of the demo: what it is and knows, and everything that can go wrong with it, by hand.

It shows balls that nobody has called yet, so it is for the demo's staff alone; outside the demo there is no such page.
It speaks to the simulator's process, never to the game: what the hall makes of a fault is the hall's.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from devices.models import Device, DeviceKind
from devices.simulators.client import SimulatorAbsent, ask
from devices.simulators.host import BAUDS
from devices.simulators.mixer import MIXERS, NOT_THEIRS
from devices.simulators.options import options_of
from screens.access import hall_of, is_staff
from screens.labels import labels_for
from sessions.selectors.games import live_game

if TYPE_CHECKING:
    from django.http import HttpRequest

    from records.models import Hall

View = Callable[..., HttpResponse]

GROUPS: Final = (
    ("ball", "unread lowq double missing misread repeat range:91 range:0 range:7x takeback"),
    ("motion", "jam slow stall door air drum motor readerdead lost"),
    ("line", "garbage half badcrc swap dup noack lateack flood slowread baud wrongdev"),
    ("plug", "drop drop:before drop:after drop:ack reboot reboot:lost"),
)
"""The faults as their keys stand on the page."""
AT_ONCE_ONLY: Final = frozenset({"lost", "drop"})
"""The first happens as the balls are counted, the second when it is pressed; neither waits for a ball."""
ORDERS: Final = {
    "inject": ("fault",),
    "forget": ("fault",),
    "clear": (),
    "unplug": (),
    "plug": (),
    "power": ("on", "map"),
    "tune": ("speed", "baud"),
}
"""What the page may have done, and with which fields."""
SPEEDS: Final = (0.5, 1, 2, 5, 10, 30, 100)
BODY_MAX: Final = 4_096


def for_demo_staff(view: View) -> View:
    """Let a page be seen by the staff of the demo; outside the demo it is not there."""

    @login_required
    def staffed(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_staff(request.user):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not settings.BINGO_DEMO:
            raise Http404
        return staffed(request, *args, **kwargs)

    return guarded


def simulated(hall: Hall | None) -> dict[str, str]:
    """Give the hall's simulated machines: the device's code and the simulator's name."""
    if hall is None:
        return {}
    devices = Device.objects.filter(hall_code=hall.code, kind=DeviceKind.EXTRACTOR, url__startswith="bingosim://")
    return {device.code: options_of(device.url).name for device in devices.order_by("code")}


@for_demo_staff
@require_safe
def simulator(request: HttpRequest) -> HttpResponse:
    """Show one simulated machine, `?aparato=` or the first."""
    machines = simulated(hall_of(request.user))
    context = {
        "labels": labels_for("simulator", [get_language()]),
        "machines": list(machines),
        "device": _chosen(request, machines) if machines else "",
        "speeds": SPEEDS,
        "bauds": BAUDS,
        "page": {"groups": [[name, keys.split()] for name, keys in GROUPS], "at_once_only": sorted(AT_ONCE_ONLY)},
    }
    return render(request, "bingo_hall/simulator.html", context)


@for_demo_staff
@never_cache
@require_safe
def simulator_state(request: HttpRequest) -> JsonResponse:
    """Tell how the machine is, and what the hall makes of it."""
    hall = hall_of(request.user)
    machines = simulated(hall)
    name = machines[_chosen(request, machines)]
    try:
        answer = ask(name, "status")
    except SimulatorAbsent:
        return JsonResponse({"running": False, "hall": _hall_told(hall)})
    return JsonResponse(machine_told(answer) | {"hall": _hall_told(hall)})


@for_demo_staff
@require_POST
def simulator_order(request: HttpRequest) -> JsonResponse:
    """Have something done to the machine: `do` with its fields; 400 when it cannot be, 503 when nobody is there."""
    machines = simulated(hall_of(request.user))
    name = machines[_chosen(request, machines)]
    try:
        body = json.loads(request.body[:BODY_MAX])
        do = body["do"]
        answer = ask(name, do, **{key: body[key] for key in ORDERS[do] if key in body})
    except SimulatorAbsent as absent:
        return JsonResponse({"ok": False, "error": str(absent)}, status=503)
    except (ValueError, KeyError, TypeError):
        return JsonResponse({"ok": False, "error": "bad_input"}, status=400)
    if not answer["ok"]:
        return JsonResponse({"ok": False, "error": answer["error"]}, status=400)
    return JsonResponse({"ok": True, "state": machine_told(answer)})


def machine_told(answer: dict[str, Any]) -> dict[str, Any]:
    """Give a simulator's answer as the page takes it: the balls that truly fell, and what it believes it read."""
    cage = answer["device"]
    mixer = MIXERS[cage["machine"]]
    out = {*cage["order"], *cage["lost"]}
    return {
        "running": True,
        "plugged": answer["plugged"],
        "baud": answer["baud"],
        **{key: cage[key] for key in ("powered", "machine", "state", "game", "faults", "lost", "boot", "mixing")},
        **{key: cage[key] for key in ("speed", "moving", "actuations", "line", "ev", "runs")},
        "inside": [ball for ball in range(1, 91) if ball not in out],
        "order": [{"ball": ball, "told": told} for ball, told in zip(cage["order"], cage["told"], strict=False)],
        "waiting": [fault for fault in cage["script"].split(",") if fault],
        "unacknowledged": max(0, cage["ev"] - cage["acked"]),
        "force": {"value": cage["force"], "nominal": mixer.nominal, "least": mixer.least},
        "has_not": sorted(NOT_THEIRS[cage["machine"]]),
    }


def _hall_told(hall: Hall | None) -> dict[str, Any]:
    game = live_game(hall.pk) if hall is not None else None
    if game is None:
        return {"state": "", "pause": "", "called": 0}
    return {"state": game.state, "pause": game.board["pause"] or "", "called": game.board["called"]}


def _chosen(request: HttpRequest, machines: dict[str, str]) -> str:
    code = request.GET.get("aparato", "") or next(iter(machines), "")
    if code not in machines:
        raise Http404
    return code
