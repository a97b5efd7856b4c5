"""Words of additional prizes on the walls: the hall board, the overlay."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

LABELS = {
    "jackpot.left.one": _("{n} ball left"),
    "jackpot.left.other": _("{n} balls left"),
    "jackpot.in.one": _("in {n} ball exactly"),
    "jackpot.in.other": _("in {n} balls exactly"),
    "jackpot.now": _("with this ball!"),
    "jackpot.at": _("at ball {ball}"),
    "jackpot.until": _("until ball {ball}"),
    "jackpot.bingo": _("with the bingo"),
    "jackpot.lost": _("no longer in this game"),
    "jackpot.won": _("won!"),
    "jackpot.grows": _("still growing"),
    "jackpot.missing": _("{amount} to go"),
    "jackpot.from": _("from {hour} on"),
}
