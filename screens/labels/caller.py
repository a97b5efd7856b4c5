"""Words of the caller's desk."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from screens.labels.electronic import CALLER as ELECTRONIC
from screens.labels.public_stops import CORRECTION, PAIR
from screens.labels.staff import LABELS as STAFF

LABELS = {
    **STAFF,
    **CORRECTION,
    **PAIR,
    **ELECTRONIC,
    "caller.space": _("Space"),
    "caller.none_said": _("No number called yet."),
    "caller.no_machine": _("No machine in this hall."),
    "caller.pad": _("Number of the ball"),
    "caller.pad_yes": _("It is the {number}"),
    "caller.pad_none": _("Choose a number"),
    "caller.call.title": _("Call it"),
    "caller.loading.title": _("One moment"),
    "caller.loading.lead": _("Asking the house how the game stands."),
    "caller.no_session.title": _("No session open"),
    "caller.no_session.lead": _("The hall manager opens it."),
    "caller.no_game.title": _("No game yet"),
    "caller.no_game.lead": _("The table opens the next sale."),
    "caller.selling.title": _("Cards are on sale"),
    "caller.selling.lead": _("The draw starts when the sale is closed."),
    "caller.leftovers.title": _("Leftover cards"),
    "caller.leftovers.lead": _("The cashier must confirm the leftover cards first."),
    "caller.start.title": _("Start the draw"),
    "caller.start.lead": _("When the table has read the announcement."),
    "caller.wait.title": _("Waiting for the ball"),
    "caller.wait.lead": _("The machine is drawing."),
    "caller.key_in.title": _("Draw a ball and key it in"),
    "caller.key_in.lead": _("Show it to the camera first."),
    "caller.claim.title": _("Stopped for a claim"),
    "caller.claim.lead": _("The table checks the card and orders the draw on."),
    "caller.held.title": _("Stopped: a ball to decide on"),
    "caller.held.lead": _("The table decides on it."),
    "caller.still.title": _("Stopped after a restart"),
    "caller.still.lead": _("The table checks the balls and orders the draw on."),
    "caller.paused.title": _("Stopped"),
    "caller.paused.lead": _("The table orders the draw on."),
    "caller.all_out.title": _("All 90 balls are out"),
    "caller.all_out.lead": _("The table makes a last call."),
    "caller.by_hand": _("By hand (36.2)"),
    "caller.suspended.title": _("Game suspended"),
    "caller.suspended.wait": _("Call nothing. The table has fifteen minutes to solve the failure."),
    "caller.suspended.manual": _("Call nothing. The table orders the draw on by hand, with the balls still undrawn."),
    "caller.suspended.agent": _("Call nothing and touch no ball. The authority's agent decides."),
    "caller.void.title": _("The game is void"),
    "caller.void.lead": _("Stop the machine. The cards are paid back at the cash desk."),
    "caller.second.title": _("Start the second game"),
    "caller.second.lead": _("When the table has announced it. It is played with the other half of the cards."),
    "caller.over_first.title": _("The first game is over"),
    "caller.over_first.lead": _("Put the balls back. The second game begins when the table says so."),
    "caller.over.title": _("The game is over"),
    "caller.over.lead": _("Stop the machine. The table pays the prizes and opens the next sale."),
}
