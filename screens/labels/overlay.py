"""Words of the television overlay."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from screens.labels.jackpot_words import LABELS as JACKPOTS
from screens.labels.public_stops import CORRECTION, PAIR, SUSPENDED, VOID

LABELS = {
    **JACKPOTS,
    **CORRECTION,
    **PAIR,
    **SUSPENDED,
    **VOID,
    "void.each_card": _("for each card"),
    "manual": _("Manual draw"),
    "ball_of": _("Ball"),
    "last": _("Before"),
    "check.card": _("Card {card}"),
    "check.open": _("Being checked"),
    "check.upheld": _("The card is good"),
    "check.rejected": _("The card is not good"),
    "check.missing": _("Missing: {numbers}"),
    "won.line": _("Line: {cards}"),
    "won.bingo": _("Bingo: {cards}"),
    "won.winners.one": _("{n} winning card"),
    "won.winners.other": _("{n} winning cards"),
    "won.each": _("each"),
    "stop.claim": _("Claim!"),
    "stop.title": _("The game has stopped"),
    "camera.lost": _("No picture from the camera"),
    "camera.none": _("No camera has been set up"),
}
