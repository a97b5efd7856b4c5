"""Words of the cash desk."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from screens.labels.staff import LABELS as STAFF

LABELS = {
    **STAFF,
    "cashier.leftovers.no_game": _("No game is being sold."),
    "cashier.leftovers.selling": _("The sale is open. The sellers bring the cards that are left when it closes."),
    "cashier.leftovers.virtual": _("Only virtual cards in this game: nothing comes back."),
    "cashier.leftovers.wanted": _(
        "The sale of game {game} is closed. The draw cannot start until you have the leftover cards."
    ),
    "cashier.leftovers.done": _("Game {game}: you have cards {first} to {last}."),
    "cashier.leftovers.done_none": _("Game {game}: every card was sold."),
    "cashier.leftovers.type": _("Type the number of the first card that you have in your hand."),
    "cashier.leftovers.none_ask": _("Is no card left?"),
    "cashier.leftovers.none_lead": _("You confirm that the whole series was sold in this game."),
    "cashier.leftovers.none_yes": _("None is left"),
    "cashier.pay.card": _("Number on the card"),
    "cashier.pay.do": _("Pay {amount}"),
    "cashier.pay.game": _("game {game}"),
    "cashier.pay.of_card": _("Winning card"),
    "cashier.pay.late": _("from an earlier game"),
    "cashier.pay.wait": _("paid when the game ends"),
    "cashier.no_game": _("No game yet in this session."),
    "cashier.no_sales": _("No sale yet in this game."),
    "cashier.seller": _("Seller"),
    "cashier.cards": _("Cards"),
    "cashier.hands_in": _("To hand in"),
    "cashier.total": _("Total"),
    "cashier.player": _("{name} · balance {balance}"),
    "cashier.player_unknown": _("No player has this number."),
    "cashier.amount_wrong": _("Type an amount in euros, such as 20 or 12,50."),
    "cashier.deposit_ask": _("Deposit {amount}?"),
    "cashier.deposit_do": _("Deposit"),
    "cashier.balance_after": _("Balance after it"),
}
