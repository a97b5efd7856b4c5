"""
The receipts of the tills, line by line, in the hall's language.

A receipt is a function of what was recorded: printed again, it is the same but for its mark.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.utils import translation
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from sessions.printing.receipt_text import ReceiptLine, Roll, amount
from sessions.rules.facts import PrizeKind
from sessions.rules.receipts import JackpotTold, PrizeTold, ReceiptFacts, ReceiptKind

COPY: Final = "COPIA"
"""What marks a paper printed again; the same word in every language, for whoever checks the papers."""

TITLES: Final[dict[str, Promise]] = {
    ReceiptKind.SALE: lazy("Sale of cards"),
    ReceiptKind.UNDONE: lazy("Sale undone"),
    ReceiptKind.REFUND: lazy("Cards paid back"),
    ReceiptKind.PRIZE: lazy("Prize paid"),
    ReceiptKind.JACKPOT: lazy("Receipt of an additional prize"),
    ReceiptKind.DEPOSIT: lazy("Deposit to a player's balance"),
    ReceiptKind.WITHDRAWAL: lazy("Paid out of a player's balance"),
    ReceiptKind.OPENED: lazy("Player's account opened"),
    ReceiptKind.CLOSED: lazy("Player's account closed"),
    ReceiptKind.TAKINGS: lazy("Seller's takings handed in"),
    ReceiptKind.DRAWER: lazy("Cash drawer opened"),
}
PRIZES: Final[dict[PrizeKind, Promise]] = {PrizeKind.LINE: lazy("Line"), PrizeKind.BINGO: lazy("Bingo")}
ORDER_CELL = 4
"""Columns of one number of the draw's order."""


def receipt_lines(
    facts: ReceiptFacts, *, hall: str, language: str, columns: int = 42, copy: int = 0, attempt: int = 1
) -> list[ReceiptLine]:
    """
    Write a receipt.

    Args:
        facts: What was recorded.
        hall: The hall's name.
        language: The hall's language, as "es".
        columns: Of the paper, 32 to 64; 42 and 48 are usual.
        copy: 0 is the original; others are marked as copies.
        attempt: From 2 on the paper says so: the printer was lost while it had an earlier one, which may be there too.

    Source:
        O79 33.3, 33.5 (sale for cash), 35.6 (a prize is paid against its card), S0 V (a null game is paid back).
    """
    with translation.override(language):
        roll = Roll(columns)
        roll.centred(hall, bold=True, big=True)
        roll.centred(str(TITLES[facts.kind]), bold=True)
        if copy:
            roll.centred(f"{COPY} {copy}", bold=True, big=True)
        if attempt > 1:
            roll.centred(_("Attempt {n}: the printer was lost during the one before").format(n=attempt))
        _place(roll, facts)
        roll.rule()
        _BODIES[facts.kind](roll, facts)
        roll.rule()
        roll.row(_("Receipt"), facts.number)
        roll.row(_("Date"), f"{localtime(facts.at):%d/%m/%Y %H:%M:%S}")
        roll.row(_("Attended by"), facts.actor)
        return roll.lines


def _place(roll: Roll, facts: ReceiptFacts) -> None:
    if facts.session_no and facts.game_no:
        roll.centred(_("Session {session}, game {game}").format(session=facts.session_no, game=facts.game_no))
    elif facts.session_no:
        roll.centred(_("Session {session}").format(session=facts.session_no))


def _total(roll: Roll, cents: int) -> None:
    roll.row(_("TOTAL"), amount(cents), bold=True, big=True)


def _cards(roll: Roll, facts: ReceiptFacts) -> None:
    _series(roll, facts)
    for run in facts.runs:
        many = run.last - run.first + 1
        name = _("Card {first}") if many == 1 else _("Cards {first} to {last}")
        each = f"{many} x {amount(facts.price_cents)}"
        roll.row(name.format(first=run.first, last=run.last), each)
    roll.row(_("Quantity"), str(facts.cards))
    _total(roll, facts.cents)


def _series(roll: Roll, facts: ReceiptFacts) -> None:
    for place, series in enumerate(facts.series):
        roll.row("" if place else _("Series"), series)


def _undone(roll: Roll, facts: ReceiptFacts) -> None:
    _cards(roll, facts)
    roll.text(_("The cards were taken back and the money returned."))


def _refund(roll: Roll, facts: ReceiptFacts) -> None:
    roll.text(_("The game was declared null."))
    _cards(roll, facts)
    _signatures(roll)


def _prize(roll: Roll, facts: ReceiptFacts) -> None:
    assert facts.prize is not None, "a prize's receipt has its prize"
    roll.row(str(PRIZES[facts.prize.prize]), _("prize {number}").format(number=facts.prize.award_no))
    _winning_card(roll, facts)
    if facts.prize.late:
        roll.text(_("Left to pay when its game closed, and paid later."))
    _total(roll, facts.cents)
    _method(roll, facts.prize)
    _signatures(roll)


def _method(roll: Roll, prize: PrizeTold) -> None:
    """Say how it was paid where it was not in cash (O79 35.3, 35.4)."""
    if prize.cheque:
        roll.row(_("Paid by cheque number"), prize.cheque, bold=True)
    if prize.guarantee:
        roll.text(_("Paid by the authority out of the bond."))


def _jackpot(roll: Roll, facts: ReceiptFacts) -> None:
    assert facts.prize is not None, "a prize's receipt has its prize"
    told = facts.prize.jackpot
    assert told is not None, "an additional prize is told"
    roll.row(told.name, _("prize {number}").format(number=facts.prize.award_no), bold=True)
    if told.games:
        roll.row(_("Games accumulated"), str(told.games))
    _winning_card(roll, facts)
    roll.row(_("Bingo called at ball"), _called_at(told))
    if told.winners > 1:
        roll.text(
            _("One of {winners} equal shares of {whole}.").format(winners=told.winners, whole=amount(told.prize_cents))
        )
    _total(roll, facts.cents)
    _method(roll, facts.prize)
    roll.text(_("Paid apart from the bingo's prize."))
    roll.text(_("Numbers in the order of the draw"))
    roll.table([str(number) for number in told.draw_order], ORDER_CELL)
    roll.text(_("A copy goes to the minutes with the winning card."))
    _signatures(roll)


def _called_at(told: JackpotTold) -> str:
    if told.exact_ball:
        return _("{ball}, exactly {asked} asked").format(ball=told.ball, asked=told.exact_ball)
    if told.last_ball:
        return _("{ball}, won until {last}").format(ball=told.ball, last=told.last_ball)
    return str(told.ball)


def _winning_card(roll: Roll, facts: ReceiptFacts) -> None:
    assert facts.prize is not None, "a prize's receipt has its prize"
    roll.row(_("Winning card"), str(facts.prize.card))
    _series(roll, facts)


def _deposit(roll: Roll, facts: ReceiptFacts) -> None:
    roll.row(_("Player"), str(facts.player))
    _total(roll, facts.cents)
    roll.row(_("Balance after it"), amount(facts.balance_cents))


def _withdrawal(roll: Roll, facts: ReceiptFacts) -> None:
    _deposit(roll, facts)
    _signatures(roll)


def _account(roll: Roll, facts: ReceiptFacts) -> None:
    roll.row(_("Player"), str(facts.player), bold=True, big=True)
    roll.row(_("Balance"), amount(0))


def _takings(roll: Roll, facts: ReceiptFacts) -> None:
    takings = facts.takings
    assert takings is not None, "a hand-over has its figures"
    roll.row(_("Seller"), takings.seller)
    roll.row(_("Expected"), amount(takings.expected_cents))
    roll.row(_("Counted"), amount(facts.cents))
    if difference := facts.cents - takings.expected_cents:
        roll.row(_("Difference"), amount(difference), bold=True)
    if takings.signed:
        roll.row(_("Signed by"), takings.signed)
    _signatures(roll)


def _signatures(roll: Roll) -> None:
    roll.blank(3)
    half = roll.columns // 2 - 1
    roll.row("_" * half, "_" * half)
    roll.row(_("Cash desk"), _("The other party"))


_BODIES: Final[dict[str, Callable[[Roll, ReceiptFacts], None]]] = {
    ReceiptKind.SALE: _cards,
    ReceiptKind.UNDONE: _undone,
    ReceiptKind.REFUND: _refund,
    ReceiptKind.PRIZE: _prize,
    ReceiptKind.JACKPOT: _jackpot,
    ReceiptKind.DEPOSIT: _deposit,
    ReceiptKind.WITHDRAWAL: _withdrawal,
    ReceiptKind.OPENED: _account,
    ReceiptKind.CLOSED: _account,
    ReceiptKind.TAKINGS: _takings,
}
