"""Sentences for refusals about tills, shifts, counts and tips (`sessions.rules.till_errors`)."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

TILL_SENTENCES: Final[dict[str, Promise]] = {
    "no_open_shift": lazy("You hold no open till. Count one and open it first."),
    "till_unknown": lazy("The hall has no till “{till}”."),
    "till_already_open": lazy("Till “{till}” is open: {holder} holds it."),
    "shift_already_held": lazy("This person already holds till “{till}”. One person, one till."),
    "till_still_open": lazy("Till “{till}” is still open: {holder} has to count and close it first."),
    "bad_count": lazy("{pieces} pieces of {value} €: count it again."),
    "count_first": lazy("Count the till first."),
    "count_is_old": lazy("Money has moved since the till was counted. Count it again."),
    "difference_unexplained": lazy("Counted {counted} €, and the books say {expected} €. Write the reason."),
    "difference_unsigned": lazy(
        "The count is more than {limit} € away from the books. Count again, or let the hall manager or the table "
        "chief sign."
    ),
    "more_than_counted": lazy("Only {counted} € were counted: no more can go into the safe."),
    "same_cashier": lazy("A till is handed over to another person."),
    "not_a_cashier": lazy("{username} does not keep the cash."),
    "no_move_to_undo": lazy("Nothing with the safe can be taken back in this shift."),
    "tips_not_counted": lazy("The tips of entry {entry_no} are not in the box."),
}
