"""The deeds of the tills: shifts, counts, the safe; and the tips."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _

from people.models import StaffMember
from screens.access import may
from screens.deeds.clean import Cleaner, optional, text, whole
from screens.deeds.kinds import BIGGEST, SECOND, WORDS, Asked, Body, Deed
from screens.deeds.second import SENIORS, second_senior
from screens.deeds.signing import SIGNER, proved_signer
from sessions.rules import errors
from sessions.rules.till_counts import MOST_PIECES, VALUES
from sessions.services import tills, tips

CASH: Final = ("keep_cash",)
_AMOUNT: Final = whole(1, BIGGEST)
_REASON: Final = optional(WORDS)
_pieces_of: Final[Cleaner] = whole(0, MOST_PIECES)


def pieces(value: Any) -> dict[int, int]:
    """Clean a count by denomination: {"200": 3} is three coins of 2 euros."""
    if not isinstance(value, dict) or not set(value) <= {str(cents) for cents in VALUES}:
        raise ValueError(_("A count of euro coins and notes is needed."))
    return {int(cents): _pieces_of(number) for cents, number in value.items()}


def _second(asked: Asked, body: Body) -> str:
    return second_senior(asked.request, asked.hall, body["second"], body["second_password"])


def _open_till(asked: Asked, body: Body) -> Any:
    return tills.open_till(
        hall_id=asked.hall.pk,
        till=body["till"],
        pieces=body["pieces"],
        from_safe_cents=body["from_safe_cents"] or 0,
        second=_second(asked, body),
        **asked.by,
    )


def _top_up(asked: Asked, body: Body) -> Any:
    return tills.move_money(hall_id=asked.hall.pk, amount_cents=body["amount_cents"], to_safe=False, **asked.by)


def _drop(asked: Asked, body: Body) -> Any:
    return tills.move_money(hall_id=asked.hall.pk, amount_cents=body["amount_cents"], to_safe=True, **asked.by)


def _undo_move(asked: Asked, body: Body) -> Any:
    return tills.undo_move(hall_id=asked.hall.pk, reason=body["reason"], **asked.by)


def _count_till(asked: Asked, body: Body) -> Any:
    return tills.count_till(hall_id=asked.hall.pk, pieces=body["pieces"], **asked.by)


def _close_till(asked: Asked, body: Body) -> Any:
    return tills.close_till(
        hall_id=asked.hall.pk,
        drop_cents=body["drop_cents"],
        reason=body["reason"] or "",
        second=_second(asked, body),
        **asked.by,
    )


def _hand_over(asked: Asked, body: Body) -> Any:
    """Both cashiers sign on one screen, each with their own PIN; who takes the till must keep the cash."""
    giver = proved_signer(asked, {"signer": body["giver"], "pin": body["giver_pin"]})
    taker = proved_signer(asked, {"signer": body["taker"], "pin": body["taker_pin"]})
    member = StaffMember.objects.select_related("user").filter(hall=asked.hall, user__username=taker).first()
    if asked.said is None and (member is None or not may(member.user, *CASH)):
        raise errors.NotACashier(username=taker)
    return tills.hand_over(
        hall_id=asked.hall.pk,
        giver=giver,
        taker=taker,
        reason=body["reason"] or "",
        second=_second(asked, body),
        **asked.by,
    )


def _move_safe(asked: Asked, body: Body) -> Any:
    return tills.move_safe(hall_id=asked.hall.pk, amount_cents=body["amount_cents"], reason=body["reason"], **asked.by)


def _count_tips(asked: Asked, body: Body) -> Any:
    counter = proved_signer(asked, body)
    remarks = body["remarks"] or ""
    return tips.count_tips(hall_id=asked.hall.pk, pieces=body["pieces"], counter=counter, remarks=remarks, **asked.by)


def _share_tips(asked: Asked, body: Body) -> Any:
    taker = proved_signer(asked, body)
    return tips.share_tips(hall_id=asked.hall.pk, entry_no=body["entry_no"], taker=taker, **asked.by)


TILL_DEEDS: Final[dict[str, Deed]] = {
    "open_till": Deed(
        permissions=CASH,
        fields=SECOND | {"till": text(20), "pieces": pieces, "from_safe_cents": optional(whole(0, BIGGEST))},
        run=_open_till,
        seconds=SENIORS,
    ),
    "top_up_till": Deed(permissions=CASH, fields={"amount_cents": _AMOUNT}, run=_top_up),
    "drop_to_safe": Deed(permissions=CASH, fields={"amount_cents": _AMOUNT}, run=_drop),
    "undo_till_move": Deed(permissions=CASH, fields={"reason": WORDS}, run=_undo_move),
    "count_till": Deed(permissions=CASH, fields={"pieces": pieces}, run=_count_till),
    "close_till": Deed(
        permissions=CASH,
        fields=SECOND | {"drop_cents": whole(0, BIGGEST), "reason": _REASON},
        run=_close_till,
        seconds=SENIORS,
    ),
    "hand_over_till": Deed(
        permissions=CASH,
        fields=SECOND
        | {"giver": text(150), "giver_pin": text(8), "taker": text(150), "taker_pin": text(8), "reason": _REASON},
        run=_hand_over,
        seconds=SENIORS,
    ),
    "move_safe": Deed(
        permissions=("direct_session",),
        fields={"amount_cents": whole(-BIGGEST, BIGGEST), "reason": WORDS},
        run=_move_safe,
    ),
    "count_tips": Deed(
        permissions=("keep_cash", "run_table", "direct_session"),
        fields=SIGNER | {"pieces": pieces, "remarks": _REASON},
        run=_count_tips,
    ),
    "share_tips": Deed(
        permissions=("keep_cash", "run_table", "direct_session"),
        fields=SIGNER | {"entry_no": whole(1, BIGGEST)},
        run=_share_tips,
    ),
}
