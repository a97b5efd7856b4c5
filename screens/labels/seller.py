"""Words of the seller's tablet."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from screens.labels.printer import LABELS as PRINTER
from screens.labels.staff import LABELS as STAFF

LABELS = {
    **STAFF,
    **PRINTER,
    "seller.series": _("{series} · {left} left · {price}"),
    "seller.series_block": _("{series} · {left} in hand · {price}"),
    "seller.resale": _("resale"),
    "seller.note": _("{euros} €"),
    "seller.change": _("Change due"),
    "seller.missing": _("Still missing"),
    "seller.given": _("Given: {amount}"),
    "seller.given_none": _("Press the notes given"),
    "seller.no_sales": _("No sale yet in this game."),
    "seller.undo": _("Undo the sale"),
    "seller.undo_ask": _("Take back cards {first} to {last}?"),
    "seller.undo_ask_runs": _("Take back cards {runs}?"),
    "seller.undo_lead": _("Take the cards back from the player and return the money."),
    "seller.undo_do": _("Take them back"),
    "seller.give_back": _("Money to return"),
    "seller.other_title": _("Another quantity"),
    "seller.how_many": _("How many cards"),
    "seller.sell": _("Sell"),
    "seller.other_cash_title": _("Cash given"),
    "seller.amount": _("Amount in euros"),
    "seller.set_cash": _("Work out the change"),
    "seller.range_title": _("From card to card"),
    "seller.range_lead": _("Type or scan the first card and the last one."),
    "seller.first": _("First card"),
    "seller.last": _("Last card"),
    # cards scanned or chosen
    "seller.pick.from": _("From card {first}"),
    "seller.pick.help": _("Scan the last card, or press how many."),
    "seller.pick.sell.one": _("Sell {n} card"),
    "seller.pick.sell.other": _("Sell {n} cards"),
    "seller.pick.not_mine": _("Card {card} is not among those you can sell now."),
    "seller.scan.unread": _("“{text}” is not a card. Scan it again."),
    "seller.scan.other_series": _("Card {card} is of series {series}, which is not on sale."),
    "seller.scan.away": _("The house does not answer: the scan was not taken. Scan again when it is back."),
    "seller.scan.closed": _("There is nothing you can sell now."),
    "seller.scanner.title": _("My scanner"),
    "seller.scanner.lead": _("A scanner plugged into this tablet needs no choice."),
    "seller.scanner.which": _("Scanner"),
    "seller.scanner.keyboard": _("Only the one plugged in here"),
    "seller.scanner.none": _("Choose my scanner"),
    "seller.scanner.mine": _("Scanner {code}"),
    # cards in hand
    "seller.hand_title": _("Hand cards over to a colleague"),
    "seller.hand_lead": _("Your colleague sells them from then on. Put the cards in their hand."),
    "seller.hand_to": _("Who gets them"),
    "seller.hand_do": _("Hand them over"),
    "seller.spoil_title": _("Report spoiled cards"),
    "seller.spoil_lead": _("They leave the sale for good. Keep them for the cashier."),
    "seller.spoil_do": _("Take them out of the sale"),
    # a sale whose answer is late
    "seller.late.slow": _("No answer yet to this sale: {what}. This screen asks again; it is made once at most."),
    "seller.late.doubt": _(
        "It is not known whether this sale was made: {what}. Give no card and take no money yet: "
        "this screen asks until it knows. Nothing else can be sold meanwhile."
    ),
    "seller.late.sold": _("The sale is made: {runs}. Collect {amount}."),
    "seller.late.not_sold": _("Nothing was sold. This sale was not made: {what}."),
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
    "seller.bring.lead": _("Take these cards and the money to the cashier."),
    "seller.bring.none": _("You have no cards left. Take the money to the cashier."),
    "seller.bring.money": _("Money to hand in: {amount}"),
    "seller.no_block.title": _("You have no cards"),
    "seller.no_block.lead": _("Ask the cashier, or a colleague, for some. This page wakes up by itself."),
    "seller.suspended.title": _("The sale stands still"),
    "seller.suspended.lead": _("Sell nothing and keep your cards. If the sale goes on, this page wakes up by itself."),
    "seller.suspended_draw.title": _("Game suspended"),
    "seller.suspended_draw.lead": _("Ask the players to keep their cards. The table says what follows."),
    "seller.void.title": _("The game is void"),
    "seller.void.lead": _(
        "Send the players to the cash desk with their cards: there they get their money back. "
        "Take your unsold cards and your money there."
    ),
    "seller.void_half.title": _("The first game is void"),
    "seller.void_half.lead": _(
        "The cash desk pays one half of each double card back. The players keep their cards: the second game is played."
    ),
    "seller.pair_first.title": _("First of two games"),
    "seller.pair_first.lead": _("No sale until both games have ended. Collect no card yet."),
    "seller.pair_second.title": _("Second of two games"),
    "seller.pair_second.lead": _("No sale until it has ended."),
    "seller.wait.title": _("No sale open"),
    "seller.wait.lead": _("The table opens the next one. This page wakes up by itself."),
}
