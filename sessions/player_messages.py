"""Sentences for refusals about players' accounts, limits, cards handed on, cheques (`sessions.rules.player_errors`)."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

PERIOD_WORDS: Final[dict[str, Promise]] = {
    "day": lazy("24 hours"),
    "week": lazy("7 days"),
    "month": lazy("30 days"),
}

PLAYER_SENTENCES: Final[dict[str, Promise]] = {
    "account_closed": lazy("Account {player} is closed."),
    "account_not_empty": lazy("There are {balance} on the account: pay them out first, then close it."),
    "cards_in_play": lazy("The player still has cards or a prize in game {game_no}: wait until it is over."),
    "balance_too_small": lazy("The balance is {balance}: no more can be paid out."),
    "bad_limit": lazy("Write a limit from 0 to {most}, or leave it empty for none."),
    "deposit_limit_reached": lazy(
        "The player's own limit is {limit} of deposits in {period}: {left} may still be deposited."
    ),
    "loss_limit_reached": lazy("Your own limit is {limit} of losses in {period}: {left} are left to play with."),
    "time_limit_reached": lazy("Your own limit of {minutes} minutes in 24 hours is used up."),
    "play_is_paused": lazy("Play is paused until {until}. The balance can be paid out at any time."),
    "pause_not_shortened": lazy("The pause lasts until {until}: it can be made longer, not shorter."),
    "no_cards_to_transfer": lazy("Player {player} has no card in this game that can be handed on."),
    "card_already_won": lazy("Card {card} has won a prize: it stays with its player."),
    "card_being_checked": lazy("Card {card} was called: it can be handed on when it has been judged."),
    "not_holders_card": lazy("Card {card} is not one of player {player}."),
    "same_player": lazy("Cards are handed to another player: write another number."),
    "offer_gone": lazy("These cards are not offered any more."),
    "cheque_needs_consent": lazy("A cheque needs the winner's consent. Ask, and mark that they agree."),
    "cheque_number_needed": lazy("Write the cheque's number; only a cheque has one."),
    "no_such_cheque": lazy("This prize was not paid by cheque {cheque}, or it has come back already."),
    "not_from_guarantee": lazy("Only a prize whose cheque came back unpaid is paid out of the bond."),
    "pin_needed": lazy("The player types their PIN here."),
}
