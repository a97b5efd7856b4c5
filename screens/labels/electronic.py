"""Words of the electronic draw: the hall's authorisation, the number of the public, what the hall board tells."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

MANAGER = {
    "electronic.title": _("Electronic draw"),
    "electronic.lead": _(
        "Only with the authority's written authorisation. The table can then open games without balls: the order is"
        " fixed and sealed before the sale, and anyone can check it afterwards."
    ),
    "electronic.none": _("not authorised"),
    "electronic.reference": _("Authorisation"),
    "electronic.dated": _("Of the day"),
    "electronic.hint": _("Leave both empty where the authorisation has ended."),
    "electronic.draws": _("Draws so far"),
    "electronic.broken_off": _("{draws}, of which null or withdrawn: {n}"),
    "electronic.change": _("Change"),
    "electronic.do": _("Keep it"),
}

DESK = {
    "desk.open.electronic": _("Electronic draw, without balls"),
    "desk.draw.wait_electronic": _("The next ball comes by itself."),
    "desk.number.title": _("The public draws a number"),
    "desk.number.lead": _(
        "Ask somebody of the public to draw six digits in sight of all: six times one of ten balls, or a die of ten"
        " sides thrown six times. Key them in that order."
    ),
    "desk.number.field": _("The six digits"),
    "desk.number.promised": _("Order of the balls, sealed before the sale:"),
    "desk.number.do": _("Take the number"),
    "desk.number.ask": _("Did the public draw this number?"),
    "desk.number.ask_lead": _("Read it aloud, digit by digit. It counts once and cannot be changed."),
    "desk.number.yes": _("It is right"),
}

CALLER = {
    "caller.number.title": _("The public draws a number"),
    "caller.number.lead": _("The table takes its six digits. Then the draw can start."),
    "caller.electronic": _("The next ball comes by itself."),
}

HALL = {
    "electronic": _("Electronic draw"),
    "electronic.sealed": _("Sealed order"),
    "electronic.number": _("Number of the public"),
    "electronic.wait": _("A player draws the number now"),
}
