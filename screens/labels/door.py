"""Words of the notice at the entrance."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

LABELS = {
    "reconnecting": _("Reconnecting"),
    "reconnecting_help": _("The notice comes back by itself"),
    "door.open": _("Come in"),
    "door.open_help": _("No game is being played"),
    "door.closed": _("Please wait"),
    "door.closed_help": _("A game is being played. The entrance opens when it ends."),
    "door.idle": _("Not open yet"),
    "door.idle_help": _("The session has not begun"),
}
