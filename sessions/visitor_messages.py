"""Sentences of the refusals at the admission desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as lazy

if TYPE_CHECKING:
    from django.utils.functional import Promise

VISITOR_SENTENCES: Final[dict[str, Promise]] = {
    "document_letter_wrong": lazy("The letter does not fit the figures. Read the document again."),
    "visitor_unknown": lazy("Nobody is on file under that document or number."),
    "visitor_on_file": lazy("This document has a record already. Type it again at the door."),
    "visitor_data_wrong": lazy("Check the name and the date of birth."),
    "visitor_too_young": lazy("Nobody under {years} comes in. Check the date of birth."),
    "entry_not_allowed": lazy("They may not come in."),
    "game_being_played": lazy("A game is on: they come in when it ends."),
    "nobody_must_wait": lazy("No game is on: they may come in now."),
    "hall_full": lazy("The hall is full: {inside} people inside, {seats} at most."),
    "entry_card_needed": lazy("No entry card is valid today: choose one."),
    "fewer_inside": lazy("Only {inside} people are inside."),
    "count_unchanged": lazy("The door says {inside} already."),
    "visitor_unreadable": lazy(
        "This record cannot be read: the hall's key of personal data is not here. Call support."
    ),
    "register_unread": lazy("Nothing was changed: line {line} of the file is no document."),
    "register_empty": lazy("Nothing was changed: the file holds no list of documents."),
    "retention_unchanged": lazy("Nothing has changed: the record is as you want it already."),
}
