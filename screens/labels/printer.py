"""Words of a till's printer: on the cash desk, the seller's tablet and the list of receipts."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

LABELS = {
    "printer.choose": _("Choose my printer"),
    "printer.mine": _("Printer {code}"),
    "printer.off": _("No receipts"),
    "printer.title": _("My printer"),
    "printer.lead": _("Receipts of what is done on this screen are printed there."),
    "printer.which": _("Printer"),
    "printer.none": _("None: no receipts from this screen"),
    "printer.first": _("The hall's first one"),
    "printer.ready": _("Ready"),
    "printer.down": _("It does not answer: is it switched on?"),
    "printer.unknown": _("No news of it."),
    "printer.waiting.one": _("{n} paper waits"),
    "printer.waiting.other": _("{n} papers wait"),
    "printer.drawer": _("Open the drawer"),
    "printer.drawer.title": _("Open the cash drawer?"),
    "printer.drawer.lead": _("Who opens it, when and why is written in the journal."),
    "printer.drop": _("Do not print them"),
    "printer.drop.title.one": _("Call off {n} paper?"),
    "printer.drop.title.other": _("Call off {n} papers?"),
    "printer.drop.lead": _("Each can still be printed from the list of receipts."),
    "receipts.again": _("Print again"),
    "receipts.again.title": _("Print receipt {number} again?"),
    "receipts.again.lead": _("The paper is marked as a copy."),
    "receipts.first": _("Print"),
    "receipts.done": _("Receipt {number} goes to printer {printer}."),
    "receipts.no_printer": _("Choose a printer first."),
}
