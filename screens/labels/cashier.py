"""Words of the cash desk."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from screens.labels.fixes import LABELS as FIXES
from screens.labels.pair import LABELS as PAIR
from screens.labels.printer import LABELS as PRINTER
from screens.labels.seller import LABELS as SELLER
from screens.labels.staff import LABELS as STAFF
from screens.labels.tills import LABELS as TILLS

SCANNER = {key: words for key, words in SELLER.items() if key.startswith("seller.scanner.")}

SECOND = {key: words for key, words in FIXES.items() if key.startswith("fix.second")}
TILL = {key: TILLS[key] for key in ("till.main", "till.code", "till.none_required")}
TAKEN = {key: PAIR[key] for key in ("desk.pair.paid", "desk.pair.takings")}

LABELS = {
    **STAFF,
    **PRINTER,
    **SCANNER,
    **TAKEN,
    **TILL,
    "cashier.till_blind": _("It is yours. What should be in it is told when you have counted it."),
    **SECOND,
    "cashier.leftovers.virtual": _("Only virtual cards in this game: nothing comes back."),
    "cashier.leftovers.first_sellers": _(
        "First the sellers bring their unsold cards, {n} in all. Still waited for: {names}."
    ),
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
    "cashier.pay.token": _("Token handed over"),
    "cashier.pay.against_token": _("token"),
    "cashier.cheque.key": _("Cheque…"),
    "cashier.cheque.title": _("A cheque instead of cash"),
    "cashier.cheque.lead": _("Against the card, whole and clean. The cash stays in the till."),
    "cashier.cheque.number": _("Number of the cheque"),
    "cashier.cheque.consents": _("The winner agrees to a cheque"),
    "cashier.token.give": _("Give a token"),
    "cashier.token.lost": _("The token is lost"),
    "cashier.token.lost.key": _("Lost…"),
    "cashier.token.lost.lead": _("The prize is paid against the card. The hall manager or the table chief answers."),
    "cashier.token.title": _("A token instead of the money"),
    "cashier.token.lead": _("The winner is paid after both games, against the token and the card."),
    "cashier.token.which": _("Number or name on the token"),
    "cashier.token.do": _("It is given"),
    "cashier.receipt": _("{name}: {amount} paid, card {card}"),
    "cashier.receipt.open": _("Receipt"),
    "cashier.no_game": _("No game yet in this session."),
    "cashier.no_sellers": _("Nobody is posted to sell."),
    "cashier.seller": _("Seller"),
    "cashier.in_hand": _("Cards in hand"),
    "cashier.cards": _("Sold"),
    "cashier.keys": _("Deeds"),
    "cashier.hands_in": _("To hand in"),
    "cashier.total": _("Total"),
    "cashier.with_sellers": _("With the sellers"),
    "cashier.in_all": _("In all"),
    "cashier.handed": _("Handed in {amount}"),
    # cards given out and brought back
    "cashier.floor.giving": _("Press a run of cards to take it back, pass it on or spoil it."),
    "cashier.floor.coming_back": _("The sale is closed: take back each seller's cards, then count the money."),
    "cashier.floor.resting": _("Cards are given out while a sale is open."),
    "cashier.floor.desk": _("Cash desk"),
    "cashier.floor.next": _("from {next} on"),
    "cashier.floor.out": _("no card left"),
    "cashier.floor.spoil": _("Spoil cards"),
    "cashier.floor.give": _("Give {n}"),
    "cashier.floor.give_all": _("Give everyone {n}"),
    "cashier.floor.given_to": _("These have theirs: {names}."),
    "cashier.floor.received": _("Received {run}"),
    "cashier.run.title.one": _("Card {run}"),
    "cashier.run.title.other": _("Cards {run}"),
    "cashier.run.what": _("What happens to them"),
    "cashier.run.back": _("Back to the cash desk"),
    "cashier.run.to": _("On to {name}"),
    "cashier.run.spoil": _("Spoiled: nobody sells them any more"),
    "cashier.run.first": _("First card"),
    "cashier.run.last": _("Last card"),
    "cashier.run.within": _("Type numbers between {run}."),
    "cashier.run.do": _("Write it down"),
    "cashier.count.open": _("Count"),
    "cashier.count.title": _("Money of {name}"),
    "cashier.count.lead": _("Count it before the seller, then type what there is."),
    "cashier.count.expected": _("Expected"),
    "cashier.count.counted": _("Counted, in euros"),
    "cashier.count.even": _("It is right."),
    "cashier.count.short": _("{amount} short: the seller signs it."),
    "cashier.count.over": _("{amount} too much: the seller signs it."),
    "cashier.count.password": _("Password of {name}, who signs the difference"),
    "cashier.count.do": _("Counted"),
    # cards of a void game brought back
    "cashier.refund.title": _("Refunds of void game {game}"),
    "cashier.refund.lead": _(
        "Scan or type each card handed in, hand the money out, and keep the card for the minutes."
    ),
    "cashier.refund.lead_half": _(
        "Scan or type each card, hand out one half, and give the card back: it is played on."
    ),
    "cashier.refund.closed": _("The refund desk is closed. The table closes the game."),
    "cashier.refund.each": _("{amount} a card"),
    "cashier.refund.each_half": _("{amount} a card, one half"),
    "cashier.refund.last_wrong": _("Type the number of the last card, digits only."),
    "cashier.refund.given.one": _("Card {runs}"),
    "cashier.refund.given.other": _("{n} cards: {runs}"),
    "cashier.refund.none_given": _("No card of this player yet."),
    "cashier.refund.give_back": _("Give the card back to the player."),
    "cashier.refund.unsure": _(
        "The house does not answer. Take the same card again before you pay: it is counted once."
    ),
    "cashier.refund.stop": _("Do not pay"),
    "cashier.refund.stop_what": _(
        "It may be a photocopy or a forgery. Keep it, ask who brought it to wait, and call the hall manager."
    ),
    "cashier.refund.understood": _("Understood"),
    "cashier.refund.progress": _("{back} of {sold} cards back"),
    "cashier.refund.paid": _("{back} paid back, {out} to go"),
    "cashier.refund.out": _("Still out"),
    "cashier.refund.all_back": _("Every card is back."),
    "cashier.refund.no_paper": _("No paper card was sold: there is nothing to take in."),
    "cashier.refund.back": _("Back"),
    "cashier.refund.accounts": _("Virtual cards, already paid back to the balance"),
    "cashier.refund.account.one": _("{number} · {name} · {n} card"),
    "cashier.refund.account.other": _("{number} · {name} · {n} cards"),
    "cashier.refund.complete_ask": _("Close the refund desk of game {game}?"),
    "cashier.refund.complete_out": _("The cards still out stay payable here, one by one, when they are brought."),
    "cashier.refund.complete_all": _("Every card is back, and the game can be closed."),
    "cashier.refund.complete_back": _("Paid back"),
    "cashier.refund.complete_left": _("Still out"),
    "cashier.refund.complete_payable": _("Stays payable"),
    "cashier.refund.complete_do": _("Close it"),
    "cashier.refund.late_game": _("Session {session}, game {game}"),
    "cashier.refund.late_do": _("Pay {amount}"),
    "cashier.refund.late_done": _("Card {card}: {amount} paid."),
    "cashier.refund.whole": _("To pay back in all"),
    "cashier.refund.so_far": _("Paid back so far"),
    "cashier.player": _("{name} · balance {balance}"),
    "cashier.player_unknown": _("No player has this number."),
    "cashier.amount_wrong": _("Type an amount in euros, such as 20 or 12,50."),
    "cashier.deposit_ask": _("Deposit {amount}?"),
    "cashier.deposit_do": _("Deposit"),
    "cashier.balance_after": _("Balance after it"),
}
