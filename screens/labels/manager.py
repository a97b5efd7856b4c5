"""Words of the Jefe de Sala's desk."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from screens.labels.alarms import LABELS as ALARMS
from screens.labels.electronic import MANAGER as ELECTRONIC
from screens.labels.fixes import LABELS as FIXES
from screens.labels.people import LABELS as PEOPLE
from screens.labels.signing import LABELS as SIGNING
from screens.labels.staff import LABELS as STAFF
from screens.labels.terminals import TROUBLES

LABELS = {
    **STAFF,
    **FIXES,
    **ALARMS,
    **ELECTRONIC,
    **PEOPLE,
    **SIGNING,
    **TROUBLES,
    "manager.done": _("Done"),
    "manager.minutes": _("Minutes"),
    "manager.equipment.all": _("All in order"),
    "manager.equipment.good": _("In order"),
    "manager.equipment.bad": _("Faulty"),
    "manager.equipment.do": _("Record the check"),
    "manager.equipment.faulty": _("The session cannot open with a fault: {items}."),
    "manager.count.set": _("Ball set"),
    "manager.count.witness": _("Witness from the public"),
    "manager.count.witness_help": _("Name or place; leave it empty when there is nobody."),
    "manager.count.help": _("Every ball is there. Touch only the numbers that are missing."),
    "manager.count.missing": _("Missing balls"),
    "manager.count.total": _("{count} of 90"),
    "manager.count.do": _("Record: the 90 are there"),
    "manager.count.do_missing": _("Record the missing balls"),
    "manager.count.done": _("90 balls of {set}. Witness: {witness}."),
    "manager.count.no_witness": _("nobody"),
    "manager.count.short": _("Missing: {missing}. Use another set and count again."),
    "manager.posts.do": _("Put them at their posts"),
    "manager.posts.nobody": _("Nobody in this hall has this post."),
    "manager.posts.least": _("at least {n}"),
    "manager.posts.stand_ins.one": _("{n} person may stand in"),
    "manager.posts.stand_ins.other": _("{n} people may stand in"),
    "manager.posts.reason": _("Reason of the substitution"),
    "manager.open.ask": _("Open session {session}?"),
    "manager.open.ask_lead": _(
        "The checks, the count and the posts stay in the minutes as they are now. The table chief signs the opening."
    ),
    "manager.open.do": _("Open the session"),
    "manager.now.game": _("Game"),
    "manager.now.called": _("Balls called"),
    "manager.now.sold": _("Cards sold"),
    "manager.now.incidents": _("Incidents noted"),
    "manager.now.complaints": _("Complaints"),
    "manager.now.refused": _("Refused admissions"),
    "manager.now.stray": _("Balls outside any game"),
    "manager.close.no_game": _("No game is open"),
    "manager.close.game_open": _("Game {game} is still open at the table"),
    "manager.close.count": _("Count the balls again, before the table and a witness"),
    "manager.close.counted": _("Counted after the last game: {count} balls"),
    "manager.close.signed": _("Every entry of the minutes is signed"),
    "manager.close.unsigned": _("Entries of the minutes to be signed: {entries}"),
    "manager.close.ask": _("Close session {session}?"),
    "manager.close.ask_lead": _(
        "No game can be played in it after this. The table chief signs the close of the minutes."
    ),
    "manager.close.do": _("Close the session"),
    "manager.set.title": _("Change the ball set"),
    "manager.set.lead": _("The change goes into the minutes. Count the new set before it is used."),
    "manager.set.next": _("Game {game}, which waits, is played with this set."),
    "manager.set.stopped": _("Game {game} goes on with this set, once the authority's agent decides so."),
    "manager.set.out": _("First take out the balls already drawn: {balls}."),
    "manager.set.do": _("Change the ball set"),
    "manager.balls.no_spare": _("No spare set of balls is named. The hall must keep a complete one ready."),
    "manager.balls.spare": _("Spare set: {set}"),
    "manager.balls.worn": _("Ball set {set} has played its 1,000 games: no sale opens with it."),
    "manager.balls.nearly.one": _("Ball set {set}: {n} game left of 1,000. Prepare another."),
    "manager.balls.nearly.other": _("Ball set {set}: {n} games left of 1,000. Prepare another."),
    "manager.balls.unseen.one": _("Ball {ball} of set {set} has not come out for {n} game. Count the balls."),
    "manager.balls.unseen.other": _("Ball {ball} of set {set} has not come out for {n} games. Count the balls."),
    "manager.series.series": _("Series"),
    "manager.series.medium": _("Kind"),
    "manager.series.price": _("Price"),
    "manager.series.next": _("Next"),
    "manager.series.left": _("Left"),
    "manager.series.none": _("No series registered yet. The table needs one to open a sale."),
    "manager.series.more.one": _("And {n} more."),
    "manager.series.more.other": _("And {n} more."),
    "manager.used.one": _("Session {session}: {n} card."),
    "manager.used.other": _("Session {session}: {n} cards."),
    "manager.sessions.none": _("No session yet."),
}
