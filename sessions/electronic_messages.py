"""Sentences for refusals about the electronic draw (`sessions.rules.electronic_errors`)."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

ELECTRONIC_SENTENCES: Final[dict[str, Promise]] = {
    "electronic_draw_not_authorised": lazy("This hall has no authorisation for electronic draws."),
    "authorisation_incomplete": lazy("Write the reference of the authorisation and its date, which cannot be to come."),
    "not_an_electronic_draw": lazy("This game is drawn with balls."),
    "electronic_draw_only": lazy("The order was fixed before the sale: no ball of this draw is keyed or changed."),
    "public_number_missing": lazy("The public has to draw its number first."),
    "public_number_given": lazy("The public has drawn its number already: {number}."),
    "bad_public_number": lazy("Write the {digits} digits of the number as they were drawn."),
    "draw_secret_lost": lazy("The secret of this draw cannot be opened. Bring its key back, or suspend the game."),
}
