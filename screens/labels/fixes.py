"""Words of the table's corrections and incidents."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

LABELS = {
    "fix.correct": _("Correct it"),
    "fix.set": _("Set"),
    "fix.note": _("Write it down"),
    "fix.figures": _("Correct the cards sold"),
    "fix.figures_lead": _("A public correction: announce it. It is possible until the line is awarded."),
    "fix.figures_series": _("Series of the last card sold"),
    "fix.figures_now": _("Last card sold, as announced"),
    "fix.figures_last": _("Last card truly sold"),
    "fix.ball": _("Correct a ball"),
    "fix.ball_lead": _("The ball was read wrong. A second person stands for the change."),
    "fix.which": _("Which ball"),
    "fix.ball_option": _("Ball {ordinal}: {number}"),
    "fix.said": _("Number that was said"),
    "fix.true_number": _("Number on the ball"),
    "fix.second": _("Second person"),
    "fix.second_senior": _("Second person (manager or table chief)"),
    "fix.second_password": _("Second person's PIN or password"),
    "fix.second_hint": _("Needed when the number is keyed by hand."),
    "fix.held": _("Ball {ordinal} waits for your decision"),
    "fix.held_number": _("Number on the ball"),
    "fix.held_accept": _("Accept it as this number"),
    "fix.held_discard": _("Put it out of the draw"),
    "fix.incident": _("Note an incident"),
    "fix.incident_lead": _("It goes into the minutes with the time and your name, and cannot be changed."),
    "fix.incident_text": _("What happened"),
    "fix.pace": _("Pace of the calls"),
    "fix.pace_lead": _("Everybody must have time to mark the number."),
    "fix.pace_automatic": _("The system calls by itself"),
    "fix.pace_seconds": _("Time between balls"),
}
