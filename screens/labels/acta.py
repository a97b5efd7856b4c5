"""Words of the minutes: the kinds of entries."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

LABELS = {
    "entry.opening": _("Opening"),
    "entry.closing": _("Closing"),
    "entry.incident": _("Incident"),
    "entry.posts": _("Posts"),
    "entry.count": _("Count of balls"),
    "entry.ball_set": _("Change of ball set"),
    "entry.correction": _("Correction"),
    "entry.stray": _("Ball outside any game"),
    "entry.payment": _("Payment"),
}
