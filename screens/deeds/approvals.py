"""The deeds about a second person's word: to ask for it, to give or refuse it, to withdraw the wish."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from people.models import StaffMember
from people.pins import check_pin
from screens.access import may
from screens.approvals import AT_THE_SCREEN_ONLY, bound, digest_of, facts_of, may_stand
from screens.deeds.clean import BadInput, clean_body, flag, text
from screens.deeds.kinds import Asked, Body, Deed
from screens.deeds.second import judged
from screens.log_ins import step_up
from sessions.rules.errors import ApprovalNotYours, NotYourPost
from sessions.services import approvals

STAFF: Final = ("direct_session", "run_table", "keep_cash", "sell_cards", "call_balls")


def _deeds() -> Mapping[str, Deed]:
    # The registry holds this module's deeds too.
    from screens.deeds.registry import DEEDS

    return DEEDS


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(_("The request cannot be read."))  # noqa: TRY004 - every cleaner refuses alike
    return value


def _ask(asked: Asked, body: Body) -> Any:
    wanted = _deeds().get(body["deed"])
    if wanted is None or "second" not in wanted.fields or body["deed"] in AT_THE_SCREEN_ONLY:
        raise BadInput("deed", _("There is no such deed."))
    if not may(asked.request.user, *wanted.permissions):
        raise NotYourPost(deed=body["deed"])
    _check_second(asked, body["second"], wanted)
    order = bound(clean_body(wanted.all_fields, body["body"]))
    facts = facts_of(asked.hall, body["deed"], order)
    wish = approvals.Wish(
        deed=body["deed"],
        digest=digest_of(asked.hall, body["deed"], order, facts),
        body={"asked": order, "facts": facts},
        cents=facts.get("cents", next((v for k, v in order.items() if k.endswith("_cents")), None)),
        wanted_from=body["second"],
    )
    row = approvals.ask_approval(hall_id=asked.hall.pk, wish=wish, **asked.by)
    return {"approval": row.ref, "expires_at": row.expires_at.isoformat()}


def _check_second(asked: Asked, second: str, wanted: Deed) -> None:
    """Refuse to ask oneself, or somebody whose word would not do."""
    if not second:
        return
    member = StaffMember.objects.filter(hall=asked.hall, user__username=second, user__is_active=True).first()
    if second == asked.actor or member is None or not may_stand(member.user, wanted):
        raise ApprovalNotYours


def _answer(asked: Asked, body: Body) -> Any:
    if body["yes"]:
        judged(check_pin(asked.hall, asked.actor, body["pin"]), asked.request.user)
    row = approvals.answer_approval(
        hall_id=asked.hall.pk,
        ref=body["ref"],
        yes=body["yes"],
        may=lambda deed: may_stand(asked.request.user, _deeds().get(deed)),
        **asked.by,
    )
    if body["yes"]:
        step_up(asked.request)
    return {"state": row.state}


def _drop(asked: Asked, body: Body) -> Any:
    approvals.drop_approval(hall_id=asked.hall.pk, ref=body["ref"], actor=asked.actor)
    return {}


APPROVAL_DEEDS: Final[dict[str, Deed]] = {
    "ask_approval": Deed(
        permissions=STAFF, fields={"deed": text(60), "body": _object, "second": text(150, required=False)}, run=_ask
    ),
    "answer_approval": Deed(
        permissions=STAFF, fields={"ref": text(64), "yes": flag, "pin": text(8, required=False)}, run=_answer
    ),
    "drop_approval": Deed(permissions=STAFF, fields={"ref": text(64)}, run=_drop),
}
