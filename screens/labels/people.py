"""Words about people and hours, for the hall manager and the table: complaints, the door, the last game, the permit."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

LABELS = {
    # incidents
    "about": _("What it is about"),
    "about.noted": _("Something else"),
    "about.equipment": _("The equipment"),
    "about.public_order": _("Public order"),
    # complaints
    "complaint.note": _("Take down a complaint"),
    "complaint.lead": _(
        "Every complaint is written down, whatever it lacks. Without the player's signature and identity number it has "
        "no value."
    ),
    "complaint.text": _("What the player says"),
    "complaint.text_hint": _("In the player's own words, without anybody's name: this goes into the minutes."),
    "complaint.game": _("About"),
    "complaint.no_game": _("No game in particular"),
    "complaint.of_game": _("Game {game}"),
    "complaint.name": _("The player's name"),
    "complaint.document": _("Number of the identity document"),
    "complaint.sealed_hint": _("Kept sealed and apart: the minutes name nobody."),
    "complaint.signed": _("The player has signed"),
    "complaint.do": _("Write it down"),
    "complaint.title": _("Complaint {number}"),
    "complaint.value": _("signed, with identity number"),
    "complaint.no_signature": _("no value: not signed"),
    "complaint.no_document": _("no value: no identity number"),
    "complaint.no_both": _("no value: not signed, no identity number"),
    "complaint.show": _("Show who"),
    "complaint.show_ask": _("Who made complaint {number}?"),
    "complaint.show_lead": _("The journal keeps that you looked, and when."),
    "complaint.unknown": _("not given"),
    # non-admission
    "entry.check": _("May they come in?"),
    "entry.lead": _("The register of bans is asked. The number is not kept."),
    "entry.document": _("Number of the identity document"),
    "entry.do": _("Check it"),
    "entry.yes": _("They may come in"),
    "entry.no": _("They may not come in"),
    "entry.no_lead": _("No reason has to be given. The minutes say that somebody was not admitted."),
    "admission.note": _("Note a refused admission"),
    "admission.lead": _("It goes into the minutes in detail, and without naming anybody."),
    "admission.what": _("What was done"),
    "admission.refused": _("Somebody was not let in"),
    "admission.expelled": _("Somebody was asked to leave"),
    "admission.reason": _("What happened"),
    "admission.do": _("Write it down"),
    "door": _("Entrance"),
    "door.open": _("Open"),
    "door.closed": _("Closed: a game is being played"),
    "door.inside": _("People inside"),
    "door.of": _("{people} of {seats}"),
    # last game
    "last.announce": _("Announce the last game"),
    "last.lead": _("Tell the players aloud. No sale opens after it."),
    "last.which": _("Last game"),
    "last.this": _("Game {game}, the one being played"),
    "last.next": _("Game {game}, the next one"),
    "last.is": _("Game {game}, announced"),
    "last.played": _("The last game has been played"),
    "last.not_played": _("The last game was not played"),
    "last.not_played_lead": _(
        "Game {game} was announced as the last one and was called off. Announce another one, or the session ends here."
    ),
    "last.played_lead": _("Game {game} was announced as the last one: no other sale opens tonight."),
    "last.hours": _("Games begin"),
    "last.until": _("No sale opens after {closing}."),
    # permit
    "permit.title": _("The hall's permit"),
    "permit.category": _("Category"),
    "permit.hours": _("Hours"),
    "permit.not_stated": _("not stated"),
    "permit.from_to": _("from {opening} to {closing}"),
    "permit.from": _("from {opening}"),
    "permit.to": _("until {closing}"),
    "permit.change": _("Change"),
    "permit.lead": _("As the opening permit says. The next session goes by it; the one that is open does not change."),
    "permit.opening": _("First game from"),
    "permit.closing": _("No game begins after"),
    "permit.hours_hint": _("An hour after midnight belongs to the evening before."),
    "permit.do": _("Keep it"),
    "category.third": _("Third, up to {most} players"),
    "category.second": _("Second, up to {most} players"),
    "category.first": _("First, up to {most} players"),
    "category.special": _("Special, more than 600 players"),
}
