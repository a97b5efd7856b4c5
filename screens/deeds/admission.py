"""The deeds of the admission desk: who is at the door, their record, coming in, waiting, going out."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

from django.utils.translation import gettext as _

from people.visitors import Visitor
from screens.deeds.clean import flag, one_of, optional, text, whole
from screens.deeds.kinds import Asked, Body, Deed, Run
from sessions.rules.visitors import Validity
from sessions.services import admission, entering, visitors

DESK: Final = ("admit", "direct_session")
KINDS: Final = ("dni", "nie", "passport", "driving_licence", "other")
MOST_OUT: Final = 999
MOST_INSIDE: Final = 9_999
_VISITOR_NO: Final = whole(1, 10**12)
_REASON: Final = text(200)


def day(value: Any) -> str:
    """Clean a day, ISO 8601."""
    if not isinstance(value, str):
        raise ValueError(_("A day is needed."))  # noqa: TRY004 - every cleaner refuses alike
    try:
        return date.fromisoformat(value.strip()[:10]).isoformat()
    except ValueError:
        raise ValueError(_("A day is needed.")) from None


WHO: Final = {
    "name": text(80),
    "surnames": text(120),
    "birth": day,
    "address": text(200, required=False),
    "remarks": text(300, required=False),
}


def _of_hall(service: Any, *names: str) -> Run:
    def run(asked: Asked, body: Body) -> Any:
        return service(hall_id=asked.hall.pk, **{name: body[name] for name in names}, **asked.by)

    return run


def _ask_entry(asked: Asked, body: Body) -> Any:
    return admission.ask_entry(hall=asked.hall, document=body["document"], foreign=bool(body["foreign"]), **asked.by)


def _register_visitor(asked: Asked, body: Body) -> Any:
    visitor = Visitor(**{name: body[name] for name in (*WHO, "kind", "document")})
    return visitors.register_visitor(hall_id=asked.hall.pk, visitor=visitor, signed=body["signed"], **asked.by)


def _correct_visitor(asked: Asked, body: Body) -> Any:
    return visitors.correct_visitor(
        hall_id=asked.hall.pk,
        visitor_no=body["visitor_no"],
        changes={name: body[name] for name in WHO},
        signed=body["signed"],
        **asked.by,
    )


def _hold_retention(asked: Asked, body: Body) -> Any:
    number = visitors.number_of(asked.hall.pk, body["who"])
    return visitors.hold_retention(
        hall_id=asked.hall.pk, visitor_no=number, held=body["held"], reason=body["reason"], **asked.by
    )


ADMISSION_DEEDS: Final[dict[str, Deed]] = {
    "ask_entry": Deed(permissions=DESK, fields={"document": text(60), "foreign": optional(flag)}, run=_ask_entry),
    "register_visitor": Deed(
        permissions=DESK,
        fields=WHO | {"kind": one_of(*KINDS), "document": text(40), "signed": flag},
        run=_register_visitor,
    ),
    "correct_visitor": Deed(
        permissions=DESK, fields=WHO | {"visitor_no": _VISITOR_NO, "signed": flag}, run=_correct_visitor
    ),
    "admit_visitor": Deed(
        permissions=DESK,
        fields={"visitor_no": _VISITOR_NO, "validity": optional(one_of(*Validity))},
        run=_of_hall(entering.admit_visitor, "visitor_no", "validity"),
    ),
    "hold_visitor": Deed(
        permissions=DESK, fields={"visitor_no": _VISITOR_NO}, run=_of_hall(entering.hold_visitor, "visitor_no")
    ),
    "drop_hold": Deed(
        permissions=DESK, fields={"visitor_no": _VISITOR_NO}, run=_of_hall(entering.drop_hold, "visitor_no")
    ),
    "count_out": Deed(
        permissions=DESK,
        fields={"count": whole(1, MOST_OUT), "visitor_no": optional(_VISITOR_NO)},
        run=_of_hall(entering.count_out, "count", "visitor_no"),
    ),
    "correct_inside": Deed(
        permissions=DESK,
        fields={"inside": whole(0, MOST_INSIDE), "reason": _REASON},
        run=_of_hall(entering.correct_inside, "inside", "reason"),
    ),
    "hold_retention": Deed(
        permissions=("direct_session",),
        fields={"who": text(40), "held": flag, "reason": _REASON},
        run=_hold_retention,
    ),
}
