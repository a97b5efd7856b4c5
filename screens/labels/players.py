"""Words of the pages of players' accounts at the cash desk, and of the prizes left to pay."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from screens.labels.cashier import LABELS as CASHIER
from screens.labels.printer import LABELS as PRINTER
from screens.labels.staff import LABELS as STAFF

PAYING = {key: words for key, words in CASHIER.items() if key.startswith(("cashier.pay.", "fix.second"))}

LABELS = {
    **STAFF,
    **PRINTER,
    **PAYING,
    "cashier.amount_wrong": CASHIER["cashier.amount_wrong"],
    "cashier.balance_after": CASHIER["cashier.balance_after"],
    "cashier.deposit_do": CASHIER["cashier.deposit_do"],
    "players.player": _("Player {number}"),
    "players.open.title": _("Open an account"),
    "players.open.lead": _("It gets the next number. No document is needed; admission has seen it."),
    "players.open.name": _("Name on the terminal"),
    "players.open.name_hint": _("As the player wishes; it may stay empty."),
    "players.open.do": _("Open the account"),
    "players.amount": _("Amount in euros"),
    "players.deposit.title": _("Deposit"),
    "players.deposit.lead": _("Count the cash first."),
    "players.withdraw.title": _("Pay out"),
    "players.withdraw.lead": _("The balance is {balance}."),
    "players.withdraw.do": _("Pay out"),
    "players.pin.player": _("The player types their PIN"),
    "players.pin.title": _("A PIN for the terminals"),
    "players.pin.lead": _("Turn the screen: the player chooses 4 to 8 digits, and nobody else sees them."),
    "players.pin.new": _("PIN"),
    "players.pin.again": _("The same PIN again"),
    "players.pin.old": _("The PIN they have now, or a second person below"),
    "players.pin.do": _("Set the PIN"),
    "players.pin.done": _("The PIN is set."),
    "players.card.revoke.title": _("Revoke card {card}?"),
    "players.card.revoke.lead": _("Whoever finds it can do nothing with it. A new one can be issued at any time."),
    "players.card.revoke.do": _("Revoke"),
    "players.limit.lead": _("A stricter limit counts at once, a looser one after {hours} hours. Empty: no limit."),
    "players.limit.euros": _("Euros"),
    "players.limit.minutes": _("Minutes"),
    "players.limit.do": _("Set the limit"),
    "players.limit.now": _("It counts from now on."),
    "players.limit.later": _("It counts from {at} on; until then the limit stays as it is."),
    "players.limit.wrong": _("Type an amount in euros, or nothing."),
    "players.limit.wrong_minutes": _("Type minutes, or nothing."),
    "players.pause.title": _("Pause play"),
    "players.pause.lead": _(
        "No deposits and no purchases until it ends. It cannot be shortened. The balance can be paid out."
    ),
    "players.pause.how_long": _("How long"),
    "players.pause.24h": _("24 hours"),
    "players.pause.7d": _("7 days"),
    "players.pause.30d": _("30 days"),
    "players.pause.do": _("Pause"),
    "players.transfer.title": _("Hand on the cards of game {game}"),
    "players.transfer.lead": _("Both players are here and agree. Nothing is paid back; the other wins what they win."),
    "players.transfer.to": _("Number of the player who takes them"),
    "players.transfer.cards": _("Cards"),
    "players.transfer.do": _("Hand on"),
    "players.transfer.done": _("The cards are player {to}'s now."),
    "players.close.title": _("Close account {number}?"),
    "players.close.lead": _("It is never opened again, and its number is not given to anybody else."),
    "players.close.do": _("Close it"),
    "prizes.pay.title": _("Pay {amount}"),
    "prizes.pay.lead": _("Against the card, whole and clean."),
    "prizes.pay.how": _("How"),
    "prizes.pay.cash": _("Cash"),
    "prizes.pay.cheque": _("Cheque"),
    "prizes.pay.guarantee": _("Out of the bond (fianza), by the authority"),
    "prizes.pay.number": CASHIER["cashier.cheque.number"],
    "prizes.pay.consents": CASHIER["cashier.cheque.consents"],
    "prizes.pay.token": _("Token handed over"),
    "prizes.returned.title": _("Cheque {cheque} came back unpaid?"),
    "prizes.returned.lead": _(
        "The prize is payable again. Within three days the money is due to the winner (O79 35.4)."
    ),
    "prizes.returned.do": _("It came back"),
}
