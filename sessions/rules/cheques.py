"""How a prize is paid: cash, a cheque of the house, and where that came back unpaid, the deposit (O79 35.3, 35.4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sessions.rules import errors


class Method(StrEnum):
    """What the winner is given; `guarantee` is the deposit that the authority keeps of the holder (O79 13)."""

    CASH = "cash"
    CHEQUE = "cheque"
    GUARANTEE = "guarantee"


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """How a prize is to be paid: a cheque has its number, and `consents` says that the winner agrees to it."""

    method: str = Method.CASH
    cheque: str = ""
    consents: bool = False


CASH: Final = Payment()
ACCOUNTS: Final = {Method.CHEQUE: "bank", Method.GUARANTEE: "guarantee"}


def check_method(payment: Payment, cents: int, *, cheque_from_cents: int, returned: bool = False) -> None:
    """
    Check how a prize of so many cents is paid.

    Args:
        payment: What the cashier is about to give.
        cents: The prize.
        cheque_from_cents: The amount above which a cheque needs no consent (fixed by the authority); 0 = none is fixed.
        returned: Whether a cheque for it came back unpaid.

    Raises:
        ChequeNumberNeeded: A cheque without number, or a number without cheque.
        ChequeNeedsConsent: The winner has not agreed, and the prize is not above the amount.
        NotFromGuarantee: No cheque for it came back.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 35.3 and 35.4.
    """
    if (payment.method == Method.CHEQUE) != bool(payment.cheque):
        raise errors.ChequeNumberNeeded
    if payment.method == Method.GUARANTEE and not returned:
        raise errors.NotFromGuarantee
    big = bool(cheque_from_cents) and cents > cheque_from_cents
    if payment.method == Method.CHEQUE and not payment.consents and not big:
        raise errors.ChequeNeedsConsent(from_cents=cheque_from_cents)


def account_of(payment: Payment, till: str) -> str:
    """
    Name the account a prize is paid out of: the till, the bank, or the deposit with the authority.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 35.3 and 35.4.
    """
    return ACCOUNTS.get(Method(payment.method), till)
