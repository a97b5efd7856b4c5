"""Words of a signature: who, and their PIN."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

LABELS = {
    "sign.who": _("Who signs"),
    "sign.pin": _("PIN"),
    "sign.pin_help": _("Whoever signs enters it themselves. Each one sets their own on the PIN page."),
}
