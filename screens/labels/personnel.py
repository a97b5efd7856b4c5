"""Words of the pages about the people who work in the hall."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from screens.labels import common
from screens.labels.staff import LABELS as STAFF

LABELS = {
    **STAFF,
    **{key: words for key, words in common.LABELS.items() if key.startswith("post.")},
    # a professional document
    "licence.valid": _("In order"),
    "licence.ending": _("Ends soon"),
    "licence.expired": _("Expired"),
    "licence.undated": _("Last day not known"),
    "licence.none": _("None on file"),
    # PIN and password
    "pin.set": _("Has a PIN"),
    "pin.unset": _("No PIN yet"),
    "pin.locked": _("PIN locked"),
    "password.own": _("Own password"),
    "password.given": _("One-time password waiting"),
    "password.lapsed": _("One-time password too old"),
    # permissions
    "may.direct_session": _("Direct the hall: sessions, people, cards, regulation"),
    "may.run_table": _("Run the table: sale, claims, minutes"),
    "may.call_balls": _("Call the balls"),
    "may.keep_cash": _("Keep the cash: prizes, leftovers, balances"),
    "may.sell_cards": _("Sell cards"),
    "may.admit": _("Let people in"),
    "may.play_cards": _("Play with virtual cards"),
    # what happened to somebody
    "life.StaffEngaged": _("Began to work here"),
    "life.StaffPostsSet": _("Posts changed"),
    "life.StaffLicenceSet": _("Professional document"),
    "life.StaffRenamed": _("Name written anew"),
    "life.StaffEnded": _("Work ended"),
    "life.StaffReturned": _("Let back in"),
    "life.PasswordGiven": _("One-time password given"),
    "life.PasswordChosen": _("Chose an own password"),
    "life.PinCleared": _("PIN cleared"),
    "life.came": _("Took a post"),
    "life.went": _("Left a post"),
    # exceptions
    "way.second": _("Second person"),
    "way.void": _("Void game"),
    "way.stop": _("Stopped or withdrawn"),
    "way.correction": _("Correction"),
    "way.held_ball": _("Held ball decided"),
    "way.manual_ball": _("Ball by hand"),
    "way.undone": _("Sale undone"),
    "way.drawer": _("Drawer opened"),
    "way.looked": _("Personal data looked at"),
    "way.password": _("Log-in given anew"),
    "way.posts": _("Posts changed"),
    # deeds
    "personnel.done": _("Recorded."),
    "personnel.username": _("Log-in name"),
    "personnel.username_hint": _(
        "Small letters without accents, digits, dots or hyphens. It stays for ever: the journal knows people by it."
    ),
    "personnel.name": _("Name and surnames"),
    "personnel.posts": _("Posts"),
    "personnel.licence_no": _("Number of the professional document"),
    "personnel.licence_issued": _("Issued on"),
    "personnel.licence_until": _("Last day"),
    "personnel.licence_until_hint": _("Empty: three years after it was issued."),
    "personnel.engage.title": _("A new person"),
    "personnel.engage.lead": _("They get a one-time password, shown once, and choose their own at the first log-in."),
    "personnel.engage.do": _("Take them on"),
    "personnel.posts.title": _("Posts of {name}"),
    "personnel.posts.lead": _("What they may do changes at once. Their log-ins end and they log in again."),
    "personnel.posts.do": _("Change the posts"),
    "personnel.posts.none": _("Choose at least one post."),
    "personnel.rename.title": _("Name of {username}"),
    "personnel.rename.do": _("Write the name"),
    "personnel.document.title": _("Professional document of {name}"),
    "personnel.document.lead": _("It is good for three years at most. Leave all empty to take it away."),
    "personnel.document.do": _("Write it down"),
    "personnel.end.title": _("End the work of {name}?"),
    "personnel.end.lead": _(
        "Their screens close within five seconds and nobody enters with their log-in again. Their planned turns go. "
        "What they did stays in the journal."
    ),
    "personnel.end.do": _("End their work"),
    "personnel.back.title": _("Let {name} back in?"),
    "personnel.back.lead": _("With the posts they had, and a one-time password."),
    "personnel.back.do": _("Let them in"),
    "personnel.password.title": _("A one-time password for {name}?"),
    "personnel.password.lead": _("The password they have stops working and their log-ins end."),
    "personnel.password.do": _("Give one"),
    "personnel.pin.title": _("Clear the PIN of {name}?"),
    "personnel.pin.lead": _("They set another with their own password."),
    "personnel.pin.do": _("Clear the PIN"),
    "personnel.given.title": _("One-time password of {username}"),
    "personnel.given.lead": _(
        "It is shown now and never again. Hand it over on paper; it waits 72 hours for the first log-in."
    ),
    "personnel.given.until": _("First log-in before {moment}"),
    "personnel.given.lost": _(
        "This was done already and its password cannot be shown again. Give another one-time password."
    ),
    "personnel.given.print": _("Print it"),
    "personnel.given.do": _("I have handed it over"),
    # the rota
    "rota.add.title": _("Plan a turn: {post}"),
    "rota.add.person": _("Who"),
    "rota.add.from": _("From"),
    "rota.add.to": _("Until"),
    "rota.add.hint": _("Hours before 6:00 are of the same night, after midnight."),
    "rota.add.nights": _("On these nights"),
    "rota.add.none": _("Choose at least one night."),
    "rota.add.do": _("Plan it"),
    "rota.drop.title": _("Take this turn out?"),
    "rota.drop.do": _("Take it out"),
    "rota.copy.title": _("Copy the week before?"),
    "rota.copy.lead": _(
        "Each night of this week that is not over and has nobody yet becomes like the same night a week ago."
    ),
    "rota.copy.do": _("Copy it"),
    "rota.copy.done": _("{copied} turns planned, {left_out} left out."),
    "rota.post.title": _("Post the people of the rota?"),
    "rota.post.lead": _(
        "Everybody planned for {hour} takes their post. Posts the rota has nobody for stay as they are."
    ),
    "rota.post.do": _("They are at their posts"),
    "rota.reason_hint": _("The session is open: this goes into the minutes."),
}
