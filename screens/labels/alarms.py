"""Words for what the house noticed by itself."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

LABELS = {
    "alarm.refunded_twice": _("Card {card} of game {game} was handed in twice to be paid back: it may be a copy."),
    "alarm.unsold_card": _("Card {card} was called in game {game} and had not been sold."),
    "alarm.forged_card": _("A card with a false check was shown: {text}."),
    "alarm.repeated_order": _("Game {game} began with the same balls as an earlier one: call the agent."),
    "alarm.draw_secret_lost": _("Game {game}: the secret of its electronic draw cannot be opened; is a key missing?"),
    "alarm.cards_unplayable": _("Series {series}: the stored faces of cards {cards} are damaged; they are not sold."),
    "alarm.stray_ball": _("The machine sent ball {number} while no session was open."),
    "alarm.violations.one": _("The proof of the closed session found {n} fault. Call who maintains the hall."),
    "alarm.violations.other": _("The proof of the closed session found {n} faults. Call who maintains the hall."),
    "alarm.other": _("Noticed: {code} {text}"),
}
