"""Sentences for refusals about what a hall has to be able to prove (`sessions.rules.evidence_errors`)."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

EVIDENCE_SENTENCES: Final[dict[str, Promise]] = {
    "build_not_approved": lazy(
        "The program is not the one that was approved. Whoever looks after it has to approve it first ({build})."
    ),
}
