"""Words of the demo's number panels."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

LABELS = {
    "panel.dark.one": _("Dark for {n} second"),
    "panel.dark.other": _("Dark for {n} seconds"),
    "panel.unplugged": _("Unplugged"),
    "panel.gone": _("The house does not answer"),
    "panel.hall.up": _("The hall says: it shows"),
    "panel.hall.connecting": _("The hall says: connecting"),
    "panel.hall.down": _("The hall says: it does not show ({why})"),
}

KIND_WORDS = {
    "frame": (_("Panel of the reference protocol"), _("BX/1 frames on a serial line")),
    "modbus": (_("Relay board"), _("Modbus TCP: 90 coils, and two registers")),
    "sacn": (_("LED lamps"), _("sACN (DMX over the network): 90 channels; the last ball flashes")),
    "alpha": (_("LED sign"), _("Alpha protocol on a serial line: text only")),
    "template": (_("Numeric displays"), _("Two displays on one RS-485 line, by a template")),
}
"""Title and line of each driver."""
