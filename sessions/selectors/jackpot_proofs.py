"""Proofs of additional prizes: what each game put into the funds and took from them, and that no fund owes anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from ledger.models import Account
from records.models import Hall
from sessions.models import Award, Game
from sessions.rules.board import Board
from sessions.rules.jackpots import reserve_account
from sessions.rules.prizes import outcomes_of

FUNDS = "jackpot:"


def kept_cents(sums: Mapping[str, int]) -> int:
    """Give what a game left in the funds and reserves, net, from its legs by account (debit positive)."""
    return -sum(cents for code, cents in sums.items() if code.startswith(FUNDS))


def fund_violations(game: Game, board: Board, sums: Mapping[str, int]) -> Iterator[str]:
    """Check a closed game: each fund and reserve moved as its figures and its end say (I4), no prize paid more (I8)."""
    if board.figures is None:
        return
    expected: Counter[str] = Counter()
    for jackpot in board.figures.jackpots:
        expected[jackpot.account] -= jackpot.funded_cents
        expected[reserve_account(jackpot.code)] -= jackpot.reserved_cents
        won = sum(Award.objects.filter(game=game, jackpot=jackpot.code).values_list("cents", flat=True))
        if won > jackpot.prize_cents:
            yield f"I8 {game.stream}: {jackpot.code} paid {won}, announced {jackpot.prize_cents}"
    for outcome in outcomes_of(board):
        expected[outcome.account] += outcome.won_cents - outcome.promoted_cents
        expected[reserve_account(outcome.code)] += outcome.promoted_cents
    funds = {code for code in {*expected, *sums} if code.startswith(FUNDS)}
    for code in sorted(funds):
        if sums.get(code, 0) != expected[code]:
            yield f"I4 {game.stream}: {code} moved by {-sums.get(code, 0)}, the game says {-expected[code]}"


def owing_funds(hall: Hall) -> Iterator[str]:
    """Check that no fund or reserve is below 0 (I4): it would owe what was promised from it."""
    below = Account.objects.filter(hall=hall, code__startswith=FUNDS, balance_cents__lt=0)
    for account in below.order_by("code"):
        yield f"I4 {account.code} holds {account.balance_cents} cents"
