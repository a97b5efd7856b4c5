"""JSON a screen may ask for: the frame of its audience, and what belongs to the person logged in alone."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from people.models import Player
from people.player_log_ins import see
from records.clock import now
from screens.access import hall_of, has_wall_token, is_staff
from screens.mine import mine_of
from screens.version import VERSION
from sessions.selectors.hall_view import read_hall_view


@never_cache
@require_GET
def state(request: HttpRequest) -> JsonResponse:
    """Give the frame: the staff's to staff, the public one to players and wall tokens."""
    staff = is_staff(request.user)
    if not (staff or request.user.is_authenticated or has_wall_token(request.GET.get("k", ""))):
        raise PermissionDenied
    hall = hall_of(request.user)
    if hall is None:
        raise PermissionDenied
    audience = "public" if request.GET.get("audience") == "public" or not staff else "staff"
    frame = read_hall_view(hall.pk).frame(audience)
    return JsonResponse({**frame, "at": now().isoformat(), "version": VERSION})


@never_cache
@require_GET
def mine(request: HttpRequest) -> JsonResponse:
    """Give what the person's posts need beyond the board."""
    hall = hall_of(request.user)
    if not request.user.is_authenticated or hall is None:
        raise PermissionDenied
    told = mine_of(request.user, hall)
    if "player" in told:
        # That they ask is that they are there: it counts towards a limit of time.
        see(Player.objects.get(user=request.user), request.session.session_key)
    return JsonResponse(told)
