"""A player's account at the cash desk: cash in, cash out, never below nothing, never on credit."""

from __future__ import annotations

from typing import Final

from sessions.rules import errors
from sessions.rules.player_events import PlayerClosed, PlayerDeposited, PlayerWithdrew

MOST_CENTS: Final = 1_000_000
"""One deposit or withdrawal, in cents."""
PREFIX: Final = "player:"


def number_of(account: str) -> int:
    """
    Give the player's number of a ledger account, 0 where it is no player's.

    Source:
        article 85.3.
    """
    number = account.removeprefix(PREFIX)
    return int(number) if account.startswith(PREFIX) and number.isdecimal() else 0


def decide_deposit(player: int, cents: int, balance_cents: int) -> PlayerDeposited:
    """
    Put cash on a balance; nothing is lent, so the cash comes first.

    Args:
        player: The player's number.
        cents: What is handed over, 1 to 1,000,000.
        balance_cents: The balance before it.

    Raises:
        BadAmount: Another amount.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 29.1 and 33.5; article 85.3.
    """
    if not 1 <= cents <= MOST_CENTS:
        raise errors.BadAmount(amount_cents=cents)
    return PlayerDeposited(player=player, cents=cents, balance_cents=balance_cents + cents)


def decide_withdrawal(player: int, cents: int, balance_cents: int) -> PlayerWithdrew:
    """
    Take cash from a balance: all of it is free, for cards are paid already and a prize on its way is not there yet.

    Raises:
        BadAmount: Not 1 to 1,000,000 cents.
        BalanceTooSmall: More than the balance.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 29.1 and 33.5; article 85.3 and 85.9.
    """
    if not 1 <= cents <= MOST_CENTS:
        raise errors.BadAmount(amount_cents=cents)
    if cents > balance_cents:
        raise errors.BalanceTooSmall(balance_cents=balance_cents)
    return PlayerWithdrew(player=player, cents=cents, balance_cents=balance_cents - cents)


def decide_account_closing(player: int, balance_cents: int, in_game: int) -> PlayerClosed:
    """
    Close an account for good.

    Args:
        player: The player's number.
        balance_cents: Must be 0: what is there is withdrawn first.
        in_game: The game, not over, in which the player has cards or a prize on its way; 0 = none.

    Raises:
        CardsInPlay: There is one.
        AccountNotEmpty: There is money.

    Source:
        article 85.3 and 85.9.
    """
    if in_game:
        raise errors.CardsInPlay(game_no=in_game)
    if balance_cents:
        raise errors.AccountNotEmpty(balance_cents=balance_cents)
    return PlayerClosed(player=player)
