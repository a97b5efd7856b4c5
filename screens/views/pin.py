"""Each member of staff's own PIN, with which they sign; the Jefe de Sala may clear one that was forgotten."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth import authenticate
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from people.models import StaffMember
from people.pins import WeakPin, set_pin
from records import clock
from screens.access import may
from screens.views.entry import first_face
from sessions.messages import sentence
from sessions.rules.errors import RuleViolation
from sessions.services.staff import clear_pin

LONGEST: Final = 200


@sensitive_post_parameters()
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def pin(request: HttpRequest) -> HttpResponse:
    """Show whether the person has a PIN, and set it against their password; `clear` takes another's away."""
    member = StaffMember.objects.select_related("hall").filter(user=request.user).first()
    if member is None:
        raise PermissionDenied
    manages = may(request.user, "direct_session")
    refusal = ""
    if request.method == "POST":
        if "clear" in request.POST:
            return _clear(request, member, manages=manages)
        refusal = _set(request, member)
        if not refusal:
            messages.success(request, _("Your PIN is set."))
            return redirect("pin")
    context = {
        "member": member,
        "refusal": refusal,
        "locked": _locked(member),
        "back": first_face(request.user),
        "colleagues": _colleagues(member) if manages else [],
    }
    return render(request, "screens/pin.html", context, status=400 if refusal else 200)


def _set(request: HttpRequest, member: StaffMember) -> str:
    """Set the person's PIN; gives why not, "" when it is set."""
    wanted, again = request.POST.get("pin", "")[:LONGEST], request.POST.get("again", "")[:LONGEST]
    if wanted != again:
        return _("The two PINs are not the same.")
    # Through the log-in's own door, so that wrong passwords are counted there.
    known = authenticate(request, username=member.user.get_username(), password=request.POST.get("password", ""))
    if known is None:
        return _("The password is wrong.")
    try:
        set_pin(member, wanted)
    except WeakPin:
        return _("A PIN has 4 to 8 digits, neither all equal nor one after another.")
    return ""


def _clear(request: HttpRequest, member: StaffMember, *, manages: bool) -> HttpResponse:
    if not manages:
        raise PermissionDenied
    other = get_object_or_404(StaffMember, hall=member.hall, user__username=request.POST["clear"])
    try:
        clear_pin(hall_id=member.hall_id, username=other.user.get_username(), actor=member.user.get_username())
    except RuleViolation as refusal:
        messages.error(request, sentence(refusal))
    else:
        messages.success(request, _("{name} has no PIN now, and sets another.").format(name=other.name))
    return redirect("pin")


def _locked(member: StaffMember) -> bool:
    return member.pin_locked_until is not None and member.pin_locked_until > clock.now()


def _colleagues(member: StaffMember) -> list[dict[str, Any]]:
    others = StaffMember.objects.filter(hall=member.hall, user__is_active=True).exclude(pk=member.pk)
    return [
        {"username": one.user.get_username(), "name": one.name, "has_pin": bool(one.pin_hash), "locked": _locked(one)}
        for one in others.select_related("user").order_by("name")
    ]
