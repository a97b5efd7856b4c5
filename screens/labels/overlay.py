"""Words of the television overlay."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

LABELS = {
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
}
