"""POST /deeds/<name>/: one JSON deed; answers {"ok": true, …} or a refusal in the person's language."""

from __future__ import annotations

import json
import logging
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import OperationalError
from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from records.models import Hall
from screens.access import hall_of, may
from screens.approvals import approved
from screens.deeds.clean import BadInput, clean_body, text
from screens.deeds.receipts import receipt_after
from screens.deeds.registry import DEEDS, Asked, Deed
from screens.log_ins import rotate_if_stepped_up
from sessions.journal.codec import encode
from sessions.messages import sentence
from sessions.rules.errors import KeyReused, NotYourPost, RuleViolation

logger = logging.getLogger(__name__)
LARGEST_BODY = 16_384


def _refused(status: int, code: str, message: str, **more: Any) -> JsonResponse:
    return JsonResponse({"ok": False, "code": code, "message": message, **more}, status=status)


def _body(request: HttpRequest) -> dict[str, Any]:
    try:
        raw = request.body
    except RequestDataTooBig:
        raise BadInput("", _("The request is too large.")) from None
    if len(raw) > LARGEST_BODY:
        raise BadInput("", _("The request is too large."))
    try:
        body = json.loads(raw or b"{}")
    except (ValueError, RecursionError):
        raise BadInput("", _("The request cannot be read.")) from None
    if not isinstance(body, dict):
        raise BadInput("", _("The request cannot be read."))
    return body


@require_POST
def deed(request: HttpRequest, name: str) -> JsonResponse:
    """Do one deed for the person logged in."""
    wanted = DEEDS.get(name)
    if wanted is None:
        return _refused(404, "not_found", _("There is no such deed."))
    if not request.user.is_authenticated:
        return _refused(401, "log_in", _("Log in first."))
    if not may(request.user, *wanted.permissions):
        return _refused(403, NotYourPost.code, sentence(NotYourPost(deed=name)))
    hall = hall_of(request.user)
    if hall is None:
        return _refused(409, "not_found", _("There is no hall."))
    return _run(request, name, wanted, hall)


def _run(request: HttpRequest, name: str, wanted: Deed, hall: Hall) -> JsonResponse:
    try:
        cleaned = clean_body({"key": text(64), **wanted.all_fields}, _body(request))
        key = cleaned.pop("key")
        asked = Asked(request=request, hall=hall, actor=request.user.get_username(), key=key)
        with approved(asked, name, cleaned):
            done = wanted.run(asked, cleaned)
        rotate_if_stepped_up(request)
        if wanted.receipt:
            receipt_after(asked, cleaned["printer"])
    except BadInput as bad:
        return _refused(400, "bad_input", str(bad), params={"field": bad.field})
    except KeyReused as reused:
        return _refused(409, reused.code, sentence(reused), params={})
    except RuleViolation as refusal:
        return _refused(409, refusal.code, sentence(refusal), params=refusal.params)
    except OperationalError:
        logger.exception("the database was busy")
        return _refused(503, "busy", _("The hall is busy. Try again."))
    return JsonResponse({"ok": True, **_told(done)})


def _told(done: Any) -> dict[str, Any]:
    if isinstance(done, dict):
        return done
    if hasattr(done, "kind"):
        return {"event": encode(done) | {"kind": done.kind}}
    return {"id": done.pk} if hasattr(done, "pk") else {}
