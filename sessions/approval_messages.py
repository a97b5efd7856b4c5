"""Sentences for refusals about the second person's word (`sessions.rules.approval_errors`)."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

APPROVAL_SENTENCES: Final[dict[str, Promise]] = {
    "approval_gone": lazy(
        "This approval holds no more: it was refused, withdrawn or used, or it is too old. Ask again."
    ),
    "approval_waits": lazy("The second person has not answered yet."),
    "approval_for_another": lazy("Something else was approved than what would be done now. Ask again."),
    "approval_not_yours": lazy("You cannot answer this: another person has to."),
}
