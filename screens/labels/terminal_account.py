"""Words of a player's own account at the terminal."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from screens.labels.players import LABELS as PLAYERS

SHARED = ("players.limit.", "players.pause.", "cashier.amount_wrong")

LABELS = {
    **{key: words for key, words in PLAYERS.items() if key.startswith(SHARED)},
    "account.offer.title": _("Offer your cards of game {game}?"),
    "account.offer.lead": _(
        "The other player takes them at their terminal. Nothing is paid back to you; they win what the cards win."
    ),
    "account.offer.to": _("Number of the other player"),
    "account.offer.do": _("Offer them"),
    "account.offer.done": _("Offered to player {to}. The cards are yours until they are taken."),
    "account.offer.dropped": _("The offer is called off."),
}
