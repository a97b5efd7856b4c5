"""Words of the ball sets' page."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from screens.labels.staff import LABELS as STAFF

LABELS = {
    **STAFF,
    "set.in_use": _("In use"),
    "set.in_store": _("In store"),
    "set.spare": _("Spare set"),
    "set.retired": _("Retired"),
    "machine.pneumatic": _("Pneumatic machine"),
    "machine.drum": _("Drum"),
    # what happened to a set
    "life.registered": _("Registered"),
    "life.count_opening": _("Count at the opening"),
    "life.count_closing": _("Count with the session open"),
    "life.change_in": _("Put in use"),
    "life.change_out": _("Taken out of use"),
    "life.spare": _("Named the spare set"),
    "life.spare_no_more": _("Another set is the spare"),
    "life.retired": _("Retired"),
    # its deeds
    "balls.register.title": _("Register a ball set"),
    "balls.register.lead": _("A set once registered keeps its name and its passport for ever."),
    "balls.register.name": _("Name of the set"),
    "balls.register.name_hint": _("As it is marked on its case: letters, digits and hyphens, such as B-3."),
    "balls.register.machine": _("It is for"),
    "balls.register.approval": _("Approval"),
    "balls.register.approval_hint": _("The reference of the homologation; only approved balls may be used."),
    "balls.register.supplier": _("Supplier"),
    "balls.register.games": _("Games already played with it"),
    "balls.register.games_hint": _("0 for a new set."),
    "balls.register.do": _("Register it"),
    "balls.spare.title": _("Make {set} the spare set?"),
    "balls.spare.lead": _("A complete set must always be ready. There is one spare set: another stops being it."),
    "balls.spare.do": _("It is the spare set"),
    "balls.retire.title": _("Retire set {set}"),
    "balls.retire.lead": _("It is never used again. Its passport is kept. This cannot be undone."),
    "balls.retire.reason_hint": _("For instance: worn, or ball 47 is not perfect."),
    "balls.retire.do": _("Retire it"),
    "balls.done": _("Recorded."),
}
