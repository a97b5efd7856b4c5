"""Each person's own password: chosen at the first log-in, and changed whenever they like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.contrib import messages
from django.contrib.auth import authenticate, get_user_model, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.password_validation import (
    CommonPasswordValidator,
    MinimumLengthValidator,
    NumericPasswordValidator,
    UserAttributeSimilarityValidator,
    validate_password,
)
from django.core.exceptions import PermissionDenied, ValidationError
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from people.models import StaffMember
from screens.own_password import GIVEN, given_until
from screens.views.entry import first_face
from sessions.services.staff import choose_password

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

LEAST, LONGEST = 10, 200
VALIDATORS: Final = (
    MinimumLengthValidator(LEAST),
    CommonPasswordValidator(),
    NumericPasswordValidator(),
    UserAttributeSimilarityValidator(user_attributes=("username",)),
)


@sensitive_post_parameters()
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Show the form, and keep the password somebody chose against the one they have; the log-in gets a new key."""
    member = StaffMember.objects.select_related("hall").filter(user=request.user).first()
    if member is None:
        raise PermissionDenied
    refusal = ""
    if request.method == "POST":
        refusal = _changed(request, member)
        if not refusal:
            messages.success(request, _("Your password is changed. Your log-ins elsewhere have ended."))
            return redirect("pin" if not member.pin_hash else "password")
    context = {
        "member": member,
        "refusal": refusal,
        "given": bool(given_until(request)),
        "least": LEAST,
        "back": first_face(request.user),
    }
    return render(request, "screens/password.html", context, status=400 if refusal else 200)


def _changed(request: HttpRequest, member: StaffMember) -> str:
    """Change it; gives why not, "" when it is changed."""
    old, new, again = (request.POST.get(name, "")[:LONGEST] for name in ("old", "new", "again"))
    if new != again:
        return _("The two new passwords are not the same.")
    # Through the log-in's own door, so that wrong passwords are counted there.
    if authenticate(request, username=member.user.get_username(), password=old) != request.user:
        return _("The password you have now is wrong.")
    if new == old:
        return _("Choose another password than the one you have.")
    try:
        validate_password(new, member.user, password_validators=list(VALIDATORS))
    except ValidationError as weak:
        return " ".join(weak.messages)
    choose_password(
        hall_id=member.hall_id,
        username=member.user.get_username(),
        password=new,
        keep=request.session.session_key or "",
    )
    request.session[GIVEN] = ""
    user: Any = get_user_model().objects.get(pk=request.user.pk)
    update_session_auth_hash(request, user)
    return ""
