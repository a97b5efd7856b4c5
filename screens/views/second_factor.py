"""The second step of a log-in: the page that asks for the code, and the one where the step is set up."""

from __future__ import annotations

import time
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth import get_user_model, login
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from people import second_factor as steps
from people.models import StaffMember
from people.second_factor import Verdict
from screens.access import may
from screens.limits import failed_log_ins
from screens.log_ins import SessionStore
from screens.second_factor import MUST_ENROL
from screens.views.addresses import address_of, slow_down, too_fast
from screens.views.faces import first_face
from sessions.services.significant import note_failed_login, note_lockout

WAITING: Final = "waits_for_code"
WAITS_SECONDS: Final = 300
LONGEST: Final = 40


def wait_for_code(request: HttpRequest, user: Any, wanted: str) -> HttpResponse:
    """Keep who gave a right password, and ask for the code: they are not logged in."""
    request.session.cycle_key()
    request.session[WAITING] = {"user": user.pk, "backend": user.backend, "next": wanted, "since": int(time.time())}
    return redirect("enter_code")


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code of somebody whose password was right, for five minutes."""
    waiting = request.session.get(WAITING)
    if not waiting or time.time() - waiting["since"] > WAITS_SECONDS:
        request.session.pop(WAITING, None)
        return redirect("login")
    if request.method != "POST":
        return render(request, "screens/code.html")
    if too_fast(request):
        return slow_down(request)
    user = get_user_model().objects.filter(pk=waiting["user"], is_active=True).first()
    verdict = steps.check(user, request.POST.get("code", "")[:LONGEST]) if user is not None else Verdict.WRONG
    if user is None or verdict in {Verdict.WRONG, Verdict.LOCKED}:
        return _refuse(request, user, verdict)
    failed_log_ins.give_back(address_of(request))
    del request.session[WAITING]
    login(request, user, backend=waiting["backend"])
    if verdict is Verdict.RECOVERED:
        messages.warning(request, _("That code is used up. Keep the others, or set the second step up again."))
        return redirect("second_factor")
    return redirect(waiting["next"] or first_face(user))


def _refuse(request: HttpRequest, user: Any, verdict: Verdict) -> HttpResponse:
    if user is not None:
        noted = note_lockout if verdict is Verdict.LOCKED else note_failed_login
        noted(user.get_username(), address=address_of(request))
    if verdict is Verdict.LOCKED:
        refusal = _("Too many wrong codes. Wait a quarter of an hour.")
    else:
        refusal = _("The code is wrong. Each code is good once: wait for the next one.")
    return render(request, "screens/code.html", {"refusal": refusal}, status=400)


@sensitive_post_parameters()
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def second_factor(request: HttpRequest) -> HttpResponse:
    """Set the second step up, show its recovery codes once, or take it away with a code of it."""
    member = StaffMember.objects.select_related("hall").filter(user=request.user).first()
    if member is None:
        raise PermissionDenied
    context: dict[str, Any] = {"member": member, "back": first_face(request.user)}
    if request.method == "POST":
        if "clear" in request.POST:
            return _clear(request, member)
        if "remove" in request.POST:
            context |= _remove(request)
        else:
            context |= _confirm(request)
    context["enrolled"] = steps.is_enrolled(request.user)
    if not context["enrolled"]:
        context |= _offer(request, member)
    context["colleagues"] = _colleagues(member) if may(request.user, "direct_session") else []
    return render(request, "screens/second_factor.html", context, status=400 if context.get("refusal") else 200)


def _confirm(request: HttpRequest) -> dict[str, Any]:
    codes = steps.confirm(request.user, "".join(request.POST.get("code", "")[:LONGEST].split()))
    if not codes:
        return {"refusal": _("The code is wrong. Type the one that your telephone shows now.")}
    request.session.pop(MUST_ENROL, None)
    if isinstance(request.session, SessionStore):
        request.session.rotate()
    return {"codes": codes}


def _remove(request: HttpRequest) -> dict[str, Any]:
    verdict = steps.check(request.user, request.POST.get("code", "")[:LONGEST])
    if verdict is Verdict.LOCKED:
        return {"refusal": _("Too many wrong codes. Wait a quarter of an hour.")}
    if verdict is Verdict.WRONG:
        return {"refusal": _("The code is wrong. Each code is good once: wait for the next one.")}
    steps.remove(request.user)
    return {"told": _("Your log-in has no second step now.")}


def _offer(request: HttpRequest, member: StaffMember) -> dict[str, Any]:
    """Give the secret as a square code and in letters, for who cannot scan."""
    # Drawing codes is slow to load and rarely needed.
    import segno

    secret = steps.begin(request.user)
    drawn = segno.make(steps.address_of(secret, request.user, member.hall.name), error="m", micro=False)
    # Without a size of its own: the page gives it one, and a picture that has both is cut off.
    picture = drawn.svg_inline(border=3, light="#fff", dark="#000", omitsize=True)
    return {"picture": picture, "secret": " ".join(secret[at : at + 4] for at in range(0, len(secret), 4))}


def _clear(request: HttpRequest, member: StaffMember) -> HttpResponse:
    if not may(request.user, "direct_session"):
        raise PermissionDenied
    other = get_object_or_404(StaffMember, hall=member.hall, user__username=request.POST["clear"])
    if other.pk == member.pk:
        raise PermissionDenied
    steps.remove(other.user)
    messages.success(request, _("{name} logs in without a second step now.").format(name=other.name))
    return redirect("second_factor")


def _colleagues(member: StaffMember) -> list[StaffMember]:
    others = StaffMember.objects.filter(hall=member.hall, user__is_active=True).exclude(pk=member.pk)
    return list(others.exclude(user__second_factor__confirmed_at=None).select_related("user").order_by("name"))
