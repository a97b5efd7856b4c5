"""The deeds of additional prizes: on or off, and what is announced of a prima or an extra."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from screens.deeds.clean import flag, optional, text, whole
from screens.deeds.kinds import BIGGEST, Deed, of_session
from sessions.rules.events import BALLS
from sessions.rules.regulation import SHARES_IN_FULL_BP
from sessions.services import jackpots

CODE: Final = text(40)


def moment(value: Any) -> str:
    """Clean a moment: ISO 8601 with its offset; "" and null stand for none."""
    said = text(40, required=False)(value or "")
    if not said:
        return ""
    try:
        told = datetime.fromisoformat(said)
    except ValueError:
        raise ValueError(_("That is not an hour.")) from None
    if told.tzinfo is None:
        raise ValueError(_("That is not an hour."))
    return str(told.isoformat())


JACKPOT_DEEDS: Final[dict[str, Deed]] = {
    "switch_jackpot": Deed(
        permissions=("direct_session",),
        fields={
            "code": CODE,
            "on": flag,
            "funding_bp": optional(whole(0, SHARES_IN_FULL_BP)),
            "cap_cents": optional(whole(1, BIGGEST)),
            "last_ball": optional(whole(0, BALLS)),
        },
        run=of_session(jackpots.switch_jackpot, "code", "on", "funding_bp", "cap_cents", "last_ball"),
    ),
    "bring_in_fund": Deed(
        permissions=("direct_session",),
        fields={"code": CODE, "fund_cents": whole(0, BIGGEST), "reserve_cents": whole(0, BIGGEST)},
        run=of_session(jackpots.bring_in_fund, "code", "fund_cents", "reserve_cents"),
    ),
    "announce_prima": Deed(
        permissions=("direct_session",),
        fields={"code": CODE, "amount_cents": whole(0, BIGGEST), "due_at": moment},
        run=of_session(jackpots.announce_prima, "code", "amount_cents", "due_at"),
    ),
    "announce_extra": Deed(
        permissions=("direct_session",),
        fields={"code": CODE, "amount_cents": whole(0, BIGGEST), "exact_ball": whole(0, BALLS)},
        run=of_session(jackpots.announce_extra, "code", "amount_cents", "exact_ball"),
    ),
}
