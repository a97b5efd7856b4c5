"""Why the machine stands still, or a ball is held, as the table reads it: what was said, and what to do now."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

LABELS = {
    # what the machine said
    "said.fault": _("The machine says: {fault}."),
    "said.link": _("Its line: {why}."),
    "said.stalled": _("Ball {ordinal} was asked for and has not come."),
    "said.voided": _("It took the {number} back, which was ball {ordinal}."),
    "said.balls": _("It counts {balls} balls in the drum."),
    "said.missing": _("Missing: {numbers}."),
    "said.machine": _("It counts {machine} balls out, the house {house}."),
    "said.more": _("Only the machine has: {numbers}."),
    "said.less": _("Only the house has: {numbers}."),
    "said.refused": _("It refused an order of the house ({order})."),
    "said.twice": _("The {number} was ball {earlier} already, and is now read as ball {ordinal}."),
    # what to do, by the reason of the stop
    "do.person": _("Order it on when the table is ready."),
    "do.link": _(
        "Look at the cable and the switch, and order the draw on once it is connected. If it stays away, suspend the"
        " game and draw by hand."
    ),
    "do.fault": _("Remove the cause at the machine, clear the fault in the list of machines, and order the draw on."),
    "do.reader": _(
        "Clean the reader and clear its fault. If it stays dead, suspend the game and draw the rest of it by hand."
    ),
    "do.stalled": _("Look for a stuck ball and free it. Ordered on, the machine is asked for the same ball again."),
    "do.voided": _(
        "Look at that ball. If it was read right, put it back in the tray and order the draw on; if not, correct it"
        " first."
    ),
    "do.balls": _("Find the missing balls and put them in the drum. Ordered on, the machine counts again."),
    "do.machine": _(
        "Compare the tray with the panel, ball by ball. Ordered on, the house's list counts and the machine is told it;"
        " if they cannot agree, suspend the game and draw by hand."
    ),
    "do.repeated_order": _("Suspend the game for its balls and call the authority's agent: nobody else may decide."),
    "do.secret_lost": _("Suspend the game and draw the rest of it by hand."),
    "do.decided": _("The ball is decided on: order the draw on."),
    # what to do with a held ball
    "do.held_repeat": _(
        "Look at both balls. If the earlier one was read wrong, correct it first. If both are right, the set is"
        " suspect: suspend the game."
    ),
    "do.held_unread": _("Look at the ball and type its number with a second person, or have it read again."),
    "do.held_low_quality": _("Look at the ball. Accept the number, or type the true one with a second person."),
    "do.held_out_of_order": _(
        "Compare the tray with the panel. Accept it only if it is the next ball; else put it out, and correct the ball"
        " it belongs to."
    ),
    "do.held_range": _("Look at the ball and type its number with a second person, or have it read again."),
    "do.held_multi": _(
        "Decide which ball came first and type its number with a second person. The other one goes back into the drum."
    ),
    "do.held_no_ball": _("There is no ball to accept: put it out, and the machine is asked for the same ball again."),
    "do.held_manual": _("A second person looks at the ball and stands for its number with their password."),
    "do.held_not_started": _("Put the ball back into the drum and put it out of the draw. Then start the draw."),
}
