"""Sentences for refusals about enrolled terminals (`sessions.rules.terminal_errors`)."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

TERMINAL_SENTENCES: Final[dict[str, Promise]] = {
    "place_taken": lazy("“{place}” has a device already (no. {terminal}). Revoke it first, or choose another place."),
    "place_needed": lazy("Write where the device stands, in at most {most} characters."),
    "enrolment_code_wrong": lazy("That is not a code of this hall. Look at it again: it has 8 signs."),
    "enrolment_code_used": lazy("That code has been used. Ask the hall manager for another."),
    "enrolment_code_expired": lazy("That code is more than 10 minutes old. Ask the hall manager for another."),
    "too_many_wrong_codes": lazy("Too many wrong codes from here. Try again at {until}."),
    "terminal_is_revoked": lazy("Device no. {terminal} has been revoked. Enrol it again with a new code."),
    "not_at_this_terminal": lazy("This device is not for that work. Log in at your own post."),
}
