"""Words of the page where players log in."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

LABELS = {
    "entry.scanned": _("Card read. Now your PIN."),
}
