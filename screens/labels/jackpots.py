"""Words of the page of additional prizes."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from screens.labels.staff import LABELS as STAFF

LABELS = {
    **STAFF,
    "jackpots.on.title": _("Play for “{name}”"),
    "jackpots.on.lead": _("It counts from the next sale on."),
    "jackpots.on.do": _("Switch it on"),
    "jackpots.change.title": _("Change “{name}”"),
    "jackpots.change.do": _("Save"),
    "jackpots.share": _("Share of the takings, in %"),
    "jackpots.share_hint": _("In steps of {step} %."),
    "jackpots.cap": _("Highest prize, in euros"),
    "jackpots.cap_hint": _("In steps of {step}, at most {most}."),
    "jackpots.ball": _("Won until ball"),
    "jackpots.ball_hint": _("From 15 to 89. Left empty, it grows and is not played for."),
    "jackpots.bring.title": _("What “{name}” held before"),
    "jackpots.bring.lead": _("Once, before its first game here. The money is counted into the cash desk."),
    "jackpots.bring.fund": _("In the fund, in euros"),
    "jackpots.bring.reserve": _("In the reserve, in euros"),
    "jackpots.bring.do": _("Bring it in"),
    "jackpots.off.title": _("Switch “{name}” off?"),
    "jackpots.off.lead": _("It is no longer fed nor played for. What its fund holds stays there."),
    "jackpots.off.do": _("Switch it off"),
    "jackpots.prima.title": _("Announce “{name}”"),
    "jackpots.prima.lead": _("It goes to the bingo of the first game whose sale opens after the condition is met."),
    "jackpots.prima.when": _("When"),
    "jackpots.prima.amount_when": _("As soon as the fund holds the amount"),
    "jackpots.prima.hour_when": _("From an hour on"),
    "jackpots.prima.hour": _("Hour"),
    "jackpots.amount": _("Amount, in euros"),
    "jackpots.amount_hint": _("From {least} to {most}, in steps of {step}."),
    "jackpots.amount_free": _("Any amount the fund holds."),
    "jackpots.extra.title": _("Announce “{name}”"),
    "jackpots.extra.lead": _("It goes to a bingo called exactly at that ball. It is announced before the sale."),
    "jackpots.extra.ball": _("Ball, in the order of the draw"),
    "jackpots.extra.ball_hint": _("From {least} to 89."),
    "jackpots.announce.do": _("Announce it"),
    "jackpots.back.title": _("Take the announcement back?"),
    "jackpots.back.lead": _("It can be announced anew before any sale."),
    "jackpots.back.do": _("Take it back"),
    "jackpots.number_wrong": _("Type an amount such as 500 or 6,40."),
    "jackpots.hour_wrong": _("Type an hour such as 22:30."),
    "jackpots.done": _("Recorded. It counts from the next sale on."),
}
