"""Words of a second person's word: on the screen of who asks, and of who answers."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

LABELS = {
    "approval.ask_there": _("Ask at their own screen"),
    "approval.ask_there_hint": _(
        "They see what you want to do and approve it with their PIN. It holds for two minutes."
    ),
    "approval.waiting": _("Waiting for {who}"),
    "approval.waiting_lead": _("They see this at their own screen now, under Approve."),
    "approval.anyone": _("somebody who may"),
    "approval.seconds.one": _("{n} second left"),
    "approval.seconds.other": _("{n} seconds left"),
    "approval.drop": _("Withdraw"),
    "approval.dropped": _("You have withdrawn it. Nothing was done."),
    "approval.said_no": _("{who} said no. Nothing was done."),
    "approval.too_late": _("{who} did not answer in time. Nothing was done."),
    "approval.bell.one": _("Approve: {n}"),
    "approval.bell.other": _("Approve: {n}"),
    "approval.toast": _("{who} asks for your approval: {what}"),
    "approval.asks": _("{who} wants: {what}"),
    "approval.lead": _("Approve only what you have seen with your own eyes. Your name goes into the journal."),
    "approval.amount": _("Amount"),
    "approval.pin": _("Your PIN"),
    "approval.yes": _("Approve"),
    "approval.no": _("Refuse"),
}
