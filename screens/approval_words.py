"""An approval in words: who asks, for what, how much; every field of the deed, so that nothing is approved unseen."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from people.models import Approval
from records import clock
from records.models import Hall
from screens.approvals import asked_by, name_of, waiting_for
from screens.deeds.kinds import Deed
from sessions.rules.announcements import euros

TITLES: Final[dict[str, Any]] = {
    "void_game": lazy("Declare the game null"),
    "pay_prize": lazy("Pay a prize whose token is lost"),
    "correct_ball": lazy("Correct a ball"),
    "resolve_held": lazy("Decide on a held ball"),
}
FIELDS: Final[dict[str, Any]] = {
    "session_no": lazy("Session"),
    "game_no": lazy("Game"),
    "cards": lazy("Cards paid back"),
    "prize": lazy("Prize"),
    "award_no": lazy("Prize number"),
    "won_by": lazy("Card that won"),
    "card": lazy("Card"),
    "token": lazy("Token"),
    "ordinal": lazy("Ball in the order of the draw"),
    "was": lazy("Number as read"),
    "number": lazy("Number on the ball"),
    "accept": lazy("The ball counts"),
    "cause": lazy("Cause"),
    "reason": lazy("Reason"),
    "agent": lazy("Authority's agent"),
    "said": lazy("Number announced"),
    "end_pair": lazy("The second game is not played either"),
    "till": lazy("Till"),
}
VALUES: Final[dict[str, Any]] = {
    "line": lazy("Line"),
    "bingo": lazy("Bingo"),
    "failure": lazy("Failure of the machine"),
    "not_random": lazy("A draw by hand could not be random"),
    "balls": lazy("The balls are suspect"),
    "announcing_error": lazy("Substantial error in announcing a number"),
}
_FIRST: Final = ("session_no", "game_no", "prize", "won_by", "cards")
_KNOWN_AS: Final = {"of_session", "session", "game", "cents", "state", "held"}
"""Facts that bind an approval, and are shown by another name or say nothing to a person."""


def _value(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    if name.endswith("_cents") and isinstance(value, int):
        return f"{euros(value)} €"
    if isinstance(value, str) and value in VALUES:
        return str(VALUES[value])
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_value(key, one)}" for key, one in value.items())
    if isinstance(value, list):
        return ", ".join(_value(name, one) for one in value)
    return str(value)


def _rows(row: Approval) -> list[list[str]]:
    asked, facts = row.body["asked"], row.body["facts"]
    told: dict[str, Any] = {**asked, **{name: value for name, value in facts.items() if name not in _KNOWN_AS}}
    # Nothing was filled in there; the number 0 stands for "none" in orders, and is no amount.
    said = {name: value for name, value in told.items() if value or value is False}
    order = sorted(said, key=lambda name: _FIRST.index(name) if name in _FIRST else len(_FIRST))
    return [[str(FIELDS.get(name, name.replace("_", " "))), _value(name, said[name])] for name in order]


def _seconds_left(row: Approval) -> int:
    return max(0, ceil((row.expires_at - clock.now()).total_seconds()))


def told(row: Approval, hall: Hall) -> dict[str, Any]:
    """Tell an approval to who answers it."""
    return {
        "ref": row.ref,
        "title": str(TITLES.get(row.deed, row.deed.replace("_", " ").capitalize())),
        "by": name_of(hall, row.asked_by),
        "rows": _rows(row),
        "amount": f"{euros(row.cents)} €" if row.cents is not None else "",
        "seconds_left": _seconds_left(row),
    }


def approvals_of(user: Any, hall: Hall, deeds: Mapping[str, Deed]) -> dict[str, Any]:
    """Give what waits for this person's word, and what became of what they asked themselves."""
    own = asked_by(user, hall)
    mine = None
    if own is not None:
        who = own.answered_by or own.wanted_from
        name = name_of(hall, who) if who else ""
        mine = {"ref": own.ref, "state": own.state, "who": name, "seconds_left": _seconds_left(own)}
    return {"waiting": [told(row, hall) for row in waiting_for(user, hall, deeds)], "asked": mine}
