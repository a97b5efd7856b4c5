"""Words of the seller's tablet."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from screens.labels.staff import LABELS as STAFF

LABELS = {
    **STAFF,
    "seller.series": _("{series} · {left} left · {price}"),
    "seller.note": _("{euros} €"),
    "seller.change": _("Change due"),
    "seller.missing": _("Still missing"),
    "seller.given": _("Given: {amount}"),
    "seller.given_none": _("Press the notes given"),
    "seller.no_sales": _("No sale yet in this game."),
    "seller.undo": _("Undo the sale"),
    "seller.undo_ask": _("Take back cards {first} to {last}?"),
    "seller.undo_lead": _("Take the cards back from the player and return the money."),
    "seller.undo_do": _("Take them back"),
    "seller.give_back": _("Money to return"),
    "seller.other_title": _("Another quantity"),
    "seller.how_many": _("How many cards"),
    "seller.sell": _("Sell"),
    "seller.other_cash_title": _("Cash given"),
    "seller.amount": _("Amount in euros"),
    "seller.set_cash": _("Work out the change"),
    # nothing to sell now
    "seller.loading.title": _("One moment"),
    "seller.loading.lead": _("Asking the house how the game stands."),
    "seller.no_session.title": _("No session open"),
    "seller.no_session.lead": _("The hall manager opens it. This page wakes up by itself."),
    "seller.no_paper.title": _("Only virtual cards in this game"),
    "seller.no_paper.lead": _("Players buy them on their own terminals."),
    "seller.leftovers.title": _("The sale is closed"),
    "seller.leftovers.lead": _("Hand cards {first} to {last} and the money to the cashier."),
    "seller.leftovers.none": _("Every card was sold. Hand the money to the cashier."),
    "seller.wait.title": _("No sale open"),
    "seller.wait.lead": _("The table opens the next one. This page wakes up by itself."),
}
